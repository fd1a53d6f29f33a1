"""Stems: Snowball's, once for every word of a chunk."""

from __future__ import annotations

import pytest
import Stemmer

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.views import stems as stem_views
from tertium.views.tokens import tokens


def test_every_language_has_its_rules_in_pystemmer() -> None:
    assert set(stem_views.LANGUAGES.values()) == set(Stemmer.algorithms()) - set(stem_views.OLDER)


def test_words_with_one_stem_share_an_id() -> None:
    chunk = Chunk.of([["The houses were housed"]], [["the house is housing"]])
    view = tokens(chunk, "none", "lower")
    ids = stem_views.stems(chunk, "none", "lower", "none", "en")
    assert ids is not None
    assert len(ids) == view.view.vocabulary_size
    stem = {view.view.word(i): int(ids[i]) for i in range(len(ids))}
    assert stem["houses"] == stem["housed"] == stem["house"] == stem["housing"]
    assert len({stem["the"], stem["were"], stem["house"], stem["is"]}) == 4
    assert stem_views.stems(chunk, "none", "lower", "none", "en") is ids


def test_porters_older_rules_are_there_by_name() -> None:
    chunk = Chunk.of([["generously generate"]], [["generous generation"]])

    def stems_of(language: str) -> int:
        ids = stem_views.stems(chunk, "none", "lower", "none", stem_views.check_language(language))
        assert ids is not None
        return len(set(ids.tolist()))

    assert stems_of("porter") == 1  # all are "gener"
    assert stems_of("en") == 2  # "generous" and "generat"
    assert stem_views.known_language("porter") is None  # no language, so no -l chooses it


def test_no_language_means_no_stems() -> None:
    assert stem_views.stems(Chunk.of([["a"]], [["a"]]), "none", "lower", "none", "none") is None


@pytest.mark.parametrize(
    ("given", "code"),
    [("en", "en"), ("EN", "en"), ("english", "en"), ("pt-BR", "pt"), ("pt_BR", "pt"), ("nb", "no"), ("none", "none")],
)
def test_languages_are_known_by_code_and_name(given: str, code: str) -> None:
    assert stem_views.check_language(given) == code


def test_an_unknown_language_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(SpecError, match=r"no stemmer for language 'xh'; lang=none does without stems, known are ar, "):
        stem_views.check_language("xh")
    with pytest.raises(SpecError, match=r"did you mean 'german'\?"):
        stem_views.check_language("germann")
    assert stem_views.known_language("xh") is None
