"""Why one segment scores as it does: facts, tables of matches, and what words, order and length cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tertium.results.record import Record


@dataclass(frozen=True)
class ExplanationTable(Record):
    """A small table inside an explanation."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Explanation(Record):
    """Why one segment got its score: facts (name and number), then tables of what matched, moved or is missing."""

    metric: str
    score: float
    facts: Mapping[str, Any] = field(default_factory=dict)
    tables: tuple[ExplanationTable, ...] = ()


@dataclass(frozen=True)
class Attribution(Record):
    """What words, order and length cost a segment, on the metric's natural scale; they add up to the whole loss.

    ``how`` says by which rule: exact where the metric is a product or a sum of such parts.
    """

    words: float
    order: float
    length: float
    how: str
