"""What the doctor found: findings with their codes, and all findings of one visit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Finding:
    """Something odd about the texts: what was seen and where, why it matters, and what to do.

    A ``warning`` is worth interrupting somebody for, a ``note`` only worth knowing. ``line`` counts from 1, 0 means the
    whole file; ``count`` says how many lines it holds for.
    """

    code: str
    title: str
    severity: str
    file: str
    line: int
    count: int
    saw: str
    why: str
    fix: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "title": self.title,
            "severity": self.severity,
            "file": self.file,
            "line": self.line or None,
            "count": self.count,
            "saw": self.saw,
            "why": self.why,
            "fix": self.fix,
        }


@dataclass(frozen=True)
class Diagnosis:
    """All the doctor found, in the order of codes and files; ``unchecked`` says what was not looked at, and why."""

    version: str
    segments: int
    findings: tuple[Finding, ...]
    unchecked: Mapping[str, str] = field(default_factory=dict)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == "warning")

    def to_dict(self) -> dict[str, Any]:
        return {
            "tertium": self.version,
            "segments": self.segments,
            "findings": [finding.to_dict() for finding in self.findings],
            "unchecked": dict(self.unchecked),
        }
