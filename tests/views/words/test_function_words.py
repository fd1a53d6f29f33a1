"""Function words: shipped, from a file, derived from counts."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from programs import meteor_jar
from tertium.corpus.chunk import Chunk
from tertium.errors import FileError, SpecError
from tertium.kernels.text import intern_tokens, lower
from tertium.views.tokens.tokenized import Tokens, tokens
from tertium.views.words.function_words import (
    check_source,
    count_words,
    default_source,
    derive,
    function_words,
    words_of,
)


def test_membership_is_decided_on_the_lower_cased_word() -> None:
    chunk = Chunk.of([["The cat sat ON the mat"]], [["The cat"]])
    marked = function_words(chunk, "none", "keep", "none", "en")
    # in order of first sight: The cat sat ON the mat
    assert marked.tolist() == [True, False, False, True, True, False]
    assert not function_words(chunk, "none", "keep", "none", "none").any()


def test_words_in_lower_case_are_found_from_the_list(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("the\nstraße\nincomprehensibilities\nnowhere\n", encoding="utf-8")  # a long one too
    texts = ["The STRAßE , Incomprehensibilities the cat", "incomprehensibilitieses THE x"]
    chunk = Chunk.of([texts], [["İ"], [""]])
    source = check_source(str(path))
    view = tokens(chunk, "none", "lower").view
    marked = function_words(chunk, "none", "lower", "none", source)
    expected = [view.word(word) in words_of(source) for word in range(view.vocabulary_size)]
    assert marked.tolist() == expected
    assert sum(expected) == 3
    assert lower(lower("İΣ")) == lower("İΣ")  # what is in lower case stays as it is


def test_languages_without_a_list_have_none() -> None:
    assert [default_source(code) for code in ("en", "de", "pt", "none")] == ["en", "de", "none", "none"]
    with pytest.raises(SpecError, match="no function words for language 'pt'"):
        check_source("pt")


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "pt.words"
    path.write_text("De\nque\n\n", encoding="utf-8")
    source = check_source(str(path))
    assert words_of(source) == {"de", "que"}
    assert check_source(source) == source
    path.write_text("de que\n", encoding="utf-8")
    with pytest.raises(SpecError, match="expected"):
        check_source(source)
    with pytest.raises(FileError, match="one word per line, got 'de que'"):
        check_source(str(path))


def test_words_above_a_thousandth_are_function_words() -> None:
    view = intern_tokens([["a"] * 3, ["b"] * 5, [f"w{i}" for i in range(3989)], ["c"] * 4, ["unused"]])
    made = Tokens(view.values, view.offsets, view)
    counts = count_words(made, np.array([0, 0, 1, 2, 3], dtype=np.int32))
    assert sum(counts.values()) == 4004
    assert derive(counts) == ["a", "b"]  # 4 of 4004 is below 1e-3
    assert derive(Counter({"c": 4, "rest": 3996})) == ["rest"]  # exactly 1e-3 is not above


def test_the_shipped_words_are_meteors() -> None:
    names = {"cs": "czech", "de": "german", "en": "english", "es": "spanish", "fr": "french", "ru": "russian"}
    with zipfile.ZipFile(meteor_jar()) as archive:
        listed = {name: archive.read(name).decode() for name in archive.namelist() if name.startswith("function/")}
    for code, name in names.items():
        assert words_of(code) == set(listed.pop(f"function/{name}.words").split())
    assert not any(words.strip() for words in listed.values())
