"""Bootstrap intervals: the same bits on any number of threads, sensible ends, and sacreBLEU's numbers within noise."""

from __future__ import annotations

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from laws.samples import random_corpus
from tertium.analysis.comparing.intervals import with_intervals, with_tests
from tertium.analysis.comparing.resampling import Bootstrap, resample
from tertium.analysis.comparing.score_rows import ScoreRows, score_rows_of
from tertium.corpus.texts.lists import corpus_of
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.errors import InputError
from tertium.kernels.draws import draw_counts
from tertium.metrics.spec import parse
from tertium.results.scores import Report

HYPS, REFS = random_corpus(seed=3, segments=150)
METRICS = [parse(text) for text in ("bleu", "chrf", "ribes", "nist", "0.5*bleu + 0.5*ribes")]


def scored(bootstrap: Bootstrap, threads: int = 1, chunk: int = 40) -> tuple[Report, ScoreRows]:
    keep = KeptRows()
    corpus = corpus_of({"a": HYPS[0], "b": HYPS[1]}, REFS)
    report = local.score(corpus, METRICS, version="test", threads=threads, segments_per_chunk=chunk, keep=keep)
    score_rows = score_rows_of(corpus.names, METRICS, keep)
    return with_intervals(report, score_rows, bootstrap, threads), score_rows


def test_every_score_lies_in_its_interval_and_records_how_it_was_made() -> None:
    report, _ = scored(Bootstrap(400, seed=7))
    for system in report.systems:
        for score in system.scores:
            assert score.interval is not None
            assert score.interval.low <= score.score <= score.interval.high
            assert score.interval.low < score.interval.high
            assert (score.interval.level, score.interval.resamples, score.interval.seed) == (0.95, 400, 7)


def test_threads_and_chunks_leave_every_bit() -> None:
    first, _ = scored(Bootstrap(100))
    assert scored(Bootstrap(100), threads=8, chunk=7)[0] == first
    assert scored(Bootstrap(100, seed=0))[0] != first
    assert scored(Bootstrap(100, seed=0))[0] == scored(Bootstrap(100, seed=0), threads=2)[0]


def test_a_resample_equals_scoring_the_drawn_segments_again() -> None:
    _, score_rows = scored(Bootstrap(3, seed=5))
    values = resample(score_rows, Bootstrap(3, seed=5), 1)
    counts = draw_counts(len(REFS), 5, 2, 3)[0].astype(int)
    drawn = np.repeat(np.arange(len(REFS)), counts)
    again = local.score(
        corpus_of({"a": [HYPS[0][i] for i in drawn]}, [REFS[i] for i in drawn]), METRICS[:3], version="test"
    )
    assert values[2, 0, :3].tolist() == pytest.approx([score.score for score in again.systems[0].scores], abs=1e-10)


def test_draws_depend_on_seed_and_resample_alone() -> None:
    whole = draw_counts(50, 1, 0, 10)
    assert (whole.sum(axis=1) == 50).all()
    assert np.array_equal(draw_counts(50, 1, 4, 6), whole[4:6])


def test_the_width_is_sacrebleus_within_sampling_error() -> None:
    single = [refs[0] for refs in REFS]
    theirs = BLEU().corpus_score(HYPS[0], [single], n_bootstrap=2000)
    keep = KeptRows()
    report = local.score(corpus_of(HYPS[0], single), [parse("bleu")], version="test", keep=keep)
    score_rows = score_rows_of(["a"], [parse("bleu")], keep)
    ours = with_intervals(report, score_rows, Bootstrap(2000), 1).systems[0].scores[0].interval
    assert ours is not None
    assert (ours.high - ours.low) / 2 == pytest.approx(theirs._ci, rel=0.1)


@pytest.mark.parametrize("wrong", [{"resamples": 0}, {"level": 1.0}, {"seed": -1}, {"seed": 2**64}])
def test_nonsense_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError):
        Bootstrap(**wrong)


def test_the_largest_seed_is_a_seed() -> None:
    first, largest = draw_counts(50, 0, 0, 3), draw_counts(50, 2**64 - 1, 0, 3)
    assert largest.sum() == first.sum() == 150
    assert (largest != first).any()


def test_a_p_value_against_the_first_system_is_that_of_its_differences() -> None:
    """Moses' reading, by hand: how many resampled differences are further from their mean size than what was seen."""
    keep = KeptRows()
    corpus = corpus_of({"a": HYPS[0], "b": HYPS[1]}, REFS)
    report = local.score(corpus, METRICS[:2], version="test", keep=keep)
    rows = score_rows_of(corpus.names, METRICS[:2], keep)
    made = with_tests(report, rows, Bootstrap(200), 1, test="bs")
    drawn = resample(rows, Bootstrap(200), 1)
    assert [score.test for score in made.systems[0].scores] == [None, None]
    for column, (first, second) in enumerate(zip(*(system.scores for system in made.systems), strict=True)):
        sizes = np.abs(drawn[:, 1, column] - drawn[:, 0, column])
        further = np.count_nonzero(sizes - sizes.mean() >= abs(second.score - first.score))
        assert second.test is not None
        assert second.test.p == pytest.approx((1 + further) / 201)
        assert 0.05 < second.test.p < 0.95
