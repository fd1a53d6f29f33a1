"""Outputs of ``tertium mbr``."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.analysis.mbr.choice import Choice
from tertium.render.style import Style
from tertium.render.tables import as_json
from tertium.render.tables.grid import number_text


def text(choices: Sequence[Choice], style: Style) -> str:
    """An n-best list of one candidate each, or the chosen texts alone."""
    if style.bare:
        return "".join(f"{choice.text}\n" for choice in choices)
    return "".join(
        f"{choice.id} ||| {choice.text} ||| {number_text(choice.expected, style.width or 0)}\n" for choice in choices
    )


def jsonl(choices: Sequence[Choice], style: Style) -> str:
    return "".join(as_json.dumps(choice) + "\n" for choice in choices)
