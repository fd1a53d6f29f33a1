"""What cannot be tested or drawn is refused in a sentence, and what failed does not go on."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.analysis.comparing.comparison import CompareSettings
from tertium.analysis.comparing.resampling import Bootstrap, in_order, randomise
from tertium.analysis.comparing.score_rows import joined, mean_score_rows
from tertium.analysis.comparing.significance import intervals_of
from tertium.errors import InputError


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"test": "t"}, "test must be one of bs, ar, got 't'."),
        ({"order": "name"}, "order must be one of score, given, got 'name'."),
        (
            {"test": "ar", "sides": "moses"},
            "'moses' is a reading of the paired bootstrap; approximate randomisation is two- or one-sided.",
        ),
        ({"alpha": 0.0}, "alpha must lie between 0 and 1, got 0.0."),
        ({"power": 1}, "power must lie between 0 and 1, got 1."),
    ],
)
def test_settings_that_make_no_test_are_refused(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        CompareSettings(**wrong)  # type: ignore[arg-type]
    assert str(refused.value) == sentence


def test_rows_that_do_not_belong_together_are_refused() -> None:
    few = mean_score_rows(["a", "b"], "x", "", np.zeros((2, 3)), True)
    other = mean_score_rows(["a", "c"], "y", "", np.zeros((2, 4)), True)
    for wrong, sentence in (
        (
            lambda: joined([few, other]),
            "scores of 4 segments of a, c cannot be put beside those of 3 segments of a, b; "
            "systems and segments must be the same.",
        ),
        (lambda: few.by_document(["d", "e"]), "there are 2 document labels for 3 segments; give one for each."),
        (
            lambda: randomise(few, [(0, 1)], 0, 1, 1),
            "approximate randomisation needs at least 1 trial, got 0.",
        ),
    ):
        with pytest.raises(InputError) as refused:
            wrong()
        assert str(refused.value) == sentence


def test_an_interval_is_over_the_resamples_that_have_a_value() -> None:
    drawn = np.random.default_rng(2).normal(size=(3, 200))
    drawn[1, 50:] = np.nan
    drawn[2] = np.nan
    whole, some, none = intervals_of(drawn, Bootstrap(200))
    assert whole is not None
    assert some is not None
    assert none is None
    assert (whole.low, whole.high) == pytest.approx(np.quantile(drawn[0], [0.025, 0.975]).tolist(), rel=1e-12)
    assert (some.low, some.high) == pytest.approx(np.quantile(drawn[1, :50], [0.025, 0.975]).tolist(), rel=1e-12)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_failing_block_is_heard_and_the_rest_is_left(threads: int) -> None:
    begun = []

    def run(number: int) -> int:
        begun.append(number)
        if number == 4:
            raise ArithmeticError("block 4")
        return number

    blocks = in_order(run, [(number,) for number in range(1000)], threads)
    assert [next(blocks) for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(ArithmeticError, match="block 4"):
        next(blocks)
    assert len(begun) < 20
