"""The tokenizers `rouge` and `char-spaces`: ROUGE-1.5.5 in Latin text, all other scripts kept; jiwer's characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.views.tokens.tokenized import tokens


def split(text: str, tok: str, case: str = "lower") -> list[str]:
    return tokens(Chunk.of([[text]], [[]]), tok, case).words(0)


LATIN = (*range(0x20, 0x250), *range(0x300, 0x370), *range(0x1E00, 0x1F00), *range(0x2000, 0x2200), 0x212A, 0xFB01)


@given(st.text(alphabet=st.sampled_from([chr(code) for code in LATIN])), st.sampled_from(["keep", "lower"]))
def test_latin_text_is_cut_as_rouge155_cuts_it(text: str, case: str) -> None:
    assert split(text, "rouge", case) == split(text, "rouge155", case)
    assert split(f"{text} β", "rouge", case) == [*split(text, "rouge155", case), "β"]


OTHER_SCRIPTS = (*range(0x370, 0x530), *range(0x590, 0x700), *range(0x900, 0xE80), *range(0x4E00, 0x4F00))
OTHER_SCRIPTS = (*OTHER_SCRIPTS, *range(0x3040, 0x3100), *range(0xAC00, 0xAD00), *range(0x20, 0x7F), 0x200D, 0xFF11)
# Characters newer than this Python are unknown to the plain version below, not to our tables.
OTHER_SCRIPTS = tuple(code for code in OTHER_SCRIPTS if unicodedata.category(chr(code)) != "Cn")


@given(st.text(alphabet=st.sampled_from([chr(code) for code in OTHER_SCRIPTS])), st.sampled_from(["keep", "lower"]))
def test_other_scripts_are_cut_as_words_cuts_them(text: str, case: str) -> None:
    """But marks that stand on nothing, or on a Latin letter, are no words and no parts of words."""
    spelled, base = [], " "
    for char in text:
        if unicodedata.category(char)[0] == "M":
            spelled.append(char if base in "\u200d" or (base > "\x7f" and base.isalnum()) else " ")
            continue
        spelled.append(char)
        base = char
    clean = "".join(spelled).replace("\u200d", "")
    assert split(clean, "rouge", case) == split(clean, "words", case)


def test_every_latin_letter_outside_ascii_separates_and_no_letter_of_another_script_does() -> None:
    for code in range(0x80, 0x110000):
        char = chr(code)
        if unicodedata.category(char)[0] != "L":
            continue
        name = unicodedata.name(char, "")
        if name.startswith("LATIN "):
            assert split(f"a{char}b β", "rouge") == ["a", "b", "β"], hex(code)
        elif name.startswith(("GREEK SMALL", "CYRILLIC SMALL", "ARABIC LETTER", "HEBREW", "HANGUL SYL", "DEVANAGARI")):
            assert "".join(split(char, "rouge")) != "", hex(code)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Müller's naïve 3.14 e-mail", "m ller s na ve 3 14 e mail"),
        ("Die β-Carotin-Menge für Müller", "die β carotin menge f r m ller"),
        ("猫坐在 the mat 上。", "猫 坐 在 the mat 上"),
        ("Кошка, КОТ и 5 м²", "кошка кот и 5 м"),
        ("ΟΔΟΣ", "οδος"),
        ("und\u0301 K\u212a", "und k"),
        ("й = и\u0306", "й и\u0306"),
        ("ＡＢ１２", "ａｂ１２"),
    ],
)
def test_examples(text: str, want: str) -> None:
    assert split(text, "rouge") == want.split()


@given(st.text())
def test_characters_are_those_of_the_stripped_sentence(text: str) -> None:
    text = text.encode("utf-8", "replace").decode("utf-8").replace("\n", " ")
    assert split(text, "char-spaces", "keep") == list(text.strip())
