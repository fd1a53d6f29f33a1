"""The built-in aligner: equal words, equal stems, similar spelling; one to one; few chunks or crossings; bounded."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.views.order import links as link_views
from tertium.views.order.links import align_words
from textbook.matching import (
    by_occurrence,
    chunks,
    cost,
    crossings,
    fewest_chunks,
    fewest_crossings,
    spelling_similarity,
)

WORDS = st.lists(st.sampled_from("abcdef"), max_size=7)
STEMS = {"walk": "walk", "walks": "walk", "walked": "walk", "run": "run", "runs": "run", "the": "the"}


def pairs_of(ref: list[str], hyp: list[str], rule: str = "blocks") -> list[tuple[int, int]]:
    return [(r, h) for r, h, _ in align_words(ref, hyp, "none", rule)]


def blocks_of(ref: str, hyp: str) -> list[str]:
    """The blocks of linked words, in the order of the hypothesis."""
    by_hyp = sorted((h, r) for r, h in pairs_of(ref.split(), hyp.split()))
    blocks: list[list[str]] = []
    last = (-2, -2)
    for h, r in by_hyp:
        if (h - 1, r - 1) != last:
            blocks.append([])
        blocks[-1].append(hyp.split()[h])
        last = (h, r)
    return [" ".join(block) for block in blocks]


def test_repeated_words_follow_the_blocks_they_stand_in() -> None:
    assert blocks_of("the cat sat on the mat", "on the mat sat the cat") == ["on the mat", "sat", "the cat"]
    ref = "we met the old man , the dog and the cat in the garden , by the gate"
    hyp = "in the garden , we met the old man , the dog and the cat by the gate"
    assert blocks_of(ref, hyp) == ["in the garden ,", "we met the old man , the dog and the cat", "by the gate"]


def test_blocks_go_through_words_of_similar_spelling() -> None:
    """The stage of spelling comes last, yet 'colors of' tells which 'of' is meant; repeated words too."""
    ref, hyp = "of x colours of y of z", "colors of z y x of"
    assert (2, 0) in pairs_of(ref.split(), hyp.split())
    assert (3, 1) in pairs_of(ref.split(), hyp.split())
    assert blocks_of("big colours x red colours y", "red colors y big colors x") == ["red colors y", "big colors x"]


@given(WORDS, WORDS)
def test_links_have_the_fewest_chunks_then_crossings_then_distances(ref: list[str], hyp: list[str]) -> None:
    ref, hyp = ref[:6], hyp[:6]
    links = pairs_of(ref, hyp)
    equal, _, least = fewest_chunks(ref, hyp)
    assert (len(links), cost(links)) == (equal, least)


@given(*[st.lists(st.sampled_from(sorted(STEMS)), max_size=6)] * 2)
def test_stems_take_part_after_equal_words_in_the_same_blocks(ref: list[str], hyp: list[str]) -> None:
    links = align_words(ref, hyp, "en")
    stages = [stage for _, _, stage in links]
    found = (stages.count("exact"), stages.count("stem"), cost([(r, h) for r, h, _ in links]))
    assert found == fewest_chunks(ref, hyp, STEMS.__getitem__)
    assert "similar" not in stages


def test_longer_sentences_have_fewer_chunks_than_by_crossings_and_never_more() -> None:
    rng = random.Random(5)
    mine = theirs = 0
    for _ in range(300):
        vocabulary = [str(i) for i in range(rng.randint(8, 40))]
        ref = [rng.choice(vocabulary) for _ in range(rng.randint(10, 40))]
        cut = rng.randrange(len(ref))
        hyp = [word for word in ref[cut:] + ref[:cut] if rng.random() < 0.9]
        here, there = chunks(pairs_of(ref, hyp)), chunks(pairs_of(ref, hyp, "crossings"))
        assert here <= there
        mine, theirs = mine + here, theirs + there
    assert mine < 0.7 * theirs


def test_beyond_the_search_the_longest_blocks_come_first() -> None:
    """More than 64 places with a choice: no search, and the pair says so."""
    rng = random.Random(2)
    words = [rng.choice([f"w{i}" for i in range(40)]) for _ in range(400)]
    moved = words[100:200] + words[:100] + words[200:]
    chunk = Chunk.of([[" ".join(moved)]], [[" ".join(words)]])
    made = link_views.word_links(chunk, "none", "keep", "none", "none")
    assert made.capped.tolist() == [True]
    assert chunks([(r, h) for r, h in made.pairs.tolist()]) == 3
    assert chunks(pairs_of(words, moved, "crossings")) > 30


@given(WORDS, WORDS, st.sampled_from(["blocks", "crossings"]))
def test_as_many_equal_words_are_linked_as_can_be_one_to_one(ref: list[str], hyp: list[str], rule: str) -> None:
    links = align_words(ref, hyp, "none", rule)
    assert len({r for r, _, _ in links}) == len({h for _, h, _ in links}) == len(links)
    assert all(ref[r] == hyp[h] and stage == "exact" for r, h, stage in links)
    assert len(links) == len(by_occurrence(ref, hyp))
    assert links == sorted(links)


def test_it_crosses_no_more_than_pairing_by_occurrence_and_far_less_in_all() -> None:
    rng = random.Random(7)
    mine = theirs = 0
    for _ in range(1000):
        vocabulary = [str(i) for i in range(rng.randint(2, 20))]
        ref, hyp = ([rng.choice(vocabulary) for _ in range(rng.randint(1, 25))] for _ in range(2))
        here, there = crossings(pairs_of(ref, hyp, "crossings")), crossings(by_occurrence(ref, hyp))
        assert here <= there
        mine, theirs = mine + here, theirs + there
    assert mine < 0.7 * theirs


@given(st.lists(st.sampled_from("aabcde"), max_size=8), st.permutations(list("bcde")))
def test_with_one_word_of_unequal_counts_the_crossings_are_the_fewest(ref: list[str], others: list[str]) -> None:
    """Exact by the argument in native/alignment/assignment.hpp; here against enumeration."""
    hyp = ["a", *others[:2], "a", *others[2:], "a", "a"]
    unequal = {word for word in set(ref) & set(hyp) if ref.count(word) != hyp.count(word)}
    if len(unequal) <= 1:
        assert crossings(pairs_of(ref, hyp, "crossings")) == fewest_crossings(ref, hyp)


def test_the_crossings_are_the_fewest_for_nearly_all_sentences_of_few_words() -> None:
    """Several words of unequal counts make the optimum hard; taking turns finds it in all but one of 200 of the
    worst sentences there are (seven words from an alphabet of two to six)."""
    rng = random.Random(3)
    found = 0
    for _ in range(1500):
        alphabet = "abcdef"[: rng.randint(2, 6)]
        ref, hyp = ([rng.choice(alphabet) for _ in range(rng.randint(1, 7))] for _ in range(2))
        found += crossings(pairs_of(ref, hyp, "crossings")) == fewest_crossings(ref, hyp)
    assert found >= 1500 * 0.99


def test_stages_come_one_after_the_other() -> None:
    ref = "houses of the international organisation were painted".split()
    hyp = "the organization internationally painting of house".split()
    assert align_words(ref, hyp, "en") == [
        (0, 5, "stem"),
        (1, 4, "exact"),
        (2, 0, "exact"),
        (3, 2, "stem"),
        (4, 1, "similar"),
        (6, 3, "stem"),
    ]
    assert align_words(ref, hyp) == [
        (0, 5, "similar"),
        (1, 4, "exact"),
        (2, 0, "exact"),
        (3, 2, "similar"),
        (4, 1, "similar"),
    ]


def test_short_words_are_not_compared_by_spelling() -> None:
    """'the' and 'they' share most bigrams and no meaning."""
    assert align_words(["the"], ["they"]) == []
    assert align_words(["house"], ["houses"]) == [(0, 0, "similar")]
    assert align_words(["a" * 65], ["a" * 66]) == []


@given(st.lists(st.text("abcé漢", min_size=3, max_size=7), min_size=1, max_size=4), st.text("abcé漢", max_size=7))
def test_the_most_similar_word_is_taken_if_it_is_similar_enough(ref: list[str], word: str) -> None:
    if not word or word in ref:
        return
    best = max(spelling_similarity(other, word) for other in ref)
    links = align_words(ref, [word])
    if best < 0.65:
        assert links == []
    else:
        assert [(stage, spelling_similarity(ref[r], word)) for r, _, stage in links] == [("similar", best)]


def test_similar_words_that_repeat_are_linked_in_order_by_crossings() -> None:
    ref, hyp = "colours x colours y colours".split(), "colors y colors x colors".split()
    similar = [(r, h) for r, h, stage in align_words(ref, hyp, "none", "crossings") if stage == "similar"]
    assert similar == [(0, 0), (2, 2), (4, 4)]


@pytest.mark.parametrize("rule", ["blocks", "crossings"])
@pytest.mark.parametrize(
    ("words", "vocabulary"),
    [(10_000, 10), (1_000, 10), (300, 5), (10_000, 3_000), (20_000, 20_000)],
    ids=["few", "few, shorter", "few, short", "some", "many"],
)
def test_ten_thousand_words_take_no_longer_than_a_second(words: int, vocabulary: int, rule: str) -> None:
    rng = random.Random(vocabulary)
    ref, hyp = (" ".join(f"word{rng.randrange(vocabulary)}" for _ in range(words)) for _ in range(2))
    chunk = Chunk.of([[hyp]], [[ref]])
    started = time.process_time()
    made = link_views.word_links(chunk, "none", "keep", "none", "none", rule)
    assert time.process_time() - started < 1.0
    assert len(made.pairs) == len(set(made.pairs[:, 0].tolist())) == len(set(made.pairs[:, 1].tolist()))


def test_identical_words_are_paired_in_order() -> None:
    assert pairs_of(["a"] * 1000, ["a"] * 1000) == [(i, i) for i in range(1000)]
    assert pairs_of(["a"] * 1000, ["a"] * 1700) == [(i, i) for i in range(1000)]


def test_a_search_that_ran_into_its_bound_is_marked() -> None:
    chunk = Chunk.of([["a b c", " ".join(["a"] * 4000)]], [["c b a"], [" ".join(["a"] * 2000), "a"]])
    for rule, capped in (("crossings", [False, True, False]), ("blocks", [False, True, True])):
        made = link_views.word_links(chunk, "none", "keep", "none", "none", rule)
        assert made.capped.tolist() == capped
        found = link_views.direct_links(chunk, "none", "keep", "none", "none", rule)
        assert found.capped.tolist() == [False, True]
        # Beyond the bound: the k-th occurrence with the k-th.
        assert np.array_equal(made.pairs[3:2003], np.repeat(np.arange(2000), 2).reshape(-1, 2))


def test_sentences_without_words_have_no_links() -> None:
    assert align_words([], []) == align_words(["a"], []) == align_words([], ["a"]) == []
