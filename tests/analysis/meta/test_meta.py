"""What the tables rest on: intervals, chance, outliers, sizes of studies, means of campaigns."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from conftest import ROOT
from tertium.analysis.comparing.resampling import Bootstrap, draw_counts
from tertium.analysis.meta.campaign_scores import CampaignScores, MetricScores, gather
from tertium.analysis.meta.evaluation import MetaSettings, agreement, evaluate, missing
from tertium.analysis.meta.level_table import table
from tertium.analysis.meta.metric_tests import Permutations
from tertium.analysis.meta.pair_agreement import acc23, scored_comparisons
from tertium.analysis.meta.rankings import RATIOS, wins_and_ties
from tertium.analysis.meta.segment_level import segment_level
from tertium.analysis.meta.sentinels import random_scores, text_sentinels
from tertium.analysis.meta.system_level import outliers, system_level
from tertium.analysis.meta.trueskill import trueskill
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.judgments import Judgments, PairJudgments
from tertium.corpus.campaigns.score_files.scores import OuterScores
from tertium.corpus.texts.lists import corpus_of
from tertium.errors import InputError
from tertium.metrics.spec import parse

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extras 'meta' and 'oracle'")

EXAMPLE = ROOT / "examples" / "judged" / "es-en"


def scores_of(human: np.ndarray, metrics: dict[str, np.ndarray], segments: np.ndarray | None = None) -> CampaignScores:
    """System scores held fixed, and perhaps people's scores of segments."""
    names = tuple(f"s{place}" for place in range(len(human)))
    count = 1 if segments is None else segments.shape[1]
    judgments = Judgments(names, count, segments, human)
    made = tuple(MetricScores(name, name, "scores", scores, None, None) for name, scores in metrics.items())
    return CampaignScores("c", "", names, count, judgments, human, None, "given scores", made)


