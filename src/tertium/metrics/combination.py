"""A weighted sum of metrics is a metric: ``0.26*bleu + 0.13*hamming``, or a preset with a name, such as ``lr-kb4``.

value = Σ weight · value of the leaf. Each leaf pools its own way (BLEU of the summed rows, the mean of segment scores
...), so the corpus value is the weighted sum of the leaves' corpus values, and the segment value that of their segment
values. Columns are the leaves' columns side by side. Weights are tunable; negative ones are allowed (error rates).
A segment that one leaf cannot score has no score. Products and powers are in ``products``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Bools, Floats
from tertium.corpus.chunk import Chunk
from tertium.corpus.formats.numbers import LARGEST
from tertium.errors import SpecError
from tertium.metrics.base import Better, Metric, Pooling, Rows, Segment
from tertium.metrics.measuring import selected
from tertium.metrics.parameters import show
from tertium.metrics.totals import leaf_labels
from tertium.results.explanations import Explanation, ExplanationTable


@dataclass(frozen=True)
class Preset(Metric):
    """A metric that is the weighted sum of its leaves; its name, parameters and signature are its own."""

    pooling: ClassVar[Pooling] = Pooling.MEAN

    @abstractmethod
    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        """Weights, which may depend on tunable parameters, and plain metrics, which may not."""

    @property
    def columns(self) -> tuple[str, ...]:
        leaves = self.leaves()
        named = zip(leaf_labels(leaves), leaves, strict=True)
        return tuple(f"{label}.{column}" for label, (_, leaf) in named for column in leaf.columns)

    def check(self, chunk: Chunk) -> None:
        for _, leaf in self.leaves():
            leaf.check(chunk)

    def measure(self, chunk: Chunk) -> Rows:
        return side_by_side([selected(leaf, chunk) for _, leaf in self.leaves()])

    def score(self, values: Floats) -> Floats:
        return self._sum(values, corpus=True)

    def segment_score(self, values: Floats) -> Floats:
        return self._sum(values, corpus=False)

    def _sum(self, values: Floats, corpus: bool) -> Floats:
        total = np.zeros(values.shape[:-1])
        start = 0
        for weight, leaf in self.leaves():
            part = values[..., start : start + len(leaf.columns)]
            total = total + weight * (leaf.score(part) if corpus else leaf.segment_score(part))
            start += len(leaf.columns)
        return total

    def plain(self) -> tuple[Metric, ...]:
        return tuple(dict.fromkeys(found for _, leaf in self.leaves() for found in leaf.plain()))

    sharing: ClassVar[str] = "exact: weighted sum of the terms' parts"

    def losses(self, values: Floats) -> Floats | None:
        """The weighted sum of the leaves' parts, if every leaf comes apart."""
        total, start = np.zeros((*values.shape[:-1], 3)), 0
        for weight, leaf in self.leaves():
            part = leaf.losses(values[..., start : start + len(leaf.columns)])
            start += len(leaf.columns)
            if part is None:
                return None
            total = total + (-weight if leaf.better is Better.LOWER else weight) * part
        return total

    def explain(self, segment: Segment) -> Explanation:
        made = super().explain(segment)
        parts = [(weight, leaf.explain(segment)) for weight, leaf in self.leaves()]
        terms = tuple((part.metric, weight, part.score) for weight, part in parts)
        return Explanation(
            made.metric, made.score, made.facts, (ExplanationTable("terms", ("term", "weight", "score"), terms),)
        )


@dataclass(frozen=True)
class Combination(Preset):
    """Terms with weights. Written as an expression, never by name."""

    name: ClassVar[str] = "combination"
    low: ClassVar[float] = -np.inf
    high: ClassVar[float] = np.inf

    terms: tuple[tuple[float, Metric], ...] = ()

    def __post_init__(self) -> None:
        if not self.terms:
            raise SpecError("a combination needs at least one term, as in '0.5*bleu + 0.5*chrf'.")
        for weight, term in self.terms:
            if not abs(weight) <= LARGEST:  # NaN neither
                raise SpecError(
                    f"the weight of {term} is {weight:g}, expected a number between -{LARGEST:g} and {LARGEST:g}."
                )

    @property
    def best(self) -> float:  # type: ignore[override]  # of these weights; a class has one best for all its metrics
        return sum(weight * term.best for weight, term in self.terms)

    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        """A term that is itself a sum (``0.5*lr-kb4:alpha=0.3 + ...``) brings its own leaves."""
        return tuple((weight * inner, leaf) for weight, term in self.terms for inner, leaf in term.leaves())

    def named_terms(self) -> tuple[Metric, ...]:
        return tuple(term for _, term in self.terms)

    def check(self, chunk: Chunk) -> None:
        for _, term in self.terms:
            term.check(chunk)

    @property
    def signature(self) -> str:
        return self._join([(weight, spelled(term, term.signature)) for weight, term in self.terms])

    def __str__(self) -> str:
        return self._join([(weight, spelled(term, str(term))) for weight, term in self.terms])

    @staticmethod
    def _join(terms: list[tuple[float, str]]) -> str:
        """A minus stands between terms, so that every expression parses back to the same weights."""
        text = ""
        for weight, name in terms:
            sign = "-" if weight < 0 else "+"
            body = f"{show(abs(weight))}*{name}"
            text += f" {sign} {body}" if text else (f"-{body}" if weight < 0 else body)
        return text


def spelled(metric: Metric, text: str) -> str:
    """A sum stands in brackets where it is multiplied."""
    return f"({text})" if isinstance(metric, Combination) else text


def side_by_side(parts: Sequence[Rows], values: Sequence[Floats] | None = None) -> Rows:
    """The rows of several metrics as those of one; ``values`` replace theirs. What one cannot score, none can."""
    masked = np.logical_or.reduce([part.masked for part in parts])
    flags: dict[str, Bools] = {}
    for part in parts:
        for name, marks in part.flags.items():
            flags[name] = marks | flags[name] if name in flags else marks
    return Rows(np.hstack([part.values for part in parts] if values is None else values), masked, None, flags)
