"""Segment level: swaps by the short way and by the long one, samples beside the whole, and what cannot be compared."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest

from tertium.analysis.comparing.resampling import Bootstrap, draw_counts
from tertium.analysis.meta import pair_agreement
from tertium.analysis.meta.campaign_scores import CampaignScores, MetricScores
from tertium.analysis.meta.evaluation import MetaSettings, evaluate
from tertium.analysis.meta.metric_tests import Permutations, permutation_test, standardised
from tertium.analysis.meta.pair_agreement import POOLED, Comparisons, calibrate, scored_comparisons, tau_b
from tertium.analysis.meta.segment_level import _draws_over_segments, _fast, _general, segment_level
from tertium.corpus.campaigns.judgments import Judgments
from tertium.errors import InputError

SYSTEMS, SEGMENTS = 5, 12


def campaign(human: Any, metrics: dict[str, Any]) -> CampaignScores:
    names = tuple(f"s{place}" for place in range(len(human)))
    made = tuple(
        MetricScores(name, name, "scores", scores.mean(axis=1), scores, None) for name, scores in metrics.items()
    )
    return CampaignScores(
        "c", "", names, human.shape[1], Judgments(names, human.shape[1], human), human.mean(axis=1), None, "", made
    )


def drawn(seed: int, levels: int = 6) -> Any:
    return np.random.default_rng(seed).integers(0, levels, (SYSTEMS, SEGMENTS)).astype(float)


def plain(main: str, pairs: Comparisons, scores: Any) -> float:
    """By the definitions, pair by pair."""
    counts = np.zeros((pairs.groups, 5))
    flat = scores.reshape(-1)
    for first, second, relation, weight, group in zip(
        pairs.first, pairs.second, pairs.relation, pairs.weight, pairs.group, strict=True
    ):
        difference = flat[first] - flat[second]
        if math.isnan(difference):
            continue
        metric = 0 if abs(difference) < 1e-9 else int(math.copysign(1, difference))
        decided = 2 if metric == 0 else 0 if metric == relation else 1
        kind = decided if relation else 3 if metric else 4
        counts[group, kind] += weight
    if main in POOLED:
        right, wrong, tied = counts.sum(axis=0)[:3]
        return {
            "consistency": right / (right + wrong + tied),
            "wmt12": (right - wrong - tied) / (right + wrong + tied),
            "wmt13": (right - wrong) / (right + wrong),
            "wmt14": (right - wrong) / (right + wrong + tied),
        }[main]
    if main == "tau_b":
        return float(np.nanmean(tau_b(counts)))
    return calibrate(pairs, scores).value


@pytest.mark.parametrize("missing", [0, 6])
@pytest.mark.parametrize("main", ["wmt13", "consistency", "tau_b", "acc23"])
@pytest.mark.parametrize("grouping", ["item", "system", "none"])
def test_swaps_are_those_of_the_definitions(main: str, grouping: str, missing: int) -> None:
    human, x, y = drawn(1, 4), drawn(2), drawn(3) * 7 + 1
    x.reshape(-1)[:missing] = np.nan
    swap = segment_level(campaign(human, {"x": x, "y": y}), Bootstrap(2), main, grouping, "scores").swappable("x", "y")
    pairs = scored_comparisons(human, grouping)
    masks = np.random.default_rng(4).integers(0, 2, (5, swap.entries)).astype(bool)
    one, two = standardised(x), standardised(y)
    assert swap.entries == human.size
    assert swap.observed == pytest.approx(plain(main, pairs, one) - plain(main, pairs, two), abs=1e-9)
    for mask, found in zip(masks, swap.swapped(masks), strict=True):
        turned = mask.reshape(human.shape)
        expected = plain(main, pairs, np.where(turned, two, one)) - plain(main, pairs, np.where(turned, one, two))
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("main", [*POOLED, "acc23", "tau_b"])
def test_the_short_way_is_the_general_one_where_nothing_is_missing(main: str) -> None:
    generator = np.random.default_rng(9)
    human = drawn(5, 3)
    pairs = scored_comparisons(human, "item")
    weighed = dataclasses.replace(pairs, weight=generator.integers(1, 4, len(pairs)).astype(float))
    for seed in range(5):
        scores = standardised(drawn(10 + seed, 8)).reshape(-1)
        assert _fast(weighed, main)(scores) == pytest.approx(_general(weighed, main)(scores), abs=1e-12)


def test_without_groups_a_resample_weighs_pairs_by_both_their_segments() -> None:
    human, scores = drawn(1, 4), drawn(2)
    pairs = scored_comparisons(human, "none")
    bootstrap = Bootstrap(15)
    found = _draws_over_segments(scores.reshape(-1), pairs, bootstrap, campaign(human, {"x": scores}), 0.0)
    for place, times in enumerate(draw_counts(SEGMENTS, bootstrap.seed, 0, 15)):
        weight = times[pairs.first % SEGMENTS] * times[pairs.second % SEGMENTS]
        again = dataclasses.replace(pairs, weight=weight.astype(float))
        for main in ("consistency", "wmt12", "wmt13", "wmt14", "tau_b"):
            assert found[main][place] == pytest.approx(plain(main, again, scores), abs=1e-12)


@pytest.mark.parametrize("grouping", ["system", "none"])
def test_a_sample_of_pairs_leaves_what_can_be_counted_exact(grouping: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = campaign(drawn(1, 4), {"x": drawn(2)})
    whole = segment_level(found, Bootstrap(20), "acc23", grouping, "scores")
    monkeypatch.setitem(pair_agreement.MOST, grouping, 200)
    some = segment_level(found, Bootstrap(20), "acc23", grouping, "scores")
    exact, near = whole.measured[0].values, some.measured[0].values
    assert {name: near[name] for name in exact if name != "acc23"} == pytest.approx(
        {name: exact[name] for name in exact if name != "acc23"}, abs=1e-12
    )
    assert near["acc23"] == pytest.approx(exact["acc23"], abs=0.15)
    assert near["acc23"] != exact["acc23"]
    words = {"system": "pairs of segments of one system", "none": "pairs of any two translations"}[grouping]
    assert some.basis.endswith(f" {words} (a sample: acc23, tests and intervals rest on it)")
    assert int(some.basis.split()[0]) <= 200


def test_without_judgments_of_segments_there_is_no_level_of_segments() -> None:
    alone = campaign(drawn(1), {"x": drawn(2)})
    alone = dataclasses.replace(alone, judgments=dataclasses.replace(alone.judgments, scores=None))
    for source, sentence in (("scores", "c has no segment scores."), ("comparisons", "c has no comparisons.")):
        with pytest.raises(InputError) as refused:
            segment_level(alone, Bootstrap(2), "acc23", "item", source)
        assert str(refused.value) == sentence
    with pytest.raises(InputError) as refused:
        evaluate([alone], MetaSettings(level="segment", bootstrap=Bootstrap(2)), version="t")
    assert str(refused.value) == "c has no judgments of segments; level='system' compares systems."


def test_a_statistic_that_is_nowhere_makes_no_test_and_no_chance() -> None:
    """People prefer nothing within a system: every pair is a tie, and noise reaches nothing either."""
    human = np.repeat(np.arange(4.0)[:, None], 6, axis=1)
    found = campaign(human, {"x": drawn(2)[:4, :6], "y": drawn(3)[:4, :6]})
    parts = segment_level(found, Bootstrap(5), "wmt13", "system", "scores")
    assert parts.chance == {}
    assert all(math.isnan(value) for value in parts.measured[0].values.values())
    test = permutation_test("x", "y", [parts.swappable("x", "y")], Permutations(50), "PERM-BOTH")
    assert (test.permutations, math.isnan(test.p), math.isnan(test.difference)) == (0, True, True)
