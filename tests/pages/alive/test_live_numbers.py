"""Numbers that the page writes look like those that Python writes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tertium.render.reports.comparison_numbers import signed
from tertium.render.tables.grid import number_text, p_text

GENERATOR = np.random.default_rng(4)
NUMBERS = [
    *(GENERATOR.normal(0, 30, 100).tolist()),
    *(place / 16 for place in range(-40, 41)),  # many of them exactly between two decimals
    0.05,
    -0.05,
    -0.04,
    1e-12,
    1e6 + 0.25,
    float("nan"),
    float("inf"),
]


@pytest.mark.parametrize("decimals", [0, 1, 2, 3, 4])
def test_numbers(modules: Any, decimals: int) -> None:
    found = modules.evaluate(
        """async ([numbers, decimals]) => {
            const { numberText, signedText } = await import("/live_numbers.js");
            return numbers.map((number) => [numberText(number, decimals), signedText(number, decimals)]);
        }""",
        [NUMBERS, decimals],
    )
    assert found == [[number_text(number, decimals), signed(number, decimals)] for number in NUMBERS]


@pytest.mark.parametrize("draws", [10, 999, 1000, 1001, 28000, 100000])
def test_p_values(modules: Any, draws: int) -> None:
    values = [1.0, 0.5, 1 / (draws + 1), 0.0625, 0.00005, float("nan")]
    found = modules.evaluate(
        """async ([values, draws]) => {
            const { pText } = await import("/live_numbers.js");
            return values.map((p) => pText(p, draws));
        }""",
        [values, draws],
    )
    assert found == [p_text(p, draws) for p in values]


def test_long_names_that_differ_at_their_end_are_told_apart(modules: Any) -> None:
    names = ["baseline-transformer-1", "baseline-transformer-2", "ninechars", "猫" * 12, "tenletters"]
    shortened = modules.evaluate(
        """async (names) => {
            const { shortName } = await import("/elements.js");
            return names.map((name) => shortName(name, 9));
        }""",
        names,
    )
    assert shortened == ["base…er-1", "base…er-2", "ninechars", "猫猫猫猫…猫猫猫猫", "tenl…ters"]


def test_thousands(modules: Any) -> None:
    numbers = [0, 7, 999, 1000, 12345, 1234567]
    found = modules.evaluate(
        'async (numbers) => { const { groupedText } = await import("/elements.js"); return numbers.map(groupedText); }',
        numbers,
    )
    assert found == [f"{number:,}" for number in numbers]
