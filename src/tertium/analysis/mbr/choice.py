"""Minimum-Bayes-risk choice: of a list of candidates, the one that scores best on average against likely references.

    choice = argmax_h  Σ_r  p(r) · score(h, r)            (argmin for error rates)

The candidates themselves, or another pool of samples, stand for the references. p is uniform, so that a text that
was sampled twice counts twice, or follows the model's scores: p(r) ∝ exp(score(r) / temperature).

Kumar & Byrne (2004), Minimum Bayes-Risk Decoding for Statistical Machine Translation, HLT-NAACL, 169-176;
Eikema & Aziz (2022), Sampling-Based Approximations to Minimum Bayes Risk Decoding, EMNLP, 10978-10993.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.analysis.mbr.pairwise import matrix
from tertium.arrays import Floats
from tertium.corpus.texts.nbest import Candidates
from tertium.errors import InputError, either, printable
from tertium.metrics.base import Better, Metric
from tertium.results.record import Result


@dataclass(frozen=True, repr=False)
class Choice(Result):
    """The chosen candidate of one list: which it is (from 0), and what it is expected to score."""

    kind: ClassVar[str] = "mbr"

    id: str
    text: str
    index: int
    expected: float
    candidates: int

    def as_rendered(self) -> Sequence[Choice]:
        return (self,)


@dataclass(frozen=True)
class ChoiceRule:
    """How to choose: by which metric, with uniform weights or the model's, and how sharp these are."""

    metric: Metric
    weights: str = "uniform"
    temperature: float = 1.0

    def __post_init__(self) -> None:
        if self.weights not in ("uniform", "model"):
            raise InputError(f"weights must be 'uniform' or 'model', got {self.weights!r}.")
        if not 0 < self.temperature < float("inf"):
            raise InputError(f"the temperature must be above 0, got {self.temperature:g}.")

    def probabilities(self, pool: Candidates) -> Floats:
        if self.weights == "uniform":
            return np.full(len(pool.texts), 1 / len(pool.texts))
        if pool.scores is None:
            raise InputError(
                f'{pool.place} has no model score; write it as the last field (id ||| text ||| -1.25), as "score" in '
                f"JSON Lines, or leave out {either('--weights model', 'scores=…')}."
            )
        logs = np.asarray(pool.scores) / float(self.temperature)
        likely = np.exp(logs - logs.max())
        return np.asarray(likely / likely.sum())

    def choose(self, candidates: Candidates, pool: Candidates | None = None) -> Choice:
        """The best candidate by expected score, the first of equals."""
        pool = candidates if pool is None else pool
        expected = self.expected(candidates.texts, pool)
        if np.isnan(expected).all():
            best = 0
        else:
            best = int(np.nanargmin(expected) if self.metric.better is Better.LOWER else np.nanargmax(expected))
        return Choice(candidates.id, candidates.texts[best], best, float(expected[best]), len(candidates.texts))

    def expected(self, texts: Sequence[str], pool: Candidates) -> Floats:
        """Every candidate's expected score; references it has no score against weigh nothing."""
        scores = matrix(texts, pool.texts, self.metric)
        weights = np.where(np.isnan(scores), 0.0, self.probabilities(pool))
        whole = weights.sum(axis=1)
        summed = (weights * np.nan_to_num(scores)).sum(axis=1)
        return np.asarray(np.divide(summed, whole, out=np.full(len(texts), np.nan), where=whole > 0))


def choose_all(
    lists: Iterable[Candidates], rule: ChoiceRule, pools: Iterable[Candidates] | None = None, threads: int = 1
) -> Iterator[Choice]:
    """A choice for every list, in their order; ``pools`` are lists of the same ids in the same order."""
    with ThreadPoolExecutor(threads, thread_name_prefix="tertium") as workers:
        waiting: deque[Future[Choice]] = deque()
        for candidates, pool in _paired(lists, pools):
            if threads == 1:
                yield rule.choose(candidates, pool)
                continue
            waiting.append(workers.submit(rule.choose, candidates, pool))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _paired(
    lists: Iterable[Candidates], pools: Iterable[Candidates] | None
) -> Iterator[tuple[Candidates, Candidates | None]]:
    if pools is None:
        yield from ((candidates, None) for candidates in lists)
        return
    others = iter(pools)
    for candidates in lists:
        pool = next(others, None)
        if pool is None or pool.id != candidates.id:
            got = "nothing more" if pool is None else f"id '{printable(pool.id)}' at {pool.place}"
            raise InputError(
                f"{candidates.place} has id '{printable(candidates.id)}' but the references' pool has {got}; both need "
                "the same ids in the same order."
            )
        yield candidates, pool
    left = next(others, None)
    if left is not None:
        raise InputError(f"{left.place} has id '{printable(left.id)}', for which there are no candidates.")
