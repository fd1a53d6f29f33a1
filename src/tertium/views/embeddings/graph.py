"""The layers of an encoder as an ONNX graph, which onnxruntime runs: written here, up to the layer that is wanted.

Input: ``summed`` (sentences, pieces, width), the sums of the vectors of pieces and places, of sentences that are all of
one length: nothing is padded, so nothing is masked. Output: ``hidden``, the vectors after the last layer.

With ``int8`` each output of a map is rounded to 8 bits by a scale of its own, and what it is applied to by a scale for
each piece: a sentence's vectors must not depend on which sentences share its batch, as they do with onnxruntime's own
dynamic quantisation, which has one scale for all. Whole numbers are multiplied four times as fast as reals.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tertium.views.embeddings.protobuf import nested, real, text, whole
from tertium.views.embeddings.weights import Dense, Encoder, Layer, Norm, Reals

FLOAT32, INT8 = "float32", "int8"
PRECISIONS = (INT8, FLOAT32)

_FLOAT = 1  # ONNX's number for a kind of elements
_KINDS = {np.dtype(np.float32): _FLOAT, np.dtype(np.uint8): 2, np.dtype(np.int8): 3, np.dtype(np.int64): 7}
_STANDARD, _MICROSOFT = "", "com.microsoft"
_OPSET, _IR = 17, 8
_LEAST_GELU = 0.17  # GELU has nothing below -0.16998: its greatest size needs no absolute values


def layers_graph(encoder: Encoder, layers: int, precision: str) -> bytes:
    """A model of the encoder's first layers."""
    graph = _Graph(encoder, precision)
    hidden = graph.norm(graph.flat("summed", encoder.width), encoder.norm)
    for layer in encoder.layers[:layers]:
        hidden = graph.layer(hidden, layer)
    return graph.model(hidden)


