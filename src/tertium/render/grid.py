"""The table behind text, Markdown and LaTeX: which rows and columns there are, how numbers are cut, which is best."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tertium.results import MetricScore, Report

NO_SCORE = "–"
_LONGEST_TITLE = 24  # a combination of six metrics is no column heading; it gets a number and a line below the table


@dataclass(frozen=True)
class Column:
    """A heading; ``higher`` is None for what is not a score."""

    title: str
    higher: bool | None = None

    @property
    def arrow(self) -> str:
        return {None: "", True: "↑", False: "↓"}[self.higher]


@dataclass(frozen=True)
class Cell:
    text: str
    best: bool = False


@dataclass(frozen=True)
class Grid:
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


def corpus_grid(report: Report, decimals: Sequence[int]) -> Grid:
    """Systems as rows, metrics as columns."""
    best = [_best(scores) for scores in _by_metric(report)]
    rows = []
    for index, system in enumerate(report.systems):
        cells = [Cell(system.name)]
        for score, places, winners in zip(system.scores, decimals, best, strict=True):
            cells.append(Cell(_corpus_text(score, places), index in winners))
        rows.append(tuple(cells))
    return Grid((Column("system"), *_score_columns(report)), tuple(rows))


def segment_grid(report: Report, decimals: Sequence[int]) -> Grid:
    """One row for each segment and system, in that order; segments count from 1."""
    rows = []
    for segment in range(report.segments):
        for system in report.systems:
            numbers = [segment_score(score, segment) for score in system.scores]
            texts = [number_text(number, places) for number, places in zip(numbers, decimals, strict=True)]
            rows.append((Cell(str(segment + 1)), Cell(system.name), *map(Cell, texts)))
    return Grid((Column("segment"), Column("system"), *_score_columns(report)), tuple(rows))


def segment_score(score: MetricScore, segment: int) -> float | None:
    if score.segment_scores is None:
        raise ValueError(f"{score.metric} was scored without segment_scores=True")
    return score.segment_scores[segment]


def number_text(number: float | None, decimals: int) -> str:
    """A number with a fixed number of decimals; a dash where there is none, and no minus before zero."""
    if number is None or not math.isfinite(number):
        return NO_SCORE
    text = f"{number:.{decimals}f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def legend(report: Report, short: bool = False) -> Iterator[tuple[str, str]]:
    """(title, signature) of every metric column; ``short`` is for those alone whose title is not their spec."""
    if not report.systems:
        return
    for title, score in zip(_titles(report.systems[0].scores), report.systems[0].scores, strict=True):
        if not short:
            yield title, score.signature
        elif title != score.metric:
            yield title, score.metric


def marks_best(grid: Grid) -> bool:
    return any(cell.best for row in grid.rows for cell in row)


def _corpus_text(score: MetricScore, decimals: int) -> str:
    text = number_text(score.score, decimals)
    if score.interval is None:
        return text
    return f"{text} [{number_text(score.interval.low, decimals)}, {number_text(score.interval.high, decimals)}]"


def _score_columns(report: Report) -> list[Column]:
    scores = report.systems[0].scores if report.systems else ()
    return [Column(title, score.higher_is_better) for title, score in zip(_titles(scores), scores, strict=True)]


def _titles(scores: Sequence[MetricScore]) -> list[str]:
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
