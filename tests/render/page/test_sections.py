"""The sections of a report say what the comparison says, in HTML that can be read without script."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from render.page.report_samples import sample
from tertium.analysis.doctor.run import LEFT_OUT
from tertium.render.page import header, leaderboard, matrix, report_page, slices
from tertium.render.page.dots import Axis, dots
from tertium.results.comparisons import Comparison, Difference, MetricComparison
from tertium.results.report import FullReport
from tertium.results.scores import Interval

VOID = {"meta", "br", "wbr", "hr", "img", "input", "line", "circle", "rect", "path"}


class Balanced(HTMLParser):
    """Every element that is opened is closed, in order; ids are unique."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def checked(page: str) -> None:
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))
    assert not re.search(r"\sstyle=", page)


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", html)).strip()


@pytest.fixture(scope="module")
def report() -> FullReport:
    return sample()


@pytest.mark.parametrize(
    "made",
    [
        {"names": ["alone"]},
        {"names": ["a", "b"]},
        {"names": [f"system {number}" for number in range(20)]},
        {"names": ["نظام", "系统", "<script>alert(1)</script>", "x" * 300]},
        {"against": "baseline"},
        {"slices": ()},
        {"documents": [f"d{i // 10}" for i in range(40)]},
        {"scores": {"comet": {name: [0.5 + i / 100 for i in range(40)] for name in ("good", "fair", "poor")}}},
        {"test": "ar", "trials": 99},
    ],
    ids=lambda made: next(iter(made)),
)
def test_every_kind_of_report_is_a_whole_page(made: dict[str, object]) -> None:
    page = sample(**made).to_html()  # type: ignore[arg-type]
    checked(page)
    assert "<script>alert" not in page


def test_one_system_has_scores_and_slices_but_nobody_to_beat() -> None:
    alone = sample(["only"])
    assert matrix.section(alone) is None
    found = leaderboard.section(alone)
    assert found.title == "Scores"
    assert 'data-cell="rank"' not in found.body
    parts = slices.section(alone)
    assert parts is not None
    assert "baseline" not in words(parts.body)


def test_the_leaderboard_has_the_numbers_of_the_comparison(report: FullReport) -> None:
    body = leaderboard.section(report).body
    rows = re.findall(r'<tr data-system="(\d)">(.*?)</tr>', body, re.DOTALL)
    first = report.comparison.metrics[0]
    assert [report.groups[int(place)][0] for place, _ in rows] == [system.name for system in first.systems]
    for (_, row), system in zip(rows, first.systems, strict=True):
        value = re.search(r'data-measure="0" data-cell="score" data-value="([^"]+)"', row)
        assert value is not None
        assert float(value[1]) == system.score
        assert f'<span class="score">{system.score:.1f}</span>' in row
    assert 'aria-sort="descending"' in body
    assert body.count('aria-sort="none"') == 3 * 4


def test_wins_count_what_the_corrected_tests_say(report: FullReport) -> None:
    metric = report.comparison.metrics[0]
    counts = [leaderboard.records(metric, system.name) for system in metric.systems]
    assert sum(wins for wins, _, _ in counts) == sum(losses for _, _, losses in counts)
    assert sum(wins for wins, _, _ in counts) == sum(one.significant for one in metric.differences)
    assert all(sum(three) == 2 for three in counts)


def _pair(metric: MetricComparison, delta: float, significant: bool = True) -> MetricComparison:
    one = replace(metric.differences[0], delta=delta, significant=significant)
    return replace(metric, differences=(one, *metric.differences[1:]))


def test_metrics_disagree_only_where_both_are_sure(report: FullReport) -> None:
    bleu, chrf, ter = report.comparison.metrics

    def said(*metrics: MetricComparison) -> list[str]:
        first = (replace(metric, differences=metric.differences[:1]) for metric in metrics)
        return leaderboard.disagreements(replace(report.comparison, metrics=tuple(first)))

    one, other = (f"<bdi>{name}</bdi>" for name in (bleu.differences[0].first, bleu.differences[0].second))
    assert said(_pair(bleu, 2.0), _pair(chrf, -1.0), _pair(ter, -3.0)) == [
        f"These metrics disagree about {one} and {other}: <bdi>chrf</bdi> finds {one} better, <bdi>bleu</bdi> and "
        f"<bdi>ter</bdi> find {other} better, both significantly."
    ]
    assert said(_pair(bleu, 2.0), _pair(chrf, -1.0, significant=False)) == []
    assert said(_pair(bleu, 2.0), _pair(chrf, 1.0)) == []


