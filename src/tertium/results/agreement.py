"""How metrics agree with one another and with people, as a report shows it: frozen records, no formatting.

A number that does not exist is NaN.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.results.meta import CampaignFound
from tertium.results.record import Record, in_json


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


@dataclass(frozen=True)
class Bins(Record):
    """Segments counted in a grid: ``counts[row][column]``, rows by the metric and columns by people, from low to high.

    Edges are one more than there are rows or columns.
    """

    people: tuple[float, ...]
    metric: tuple[float, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def segments(self) -> int:
        return sum(map(sum, self.counts))


@dataclass(frozen=True)
class JudgedMetric(Record):
    """A metric's scores as printed, of every judged system, and where its segment scores lie beside people's."""

    name: str
    higher_is_better: bool
    systems: tuple[float, ...]
    bins: Bins | None


@dataclass(frozen=True)
class HumanAgreement(Record):
    """People's judgments beside the metrics.

    ``found`` is what ``tertium meta`` says of the same texts and judgments; ``resamples`` and ``seed`` are those of its
    intervals. ``people`` are the scores of ``systems`` by people, of which ``by`` says how they were made, and
    ``judged`` what was judged. Systems that nobody judged are left out.
    """

    systems: tuple[str, ...]
    people: tuple[float, ...]
    by: str
    judged: str
    metrics: tuple[JudgedMetric, ...]
    found: CampaignFound
    resamples: int
    seed: int
    files: tuple[str, ...] = field(default=(), metadata=in_json(optional=True))

    @property
    def ranks(self) -> tuple[int, ...]:
        """Places of the systems from the best to the worst by people."""
        return tuple(sorted(range(len(self.systems)), key=lambda place: -self.people[place]))
