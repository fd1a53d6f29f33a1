"""Permutations from alignments and their similarities: vectors, policies, several references, degenerate input."""

from __future__ import annotations

import dataclasses
import math
import random
from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk, Links
from tertium.errors import InputError
from tertium.kernels.permutations import MANY_TO_ONE, NULL_WORDS, ONE_TO_MANY, Rule, compare, permutation_of_links
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse
from textbook.permutations import permutation
from vectors import vectors

NAMES = ("hamming", "kendall", "kendall-sqrt", "ulam", "footrule", "spearman")


def links_of(*alignments: str) -> Links:
    """Pharaoh lines as a chunk holds them."""
    pairs = [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in alignments]
    flat = [pair for line in pairs for pair in line]
    offsets = np.cumsum([0, *(len(line) for line in pairs)])
    return Links(np.array(flat, dtype=np.int32).reshape(-1, 2), offsets.astype(np.int64))


def ranks(numbers: list[int]) -> Any:
    return np.array(numbers, dtype=np.int32) - 1


def similarities(pi: list[int], sigma: list[int]) -> dict[str, float]:
    row = np.concatenate([compare(ranks(pi), ranks(sigma)), [0.0, 0.0, 0.0]])
    return {name: float(parse(name).score(row)) for name in NAMES}


def segment_scores(metric: Metric, chunk: Chunk) -> list[float]:
    selected = metric.select(metric.measure(chunk))
    return [float(x) for x in metric.segment_score(selected.values)]


@pytest.mark.parametrize("vector", [v for v in vectors("permutation-distance") if "not-inverse" not in v.id])
def test_distance_vectors(vector: dict[str, Any]) -> None:
    found = similarities(vector["pi"], vector["sigma"])
    expected = vector["expected"]
    for name, key in zip(NAMES, ("hamming", "kendall", "kendall_sqrt", "ulam", "footrule", "spearman_01"), strict=True):
        assert found[name] == pytest.approx(expected[key], abs=1e-6)
    assert 2 * found["spearman"] - 1 == pytest.approx(expected["spearman_rho"], abs=1e-6)
    assert compare(ranks(vector["pi"]), ranks(vector["sigma"]))[2] == expected["discordant_pairs"]


def test_kendall_depends_on_the_direction_of_the_permutations() -> None:
    [vector] = [v.values[0] for v in vectors("permutation-distance", "kendall-not-inverse-invariant")]
    pi, sigma = vector["pi"], vector["sigma"]
    inverses = [[p.index(i) + 1 for i in range(1, len(p) + 1)] for p in (pi, sigma)]
    expected = vector["expected"]
    assert similarities(pi, sigma)["kendall"] == pytest.approx(expected["kendall(pi,sigma)"], abs=1e-6)
    assert similarities(*inverses)["kendall"] == pytest.approx(expected["kendall(pi^-1,sigma^-1)"], abs=1e-6)
    assert similarities(pi, sigma)["hamming"] == pytest.approx(expected["hamming(pi,sigma)"], abs=1e-6)
    assert similarities(*inverses)["hamming"] == pytest.approx(expected["hamming(inverses)"], abs=1e-6)


@pytest.mark.parametrize("vector", vectors("permutation-extraction"))
def test_extraction_vectors(vector: dict[str, Any]) -> None:
    links = links_of(vector["alignment"]).pairs
    for rule, key in (
        (Rule("previous"), "permutation"),
        (Rule("literal"), "literal_plus_one_then_stable_rank"),
    ):
        made = permutation_of_links(vector["source_len"], links, rule)
        assert (made + 1).tolist() == vector["expected"][key]


def test_words_without_a_link_can_be_left_out() -> None:
    links = links_of("0-4 1-3 3-0").pairs
    assert permutation_of_links(5, links, Rule("drop")).tolist() == [2, 1, 0]
    assert permutation_of_links(5, links, Rule("previous")).tolist() == [4, 2, 3, 0, 1]


def test_twenty_thousand_random_alignments_agree_with_the_textbook() -> None:
    rng = random.Random(11)
    for _ in range(20_000):
        size = rng.randint(0, 9)
        links = list({(rng.randrange(size), rng.randrange(9)) for _ in range(rng.randint(0, 12))} if size else set())
        policies = rng.choice(NULL_WORDS), rng.choice(ONE_TO_MANY), rng.choice(MANY_TO_ONE)
        array = np.array(links, dtype=np.int32).reshape(-1, 2)
        made = permutation_of_links(size, array, Rule(*policies)).tolist()
        assert made == permutation(size, links, *policies), (size, links, policies)


