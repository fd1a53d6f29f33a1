"""How Python callers of ``compare`` and ``report`` say what to test, as parts of a request."""

from __future__ import annotations

from typing import Literal

from tertium.analysis.comparing.comparison import Against, CompareSettings, Sides, Test
from tertium.analysis.comparing.resampling import TRIALS, Bootstrap


def settings_given(
    resamples: int | None,
    seed: int,
    level: float,
    test: Test,
    sides: Sides,
    trials: int | None,
    against: Against,
    alpha: float,
) -> CompareSettings:
    """Draws that nobody names are as many as usual."""
    return CompareSettings(
        Bootstrap(Bootstrap.resamples if resamples is None else resamples, seed, level),
        test,
        sides,
        TRIALS if trials is None else trials,
        against,
        alpha,
    )


def draws_given(test: Test, resamples: int | None, trials: int | None) -> Literal["enough", "given"]:
    """Where nobody names a number, the number of comparisons says how often the test draws."""
    return "enough" if (resamples if test == "bs" else trials) is None else "given"
