"""Slices: features of segments, parts of about equal size, and tests corrected over all of them."""

from __future__ import annotations

import numpy as np
import pytest

from laws.samples import random_corpus
from tertium.analysis.comparing.comparison import CompareSettings, compare_slices, drawable
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import ScoreRows, mean_score_rows, score_rows_of
from tertium.analysis.comparing.significance import holm
from tertium.analysis.comparing.slices import FEATURES, FeatureWatch, label_slices, numeric_slices
from tertium.corpus.texts.lists import corpus_of
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.errors import InputError
from tertium.metrics.spec import parse

HYPS = {"a": ["x y z", "the cat", "on mat the"], "b": ["x", "the cat sat", "the mat on"]}
REFS = [["x y z w"], ["the cat sat", "cats sit"], ["on the mat"]]


def test_features_by_hand() -> None:
    watch = FeatureWatch(FEATURES)
    corpus = corpus_of(HYPS, REFS, ["a b", "c", "d e f"])
    local.score(corpus, [parse("bleu")], version="test", watch=[watch], segments_per_chunk=2)
    found = watch.features()
    assert found["hyp-length"].tolist() == [2, 2.5, 3]
    assert found["ref-length"].tolist() == [4, 2.5, 3]
    assert found["src-length"].tolist() == [2, 1, 3]
    # "the" occurs twice in all references, every other word once
    assert found["freq"] == pytest.approx([1, 2 ** (1 / 5), 2 ** (1 / 3)])
    # third segment: of "on the mat" a has (on, mat, the), one pair of three inverted; b has (the, mat, on), two
    assert found["order"][2] == pytest.approx((1 / 3 + 2 / 3) / 2)


def test_chunks_and_threads_leave_features_alone() -> None:
    hyps, refs = random_corpus(seed=11, segments=80)
    made = []
    for chunk, threads in ((80, 1), (7, 2)):
        watch = FeatureWatch(["hyp-length", "ref-length", "freq", "order"])
        corpus = corpus_of({"a": hyps[0], "b": hyps[1]}, refs)
        local.score(corpus, [parse("bleu")], version="test", watch=[watch], segments_per_chunk=chunk, threads=threads)
        made.append(watch.features())
    for name in made[0]:
        assert made[0][name] == pytest.approx(made[1][name], nan_ok=True)


def test_sources_are_asked_for() -> None:
    with pytest.raises(InputError, match="src-length need the sources"):
        local.score(corpus_of(HYPS, REFS), [parse("bleu")], version="test", watch=[FeatureWatch(["src-length"])])


def test_parts_are_of_about_equal_size_and_cover_all() -> None:
    feature = np.array([5, 1, 1, 2, 9, 7, np.nan, 3, 8, 4])
    parts = list(numeric_slices("ref-length", feature, 3))
    assert [label for _, label, _ in parts] == ["1–2 words", "3–5 words", "7–9 words"]
    assert sorted(place for _, _, places in parts for place in places.tolist()) == [0, 1, 2, 3, 4, 5, 7, 8, 9]
    assert [places.tolist() for _, _, places in numeric_slices("order", np.zeros(4), 4)] == [[0, 1, 2, 3]]
    assert [label for _, label, _ in numeric_slices("ref-length", np.array([1.0, 1, 5, 6]), 2)] == [
        "1 word",
        "5–6 words",
    ]
    near = np.array([14.1, 14.1, 14.3, 14.3, 30.0, 30.0])
    assert [label for _, label, _ in numeric_slices("freq", near, 3)] == ["14.1 times", "14.3 times", "30 times"]
    noisy = np.array([14.0, 14.0 + 2e-15, 14.0 - 2e-15, 14.0])
    assert [places.tolist() for _, _, places in numeric_slices("freq", noisy, 4)] == [[0, 1, 2, 3]]
    assert [(label, places.tolist()) for _, label, places in label_slices("domain", ["n", "t", "n"])] == [
        ("n", [0, 2]),
        ("t", [1]),
    ]


@pytest.fixture(scope="module")
def split() -> ScoreRows:
    """System b is better in the first half alone."""
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(2, 200))
    scores[1, :100] += 1.0
    scores[:, 100:] -= scores[:, 100:].mean(axis=1, keepdims=True)
    return mean_score_rows(["a", "b"], "x", "x", scores, True)


def test_the_significant_slice_is_marked_and_p_corrected_over_all(split: ScoreRows) -> None:
    parts = [("half", "first", np.arange(100)), ("half", "second", np.arange(100, 200))]
    (first, second), _ = compare_slices(split, CompareSettings(Bootstrap(500), test="ar", trials=999), parts)
    assert first.significant
    assert not second.significant
    assert [first.p_holm, second.p_holm] == holm([first.p, second.p])
    assert first.delta == pytest.approx(1.0, abs=0.4)
    assert first.segments == 100


def test_a_slice_of_one_document_has_no_p_value(split: ScoreRows) -> None:
    documents = ["d0"] * 100 + [f"d{place // 10}" for place in range(100)]
    parts = [("half", "first", np.arange(100)), ("half", "second", np.arange(100, 200))]
    (first, second), _ = compare_slices(split, CompareSettings(Bootstrap(200)), parts, documents)
    assert np.isnan(first.p)
    assert not first.significant
    assert first.interval is None
    assert np.isfinite(second.p)


def test_a_slice_of_one_document_has_no_p_value_where_outputs_are_identical() -> None:
    scores = np.random.default_rng(5).normal(size=200)
    same = mean_score_rows(["a", "b"], "x", "x", np.stack([scores, scores]), True)
    documents = ["d0"] * 100 + [f"d{place // 10}" for place in range(100)]
    parts = [("half", "first", np.arange(100)), ("half", "second", np.arange(100, 200))]
    (first, second), _ = compare_slices(same, CompareSettings(Bootstrap(200)), parts, documents)
    assert np.isnan(first.p)
    assert second.p == 1


def test_slices_of_one_document_ask_for_no_draws() -> None:
    documents = ["d0"] * 100 + [f"d{place // 10}" for place in range(100)]
    parts = [("half", "first", np.arange(100)), ("half", "second", np.arange(100, 200))]
    assert drawable(parts, documents) == 1
    assert drawable(parts, None) == 2


def test_a_slice_scores_its_segments_alone() -> None:
    hyps, refs = random_corpus(seed=12, segments=40)
    metrics = [parse("bleu"), parse("ribes")]
    keep = KeptRows()
    local.score(corpus_of({"a": hyps[0], "b": hyps[1]}, refs), metrics, version="test", keep=keep)
    places = np.array([3, 7, 8, 20, 31])
    made, _ = compare_slices(
        score_rows_of(["a", "b"], metrics, keep), CompareSettings(Bootstrap(20)), [("x", "y", places)]
    )
    alone = local.score(
        corpus_of({"b": [hyps[1][place] for place in places]}, [refs[place] for place in places]),
        metrics,
        version="test",
    )
    assert [part.second_score for part in made] == [score.score for score in alone.systems[0].scores]


def test_a_feature_that_no_segment_has_makes_no_slice() -> None:
    assert list(numeric_slices("order", np.full(4, np.nan), 3)) == []
