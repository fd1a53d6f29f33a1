"""What is counted while chunks pass: traits of every text stream, facts of hypotheses beside references, shifts.

Counting is native and costs a few per cent of scoring (bench); Python sees a sentence only where something was found.
Parts are made in worker threads and added in the order of the text, so the first line of everything is the first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, fields
from typing import Any, TypeVar

import numpy as np

from tertium.analysis.doctor.shifts import FAR, FEWEST, REACH, WINDOW, Shifted, joined, shifts_in
from tertium.arrays import Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.kernels import traits as kernel
from tertium.kernels.traits import LANGUAGES, SCRIPTS, UNSPACED, Fact, Surveyed, Trait, Traits

K = TypeVar("K", Trait, Fact)

# Kinds of which a sentence is looked at, or kept to be shown: they follow one another.
_LOOKED_AT = (Trait.CONTROL, Trait.INVISIBLE, Trait.REPLACEMENT, Trait.COMBINING, Trait.ENTITY)
_SHOWN_FACTS = (Fact.COPIED, Fact.OTHER_SCRIPT, Fact.PREFACED, Fact.QUOTED, Fact.MARKED, Fact.REPEATED, Fact.REFUSED)
# Kinds whose every line is listed, by the doctor.
_LISTED = (
    Trait.SPACED,
    Trait.PLAIN_DOUBLE,
    Trait.PLAIN_SINGLE,
    Trait.TYPOGRAPHIC_DOUBLE,
    Trait.TYPOGRAPHIC_SINGLE,
    Trait.CONTROL,
    Trait.INVISIBLE,
    Trait.REPLACEMENT,
    Trait.ENTITY,
)
SAMPLE = 256  # sentences a chunk that scoring looks at for case, quotes, spacing, entities and language
ALL = 1 << 30  # as many as the doctor does
NO_CAPITAL, SOURCE, DECOMPOSED = "no capital", "source", "decomposed"  # kinds of lines that are no trait
_SAMPLED = 50  # sentences a chunk, of which it is asked whether words are set apart by spaces


@dataclass(eq=False)
class Counts:
    """Counts by stream (systems, then references) and by system; line numbers count from 1, 0 where there is none."""

    traits: Int64s  # (streams, traits + scripts + languages)
    trait_lines: Int64s
    facts: Int64s  # (systems, facts)
    fact_lines: Int64s
    decomposed: Int64s  # (streams, 2): lines, first line
    characters: Int64s  # (streams,)
    lines: Int64s  # (streams,): texts looked at
    unspaced: Int64s  # (2,): spaces and characters of a sample of references in scripts without spaces
    source_languages: Int64s  # (languages,): of the sources that were looked at
    sources_given: Int64s  # (references, 2): references that equal their source, first line
    linked_words: Int64s  # (2, 3): of sources and references in scripts without spaces that links of files are about:
    # lines, words and characters of a sample
    same: tuple[int, ...]  # by system: the first whose every line is the same
    examples: dict[tuple[int, str], str] = field(default_factory=dict)
    every_line: dict[tuple[int, str], list[Int32s]] = field(default_factory=dict)  # by kind, if the doctor asks
    shifts: list[tuple[int, Shifted]] = field(default_factory=list)
    segments: int = 0

    @classmethod
    def none(cls, systems: int, streams: int) -> Counts:
        def zeros(*shape: int) -> Int64s:
            return np.zeros(shape, dtype=np.int64)

        kinds = len(Trait) + len(SCRIPTS) + len(LANGUAGES)
        return cls(
            zeros(streams, kinds),
            zeros(streams, kinds),
            zeros(systems, len(Fact)),
            zeros(systems, len(Fact)),
            zeros(streams, 2),
            zeros(streams),
            zeros(streams),
            zeros(2),
            zeros(len(LANGUAGES)),
            zeros(streams - systems, 2),
            zeros(2, 3),
            tuple(range(systems)),
        )

    def add(self, other: Counts) -> None:
        """What follows in the text."""
        for mine, theirs in (
            (self.trait_lines, other.trait_lines),
            (self.fact_lines, other.fact_lines),
            (self.decomposed[:, 1], other.decomposed[:, 1]),
            (self.sources_given[:, 1], other.sources_given[:, 1]),
        ):
            np.copyto(mine, theirs, where=mine == 0)
        self.traits += other.traits
        self.facts += other.facts
        self.decomposed[:, 0] += other.decomposed[:, 0]
        self.characters += other.characters
        self.lines += other.lines
        self.unspaced += other.unspaced
        self.source_languages += other.source_languages
        self.sources_given[:, 0] += other.sources_given[:, 0]
        self.linked_words += other.linked_words
        both = list(zip(self.same, other.same, strict=True))
        self.same = tuple(map(both.index, both))
        for kind, lines in other.every_line.items():
            self.every_line.setdefault(kind, []).extend(lines)
        self.examples = other.examples | self.examples
        self.shifts += other.shifts
        self.segments += other.segments

    def to_plain(self) -> dict[str, Any]:
        """In plain values and arrays, for work that is kept on disk."""
        return {
            **{name: getattr(self, name) for name in _PLAIN},
            "examples": [[*kind, text] for kind, text in self.examples.items()],
            "every_line": [[*kind, np.concatenate(lines)] for kind, lines in self.every_line.items()],
            "shifts": [[system, *astuple(shift)] for system, shift in self.shifts],
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Counts:
        made = {name: plain[name] for name in _PLAIN}
        made["same"] = tuple(made["same"])
        return cls(
            **made,
            examples={(stream, kind): text for stream, kind, text in plain["examples"]},
            every_line={(stream, kind): [lines] for stream, kind, lines in plain["every_line"]},
            shifts=[(system, Shifted(*shift)) for system, *shift in plain["shifts"]],
        )


_PLAIN = tuple(one.name for one in fields(Counts) if one.name not in ("examples", "every_line", "shifts"))


class Survey:
    """Looks at every chunk.

    ``thorough`` scores every window of lines for shifts, not only those with odd lengths, looks at every line for
    habits, and lists the lines that it found anything in. ``lists`` does the latter alone.
    """

    def __init__(self, systems: int, references: int, thorough: bool = False, *, lists: bool = False) -> None:
        self.systems, self.references, self.thorough, self.lists = systems, references, thorough, thorough or lists
        self._counts: Counts | None = None

    @property
    def counts(self) -> Counts:
        """All that was counted so far."""
        if self._counts is None:
            return Counts.none(self.systems, self.systems + self.references)
        return self._counts

    def add(self, seen: Counts) -> None:
        if self._counts is None:  # most texts are one chunk: there is nothing to add up
            self._counts = seen
        else:
            self._counts.add(seen)

    def shifts(self) -> list[tuple[int, Shifted]]:
        """(system, shift): those of neighbouring chunks joined."""
        return joined(self.counts.shifts)

    def look(self, chunk: Chunk) -> Counts:
        windows = (WINDOW, FAR, FEWEST, ALL) if self.thorough else (WINDOW, REACH, FEWEST, SAMPLE)
        pairs = (chunk.hyp, self.systems, chunk.refs, chunk.ref_offsets, self.references)
        seen = kernel.survey(chunk.pool, *pairs, chunk.sources, windows, self.lists)
        segment = None if seen.regular else np.repeat(np.arange(chunk.segments), np.diff(chunk.ref_offsets))
        counts = Counts(
            seen.counts[0],
            self._lines(seen.counts[1], chunk, segment),
            seen.facts[0],
            _lines_of(seen.facts[1], chunk),
            np.zeros((self.systems + self.references, 2), dtype=np.int64),
            seen.lengths[0],
            seen.lengths[1],
            np.zeros(2, dtype=np.int64),
            np.zeros(len(LANGUAGES), dtype=np.int64),
            np.zeros((self.references, 2), dtype=np.int64),
            np.zeros((2, 3), dtype=np.int64),
            _same(chunk),
            segments=chunk.segments,
        )
        if chunk.sources is not None:
            self._look_at_sources(chunk, chunk.sources, seen, counts)
        for stream, trait in _kinds(seen.counts[0], _LOOKED_AT):
            ids = self._ids(chunk, stream, seen.regular)
            if trait is Trait.COMBINING:
                _find_decomposed(counts, stream, chunk, seen.traits, ids, segment if stream >= self.systems else None)
            else:
                example = int(ids[seen.counts[1, stream, trait]])
                counts.examples[stream, trait.name] = chunk.pool.sentence(example)
        for system, fact in _kinds(seen.facts[0], _SHOWN_FACTS):
            example = int(chunk.hyp[system * chunk.segments + seen.facts[1, system, fact]])
            counts.examples[system, fact.name] = chunk.pool.sentence(example)
        if seen.candidates or self.thorough:
            for system in range(self.systems):
                hyp = chunk.hyp[system * chunk.segments : (system + 1) * chunk.segments]
                listed = [(window, by) for at, window, by in seen.candidates if at == system]
                counts.shifts += [(system, shift) for shift in shifts_in(chunk, hyp, listed, self.thorough)]
        self._sample_spaces(chunk, seen.traits, counts)
        if chunk.links:
            _count_linked_words(chunk, seen.traits, counts)
        if self.lists:
            self._list_lines(chunk, seen, segment, counts)
        return counts

    def _look_at_sources(self, chunk: Chunk, sources: Int32s, seen: Surveyed, counts: Counts) -> None:
        """Their language, and references that are no translations."""
        counts.source_languages += np.bincount(seen.traits.languages[sources], minlength=len(LANGUAGES))
        if not seen.regular:
            return
        for reference in range(self.references):
            equal = chunk.refs[reference :: self.references] == sources
            if equal.any():
                lines = np.flatnonzero(equal & (seen.traits.characters[sources] >= 10)) + (chunk.first + 1)
                counts.sources_given[reference] = (len(lines), lines[0] if len(lines) else 0)
                if self.lists and len(lines):
                    counts.every_line[self.systems + reference, SOURCE] = [lines.astype(np.int32)]

    def _list_lines(self, chunk: Chunk, seen: Surveyed, segment: Int64s | None, counts: Counts) -> None:
        """The number of every line of a kind."""

        def keep(stream: int, kind: str, places: Int64s) -> None:
            if len(places):
                lines = places if segment is None or stream < self.systems else segment[places]
                counts.every_line[stream, kind] = [(lines + (chunk.first + 1)).astype(np.int32)]

        for stream in range(self.systems + (self.references if seen.regular else 1)):
            ids = self._ids(chunk, stream, seen.regular)
            flags = seen.traits.flags[ids]
            for trait in _LISTED:
                if seen.counts[0, stream, trait]:
                    keep(stream, trait.name, np.flatnonzero(flags & np.uint32(1 << trait)))
            cases = flags & np.uint32(1 << Trait.LOWER | 1 << Trait.UPPER)
            keep(stream, NO_CAPITAL, np.flatnonzero(cases == 1 << Trait.LOWER))
            languages = seen.traits.languages[ids]
            for language in np.flatnonzero(seen.counts[0, stream, len(Trait) + len(SCRIPTS) :]).tolist():
                keep(stream, LANGUAGES[language], np.flatnonzero(languages == language))
        for system in range(self.systems):
            for fact in Fact:
                if seen.facts[0, system, fact]:
                    keep(system, fact.name, np.flatnonzero(seen.by_line[system] & np.uint32(1 << fact)))

    def _lines(self, places: Int64s, chunk: Chunk, segment: Int64s | None) -> Int64s:
        """Lines, from 1, of places in streams; 0 where there is none."""
        if segment is not None and len(segment):  # the references are not in step with the segments
            refs = places[self.systems :]
            places = places.copy()
            places[self.systems :] = np.where(refs < 0, refs, segment[refs])
        return _lines_of(places, chunk)

    def _ids(self, chunk: Chunk, stream: int, regular: bool) -> Int32s:
        """The sentences of one stream."""
        if stream < self.systems:
            return chunk.hyp[stream * chunk.segments : (stream + 1) * chunk.segments]
        return chunk.refs[stream - self.systems :: self.references] if regular else chunk.refs

    def _sample_spaces(self, chunk: Chunk, traits: Traits, counts: Counts) -> None:
        scripts = counts.traits[self.systems, len(Trait) :]
        if int(scripts.argmax()) not in UNSPACED:
            return
        for sentence in dict.fromkeys(chunk.refs[:_SAMPLED].tolist()):
            if int(traits.scripts[sentence]) in UNSPACED:
                text = chunk.pool.sentence(sentence)
                counts.unspaced += (len(text.split()) - 1 if text.strip() else 0, len(text))


def _count_linked_words(chunk: Chunk, traits: Traits, counts: Counts) -> None:
    """Of a sample of the texts in scripts without spaces. Links that were made here count words of their own."""
    given = [kind for kind, links in chunk.links.items() if not links.about]
    sides = (chunk.sources if "hyp" in given or "ref" in given else None, chunk.refs if given else None)
    for side, ids in enumerate(sides):
        for sentence in [] if ids is None else ids[:_SAMPLED].tolist():
            if int(traits.scripts[sentence]) in UNSPACED:
                words = chunk.pool.sentence(sentence).split()
                counts.linked_words[side] += (1, len(words), sum(map(len, words)))


def _same(chunk: Chunk) -> tuple[int, ...]:
    """By system: the first that says the same in every line of the chunk."""
    if chunk.systems == 1:
        return (0,)
    texts = [row.tobytes() for row in chunk.hyp.reshape(chunk.systems, -1)]
    return tuple(map(texts.index, texts))


def _lines_of(places: Int64s, chunk: Chunk) -> Int64s:
    return (places + (chunk.first + 1)) * (places >= 0)


def _kinds(counts: Int64s, kinds: tuple[K, ...]) -> list[tuple[int, K]]:
    """(row, kind) of those that were counted at all."""
    part = counts[:, kinds[0] : kinds[-1] + 1]
    return [(row, kinds[place]) for row, place in np.argwhere(part).tolist()] if part.any() else []


def _find_decomposed(
    counts: Counts, stream: int, chunk: Chunk, traits: Traits, ids: Int32s, segment: Int64s | None
) -> None:
    """Lines that normalisation would compose, among those with combining marks (there are few, or all is NFD)."""
    marked = np.flatnonzero(traits.flags[ids] & np.uint32(1 << Trait.COMBINING))
    known: dict[int, bool] = {}
    lines: list[int] = []
    for place in marked.tolist():
        sentence = int(ids[place])
        if sentence not in known:
            known[sentence] = not unicodedata.is_normalized("NFC", chunk.pool.sentence(sentence))
        if known[sentence]:
            lines.append(chunk.first + 1 + (place if segment is None else int(segment[place])))
    if lines:
        counts.decomposed[stream] = (len(lines), lines[0])
        counts.every_line[stream, DECOMPOSED] = [np.array(lines, dtype=np.int32)]
