"""Laws that hold for every registered metric, one parametrised suite over the whole registry."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from laws.samples import random_corpus
from tertium.corpus.chunk import Chunk, Notice
from tertium.engine import local
from tertium.metrics import registry
from tertium.metrics.base import Better, Metric, Pooling
from tertium.metrics.measuring import FirstPass
from tertium.metrics.parameters import parameters
from tertium.metrics.spec import parse
from tertium.results.signatures import ReferenceCount, scored_signature, short_form
from tertium.views.syntax.text_language import not_english

NAMES = list(registry.BUILTIN)
FORMULAS = [
    "bleu*chrf",
    "pow(nsr*pow(precision, 1/4), 1.5)",
    "mean(pow(nsr*pow(precision, 1/4), 1.5))",
    "pow(0.5*pow(bleu, -1) + 0.5*pow(ribes, -1), -1)",
    "pow(ter, 0.5)*wer",
    "pow(nist*atec, 0.5)",
    "(0.5*lr-kb4:align=direct + 0.5*chrf)*mean(bleu)",
]
ALL = [*NAMES, *FORMULAS]
HYPS, REFS = random_corpus(seed=1, segments=60)


class Lists:
    """The simplest corpus: lists in memory, chunked as asked, in any order of segments."""

    def __init__(self, hyps: list[list[str]], refs: list[list[str]], order: list[int] | None = None) -> None:
        order = list(range(len(refs))) if order is None else order
        self.hyps = [[system[i] for i in order] for system in hyps]
        self.refs = [refs[i] for i in order]
        self.names = tuple(f"sys{i}" for i in range(len(hyps)))

    def at_least(self) -> int:
        return 0

    def chunks(self, segments: int) -> Iterator[Callable[[], tuple[Chunk, tuple[Notice, ...]]]]:
        for start in range(0, len(self.refs), segments):
            part = slice(start, start + segments)
            yield lambda part=part: (Chunk.of([h[part] for h in self.hyps], self.refs[part], first=part.start), ())


def make(name: str) -> Metric:
    """The metric with its defaults; parameters that must be given get a value from the table of required ones."""
    return parse(REQUIRED.get(name, name))


# Metrics that have a parameter without a default, and a spec that gives it.
REQUIRED = {
    name: f"{name}:alpha=0.5,align=direct" for name in ("lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4", "lr-ksb1", "lr-ksb4")
}


def chunk_for(metric: Metric, hyps: list[list[str]], refs: list[list[str]]) -> Chunk:
    chunk = Chunk.of(hyps, refs)
    first = FirstPass([metric])
    first.read(chunk)
    return dataclasses.replace(chunk, tables=first.tables)


def bits(report: local.Report) -> list[tuple[str, bytes]]:
    return [(s.metric, np.float64(s.value).tobytes()) for system in report.systems for s in system.scores]


@pytest.mark.parametrize("name", ALL)
def test_measuring_twice_gives_the_same_finite_rows(name: str) -> None:
    metric = make(name)
    chunk = chunk_for(metric, HYPS, REFS)
    once, again = metric.measure(chunk), metric.measure(chunk)
    assert once.values.tobytes() == again.values.tobytes()
    selected = metric.select(once)
    assert selected.values.shape == (chunk.pairs, len(metric.columns))
    assert np.isfinite(selected.values[~selected.masked]).all()


@pytest.mark.parametrize("name", NAMES)
def test_tunable_parameters_do_not_change_the_rows(name: str) -> None:
    metric = make(name)
    tunables = [(field, p) for field, p in parameters(metric) if p.tunable]
    chunk = chunk_for(metric, HYPS, REFS)
    rows = metric.measure(chunk).values
    for field, declared in tunables:
        value = getattr(metric, field.name)
        if not isinstance(value, float):
            continue
        other = value / 2 + 0.125
        assert declared.low <= other <= declared.high
        changed = dataclasses.replace(metric, **{field.name: other})
        assert changed.measure(chunk).values.tobytes() == rows.tobytes()


@pytest.mark.parametrize("name", ALL)
def test_order_chunks_and_threads_leave_every_bit(name: str) -> None:
    metric = make(name)
    order = list(range(len(REFS)))
    if any(leaf.parser for leaf in metric.plain()):  # which refuses texts that are not English as a whole
        order = [i for i in order if not (not_english(REFS[i]) or not_english([system[i] for system in HYPS]))]
    corpus = Lists(HYPS, REFS, order)
    whole = local.score(corpus, [metric], version="test", threads=1)
    for threads, size in ((1, 7), (2, 7), (8, 1), (2, 1000)):
        again = local.score(corpus, [metric], version="test", threads=threads, segments_per_chunk=size)
        assert bits(again) == bits(whole)
    turned = local.score(Lists(HYPS, REFS, order[::-1]), [metric], version="test", threads=2)
    assert bits(turned) == bits(whole)


@pytest.mark.parametrize("name", ALL)
def test_integer_weights_equal_repeated_rows(name: str) -> None:
    metric = make(name)
    chunk = chunk_for(metric, HYPS[:1], REFS)
    selected = metric.select(metric.measure(chunk))
    values = selected.values[~selected.masked]
    weights = np.arange(len(values)) % 3
    repeated = np.repeat(values, weights, axis=0)
    if metric.pooling is Pooling.POOL:
        assert metric.score(weights @ values) == pytest.approx(float(metric.score(repeated.sum(axis=0))), abs=1e-12)
    else:
        scores = metric.score(values)
        seen = ~np.isnan(scores)
        mean = (weights[seen] @ scores[seen]) / weights[seen].sum()
        assert mean == pytest.approx(float(np.nanmean(metric.score(repeated))), abs=1e-12)


@pytest.mark.parametrize("name", ALL)
def test_score_is_vectorised_over_leading_axes(name: str) -> None:
    metric = make(name)
    selected = metric.select(metric.measure(chunk_for(metric, HYPS, REFS)))
    for formula in (metric.score, metric.segment_score):
        flat = formula(selected.values)
        assert flat.shape == (len(selected.values),)
        cube = formula(selected.values.reshape(2, -1, len(metric.columns)))
        assert np.array_equal(cube.ravel(), flat, equal_nan=True)
        assert np.asarray(formula(selected.values[0])).shape == ()


@pytest.mark.parametrize("name", ALL)
def test_scores_stay_in_the_declared_range(name: str) -> None:
    metric = make(name)
    selected = metric.select(metric.measure(chunk_for(metric, HYPS, REFS)))
    scores = metric.segment_score(selected.values)[~selected.masked]
    scores = scores[~np.isnan(scores)]
    assert len(scores) > 0
    assert (scores >= metric.low - 1e-12).all()
    assert (scores <= metric.high + 1e-12).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_perfect_translation_gets_the_declared_best(name: str) -> None:
    metric = make(name)
    texts = [refs[0] for refs in REFS] + ["na na na na"]  # repeated words have no order of their own
    report = local.score(Lists([texts], [[text] for text in texts]), [metric], version="test", segment_scores=True)
    result = report.systems[0].scores[0]
    assert result.segment_scores is not None
    off = [s for s in result.segment_scores if s is None or abs(s - metric.scale * metric.best) > 1e-9]
    if metric.imperfect:
        # The exception must be real, or the declaration is stale.
        assert off, f"{name} declares '{metric.imperfect}' but every perfect segment gets the best"
    else:
        assert off == []
        assert result.value == pytest.approx(metric.best, abs=1e-12)


@pytest.mark.parametrize("name", ALL)
def test_a_better_translation_scores_better(name: str) -> None:
    metric = make(name)
    refs = [["he was interested in world history because he read the book ."]]
    good, bad = ["he was interested in world history because he read a book ."], ["a stone fell on it"]
    report = local.score(Lists([good, bad], refs), [metric], version="test")
    first, second = (system.scores[0].value for system in report.systems)
    assert first > second if metric.better is Better.HIGHER else first < second


@pytest.mark.parametrize("name", NAMES)
def test_names_and_signatures_parse_back(name: str) -> None:
    metric = make(name)
    assert parse(str(metric)) == metric
    assert parse(metric.signature) == metric
    assert hash(parse(metric.signature)) == hash(metric)
    assert metric.signature.endswith(f"#{metric.version}")
    quoted = scored_signature(metric.signature, ReferenceCount(2, 2))
    assert parse(quoted) == parse(short_form(str(metric), quoted)) == metric
    for field, _ in parameters(metric):
        assert f"{field.name}=" in metric.signature


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas_parse_back(name: str) -> None:
    metric = make(name)
    quoted = scored_signature(metric.signature, ReferenceCount(2, 2))
    assert parse(str(metric)) == parse(metric.signature) == parse(quoted) == metric
    assert parse(short_form(str(metric), quoted)) == metric


@pytest.mark.parametrize("name", ALL)
def test_metrics_pickle(name: str) -> None:
    metric = make(name)
    assert pickle.loads(pickle.dumps(metric)) == metric


@pytest.mark.parametrize("name", NAMES)
def test_the_module_documents_the_metric(name: str) -> None:
    import importlib

    module = importlib.import_module(type(make(name)).__module__)
    assert module.__doc__ is not None
    documentation = module.__doc__.lower()
    for word in ("column", "empty"):
        assert word in documentation, f"{module.__name__} says nothing about '{word}'"
