"""What a page shows of every pair of texts, as arrays: where words stand, links, moved blocks, the edit path.

All systems against all references, chunk by chunk, without a step of Python for a word or a pair: what ``explain``
finds for one segment, found for all of them. Everything is listed by segment: first its references, then its outputs
(*slots*); every output with each reference in turn (*items*).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tertium.analysis.explaining.cutting import sample, tokenizer_of
from tertium.analysis.explaining.plain_sights import from_plain, to_plain
from tertium.analysis.explaining.ragged import Ragged, entries_of, ranges, slots
from tertium.analysis.explaining.relation_details import RelationDetails, relation_details
from tertium.arrays import Bools, Int64s
from tertium.corpus.chunk import Chunk
from tertium.kernels import ter as kernel
from tertium.kernels.monolingual import STAGES as STAGE_NAMES
from tertium.kernels.monolingual import WordLinks
from tertium.kernels.permutations import Blocks, moved_blocks
from tertium.kernels.text import token_cuts
from tertium.metrics.base import Metric
from tertium.metrics.measuring import plain_metrics
from tertium.metrics.ter import Ter
from tertium.views.order.links import (
    BLOCKS,
    align_words,
    direct_links,
    items,
    link_blocks,
    reference_of_items,
    word_links,
)
from tertium.views.tokens.tokenized import Tokens, tokens
from tertium.views.tokens.written import spans
from tertium.views.words.stems import NONE

# Codes of the words of an output; all others say where the block that begins here stands in the reference.
FOLLOWS, ALONE, FOLLOWS_STEM, FOLLOWS_SIMILAR, BEGINS = range(5)
STAGES = len(STAGE_NAMES)


@dataclass(frozen=True, eq=False)
class Cuts:
    """Where words stand in their texts, by slot, in UTF-16 units.

    A text falls apart at white space; ``places`` lists, each from the one before, the cuts inside such pieces. A text
    that is ``changed`` is not what its words are: there every word has two numbers, how far it starts behind the word
    before and how long it is, 0 where the text does not have it.
    """

    places: Ragged
    changed: Bools

    def take(self, slots: Int64s) -> Cuts:
        return Cuts(self.places.take(slots), self.changed[slots])

    @classmethod
    def joined(cls, parts: Sequence[Cuts]) -> Cuts:
        return cls(Ragged.joined([p.places for p in parts]), np.concatenate([part.changed for part in parts]))


@dataclass(frozen=True, eq=False)
class Details:
    """Of some segments, ``systems`` outputs each.

    ``links`` has a code for every word of an output, by item: FOLLOWS where it stands right behind the word before it
    in the reference, too (by an equal word, or as the names say), ALONE without a link, else BEGINS + (jump * 2 +
    moved) * STAGES + stage. The jump is from the place behind the reference word of the last linked word, 2n for n to
    the right, 2n - 1 for n to the left. ``shifts`` are start, words beyond the first, and the target as a jump from the
    start; ``steps`` are indices of ``kernels.ter.STEPS``.
    """

    systems: int
    references: Int64s  # of every segment
    nearest: Int64s  # (segments, systems)
    pieces: Int64s  # by slot: what stands between white space
    words: Cuts
    links: Ragged
    ter_words: Cuts
    shifts: Ragged
    steps: Ragged
    capped: Bools  # by item: the search for shifts or links ended early

    def take(self, segments: Int64s) -> Details:
        texts = entries_of(self.references + self.systems, segments)
        places = entries_of(self.references * self.systems, segments)
        return Details(
            self.systems,
            self.references[segments],
            self.nearest[segments],
            self.pieces[texts],
            self.words.take(texts),
            self.links.take(places),
            self.ter_words.take(texts),
            self.shifts.take(places),
            self.steps.take(places),
            self.capped[places],
        )

    @classmethod
    def joined(cls, parts: Sequence[Details]) -> Details:
        return cls(
            parts[0].systems,
            np.concatenate([part.references for part in parts]),
            np.concatenate([part.nearest for part in parts]),
            np.concatenate([part.pieces for part in parts]),
            Cuts.joined([part.words for part in parts]),
            Ragged.joined([part.links for part in parts]),
            Cuts.joined([part.ter_words for part in parts]),
            Ragged.joined([part.shifts for part in parts]),
            Ragged.joined([part.steps for part in parts]),
            np.concatenate([part.capped for part in parts]),
        )


class DetailWatch:
    """Details of every chunk of a corpus: a ``KeepableWatch`` of the engine.

    Words are cut as ``explain`` cuts them: by ``tok``, or, where nobody said so, as the chunk's references are written.
    """

    def __init__(self, metrics: Sequence[Metric], tok: str | None, lang: str = NONE) -> None:
        self._ter = next((leaf for leaf in plain_metrics(metrics) if isinstance(leaf, Ter)), None)
        self._tok, self._lang = tok, lang
        self._graphs = [
            leaf for leaf in plain_metrics(metrics) if type(leaf).compared_graphs is not Metric.compared_graphs
        ]
        self._parts: list[Details] = []
        self._relations: list[list[RelationDetails]] = [[] for _ in self._graphs]

    @property
    def about(self) -> str:
        return f"details of {self._tok or 'words as they are written'} and {self._lang}"

    @property
    def ter_search(self) -> str:
        """How shifts are found, which says how they are to be read."""
        return (self._ter or _CHARACTERS).search

    def look(self, chunk: Chunk) -> Seen:
        tok = self._tok or tokenizer_of(sample(chunk))[0]
        ter = self._ter or (_CHARACTERS if tok in ("zh", "char") else Ter())
        graphs = (leaf.compared_graphs(chunk) for leaf in self._graphs)
        relations = [relation_details(chunk, found) for found in graphs if found is not None]
        return chunk_details(chunk, tok, self._lang, ter), relations

    def add(self, seen: Seen) -> None:
        details, relations = seen
        self._parts.append(details)
        for kept, found in zip(self._relations, relations, strict=True):
            kept.append(found)

    @staticmethod
    def to_plain(seen: Seen) -> Any:
        return to_plain(seen)

    @staticmethod
    def from_plain(plain: Any) -> Seen:
        made: Seen = from_plain(tuple[Details, list[RelationDetails]], plain)
        return made

    def details(self, segments: Int64s | None = None) -> Details:
        """Of all segments, or of some of them."""
        found = Details.joined(self._parts)
        return found if segments is None else found.take(segments)

    def relations(self, segments: Int64s | None = None) -> list[tuple[str, RelationDetails]]:
        """The same of every metric, or part of a sum of metrics, that compares graphs."""
        joined = (
            (str(leaf), RelationDetails.joined(parts))
            for leaf, parts in zip(self._graphs, self._relations, strict=True)
        )
        return [(name, found if segments is None else found.take(segments)) for name, found in joined]


Seen = tuple[Details, list[RelationDetails]]
_CHARACTERS = Ter(normalized=True, asian=True)


def chunk_details(chunk: Chunk, tok: str, lang: str, ter: Ter) -> Details:
    tok = "none" if "direct" in chunk.links else tok
    written = tokens(chunk, tok)
    pair, place = items(chunk)
    refs = reference_of_items(chunk)
    codes, linked, capped = _links(chunk, written, tok, lang)
    share = 2 * linked / np.maximum(written.lengths[chunk.hyp[pair]] + written.lengths[refs], 1)
    nearest = np.zeros(chunk.pairs, dtype=np.int64)
    order = np.lexsort((place, -share, pair))
    first = np.ones(len(order), dtype=bool)
    first[1:] = pair[order][1:] != pair[order][:-1]
    nearest[pair[order][first]] = place[order][first]
    # From system by system to segment by segment.
    by_segment = np.arange(chunk.pairs).reshape(chunk.systems, chunk.segments).T.ravel()
    counts = chunk.reference_counts
    chosen = ranges((np.cumsum(counts) - counts)[by_segment], counts[by_segment])
    paths = ter.paths(chunk, pair[chosen], place[chosen])
    sentences, of_references = slots(chunk, chunk.hyp, chunk.refs)
    ter_written, ter_refs = replace(ter, case="keep").tokens(chunk)
    ter_sentences = sentences.copy()
    ter_sentences[of_references] = ter_refs
    return Details(
        chunk.systems,
        np.diff(chunk.ref_offsets),
        nearest.reshape(chunk.systems, chunk.segments).T,
        tokens(chunk, "none").lengths[sentences],
        _cuts(chunk, written, sentences),
        codes.take(chosen),
        _cuts(chunk, ter_written, ter_sentences),
        _shifts(paths),
        Ragged(paths.steps.astype(np.int64), paths.step_offsets),
        paths.capped | capped[chosen],
    )


def _links(chunk: Chunk, written: Tokens, tok: str, lang: str) -> tuple[Ragged, Int64s, Bools]:
    """By item: codes of the output's words, how many words are linked, and whether the search was capped."""
    pair, _ = items(chunk)
    found = direct_links(chunk, tok, "lower", "none", lang, BLOCKS)
    lengths = written.lengths[chunk.hyp[pair]]
    starts = np.cumsum(lengths) - lengths
    stages = np.zeros(lengths.sum(), dtype=np.int64)
    blocks = link_blocks(chunk, tok, "lower", "none", lang)
    if "direct" not in chunk.links:
        made = word_links(chunk, tok, "lower", "none", lang, BLOCKS)
        otherwise = np.flatnonzero(tokens(chunk, tok, "lower").lengths != written.lengths)
        if len(otherwise):
            made = _aligned_again(chunk, written, made, set(otherwise.tolist()), lang)
            blocks = moved_blocks(made.pairs, made.offsets)
        item = np.repeat(np.arange(len(pair)), np.diff(made.offsets))
        stages[starts[item] + made.pairs[:, 1]] = made.stages
    codes, linked = _codes(blocks, starts, stages)
    return Ragged.of(codes, lengths), linked, found.capped[pair]


