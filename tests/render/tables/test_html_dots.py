"""``compare -f html``, ``score -f html`` and notebooks draw scores as dot and line, all systems on one axis."""

from __future__ import annotations

import re
import warnings

import pytest

import tertium
from render.page.report_samples import REFS, outputs
from tertium.render.renderers import show
from tertium.render.style import Style

DOT = re.compile(r'<circle class="dot" cx="([\d.]+)"')


@pytest.fixture(autouse=True)
def _quiet() -> None:
    warnings.simplefilter("ignore")


def places(page: str) -> list[float]:
    return [float(place) for place in DOT.findall(page)]


@pytest.mark.parametrize("inside", [True, False])
def test_a_comparison_has_a_dot_for_every_score(inside: bool) -> None:
    result = tertium.compare(outputs(["good", "fair", "poor"]), REFS, ["bleu", "ter"], resamples=50)
    page = show("compare", result, "html", Style(inside=inside))
    found = places(page)
    assert len(found) == page.count('class="span"') == 6
    by_metric = {"bleu": found[0::2], "ter": found[1::2]}  # rows are systems, the best first
    assert by_metric["bleu"] == sorted(by_metric["bleu"], reverse=True)
    assert by_metric["ter"] == sorted(by_metric["ter"])


def test_two_systems_have_rows_for_each_metric() -> None:
    result = tertium.compare(outputs(["good", "poor"]), REFS, ["bleu", "ter"], resamples=50)
    found = places(result._repr_html_())
    assert len(found) == 4
    assert found[0] > found[1]
    assert found[2] < found[3]


def test_scores_have_dots_and_with_confidence_lines() -> None:
    several = tertium.score(outputs(["good", "poor"]), REFS, ["bleu"])
    assert len(places(several._repr_html_())) == 2
    assert 'class="span"' not in several._repr_html_()
    sure = tertium.score(outputs(["good", "poor"]), REFS, ["bleu"], confidence=True, resamples=50)
    assert sure._repr_html_().count('class="span"') == 2
    alone = tertium.score(REFS[::-1], REFS, ["bleu"])
    assert places(alone._repr_html_()) == []  # a single dot has nothing to be compared with


def test_other_formats_have_no_pictures() -> None:
    result = tertium.compare(outputs(["good", "poor"]), REFS, ["bleu"], resamples=50)
    for form in ("text", "md", "latex", "tsv", "json"):
        assert "<svg" not in show("compare", result, form, Style())


def test_a_report_shows_its_leaderboard_in_a_notebook() -> None:
    made = tertium.report(outputs(["good", "poor"]), REFS, ["bleu"], resamples=50)
    shown = made._repr_html_()
    assert shown.startswith('<div class="tertium"')
    assert "<script" not in shown
    assert len(places(shown)) == 2
    assert "good" in repr(made)