class _Graph:
    def __init__(self, encoder: Encoder, precision: str) -> None:
        self._encoder = encoder
        self._precision = precision
        self._nodes: list[bytes] = []
        self._constants: list[bytes] = []
        self._names = 0
        first_two = self._node("Shape", ["summed"], [_whole_attribute("end", 2)])
        self._shape = self._node("Concat", [first_two, self._sizes([-1])], [_whole_attribute("axis", 0)])
        if precision == INT8:  # all maps need a zero for each piece
            self._zero = self._constant(np.array(128, dtype=np.uint8))
            count = self._node("ReduceProd", [first_two], [_whole_attribute("keepdims", 1)])
            self._zeros = self._node("Expand", [self._zero, count], [])

    def _sizes(self, sizes: list[int]) -> str:
        return self._constant(np.array(sizes, dtype=np.int64))

    def flat(self, value: str, width: int) -> str:
        """(pieces, width): sentences are told apart by attention alone, and every change of shape costs."""
        return self._node("Reshape", [value, self._sizes([-1, width])], [])

    def _by_sentence(self, value: str) -> str:
        return self._node("Reshape", [value, self._shape], [])

    def _number(self, value: float) -> str:
        return self._constant(np.array(value, dtype=np.float32))

    def layer(self, hidden: str, layer: Layer) -> str:
        heads = [_whole_attribute("num_heads", self._encoder.heads)]
        parts = (layer.query, layer.key, layer.value)
        maps = [self._by_sentence(made) for made in self._maps(hidden, [part.weight for part in parts])]
        bias = self._constant(np.concatenate([part.bias for part in parts]))
        attended = self._node("MultiHeadAttention", [*maps, bias], heads, _MICROSOFT)
        attended = self.flat(attended, self._encoder.width)
        hidden = self._added(hidden, attended, layer.attended, layer.after_attention)
        (wide,) = self._maps(hidden, [layer.widened.weight])
        wide = self._node("BiasGelu", [wide, self._constant(layer.widened.bias)], [], _MICROSOFT)
        return self._added(hidden, wide, layer.narrowed, layer.after_dense, least=_LEAST_GELU)

    def norm(self, value: str, norm: Norm) -> str:
        attributes = [_real_attribute("epsilon", self._encoder.epsilon)]
        return self._node(
            "LayerNormalization", [value, self._constant(norm.scale), self._constant(norm.shift)], attributes
        )

    def _added(self, hidden: str, value: str, part: Dense, norm: Norm, least: float | None = None) -> str:
        (change,) = self._maps(value, [part.weight], least)
        change = self._node("Add", [change, self._constant(part.bias)], [])
        return self.norm(self._node("Add", [hidden, change], []), norm)

    def _maps(self, value: str, weights: list[Reals], least: float | None = None) -> list[str]:
        """``value`` mapped by each of the weights, without their biases; no number of it is below -``least``."""
        if self._precision == FLOAT32:
            return [self._node("MatMul", [value, self._constant(weight)], []) for weight in weights]
        size = value if least is not None else self._node("Abs", [value], [])
        greatest = self._node("ReduceMax", [size], [_whole_attributes("axes", [1])])
        greatest = self._node("Max", [greatest, self._number(1e-10 if least is None else least)], [])
        scales = self._node("Mul", [greatest, self._number(1 / 127)], [])  # (pieces, 1)
        row = self._node("Reshape", [scales, self._sizes([-1])], [])
        packed = self._node("QuantizeLinear", [value, row, self._zeros], [_whole_attribute("axis", 0)])
        made = []
        for weight in weights:
            columns, their_scales = columns_of_8_bits(weight)
            names = [packed, self._constant(columns), self._number(1.0), self._constant(their_scales), self._zero]
            product = self._node("MatMulIntegerToFloat", names, [], _MICROSOFT)
            made.append(self._node("Mul", [product, scales], []))
        return made

    def _name(self) -> str:
        self._names += 1
        return f"v{self._names}"

    def _node(self, kind: str, inputs: list[str], attributes: list[bytes], domain: str = _STANDARD) -> str:
        made = self._name()
        parts = [*(text(1, name) for name in inputs), text(2, made), text(4, kind), *attributes, text(7, domain)]
        self._nodes.append(nested(1, *parts))
        return made

    def _constant(self, values: npt.NDArray[np.generic]) -> str:
        made = self._name()
        shape = [whole(1, size) for size in values.shape]
        raw = nested(9, np.ascontiguousarray(values).tobytes())
        self._constants.append(nested(5, *shape, whole(2, _KINDS[values.dtype]), text(8, made), raw))
        return made

    def model(self, hidden: str) -> bytes:
        hidden = self._by_sentence(hidden)
        self._nodes.append(nested(1, text(1, hidden), text(2, "hidden"), text(4, "Identity")))
        ends = [
            nested(11, _value("summed", _FLOAT, ["sentences", "pieces", self._encoder.width])),
            nested(12, _value("hidden", _FLOAT, ["sentences", "pieces", self._encoder.width])),
        ]
        opsets = [
            nested(8, text(1, _STANDARD), whole(2, _OPSET)),
            nested(8, text(1, _MICROSOFT), whole(2, 1)),
        ]
        return b"".join([whole(1, _IR), nested(7, *self._nodes, text(2, "encoder"), *self._constants, *ends), *opsets])


def columns_of_8_bits(weight: Reals) -> tuple[npt.NDArray[np.int8], Reals]:
    """A map (inputs, outputs) as whole numbers from -127 to 127, and what each output is to be multiplied by."""
    scales = np.maximum(np.abs(weight).max(axis=0), np.float32(1e-12)) / np.float32(127)
    return np.rint(weight / scales).astype(np.int8), scales.astype(np.float32)


def _value(name: str, kind: int, shape: list[str | int]) -> bytes:
    sizes = [nested(1, whole(1, size) if isinstance(size, int) else text(2, size)) for size in shape]
    return text(1, name) + nested(2, nested(1, whole(1, kind), nested(2, *sizes)))


def _whole_attribute(name: str, value: int) -> bytes:
    return nested(5, text(1, name), whole(3, value), whole(20, 2))


def _whole_attributes(name: str, values: list[int]) -> bytes:
    return nested(5, text(1, name), *(whole(8, value) for value in values), whole(20, 7))


def _real_attribute(name: str, value: float) -> bytes:
    return nested(5, text(1, name), real(2, value), whole(20, 1))