def test_cells_of_the_matrix_read_as_sentences(report: FullReport) -> None:
    part = matrix.section(report)
    assert part is not None
    cells = [words(cell) for cell in re.findall(r"<td class=\"(?:good|bad|tie)\".*?</td>", part.body, re.DOTALL)]
    assert len(cells) == 3 * 6
    assert all(re.fullmatch(r"\w+ (better|worse|no clear difference), p [=≤] \d?(\.\d+)?", cell) for cell in cells)
    bleu = report.comparison.metrics[0]
    for one in bleu.differences:
        if one.significant:
            winner = leaderboard.better(one, bleu)
            loser = one.first if winner == one.second else one.second
            assert any(cell.startswith(f"{winner} better, p") for cell in cells)
            assert any(cell.startswith(f"{loser} worse, p") for cell in cells)


def test_p_at_its_floor_is_at_most_that(report: FullReport) -> None:
    how = replace(report.comparison.procedure, resamples=999, units=40)
    one = report.comparison.metrics[0].differences[0]

    def said(p: float, p_holm: float) -> str:
        return matrix.p_words(replace(one, p=p, p_holm=p_holm), how)

    assert said(0.001, 0.003) == "p ≤ .003"
    assert said(0.002, 0.003) == "p = .003"
    assert said(0.7, 1.0) == "p = 1"
    assert said(math.nan, math.nan) == "no p"
    few = replace(how, units=3)  # 2 ** (1 - 3): no three segments give less
    assert matrix.p_words(replace(one, p=0.25, p_holm=0.25), few) == "p ≤ .250"


def test_verdicts_look_from_the_row() -> None:
    made = sample().comparison
    higher = made.metrics[0]
    lower = replace(higher, higher_is_better=False)
    one = replace(higher.differences[0], delta=1.0, significant=True, identical=False)
    assert matrix.verdict(one.second, one, higher) == ("better", "good")
    assert matrix.verdict(one.first, one, higher) == ("worse", "bad")
    assert matrix.verdict(one.second, one, lower) == ("worse", "bad")
    assert matrix.verdict(one.second, replace(one, significant=False), higher) == ("no clear difference", "tie")
    assert matrix.verdict(one.second, replace(one, identical=True), higher) == ("identical", "tie")
    assert matrix.verdict(one.second, replace(one, delta=float("nan")), higher) == ("no score", "tie")


def test_slices_have_every_part_system_and_metric(report: FullReport) -> None:
    part = slices.section(report)
    assert part is not None
    expected = sum(len(made.labels) for made in report.slices)
    assert len(re.findall(r"<th scope=\"rowgroup\"", part.body)) == expected
    assert part.body.count('data-cell="slice"') == expected * 3 * 3
    for made in report.slices:
        counts = [int((made.part == place).sum()) for place in range(1, len(made.labels) + 1)]
        assert sum(counts) == 40
        for label, count in zip(made.labels, counts, strict=True):
            assert f"{label} {count} segments" in words(part.body)


def test_a_part_says_where_a_system_is_better_or_worse_than_the_baseline(report: FullReport) -> None:
    """By the sign that the metric's direction gives to a difference, and only where the test found one."""
    tested = report.comparison.slices
    assert {one.higher_is_better for one in tested} == {True, False}
    for significant in (True, False):
        marked = tuple(replace(one, delta=1.0, significant=significant) for one in tested)
        part = slices.section(replace(report, comparison=replace(report.comparison, slices=marked)))
        assert part is not None
        better, worse = (sum(one.higher_is_better == higher for one in marked) for higher in (True, False))
        expected = (better, worse) if significant else (0, 0)
        assert (part.body.count('class="n first good"'), part.body.count('class="n first bad"')) == expected
        assert (part.body.count(">▲<"), part.body.count(">▼<")) == expected
        assert part.body.count('title="better than the baseline"') == expected[0]


def test_slices_that_the_page_draws_have_their_scores_alone(report: FullReport) -> None:
    """Marks and pictures of many documents would make the file a tenth larger, and the page makes them anyway."""
    left = replace(report, slice_draws=1000)
    whole, bare = slices.section(report), slices.section(left)
    assert whole is not None
    assert bare is not None
    scores = re.compile(r'<span class="score">([^<]*)</span>')
    assert scores.findall(bare.body) == scores.findall(whole.body)
    assert "<svg" in whole.body
    assert "<svg" not in bare.body
    assert "Here are scores alone" in bare.body


def test_names_of_any_script_stand_apart_from_the_sentences_about_them() -> None:
    """A name that is written from right to left would take the punctuation beside it along."""
    made = sample(["نظام-1 (v2)", "fair", "poor"])
    part = slices.section(made)
    assert part is not None
    assert "than the baseline <bdi>نظام-1 (v2)</bdi>, p &lt; 0.05" in part.body


