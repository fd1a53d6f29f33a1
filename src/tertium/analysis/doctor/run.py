"""The doctor's two doors: a watch for scoring, which sees chunks as they pass, and a visit with every check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tertium.analysis.doctor.codes import REMARKS
from tertium.analysis.doctor.evidence import NOTE, WARNING, Names, make
from tertium.analysis.doctor.shifts import REACH
from tertium.analysis.doctor.survey import SAMPLE, Counts, Survey
from tertium.analysis.doctor.swapped import agreement, swapped_by_agreement, swapped_names
from tertium.analysis.doctor.verdicts import findings_of
from tertium.corpus.chunk import Chunk, Notice
from tertium.corpus.notices import CODES, merged
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.corpus.texts.truncated import cut_to, line_counts
from tertium.errors import option
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Listener
from tertium.results.diagnosis import Diagnosis, Finding

# What scoring leaves to the visit, by the codes that may be missed: said wherever its findings are.
LEFT_OUT = {
    "T101": "only by the names of files, not by how much systems resemble one another",
    "T102": f"only where lengths of lines are odd, and over {REACH} lines at most",
    "T103, T104, T106, T119, T120, T123": (
        f"only in {SAMPLE} sentences of every few thousand: spacing, case, quotes, entities, languages"
    ),
}
SEGMENTS = 4096  # of a chunk: repeated lines and far shifts are looked for inside one


class Watch:
    """What scoring shows its chunks to: counts as they pass, and findings at the end. Cheap checks only.

    With ``lists`` findings know all their lines.
    """

    def __init__(
        self,
        corpus: StreamCorpus,
        metrics: Sequence[Metric],
        ignore: frozenset[str] = frozenset(),
        *,
        lists: bool = False,
    ) -> None:
        self._corpus, self._metrics, self._ignore = corpus, metrics, ignore
        self._survey = Survey(len(corpus.systems), len(corpus.references), lists=lists)
        self.look, self.add = self._survey.look, self._survey.add

    @staticmethod
    def to_plain(seen: Counts) -> dict[str, Any]:
        return seen.to_plain()

    @staticmethod
    def from_plain(plain: dict[str, Any]) -> Counts:
        return Counts.from_plain(plain)

    def findings(self, notices: Iterable[Notice] = ()) -> tuple[Finding, ...]:
        """Remarks of reading, warnings, and what is only worth knowing."""
        names = names_of(self._corpus)
        found = [*map(remark, merged(notices)), *_by_name(names), *findings_of(self._survey, names, self._metrics)]
        return tuple(one for one in found if one.code not in self._ignore)

    def segments(self, finding: Finding) -> list[int]:
        """The segments, from 0, whose lines a finding lists."""
        names = names_of(self._corpus)
        before = dict(zip((*names.systems, *names.references), names.before, strict=True))
        return [line - 1 - before.get(finding.file, 0) for line in finding.lines]


def diagnose(
    corpus: StreamCorpus,
    metrics: Sequence[Metric],
    *,
    version: str,
    ignore: frozenset[str] = frozenset(),
    listener: Listener = SILENT,
) -> Diagnosis:
    """Every check over a whole corpus, warnings and notes."""
    names = names_of(corpus)
    unchecked = {}
    found = list(_by_name(names))
    corpus, uneven = _evened(corpus, names)
    found += uneven
    survey = Survey(len(corpus.systems), len(corpus.references), thorough=True)
    notices: list[Notice] = []
    for number, build in enumerate(corpus.chunks(SEGMENTS)):
        chunk, noticed = build()
        notices += noticed
        survey.add(survey.look(chunk))
        if number == 0 and not any(finding.code == "T101" for finding in found):
            found += _by_agreement(chunk, names)
        listener.progress("looking", survey.counts.segments, 0)
    if corpus.sources is None:
        unchecked["T108"] = f"there are no sources; give them with {option('-s')}"
    if len(corpus.systems) < 3:
        unchecked["T101"] = "only the file names were checked; agreement between systems needs three of them"
    found += findings_of(survey, names, metrics)
    remarks = (*map(remark, merged(notices)), *sorted(found, key=lambda finding: finding.code))
    return Diagnosis(
        version, survey.counts.segments, tuple(one for one in remarks if one.code not in ignore), unchecked
    )


def names_of(corpus: StreamCorpus) -> Names:
    streams = (*corpus.systems, *corpus.references)
    return Names(
        tuple(stream.name for stream in corpus.systems),
        tuple(stream.name for stream in corpus.references),
        tuple(stream.table.first_line(stream.key) - 1 for stream in streams),
        Names.source if corpus.sources is None else corpus.sources.name,
    )


def remark(notice: Notice) -> Finding:
    """What reading remarked, as a finding."""
    known = REMARKS[CODES[notice.code]]
    lines = dict.fromkeys(line for first, last in notice.runs for line in range(first, last + 1))
    place = (notice.file, notice.line, notice.count)
    return Finding(known.code, known.title, WARNING, *place, notice.message, known.why, known.fix, tuple(lines))


def _by_name(names: Names) -> list[Finding]:
    system = swapped_names(names.systems, names.references)
    if system is None:
        return []
    saw = f"its name is that of a reference, while {names.references[0]}, given as a reference, has a system's name"
    return [make("T101", WARNING, names.systems[system], 0, 1, saw)]


def _by_agreement(chunk: Chunk, names: Names) -> list[Finding]:
    if chunk.systems < 3:
        return []
    odd = swapped_by_agreement(agreement(chunk))
    if odd is None:
        return []
    system, mine, reference = odd
    saw = (
        f"systems usually resemble one another more than a human translation, but here {names.references[0]} resembles "
        f"the others as a system would (chrF {100 * reference:.1f}), and {names.systems[system]} does not "
        f"({100 * mine:.1f})"
    )
    return [make("T101", WARNING, names.systems[system], 0, 1, saw)]


def _evened(corpus: StreamCorpus, names: Names) -> tuple[StreamCorpus, list[Finding]]:
    """The corpus cut to its shortest file, and a finding for every file that differs from the references."""
    counts = line_counts(corpus)
    known = {count for count in counts.values() if count is not None}
    if len(known) < 2:
        return corpus, []
    base = counts[names.references[0]]
    found = []
    for name, count in counts.items():
        if count is not None and base is not None and count != base:
            first = min(count, base) + 1
            saw = f"it has {count} lines, {names.references[0]} has {base}"
            system = name if name in names.systems + names.references else names.systems[0]
            unpaired = tuple(range(first, max(count, base) + 1))
            said = saw if system == name else f"{name}: {saw}"
            found.append(make("T115", WARNING, system, first, len(unpaired), said, unpaired))
    return cut_to(corpus, min(known)), found


__all__ = ["LEFT_OUT", "NOTE", "WARNING", "Watch", "diagnose", "names_of", "remark"]
