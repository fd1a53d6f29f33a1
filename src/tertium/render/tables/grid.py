"""The table behind text, Markdown and LaTeX: which rows and columns there are, how numbers are cut, which is best."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tertium.errors import printable
from tertium.results.scores import MetricScore, PairedP, Report

NO_SCORE = "–"
_LONGEST_TITLE = 24  # a combination of six metrics is no column heading; it gets a number and a line below the table


@dataclass(frozen=True)
class Column:
    """A heading; ``higher`` is None for what is not a score."""

    title: str
    higher: bool | None = None
    numeric: bool = False  # a number that is not a score, such as p
    joined: bool = False  # stays with the column before it where a table is folded

    @property
    def arrow(self) -> str:
        return {None: "", True: "↑", False: "↓"}[self.higher]

    @property
    def heading(self) -> str:
        return f"{self.title} {self.arrow}".rstrip()

    @property
    def right(self) -> bool:
        """Numbers end below one another."""
        return self.higher is not None or self.numeric or self.title == "segment"


@dataclass(frozen=True)
class Grid:
    """Rows of texts, control characters escaped; ``best`` holds (row, column) of the numbers to mark."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    best: frozenset[tuple[int, int]] = frozenset()


def corpus_grid(report: Report, decimals: Sequence[int]) -> Grid:
    """Systems as rows, metrics as columns."""
    rows = []
    for system in report.systems:
        numbers = [_corpus_text(score, places) for score, places in zip(system.scores, decimals, strict=True)]
        if tested(report) is not None:
            numbers = [text for pair in zip(numbers, map(_p_cell, system.scores), strict=True) for text in pair]
        rows.append((printable(system.name), *numbers))
    columns = _score_columns(report)
    if len(rows) == 1 and not report.systems[0].name:  # of Python's one list, which has no name
        return Grid(tuple(columns), (rows[0][1:],))
    if tested(report) is not None:  # the star is that of the test then, and nothing is marked as best
        columns = [made for column in columns for made in (column, Column("p", numeric=True, joined=True))]
        return Grid((Column("system"), *columns), tuple(rows))
    best = {(row, place) for place, scores in enumerate(_by_metric(report), 1) for row in _best(scores)}
    return Grid((Column("system"), *columns), tuple(rows), frozenset(best))


def tested(report: Report) -> PairedP | None:
    """One of the report's paired tests, if it has any."""
    return next((score.test for system in report.systems for score in system.scores if score.test), None)


def p_text(p: float, draws: int) -> str:
    """A p-value with as many decimals as its number of draws can tell apart, at least 3."""
    if not math.isfinite(p):
        return NO_SCORE
    return f"{p:.{max(3, math.ceil(math.log10(draws)))}f}"


def _p_cell(score: MetricScore) -> str:
    if score.test is None:
        return ""
    return p_text(score.test.p, score.test.draws) + ("*" if score.test.significant else "")


def segment_grid(report: Report, decimals: Sequence[int]) -> Grid:
    """One row for each segment and system, in that order; segments count from 1."""
    numbers = [str(segment) for segment in range(1, report.segments + 1)]
    by_system = []
    for system in report.systems:
        texts = [
            [number_text(number, places) for number in segment_scores(score)]
            for score, places in zip(system.scores, decimals, strict=True)
        ]
        by_system.append(zip(numbers, [printable(system.name)] * report.segments, *texts, strict=True))
    rows = tuple(row for together in zip(*by_system, strict=True) for row in together)
    return Grid((Column("segment"), Column("system"), *_score_columns(report)), rows)


def segment_scores(score: MetricScore) -> tuple[float | None, ...]:
    if score.segment_scores is None:
        raise ValueError(f"{score.metric} was scored without segment_scores=True")
    return score.segment_scores


def number_text(number: float | None, decimals: int) -> str:
    """A number with a fixed number of decimals; a dash where there is none, and no minus before zero."""
    if number is None or not math.isfinite(number):
        return NO_SCORE
    text = f"{number:.{decimals}f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def legend(report: Report, short: bool = False) -> Iterator[tuple[str, str]]:
    """(title, signature) of every metric column; ``short`` gives the form for papers."""
    if not report.systems:
        return
    for title, score in zip(titles(report.systems[0].scores), report.systems[0].scores, strict=True):
        yield title, score.short_signature if short else score.signature


def _corpus_text(score: MetricScore, decimals: int) -> str:
    text = number_text(score.score, decimals)
    if score.interval is None:
        return text
    return f"{text} [{number_text(score.interval.low, decimals)}, {number_text(score.interval.high, decimals)}]"


def _score_columns(report: Report) -> list[Column]:
    scores = report.systems[0].scores if report.systems else ()
    return [
        Column(printable(title), score.higher_is_better) for title, score in zip(titles(scores), scores, strict=True)
    ]


def titles(scores: Sequence[MetricScore]) -> list[str]:
    return [
        score.metric if len(score.metric) <= _LONGEST_TITLE else f"[{number}]" for number, score in enumerate(scores, 1)
    ]


def _by_metric(report: Report) -> list[tuple[MetricScore, ...]]:
    return list(zip(*(system.scores for system in report.systems), strict=True))


def _best(scores: Sequence[MetricScore]) -> set[int]:
    """Systems with the best score; none when there is nothing to choose between."""
    finite = {index: score.value for index, score in enumerate(scores) if math.isfinite(score.value)}
    if len(set(finite.values())) < 2:
        return set()
    top = max(finite.values()) if scores[0].higher_is_better else min(finite.values())
    return {index for index, value in finite.items() if value == top}