def _aligned_again(chunk: Chunk, written: Tokens, made: WordLinks, otherwise: set[int], lang: str) -> WordLinks:
    """Few texts are cut otherwise in small letters; their words are lower-cased one by one, as ``explain`` does."""
    pair, _ = items(chunk)
    refs = reference_of_items(chunk)
    pairs, stages = [], []
    for item, (hyp, ref) in enumerate(zip(chunk.hyp[pair].tolist(), refs.tolist(), strict=True)):
        part = slice(made.offsets[item], made.offsets[item + 1])
        if hyp in otherwise or ref in otherwise:
            small_ref, small_hyp = ([word.lower() for word in written.words(sentence)] for sentence in (ref, hyp))
            links = align_words(small_ref, small_hyp, lang)
            pairs.append(np.array([link[:2] for link in links], dtype=np.int32).reshape(-1, 2))
            stages.append(np.array([STAGE_NAMES.index(link[2]) for link in links], dtype=np.uint8))
        else:
            pairs.append(made.pairs[part])
            stages.append(made.stages[part])
    offsets = np.concatenate([[0], np.cumsum([len(part) for part in pairs])]).astype(np.int64)
    return WordLinks(np.concatenate(pairs), offsets, np.concatenate(stages), made.capped)


def _codes(blocks: Blocks, starts: Int64s, stages: Int64s) -> tuple[Int64s, Int64s]:
    """A code for every word of every item, and how many words of an item are linked."""
    codes = np.full(len(stages), ALONE, dtype=np.int64)
    ref, hyp, size, _, moved = (blocks.rows[:, column].astype(np.int64) for column in range(5))
    item = np.repeat(np.arange(len(starts)), np.diff(blocks.offsets))
    begins = starts[item] + hyp
    inside = ranges(begins, size)
    codes[inside] = np.array([FOLLOWS, FOLLOWS_STEM, FOLLOWS_SIMILAR])[stages[inside]]
    expected = np.zeros(len(ref), dtype=np.int64)
    expected[1:] = np.where(item[1:] == item[:-1], ref[:-1] + size[:-1], 0)
    codes[begins] = BEGINS + (_signless(ref - expected) * 2 + moved) * STAGES + stages[begins]
    return codes, np.bincount(item, weights=size, minlength=len(starts)).astype(np.int64)


