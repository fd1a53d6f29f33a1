"""Do tests and intervals keep what they promise? Simulated with seeds, from the rows of the example corpus.

A world is made in which the truth is known. In an A/A world no system is better: every segment's outputs are handed to
the systems by lot. In a world for intervals the 240 segments of the example are all there is, so their score is the
truth, and a test set is a draw from them. Every figure below is a share of many such test sets.

The whole run, with which docs/reliability.md was written, has 2,000 worlds (TERTIUM_WORLDS=2000) and bounds of 4 to 6 %
and 93 to 97 %. With fewer a share strays by chance alone; the bounds are then wider by three of its standard errors.
"""

from __future__ import annotations

import math
import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tertium.analysis.comparing.comparison import CompareSettings, compare
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import Leaf, ScoreRows, score_rows_of
from tertium.arrays import Int64s
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.metrics.spec import parse
from tertium.results.comparisons import Difference

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "es-en"
SYSTEMS = ("direct", "via-ca", "via-eo")
METRICS = ("bleu", "chrf", "ribes")  # sums of counts, their best reference, a mean
WHOLE = 2000
WORLDS = int(os.environ.get("TERTIUM_WORLDS", "250"))
SEGMENTS = 500
ALPHA = 0.05

pytestmark = pytest.mark.slow


def within(share: float, low: float, high: float) -> bool:
    """Is a share of ``WORLDS`` one that a rate between the bounds could have?"""
    stray = 0.0 if WORLDS >= WHOLE else 3 * math.sqrt(high * (1 - high) / WORLDS)
    return low - stray <= share <= high + stray


@pytest.fixture(scope="module")
def example() -> ScoreRows:
    kept, metrics = KeptRows(), [parse(name) for name in METRICS]
    outputs = [Place(str(EXAMPLE / "systems" / f"{name}.txt")) for name in SYSTEMS]
    corpus = open_corpus(outputs, [Place(str(EXAMPLE / "ref1.txt"))], names=list(SYSTEMS))
    local.score(corpus, metrics, version="test", keep=kept)
    return score_rows_of(list(SYSTEMS), metrics, kept)


def handed_out(rows: ScoreRows, segments: Int64s, owners: Int64s) -> ScoreRows:
    """The segments with their outputs handed to other systems: ``owners`` is (segments, systems)."""
    taken = rows.take(segments)
    at = np.arange(len(segments))[:, None]
    leaves = tuple(Leaf(leaf.rows[at, owners], leaf.finish) for leaf in taken.leaves)
    measures = tuple(replace(m, segment_scores=m.segment_scores.T[at, owners].T) for m in taken.measures)
    return replace(taken, leaves=leaves, measures=measures)


def false_alarms(rows: ScoreRows, settings: CompareSettings, systems: int) -> dict[str, tuple[float, float]]:
    """By metric: how often the first pair differs by its own p, and how often any pair does after the correction."""
    rng = np.random.default_rng(20101)
    rows = replace(
        rows,
        groups=rows.groups[:systems],
        leaves=tuple(Leaf(np.ascontiguousarray(leaf.rows[:, :systems]), leaf.finish) for leaf in rows.leaves),
        measures=tuple(replace(m, segment_scores=m.segment_scores[:systems]) for m in rows.measures),
    )
    raw, corrected = (dict.fromkeys(METRICS, 0) for _ in range(2))
    for world in range(WORLDS):
        segments = rng.integers(0, rows.segments, SEGMENTS)
        owners = rng.permuted(np.tile(np.arange(systems), (SEGMENTS, 1)), axis=1)
        drawn = replace(settings, bootstrap=replace(settings.bootstrap, seed=world))
        for metric in compare(handed_out(rows, segments, owners), drawn):
            first: Difference = metric.differences[0]
            raw[metric.metric] += first.p < ALPHA
            corrected[metric.metric] += any(pair.significant for pair in metric.differences)
            assert all(0 < pair.p <= pair.p_holm <= 1 for pair in metric.differences)
    return {name: (raw[name] / WORLDS, corrected[name] / WORLDS) for name in METRICS}


@pytest.mark.parametrize("test", ["bs", "ar"])
def test_equal_systems_seldom_differ(example: ScoreRows, test: str) -> None:
    settings = CompareSettings(Bootstrap(500), test=test, trials=500)  # type: ignore[arg-type]
    for metric, (alone, corrected) in false_alarms(example, settings, 2).items():
        print(f"{test} {metric}: {alone:.4f}")
        assert within(alone, 0.04, 0.06), (metric, alone)
        assert corrected == alone, "one comparison has nothing to correct"


@pytest.mark.parametrize("test", ["bs", "ar"])
def test_holm_keeps_the_level_of_a_whole_family(example: ScoreRows, test: str) -> None:
    settings = CompareSettings(Bootstrap(1000), test=test, trials=1000)  # type: ignore[arg-type]
    for metric, (alone, corrected) in false_alarms(example, settings, 3).items():
        print(f"{test} {metric}: {alone:.4f} {corrected:.4f}")
        assert within(alone, 0.04, 0.06), (metric, alone)
        assert within(corrected, 0.04, 0.06), (metric, corrected)


def test_intervals_hold_the_truth(example: ScoreRows) -> None:
    rng = np.random.default_rng(20102)
    truth = example.observed()  # (systems, metrics)
    held = np.zeros_like(truth)
    differences = np.zeros(len(METRICS))
    for world in range(WORLDS):
        segments = rng.integers(0, example.segments, SEGMENTS)
        made = compare(example.take(segments), CompareSettings(Bootstrap(500, seed=world), order="given"))
        for column, metric in enumerate(made):
            for place, standing in enumerate(metric.systems):
                assert standing.interval is not None
                held[place, column] += standing.interval.low <= truth[place, column] <= standing.interval.high
            interval = metric.differences[0].interval
            assert interval is not None
            differences[column] += interval.low <= truth[1, column] - truth[0, column] <= interval.high
    shares = np.vstack([held, differences]) / WORLDS
    for name, line in zip((*SYSTEMS, "difference"), shares, strict=True):
        print(name, *(f"{metric} {share:.4f}" for metric, share in zip(METRICS, line, strict=True)))
    assert all(within(1 - share, 0.03, 0.07) for share in shares.flat), shares


def test_identical_systems_never_differ(example: ScoreRows) -> None:
    rng = np.random.default_rng(20103)
    same = np.zeros((SEGMENTS, 2), dtype=np.int64)
    two = replace(example, groups=example.groups[:2])
    for world, test in ((world, test) for world in range(50) for test in ("bs", "ar")):
        segments = rng.integers(0, example.segments, SEGMENTS)
        settings = CompareSettings(Bootstrap(200, seed=world), test=test, trials=200)  # type: ignore[arg-type]
        for metric in compare(handed_out(two, segments, same), settings):
            assert [pair.p for pair in metric.differences] == [1.0]
            assert not any(pair.significant for pair in metric.differences)


def test_more_evidence_gives_smaller_p(example: ScoreRows) -> None:
    """A difference that is there is found the more often the larger the test set is."""
    rng = np.random.default_rng(20104)
    found = []
    for size in (25, 50, 100, 200):
        count = 0
        for world in range(200):
            part = example.take(rng.integers(0, example.segments, size))
            metric = compare(part, CompareSettings(Bootstrap(500, seed=world), order="given"))[1]
            count += metric.differences[1].p < ALPHA  # direct and via-eo, the best and the worst
        found.append(count / 200)
    print(found)
    assert all(less <= more for less, more in pairwise(found))
    assert found[-1] > 0.9
