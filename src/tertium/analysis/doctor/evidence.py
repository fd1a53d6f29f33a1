"""What the counts of a survey say of each file, as findings are made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from tertium.analysis.doctor.codes import CODES
from tertium.analysis.doctor.survey import Counts, Survey
from tertium.errors import printable
from tertium.kernels.traits import Fact, Trait
from tertium.metrics.base import Metric
from tertium.results.diagnosis import Finding

FEW = 10  # lines of a kind before their share means anything
WARNING, NOTE = "warning", "note"


@dataclass(frozen=True)
class Names:
    """What the streams are called in messages, and how many lines come before their first segments."""

    systems: tuple[str, ...]
    references: tuple[str, ...]
    before: tuple[int, ...]
    source: str = "the source"

    def of(self, stream: int) -> str:
        return (self.systems + self.references)[stream]

    @property
    def all_references(self) -> str:
        return self.references[0] if len(self.references) == 1 else "the references"


def make(code: str, severity: str, file: str, line: int, count: int, saw: str, lines: tuple[int, ...] = ()) -> Finding:
    known = CODES[code]
    return Finding(code, known.title, severity, file, line, count, saw, known.why, known.fix, lines)


class Evidence:
    """Counts by stream: the systems, then the references."""

    def __init__(self, survey: Survey, names: Names, metrics: Sequence[Metric]) -> None:
        self._survey, self._names, self._metrics = survey, names, metrics
        self._leaves = [leaf for metric in metrics for leaf in metric.plain()]
        self._counts: Counts = survey.counts
        self._traits, self._facts_seen = self._counts.traits.tolist(), self._counts.facts.tolist()
        self._fact_lines = self._counts.fact_lines.tolist()
        self._reference_traits = [sum(counts) for counts in zip(*self._traits[survey.systems :], strict=True)]
        self._systems = range(survey.systems)
        self._references = range(survey.systems, survey.systems + survey.references)

    def _n(self, stream: int, trait: Trait) -> int:
        return cast(int, self._traits[stream][trait])

    def _refs(self, trait: Trait) -> int:
        return cast(int, self._reference_traits[trait])

    def _line(self, stream: int, trait: Trait) -> int:
        return int(self._counts.trait_lines[stream, trait])

    def _share(self, count: int, stream: int) -> float:
        return count / max(1, int(self._counts.lines[stream]))

    def _share_of_sample(self, count: int, stream: int) -> float:
        return count / max(1, self._n(stream, Trait.SAMPLED))

    def _example(self, stream: int, kind: Trait | Fact) -> str:
        text = printable(self._counts.examples.get((stream, kind.name), "").strip())
        return f"'{text}'" if len(text) <= 40 else f"'{text[:39]}…'"

    def _finding(
        self, code: str, severity: str, stream: int, line: int, count: int, saw: str, every: str | range = ""
    ) -> Finding:
        """``every``: the lines it holds for, or the name of their kind, whose lines were listed if the doctor asked."""
        before = self._names.before[stream]
        lines = every if isinstance(every, range) else self._listed(stream, every)
        return make(
            code,
            severity,
            self._names.of(stream),
            line + before if line else 0,
            count,
            saw,
            tuple(number + before for number in lines),
        )

    def _listed(self, stream: int, kind: str) -> Iterator[int]:
        """In their order, each once: several references of a list stand in one line."""
        parts = self._counts.every_line.get((stream, kind), []) if self._survey.lists else []
        return iter(dict.fromkeys(number for part in parts for number in part.tolist()))


def percent(share: float) -> str:
    if 0 < share < 0.01:
        return "under 1 %"
    return f"{100 * share:.0f} %"


def lines_in_words(count: int, many: str, one: str, share: float | None = None) -> str:
    """``1 line holds``, ``2 lines hold``; with their share, ``2 lines (5 %) hold``."""
    part = "" if share is None else f" ({percent(share)})"
    return f"1 line{part} {one}" if count == 1 else f"{count} lines{part} {many}"