def _signless(jumps: Int64s) -> Int64s:
    return np.where(jumps >= 0, 2 * jumps, -2 * jumps - 1)


def _shifts(paths: kernel.TerPaths) -> Ragged:
    start, end, after = (paths.shifts[:, column].astype(np.int64) for column in range(3))
    rows = np.stack([start, end - start, _signless(after - start)], axis=1)
    return Ragged(rows.ravel(), 3 * paths.shift_offsets)


def _cuts(chunk: Chunk, made: Tokens, sentences: Int64s) -> Cuts:
    """Of these sentences; beyond the pool's own they are the same texts, cut again."""
    if made is tokens(chunk, "none"):  # words are what stands between white space
        return Cuts(Ragged.of(sentences[:0], np.zeros_like(sentences)), np.zeros(len(sentences), dtype=bool))
    size = len(chunk.pool)
    plain, cuts, offsets = token_cuts(chunk.pool, made.view)
    places = np.diff(cuts, prepend=0)
    first = offsets[:-1][np.diff(offsets) > 0]
    places[first] = cuts[first]
    again = sentences >= size
    found = Cuts(Ragged(places, offsets), ~plain).take(sentences % size)
    changed = found.changed | again
    if not changed.any():
        return found
    parts: list[Int64s] = []
    known: dict[int, Int64s] = {}
    lengths = found.places.lengths
    for slot in np.flatnonzero(changed).tolist():
        sentence = int(sentences[slot])
        if sentence not in known:
            known[sentence] = _spelled_out(made.words(sentence), chunk.pool.sentence(sentence % size))
        parts.append(known[sentence])
        lengths[slot] = len(known[sentence])
    values = np.empty(lengths.sum(), dtype=np.int64)
    of_changed = np.repeat(changed, lengths)
    values[of_changed] = np.concatenate(parts)
    values[~of_changed] = found.places.take(np.flatnonzero(~changed)).values
    return Cuts(Ragged.of(values, lengths), changed)


def _spelled_out(words: Iterable[str], text: str) -> Int64s:
    """For every word how far behind the one before it starts, and its length; two zeros where it is not there."""
    wide = np.cumsum([0, *(1 + (char > "\uffff") for char in text)])
    at, made = 0, []
    for span in spans(list(words), text):
        if span is None:
            made += [0, 0]
        else:
            start, end = int(wide[span[0]]), int(wide[span[1]])
            made += [start - at, end - start]
            at = end
    return np.array(made, dtype=np.int64)
