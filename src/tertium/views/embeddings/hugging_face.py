"""A local copy of a Hugging Face model of the BERT family: ``config.json`` and ``model.safetensors``.

safetensors: eight bytes with the size of a JSON header, the header (name to kind, shape, place), the numbers. Nothing
in it can run, unlike the pickles of ``pytorch_model.bin``.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.errors import FileError, printable
from tertium.views.embeddings.weights import Dense, Encoder, Layer, Norm, PlainTable, Reals

_KINDS = {"F32": "<f4", "F16": "<f2"}
_FIRST_PLACE = {
    "bert": 0,
    "roberta": 1,
    "xlm-roberta": 1,
    "camembert": 1,
}  # after the padding's own id, for these three
_PREFIXES = ("", "bert.", "roberta.")


def read_hugging_face(config: bytes, weights: bytes) -> Encoder:
    """FileError says what is not as expected."""
    about = _json(config, "config.json")
    kind = about.get("model_type")
    if not isinstance(kind, str) or kind not in _FIRST_PLACE:
        raise FileError(
            f"config.json says model_type {printable(str(kind))}, expected one of {', '.join(_FIRST_PLACE)}; "
            "export other models to ONNX."
        )
    if about.get("hidden_act", "gelu") != "gelu" or about.get("position_embedding_type", "absolute") != "absolute":
        raise FileError("config.json asks for another activation than gelu, or for relative places; export it to ONNX.")
    try:
        tensors = _Tensors(weights)
        padding = int(about.get("pad_token_id") or 0) + 1 if _FIRST_PLACE[kind] else 0
        places = tensors.of("embeddings.position_embeddings.weight")[padding:]
        places = places + tensors.of("embeddings.token_type_embeddings.weight")[0]
        return Encoder(
            heads=int(about["num_attention_heads"]),
            epsilon=float(about.get("layer_norm_eps", 1e-12)),
            pieces=PlainTable(tensors.raw("embeddings.word_embeddings.weight")),
            positions=places,
            norm=tensors.norm("embeddings.LayerNorm"),
            layers=tuple(tensors.layer(f"encoder.layer.{n}.") for n in range(int(about["num_hidden_layers"]))),
        )
    except (KeyError, ValueError, TypeError, IndexError, OverflowError, struct.error) as error:
        raise FileError(f"model.safetensors is not the model that config.json tells of: {error}.") from None


def _json(data: bytes, what: str) -> dict[str, Any]:
    try:
        made = json.loads(data)
    except ValueError as error:
        raise FileError(f"{what} is no JSON: {error}.") from None
    if not isinstance(made, dict):
        raise FileError(f"{what} holds {type(made).__name__}, expected an object.")
    return made


class _Tensors:
    def __init__(self, data: bytes) -> None:
        (size,) = struct.unpack_from("<Q", data)
        if size > len(data):
            raise FileError("model.safetensors ends within its header.")
        self._data = data
        self._start = 8 + size
        self._places = _json(data[8 : self._start], "the header of model.safetensors")
        table = "embeddings.word_embeddings.weight"
        self._prefix = next((prefix for prefix in _PREFIXES if prefix + table in self._places), "")

    def raw(self, name: str) -> npt.NDArray[np.floating[Any]]:
        """As it is in the file, in 16 or 32 bits, not copied."""
        place = self._places[self._prefix + name]
        first, last = (self._start + end for end in place["data_offsets"])
        if place["dtype"] == "BF16":  # the upper half of a number of 32 bits
            halves = np.frombuffer(self._data[first:last], "<u2").astype(np.uint32)
            return (halves << 16).view(np.float32).reshape(place["shape"])
        kind = np.dtype(_KINDS[place["dtype"]])
        return np.frombuffer(self._data, kind, (last - first) // kind.itemsize, first).reshape(place["shape"])

    def of(self, name: str) -> Reals:
        return self.raw(name).astype(np.float32)

    def norm(self, name: str) -> Norm:
        return Norm(self.of(f"{name}.weight"), self.of(f"{name}.bias"))

    def _dense(self, name: str) -> Dense:
        return Dense(np.ascontiguousarray(self.of(f"{name}.weight").T), self.of(f"{name}.bias"))

    def layer(self, name: str) -> Layer:
        return Layer(
            query=self._dense(f"{name}attention.self.query"),
            key=self._dense(f"{name}attention.self.key"),
            value=self._dense(f"{name}attention.self.value"),
            attended=self._dense(f"{name}attention.output.dense"),
            after_attention=self.norm(f"{name}attention.output.LayerNorm"),
            widened=self._dense(f"{name}intermediate.dense"),
            narrowed=self._dense(f"{name}output.dense"),
            after_dense=self.norm(f"{name}output.LayerNorm"),
        )
