"""Draws of the page are those of the native generator, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tertium.kernels.draws import draw_counts, draw_runs, draw_swaps, philox4x32

SEEDS = [0, 1, 12345, 2**32 - 1, 2**32, 2**53 - 1, "9007199254740993", "18446744073709551615"]


@pytest.mark.parametrize("seed", SEEDS)
def test_blocks(modules: Any, seed: int | str) -> None:
    numbers = [0, 1, 2**31, 2**32 + 7, 2**52]
    found = modules.evaluate(
        """async ([seed, numbers]) => {
            const { philoxBlocks, seedKey } = await import("/draws.js");
            return numbers.map((number) => [0, 1, 2].map((purpose) => {
                const words = new Uint32Array(8);
                philoxBlocks(words, 5, 2, seedKey(seed), number, purpose);
                return [...words];
            }));
        }""",
        [seed, numbers],
    )
    key = (int(seed) & 0xFFFFFFFF, int(seed) >> 32)
    for number, by_purpose in zip(numbers, found, strict=True):
        for purpose, words in enumerate(by_purpose):
            high = (number & 0xFFFFFFFF, (number >> 32 & 0xFFFFFF) | purpose << 24)
            assert words == [*philox4x32((5, 0, *high), key), *philox4x32((6, 0, *high), key)]


@pytest.mark.parametrize("units", [1, 2, 3, 7, 31, 32, 33, 64, 1000, 3001])
@pytest.mark.parametrize("seed", [12345, "18446744073709551615"])
def test_counts_and_swaps(modules: Any, units: int, seed: int | str) -> None:
    found = modules.evaluate(
        """async ([seed, units]) => {
            const { RESAMPLES, SWAPS, createWords, countsOf, swapsOf } = await import("/draws.js");
            const resamples = createWords(seed, RESAMPLES);
            countsOf(resamples, 5)(2, new Uint8Array(5)); // words that are held are made longer
            const draws = [countsOf(resamples, units), swapsOf(createWords(seed, SWAPS), units)];
            return draws.map((draw) => [0, 1, 2, 999, 70000].map((number) => {
                const counts = new Uint8Array(units);
                draw(number, counts);
                return [...counts];
            }));
        }""",
        [seed, units],
    )
    for made, native in zip(found, (draw_counts, draw_swaps), strict=True):
        for number, weights in zip([0, 1, 2, 999, 70000], made, strict=True):
            assert weights == native(units, int(seed), number, number + 1)[0].tolist()


def test_numbers_that_would_be_biased_are_drawn_again(modules: Any) -> None:
    """Of 3 million units about one number in 1,500 is rejected: more than the numbers that were made at first."""
    units = 3_000_017
    found = modules.evaluate(
        """async (units) => {
            const { RESAMPLES, createWords, countsOf } = await import("/draws.js");
            const weights = new Uint8Array(units);
            countsOf(createWords(7, RESAMPLES), units)(3, weights);
            let [mark, total] = [0, 0];
            weights.forEach((weight, unit) => { total += weight; mark = (mark * 31 + weight * (unit + 1)) % 1000003; });
            return [total, mark, [...weights.slice(-50)]];
        }""",
        units,
    )
    weights = draw_counts(units, 7, 3, 4)[0]
    mark = 0
    for unit, weight in enumerate(weights.astype(int).tolist(), 1):
        mark = (mark * 31 + weight * unit) % 1000003
    assert found == [units, mark, weights[-50:].tolist()]


def test_runs(modules: Any) -> None:
    found = modules.evaluate(
        """async () => {
            const { RUNS, createWords, runsOf } = await import("/draws.js");
            const draw = runsOf(createWords(99, RUNS), [3, 2, 5]);
            return Array.from({ length: 200 }, (_, number) => draw(number));
        }"""
    )
    np.testing.assert_array_equal(found, draw_runs([3, 2, 5], 99, 200))
