"""What history keeps: runs with their scores and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class KeptScore:
    """One system by one metric in one run."""

    system: str
    metric: str
    signature: str
    higher: bool
    score: float | None
    low: float | None
    high: float | None
    letters: str | None


@dataclass(frozen=True)
class KeptText:
    """A text of a run: its role (a key of ``application.ROLES``), what it was called, and the name of the system."""

    role: str
    label: str
    name: str
    digest: str


@dataclass(frozen=True)
class KeptRun:
    """A run without its page; ``test_set`` tells runs with the same references apart from others."""

    id: int
    made: str
    title: str
    segments: int
    seconds: float
    test_set: str
    asked: Mapping[str, Any]
    warnings: tuple[str, ...]
    scores: tuple[KeptScore, ...] = ()
    texts: tuple[KeptText, ...] = ()

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(score.metric for score in self.scores))

    @property
    def systems(self) -> tuple[str, ...]:
        """In the order of the first metric, the best first."""
        return tuple(dict.fromkeys(score.system for score in self.scores))

    def score(self, system: str, metric: str) -> KeptScore | None:
        return next((found for found in self.scores if (found.system, found.metric) == (system, metric)), None)


@dataclass(frozen=True)
class NewRun:
    """What a job has made, to be kept; contents are bytes by digest."""

    title: str
    segments: int
    seconds: float
    test_set: str
    asked: Mapping[str, Any]
    warnings: Sequence[str]
    scores: Sequence[KeptScore]
    texts: Sequence[KeptText]
    contents: Mapping[str, bytes]
    page: bytes
