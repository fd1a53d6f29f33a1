"""Stems: Snowball's, once for every word of a chunk."""

from __future__ import annotations

import random

import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.corpus.lexicons.wordnet import from_bytes
from tertium.errors import SpecError
from tertium.kernels.stems import RULES, stem_word
from tertium.views.tokens.tokenized import tokens
from tertium.views.words import stems as stem_views


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


def shipped_words() -> list[str]:
    lemmas = bytes(from_bytes(packaged("wordnet.npz")).lemmas).decode("utf-8").split("\n")
    return [word for lemma in lemmas for word in lemma.split("_")]


ENDINGS = (
    "ization ational fulness ousness iveness tional biliti lessli entli ation alism aliti ousli iviti fulli enci anci "
    "abli izer ator alli bli ogi ogist li ing ed edly ingly eed eedly s es ies ied sses ' 's 's' y ly al ance ence er "
    "ic able ible ant ement ment ent ism ate iti ous ive ize ion e l ll ful ness ative ical icate alize ying"
).split()
BEGINNINGS = ["", "gener", "commun", "arsen", "univers", "inter", "later", "emerg", "organ", "past", "sk", "even", "y"]


def test_english_stems_of_our_own_are_snowballs() -> None:
    rng = random.Random(3)
    words = shipped_words()
    for _ in range(60_000):
        middle = "".join(rng.choice("aeiouybdglnrstwxzéY'c") for _ in range(rng.randrange(5)))
        words.append(rng.choice(BEGINNINGS) + middle + "".join(rng.choice(ENDINGS) for _ in range(rng.randrange(4))))
    expected = Stemmer.Stemmer("english", 0).stemWords(words)
    different = [(w, stem) for w, stem in zip(words, expected, strict=True) if stem_word(w, "english") != stem]
    assert different == []


@given(st.text(alphabet="aeilnstyéßäqumkp'Y", max_size=12))
def test_any_word_has_a_stem_and_english_is_snowballs(word: str) -> None:
    assert stem_word(word, "english") == Stemmer.Stemmer("english", 0).stemWord(word)
    for rules in RULES:
        assert len(stem_word(word, rules)) <= 2 * len(word) + 1


def test_meteors_rules_are_older() -> None:
    chunk = Chunk.of([["added evening"]], [["ad even"]])
    for rules, different in (("snowball", 4), ("meteor", 2)):
        ids = stem_views.stems(chunk, "none", "lower", "none", "en", rules)
        assert ids is not None
        assert len(set(ids.tolist())) == different
    assert stem_views.older_stems(["всё", "ещё"], "ru") == ["всё", "ещё"]


@pytest.mark.parametrize(
    ("language", "stems"),
    [
        ("fr", {"française": "français", "bijoux": "bijoux", "laïcité": "laïcit", "aiguë": "aiguë", "mauvais": "mauv"}),
        ("fi", {"asioiden": "asioid", "koneeseen": "konees", "turhan": "turhan", "200": "20"}),
        ("sv", {"seriöst": "seriöst", "krets": "kret", "hopplöst": "hopplös"}),
        ("no", {"masters": "mast", "fôret": "fôret"}),
        ("da", {"jazz": "jaz", "succes": "suc"}),
        ("pt", {"revolución": "revolu", "metodología": "metodolog", "biología": "biologí"}),
        ("it", {"divano": "div", "divani": "divan"}),
        ("ro", {"bucurești": "bucureșt", "bucureşti": "bucur", "nași": "naș", "naşi": "naş"}),
    ],
)
def test_meteors_rules_of_other_languages_are_older(language: str, stems: dict[str, str]) -> None:
    """What METEOR 1.5's jar gives; tests/oracles asks it for many more."""
    assert stem_views.older_stems(list(stems), language) == list(stems.values())
    chunk = Chunk.of([list(stems)], [[word] for word in stems])
    ids = stem_views.stems(chunk, "none", "lower", "none", language, "meteor")
    assert ids is not None
    assert len(set(ids.tolist())) == len(set(stems.values()))


def test_no_language_means_no_stems() -> None:
    assert stem_views.stems(Chunk.of([["a"]], [["a"]]), "none", "lower", "none", "none") is None


@pytest.mark.parametrize(
    ("given", "code"),
    [("en", "en"), ("EN", "en"), ("english", "en"), ("pt-BR", "pt"), ("pt_BR", "pt"), ("nb", "no"), ("none", "none")],
)
def test_languages_are_known_by_code_and_name(given: str, code: str) -> None:
    assert stem_views.check_language(given) == code


def test_an_unknown_language_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(
        SpecError, match=r"no stemmer for language 'xh'; lang=none works without stems; known languages are ar, "
    ):
        stem_views.check_language("xh")
    with pytest.raises(SpecError, match=r"did you mean 'german'\?"):
        stem_views.check_language("germann")
    assert stem_views.known_language("xh") is None