def test_parts_that_are_too_small_are_named_where_they_are_shown(report: FullReport) -> None:
    part = slices.section(report)
    assert part is not None
    assert "few for a bootstrap" in words(part.body)
    assert not any("slice" in sentence for sentence in report.comparison.warnings)


def test_documents_are_slices_without_intervals() -> None:
    made = sample(documents=[f"d{i // 10}" for i in range(40)], slices=())
    (by,) = made.slices
    assert (by.by, by.labels) == ("document", ("d0", "d1", "d2", "d3"))
    part = slices.section(made)
    assert part is not None
    assert "±" not in words(part.body)
    assert "it has no interval and no test" in words(part.body)
    assert "Holm" not in words(part.body)


def test_parts_that_cannot_be_tested_are_not_counted_among_the_comparisons() -> None:
    """Holm corrects for the tests that were made. Four documents are four parts without one."""
    documents = [f"d{i % 4}" for i in range(40)]
    made = sample(documents=documents, slices=("ref-length",))
    part = slices.section(made)
    assert part is not None
    lengths, by_document = made.slices
    assert by_document.by == "document"
    tested = [one for one in made.comparison.slices if one.metric == "bleu" and math.isfinite(one.p)]
    assert len(tested) == len(lengths.labels) * 2
    assert f"corrected by Holm for {len(tested)} comparisons" in words(part.body)
    members = [np.flatnonzero(lengths.part == 1 + place) for place in range(len(lengths.labels))]
    smallest = min(len({documents[place] for place in mine}) for mine in members)
    assert f"The smallest part has {smallest} documents" in words(part.body)


def test_the_header_says_what_was_compared_and_how_to_repeat_it() -> None:
    made = sample(documents=[f"d{i // 10}" for i in range(40)], language="de-en")
    said = words(header.section(made).body)
    assert "3 systems" in said
    assert "segments40" in said
    assert "documents4, drawn whole" in said
    assert "de → en" in said
    assert "seed 12345" in said
    assert made.comparison.metrics[0].signature in said
    assert "numpy" in said


def test_the_header_shows_the_doctors_findings_with_their_codes() -> None:
    made = sample(["good"])  # its outputs are the references themselves
    codes = {finding.code for finding in made.findings}
    assert codes
    body = header.section(made).body
    for code in codes:
        assert f"<code>{code}</code>" in body
    assert "Nothing odd was seen" in header.section(replace(made, findings=(), comparison=_silent(made))).body


def test_the_header_shows_notes_after_warnings() -> None:
    made = sample(["good"])
    first = made.findings[0]
    noted = replace(first, code="T116", title="odd length", severity="note")
    body = header.section(replace(made, findings=(noted, replace(first, severity="warning")))).body
    assert body.index(f"<li><code>{first.code}</code>") < body.index("<li>note, <code>T116</code>")


def test_the_header_says_what_was_not_fully_checked() -> None:
    without = words(header.section(sample()).body)
    assert "What was not fully checked" in without
    for code in LEFT_OUT:
        assert code in without
    assert "T108 not at all" in without
    made = sample()
    assert "T101" in made.unchecked
    assert "What was not" not in header.section(replace(made, unchecked={})).body


def _silent(report: FullReport) -> Comparison:
    return replace(report.comparison, warnings=())


def test_a_dot_lies_on_its_axis() -> None:
    axis = Axis.over([1.0, 3.0, math.nan], [Interval(0.5, 1.5, 0.95, 100, 1), None])
    assert (axis.low, axis.high) == (0.5, 3.0)
    assert (axis.x(0.5), axis.x(3.0)) == (6, 114)
    picture = dots(1.0, Interval(0.5, 1.5, 0.95, 100, 1), axis)
    assert 'x1="6.0" x2="49.2"' in picture
    assert 'cx="27.6"' in picture
    assert "circle" not in dots(math.nan, None, axis)
    assert Axis.over([], []).x(7) == 60


def test_a_difference_speaks_for_the_better_system(report: FullReport) -> None:
    metric = report.comparison.metrics[2]  # ter: lower is better
    one: Difference = replace(metric.differences[0], delta=-5.0)
    assert leaderboard.better(one, metric) == one.second


def test_names_from_right_to_left_leave_the_title_in_order() -> None:
    made = sample(["نظام <b>", "bad"])
    shown = report_page.page(made)
    assert "<h1><bdi>نظام &lt;b&gt;</bdi> and <bdi>bad</bdi> compared</h1>" in shown
    assert "<title>نظام &lt;b&gt; and bad compared</title>" in shown
