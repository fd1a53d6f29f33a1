"""The weights of an encoder of the BERT family (BERT, RoBERTa, XLM-RoBERTa, E5), whatever file they came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]


class Table(Protocol):
    """The vectors of all word pieces; the largest part of a small model, so it may stay packed."""

    def rows(self, ids: Ids) -> Reals:
        """One vector for each id: the shape of ``ids`` and one axis more."""
        ...


@dataclass(frozen=True, eq=False)
class PlainTable:
    """Vectors as they are, in 16 or 32 bits."""

    values: npt.NDArray[np.floating]

    def rows(self, ids: Ids) -> Reals:
        return self.values[ids].astype(np.float32)


@dataclass(frozen=True, eq=False)
class Dense:
    """x W + b. ``weight`` is (inputs, outputs)."""

    weight: Reals
    bias: Reals


@dataclass(frozen=True, eq=False)
class Norm:
    """Layer normalisation."""

    scale: Reals
    shift: Reals


@dataclass(frozen=True, eq=False)
class Layer:
    """Attention, then two dense maps with GELU between them; each followed by a sum with its input and a norm."""

    query: Dense
    key: Dense
    value: Dense
    attended: Dense
    after_attention: Norm
    widened: Dense
    narrowed: Dense
    after_dense: Norm


@dataclass(frozen=True, eq=False)
class Encoder:
    """``positions`` has the vector of the first piece first, that of the only kind of text added."""

    heads: int
    epsilon: float
    pieces: Table
    positions: Reals
    norm: Norm
    layers: tuple[Layer, ...]

    @property
    def width(self) -> int:
        return int(self.positions.shape[1])

    @property
    def longest(self) -> int:
        """Pieces of a sentence, those at its ends included."""
        return len(self.positions)
