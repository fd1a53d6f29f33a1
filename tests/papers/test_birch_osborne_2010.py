"""Birch & Osborne 2010, LRscore: Table 1 with its distances, and the rules the text states."""

from __future__ import annotations

import math

import pytest

from metrics.test_permutations import links_of, segment_scores, similarities
from tertium.corpus.chunk import Chunk
from tertium.kernels.permutations import Rule, permutation_of_links
from tertium.metrics.spec import parse

# Table 1: the permutations of the alignments in Figure 1. (Table 2 needs judgments and weights that are not printed.)
A = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
B = [1, 2, 3, 4, 6, 5, 7, 8, 9, 10]
C = [6, 7, 8, 9, 10, 1, 2, 3, 4, 5]
D = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]


@pytest.mark.parametrize(
    ("permutation", "in_place", "swaps"),
    [(A, 10, 0), (B, 8, 1), (C, 0, 25), (D, 0, 9)],
    ids="abcd",
)
def test_table_1_by_the_formulas_of_sections_2_1_and_2_2(permutation: list[int], in_place: int, swaps: int) -> None:
    """By hand: (b) swaps two words, (c) carries five over five, (d) carries one over nine; Z = (100 - 10) / 2 = 45."""
    found = similarities(A, permutation)
    assert found["hamming"] == pytest.approx(in_place / 10, abs=1e-15)
    assert found["kendall"] == pytest.approx(1 - swaps / 45, abs=1e-15)
    assert found["kendall-sqrt"] == pytest.approx(1 - math.sqrt(swaps / 45), abs=1e-15)


def test_the_permutations_come_out_of_the_alignments_of_figure_1() -> None:
    """The figure's target words are the source words moved: target position of source word i is its rank."""
    for permutation in (A, B, C, D):
        pharaoh = " ".join(f"{i}-{rank - 1}" for i, rank in enumerate(permutation))
        made = permutation_of_links(10, links_of(pharaoh).pairs, Rule())
        assert (made + 1).tolist() == permutation


def test_unaligned_words_take_the_place_after_their_predecessor() -> None:
    """Section 2: pi(i) = pi(i - 1) + 1."""
    for policy in ("previous", "literal"):
        assert (permutation_of_links(4, links_of("0-2 2-0 3-1").pairs, Rule(policy)) + 1).tolist() == [3, 4, 1, 2]


def test_many_to_one_is_monotone_and_one_to_many_goes_to_the_first() -> None:
    assert (permutation_of_links(3, links_of("0-1 1-1 2-0").pairs, Rule()) + 1).tolist() == [2, 3, 1]
    assert (permutation_of_links(2, links_of("0-0 0-2 1-1").pairs, Rule()) + 1).tolist() == [1, 2]


def test_the_brevity_penalty_of_section_3() -> None:
    """BP = 1 if t > r, else e^(1 - r / t)."""
    chunk = Chunk.of([["a b c", "a b", "a b c d"]], [["a b c"], ["a b c"], ["a b c"]])
    found = segment_scores(parse("kendall:bp=yes"), chunk)
    assert found == pytest.approx([1.0, math.exp(1 - 3 / 2), 1.0], abs=1e-15)


@pytest.mark.parametrize("alpha", [0.0, 0.25, 1.0])
def test_lrscore_is_the_interpolation_of_section_3(alpha: float) -> None:
    rows = {}
    chunk = Chunk.of([["the cat the mat sat on"]], [["the cat sat on the mat"]])
    for spec in (f"lr-kb1:alpha={alpha},align=direct", "kendall:align=direct,bp=yes", "bleu:order=1,smooth=none"):
        rows[spec.partition(":")[0]] = segment_scores(parse(spec), chunk)[0]
    assert rows["lr-kb1"] == pytest.approx(alpha * rows["kendall"] + (1 - alpha) * rows["bleu"], abs=1e-15)
