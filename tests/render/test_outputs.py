"""Outputs that a terminal shows or a program reads, beside the plain text of the same record."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import tertium
from cli.shell import without_escapes
from conftest import ROOT
from render.reports import real
from tertium.metrics.chrf import ChrF
from tertium.render.page.data import packed
from tertium.render.renderers import show
from tertium.render.style import Style
from tertium.render.tables import tsv
from tertium.render.tables.grid import legend, segment_scores
from tertium.results.scores import Report
from tertium.tasks import score
from tertium.tasks.score import ScoreRequest, Uncertainty
from tertium.tasks.texts import ListTexts

REFS = ["he planted a tree in the garden", "the cat sat on the mat", "we read the old book again", "she sleeps"]
MOVED = ["in the garden he planted a tree", "on the mat the cat sat", "we read again the old book", "she sleeps"]


def words(shown: str) -> list[str]:
    """What is left without rules and escapes."""
    return re.sub("[─━]+", " ", without_escapes(shown)).split()


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_a_gate_and_word_order_on_a_terminal_say_what_the_text_says() -> None:
    gate = tertium.gate({"old": REFS, "new": MOVED}, REFS, "chrf", max_drop=0.5, resamples=99)
    order = tertium.order({"same": REFS, "moved": MOVED}, REFS)
    for kind, record in (("gate", gate), ("order", order)):
        plain, ruled = (show(kind, record, "text", Style(columns=columns)) for columns in (None, 100))
        assert "\x1b[" in ruled
        assert "\x1b[" not in plain
        assert words(ruled) == words(plain)
        assert "─" * 20 in ruled


def test_tuning_is_folded_on_a_page_alone() -> None:
    report = tertium.tune(ROOT / "examples" / "judged" / "es-en", "chrf", leave_out="nothing", restarts=1)
    whole, folded = (show("tune", report, "text", Style(fold=fold)) for fold in (None, 40))
    assert max(map(len, folded.split("\n"))) <= 60 < max(map(len, whole.split("\n")))
    assert folded.split() == whole.split()


def test_segments_on_a_terminal_are_one_table_however_wide() -> None:
    report = real("bleu", "chrf", "ter", "nist", "meteor", segments=True)
    ruled = show("score", report, "text", Style(decimals=(1,) * 5, columns=30, segments=True))
    plain = show("score", report, "text", Style(decimals=(1,) * 5, segments=True))
    assert without_escapes(ruled).count("system") == 1
    assert [word for word in words(ruled) if word[0].isdigit()] == [word for word in words(plain) if word[0].isdigit()]


def test_paired_tests_are_columns_of_tsv() -> None:
    how = Uncertainty(paired="ar", trials=99, seed=7)
    report = score.run(
        ScoreRequest(ListTexts({"a": REFS, "b": MOVED}, REFS), (tertium.metric("ter"),), uncertainty=how)
    )
    header, first, second = (row.split("\t") for row in tsv.long(report).rstrip("\n").split("\n"))
    found = report["b"].scores[0].test
    assert found is not None
    assert header[-6:] == ["p", "significant", "test", "sides", "draws", "test_seed"]
    assert first[-6:] == [""] * 6
    assert second[-6:] == [repr(found.p), "yes" if found.significant else "no", "ar", "two", "99", "7"]


def test_a_report_without_systems_has_no_signatures_and_without_segments_no_segment_scores() -> None:
    assert list(legend(Report("1", 0, ()))) == []
    with pytest.raises(ValueError, match="chrf was scored without segment_scores=True"):
        segment_scores(real("chrf").systems[0].scores[0])


class Mine(ChrF):
    """A page has no formula for it."""


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_a_page_takes_along_what_it_cannot_compute_and_what_is_missing() -> None:
    texts = {"a": [*REFS[:3], None], "b": MOVED}
    report = tertium.report(texts, REFS, [Mine(), "ter"], slices=(), resamples=20, missing="skip")
    facts, arrays = packed(report)
    assert [leaf["formula"] for leaf in facts["leaves"]] == [None, "ter"]
    assert arrays["masked0"].tolist() == arrays["masked1"].tolist()
    assert arrays["masked0"].tolist() == [[False, False]] * 3 + [[True, True]]  # left out for both, to compare them
    assert "segment1" not in arrays
    scored: Any = tertium.score(MOVED, REFS, "chrf", segment_scores=True).scores[0].segment_scores
    assert (100 * arrays["segment0"][:3, 1]).tolist() == pytest.approx(scored[:3])
    assert np.isnan(arrays["segment0"][3]).all()
