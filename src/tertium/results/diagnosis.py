"""What the doctor found: findings with their codes, and all findings of one visit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from tertium.results.record import Record, Result, in_json


def _line(number: int) -> int | None:
    return number or None


@dataclass(frozen=True)
class Finding(Record):
    """Something odd about the texts: what was seen and where, why it matters, and what to do.

    A ``warning`` is worth interrupting somebody for, a ``note`` only worth knowing. ``line`` counts from 1, 0 means the
    whole file; ``count`` says how many lines it holds for. ``lines`` are all of these, if the doctor was asked; there
    are none where the finding is about the whole file.
    """

    code: str
    title: str
    severity: str
    file: str
    line: int = field(metadata=in_json(through=_line))
    count: int
    saw: str
    why: str
    fix: str
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, repr=False)
class Diagnosis(Result):
    """All the doctor found, in the order of codes and files; ``unchecked`` says what was not looked at, and why."""

    kind: ClassVar[str] = "doctor"
    tables: ClassVar[Mapping[str, str]] = {"findings": "findings"}

    version: str = field(metadata=in_json("tertium"))
    segments: int
    findings: tuple[Finding, ...]
    unchecked: Mapping[str, str] = field(default_factory=dict)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == "warning")
