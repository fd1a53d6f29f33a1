"""A weighted sum of metrics is a metric: ``0.26*bleu + 0.13*hamming``.

value = Σ weight · value of the leaf. Each leaf pools its own way (BLEU of the summed rows, the mean of segment scores
...), so the corpus value is the weighted sum of the leaves' corpus values, and the segment value that of their segment
values. Columns are the leaves' columns side by side. Weights are tunable; negative ones are allowed (error rates).
A segment that one leaf cannot score has no score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.kernels.text import Floats
from tertium.metrics.base import Better, Metric, Pooling, Rows
from tertium.metrics.parameters import show
from tertium.results import Attribution


@dataclass(frozen=True)
class Combination(Metric):
    """Leaves with weights. Written as an expression, never by name."""

    name: ClassVar[str] = "combination"
    pooling: ClassVar[Pooling] = Pooling.MEAN
    low: ClassVar[float] = -np.inf
    high: ClassVar[float] = np.inf

    terms: tuple[tuple[float, Metric], ...] = ()

    def __post_init__(self) -> None:
        if not self.terms:
            raise SpecError("a combination needs at least one term, as in '0.5*bleu + 0.5*chrf'.")
        for weight, leaf in self.terms:
            if not np.isfinite(weight):
                raise SpecError(f"the weight of {leaf} is {weight}, expected a finite number.")
            if leaf.leaves() != ((1.0, leaf),):
                raise SpecError(f"a combination's terms must be plain metrics, got '{leaf}'.")

    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        return self.terms

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"{leaf.name}.{column}" for _, leaf in self.terms for column in leaf.columns)

    def measure(self, chunk: Chunk) -> Rows:
        parts = [leaf.select(leaf.measure(chunk)) for _, leaf in self.terms]
        masked = np.logical_or.reduce([part.masked for part in parts])
        flags = {name: mark for part in parts for name, mark in part.flags.items()}
        return Rows(np.hstack([part.values for part in parts]), masked, None, flags)

    def score(self, values: Floats) -> Floats:
        return self._sum(values, corpus=True)

    def segment_score(self, values: Floats) -> Floats:
        return self._sum(values, corpus=False)

    def _sum(self, values: Floats, corpus: bool) -> Floats:
        total = np.zeros(values.shape[:-1])
        start = 0
        for weight, leaf in self.terms:
            part = values[..., start : start + len(leaf.columns)]
            total = total + weight * (leaf.score(part) if corpus else leaf.segment_score(part))
            start += len(leaf.columns)
        return total

    def attribute(self, values: Floats) -> Attribution | None:
        """The weighted sum of the leaves' parts, if every leaf comes apart."""
        parts, start = [], 0
        for weight, leaf in self.terms:
            part = leaf.attribute(values[start : start + len(leaf.columns)])
            start += len(leaf.columns)
            if part is None:
                return None
            sign = -1.0 if leaf.better is Better.LOWER else 1.0
            parts.append((sign * weight, part))
        words, order, length = (
            sum(weight * getattr(part, name) for weight, part in parts) for name in ("words", "order", "length")
        )
        return Attribution(words, order, length, "exact: weighted sum of the terms' parts")

    @property
    def signature(self) -> str:
        return self._join([(weight, leaf.signature) for weight, leaf in self.terms])

    def __str__(self) -> str:
        return self._join([(weight, str(leaf)) for weight, leaf in self.terms])

    @staticmethod
    def _join(terms: list[tuple[float, str]]) -> str:
        """A minus stands between terms, so that every expression parses back to the same weights."""
        text = ""
        for weight, name in terms:
            sign = "-" if weight < 0 else "+"
            body = f"{show(abs(weight))}*{name}"
            text += f" {sign} {body}" if text else (f"-{body}" if weight < 0 else body)
        return text
