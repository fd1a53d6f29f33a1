"""LSA spaces: the shipped one, training against a dense textbook decomposition, files."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.corpus.texts.monolingual import sentences
from tertium.errors import FileError, InputError, SpecError
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.lsa import Space, check_source, load_space, shipped_space, word_vectors
from tertium.views.words.lsa_training import train
from tertium.views.words.packs import WordSettings

PLAIN = WordSettings("none", "lower", "none")
TOPICS = [
    "cat dog fur paw tail bark".split(),
    "bank money loan rate credit fund".split(),
    "sea ship sail port crew".split(),
]


def corpus(path: Path, lines: int = 300) -> str:
    rng = random.Random(3)
    texts = [" ".join(["the", *rng.choices(rng.choice(TOPICS), k=6)]) for _ in range(lines)]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return str(path)


def test_words_of_one_topic_are_neighbours_in_the_shipped_space() -> None:
    space = shipped_space()
    assert space.vectors.shape == (20_000, 100)
    assert np.linalg.norm(space.vectors, axis=1) == pytest.approx(1, abs=1e-5)
    for one, near, far in [("computer", "software", "violin"), ("war", "army", "piano"), ("king", "queen", "software")]:
        assert space.similarity(one, near) > 0.5 > space.similarity(one, far)
    assert space.similarity("zzzz", "king") == 0.0
    assert space.similarity("zzzz", "zzzz") == 1.0


def test_training_agrees_with_a_dense_decomposition(tmp_path: Path) -> None:
    path = corpus(tmp_path / "corpus.txt")
    space = train(sentences([path], segments=64), PLAIN, dimensions=4, seed=1)
    lines = Path(path).read_text(encoding="utf-8").split("\n")[:-1]
    words = list(space.place)
    counts = np.array([[line.split().count(word) for line in lines] for word in words], dtype=float)
    share = counts / counts.sum(axis=1, keepdims=True)
    logs = np.log(share, out=np.zeros_like(share), where=share > 0)
    weighted = np.log1p(counts) * (1 + (share * logs).sum(axis=1, keepdims=True) / np.log(len(lines)))
    u, s, _ = np.linalg.svd(weighted, full_matrices=False)
    rows = (u * s)[:, :4]
    rows[words.index("the")] = 0  # in every sentence: its weight is 0
    rows[1:] /= np.linalg.norm(rows[1:], axis=1, keepdims=True)
    assert space.similarity("the", "cat") == 0.0
    assert space.vectors @ space.vectors.T == pytest.approx(rows @ rows.T, abs=1e-4)
    assert space.similarity("cat", "dog") > 0.5 > 0.1 > abs(space.similarity("cat", "bank"))


def test_a_saved_space_keeps_cosines_to_two_decimals_and_its_seed_repeats_it(tmp_path: Path) -> None:
    path = corpus(tmp_path / "corpus.txt")
    space = train(sentences([path]), PLAIN, dimensions=4)
    assert space.to_bytes() == train(sentences([path]), PLAIN, dimensions=4).to_bytes()
    (tmp_path / "space.lsa").write_bytes(space.to_bytes())
    source = check_source(str(tmp_path / "space.lsa"))
    saved = load_space(source)
    assert saved.settings == PLAIN
    assert saved.vectors @ saved.vectors.T == pytest.approx(space.vectors @ space.vectors.T, abs=0.01)
    (tmp_path / "space.lsa").write_bytes(train(sentences([path]), PLAIN, dimensions=5).to_bytes())
    with pytest.raises(SpecError, match="expected"):
        check_source(source)


def test_the_view_gives_cosines_by_word_id() -> None:
    chunk = Chunk.of([["king zzzz"]], [["queen zzzz"]])
    made = word_vectors(chunk, "none", "lower", "none", "wordnet")
    assert made is not None
    view = tokens(chunk, "none", "lower", "none").view
    assert [view.word(i) for i in range(3)] == ["king", "zzzz", "queen"]
    one, other = np.array([0, 0, 1, 0], dtype=np.int32), np.array([2, 1, 1, 0], dtype=np.int32)
    expected = [shipped_space().similarity("king", "queen"), 0, 1, 1]
    assert made.cosines(one, other) == pytest.approx(expected, abs=1e-6)
    assert word_vectors(chunk, "none", "lower", "none", "none") is None


def test_too_little_text_and_broken_files_are_refused(tmp_path: Path) -> None:
    path = corpus(tmp_path / "corpus.txt", lines=3)
    with pytest.raises(InputError, match="too few for 100 dimensions"):
        train(sentences([path]), PLAIN)
    (tmp_path / "bad.lsa").write_bytes(b"nothing")
    with pytest.raises(FileError, match=r"bad\.lsa.*not a pack of LSA vectors"):
        check_source(str(tmp_path / "bad.lsa"))
    with pytest.raises(FileError, match="not a pack of LSA vectors"):
        Space.from_bytes(shipped_space().to_bytes()[:-100])
