"""Plain aligned text, for pipes and files; the terminal's table is in terminal.py."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from tertium.errors import printable
from tertium.render.grid import Cell, Grid, corpus_grid, legend, marks_best, number_text, segment_grid, segment_score
from tertium.results import Report


def table(report: Report, decimals: Sequence[int], *, segments: bool = False, short: bool = False) -> str:
    """The whole text answer: table, then what was scored and by which definitions."""
    grid = segment_grid(report, decimals) if segments else corpus_grid(report, decimals)
    return f"{aligned(grid)}\n{footer(report, grid, short)}"


def footer(report: Report, grid: Grid, short: bool = False) -> str:
    """Number of segments, meaning of the mark, signatures."""
    counted = f"{report.segments} segment{'' if report.segments == 1 else 's'}"
    best = "; * best" if marks_best(grid) else ""
    lines = [counted + best]
    entries = [(printable(title), printable(signature)) for title, signature in legend(report, short)]
    width = max((display_width(title) for title, _ in entries), default=0)
    lines += [f"{padded(title, width)}  {signature}" for title, signature in entries]
    return "".join(f"{line}\n" for line in lines)


def numbers(report: Report, decimals: Sequence[int], *, segments: bool = False) -> str:
    """Scores alone, one a line: system by system, metric by metric; with ``segments`` segment by segment first."""
    lines = []
    for segment in range(report.segments) if segments else (None,):
        for system in report.systems:
            for score, places in zip(system.scores, decimals, strict=True):
                number = score.score if segment is None else segment_score(score, segment)
                lines.append("nan" if number is None or number != number else number_text(number, places))
    return "".join(f"{line}\n" for line in lines)


def aligned(grid: Grid) -> str:
    """Columns padded with spaces: names to the left, numbers to the right; the best number carries a star."""
    starred = marks_best(grid)
    header = [" ".join(filter(None, (printable(column.title), column.arrow))) for column in grid.columns]
    texts = [[_cell(cell) for cell in row] for row in grid.rows]
    widths = [max(map(display_width, column)) for column in zip(header, *texts, strict=True)]
    lines = [_line(grid, header, widths, [False] * len(header), starred)]
    for row, cells in zip(texts, grid.rows, strict=True):
        lines.append(_line(grid, row, widths, [cell.best for cell in cells], starred))
    return "".join(f"{line}\n" for line in lines)


def rows_aligned(rows: Iterable[Sequence[str]], gap: str = "  ") -> list[str]:
    """Rows of plain strings with their columns lined up; the last column is not padded."""
    rows = [list(row) for row in rows]
    if not rows:
        return []
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    return [gap.join(padded(text, width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def display_width(text: str) -> int:
    """Terminal columns a text takes: wide East Asian characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1 for c in text
    )


def padded(text: str, width: int, right: bool = False) -> str:
    space = " " * (width - display_width(text))
    return space + text if right else text + space


def _cell(cell: Cell) -> str:
    return printable(cell.text)


def _line(grid: Grid, texts: Sequence[str], widths: Sequence[int], best: Sequence[bool], starred: bool) -> str:
    made = []
    for column, text, width, is_best in zip(grid.columns, texts, widths, best, strict=True):
        numeric = column.higher is not None
        star = ("*" if is_best else " ") if numeric and starred else ""
        made.append(padded(text, width, right=numeric or column.title == "segment") + star)
    return "  ".join(made).rstrip()
