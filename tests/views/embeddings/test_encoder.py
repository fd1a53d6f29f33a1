"""Vectors of pieces: the graph that onnxruntime runs against the same sums written out, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tiny_encoder as tiny
from tertium.errors import FileError, InputError, SpecError
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse
from tertium.views.embeddings import models
from tertium.views.embeddings.encoder import Embedder, batches
from tertium.views.embeddings.hugging_face import read_hugging_face
from tertium.views.embeddings.pieces import Cut
from tertium.views.embeddings.protobuf import fields, nested, text, varint, whole

SENTENCES = ["the cat sat on the mat .", "a dog", "Big dogs ran , the cats sat in the small house .", "zebra"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.write_hugging_face(tmp_path_factory.mktemp("tiny"))


def embedder(folder: Path, layer: int = 2, precision: str = "float32") -> Embedder:
    return Embedder(models.check_model(str(folder)), layer, precision)


@pytest.mark.parametrize("layer", [1, 3])
def test_the_graph_computes_what_the_sums_do(folder: Path, layer: int) -> None:
    made = embedder(folder, layer)
    encoder = read_hugging_face((folder / "config.json").read_bytes(), (folder / "model.safetensors").read_bytes())
    cuts = made.cutter.cut(SENTENCES)
    for cut, found in zip(cuts, made.vectors(cuts), strict=True):
        wanted = tiny.forward(encoder, cut.ids, layer)[cut.inner]
        wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
        assert found.shape == (len(cut.own), tiny.WIDTH)
        np.testing.assert_allclose(found, wanted, atol=1e-5)


def test_eight_bits_are_close_to_thirty_two(folder: Path) -> None:
    exact, packed = embedder(folder), embedder(folder, precision="int8")
    cuts = exact.cutter.cut(SENTENCES)
    cosines = [(a * b).sum(axis=1) for a, b in zip(exact.vectors(cuts), packed.vectors(cuts), strict=True)]
    assert np.concatenate(cosines).min() > 0.99
    assert not all((a == b).all() for a, b in zip(exact.vectors(cuts), packed.vectors(cuts), strict=True))


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_a_sentence_does_not_depend_on_its_batch(folder: Path, precision: str) -> None:
    made = embedder(folder, precision=precision)
    cuts = made.cutter.cut(SENTENCES)
    for cut, found in zip(cuts, made.vectors(cuts), strict=True):
        np.testing.assert_allclose(found, made.vectors([cut])[0], atol=1e-5)


def test_halves_and_prefixes_are_read(tmp_path: Path, folder: Path) -> None:
    values = tiny.tensors()
    about = json.dumps(tiny.config()).encode()
    wanted = read_hugging_face(about, tiny.safetensors(values))
    halves = {f"bert.{name}": array.astype(np.float16) for name, array in values.items()}
    found = read_hugging_face(about, tiny.safetensors(halves))
    np.testing.assert_allclose(found.layers[1].query.weight, wanted.layers[1].query.weight, atol=1e-3)
    short = {name: (array.view(np.uint32) >> 16).astype(np.uint16) for name, array in values.items()}
    found = read_hugging_face(about, tiny.safetensors(short))
    np.testing.assert_allclose(found.layers[1].query.weight, wanted.layers[1].query.weight, rtol=1e-2)


def test_roberta_counts_places_after_the_padding() -> None:
    data = tiny.safetensors({f"roberta.{name}": array for name, array in tiny.tensors().items()})
    usual = read_hugging_face(json.dumps(tiny.config()).encode(), tiny.safetensors(tiny.tensors()))
    made = read_hugging_face(json.dumps(tiny.config(model_type="roberta", pad_token_id=1)).encode(), data)
    np.testing.assert_array_equal(made.positions, usual.positions[2:])
    assert made.longest == tiny.LONGEST - 2


def test_an_onnx_file_is_cut_after_the_layer(tmp_path: Path) -> None:
    folder = tiny.write_onnx(tmp_path)
    table = tiny.tensors()["embeddings.word_embeddings.weight"].astype(float)
    for layer in (1, 2):
        made = embedder(folder, layer, "file")
        (cut,) = made.cutter.cut(["the cat"])
        wanted = table[cut.own]
        for _ in range(layer):
            wanted = 2 * (wanted + 1)
        wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
        np.testing.assert_allclose(made.vectors([cut])[0], wanted, atol=1e-5)
    with pytest.raises(FileError, match="no nodes of layer 3, but those of layers 1 to 2"):
        embedder(folder, 3, "file")


def test_what_a_later_layer_needs_is_left_out(tmp_path: Path) -> None:
    from tertium.views.embeddings.onnx_file import cut_after

    data = (tiny.write_onnx(tmp_path) / "model.onnx").read_bytes()
    cut = cut_after(data, 1)
    assert b"only_second" in data
    assert b"only_second" not in cut.model
    assert cut.inputs == ("input_ids",)
    assert cut.output == "h1"


def test_a_model_is_named_by_what_is_in_it(tmp_path: Path, folder: Path) -> None:
    import hashlib

    data = b"".join((folder / name).read_bytes() for name in models.KINDS[1])
    full = models.check_model(str(folder))
    assert full == f"{folder}@{hashlib.sha256(data).hexdigest()[:12]}"
    assert models.check_model(full) == full
    with pytest.raises(SpecError, match="expected 000000000000"):
        models.check_model(f"{folder}@000000000000")
    other = tiny.write_hugging_face(tmp_path, layer_norm_eps=1e-5)
    assert models.check_model(str(other)).rsplit("@")[-1] != full.rsplit("@")[-1]
    (other / "config.json").write_text(json.dumps(tiny.config()), "utf-8")
    assert models.check_model(str(other)).rsplit("@")[-1] == full.rsplit("@")[-1]


def test_files_that_changed_are_refused(tmp_path: Path) -> None:
    folder = tiny.write_hugging_face(tmp_path)
    full = models.check_model(str(folder))
    (folder / "config.json").write_text(json.dumps(tiny.config(layer_norm_eps=1e-3)), "utf-8")
    with pytest.raises(FileError, match="run again"):
        Embedder(full, 1, "int8")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("config.json", b"[]", "expected an object"),
        ("config.json", b'{"model_type": "gpt2"}', "model_type gpt2"),
        ("config.json", b"{", "no JSON"),
        ("model.safetensors", b"", "not the model"),
        ("model.safetensors", b"\xff" * 64, "ends within its header"),
        ("tokenizer.json", b"{}", "expected a tokenizer"),
    ],
)
def test_files_that_are_no_model_are_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    folder = tiny.write_hugging_face(tmp_path)
    (folder / name).write_bytes(content)
    with pytest.raises(FileError, match=said):
        embedder(folder)


def test_a_layer_that_is_not_there_is_refused(folder: Path) -> None:
    with pytest.raises(SpecError, match="3 layers"):
        embedder(folder, 4)
    with pytest.raises(SpecError, match="no model in"):
        models.check_model("/nowhere")


def test_batches_hold_one_length_and_everything_once() -> None:
    cuts = [Cut([0] * size, slice(0, size)) for size in (5, 40, 3, 12, 12, 7, 1)]
    made = list(batches(cuts, most=24))
    assert sorted(place for batch in made for place in batch) == list(range(7))
    for batch in made:
        assert len({len(cuts[place].ids) for place in batch}) == 1
        assert len(batch) == 1 or len(cuts[batch[0]].ids) * len(batch) <= 24
    assert [3, 4] in made  # those of 12 pieces
    lengths = [len(cuts[place].ids) for batch in made for place in batch]
    assert lengths == sorted(lengths, reverse=True)


def test_protocol_buffers_are_read_as_written() -> None:
    data = memoryview(whole(1, 300) + text(2, "añ") + nested(3, whole(4, 5)) + whole(6, -1))
    found = [(number, value if isinstance(value, int) else bytes(value)) for number, value in fields(data)]
    assert found == [(1, 300), (2, "añ".encode()), (3, whole(4, 5)), (6, (1 << 64) - 1)]
    for broken in (b"\x0a\x05ab", b"\xff", varint(1 << 3 | 3)):
        with pytest.raises(InputError, match="Protocol Buffers"):
            list(fields(memoryview(broken)))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"num_attention_heads": 5}, "5 heads for vectors of 32 numbers"),
        ({"num_attention_heads": 0}, "0 heads for vectors of 32 numbers"),
        ({"layer_norm_eps": -1.0}, "the norms' epsilon is -1.0"),
        ({"model_type": "roberta", "pad_token_id": 1000}, "it has no vectors of places"),
        ({"num_hidden_layers": 4}, "'encoder.layer.3.attention.self.query.weight'"),
        ({"num_hidden_layers": "many"}, "invalid literal for int() with base 10: 'many'"),
        ({"num_attention_heads": None}, "int() argument must be a string, a bytes-like object or a real number, not "
                                        "'NoneType'"),
    ],
)  # fmt: skip
def test_a_config_of_another_model_is_refused(changed: dict[str, object], said: str) -> None:
    with pytest.raises(FileError) as error:
        read_hugging_face(json.dumps(tiny.config(**changed)).encode(), tiny.safetensors(tiny.tensors()))
    assert str(error.value) == f"model.safetensors is not the model that config.json tells of: {said}."


@pytest.mark.parametrize(
    ("name", "shape", "said"),
    [
        ("embeddings.word_embeddings.weight", (21, 16), "pieces of 16 numbers, places of 32"),
        ("embeddings.LayerNorm.bias", (16,), "a map or norm of the sizes (32,) and (16,), not (32,)"),
        ("encoder.layer.1.output.dense.bias", (64,), "a map or norm of the sizes (64, 32) and (64,), not (64, 32)"),
    ],
)
def test_weights_that_do_not_fit_one_another_are_refused(name: str, shape: tuple[int, ...], said: str) -> None:
    values = tiny.tensors() | {name: np.ones(shape, dtype=np.float32)}
    with pytest.raises(FileError) as error:
        read_hugging_face(json.dumps(tiny.config()).encode(), tiny.safetensors(values))
    assert str(error.value) == f"model.safetensors is not the model that config.json tells of: {said}."


@pytest.mark.parametrize("changed", [{"hidden_act": "relu"}, {"position_embedding_type": "relative_key"}])
def test_what_we_do_not_compute_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(FileError) as error:
        read_hugging_face(json.dumps(tiny.config(**changed)).encode(), b"")
    assert str(error.value) == (
        "config.json asks for another activation than gelu, or for relative places; export it to ONNX."
    )


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    """Its pieces have no vectors; the ids that have some go on."""
    folder = tiny.write_hugging_face(tmp_path)
    values = tiny.tensors()
    values["embeddings.word_embeddings.weight"] = values["embeddings.word_embeddings.weight"][:7]
    (folder / "model.safetensors").write_bytes(tiny.safetensors(values))
    made = embedder(folder)
    assert made.vectors(made.cutter.cut(["the cat"]))[0].shape == (2, tiny.WIDTH)
    with pytest.raises(FileError) as error:
        made.vectors(made.cutter.cut(["the dog"]))
    assert str(error.value) == (
        "the tokenizer made piece 7, but the model has vectors of 7 pieces (0 to 6); give the tokenizer.json that "
        "belongs to it."
    )


def test_precision_of_the_file_is_for_onnx_alone(folder: Path) -> None:
    with pytest.raises(SpecError) as error:
        embedder(folder, precision="file")
    assert str(error.value) == "embed:precision=file is for models in ONNX; write int8 or float32."


def test_pieces_of_a_unigram_model_tell_by_their_probability(tmp_path: Path) -> None:
    folder = tiny.write_hugging_face(tmp_path)
    vocab = [["[UNK]", 0.0], ["▁the", -2.0], ["▁cat", -5.5]]
    about = {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": False}
    written = {"version": "1.0", "added_tokens": [], "normalizer": None, "post_processor": None, "decoder": None}
    written |= {"pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"}, "model": about}
    (folder / "tokenizer.json").write_text(json.dumps(written), "utf-8")
    made = embedder(folder)
    assert made.information is not None
    assert made.information.tolist() == [5.5, 2.0, 5.5]  # the unknown tells as much as the rarest
    cuts = made.cutter.cut(["the cat", ""])
    assert [cut.own for cut in cuts] == [[1, 2], []]  # nothing begins or ends a sentence here
    assert [len(one) for one in made.vectors(cuts)] == [2, 0]
    metric = parse(f"embed:model={folder},layer=2,idf=pieces")
    for hyp, ref in (("", "the cat"), ("the cat", ""), ("", "")):
        assert metric.sentence_score(hyp, [ref]).value == 0
        told = metric.explain(Segment(hyp, (ref,)))
        assert [len(table.rows) for table in told.tables] == [0, 0]
        assert told.score == 0


def test_threads_are_as_many_as_cores_where_the_system_cannot_say_which(monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.views.embeddings import encoder

    monkeypatch.delattr(encoder.os, "sched_getaffinity", raising=False)
    for counted, wanted in ((3, 3), (None, 1)):
        monkeypatch.setattr(encoder.os, "cpu_count", lambda counted=counted: counted)
        assert encoder._cores() == wanted
    assert encoder.beside_one_another(sum, [[1, 2], [3]]) == [3, 3]
