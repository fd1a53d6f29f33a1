"""Rows of a whole corpus, kept for what needs them again: intervals, tests, slices. Memory grows with the segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tertium.arrays import Bools, Floats
from tertium.metrics.base import Metric, Rows
from tertium.results.signatures import ReferenceCount


@dataclass
class KeptRows:
    """Selected rows by leaf: (systems, segments, columns), and which of them are masked, (systems, segments)."""

    _values: dict[Metric, list[Floats]] = field(default_factory=dict)
    _masked: dict[Metric, list[Bools]] = field(default_factory=dict)
    references: ReferenceCount | None = None  # None: nobody said how many there are

    def add(self, parts: dict[Metric, list[Rows]]) -> None:
        """One chunk's rows, one entry a system."""
        for leaf, systems in parts.items():
            self._values.setdefault(leaf, []).append(np.stack([rows.values for rows in systems]))
            self._masked.setdefault(leaf, []).append(np.stack([rows.masked for rows in systems]))

    def of(self, leaf: Metric) -> tuple[Floats, Bools]:
        """All segments, joined once."""
        if len(self._values[leaf]) > 1:
            self._values[leaf] = [np.concatenate(self._values[leaf], axis=1)]
            self._masked[leaf] = [np.concatenate(self._masked[leaf], axis=1)]
        return self._values[leaf][0], self._masked[leaf][0]

    def take(self, leaf: Metric) -> tuple[Floats, Bools]:
        """As ``of``, and forget them: whoever copies them needs no second copy here."""
        values, masked = self.of(leaf)
        del self._values[leaf], self._masked[leaf]
        return values, masked

    def put(self, leaf: Metric, values: Floats, masked: Bools) -> None:
        """All segments of a leaf at once, as ``of`` gives them."""
        self._values[leaf], self._masked[leaf] = [values], [masked]

    def leaves(self) -> Sequence[Metric]:
        return list(self._values)
