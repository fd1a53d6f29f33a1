"""p-values, intervals, corrections and letters of the page are those of ``significance``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.significance import (
    bootstrap_p,
    holm,
    interval_of,
    least_p,
    letters,
    randomised_p,
    rank_ranges,
)

GENERATOR = np.random.default_rng(5)
DRAWN = [
    GENERATOR.normal(0.3, 1, 1000),
    GENERATOR.normal(-2, 1, 501),
    np.round(GENERATOR.normal(0, 2, 300)),
    np.where(GENERATOR.random(200) < 0.3, np.nan, GENERATOR.normal(0, 1, 200)),
    np.zeros(10),
    np.array([1.5]),
    np.full(4, np.nan),
]


def call(modules: Any, function: str, *given: Any) -> Any:
    """A function of statistics.js; lists of numbers that were drawn come as a Float64Array."""
    return modules.evaluate(
        """async ([name, drawn, rest]) => {
            const found = (await import("/statistics.js"))[name];
            return drawn === null ? found(...rest) : found(Float64Array.from(drawn), ...rest);
        }""",
        [function, *given],
    )


@pytest.mark.parametrize("sides", ["two", "one", "moses"])
@pytest.mark.parametrize("higher", [True, False])
def test_p_values(modules: Any, sides: str, higher: bool) -> None:
    for drawn in DRAWN:
        for observed in (0.0, 0.31, -1.7, 2.0, float("nan")):
            for units in (1, 3, 8, 3000):
                found = call(modules, "bootstrapP", drawn.tolist(), [observed, sides, higher, units])
                assert found == pytest.approx(bootstrap_p(drawn, observed, sides, higher, units), abs=0, nan_ok=True)
            if sides != "moses":
                found = call(modules, "randomisedP", drawn.tolist(), [observed, sides, higher])
                assert found == pytest.approx(randomised_p(drawn, observed, sides, higher), abs=0, nan_ok=True)


def test_least_p(modules: Any) -> None:
    for units in (0, 1, 2, 10, 2000):
        for sides in ("two", "one", "moses"):
            assert call(modules, "leastP", None, [units, sides]) == least_p(units, sides)


@pytest.mark.parametrize("level", [0.95, 0.9, 0.5])
def test_intervals(modules: Any, level: float) -> None:
    for drawn in DRAWN:
        expected = interval_of(drawn, Bootstrap(level=level))
        found = call(modules, "intervalOf", drawn.tolist(), [level])
        if expected is None:
            assert found is None
        else:
            assert found == {"low": expected.low, "high": expected.high}


def test_holm(modules: Any) -> None:
    for count in (0, 1, 2, 7, 40):
        p = np.where(GENERATOR.random(count) < 0.2, np.nan, np.round(GENERATOR.random(count) ** 3, 2))
        np.testing.assert_array_equal(call(modules, "holm", None, [p.tolist()]), holm(p.tolist()))


def test_letters_and_ranks(modules: Any) -> None:
    for count in (2, 3, 4, 6, 9):
        for share in (0.0, 0.2, 0.5, 0.8, 1.0):
            upper = np.triu(GENERATOR.random((count, count)) < share, 1)
            differ = upper | upper.T
            order = GENERATOR.permutation(count).tolist()
            found = modules.evaluate(
                """async ([differ, order]) => {
                    const { lettersOf, rankRanges } = await import("/statistics.js");
                    const differs = (a, b) => differ[a][b];
                    return [lettersOf(differs, order), rankRanges(differs, order).map((r) => [r.best, r.worst])];
                }""",
                [differ.tolist(), order],
            )
            assert found[0] == letters(differ, order)
            assert [tuple(ranks) for ranks in found[1]] == rank_ranges(differ, order)
