"""Tables of comparisons, cell by cell against the record that they show."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import tertium
from conftest import ROOT
from tertium.render.renderers import show
from tertium.render.reports.comparison_sheets import sheets
from tertium.render.style import Style
from tertium.results.comparisons import Comparison

FOLDER = ROOT / "examples" / "es-en"


def lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").split("\n")[:60]


@pytest.fixture(scope="module")
def against() -> Comparison:
    """The baseline, a copy of it, one that is worse, and one that is better."""
    systems = {"base": "via-ca", "copy": "via-ca", "worse": "via-eo", "better": "direct"}
    texts = {name: lines(f"systems/{file}.txt") for name, file in systems.items()}
    refs = lines("ref1.txt")
    texts["better"] = [refs[place] if place % 2 else hyp for place, hyp in enumerate(texts["better"])]
    return tertium.compare(texts, refs, ["chrf", "ter"], against="baseline", resamples=200, ignore=["T109"])


def test_against_a_baseline_every_other_system_has_its_difference_and_p(against: Comparison) -> None:
    [board, *_], _ = sheets(against)
    assert board.title == "leaderboard, sorted by chrf, against base"
    assert [column.title for column in board.columns] == ["system", "chrf", "Δ", "p", "ter", "Δ", "p"]
    assert [row[0] for row in board.rows] == [system.name for system in against.metrics[0].systems]
    for place, metric in enumerate(against.metrics):
        differences = {one.second: one for one in metric.differences}
        assert set(differences) == {"copy", "worse", "better"}
        for row in board.rows:
            delta, p = row[3 * place + 2], row[3 * place + 3]
            if row[0] == "base":
                assert (delta, p) == ("", "")
                continue
            found = differences[row[0]]
            assert delta == ("same" if row[0] == "copy" else f"{found.delta:+.2f}")
            assert p == f"{found.p_holm:.3f}" + "*" * found.significant


def test_news_are_good_where_the_metric_says_so(against: Comparison) -> None:
    """TER falls where chrF rises; a copy is no news, and a difference that may be luck is none."""
    [board, *_], _ = sheets(against)
    by_name = {row[0]: place for place, row in enumerate(board.rows)}
    for metric, start in zip(against.metrics, (2, 5), strict=True):
        better = next(one for one in metric.differences if one.second == "better")
        assert better.significant
        assert (better.delta > 0) == metric.higher_is_better
        assert {board.tone.get((by_name["better"], start + at)) for at in (0, 1)} == {"good"}
        worse = next(one for one in metric.differences if one.second == "worse")
        assert board.tone.get((by_name["worse"], start)) == ("bad" if worse.significant else None)
        for name in ("base", "copy"):
            assert (by_name[name], start) not in board.tone
    page = show("compare", against, "html", Style())
    assert len(re.findall(r'<td class="n good"', page)) == 4
    assert "**+" in show("compare", against, "md", Style())


def test_systems_without_a_rank_have_an_empty_cell(against: Comparison) -> None:
    everyone = tertium.compare(
        {"a": ["x y"] * 4, "b": ["x z"] * 4, "c": ["z"] * 4}, ["x y"] * 4, "chrf", test="ar", trials=200
    )
    [metric] = everyone.metrics
    assert all(system.rank is not None for system in metric.systems)
    bare = replace(metric, systems=tuple(replace(system, rank=None) for system in metric.systems))
    [board, *_], _ = sheets(replace(everyone, metrics=(bare,)))
    assert [column.title for column in board.columns] == ["system", "chrf", "rank", "cluster"]
    assert [row[2] for row in board.rows] == ["", "", ""]


def test_pairs_stay_in_the_order_in_which_systems_were_given() -> None:
    texts = {"c": ["z"] * 4, "a": ["x y"] * 4, "b": ["x z"] * 4}
    for order, expected in (
        ("given", [("a", "c"), ("b", "c"), ("b", "a")]),
        ("score", [("a", "b"), ("a", "c"), ("b", "c")]),
    ):
        made = tertium.compare(texts, ["x y"] * 4, "chrf", order=order, test="ar", trials=200)
        [_, pairs], _ = sheets(made, pairs=True)
        assert [tuple(row[:2]) for row in pairs.rows] == expected, order


def test_pairs_with_a_baseline_keep_it_on_their_side(against: Comparison) -> None:
    """Nothing is turned round: every difference is that from the baseline, the best system first."""
    [_, pairs, *_], _ = sheets(against, pairs=True)
    ranked = [system.name for system in against.metrics[0].systems if system.name != "base"]
    assert [tuple(row[:2]) for row in pairs.rows] == [(name, "base") for name in ranked]
