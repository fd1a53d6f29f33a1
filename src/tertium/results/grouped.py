"""Scores of a table and of groups of its rows, merged from parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tertium.results.lookup import find
from tertium.results.record import Record, Shown, in_json
from tertium.results.scores import MetricScore, Report, SystemScores

Value = str | int | bool | None


@dataclass(frozen=True)
class GroupScores(Record):
    """All metrics of one group; ``group`` has its value of every column that rows are grouped by.

    ``ids`` is the sum of the hashes of its rows' ids modulo 2⁶⁴, in hexadecimal digits: the same for the same rows.
    """

    group: Mapping[str, Value]
    segments: int
    scores: tuple[MetricScore, ...]
    ids: str | None = field(default=None, metadata=in_json(optional=True))

    def __getitem__(self, metric: str) -> MetricScore:
        return find(metric, self.scores, ())

    @property
    def name(self) -> str:
        """As tables show it."""
        return ", ".join("null" if value is None else str(value) for value in self.group.values())

    def row_labels(self) -> Mapping[str, Any]:
        return self.group


@dataclass(frozen=True, repr=False)
class GroupedScores(Record, Shown):
    """Scores of all rows (``result["bleu"]``) and of every group (``result.groups``).

    ``skipped`` counts rows left out because a text was missing; ``noticed`` counts rows by what reading noticed.
    """

    kind: ClassVar[str] = "score"
    version: str = field(metadata=in_json("tertium"))
    by: tuple[str, ...]
    segments: int
    scores: tuple[MetricScore, ...]
    groups: tuple[GroupScores, ...]
    ids: str | None = field(default=None, metadata=in_json(optional=True))
    skipped: int = 0
    noticed: Mapping[str, int] = field(default_factory=dict, metadata=in_json(optional=True))

    def __getitem__(self, metric: str) -> MetricScore:
        return find(metric, self.scores, ())

    @property
    def tables(self) -> Mapping[str, str]:  # type: ignore[override]  # without groups there is one table less
        return {"groups": "groups.scores", "scores": "scores"} if self.by else {"scores": "scores"}

    def group(self, *values: Value) -> GroupScores:
        """The group with these values, in the order of ``by``."""
        for found in self.groups:
            if tuple(found.group.values()) == values:
                return found
        known = "; ".join(found.name for found in self.groups[:20])
        raise KeyError(f"no group {values!r} here; there are {known}")

    def as_rendered(self) -> Report:
        """As a report: every group is shown as a system is, all rows last."""
        whole = SystemScores("all" if self.by else "", self.scores)
        groups = tuple(SystemScores(found.name, found.scores) for found in self.groups) if self.by else ()
        return Report(self.version, self.segments, (*groups, whole))
