"""Permutations from word alignments, and how far two of them differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from tertium.arrays import Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs

COLUMNS = ("size", "in_place", "discordant", "longest", "displaced", "squares")
NULL_WORDS = ("previous", "literal", "drop")
ONE_TO_MANY = ("first", "last", "mean")
MANY_TO_ONE = ("monotone", "inverted")


@dataclass(frozen=True)
class Rule:
    """What happens where an alignment is not one to one."""

    null_words: str = "previous"
    one_to_many: str = "first"
    many_to_one: str = "monotone"


def source_rows(
    source_sizes: Int64s,
    hyp_links: Int32s,
    hyp_offsets: Int64s,
    ref_links: Int32s,
    ref_link_offsets: Int64s,
    seg: Int32s,
    ref_offsets: Int64s,
    references: int,
    rule: Rule,
) -> Floats:
    """(pairs, references, COLUMNS): the source words' order in the hypothesis against that in each reference."""
    return _native.source_permutation_rows(
        source_sizes,
        hyp_links,
        hyp_offsets,
        ref_links,
        ref_link_offsets,
        seg,
        ref_offsets,
        references,
        rule.null_words,
        rule.one_to_many,
        rule.many_to_one,
    )


def direct_rows(sizes: Int64s, links: Int32s, offsets: Int64s, rule: Rule) -> Floats:
    """(items, COLUMNS): reference words' order in the hypothesis against their own."""
    return _native.direct_permutation_rows(sizes, links, offsets, rule.null_words, rule.one_to_many, rule.many_to_one)


def rank_rows(values: Int32s, offsets: Int64s, pairs: Pairs, rule: str, references: int) -> Floats:
    """(pairs, references, COLUMNS): places of matched words, by ``occurrence``, ``paper``, ``official``."""
    return _native.rank_permutation_rows(values, offsets, *pairs, rule, references)


def permutation_of_links(size: int, links: Int32s, rule: Rule) -> Int32s:
    """Ranks (from 0) of the source words by target position; with ``drop`` of those that have a link."""
    return _native.permutation_of_links(size, links, rule.null_words, rule.one_to_many, rule.many_to_one)


@dataclass(frozen=True, eq=False)
class Blocks:
    """By item: item k has rows ``rows[offsets[k]:offsets[k + 1]]``, in hypothesis order, with the columns BLOCK."""

    rows: Int32s
    offsets: Int64s


BLOCK = ("ref", "hyp", "length", "shift", "moved")


def moved_blocks(links: Int32s, offsets: Int64s) -> Blocks:
    """Maximal runs of links of neighbours, and which moved how far; of several links of a word the first counts."""
    return Blocks(*_native.moved_blocks(links, offsets))


def compare(first: Int32s, second: Int32s) -> Floats:
    """COLUMNS of two permutations of 0 .. n - 1."""
    return cast(Floats, compare_all(first, second, np.array([0, len(first)], dtype=np.int64))[0])


def compare_all(first: Int32s, second: Int32s, offsets: Int64s, columns: Sequence[str] = COLUMNS) -> Floats:
    """(items, columns): item k of both is ``[offsets[k]:offsets[k + 1]]``; only the columns named are computed."""
    return _native.compare_permutations(first, second, offsets, [COLUMNS.index(column) for column in columns])
