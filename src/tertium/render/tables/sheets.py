"""Several small tables with titles, and notes below them: as text, on a terminal, in Markdown, in LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tertium.errors import printable
from tertium.render.tables import latex as latex_tables
from tertium.render.tables import markdown as markdown_tables
from tertium.render.tables.folding import wrapped
from tertium.render.tables.grid import Column, Grid
from tertium.render.tables.terminal import Paper
from tertium.render.tables.text import aligned

_STYLES = {"good": "bold green", "bad": "bold red"}


@dataclass(frozen=True)
class Sheet:
    """A table; ``tone`` says which cells (row, column) are "good" or "bad" news, for those who see colours.

    The texts say the same by a star and a sign, so that nothing is lost without colours. ``pictures`` are SVG of cells,
    for HTML alone; they show what the text of the cell says.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    tone: Mapping[tuple[int, int], str] = field(default_factory=dict)
    pictures: Mapping[tuple[int, int], str] = field(default_factory=dict)


@dataclass(frozen=True)
class Section:
    """Part of a report: sentences above a table, the table, notes below it."""

    lines: tuple[str, ...] = ()
    sheet: Sheet | None = None
    notes: tuple[str, ...] = ()


def sections(sheets: Sequence[Sheet], notes: Sequence[str]) -> list[Section]:
    """Tables one after the other, and the notes below all of them."""
    return [*(Section(sheet=sheet) for sheet in sheets), Section(notes=tuple(notes))]


def text(sheets: Sequence[Sheet], notes: Sequence[str], width: int | None = None) -> str:
    """Plain tables; on a page of some ``width``, folded."""
    made = [f"{printable(sheet.title)}\n{aligned(Grid(sheet.columns, _printable(sheet)), width)}" for sheet in sheets]
    if width is not None:
        notes = [line for note in notes for line in wrapped(printable(note), width)]
    return "\n".join(made) + _notes(notes)


def terminal(sheets: Sequence[Sheet], notes: Sequence[str], width: int) -> str:
    """With rules and colours."""
    paper = Paper(width)
    for number, sheet in enumerate(sheets):
        paper.title(("\n" if number else "") + printable(sheet.title))
        headings = [column.heading for column in sheet.columns]
        styles = {cell: _STYLES.get(tone, "") for cell, tone in sheet.tone.items()}
        paper.table(sheet.columns, headings, _printable(sheet), styles)
    paper.notes(_notes(notes))
    return paper.text


def markdown(sheets: Sequence[Sheet], notes: Sequence[str]) -> str:
    escape = markdown_tables.escape
    lines: list[str] = []
    for sheet in sheets:
        lines += [f"### {escape(sheet.title)}", ""]
        lines.append(_bars([escape(column.heading) for column in sheet.columns]))
        lines.append(_bars(["---:" if column.right else ":---" for column in sheet.columns]))
        for row, cells in enumerate(sheet.rows):
            shown = [escape(cell).strip() for cell in cells]
            lines.append(_bars([f"**{c}**" if (row, p) in sheet.tone and c else c for p, c in enumerate(shown)]))
        lines.append("")
    lines += [f"- {escape(note)}" for note in notes]
    return "".join(f"{line}\n" for line in lines)


def latex(sheets: Sequence[Sheet], notes: Sequence[str]) -> str:
    escape = latex_tables.escape
    lines = [r"% needs \usepackage{booktabs}"]
    for sheet in sheets:
        align = "".join("r" if column.right else "l" for column in sheet.columns)
        header = " & ".join(escape(column.title) + latex_tables.ARROWS[column.arrow] for column in sheet.columns)
        lines += [
            f"% {printable(sheet.title)}",
            rf"\begin{{tabular}}{{{align}}}",
            r"\toprule",
            rf"{header} \\",
            r"\midrule",
        ]
        for row, cells in enumerate(sheet.rows):
            shown = [escape(cell.strip()) for cell in cells]
            bold = [rf"\textbf{{{c}}}" if (row, p) in sheet.tone and c else c for p, c in enumerate(shown)]
            lines.append(" & ".join(bold) + r" \\")
        lines += [r"\bottomrule", r"\end{tabular}", ""]
    lines += [f"% {printable(note)}" for note in notes]
    return "".join(f"{line}\n" for line in lines)


def _printable(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(printable(cell) for cell in row) for row in sheet.rows)


def _notes(notes: Sequence[str]) -> str:
    return "".join(f"\n{printable(note)}" for note in notes) + "\n" if notes else ""


def _bars(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
