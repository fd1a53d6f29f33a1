"""NIST's table: exact counts, whatever the order in which references and parts of the corpus come."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.errors import FileError
from tertium.kernels import nist
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.information import InformationTable
from textbook import ngrams as textbook

WORDS = ["a", "b", "0", "дом", "猫"]
words = st.lists(st.sampled_from(WORDS), max_size=12)
corpora = st.lists(st.lists(words, min_size=1, max_size=3), min_size=1, max_size=8)
Corpus = list[list[list[str]]]


def chunk_of(references: Corpus, hyps: list[list[str]] | None = None) -> Chunk:
    hyps = [refs[0] for refs in references] if hyps is None else hyps
    return Chunk.of([[" ".join(hyp) for hyp in hyps]], [[" ".join(ref) for ref in refs] for refs in references])


def collect(references: Corpus, order: int) -> InformationTable:
    table = InformationTable(order)
    chunk = chunk_of(references)
    table.collect(tokens(chunk, "none"), chunk)
    return table


def counts(table: InformationTable) -> Counter[tuple[str, ...]]:
    """Every n-gram over the words above that the table has."""
    found: Counter[tuple[str, ...]] = Counter({(): table.words})
    known: list[tuple[str, ...]] = [()]
    for _ in range(table.order):
        known = [(*gram, word) for gram, word in product(known, WORDS) if table.count((*gram, word))]
        found.update({gram: table.count(gram) for gram in known})
    return found


def expected(references: Corpus, order: int) -> Counter[tuple[str, ...]]:
    return Counter({gram: n for gram, n in textbook.Information(references, order).counts.items() if n or gram == ()})


@given(corpora, st.integers(1, 6))
def test_counts_equal_the_textbook(references: Corpus, order: int) -> None:
    assert counts(collect(references, order)) == Counter({(): 0}) | expected(references, order)


@given(corpora, st.integers(1, 5), st.data())
def test_tables_of_parts_merge_into_the_table_of_the_whole(references: Corpus, order: int, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(references)))
    first, second = collect(references[:cut], order), collect(references[cut:], order)
    if data.draw(st.booleans()):
        first, second = second, first
    if data.draw(st.booleans()):
        second = InformationTable.from_bytes(second.to_bytes())
    first.merge(second)
    first.merge(InformationTable(order))
    whole = collect(references, order)
    assert counts(first) == counts(whole)
    # Merged tables go on counting.
    more = chunk_of(references[:1])
    for table in (first, whole):
        table.collect(tokens(more, "none"), more)
    assert counts(first) == counts(whole)


@given(corpora)
def test_saved_and_pickled_tables_are_the_same(references: Corpus) -> None:
    table = collect(references, 4)
    for copy in (InformationTable.from_bytes(table.to_bytes()), pickle.loads(pickle.dumps(table))):
        assert counts(copy) == counts(table)
        assert copy.order == 4


@given(corpora, st.booleans(), st.integers(1, 6), st.randoms(use_true_random=False))
def test_rows_equal_the_textbook(references: Corpus, zero: bool, order: int, rng: random.Random) -> None:
    hyps = [[rng.choice(WORDS) for _ in range(rng.choice((0, 1, 4, 30, 80)))] for _ in references]
    chunk = chunk_of(references, hyps)
    rows = collect(references, order).rows(tokens(chunk, "none"), chunk, zero)
    information = textbook.Information(references, order)
    for row, hyp, refs in zip(rows.tolist(), hyps, references, strict=True):
        assert row == pytest.approx(information.row(hyp, refs, zero), abs=1e-9)


def test_a_table_does_not_grow_with_repeated_references() -> None:
    once, often = (collect([[["a", "b", "a", "b", "a", "a"]]] * times, 5)._native.arrays() for times in (3, 3000))
    assert {name: array.shape for name, array in often.items()} == {name: array.shape for name, array in once.items()}


def test_ten_thousand_words_of_a_vocabulary_of_ten() -> None:
    rng = random.Random(3)
    sentence = [rng.choice("abcdefghij") for _ in range(10_000)]
    table = collect([[sentence]], 5)
    for n in range(1, 6):
        some = sentence[70 : 70 + n]
        assert table.count(some) == textbook.ngrams(sentence, n)[tuple(some)]


def test_references_that_were_not_collected_are_an_error() -> None:
    table = collect([[["a", "b"]]], 5)
    for reference in (["b", "a"], ["c"], ["a"], ["a", "b", "a"]):
        chunk = chunk_of([[reference]])
        with pytest.raises(ValueError, match="missing from the table"):
            table.rows(tokens(chunk, "none"), chunk, False)


def test_tables_of_different_orders_and_a_table_with_itself_do_not_merge() -> None:
    table = collect([[["a", "b"]]], 5)
    with pytest.raises(ValueError, match="different orders"):
        table.merge(InformationTable(4))
    with pytest.raises(ValueError, match="itself"):
        table.merge(table)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("order", [0], "order is out of range"),
        ("order", [], "order is out of range"),
        ("word_ends", [1, 1, 9], "words do not fit"),
        ("word_ends", [2, 1, 3], "words do not fit"),
        ("bytes", [97, 97, 98], "a word is listed twice"),
        ("text", [0, 1, 2, -1], "not listed"),
        ("text", [0, 1, 2, 3], "not listed"),
        ("sentence_ends", [2, 5], "sentences do not fit"),
        ("sentence_ends", [4, 4, 4], "not every sentence"),
        ("times", [1, 0], "impossible number"),
        ("times", [1, 2**62], "impossible number"),
        ("text", [0, 1, 0, 1], "a sentence is listed twice"),
    ],
)
def test_a_damaged_table_is_refused(name: str, value: list[int], says: str) -> None:
    arrays = dict(collect([[["a", "b"], ["b", "c"]]], 5)._native.arrays())
    broken = np.array(value, dtype=arrays[name].dtype)
    with pytest.raises(ValueError, match=says):
        nist.restore_table({**arrays, name: broken})


@pytest.mark.parametrize("data", [b"", b"no archive", collect([[["a"]]], 2).to_bytes()[:-40]])
def test_what_is_no_table_is_an_error_that_says_so(data: bytes) -> None:
    with pytest.raises(FileError, match="collect it again"):
        InformationTable.from_bytes(data)
