"""Products and powers of metrics are metrics: ``pow(nsr*pow(precision, 1/4), 1.5)``, a geometric or a harmonic mean.

    product   bleu*chrf, 0.5*bleu*chrf, (bleu + chrf)*ribes
    power     pow(bleu*chrf, 0.5): the geometric mean
              pow(0.5*pow(bleu, -1) + 0.5*pow(chrf, -1), -1): the harmonic mean
    mean      mean(bleu*chrf): the corpus value is the mean of the segment values

A formula is computed from values on the natural scale (0 to 1 for most), at each level from the values of that level.
The corpus value is the formula of the corpus values, as for sums, where each metric inside is pooled in its own way;
the value of a segment is the formula of its segment values. ``mean(...)`` is the same for segments, and the mean of
them for a corpus. Each metric inside chooses its own reference.

Columns, of every metric inside: its columns, if its corpus value comes of their sums; the sum of its segment values and
their number, if it is a mean. Of ``mean(...)``: the columns of the metrics inside.

No score: where a metric inside has none, and where the result is not a finite number (0 to a negative power, a number
below 0 to a broken power). On the way 1/0 is infinite, so that a harmonic mean with a 0 is 0.

Range and best are computed from those of the metrics inside. Lower is better where every metric inside says so,
negative weights and exponents turned round; else higher.
"""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tertium.arrays import Bools, Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.metrics.base import Better, Metric, Pooling, Rows, Segment
from tertium.metrics.combination import Combination, side_by_side, spelled
from tertium.metrics.measuring import selected
from tertium.metrics.parameters import show
from tertium.metrics.totals import leaf_labels
from tertium.results.explanations import Explanation, ExplanationTable

Range = tuple[float, float]
_ANYTHING: Range = (-np.inf, np.inf)


@dataclass(frozen=True)
class Formula(Metric):
    """What products, powers and their means share. Written as an expression, never by name."""

    shows_matches: ClassVar[bool] = True

    @abstractmethod
    def inside(self) -> tuple[Metric, ...]:
        """The metrics that stand in it, which may be formulas and sums themselves."""

    @abstractmethod
    def combine(self, values: Sequence[Floats]) -> Floats:
        """From the values of ``inside`` to that of the formula."""

    @abstractmethod
    def span(self, ranges: Sequence[Range]) -> Range:
        """From the ranges of ``inside`` to that of the formula."""

    def turns(self, place: int) -> bool:
        """Does the value fall where that of ``inside()[place]`` grows?"""
        return False

    def operands(self) -> tuple[Metric, ...]:
        """The metrics that are measured, each once."""
        return tuple(dict.fromkeys(found for part in self.inside() for found in _operands(part)))

    @property
    def columns(self) -> tuple[str, ...]:
        named = zip(_labels(self.operands()), self.operands(), strict=True)
        return tuple(f"{label}.{column}" for label, metric in named for column in _columns(metric))

    def check(self, chunk: Chunk) -> None:
        for part in self.inside():
            part.check(chunk)

    def measure(self, chunk: Chunk) -> Rows:
        parts = [(metric, selected(metric, chunk)) for metric in self.operands()]
        return side_by_side([rows for _, rows in parts], [_summable(metric, rows) for metric, rows in parts])

    def score(self, values: Floats) -> Floats:
        return self._value(values, corpus=True)

    def segment_score(self, values: Floats) -> Floats:
        return self._value(values, corpus=False)

    def _value(self, values: Floats, corpus: bool) -> Floats:
        return _defined(self, self._of_operands(values, corpus))

    def _of_operands(self, values: Floats, corpus: bool) -> dict[Metric, Floats]:
        """The values of the operands, from rows or sums of rows."""
        found: dict[Metric, Floats] = {}
        start = 0
        for metric in self.operands():
            part = values[..., start : start + len(_columns(metric))]
            start += len(_columns(metric))
            if metric.pooling is Pooling.MEAN:
                count = part[..., 1]
                found[metric] = np.where(count > 0, part[..., 0] / np.where(count > 0, count, 1.0), np.nan)
            else:
                found[metric] = metric.score(part) if corpus else metric.segment_score(part)
        return found

    def explain(self, segment: Segment) -> Explanation:
        """Every step from the metrics inside to the formula."""
        made = super().explain(segment)
        rows = selected(self, segment.chunk(self.own_tables(segment)))
        known = {metric: value[0] for metric, value in self._of_operands(rows.values, corpus=False).items()}
        steps = tuple((str(part), float(_defined(part, known))) for part in _steps(self, known))
        table = ExplanationTable("the formula, step by step", ("part", "value"), steps)
        return Explanation(made.metric, made.score, made.facts, (table,))

    def plain(self) -> tuple[Metric, ...]:
        return tuple(dict.fromkeys(found for metric in self.operands() for found in metric.plain()))

    def named_terms(self) -> tuple[Metric, ...]:
        return tuple(term for part in self.inside() for term in part.named_terms())

    # What a class of metrics says once for all, a formula says for the metrics inside.
    @property
    def better(self) -> Better:  # type: ignore[override]
        return Better.LOWER if _falls(self) else Better.HIGHER

    @property
    def low(self) -> float:  # type: ignore[override]
        return _span(self)[0]

    @property
    def high(self) -> float:  # type: ignore[override]
        return _span(self)[1]

    @property
    def best(self) -> float:  # type: ignore[override]
        with np.errstate(all="ignore"):  # not every metric has an upper bound
            return float(_evaluated(self, {metric: np.array(metric.best) for metric in self.operands()}))

    @property
    def requires(self) -> frozenset[str]:  # type: ignore[override]
        return frozenset[str]().union(*(metric.requires for metric in self.operands()))

    @property
    def imperfect(self) -> str:  # type: ignore[override]
        return "; ".join(dict.fromkeys(metric.imperfect for metric in self.operands() if metric.imperfect))

    @property
    def experimental(self) -> bool:  # type: ignore[override]
        return any(metric.experimental for metric in self.operands())


