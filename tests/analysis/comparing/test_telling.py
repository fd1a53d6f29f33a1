"""Which segments a page keeps where it has no room for all of them."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.analysis.comparing.score_rows import ScoreRows, _losses, joined, mean_score_rows
from tertium.analysis.comparing.telling import most_telling
from tertium.arrays import Floats
from tertium.metrics.spec import parse


def rows(*measures: Floats, higher: bool = True) -> ScoreRows:
    names = [f"s{number}" for number in range(len(measures[0]))]
    return joined([mean_score_rows(names, f"m{place}", "", scores, higher) for place, scores in enumerate(measures)])


@pytest.fixture
def scores() -> Floats:
    return np.random.default_rng(3).normal(50, 1, (3, 200))


def test_all_are_kept_where_there_is_room(scores: Floats) -> None:
    assert most_telling(rows(scores), [], 200).tolist() == list(range(200))
    assert most_telling(rows(scores), [], 999).tolist() == list(range(200))


@pytest.mark.parametrize("keep", [1, 2, 7, 50, 199])
def test_as_many_as_were_asked_for_each_once_ascending(scores: Floats, keep: int) -> None:
    made = most_telling(rows(scores, scores[:, ::-1]), [5, 5, 150], keep).tolist()
    assert made == sorted(set(made))
    assert len(made) == keep


def test_flagged_far_apart_disagreeing_and_worst_segments_are_kept(scores: Floats) -> None:
    other = scores.copy()
    scores[0, 17] = other[0, 17] = 90.0  # one system far above the others
    scores[1, 33], other[1, 33] = 58.0, 42.0  # the metrics disagree about it
    scores[:, 71] = other[:, 71] = 10.0  # all are bad
    made = most_telling(rows(scores, other), [111], 20).tolist()
    assert {17, 33, 71, 111} <= set(made)


def test_where_lower_is_better_the_worst_are_the_highest(scores: Floats) -> None:
    scores[:, 71] = 200.0
    assert 71 in most_telling(rows(scores, higher=False), [], 4).tolist()


def test_usual_segments_from_the_whole_set_are_kept_too(scores: Floats) -> None:
    scores[:, 100:] += np.linspace(0, 40, 100)  # the second half is where systems score high
    made = most_telling(rows(scores[:1]), [], 40)
    assert (made < 100).sum() >= 10
    assert (made >= 100).sum() >= 10


def test_one_system_and_missing_scores_are_no_trouble() -> None:
    alone = np.full((1, 30), np.nan)
    alone[0, 4] = 1.0
    assert len(most_telling(rows(alone), [], 10)) == 10
    same = np.zeros((2, 30))
    assert len(most_telling(rows(same, same), [], 10)) == 10


def test_a_sum_loses_what_its_terms_lose_if_all_come_apart() -> None:
    """TER falls where quality rises: what it loses counts with the other sign."""
    bleu, ter = np.array([[[1.0, 2.0, 3.0]]]), np.array([[[4.0, 5.0, 6.0]]])
    assert np.array_equal(_losses(parse("bleu"), [bleu]), bleu)  # type: ignore[arg-type]
    both = _losses(parse("0.5*bleu - 0.25*ter"), [bleu, ter])
    assert both is not None
    np.testing.assert_allclose(both, 0.5 * bleu + 0.25 * ter)
    assert _losses(parse("0.5*bleu + 0.5*nist"), [bleu, None]) is None