def test_one_to_many_and_many_to_one_are_policies() -> None:
    links = links_of("0-3 0-0 1-1 2-1 3-2").pairs
    made = {
        (one, many): permutation_of_links(4, links, Rule("previous", one, many)).tolist()
        for one in ("first", "last", "mean")
        for many in ("monotone", "inverted")
    }
    assert made["first", "monotone"] == [0, 1, 2, 3]
    assert made["last", "monotone"] == [3, 0, 1, 2]
    assert made["mean", "monotone"] == [2, 0, 1, 3]
    assert made["first", "inverted"] == [0, 2, 1, 3]


def test_equal_means_are_a_tie_to_the_last_bit() -> None:
    """10/3 + 1 is 26/6, but not in floating point: 4.333333333333334 and 4.333333333333333."""
    links = np.array([(0, to) for to in (2, 3, 5)] + [(2, to) for to in (0, 3, 4, 5, 6, 8)], dtype=np.int32)
    assert permutation_of_links(3, links, Rule("literal", "mean", "monotone")).tolist() == [0, 1, 2]
    assert permutation_of_links(3, links, Rule("literal", "mean", "inverted")).tolist() == [0, 2, 1]


def test_means_that_differ_by_less_than_a_bit_are_no_tie() -> None:
    """Near 2^28 a floating-point number cannot tell 1/8191 from 1/8192."""
    far = 2**28 - 3
    links = [(0, far + 1), *[(0, far)] * 8190, (1, far + 1), *[(1, far)] * 8191]
    array = np.array(links, dtype=np.int32)
    assert permutation_of_links(2, array, Rule("previous", "mean", "monotone")).tolist() == [1, 0]


@pytest.mark.parametrize("vector", vectors("layered", "syntactic"))
def test_word_ranks_of_layered(vector: dict[str, Any]) -> None:
    chunk = Chunk.of([[vector["hyp"]]], [vector["refs"]])
    expected = vector["expected"]
    for name, key in (("hamming", "hamming"), ("kendall-sqrt", "ktd"), ("spearman", "spearman_01")):
        metric = parse(f"{name}:tok=none,case=keep")
        [score] = segment_scores(metric, chunk)
        assert score == pytest.approx(expected[key], abs=1e-6)
    rows = parse("hamming:tok=none,case=keep").measure(chunk)
    assert rows.values[0, 0, 0] == expected["n"]


def test_inversions_and_subsequences_against_brute_force() -> None:
    rng = random.Random(5)
    for _ in range(300):
        size = rng.choice((0, 1, 2, 5, 23, 24, 25, 60))
        pi, sigma = rng.sample(range(1, size + 1), size), rng.sample(range(1, size + 1), size)
        made = compare(ranks(pi), ranks(sigma)) if size else compare(ranks([]), ranks([]))
        discordant = sum(pi[i] < pi[j] and sigma[i] > sigma[j] for i in range(size) for j in range(size))
        in_order = [s for _, s in sorted(zip(pi, sigma, strict=True))]
        ends = [0] * size
        for j in range(size):
            ends[j] = 1 + max((ends[i] for i in range(j) if in_order[i] < in_order[j]), default=0)
        assert made.tolist() == [
            size,
            sum(p == s for p, s in zip(pi, sigma, strict=True)),
            discordant,
            max(ends, default=0),
            sum(abs(p - s) for p, s in zip(pi, sigma, strict=True)),
            sum((p - s) ** 2 for p, s in zip(pi, sigma, strict=True)),
        ]


def test_direct_links_of_files_count_whitespace_words() -> None:
    """Tokens of 13a would split the comma off; positions in a file do not know of that."""
    chunk = Chunk.of([["house, big"]], [["big house,"]])
    given = dataclasses.replace(chunk, links={"direct": links_of("0-1 1-0")})
    assert segment_scores(parse("kendall:align=direct"), given) == [0.0]
    assert parse("kendall:align=direct").measure(given).values[0, 0].tolist() == [2, 0, 1, 1, 2, 2, 3, 3, 2, 2]
    built_in = parse("kendall:align=direct").measure(Chunk.of([["house, big"]], [["big house,"]])).values[0, 0].tolist()
    assert built_in[0] == built_in[6] == built_in[7] == 3


