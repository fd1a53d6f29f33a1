"""How metrics agree with one another, as a report shows it: frozen records, no formatting.

A number that does not exist is NaN.
"""

from __future__ import annotations

from dataclasses import dataclass

from tertium.results.record import Record


@dataclass(frozen=True)
class OrderedApart(Record):
    """Two systems that two metrics order differently: by the first metric ``one`` is better, by the second ``other``.

    ``clearly`` is how far the systems are apart by the metric that sees less of a difference, in standard deviations of
    its scores of systems.
    """

    one: str
    other: str
    clearly: float


@dataclass(frozen=True)
class TwoMetrics(Record):
    """Two metrics: Pearson's correlation of their scores of systems and of segments, and systems they order apart.

    Scores are turned so that higher is better. Segment scores are taken less the mean of their segment, so that easy
    and hard segments do not pass for agreement; of a single system they are taken as they are. ``apart`` are all pairs
    of systems that the two order differently, the clearest first, of ``pairs`` that there are.
    """

    first: str
    second: str
    systems: float
    segments: float
    pairs: int
    apart: tuple[OrderedApart, ...]


@dataclass(frozen=True)
class MetricAgreement(Record):
    """All pairs of the metrics of a report; correlations of systems need three of them."""

    metrics: tuple[str, ...]
    systems: int
    pairs: tuple[TwoMetrics, ...]

    def between(self, first: str, second: str) -> TwoMetrics | None:
        """The pair of these two metrics, in either order."""
        return next((pair for pair in self.pairs if {pair.first, pair.second} == {first, second}), None)
