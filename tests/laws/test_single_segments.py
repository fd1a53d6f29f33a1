"""A segment scored by itself is the segment of a chunk, bit by bit and field by field, whichever way it went."""

from __future__ import annotations

import math
import pickle
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from laws.samples import random_corpus
from laws.test_laws import NAMES, Lists, make
from tertium.corpus.texts.lists import one_segment
from tertium.engine import local
from tertium.errors import TertiumError
from tertium.metrics.base import Metric
from tertium.metrics.measuring import score_sentence
from tertium.metrics.single import PLACE, single_of
from tertium.metrics.spec import parse
from tertium.results.scores import MetricScore

(HYPS, OTHERS), REFS = random_corpus(seed=7, segments=120)

# Texts that doors leave to the chunk, or that lie at the edge of a formula.
ODD: list[tuple[Any, Any]] = [
    ("", ["a b"]),
    ("a b", [""]),
    ("", [""]),
    (" ", [" "]),
    ("a", ["a"]),
    ("a", ["b"]),
    ("a b c d", ["a b c d", ""]),
    ("a b c d", ["a b c d", "a b"]),
    ("a b", ("a b", "c")),
    ("the the the", ["the cat", "the the"]),
    ("x" * 6000, ["x" * 6000]),
    ("e\u0301t\u00e9 .", ["\u00e9t\u00e9 ."]),
]

SPECS = [
    *("bleu:order=1", "bleu:order=2,case=lower", "bleu:smooth=none", "bleu:effective_order=no", "bleu:order=9"),
    *("bleu:effective_order=yes", "bleu:smooth=floor,seg_smooth=exp", "bleu:seg_smooth=add1_all", "bleu:tok=intl"),
    *("bleu:ref_len=average", "bleu:ref_len=shortest,tok=zh", "bleu:weights=0.4/0.3/0.2/0.1", "bleu:norm=nfc"),
    *("chrf:beta=1", "chrf:word_order=2,case=lower", "chrf:whitespace=yes", "chrf:eps_smoothing=yes"),
    *("chrf:char_order=0,word_order=1", "chrf:norm=nfkc"),
    *("ter:search=sacrebleu", "ter:case=keep,beam=none", "ter:normalized=yes", "ter:punct=remove"),
    *(
        "ribes:align=paper",
        "ribes:alpha=0.5,beta=1",
        "ribes:alpha=0.3,beta=0",
        "ribes:tok=none,case=keep",
        "nkt:bp=yes",
    ),
    *("wer:tok=13a,case=lower", "wer:ref_norm=chosen", "cer:case=lower", "levenshtein:tok=char"),
    *("ribes:norm=nfc", "wer:norm=nfkc", "levenshtein:norm=nfc", "rouge-1:multi=A"),
    *("0.5*bleu + 0.5*chrf", "pow(bleu*chrf, 0.5)", "mean(ter*wer)", "pow(ribes, -1)"),
]


def by_chunk(metric: Metric, hyp: Any, refs: Any) -> MetricScore:
    return score_sentence(metric, one_segment(hyp, refs))


def same(one: MetricScore, other: MetricScore) -> bool:
    """Equal in every field, to the bit and to the type; numbers that do not exist are equal."""
    mine, theirs = vars(one), vars(other)
    return list(mine) == list(theirs) and all(_same(mine[name], theirs[name]) for name in mine)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return (math.isnan(one) and math.isnan(other)) or np.float64(one).tobytes() == np.float64(other).tobytes()
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    return type(one) is type(other) and bool(one == other)


@pytest.mark.parametrize("name", [*NAMES, *SPECS])
def test_a_single_segment_is_that_of_a_chunk_of_one(name: str) -> None:
    metric = make(name)
    parsed = any(leaf.parser for _, leaf in metric.leaves())
    segments = list(zip(HYPS, REFS, strict=True))[: 5 if parsed else 60]
    for hyp, refs in segments:
        wanted = outcome(partial(by_chunk, metric), hyp, refs)
        assert parsed or not isinstance(wanted, str)  # parsers refuse other languages than English
        assert agree(outcome(metric.sentence_score, hyp, refs), wanted)
        # By the door, where one is: the pattern is known.
        assert agree(outcome(metric.sentence_score, hyp, list(refs)), wanted)
    for hyp, refs in [] if parsed else ODD:
        one, other = (outcome(way, hyp, refs) for way in (partial(by_chunk, metric), metric.sentence_score))
        assert agree(one, other), (hyp, refs)


def agree(one: MetricScore | str, other: MetricScore | str) -> bool:
    return one == other if isinstance(one, str) or isinstance(other, str) else same(one, other)


def outcome(way: Callable[..., MetricScore], hyp: Any, refs: Any) -> MetricScore | str:
    """The score, or what is said if there is none."""
    try:
        return way(hyp, refs)
    except TertiumError as refused:
        return str(refused)


@pytest.mark.parametrize("name", NAMES)
def test_a_single_segment_is_that_of_a_whole_corpus(name: str) -> None:
    metric = make(name)
    leaves = [leaf for _, leaf in metric.leaves()]
    if any(leaf.table_key is not None or leaf.parser for leaf in leaves):
        pytest.skip("what its first pass collects, or what was parsed, is another thing for one segment")
    report = local.score(Lists([HYPS], REFS), [metric], version="0", segment_scores=True)
    scores = report.systems[0].scores[0].segment_scores
    assert scores is not None
    for hyp, refs, whole in zip(HYPS, REFS, scores, strict=True):
        alone = metric.sentence_score(hyp, refs).score
        assert whole == alone if whole is not None else math.isnan(alone)


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter", "ribes", "wer", "cer", "levenshtein", "nkt"])
def test_these_metrics_have_a_door_and_use_it(name: str) -> None:
    metric = parse(name)
    assert PLACE not in vars(metric)
    first = metric.sentence_score("the cat sat", ["the cat sat down"])
    quick = single_of(metric).segment("the cat sat", ["the cat sat down"])
    assert quick is not None
    assert same(quick, first)
    assert single_of(metric).segment("the cat sat", ["the cat", "sat down"]) is None  # two references: not yet
    assert single_of(metric).segment("the cat", "the cat") is None
    assert single_of(metric).segment(None, ["the cat"]) is None
    assert single_of(metric).segment("half \ud800", ["the cat"]) is None
    assert same(single_of(metric).segment("a b", ["a c"]), by_chunk(metric, "a b", ["a c"]))  # type: ignore[arg-type]


def test_being_ready_is_no_part_of_a_metric() -> None:
    metric = parse("bleu")
    plain = pickle.dumps(metric)
    metric.sentence_score("a", ["a"])
    assert PLACE in vars(metric)
    assert pickle.dumps(metric) == plain
    assert metric == parse("bleu")
    assert hash(metric) == hash(parse("bleu"))
    assert PLACE not in vars(pickle.loads(plain))


def test_threads_may_share_a_metric() -> None:
    metric = parse("ter")
    wanted = [by_chunk(metric, hyp, refs).score for hyp, refs in zip(OTHERS, REFS, strict=True)]
    found: list[list[float]] = []

    def work() -> None:
        found.append([metric.sentence_score(hyp, refs).score for hyp, refs in zip(OTHERS, REFS, strict=True)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4
