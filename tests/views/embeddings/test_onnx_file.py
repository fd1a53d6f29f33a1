"""Models in ONNX that others wrote: what is kept of them, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tiny_encoder as tiny
from tertium.errors import FileError, InputError
from tertium.views.embeddings import models
from tertium.views.embeddings.encoder import Embedder
from tertium.views.embeddings.onnx_file import cut_after
from tertium.views.embeddings.protobuf import fields, nested, real, text, whole


def node(name: str, inputs: list[str], output: str, *more: bytes) -> bytes:
    return nested(1, *(text(1, one) for one in inputs), text(2, output), text(3, name), text(4, "Add"), *more)


def refusal(data: bytes, layer: int = 1) -> str:
    with pytest.raises((FileError, InputError)) as error:
        cut_after(data, layer)
    return str(error.value)


def test_what_is_no_model_is_refused() -> None:
    assert refusal(whole(1, 8)) == "expected a model in ONNX, got a file without a graph."
    assert refusal(nested(7, node("/add", ["x"], "y"))) == (
        "the model has no nodes of layer 1, but none that name a layer; export it without merging nodes, or give "
        "config.json and model.safetensors instead."
    )
    assert refusal(nested(7, nested(1, nested(3, b"\xff")))) == (
        "expected a model in ONNX, got a name that is not UTF-8."
    )
    elsewhere = nested(5, text(8, "table"), whole(14, 1))
    assert refusal(nested(7, node("/layer.0/a", ["x"], "y"), elsewhere)) == (
        "the model keeps its numbers in a second file; export it as one file, of less than 2 GB."
    )


def test_what_is_not_needed_is_left_out_but_nodes_with_graphs_of_their_own_stay() -> None:
    """A graph within a node may use any value of the one around it."""
    inner = nested(5, text(1, "then_branch"), nested(6, b""))
    plain = nested(5, text(1, "axis"), whole(3, 1))
    graph = nested(
        7,
        whole(99, 1),  # a field of a later version: not ours to keep
        node("/choose", ["c"], "chosen", inner),
        node("/layer.0/a", ["x", "w"], "y", plain, whole(98, 1)),
        node("/layer.1/a", ["y", "late"], "z"),
        nested(5, text(8, "w")),
        nested(5, text(8, "late")),
        *(nested(11, text(1, name)) for name in ("x", "w", "c", "unused")),
    )
    cut = cut_after(whole(1, 8) + real(97, 1.5) + graph, 1)
    assert (cut.inputs, cut.output) == (("x", "c"), "y")  # w is a constant, though it is named as an input, too
    whole_model = list(fields(memoryview(cut.model)))
    assert [number for number, _ in whole_model] == [1, 97, 7]
    kept = [(number, bytes(value)) for number, value in fields(whole_model[-1][1]) if not isinstance(value, int)]
    names = [text(3, name) for name in ("/choose", "/layer.0/a")]
    assert [name in part for (_, part), name in zip(kept, names, strict=False)] == [True, True]
    assert [number for number, _ in kept] == [1, 1, 5, 11, 11, 2, 12]
    assert b"late" not in cut.model


def test_a_model_that_asks_for_more_than_pieces_is_refused(tmp_path: Path) -> None:
    folder = tiny.write_onnx(tmp_path)
    data = (folder / "model.onnx").read_bytes().replace(b"input_ids", b"positions")
    (folder / "model.onnx").write_bytes(data)
    made = Embedder(models.check_model(str(folder)), 1, "file")
    with pytest.raises(FileError) as error:
        made.vectors(made.cutter.cut(["the cat"]))
    assert str(error.value) == (
        "the model asks for positions, expected input_ids, attention_mask, token_type_ids alone."
    )


def test_what_onnxruntime_cannot_run_is_refused(tmp_path: Path) -> None:
    folder = tiny.write_onnx(tmp_path)
    data = (folder / "model.onnx").read_bytes().replace(text(4, "Gather"), text(4, "Gothic"))
    (folder / "model.onnx").write_bytes(data)
    with pytest.raises(FileError, match=r"^onnxruntime cannot run this model: .*Gothic"):
        Embedder(models.check_model(str(folder)), 1, "file")


def test_a_sentence_that_the_model_cannot_take_is_told(tmp_path: Path) -> None:
    """Its table has fewer pieces than its tokenizer."""
    folder = tiny.write_onnx(tmp_path)
    changed = tiny.tokenizer().replace('"dog":7', '"dog":70').replace('"dog": 7', '"dog": 70')
    assert changed != tiny.tokenizer()
    (folder / "tokenizer.json").write_text(changed, "utf-8")
    made = Embedder(models.check_model(str(folder)), 1, "file")
    assert len(made.vectors(made.cutter.cut(["the cat"]))[0]) == 2
    with pytest.raises(FileError, match=r"^onnxruntime cannot run this model: .*Gather.*\.$"):
        made.vectors(made.cutter.cut(["the dog"]))


def test_numbers_of_four_and_eight_bytes_come_as_bytes() -> None:
    eight = bytes([2 << 3 | 1]) + np.float64(2.5).tobytes()
    found = [(number, bytes(value)) for number, value in fields(memoryview(real(1, 0.5) + eight))]  # type: ignore[arg-type]
    assert found == [(1, np.float32(0.5).tobytes()), (2, np.float64(2.5).tobytes())]