def test_a_system_level_interval_is_the_percentile_bootstrap_of_scipy() -> None:
    generator = np.random.default_rng(8)
    human = generator.normal(size=16)
    metric = human + generator.normal(size=16)
    level = table([system_level(scores_of(human, {"m": metric}), Bootstrap(4000), "pearson")], Permutations(0))
    ours = level.rows[0].estimates["pearson"]
    theirs = stats.bootstrap(
        (human, metric),
        lambda x, y: stats.pearsonr(x, y).statistic,
        paired=True,
        vectorized=False,
        n_resamples=4000,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    assert ours.value == pytest.approx(stats.pearsonr(human, metric).statistic, abs=1e-9)
    assert ours.low == pytest.approx(theirs.low, abs=0.04)
    assert ours.high == pytest.approx(theirs.high, abs=0.02)


def test_chance_of_pearson_is_the_critical_value_of_the_books() -> None:
    human = np.random.default_rng(3).normal(size=14)
    parts = system_level(scores_of(human, {"m": human}), Bootstrap(10), "pearson")
    critical = stats.t.ppf(0.95, 12)
    assert parts.chance["pearson"].mean == pytest.approx(0, abs=0.03)
    assert parts.chance["pearson"].high == pytest.approx(critical / math.sqrt(12 + critical**2), abs=0.03)
    assert parts.chance["accuracy"].mean == pytest.approx(0.5, abs=0.02)


def test_chance_of_calibrated_ties_is_at_least_the_share_of_human_ties() -> None:
    human = np.random.default_rng(4).choice([0.0, 0.0, 0.0, -5.0], size=(6, 40))
    campaign = scores_of(human.mean(axis=1), {}, human)
    noise = MetricScores("m", "m", "scores", human.mean(axis=1), random_scores(6, 40, 1), None)
    parts = segment_level(dataclasses.replace(campaign, metrics=(noise,)), Bootstrap(10), "acc23", "item", "scores")
    all_ties = float(np.nanmean(acc23(scored_comparisons(human, "item").counts(np.zeros((6, 40))))))
    assert parts.chance["acc23"].mean >= all_ties - 1e-9
    assert parts.measured[0].values["acc23"] >= all_ties - 1e-9


def test_outliers_are_far_by_the_median_absolute_deviation() -> None:
    human = np.array([1.0, 1.1, 0.9, 1.05, 0.95, -4.0])
    assert outliers(human).tolist() == [False] * 5 + [True]
    assert not outliers(np.array([1.0, 2.0, 3.0, 4.0, 5.0])).any()
    assert not outliers(np.array([1.0, 1.0, 1.0, 9.0])).any()  # no spread to measure by
    assert not outliers(np.array([0.0, 0.1, 9.0])).any()
    level = table([system_level(scores_of(human, {"m": human + 0.01}), Bootstrap(10), "pearson")], Permutations(0))
    kept = human[:5]
    expected = stats.pearsonr(kept, kept + 0.01).statistic
    assert level.rows[0].without_outliers["pearson"] == pytest.approx(expected, abs=1e-9)


def test_a_smaller_difference_needs_a_larger_study() -> None:
    generator = np.random.default_rng(9)
    human = generator.normal(size=20)
    good = human + 0.3 * generator.normal(size=20)
    needed = []
    for noise in (0.6, 2.0):
        metrics = {"good": good, "poor": human + noise * generator.normal(size=20)}
        level = table([system_level(scores_of(human, metrics), Bootstrap(500), "pearson")], Permutations(0))
        assert level.power is not None
        assert level.power.now == 20
        assert level.power.needed is not None
        needed.append(level.power.needed)
    assert needed[0] > needed[1] >= 2


def test_metrics_that_do_not_differ_cannot_be_separated() -> None:
    human = np.arange(6.0)
    level = table([system_level(scores_of(human, {"a": human, "b": human}), Bootstrap(50), "pearson")], Permutations())
    assert level.power is not None
    assert level.power.needed is None
    assert level.tests[0].p == 1.0
    assert [row.cluster for row in level.rows] == [1, 1]


def test_expected_wins_on_a_resample_are_those_of_the_drawn_judgments() -> None:
    made = gather(open_campaign(EXAMPLE), [], [], Bootstrap(7, seed=0), version="t", system_by="expected_wins")
    pairs = made.judgments.pairs
    assert isinstance(pairs, PairJudgments)
    assert made.human_resampled is not None
    counts = draw_counts(made.segments, 0, 4, 5)[0]
    wins, ties = wins_and_ties(pairs, len(made.systems), pairs.count * counts[pairs.segment])
    np.testing.assert_allclose(made.human_resampled[4], RATIOS["expected_wins"](wins, ties), atol=1e-12)


def test_system_scores_by_a_ratio_need_comparisons() -> None:
    campaign = open_campaign(EXAMPLE)
    alone = dataclasses.replace(campaign, judgments=dataclasses.replace(campaign.judgments, pairs=None))
    with pytest.raises(InputError, match="need comparisons"):
        gather(alone, [], [], Bootstrap(5), version="t", system_by="expected_wins")
    with pytest.raises(InputError, match="are not known"):
        gather(campaign, [], [], Bootstrap(5), version="t", system_by="wins")


def test_sentinels_measure_length_and_copying() -> None:
    corpus = corpus_of({"a": ["uno dos three", ""], "b": ["one two", "x"]}, [["r"], ["r"]], ["uno dos tres", "x"])
    made = text_sentinels(corpus)
    assert made["[length]"].tolist() == [[3.0, 0.0], [2.0, 1.0]]
    np.testing.assert_allclose(made["[copy]"], [[-2 / 3, 0.0], [0.0, -1.0]])
    assert np.array_equal(random_scores(2, 3, 0), random_scores(2, 3, 0))
    assert not np.array_equal(random_scores(2, 3, 0), random_scores(2, 3, 1))


def test_the_mean_of_two_campaigns_is_the_mean_and_a_perfect_metric_leads() -> None:
    metrics = [parse("chrf"), parse("ter")]
    campaigns = [open_campaign(EXAMPLE, reading=None) for _ in range(2)]
    found = [gather(campaign, metrics, [], Bootstrap(20), version="t") for campaign in campaigns]
    report = evaluate(found, MetaSettings(bootstrap=Bootstrap(20), permutations=Permutations(200)), version="t")
    assert len(report.average) == 3  # systems, scores, comparisons
    for mean, first in zip(report.average, report.campaigns[0].levels, strict=True):
        values = {row.name: row.estimates[mean.main].value for row in first.rows}
        assert {row.name: row.estimates[mean.main].value for row in mean.rows} == pytest.approx(values)


def test_agreement_is_symmetric_with_ones_and_people_first() -> None:
    found = gather(open_campaign(EXAMPLE), [parse("chrf")], [], Bootstrap(5), version="t")
    for level in ("system", "segment"):
        names, matrix = agreement(found, level)
        assert names[:2] == ("people", "chrf")
        np.testing.assert_allclose(np.diag(matrix), 1.0)
        np.testing.assert_array_equal(matrix, matrix.T)


def test_a_plan_refuses_what_it_does_not_know() -> None:
    for wrong in ({"level": "word"}, {"by_system": "acc23"}, {"by_segment": "bleu"}, {"grouping": "document"}):
        with pytest.raises(InputError, match="must be one of"):
            MetaSettings(**wrong)  # type: ignore[arg-type]


def test_given_scores_of_systems_that_are_means_are_resampled_as_means() -> None:
    campaign = open_campaign(EXAMPLE)
    table = campaign.judgments.scores
    assert table is not None
    counts = draw_counts(table.shape[1], 12345, 0, 6)
    there = ~np.isnan(table)
    expected = (counts @ np.where(there, table, 0.0).T) / (counts @ there.T)
    for shift, how in ((0.001, "given scores (= means of segment scores)"), (5.0, "given scores")):
        given = np.nanmean(table, axis=1) + shift
        alone = dataclasses.replace(
            campaign, judgments=dataclasses.replace(campaign.judgments, system_scores=given, pairs=None)
        )
        made = gather(alone, [], [], Bootstrap(6), version="t")
        assert made.system_by == how
        np.testing.assert_array_equal(made.human, given)
        if shift < 1:
            assert made.human_resampled is not None
            np.testing.assert_allclose(made.human_resampled, expected, rtol=1e-12)
        else:
            assert made.human_resampled is None


def test_a_system_that_nobody_scored_is_refused() -> None:
    campaign = open_campaign(EXAMPLE)
    table = np.array(campaign.judgments.scores)
    table[3] = np.nan
    alone = dataclasses.replace(campaign, judgments=dataclasses.replace(campaign.judgments, scores=table, pairs=None))
    with pytest.raises(InputError) as refused:
        gather(alone, [], [], Bootstrap(5), version="t")
    assert str(refused.value) == "some judged systems have no score at all; leave them out or give every system one."


def test_two_metrics_of_one_name_and_other_texts_are_refused() -> None:
    campaign = open_campaign(EXAMPLE)
    names = campaign.judgments.systems
    outer = OuterScores("chrf", names, None, np.arange(5.0), "chrf.tsv")
    with pytest.raises(InputError) as refused:
        gather(campaign, [parse("chrf")], [(outer, False)], Bootstrap(5), version="t")
    assert str(refused.value) == "two metrics are called 'chrf'; rename one of the score files."
    fewer = dataclasses.replace(campaign, judgments=Judgments(names, 39, np.random.default_rng(1).normal(size=(5, 39))))
    with pytest.raises(InputError) as refused:
        gather(fewer, [parse("chrf")], [], Bootstrap(5), version="t")
    assert str(refused.value) == f"{campaign.name} has 40 segments, but judgments of 39."


def test_what_people_left_out_is_said() -> None:
    table = np.array([[1.0, np.nan, np.nan, 2.0], [1.0, np.nan, np.nan, np.nan]])
    assert missing(scores_of(np.zeros(2), {}, table)) == (
        "2 segments without any score; 1 output without a score on segments where others have one"
    )
    assert missing(scores_of(np.zeros(2), {}, table[:, :1])) == ""


def test_soft_accuracy_needs_segments_that_two_systems_share() -> None:
    table = np.array([[1.0, 2.0, np.nan, np.nan], [np.nan, np.nan, 1.0, 2.0], [1.0, 3.0, 2.0, 1.0]])
    noise = MetricScores("m", "m", "scores", np.arange(3.0), random_scores(3, 4, 1), None)
    campaign = dataclasses.replace(scores_of(np.arange(3.0), {}, table), metrics=(noise,))
    [measured] = system_level(campaign, Bootstrap(5), "pearson").measured
    assert math.isnan(measured.values["spa"])
    assert measured.reasons["spa"] == "a pair of systems shares no scored segment"


def test_one_resample_says_nothing_about_the_size_of_a_study() -> None:
    human = np.arange(6.0)
    metrics = {"a": human, "b": human[::-1].copy()}
    assert table([system_level(scores_of(human, metrics), Bootstrap(1), "pearson")], Permutations(0)).power is None


def test_trueskill_refuses_no_runs_and_a_seed_that_is_none() -> None:
    pairs = PairJudgments.of([(0, 0, 1, 1, 1, 0)])
    for wrong, sentence in (
        ({"runs": 0}, "TrueSkill needs at least 1 run, got 0."),
        ({"seed": -1}, "a seed is a whole number between 0 and 2**64 - 1."),
    ):
        with pytest.raises(InputError) as refused:
            trueskill(pairs, 2, **wrong)
        assert str(refused.value) == sentence


def test_a_level_of_one_campaign_alone_has_no_mean() -> None:
    both = gather(open_campaign(EXAMPLE), [parse("chrf")], [], Bootstrap(5), version="t")
    scored = dataclasses.replace(both, judgments=dataclasses.replace(both.judgments, pairs=None))
    report = evaluate([both, scored], MetaSettings(bootstrap=Bootstrap(5), permutations=Permutations(0)), version="t")
    assert [len(campaign.levels) for campaign in report.campaigns] == [3, 2]
    assert [level.level for level in report.average] == ["system", "segment"]
    assert "comparisons" not in report.average[1].basis
