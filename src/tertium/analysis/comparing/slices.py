"""Parts of an evaluation set: by length, by word frequency, by amount of reordering, or by labels of yours.

A feature is one number a segment that is the same for all systems, so that systems are compared on the same segments:

| slice | number |
|---|---|
| `hyp-length` | words of the outputs, mean over the systems |
| `ref-length` | words of the references, mean |
| `src-length` | words of the source |
| `freq` | how often the references' words occur in all references, geometric mean; 1: each occurs once |
| `order` | share of word pairs that stand in another order than in the reference (1 − kendall), mean over the systems |

Numbers are cut into parts of about equal size (quarters by default); equal numbers stay together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

import numpy as np

from tertium.arrays import Floats, Int64s
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, option, printable
from tertium.metrics.base import Metric
from tertium.metrics.measuring import selected
from tertium.metrics.spec import parse
from tertium.views.tokens.tokenized import distinct, tokens

Feature = Literal["hyp-length", "ref-length", "src-length", "freq", "order"]
FEATURES = get_args(Feature)
_DECIMALS = 9  # numbers that differ by less are equal but for rounding
_UNITS = {"hyp-length": " words", "ref-length": " words", "src-length": " words", "freq": " times", "order": ""}


class FeatureWatch:
    """Sees every chunk of a run (``engine.local.ChunkWatch``) and remembers a few numbers of every segment."""

    def __init__(self, names: Sequence[str], tok: str = "13a") -> None:
        unknown = [name for name in names if name not in FEATURES]
        if unknown:
            raise InputError(f"there are no slices by '{printable(str(unknown[0]))}', only by {', '.join(FEATURES)}.")
        self.names = tuple(names)
        self._tok = tok
        self._order: Metric | None = parse("kendall", {"tok": tok}) if "order" in names else None
        self._parts: dict[str, list[Floats]] = {name: [] for name in self.names}
        self._vocabulary: dict[str, int] = {}
        self._words: list[Int64s] = []
        self._lengths: list[Int64s] = []

    def look(self, chunk: Chunk) -> dict[str, Any]:
        made = tokens(chunk, self._tok)
        lengths = made.lengths
        counts = np.diff(chunk.ref_offsets)
        segment = np.repeat(np.arange(chunk.segments), counts)
        of_refs = np.bincount(segment, weights=lengths[chunk.refs], minlength=chunk.segments)
        seen: dict[str, Any] = {}
        if "hyp-length" in self.names:
            seen["hyp-length"] = lengths[chunk.hyp].reshape(chunk.systems, -1).mean(axis=0)
        if "ref-length" in self.names:
            seen["ref-length"] = np.where(counts > 0, of_refs / np.maximum(counts, 1), np.nan)
        if "src-length" in self.names:
            if chunk.sources is None:
                raise InputError(f"slices by src-length need the sources; give them with {option('-s')}.")
            seen["src-length"] = lengths[chunk.sources].astype(float)
        if self._order is not None:
            rows = selected(self._order, chunk)
            scores = np.where(rows.masked, np.nan, self._order.segment_score(rows.values)).reshape(chunk.systems, -1)
            seen["order"] = 1 - scores.mean(axis=0)
        if "freq" in self.names:
            of_words = np.repeat(made.offsets[chunk.refs] - _starts(lengths[chunk.refs]), lengths[chunk.refs])
            used, local = distinct(made.values[np.arange(len(of_words)) + of_words])
            seen["freq"] = (list(map(made.view.word, used.tolist())), local, of_refs.astype(np.int64))
        return seen

    def add(self, seen: dict[str, Any]) -> None:
        for name, value in seen.items():
            if name != "freq":
                self._parts[name].append(value)
                continue
            words, local, lengths = value
            if self._vocabulary:
                known = [self._vocabulary.setdefault(word, len(self._vocabulary)) for word in words]
                local = np.array(known, dtype=np.int64)[local]
            else:  # a small corpus is one chunk
                self._vocabulary.update(zip(words, range(len(words)), strict=True))
            self._words.append(local)
            self._lengths.append(lengths)

    @staticmethod
    def to_plain(seen: dict[str, Any]) -> dict[str, Any]:
        return seen

    from_plain = to_plain

    def features(self) -> dict[str, Floats]:
        """(segments) of every feature; NaN where a segment has none."""
        made = {name: np.concatenate(parts) for name, parts in self._parts.items() if name != "freq"}
        if "freq" in self.names:
            made["freq"] = self._frequencies()
        return {name: made[name] for name in self.names}

    def _frequencies(self) -> Floats:
        words, lengths = np.concatenate(self._words), np.concatenate(self._lengths)
        logs = np.log(np.bincount(words, minlength=len(self._vocabulary)))[words]
        segment = np.repeat(np.arange(len(lengths)), lengths)
        sums = np.bincount(segment, weights=logs, minlength=len(lengths))
        return np.where(lengths > 0, np.exp(sums / np.maximum(lengths, 1)), np.nan)


def numeric_slices(name: str, feature: Floats, parts: int) -> Iterator[tuple[str, str, Int64s]]:
    """(by, label, segments) of parts of about equal size, from low to high."""
    feature = np.round(feature, _DECIMALS)
    known = np.flatnonzero(~np.isnan(feature))
    if not len(known):
        return
    found = np.quantile(feature[known], np.arange(1, parts) / parts, method="lower")
    edges = np.array(sorted(set(found.tolist())))  # np.unique loads masked arrays for it
    places = np.searchsorted(edges, feature, side="left")
    members = [known[places[known] == place] for place in range(len(edges) + 1)]
    members = [mine for mine in members if len(mine)]
    ends = [(float(feature[mine].min()), float(feature[mine].max())) for mine in members]
    for label, mine in zip(_labels(name, ends), members, strict=True):
        yield name, label, mine


def label_slices(name: str, labels: Sequence[str]) -> Iterator[tuple[str, str, Int64s]]:
    """One slice for each label, in the order they first occur."""
    array = np.array(labels, dtype=object)
    for label in dict.fromkeys(labels):
        yield name, label, np.flatnonzero(array == label)


def _starts(lengths: Int64s) -> Int64s:
    return np.asarray(np.cumsum(lengths) - lengths)


def _labels(name: str, ends: Sequence[tuple[float, float]]) -> list[str]:
    """Parts are told apart by their labels: with more digits where rounded numbers are alike."""
    made: list[str] = []
    for digits in range(_DECIMALS + 1):
        made = [_range(name, low, high, digits) for low, high in ends]
        if len(set(made)) == len(made):
            break
    return made


def _range(name: str, low: float, high: float, digits: int) -> str:
    first, last = _short(name, low, digits), _short(name, high, digits)
    shown = first if first == last else f"{first}–{last}"
    unit = _UNITS.get(name, "")
    return shown + (unit.removesuffix("s") if shown == "1" else unit)


def _short(name: str, number: float, digits: int) -> str:
    """With so many digits more than are usual."""
    if name == "order":
        return f"{number:.{2 + digits}f}"
    usual = 0 if number >= 10 else 1
    return f"{number:.0f}" if number == round(number) else f"{number:.{usual + digits}f}"
