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

    @property
    def shape(self) -> tuple[int, int]:
        """(pieces, width)"""
        ...


@dataclass(frozen=True, eq=False)
class PlainTable:
    """Vectors as they are, in 16 or 32 bits."""

    values: npt.NDArray[np.floating]

    def rows(self, ids: Ids) -> Reals:
        return self.values[ids].astype(np.float32)

    @property
    def shape(self) -> tuple[int, int]:
        pieces, width = self.values.shape
        return pieces, width


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
    """``positions`` has the vector of the first piece first, that of the only kind of text added.

    ValueError if the parts do not fit one another: onnxruntime would find out while it scores, in words of its own.
    """

    heads: int
    epsilon: float
    pieces: Table
    positions: Reals
    norm: Norm
    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        if not len(self.positions):
            raise ValueError("it has no vectors of places")
        if self.heads < 1 or self.width % self.heads:
            raise ValueError(f"{self.heads} heads for vectors of {self.width} numbers")
        if not 0 <= self.epsilon < 1:
            raise ValueError(f"the norms' epsilon is {self.epsilon}")
        if self.pieces.shape[1] != self.width:
            raise ValueError(f"pieces of {self.pieces.shape[1]} numbers, places of {self.width}")
        self._check(self.norm, self.width)
        for layer in self.layers:
            wide = len(layer.widened.bias)
            for dense in (layer.query, layer.key, layer.value, layer.attended):
                self._check(dense, self.width, self.width)
            self._check(layer.widened, self.width, wide)
            self._check(layer.narrowed, wide, self.width)
            for norm in (layer.after_attention, layer.after_dense):
                self._check(norm, self.width)

    @staticmethod
    def _check(part: Dense | Norm, *sizes: int) -> None:
        first, second = (part.weight, part.bias) if isinstance(part, Dense) else (part.scale, part.shift)
        if first.shape != sizes or second.shape != sizes[-1:]:
            raise ValueError(f"a map or norm of the sizes {first.shape} and {second.shape}, not {sizes}")
        if not (np.isfinite(first).all() and np.isfinite(second).all()):
            raise ValueError("a number that is none in a map or norm")

    @property
    def width(self) -> int:
        return int(self.positions.shape[1])

    @property
    def longest(self) -> int:
        """Pieces of a sentence, those at its ends included."""
        return len(self.positions)