@dataclass(frozen=True)
class Product(Formula):
    """Metrics multiplied."""

    name: ClassVar[str] = "product"

    factors: tuple[Metric, ...]

    def __post_init__(self) -> None:
        factors = tuple(found for factor in self.factors for found in _factors(factor))
        if not factors:
            raise SpecError("a product needs at least one factor, as in 'bleu*chrf'.")
        object.__setattr__(self, "factors", factors)

    def inside(self) -> tuple[Metric, ...]:
        return self.factors

    def combine(self, values: Sequence[Floats]) -> Floats:
        return np.asarray(np.prod(np.stack(values), axis=0))

    def span(self, ranges: Sequence[Range]) -> Range:
        whole = (1.0, 1.0)
        for one in ranges:
            ends = [0.0 if np.isnan(a * b) else a * b for a, b in itertools.product(whole, one)]
            whole = (min(ends), max(ends))
        return whole

    @property
    def signature(self) -> str:
        return "*".join(spelled(factor, factor.signature) for factor in self.factors)

    def __str__(self) -> str:
        return "*".join(spelled(factor, str(factor)) for factor in self.factors)


@dataclass(frozen=True)
class Power(Formula):
    """A metric raised to a constant power."""

    name: ClassVar[str] = "pow"

    base: Metric
    exponent: float

    def __post_init__(self) -> None:
        if not np.isfinite(self.exponent):
            raise SpecError(f"the exponent of {self.base} is {self.exponent}, expected a finite number.")
        object.__setattr__(self, "exponent", float(self.exponent))

    def inside(self) -> tuple[Metric, ...]:
        return (self.base,)

    def combine(self, values: Sequence[Floats]) -> Floats:
        return np.asarray(np.power(values[0], self.exponent))

    def span(self, ranges: Sequence[Range]) -> Range:
        low, high = ranges[0]
        if low < 0:
            return _ANYTHING
        with np.errstate(all="ignore"):
            ends = (float(np.float64(low) ** self.exponent), float(np.float64(high) ** self.exponent))
        return min(ends), max(ends)

    def turns(self, place: int) -> bool:
        return self.exponent < 0

    @property
    def signature(self) -> str:
        return f"pow({self.base.signature}, {show(self.exponent)})"

    def __str__(self) -> str:
        return f"pow({self.base}, {show(self.exponent)})"


@dataclass(frozen=True)
class Mean(Formula):
    """A metric whose corpus value is the mean of its segment values."""

    name: ClassVar[str] = "mean"
    pooling: ClassVar[Pooling] = Pooling.MEAN

    of: Metric

    def inside(self) -> tuple[Metric, ...]:
        return (self.of,)

    def combine(self, values: Sequence[Floats]) -> Floats:
        return values[0]

    def span(self, ranges: Sequence[Range]) -> Range:
        return ranges[0]

    @property
    def columns(self) -> tuple[str, ...]:
        named = zip(_labels(self.operands()), self.operands(), strict=True)
        return tuple(f"{label}.{column}" for label, metric in named for column in metric.columns)

    def measure(self, chunk: Chunk) -> Rows:
        return side_by_side([selected(metric, chunk) for metric in self.operands()])

    def score(self, values: Floats) -> Floats:
        return self.segment_score(values)

    def _of_operands(self, values: Floats, corpus: bool) -> dict[Metric, Floats]:
        found: dict[Metric, Floats] = {}
        start = 0
        for metric in self.operands():
            found[metric] = metric.segment_score(values[..., start : start + len(metric.columns)])
            start += len(metric.columns)
        return found

    @property
    def signature(self) -> str:
        return f"mean({self.of.signature})"

    def __str__(self) -> str:
        return f"mean({self.of})"


def numbers(metric: Metric) -> list[tuple[str, float]]:
    """The exponents and weights of a formula in the order they are written: exponent[1], weight[1], weight[2] ..."""
    found: list[tuple[str, float]] = []
    counts = {"exponent": 0, "weight": 0}

    def note(kind: str, number: float) -> float:
        counts[kind] += 1
        found.append((f"{kind}[{counts[kind]}]", number))
        return number

    _with(metric, note)
    return found


