"""References as streams, marked as such: `tertium.streams` makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, eq=False, slots=True)
class Streams:
    """References the way sacreBLEU takes them: one list for each reference, each as long as the hypotheses."""

    lists: tuple[Any, ...]
