"""Why one segment scores as it does: facts, tables of matches, and what words, order and length cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tertium.results.scores import finite_or_none


@dataclass(frozen=True)
class Table:
    """A small table inside an explanation."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        return {"title": self.title, "columns": list(self.columns), "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True)
class Explanation:
    """Why one segment got its score: facts (name and number), then tables of what matched, moved or is missing."""

    metric: str
    score: float
    facts: Mapping[str, Any] = field(default_factory=dict)
    tables: tuple[Table, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "score": finite_or_none(self.score),
            "facts": dict(self.facts),
            "tables": [table.to_dict() for table in self.tables],
        }


@dataclass(frozen=True)
class Attribution:
    """What words, order and length cost a segment, on the metric's natural scale; they add up to the whole loss.

    ``how`` says by which rule: exact where the metric is a product or a sum of such parts.
    """

    words: float
    order: float
    length: float
    how: str
