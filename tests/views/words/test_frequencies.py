"""Sentence frequencies: counted by hand, merged, saved, refused."""

from __future__ import annotations

import math
import pickle
from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.corpus.texts.monolingual import sentences
from tertium.errors import FileError, InputError, SpecError
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.frequencies import FrequencyTable, check_pack, collect_corpus, collect_references, load_pack
from tertium.views.words.packs import WordSettings

REFERENCES = [["the cat the cat", "the dog"], ["the dog"], ["a bird"]]
PLAIN = ("none", "lower", "none")


def test_every_reference_counts_as_a_sentence_also_a_repeated_one() -> None:
    chunk = Chunk.of([["x y the", "", ""]], REFERENCES)
    table = collect_references(chunk, *PLAIN)
    assert table.sentences == 4
    assert {word: table.count(word) for word in "the cat dog a bird x".split()} == {
        "the": 3,
        "cat": 1,
        "dog": 2,
        "a": 1,
        "bird": 1,
        "x": 0,  # hypotheses are not counted
    }
    view = tokens(chunk, *PLAIN).view
    idf = dict(zip([view.word(i) for i in range(view.vocabulary_size)], table.idf(view).tolist(), strict=True))
    assert idf["the"] == pytest.approx(math.log(4 / 3))
    assert idf["x"] == pytest.approx(math.log(4))


def test_tables_of_parts_merge_into_the_table_of_the_whole() -> None:
    whole = collect_references(Chunk.of([["", "", ""]], REFERENCES), *PLAIN)
    parts = [collect_references(Chunk.of([[""]], [refs]), *PLAIN) for refs in REFERENCES]
    merged = FrequencyTable(WordSettings(*PLAIN))
    for part in reversed(parts):
        merged.merge(part)
    assert merged.to_bytes() == whole.to_bytes()
    with pytest.raises(SpecError, match="cannot be merged"):
        merged.merge(FrequencyTable(WordSettings("13a", "keep", "none")))


def test_a_saved_table_is_the_same_table(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("The cat\nthe DOG\n\nthe cat", encoding="utf-8")
    table = collect_corpus(sentences([str(corpus)], segments=2), WordSettings(*PLAIN))
    assert (table.sentences, table.count("the"), table.count("cat")) == (4, 3, 2)
    path = tmp_path / "corpus.idf"
    path.write_bytes(table.to_bytes())
    full = check_pack(str(path), WordSettings(*PLAIN))
    assert load_pack(full).to_bytes() == table.to_bytes() == pickle.loads(pickle.dumps(table)).to_bytes()
    with pytest.raises(SpecError, match="the metric splits by tok=13a"):
        check_pack(str(path), WordSettings())


@pytest.mark.parametrize("damage", [b"", b"PK", b"x" * 100])
def test_what_is_no_pack_is_refused(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "bad.idf"
    path.write_bytes(damage)
    with pytest.raises(FileError, match=r"bad\.idf.*not a pack of sentence frequencies") as raised:
        check_pack(str(path))
    assert "pickle" not in str(raised.value)  # nobody shall be told how to load it nevertheless


def test_a_pack_with_impossible_numbers_is_refused() -> None:
    table = FrequencyTable(WordSettings(), 1, {"the": 2})
    with pytest.raises(FileError, match="contradict"):
        FrequencyTable.from_bytes(table.to_bytes())


def test_an_empty_corpus_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    with pytest.raises(InputError, match=r"no sentences to count: there is no line in .*empty\.txt"):
        list(sentences([str(tmp_path / "empty.txt")]))
    (tmp_path / "latin.txt").write_bytes(b"ok\ncaf\xe9\n")
    with pytest.raises(FileError, match="line 2 byte 4 is not UTF-8"):
        list(sentences([str(tmp_path / "latin.txt")]))


def test_no_sentence_gives_no_frequency() -> None:
    table = collect_references(Chunk.of([[]], []), *PLAIN)
    assert (table.sentences, table.words) == (0, 0)
    assert np.isfinite(table.idf(tokens(Chunk.of([["a"]], [["b"]]), *PLAIN).view)).all()