def test_direct_links_of_several_references_and_systems_are_listed_by_pair() -> None:
    systems = [["b a", "x y z"], ["a b", "z y x"]]
    references = [["a b", "b a"], ["x y z"]]
    chunk = Chunk.of(systems, references)
    lines = ("0-1 1-0", "0-0 1-1", "0-0 1-1 2-2", "0-0 1-1", "0-1 1-0", "0-2 1-1 2-0")
    given = dataclasses.replace(chunk, links={"direct": links_of(*lines)})
    metric = parse("hamming:align=direct")
    assert metric.measure(given).values[..., 1].tolist() == [[0, 2], [3, 0], [2, 0], [1, 0]]
    # The built-in aligner finds the same links, and the best reference counts.
    built_in = Chunk.of(systems, references)
    assert metric.measure(built_in).values.tolist() == metric.measure(given).values.tolist()
    assert segment_scores(metric, built_in) == [1.0, 1.0, 1.0, pytest.approx(1 / 3)]


def test_source_permutations_compare_with_every_reference() -> None:
    chunk = dataclasses.replace(
        Chunk.of([["c b a"]], [["a b c", "c b a"]], sources=["A B C"]),
        links={"hyp": links_of("0-2 1-1 2-0"), "ref": links_of("0-0 1-1 2-2", "0-2 1-1 2-0")},
    )
    metric = parse("kendall:align=source")
    assert metric.measure(chunk).values[0, :, 2].tolist() == [3, 0]
    assert segment_scores(metric, chunk) == [1.0]


def test_nothing_is_known_of_the_order_without_a_link() -> None:
    """Moses gives an empty alignment the best score; here it is no score's friend."""
    chunk = Chunk.of([["un deux", "", "x"]], [["one two"], ["one two"], [""]])
    for policy in ("previous", "literal", "drop"):
        assert segment_scores(parse(f"kendall:align=direct,null_words={policy}"), chunk) == [0.0, 0.0, 0.0]
    source = dataclasses.replace(
        Chunk.of([["b a", "b a"]], [["a b"], ["a b"]], sources=["A B", "A B"]),
        links={"hyp": links_of("", "0-0"), "ref": links_of("0-0 1-1", "")},
    )
    assert segment_scores(parse("hamming:align=source"), source) == [0.0, 0.0]


def test_coverage_is_the_share_of_hypothesis_words_with_a_partner() -> None:
    chunk = Chunk.of([["a b x y"]], [["a b c d e f"]])
    for align in ("occurrence", "direct", "ribes"):
        assert segment_scores(parse(f"kendall:coverage=yes,align={align}"), chunk) == [0.5]
    several = dataclasses.replace(Chunk.of([["a b x y"]], [["a b c d e f"]]), links={"direct": links_of("0-0 0-1 1-1")})
    assert parse("kendall:align=direct").measure(several).values[0, 0, 8] == 2


def test_the_brevity_penalty_takes_the_closest_reference() -> None:
    chunk = Chunk.of([["a b c"]], [["a b c d", "a b c d e f"]])
    assert segment_scores(parse("kendall:bp=yes"), chunk) == [pytest.approx(math.exp(1 - 4 / 3))]


def test_links_that_leave_their_sentence_never_reach_a_row() -> None:
    chunk = dataclasses.replace(Chunk.of([["a"]], [["a b"]]), links={"direct": links_of("2-0")})
    with pytest.raises(ValueError, match="leaves its sentence"):
        parse("kendall:align=direct").measure(chunk)


def test_missing_source_alignments_are_an_error_with_the_way_out() -> None:
    with pytest.raises(InputError, match=r"kendall compares word order through the source: .* kendall:align=direct"):
        parse("kendall:align=source").measure(Chunk.of([["a"]], [["a"]]))


def test_stems_are_used_if_the_language_is_given() -> None:
    chunk = Chunk.of([["he goes working"]], [["work he went"]])
    assert parse("kendall:align=direct").measure(chunk).values[0, 0, 8] == 1
    assert parse("kendall:align=direct,lang=english").measure(chunk).values[0, 0, 8] == 2
    assert "lang=en" in parse("kendall:align=direct,lang=english").signature


@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_the_whole_turned_round_is_the_largest_footrule(length: int) -> None:
    """Of an odd number of words the middle one stays: displacements sum to 4 of 3 words, not to 4.5."""
    inside = list(range(1, length + 1))
    assert similarities(inside, inside[::-1])["footrule"] == 0.0


def test_the_mean_over_references_is_of_those_that_are_there() -> None:
    """A segment with fewer references than another one in its chunk scores as it does alone."""
    metric = parse("kendall:align=direct,multi=average")
    pair = (["a b c", "b a c"], [["a c b", "a b c"], ["a b c"]])
    together = segment_scores(metric, Chunk.of([pair[0]], pair[1]))
    alone = [segment_scores(metric, Chunk.of([[hyp]], [refs]))[0] for hyp, refs in zip(*pair, strict=True)]
    assert together == alone
    assert 0 < together[1] < 1
