"""A Markdown table (GitHub's form), the best value bold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tertium.errors import printable
from tertium.render.tables.grid import corpus_grid, legend, segment_grid
from tertium.render.tables.text import about_draws
from tertium.results.scores import Report

# Everything that could start markup inside a cell, the cell's own border first; '<' and '&' keep HTML out.
_SPECIAL = re.compile(r"([\\|`*_{}\[\]<>&#~$])")


def table(report: Report, decimals: Sequence[int], *, segments: bool = False, short: bool = False) -> str:
    grid = segment_grid(report, decimals) if segments else corpus_grid(report, decimals)
    header = [f"{escape(column.title)} {column.arrow}".rstrip() for column in grid.columns]
    ruler = [":---" if column.higher is None else "---:" for column in grid.columns]
    lines = [_row(header), _row(ruler)]
    for number, row in enumerate(grid.rows):
        cells = [escape(text) for text in row]
        lines.append(
            _row([f"**{text}**" if (number, place) in grid.best else text for place, text in enumerate(cells)])
        )
    notes = [f"- {escape(line)}" for line in about_draws(report)]
    notes += [f"- {escape(title)}: {_code(signature)}" for title, signature in legend(report, short)]
    lines += ["", *notes] if notes else []
    return "".join(f"{line}\n" for line in lines)


def escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", printable(text))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    """A code span; its fence is longer than any run of backticks inside."""
    text = printable(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if fence != "`" else ""
    return f"{fence}{space}{text}{space}{fence}"
