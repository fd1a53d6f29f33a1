"""Draws: the generator's published vectors, a textbook version, and what uniform means."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.kernels.draws import draw_counts, draw_runs, draw_swaps, philox4x32

MASK = 0xFFFFFFFF

# Known answers distributed with the authors' Random123 library for Philox4x32-10.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((MASK,) * 4, (MASK,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_the_generators_known_answers(
    counter: tuple[int, ...], key: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert philox4x32(counter, key) == expected


def stream(seed: int, purpose: int, number: int):
    """The plain version: words of a draw, block by block."""
    place = 0
    while True:
        high = (number & MASK, (number >> 32 & 0xFFFFFF) | purpose << 24)
        yield from philox4x32((place & MASK, place >> 32, *high), (seed & MASK, seed >> 32))
        place += 1


@pytest.mark.parametrize("units", [1, 2, 7, 1000, 3_000_000])
@pytest.mark.parametrize("seed", [0, 12345, 2**64 - 1])
def test_counts_equal_the_judges(units: int, seed: int) -> None:
    counts = draw_counts(units, seed, 5, 6)[0]
    assert counts.sum() == units
    if units > 1000:
        return
    expected = np.zeros(units)
    words = stream(seed, 0, 5)
    for _ in range(units):
        while True:
            product = next(words) * units
            if product & MASK >= (2**32 - units) % units:
                break
        expected[product >> 32] += 1
    assert counts.tolist() == expected.tolist()


def test_words_that_would_make_some_units_likelier_are_thrown_away() -> None:
    """One of the words of this draw is such a one; without looking at it all that come behind it are others."""
    units, seed = 61_357, 2
    expected, words, thrown = np.zeros(units), stream(seed, 0, 0), 0
    for _ in range(units):
        while (product := next(words) * units) & MASK < (2**32 - units) % units:
            thrown += 1
        expected[product >> 32] += 1
    assert thrown == 1
    assert draw_counts(units, seed, 0, 1)[0].tolist() == expected.tolist()


def test_swaps_equal_the_judges() -> None:
    words = stream(9, 1, 2**33 + 1)
    bits = [word >> place & 1 for word in (next(words), next(words), next(words)) for place in range(32)]
    assert draw_swaps(70, 9, 2**33 + 1, 2**33 + 2)[0].tolist() == bits[:70]


def test_draws_depend_on_seed_purpose_and_number_alone() -> None:
    whole = draw_counts(50, 1, 0, 10)
    assert np.array_equal(draw_counts(50, 1, 4, 6), whole[4:6])
    assert len({row.tobytes() for row in whole}) == 10
    assert not np.array_equal(draw_counts(50, 2, 0, 1), whole[:1])


def test_draws_are_uniform() -> None:
    counts = draw_counts(20, 3, 0, 5000).sum(axis=0)  # 5,000 each, standard deviation 69
    assert np.abs(counts - 5000).max() < 5 * 69
    swaps = draw_swaps(40, 3, 0, 5000).mean(axis=0)
    assert np.abs(swaps - 0.5).max() < 5 * 0.5 / np.sqrt(5000)
    runs = draw_runs([3, 2], 3, 5000)
    assert runs.shape == (5000, 5)
    assert runs.max(axis=0).tolist() == [2, 2, 2, 1, 1]
    assert np.abs(runs.mean(axis=0) - [1, 1, 1, 0.5, 0.5]).max() < 0.06


def test_nothing_to_draw_from_is_refused() -> None:
    with pytest.raises(ValueError, match="out of range"):
        draw_counts(0, 1, 0, 1)
