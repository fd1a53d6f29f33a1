"""Interning: equal strings get one id, in the order first seen, whatever their length, bytes and memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels.text import TokenView, intern_tokens, new_pool, tokenize

# Words of all lengths around the 8, 15 and 16 bytes at which the table works differently; NUL is a letter like others.
letters = st.sampled_from(["a", "b", "\0", "ß", "猫", "😀"])
words = st.one_of(
    st.text(letters, min_size=1, max_size=20),
    st.builds(lambda head, size: (head * size)[:size], st.sampled_from(["ab", "a\0", "é"]), st.integers(1, 40)),
)


def check(view: TokenView, sentences: list[list[str]]) -> None:
    seen: dict[str, int] = {}
    flat = [seen.setdefault(word, len(seen)) for sentence in sentences for word in sentence]
    assert view.values.tolist() == flat
    assert [view.word(i) for i in range(view.vocabulary_size)] == list(seen)


@given(st.lists(st.lists(words, max_size=12), min_size=1, max_size=8))
def test_words_of_separate_strings(sentences: list[list[str]]) -> None:
    check(intern_tokens(sentences), sentences)


@given(st.lists(st.lists(words, min_size=1, max_size=12), min_size=1, max_size=8, unique_by=tuple))
def test_words_inside_a_text(sentences: list[list[str]]) -> None:
    pool = new_pool()
    assert pool.add_strings([" ".join(sentence) for sentence in sentences]).tolist() == list(range(len(sentences)))
    check(tokenize(pool, "none"), sentences)


def test_many_words_outgrow_every_table() -> None:
    sentences = [[f"{'x' * (i % 23)}{i % 5000}" for i in range(k, 40_000, 7)] for k in range(7)]
    check(intern_tokens(sentences), sentences)
    assert intern_tokens([["", "a", ""]]).values.tolist() == [0, 1, 0]
