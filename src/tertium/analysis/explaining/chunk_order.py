"""The word order of one chunk: blocks of every pair against its nearest reference, and counts by system and length.

Everything is arrays over the chunk; only the segments shown as examples become texts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from tertium.analysis.explaining.forensics import Row
from tertium.analysis.explaining.ragged import ranges
from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.corpus.chunk import Chunk, Links
from tertium.metrics.permutations import Hamming, Kendall, PermutationMetric, Ulam
from tertium.views.order.links import BLOCKS, direct_links, items, link_blocks, reference_of_items, reference_places
from tertium.views.tokens.tokenized import Tokens, distinct, tokens
from tertium.views.tokens.written import spans

# Upper ends of the classes; what is longer, or moved further, is in one more.
LENGTHS = (10, 20, 30, 50)
DISTANCES = (1, 2, 4, 8, 16)
SIMILARITIES: tuple[type[PermutationMetric], ...] = (Kendall, Hamming, Ulam)
COUNTS = ("segments", "compared", "monotone", "words", "moved", "distance")


@dataclass(frozen=True, eq=False)
class Example:
    """A pair with a heavy move: its texts, links, blocks and where it is."""

    weight: int
    segment: int
    reference: int
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    hyp_text: str
    ref_text: str
    links: Int32s
    blocks: tuple[Row, ...]


@dataclass(frozen=True, eq=False)
class TypeCounts:
    """By word, system and class of length: how many correspond, moved, and how far these moved altogether."""

    names: list[str]
    counts: Int64s  # (names, systems, lengths, 3)


@dataclass(frozen=True, eq=False)
class ChunkOrder:
    """What one chunk adds."""

    segments: int
    references: int
    counts: Int64s  # (systems, lengths, COUNTS)
    similarities: Floats  # (systems, lengths, SIMILARITIES), sums
    displaced: Int64s  # (systems, lengths, 2 * distances + 1)
    words: TypeCounts
    tags: TypeCounts | None
    reference_words: Int64s  # occurrences in the references, of words.names
    examples: tuple[tuple[Example, ...], ...]  # by system
    given: bool
    tokenizer: str


def chunk_order(chunk: Chunk, tok: str, lang: str, examples: int) -> ChunkOrder:
    given = "direct" in chunk.links
    tok, case = ("none", "lower") if given else (tok, "lower")
    found = direct_links(chunk, tok, case, "none", lang, BLOCKS)
    made = tokens(chunk, tok, case)
    pair, place = items(chunk)
    refs = reference_of_items(chunk)
    nearest = _nearest(pair, 2 * found.linked / np.maximum(made.lengths[chunk.hyp[pair]] + made.lengths[refs], 1))
    pair, place, refs = pair[nearest], place[nearest], refs[nearest]
    every = link_blocks(chunk, tok, case, "none", lang)
    sizes = np.diff(every.offsets)[nearest]
    rows = every.rows[ranges(every.offsets[nearest], sizes)]

    system, length = pair // chunk.segments, np.searchsorted(LENGTHS, made.lengths[refs])
    group = system * (len(LENGTHS) + 1) + length
    groups = chunk.systems * (len(LENGTHS) + 1)
    item = np.repeat(np.arange(len(pair)), sizes)
    size, shift, moved = (rows[:, column].astype(np.int64) for column in (2, 3, 4))
    words = np.bincount(item, weights=size, minlength=len(pair)).astype(np.int64)
    carried = np.bincount(item, weights=size * moved, minlength=len(pair)).astype(np.int64)
    far = np.bincount(item, weights=size * np.abs(shift), minlength=len(pair)).astype(np.int64)
    compared = words >= 2
    facts = [np.ones_like(words), compared, compared & (carried == 0), words, carried, far]
    shape = (chunk.systems, len(LENGTHS) + 1)
    counts = np.stack([_sums(group, fact, groups) for fact in facts], axis=1).reshape(*shape, len(COUNTS))
    bins = 2 * (len(DISTANCES) + 1) + 1
    there = moved.astype(bool)
    keys = group[item[there]] * bins + _bin(shift[there])
    displaced = _sums(keys, size[there], groups * bins).reshape(*shape, bins)
    by_type, reference_words, tags = _types(chunk, made, refs, rows, item, group, groups, place, pair)
    return ChunkOrder(
        segments=chunk.segments,
        references=chunk.max_references,
        counts=counts,
        similarities=_similarities(chunk, tok, lang, pair, place, group, groups).reshape(*shape, len(SIMILARITIES)),
        displaced=displaced,
        words=replace(by_type, counts=by_type.counts.reshape(-1, *shape, 3)),
        tags=None if tags is None else replace(tags, counts=tags.counts.reshape(-1, *shape, 3)),
        reference_words=reference_words,
        examples=_examples(chunk, tok, _Nearest(nearest, pair, place, refs), found.links, rows, item, examples),
        given=given,
        tokenizer=tok,
    )


def _nearest(pair: Int64s, share: Floats) -> Int64s:
    """Of every pair the item with the largest share of words that correspond, the first of equals."""
    order = np.lexsort((np.arange(len(pair)), -share, pair))
    first = np.ones(len(order), dtype=bool)
    first[1:] = pair[order][1:] != pair[order][:-1]
    return np.asarray(order[first], dtype=np.int64)


def _sums(keys: Int64s, values: Int64s | Floats | Bools, size: int) -> Int64s:
    return np.bincount(keys, weights=values, minlength=size).astype(np.int64)


def _bin(shift: Int64s) -> Int64s:
    """From furthest to the left to furthest to the right; what moved by nothing is in the middle."""
    away = np.where(shift == 0, 0, np.searchsorted(DISTANCES, np.abs(shift)) + 1)
    return np.asarray(len(DISTANCES) + 1 + np.sign(shift) * away)


@cache
def _metrics(tok: str, lang: str) -> tuple[PermutationMetric, ...]:
    return tuple(kind(align="direct", tok=tok, lang=lang) for kind in SIMILARITIES)


def _similarities(chunk: Chunk, tok: str, lang: str, pair: Int64s, place: Int64s, group: Int64s, groups: int) -> Floats:
    """Sums of each similarity against the same references, on a scale of 100."""
    made = []
    for metric in _metrics(tok, lang):
        values = metric.measure(chunk).values[pair, place]
        made.append(np.bincount(group, weights=100 * metric.score(values), minlength=groups))
    return np.stack(made, axis=1)


def _types(
    chunk: Chunk,
    made: Tokens,
    refs: Int32s,
    rows: Int32s,
    item: Int64s,
    group: Int64s,
    groups: int,
    place: Int64s,
    pair: Int64s,
) -> tuple[TypeCounts, Int64s, TypeCounts | None]:
    """Linked words of the references by what they are."""
    size = rows[:, 2].astype(np.int64)
    places = ranges(made.offsets[refs[item]] + rows[:, 0], size)  # of every linked word, in made.values
    moved, far = np.repeat(rows[:, 4] > 0, size), np.repeat(np.abs(rows[:, 3]), size)
    groups_of_words = np.repeat(group[item], size)
    in_references = made.values[ranges(made.offsets[chunk.refs], made.lengths[chunk.refs])]
    used, local = distinct(np.concatenate([made.values[places], in_references]))
    names = list(map(made.view.word, used.tolist()))
    counted = _by_type(local[: len(places)], groups_of_words, moved, far, len(used), groups)
    occurrences = np.bincount(local[len(places) :], minlength=len(used)).astype(np.int64)
    if "parse" not in chunk.graphs:
        return TypeCounts(names, counted), occurrences, None
    tag_names, tags = _tags(chunk, made)
    # Tags stand by place among the references, words by sentence: the same text may have two parses.
    lengths = made.lengths[chunk.refs]
    starts = np.cumsum(lengths) - lengths
    at = reference_places(chunk)[_item_numbers(chunk, pair, place)]
    tagged = tags[ranges(starts[at[item]] + rows[:, 0], size)]
    known = tagged >= 0
    by_tag = _by_type(tagged[known], groups_of_words[known], moved[known], far[known], len(tag_names), groups)
    return TypeCounts(names, counted), occurrences, TypeCounts(tag_names, by_tag)


def _by_type(types: Int64s, group: Int64s, moved: Bools, far: Int32s, count: int, groups: int) -> Int64s:
    keys = types * groups + group
    further = far > 0  # few words moved: only these are added up
    made = np.empty((count * groups, 3), dtype=np.int64)
    made[:, 0] = np.bincount(keys, minlength=count * groups)
    made[:, 1] = np.bincount(keys[moved], minlength=count * groups)
    made[:, 2] = np.bincount(keys[further], weights=far[further], minlength=count * groups)
    return made


def _item_numbers(chunk: Chunk, pair: Int64s, place: Int64s) -> Int64s:
    counts = chunk.reference_counts
    return np.asarray((np.cumsum(counts) - counts)[pair] + place)


def _tags(chunk: Chunk, made: Tokens) -> tuple[list[str], Int64s]:
    """Part of speech of every word of every reference, by its place in the text; -1 where the parse has none."""
    given = chunk.graphs["parse"]
    known: dict[str, int] = {}
    tags: list[int] = []
    for sentence, graph in zip(chunk.refs.tolist(), given.refs.tolist(), strict=True):
        text = chunk.pool.sentence(sentence)
        words, forms, _, upos, *_ = given.graphs.columns(graph)
        of_character = np.full(len(text) + 1, -1)
        for span, tag in zip(spans(forms[:words], text), upos, strict=False):
            if span is not None and tag != "_":
                of_character[span[0] : span[1]] = known.setdefault(tag, len(known))
        tags += [-1 if span is None else int(of_character[span[0]]) for span in spans(made.words(sentence), text)]
    return list(known), np.array(tags, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _Nearest:
    """Of every pair the item that counts: its number, its pair, its place among the references, its reference."""

    items: Int64s
    pair: Int64s
    place: Int64s
    refs: Int32s


def _examples(
    chunk: Chunk, tok: str, nearest: _Nearest, links: Links, rows: Int32s, item: Int64s, count: int
) -> tuple[tuple[Example, ...], ...]:
    """By system the pairs whose heaviest block (words times distance) is heaviest."""
    weight = np.zeros(len(nearest.pair), dtype=np.int64)
    np.maximum.at(weight, item, rows[:, 2].astype(np.int64) * np.abs(rows[:, 3]))
    starts = np.searchsorted(item, np.arange(len(weight) + 1))
    made = tokens(chunk, tok)
    found: list[tuple[Example, ...]] = []
    for system in range(chunk.systems):
        of_system = np.flatnonzero((nearest.pair // chunk.segments == system) & (weight > 0))
        best = of_system[np.argsort(-weight[of_system], kind="stable")[:count]].tolist()
        found.append(
            tuple(
                _example(chunk, made, nearest, k, int(weight[k]), links, rows[starts[k] : starts[k + 1]]) for k in best
            )
        )
    return tuple(found)


def _example(chunk: Chunk, made: Tokens, nearest: _Nearest, k: int, weight: int, links: Links, rows: Int32s) -> Example:
    pair, number = int(nearest.pair[k]), int(nearest.items[k])
    hyp, ref = int(chunk.hyp[pair]), int(nearest.refs[k])
    return Example(
        weight,
        chunk.first + pair % chunk.segments + 1,
        int(nearest.place[k]) + 1,
        tuple(made.words(hyp)),
        tuple(made.words(ref)),
        chunk.pool.sentence(hyp),
        chunk.pool.sentence(ref),
        links.pairs[links.offsets[number] : links.offsets[number + 1]].copy(),  # not the whole chunk's
        tuple(map(tuple, rows.tolist())),
    )
