"""Wu-Palmer similarity of words over the shipped WordNet, and over one of the user's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from programs import wordnet_directory
from tertium.corpus.lexicons.wordnet import POS
from tertium.errors import FileError, SpecError
from tertium.kernels.text import intern_tokens
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse
from tertium.views.words.wordnet import similarity, wordnet, wu_palmer


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # docs/metrics/words.md#wu-palmer-similarity
        ("dog", "cat", 0.857143),
        ("boy", "girl", 0.833333),
        ("minister", "president", 0.88),
        ("chase", "pursue", 0.8),
        ("police", "thief", 0.125),
        # by hand: both are synsets of one word, or share none
        ("car", "automobile", 1.0),
        ("dogs", "dog", 1.0),
        ("quickly", "slowly", 0.0),
        ("zzzz", "dog", 0.0),
    ],
)
def test_similarity_of_words(one: str, other: str, expected: float) -> None:
    assert similarity(one, other) == pytest.approx(expected, abs=1e-6)
    assert similarity(other, one) == similarity(one, other)


def test_similarity_stays_between_0_and_1_and_is_1_for_the_same_word() -> None:
    words = "go make take give run man house tree time restrain inhibit entity be have see".split()
    view = intern_tokens([words])
    sets = wordnet().vocabulary_sets(view, False)
    ids = np.arange(len(words), dtype=np.int32)
    one, other = np.repeat(ids, len(ids)), np.tile(ids, len(ids))
    table = wu_palmer().of_words(*sets, one, other).reshape(len(ids), len(ids))
    assert (table == table.T).all()
    assert (np.diag(table) == 1).all()
    assert ((table >= 0) & (table <= 1)).all()


def write_wordnet(folder: Path, nouns: dict[str, tuple[int, tuple[int, ...]]]) -> str:
    """A WordNet of nouns in Princeton's files: every word with the place of its synset and those of the hypernyms."""
    for pos in POS:
        for name in (f"index.{pos}", f"data.{pos}", f"{pos}.exc"):
            (folder / name).write_text("", "utf-8")
    data, index = [], []
    for word, (place, above) in nouns.items():
        pointers = "".join(f"@ {hypernym:08d} n 0000 " for hypernym in above)
        data.append(f"{place:08d} 03 n 01 {word} 0 {len(above):03d} {pointers}| .\n")
        index.append(f"{word} n 1 1 @ 1 0 {place:08d}\n")
    (folder / "data.noun").write_text("".join(data), "utf-8")
    (folder / "index.noun").write_text("".join(sorted(index)), "utf-8")
    return str(folder)


FINNISH = {
    "olio": (100, ()),
    "eläin": (200, (100,)),
    "koira": (300, (200,)),
    "kissa": (400, (200,)),
    "villakoira": (500, (300,)),
    "kivi": (600, (100,)),
}


def test_a_wordnet_of_ones_own_has_similarities(tmp_path: Path) -> None:
    """By hand: koira and kissa meet in eläin, two synsets deep, one edge from each: 2·2 / (1 + 1 + 2·2)."""
    folder = write_wordnet(tmp_path, FINNISH)
    assert similarity("koira", "kissa", folder) == pytest.approx(4 / 6)
    assert similarity("villakoira", "kissa", folder) == pytest.approx(4 / 7)
    assert similarity("villakoira", "koira", folder) == pytest.approx(6 / 7)
    assert similarity("kivi", "koira", folder) == pytest.approx(2 / 5)
    assert similarity("koira", "koira", folder) == 1.0
    assert similarity("dog", "cat", folder) == 0.0
    assert similarity("dog", "cat") == pytest.approx(0.857143, abs=1e-6)


def test_atec_matches_close_words_of_another_language(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path, FINNISH)
    segment = Segment("villakoira", ("koira",))
    for threshold, matched in (("0.8", 1.0), ("0.9", 0.0)):
        metric = parse(f"atec:lang=fi,synonyms={folder},wup={threshold}")
        assert parse(metric.signature) == metric
        assert metric.explain(segment).facts["matched"] == matched
    with pytest.raises(SpecError, match="give a WordNet of that language with synonyms=DIRECTORY"):
        parse("atec:lang=fi,wup=0.8")


def test_princetons_own_files_give_the_values_of_the_pack() -> None:
    folder = str(wordnet_directory())
    for one, other in (("dog", "cat"), ("minister", "president"), ("chase", "pursue"), ("police", "thief")):
        assert similarity(one, other, folder) == similarity(one, other)


def test_cycles_and_chains_of_hypernyms_end(tmp_path: Path) -> None:
    round_ = write_wordnet(tmp_path, {"a": (100, (200,)), "b": (200, (300,)), "c": (300, (100,))})
    assert 0 < similarity("a", "c", round_) <= 1
    long = {f"w{i}": (100 + i, (99 + i,) if i else ()) for i in range(9000)}
    with pytest.raises(FileError, match="chains of hypernyms are too long"):
        similarity("w1", "w2", write_wordnet(tmp_path, long))


def test_hypernyms_must_be_nouns_or_verbs(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path, FINNISH)
    data = (tmp_path / "data.noun").read_text("utf-8")
    (tmp_path / "data.noun").write_text(data.replace("00000300 n", "00000300 a"), "utf-8")
    with pytest.raises(FileError, match="contradicts itself"):
        similarity("koira", "kissa", folder)


def test_what_is_no_word_or_synset_is_refused() -> None:
    nobody, word = np.array([5], dtype=np.int32), np.array([0], dtype=np.int32)
    values, offsets = wordnet().vocabulary_sets(intern_tokens([["dog"]]), False)
    with pytest.raises(ValueError, match="no such word"):
        wu_palmer().of_words(values, offsets, nobody, word)
    with pytest.raises(ValueError, match="no such synset"):
        wu_palmer().of_words(values + 1_000_000, offsets, word, word)
