"""A tiny encoder with random weights, written as the files that ``embed`` reads: tests need no download.

``forward`` is the readable version of the graph that onnxruntime runs.
"""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np

from tertium.views.embeddings.protobuf import nested, text, whole
from tertium.views.embeddings.weights import Encoder, Norm

WORDS = "[PAD] [UNK] [CLS] [SEP] the a cat dog sat ran on mat rug . , in house big small ##s ##ed".split()
WIDTH, HEADS, LAYERS, WIDE, LONGEST = 32, 4, 3, 64, 40
_PARTS = (
    ("attention.self.query", WIDTH, WIDTH),
    ("attention.self.key", WIDTH, WIDTH),
    ("attention.self.value", WIDTH, WIDTH),
    ("attention.output.dense", WIDTH, WIDTH),
    ("intermediate.dense", WIDE, WIDTH),
    ("output.dense", WIDTH, WIDE),
)


def tensors(seed: int = 7) -> dict[str, Any]:
    """By the names that Hugging Face gives them."""
    random = np.random.default_rng(seed)

    def drawn(*shape: int) -> Any:
        return random.normal(0, 0.2, shape).astype(np.float32)

    made = {
        "embeddings.word_embeddings.weight": drawn(len(WORDS), WIDTH),
        "embeddings.position_embeddings.weight": drawn(LONGEST, WIDTH),
        "embeddings.token_type_embeddings.weight": drawn(2, WIDTH),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        for part, outputs, inputs in _PARTS:
            made[f"{name}{part}.weight"], made[f"{name}{part}.bias"] = drawn(outputs, inputs), drawn(outputs)
        norms += [f"{name}attention.output.LayerNorm", f"{name}output.LayerNorm"]
    for name in norms:
        made[f"{name}.weight"], made[f"{name}.bias"] = 1 + drawn(WIDTH), drawn(WIDTH)
    return made


def safetensors(values: dict[str, Any]) -> bytes:
    header, parts, place = {}, [], 0
    for name, array in values.items():
        raw = array.tobytes()
        kind = {np.dtype(np.float32): "F32", np.dtype(np.float16): "F16", np.dtype(np.uint16): "BF16"}[array.dtype]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [place, place + len(raw)]}
        parts.append(raw)
        place += len(raw)
    said = json.dumps(header).encode()
    return struct.pack("<Q", len(said)) + said + b"".join(parts)


def config(**changed: Any) -> dict[str, Any]:
    usual = {"model_type": "bert", "hidden_size": WIDTH, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS}
    return {**usual, "layer_norm_eps": 1e-12, "hidden_act": "gelu", "pad_token_id": 0, **changed}


def tokenizer() -> str:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    made = Tokenizer(models.WordPiece({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    written: str = made.to_str()
    return written


def write_hugging_face(folder: Path, **changed: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.safetensors").write_bytes(safetensors(tensors()))
    (folder / "config.json").write_text(json.dumps(config(**changed)), "utf-8")
    (folder / "tokenizer.json").write_text(tokenizer(), "utf-8")
    return folder


def write_onnx(folder: Path) -> Path:
    """Two layers that each add 1 and double: named as exporters name them, and simple enough to be computed by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    table = tensors()["embeddings.word_embeddings.weight"]

    def node(kind: str, name: str, inputs: list[str], output: str) -> bytes:
        return nested(1, *(text(1, one) for one in inputs), text(2, output), text(3, name), text(4, kind))

    def constant(name: str, values: Any) -> bytes:
        return nested(
            5, *(whole(1, size) for size in values.shape), whole(2, 1), text(8, name), nested(9, values.tobytes())
        )

    def value(name: str, kind: int, sizes: int) -> bytes:
        shape = nested(2, *(nested(1, text(2, f"{name}{n}")) for n in range(sizes)))
        return text(1, name) + nested(2, nested(1, whole(1, kind), shape))

    nodes = [
        node("Gather", "/embeddings/Gather", ["table", "input_ids"], "h0"),
        node("Add", "/encoder/layer.0/output/Add", ["h0", "one"], "a0"),
        node("Mul", "/encoder/layer.0/output/Mul", ["a0", "two"], "h1"),
        node("Add", "/encoder/layer.1/output/Add", ["h1", "only_second"], "a1"),
        node("Mul", "/encoder/layer.1/output/Mul", ["a1", "two"], "last_hidden_state"),
    ]
    numbers = {"one": 1.0, "two": 2.0, "only_second": 1.0}
    constants = [constant("table", table)]
    constants += [constant(name, np.array([one], dtype=np.float32)) for name, one in numbers.items()]
    ends = [nested(11, value("input_ids", 7, 2)), nested(12, value("last_hidden_state", 1, 3))]
    graph = nested(7, *nodes, text(2, "tiny"), *constants, *ends)
    (folder / "model.onnx").write_bytes(whole(1, 8) + graph + nested(8, text(1, ""), whole(2, 17)))
    (folder / "tokenizer.json").write_text(tokenizer(), "utf-8")
    return folder


def forward(encoder: Encoder, ids: list[int], layers: int) -> Any:
    """(pieces, width): the vectors of one sentence, step by step in double precision."""
    hidden = encoder.pieces.rows(np.array(ids)).astype(float) + encoder.positions[: len(ids)]
    hidden = _norm(hidden, encoder.norm, encoder.epsilon)
    for layer in encoder.layers[:layers]:
        query, key, value = (hidden @ part.weight + part.bias for part in (layer.query, layer.key, layer.value))
        size = hidden.shape[1] // encoder.heads
        attended = np.zeros_like(hidden)
        for head in range(encoder.heads):
            mine = slice(head * size, (head + 1) * size)
            scores = query[:, mine] @ key[:, mine].T / math.sqrt(size)
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            attended[:, mine] = shares / shares.sum(axis=1, keepdims=True) @ value[:, mine]
        change = attended @ layer.attended.weight + layer.attended.bias
        hidden = _norm(hidden + change, layer.after_attention, encoder.epsilon)
        wide = hidden @ layer.widened.weight + layer.widened.bias
        wide = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        change = wide @ layer.narrowed.weight + layer.narrowed.bias
        hidden = _norm(hidden + change, layer.after_dense, encoder.epsilon)
    return hidden


def _norm(values: Any, norm: Norm, epsilon: float) -> Any:
    centred = values - values.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + epsilon) * norm.scale + norm.shift