def with_numbers(metric: Metric, given: Mapping[str, float]) -> Metric:
    """The same formula with other exponents and weights, by the names that ``numbers`` gives them."""
    counts = {"exponent": 0, "weight": 0}

    def put(kind: str, number: float) -> float:
        counts[kind] += 1
        return given.get(f"{kind}[{counts[kind]}]", number)

    return _with(metric, put)


def measured_as(formula: Formula) -> Formula:
    """A formula with the same rows, whatever its exponents and weights are."""
    same = Product(formula.operands())
    return Mean(same) if isinstance(formula, Mean) else same


def _with(metric: Metric, number: Callable[[str, float], float]) -> Metric:
    """A copy of the tree, its numbers handed through ``number`` as they are written from left to right."""
    if isinstance(metric, Combination):
        return Combination(tuple((number("weight", weight), _with(term, number)) for weight, term in metric.terms))
    if isinstance(metric, Product):
        return Product(tuple(_with(factor, number) for factor in metric.factors))
    if isinstance(metric, Power):
        base = _with(metric.base, number)
        return Power(base, number("exponent", metric.exponent))
    if isinstance(metric, Mean):
        return replace(metric, of=_with(metric.of, number))
    return metric


def _factors(metric: Metric) -> tuple[Metric, ...]:
    return metric.factors if isinstance(metric, Product) else (metric,)


def _is_measured(metric: Metric) -> bool:
    """Is it measured as it is, rather than put together from others? Of a mean in a formula, only the mean counts."""
    if isinstance(metric, Formula):
        return isinstance(metric, Mean)
    return metric.leaves()[0][1] is metric


def _operands(metric: Metric) -> tuple[Metric, ...]:
    if _is_measured(metric):
        return (metric,)
    return tuple(found for _, part in _terms(metric) for found in _operands(part))


def _terms(metric: Metric) -> tuple[tuple[float, Metric], ...]:
    """What a formula, or a sum with a name or without, is put together from."""
    if isinstance(metric, Formula):
        return tuple((1.0, part) for part in metric.inside())
    return metric.terms if isinstance(metric, Combination) else metric.leaves()


def _evaluated(metric: Metric, known: Mapping[Metric, Floats]) -> Floats:
    if metric in known:
        return known[metric]
    values = [(weight, _evaluated(part, known)) for weight, part in _terms(metric)]
    if isinstance(metric, Formula):
        return metric.combine([value for _, value in values])
    return np.asarray(sum(weight * value for weight, value in values))


def _defined(metric: Metric, known: Mapping[Metric, Floats]) -> Floats:
    """The value, or NaN where a metric inside has none or the result is no finite number."""
    with np.errstate(all="ignore"):
        made = _evaluated(metric, known)
    missing: Bools = np.logical_or.reduce([np.isnan(known[one]) for one in _known_inside(metric, known)])
    return np.where(missing | ~np.isfinite(made), np.nan, made)


def _known_inside(metric: Metric, known: Mapping[Metric, Floats]) -> list[Metric]:
    """The metrics with known values that a formula is put together from; itself, if its value is known."""
    if metric in known:
        return [metric]
    return [found for _, part in _terms(metric) for found in _known_inside(part, known)]


def _steps(metric: Metric, known: Mapping[Metric, Floats]) -> list[Metric]:
    """Metrics first, then what is made of them, the formula last."""
    inner = () if metric in known else _terms(metric)
    return list(dict.fromkeys([*(step for _, part in inner for step in _steps(part, known)), metric]))


def _span(metric: Metric) -> Range:
    if isinstance(metric, Formula):
        return metric.span([_span(part) for part in metric.inside()])
    if _is_measured(metric):
        return metric.low, metric.high
    ends = [(weight * low, weight * high) for weight, (low, high) in ((w, _span(part)) for w, part in _terms(metric))]
    lows, highs = zip(*(sorted(0.0 if np.isnan(end) else end for end in pair) for pair in ends), strict=True)
    return float(sum(lows)), float(sum(highs))


def _falls(metric: Metric) -> bool | None:
    """Is lower better? None where the metrics inside disagree."""
    if _is_measured(metric) and not isinstance(metric, Formula):
        return metric.better is Better.LOWER
    found: set[bool | None] = set()
    for place, (weight, part) in enumerate(_terms(metric)):
        inner = _falls(part)
        turned = metric.turns(place) if isinstance(metric, Formula) else weight < 0
        found.add(inner if inner is None else inner is not turned)
    return found.pop() if len(found) == 1 else None


def _labels(metrics: Sequence[Metric]) -> list[str]:
    return leaf_labels([(1.0, metric) for metric in metrics])


def _columns(metric: Metric) -> tuple[str, ...]:
    return ("sum", "segments") if metric.pooling is Pooling.MEAN else metric.columns


def _summable(metric: Metric, rows: Rows) -> Floats:
    """Columns whose sums give the corpus value."""
    if metric.pooling is not Pooling.MEAN:
        return rows.values
    scores = np.where(rows.masked, np.nan, metric.segment_score(rows.values))
    there = ~np.isnan(scores)
    return np.stack([np.where(there, scores, 0.0), there.astype(np.float64)], axis=-1)
