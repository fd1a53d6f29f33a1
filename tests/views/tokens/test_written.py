"""Where tokens stand in their text, for every tokenizer."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.views.tokens.tokenized import tokens
from tertium.views.tokens.written import spans

TEXT = "Don't say &quot;Ärger&quot; to Mr. O'Neill: 3,5 % of 猫が 魚を食べる, \"ok\"?"


@pytest.mark.parametrize("tok", ["none", "13a", "intl", "zh", "char", "words", "ja-mecab"])
@pytest.mark.parametrize("case", ["keep", "lower"])
def test_every_token_is_found_where_it_stands(tok: str, case: str) -> None:
    made = tokens(Chunk.of([[TEXT]], [[TEXT]]), tok, case).words(0)
    found = spans(made, TEXT)
    assert None not in found
    places = [span for span in found if span is not None]
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(places))
    entities = {"&quot;": '"'}
    for token, (start, end) in zip(made, places, strict=True):
        written = TEXT[start:end]
        assert entities.get(written, written).lower() == token.lower()


@given(st.lists(st.text("ab.É猫", min_size=1, max_size=4), max_size=8), st.text(" ", max_size=3))
def test_whitespace_words_are_always_found(words: list[str], space: str) -> None:
    text = space + (" " + space).join(words) + space
    found = spans(words, text)
    assert [text[slice(*span)] if span else None for span in found] == words


def test_a_word_that_the_text_does_not_have_is_none_and_loses_nothing_after_it() -> None:
    assert spans(["x", "changed", "y"], "x original y") == ((0, 1), None, (11, 12))
    assert spans(["i̇stanbul", "b"], "İstanbul b") == (None, (9, 10))
    assert spans(["a"], "") == (None,)
    assert spans(["▁", "a", "", "b"], "a b") == (None, (0, 1), None, (2, 3))  # a piece that is nothing but a space
