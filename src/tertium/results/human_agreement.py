"""How metrics agree with people, as a report shows it: frozen records, no formatting.

Apart from the agreement of metrics: most reports have no judgments, and need not load what ``tertium meta`` says.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.results.meta import CampaignFound
from tertium.results.record import Record, in_json


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
