"""Non-inferiority: verdicts, their error rates, and the bound that belongs to them."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.analysis.comparing.gate import check_floors, check_gate, check_slices
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import ScoreRows, mean_score_rows
from tertium.errors import InputError


def pair(drop: float, segments: int = 400, seed: int = 0, higher: bool = True) -> ScoreRows:
    """A new system that is worse by about ``drop``, with noise of its own."""
    rng = np.random.default_rng(seed)
    base = rng.normal(size=segments)
    new = base + 0.5 * rng.normal(size=segments) - (drop if higher else -drop)
    return mean_score_rows(["base", "new"], "x", "x", np.stack([base, new]), higher)


def verdict(score_rows: ScoreRows, allowed: float, resamples: int = 999, seed: int = 1) -> str:
    (check,) = check_gate(score_rows, Bootstrap(resamples, seed), 0.05, {"x": allowed})
    return check.verdict


@pytest.mark.parametrize("higher", [True, False])
def test_verdicts_in_both_directions(higher: bool) -> None:
    assert verdict(pair(0.0, higher=higher), 0.2) == "pass"
    assert verdict(pair(-1.0, higher=higher), 0.0) == "pass", "clearly better"
    assert verdict(pair(0.5, higher=higher), 0.2) == "fail"
    assert verdict(pair(0.0, segments=20, higher=higher), 0.05) == "unproven"


def test_the_bound_is_where_the_verdict_turns() -> None:
    score_rows = pair(0.1)
    (check,) = check_gate(score_rows, Bootstrap(999, 1), 0.05, {"x": 0.2})
    assert check.drop < check.bound
    assert verdict(score_rows, check.bound + 1e-6) == "pass"
    assert verdict(score_rows, check.bound - 1e-6) != "pass"
    assert verdict(score_rows, max(0.0, check.drop - (check.bound - check.drop) * 2)) == "fail"


def test_identical_systems_pass_even_where_nothing_may_be_lost() -> None:
    scores = np.random.default_rng(0).normal(size=50)
    same = mean_score_rows(["base", "new"], "x", "x", np.stack([scores, scores]), True)
    assert verdict(same, 0.0) == "pass"


def test_a_system_at_the_limit_passes_about_as_often_as_alpha_says() -> None:
    passed = sum(verdict(pair(0.1, 100, seed), 0.1, 199, seed) == "pass" for seed in range(300))
    assert 4 <= passed <= 30  # 5 % of 300


def test_slices_are_checked_with_their_own_limit() -> None:
    score_rows = pair(0.0)
    parts = [("domain", "news", np.arange(200)), ("domain", "talk", np.arange(200, 400))]
    checks = check_slices(score_rows, parts, Bootstrap(500), 0.05, {"x": 0.3})
    assert [(check.where, check.segments, check.max_drop) for check in checks] == [
        ("domain news", 200, 0.3),
        ("domain talk", 200, 0.3),
    ]
    with pytest.raises(InputError, match="slice domain news is within one document"):
        check_slices(score_rows, parts, Bootstrap(500), 0.05, {"x": 0.3}, documents=["d"] * 200 + list("ab") * 100)


def test_a_handful_of_segments_shows_nothing() -> None:
    assert verdict(pair(-1.0, segments=4), 5.0) == "unproven"
    assert verdict(pair(-1.0, segments=5), 5.0) == "pass"


def test_too_few_resamples_are_refused() -> None:
    with pytest.raises(InputError, match=r"10 resamples can show nothing at alpha 0\.05; take at least 20"):
        verdict(pair(0.0), 0.2, resamples=10)
    assert verdict(pair(-1.0), 0.2, resamples=20) == "pass"


def test_a_p_value_that_could_at_least_be_alpha_proves_nothing() -> None:
    """Five segments can give no p below 1/32: at that alpha nothing is proven, at the next larger one it may be."""
    base = np.linspace(0.0, 1.0, 5)
    better = mean_score_rows(["base", "new"], "x", "x", np.stack([base, base + 10]), True)
    for alpha, expected in ((1 / 32, "unproven"), (1 / 32 + 1e-9, "pass")):
        (check,) = check_gate(better, Bootstrap(999, 1), alpha, {"x": 0.5})
        assert check.verdict == expected
        assert (check.p >= 1 / 32) == (expected == "unproven")


@pytest.mark.parametrize("higher", [True, False])
def test_a_score_at_the_floor_is_good_enough(higher: bool) -> None:
    scores = mean_score_rows(["base", "new"], "x", "x", np.array([[0.25, 0.5], [0.5, 0.5]]), higher)
    for floor, enough in ((0.5, True), (0.4, higher), (0.6, not higher)):
        (check,) = check_floors(scores, {"x": floor})
        assert (check.verdict == "pass") == enough


def test_a_drop_that_is_not_a_number_is_unproven() -> None:
    scores = np.random.default_rng(3).normal(size=(2, 30))
    scores[1, :] = np.nan
    (check,) = check_gate(mean_score_rows(["base", "new"], "x", "x", scores, True), Bootstrap(99, 1), 0.05, {"x": 1.0})
    assert check.verdict == "unproven"
    assert np.isnan(check.p)
    assert np.isnan(check.bound)


def test_a_slice_of_several_documents_is_drawn_by_documents() -> None:
    rows = pair(0.1, segments=60)
    segments = np.arange(10, 50)
    documents = [f"d{place // 5}" for place in range(60)]
    slices = [("length", "short", segments)]
    (found,) = check_slices(rows, slices, Bootstrap(99, 1), 0.05, {"x": 0.2}, documents=documents)
    part = rows.take(segments).by_document(documents[10:50])
    (expected,) = check_gate(part, Bootstrap(99, 1), 0.05, {"x": 0.2}, where="length short")
    assert found == expected
    (by_segments,) = check_slices(rows, slices, Bootstrap(99, 1), 0.05, {"x": 0.2})
    assert by_segments.drop == pytest.approx(found.drop)
    assert by_segments.bound != found.bound
