"""Links between words: the alignments a chunk carries, or those of the built-in aligner.

Direct links are listed by *item*: the pair's references in turn, pair after pair. Item k joins words of reference
``reference_of_items(chunk)[k]`` (from) with words of the pair's hypothesis (to).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.corpus.chunk import Chunk, Links
from tertium.errors import InputError, option
from tertium.kernels.monolingual import RULES, STAGES, WordLinks, monolingual_links
from tertium.kernels.permutations import Blocks, moved_blocks
from tertium.kernels.text import Pairs, intern_tokens
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.stems import NONE, check_language, stem_ids, stems

BLOCKS = RULES[0]


def items(chunk: Chunk) -> tuple[Int64s, Int64s]:
    """(pair, place among the segment's references) of every item."""
    counts = chunk.reference_counts
    pair = np.repeat(np.arange(chunk.pairs), counts)
    starts = np.cumsum(counts) - counts
    return pair, np.arange(len(pair)) - starts[pair]


def reference_places(chunk: Chunk) -> Int64s:
    """Place in ``chunk.refs`` of every item's reference."""
    pair, place = items(chunk)
    return np.asarray(chunk.ref_offsets[chunk.seg[pair]] + place)


def reference_of_items(chunk: Chunk) -> Int32s:
    """Sentence id of every item's reference."""
    return np.asarray(chunk.refs[reference_places(chunk)], dtype=np.int32)


def linked_words(links: Links) -> Int64s:
    """For every item how many words on the ``to`` side have a link."""
    count = len(links.offsets) - 1
    item = np.repeat(np.arange(count), np.diff(links.offsets))
    order = np.lexsort((links.pairs[:, 1], item))
    item, to = item[order], links.pairs[order, 1]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (item[1:] != item[:-1]) | (to[1:] != to[:-1])
    return np.bincount(item[new], minlength=count)


def check_source_links(chunk: Chunk, name: str) -> Int32s:
    """The chunk's sources; refuses one without their alignments, in the name of the metric that needs them."""
    if chunk.sources is None:
        raise InputError(
            f"{name} compares word order through the source: pass {option('-s')}, and word alignments are made, or "
            f"give your own with {option('--align-hyp')} and {option('--align-ref')} too, or use {name}:align=direct."
        )
    if "hyp" not in chunk.links or "ref" not in chunk.links:
        raise InputError(
            f"{name} needs word alignments of the source with outputs and with references; pass both "
            f"{option('--align-hyp')} and {option('--align-ref')}, or use {name}:align=direct."
        )
    return chunk.sources


def linked_sizes(chunk: Chunk, name: str) -> tuple[Int64s, Int64s]:
    """How many words every source and every hypothesis has, in the words that links through the source count."""
    sources, links = check_source_links(chunk, name), chunk.links["hyp"]
    if links.sizes is not None and links.target_sizes is not None:
        return links.sizes[: chunk.segments], links.target_sizes
    lengths = tokens(chunk, "none").lengths  # files count words that white space separates
    return lengths[sources], lengths[chunk.hyp]


def pad_items(chunk: Chunk, rows: Floats, references: int) -> Floats:
    """Rows by item to rows by (pair, reference), zeros where a segment has fewer references."""
    pair, place = items(chunk)
    padded = np.zeros((chunk.pairs, references, rows.shape[1]))
    padded[pair, place] = rows
    return padded


def closest_lengths(chunk: Chunk, lengths: Int64s) -> Int64s:
    """For every pair the reference length closest to the hypothesis length; the shorter one on a tie."""
    pair, _ = items(chunk)
    closest = np.zeros(chunk.pairs, dtype=np.int64)
    if len(pair) == 0:
        return closest
    ref = lengths[reference_of_items(chunk)]
    if len(pair) == chunk.pairs and (chunk.reference_counts == 1).all():
        return ref
    distance = np.abs(ref - lengths[chunk.hyp][pair])
    order = np.lexsort((ref, distance, pair))
    first = np.ones(len(order), dtype=bool)
    first[1:] = pair[order][1:] != pair[order][:-1]
    closest[pair[order][first]] = ref[order][first]
    return closest


@dataclass(frozen=True, eq=False)
class DirectLinks:
    """Reference-hypothesis links by item, how many words each links, sentence lengths in the words they count, and
    capped searches by pair."""

    links: Links
    linked: Int64s
    lengths: Int64s
    capped: Bools


def direct_links(chunk: Chunk, tok: str, case: str, norm: str, language: str, rule: str = BLOCKS) -> DirectLinks:
    """The links that were given, which count whitespace words, else those of the built-in aligner over the tokens."""
    if "direct" in chunk.links:
        lengths = tokens(chunk, "none").lengths
        given = chunk.links["direct"]
        return DirectLinks(given, linked_words(given), lengths, np.zeros(chunk.pairs, dtype=bool))
    made = word_links(chunk, tok, case, norm, language, rule)
    capped = np.zeros(chunk.pairs, dtype=bool)
    capped[items(chunk)[0][made.capped]] = True
    linked = np.diff(made.offsets)  # one to one
    return DirectLinks(Links(made.pairs, made.offsets), linked, tokens(chunk, tok, case, norm).lengths, capped)


def word_links(chunk: Chunk, tok: str, case: str, norm: str, language: str, rule: str = BLOCKS) -> WordLinks:
    """One-to-one links of the built-in aligner (equal words, equal stems, similar spelling), made once by each rule."""

    def make() -> WordLinks:
        view = tokens(chunk, tok, case, norm).view
        known = stems(chunk, tok, case, norm, language)
        return monolingual_links(view, known, chunk.compared, rule)

    return chunk.view(("word links", tok, case, norm, language, rule), make)


def link_blocks(chunk: Chunk, tok: str, case: str, norm: str, language: str) -> Blocks:
    """Blocks of the direct links of every item, made once."""

    def make() -> Blocks:
        links = direct_links(chunk, tok, case, norm, language).links
        return moved_blocks(links.pairs, links.offsets)

    return chunk.view(("link blocks", tok, case, norm, language), make)


def align_words(
    ref: Sequence[str], hyp: Sequence[str], language: str = NONE, rule: str = BLOCKS
) -> list[tuple[int, int, str]]:
    """Links of one reference and one hypothesis, given as words: (reference position, hypothesis position, stage).

    >>> align_words("the cat sat on the mat".split(), "on the mats sits the cat".split(), "en")
    [(0, 4, 'exact'), (1, 5, 'exact'), (3, 0, 'exact'), (4, 1, 'exact'), (5, 2, 'stem')]
    """
    view = intern_tokens([list(ref), list(hyp)])
    known = None if language == NONE else stem_ids(view, check_language(language))
    hyps, refs = np.array([1], dtype=np.int32), np.array([0], dtype=np.int32)
    pairs = Pairs(hyps, np.zeros(1, dtype=np.int32), refs, np.array([0, 1], dtype=np.int64))
    made = monolingual_links(view, known, pairs, rule)
    return [(r, h, STAGES[stage]) for (r, h), stage in zip(made.pairs.tolist(), made.stages.tolist(), strict=True)]
