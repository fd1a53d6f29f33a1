"""Which texts a view of English refuses: by script and by small words, of references first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import InputError
from tertium.views.syntax.text_language import CODES, code_of, language_of, not_english, refuse_other_languages

ENGLISH = ["He did not see the house that we bought.", "They are in the school, and it is late."]
GERMAN = ["Er hat das Haus nicht gesehen, das wir gekauft haben.", "Sie sind in der Schule, und es ist spät."]
SPANISH = ["No ha visto la casa que hemos comprado en el pueblo.", "Están en la escuela y es muy tarde para los niños."]
CHINESE = ["他没有看到我们买的房子。", "他们在学校里。"]
KAZAKH = ["Ол біз сатып алған үйді көрген жоқ.", "Олар мектепте жүр."]


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (ENGLISH, "English"),
        (GERMAN, "German"),
        (SPANISH, "Spanish"),
        (CHINESE, "Chinese"),
        (KAZAKH, "Cyrillic letters"),
        (["Hmm.", "42"], None),
        ([], None),
    ],
)
def test_words_or_script_tell_the_language(texts: list[str], language: str | None) -> None:
    assert language_of(texts) == language
    assert not_english(texts) == (None if language == "English" else language)


@pytest.mark.parametrize(
    ("hypotheses", "references", "said"),
    [
        (ENGLISH, ENGLISH, None),
        (GERMAN, ENGLISH, None),  # a system that did not translate
        (GERMAN, GERMAN, "by their words the references are in German"),
        (ENGLISH, GERMAN, "by their words the references are in German"),
        (SPANISH, ["Hmm.", "42"], "by their words the hypotheses are in Spanish"),
        (KAZAKH, KAZAKH, "by their script the references are in Cyrillic letters"),
        (["Hmm.", "42"], ["Hmm.", "42"], None),
    ],
)
def test_references_decide_and_hypotheses_where_these_say_nothing(
    hypotheses: list[str], references: list[str], said: str | None
) -> None:
    chunk = Chunk.of([hypotheses], [[text] for text in references])
    if said is None:
        refuse_other_languages(chunk, "deep", "parse them as English", "do something.")
        return
    with pytest.raises(InputError, match=rf"{said}, and deep would parse them as English; do something\. \[T123\]"):
        refuse_other_languages(chunk, "deep", "parse them as English", "do something.")


def test_a_quotation_in_the_last_few_lines_of_a_long_text_refuses_nothing() -> None:
    rest = replace(Chunk.of([GERMAN], [[text] for text in GERMAN]), first=4096)
    refuse_other_languages(rest, "deep", "parse them as English", "do something.")


@pytest.mark.parametrize(
    ("given", "code"),
    [("de", "de"), ("en-de", "de"), ("de-DE", "de"), ("deu", "de"), ("zho", "zh"), ("en-zh_CN", "zh"), ("gl", "gl")],
)
def test_codes_of_languages_are_short(given: str, code: str) -> None:
    assert code_of(given) == code


def test_every_language_that_words_tell_has_a_code() -> None:
    assert (CODES["English"], CODES["German"], CODES["Chinese"], CODES["Korean"]) == ("en", "de", "zh", "ko")
    assert CODES["Croatian, Bosnian or Serbian"] == "hr/bs/sr"
