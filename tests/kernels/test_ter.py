"""The native TER against the textbook version: edits, shifts and path, on sentences made to be shifted."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.arrays import Int32s
from tertium.kernels import ter
from textbook import ter as textbook

SEARCHES = {
    "tercom": (False, 20),
    "narrow": (False, 3),
    "blind": (False, 0),
    "wide": (False, ter.MAX_BEAM),
    "exact": (False, ter.NO_BEAM),
    "sacrebleu": (True, 20),
}


def ids(words: list[int]) -> Int32s:
    return np.array(words, dtype=np.int32)


def expect_verdict(hyp: list[int], ref: list[int], name: str) -> None:
    sacrebleu, beam = SEARCHES[name]
    shifts, path, capped = ter.ter_search(ids(hyp), ids(ref), sacrebleu=sacrebleu, beam=beam)
    verdict = textbook.ter(hyp, ref, "sacrebleu" if sacrebleu else "tercom", float("inf") if beam < 0 else beam)
    assert not capped
    assert [tuple(shift) for shift in shifts.tolist()] == [(s.start, s.end, s.after) for s in verdict.shifts]
    assert path == verdict.path


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """A reference from few or many words, and a hypothesis made of it by moving blocks and editing words."""
    vocabulary = draw(st.sampled_from([1, 2, 3, 6, 20]))
    word = st.integers(0, vocabulary - 1)
    ref = draw(st.lists(word, max_size=20))
    hyp = list(ref)
    for _ in range(draw(st.integers(0, 4))):
        at, length, to = draw(st.integers(0, 24)), draw(st.integers(1, 12)), draw(st.integers(0, 24))
        block = hyp[at : at + length]
        del hyp[at : at + length]
        hyp[to:to] = block
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(hyp)))
        hyp[at : at + draw(st.integers(0, 2))] = draw(st.lists(st.integers(0, vocabulary + 2), max_size=2))
    return hyp, ref


@pytest.mark.parametrize("name", SEARCHES)
@given(pair=pairs())
@settings(max_examples=100)
def test_shifts_and_path_equal_the_textbook(name: str, pair: tuple[list[int], list[int]]) -> None:
    expect_verdict(*pair, name)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("length", [0, 1, 2, 63, 64, 65])
def test_lengths_around_a_machine_word_equal_the_textbook(name: str, length: int) -> None:
    for seed, other in enumerate((0, 1, 30, length, 64, 65)):
        rng = random.Random(length * 100 + seed)
        vocabulary = rng.choice((12, 60, 400))
        hyp = [rng.randrange(vocabulary) for _ in range(length)]
        ref = [rng.randrange(vocabulary) for _ in range(other)]
        if seed % 2 and hyp:  # much in common, in another order
            ref = hyp[len(hyp) // 3 :] + hyp[: len(hyp) // 3] + ref[: max(0, other - length)]
        expect_verdict(hyp, ref, name)


@pytest.mark.parametrize("name", SEARCHES)
def test_very_unequal_lengths_equal_the_textbook(name: str) -> None:
    # Here the beam and the band are felt; over 50 times as long, sacreBLEU's band is wider than a machine word.
    for hyp_length, ref_length in ((2, 150), (1, 70), (3, 149), (150, 2), (90, 20), (20, 90)):
        rng = random.Random(hyp_length)
        ref = [rng.randrange(30) for _ in range(ref_length)]
        hyp = [rng.choice(ref) if rng.random() < 0.7 else 99 for _ in range(hyp_length)]
        expect_verdict(hyp, ref, name)


def shuffled(length: int, seed: int) -> tuple[list[int], list[int]]:
    """Text-like words (a few frequent ones) in the wrong order in places."""
    rng = random.Random(seed)
    ref = [min(int(rng.paretovariate(0.6)), 5000) for _ in range(length)]
    hyp = list(ref)
    for _ in range(length // 40):
        at, to, size = rng.randrange(length), rng.randrange(length), rng.randrange(1, 8)
        block = hyp[at : at + size]
        del hyp[at : at + size]
        hyp[min(to, at + 30) : min(to, at + 30)] = block
    for _ in range(length // 50):
        hyp[rng.randrange(len(hyp))] = 9999
    return hyp, ref


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tercom", "narrow", "exact", "sacrebleu"])
def test_long_sentences_equal_the_textbook(name: str) -> None:
    expect_verdict(*shuffled(130, 1), name)
    expect_verdict(*shuffled(200, 2), name)


@pytest.mark.slow
def test_a_thousand_words_equal_the_textbook() -> None:
    # One long alignment (the textbook version needs seconds for each dynamic program, so the search gets little to do).
    rng = random.Random(5)
    ref = [rng.randrange(100000) for _ in range(1000)]
    hyp = ref[:500] + ref[503:700] + ref[500:503] + ref[700:990]
    for name in ("tercom", "exact"):
        expect_verdict(hyp, ref, name)


def test_a_spent_budget_is_flagged_and_still_an_upper_bound() -> None:
    rng = random.Random(3)
    ref = [rng.randrange(50) for _ in range(300)]
    hyp = rng.sample(ref, len(ref))
    full, _, capped = ter.ter_search(ids(hyp), ids(ref), beam=ter.NO_BEAM)
    assert not capped
    few, path, capped = ter.ter_search(ids(hyp), ids(ref), beam=ter.NO_BEAM, budget=200_000)
    assert capped
    assert len(few) < len(full)
    assert few.tolist() == full.tolist()[: len(few)]
    assert len(path.replace("d", "")) == len(hyp)
    assert len(path.replace("i", "")) == len(ref)


def test_a_pair_too_large_to_store_is_aligned_without_shifts() -> None:
    rng = random.Random(4)
    for hyp_length, ref_length in ((300, 280), (200, 700), (700, 200), (1, 500), (500, 1)):
        ref = [rng.randrange(40) for _ in range(ref_length)]
        hyp = [rng.randrange(40) for _ in range(hyp_length)]
        shifts, path, capped = ter.ter_search(ids(hyp), ids(ref), beam=ter.NO_BEAM, stored=8)
        assert capped
        assert len(shifts) == 0
        assert path == textbook.beamed(hyp, ref, float("inf")).path


def test_ten_thousand_words_of_ten_end_with_a_flag() -> None:
    rng = np.random.default_rng(1)
    hyp, ref = (rng.integers(0, 10, 10_000, dtype=np.int32) for _ in range(2))
    _, path, capped = ter.ter_search(hyp, ref, beam=ter.NO_BEAM, budget=20_000_000)
    assert capped
    assert len(path.replace("d", "")) == len(hyp)
    _, path, capped = ter.ter_search(hyp, ref, sacrebleu=True)
    assert not capped
    assert len(path.replace("i", "")) == len(ref)
