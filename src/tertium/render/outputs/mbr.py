"""Outputs of ``tertium mbr``."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.analysis.mbr.choice import Choice
from tertium.errors import counted
from tertium.render.style import Style
from tertium.render.tables import as_json
from tertium.render.tables import html as html_tables
from tertium.render.tables.grid import Column, number_text
from tertium.render.tables.sheets import Section, Sheet


def text(choices: Sequence[Choice], style: Style) -> str:
    """An n-best list of one candidate each, or the chosen texts alone."""
    if style.bare:
        return "".join(f"{choice.text}\n" for choice in choices)
    return "".join(
        f"{choice.id} ||| {choice.text} ||| {number_text(choice.expected, style.width or 0)}\n" for choice in choices
    )


def jsonl(choices: Sequence[Choice], style: Style) -> str:
    return "".join(as_json.dumps(choice) + "\n" for choice in choices)


def html(choices: Sequence[Choice], style: Style) -> str:
    """Every list with its chosen candidate; which it is counts from 1, as people count."""
    rows = tuple(
        (
            choice.id,
            f"{choice.index + 1} of {choice.candidates}",
            number_text(choice.expected, 2 if style.width is None else style.width),
            choice.text,
        )
        for choice in choices
    )
    columns = (Column("list"), Column("candidate"), Column("expected", numeric=True), Column("text"))
    lists = counted(len(choices), "list")
    return html_tables.html(
        f"What was chosen from {lists}", [Section(sheet=Sheet("", columns, rows))], inside=style.inside
    )
