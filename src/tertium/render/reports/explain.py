"""Any metric's explanation of one segment, as text: facts first, then what matched, moved or is missing."""

from __future__ import annotations

from typing import Any

from tertium.errors import printable
from tertium.render.tables.grid import NO_SCORE, number_text
from tertium.render.tables.text import rows_aligned
from tertium.results.explanations import Explanation, ExplanationTable


def text(explanation: Explanation, decimals: int = 2) -> str:
    lines = [f"{printable(explanation.metric)} = {number_text(explanation.score, decimals)}"]
    lines += rows_aligned((f"  {printable(name)}", value_text(value)) for name, value in explanation.facts.items())
    return "".join(f"{line}\n" for line in lines) + "".join(f"\n{_table(table)}" for table in explanation.tables)


def matches(explanation: Explanation) -> str:
    """Only what was matched and how, for the end of a picture that shows the score."""
    return "\n".join(_table(table, f"{explanation.metric}: ") for table in explanation.tables)


def _table(table: ExplanationTable, whose: str = "") -> str:
    lines = [printable(f"{whose}{table.title}")]
    if table.rows:
        body = [[value_text(value) for value in row] for row in table.rows]
        lines += [f"  {line}" for line in rows_aligned([[printable(name) for name in table.columns], *body])]
    else:
        lines.append("  (none)")
    return "".join(f"{line}\n" for line in lines)


def value_text(value: Any) -> str:
    """Whole numbers without decimals, others with six significant digits, everything else as it is."""
    if value is None:
        return NO_SCORE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        if value != value:
            return NO_SCORE
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.6g}"
    if isinstance(value, list | tuple):
        return " ".join(value_text(item) for item in value)
    return printable(str(value))
