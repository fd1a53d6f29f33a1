"""What a merge draws: the same request for states with bags and for those that keep their rows."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.analysis.comparing.draws import Bootstrap


@dataclass(frozen=True)
class Draws:
    """What is drawn: intervals, a paired test, and how often."""

    bootstrap: Bootstrap
    intervals: bool
    paired: str | None
    trials: int
