"""Traits of sentences, held to their definitions on random texts of every length around the size of a block."""

from __future__ import annotations

import random
import unicodedata

import numpy as np
import pytest

from tertium.kernels.text import new_pool
from tertium.kernels.traits import SCRIPTS, Trait, survey

ALPHABET = [
    *"aAzZ09 .,;'\"&#%`*-",
    *"éÉßıİπΠжЖ",
    *"\u0301\u0323\u3099",
    *"“”„«»‘’",
    *"\x07\x1b\t\x85\u2028\ufeff\u200b\u200d\xad\ufffd\xa0",
    *"中文かな한글ไทย",
    "😀",
]
INVISIBLE = {"\ufeff", "\u200b", "\xad"}


def definition(text: str) -> dict[Trait, bool]:
    """What the traits mean, character by character."""
    text = text.strip()
    spots = range(1, len(text) - 1)
    commas = [text[at - 1] == " " for at in spots if text[at] == "," and text[at + 1] == " "]
    ends = len(text.encode()) > 2 and text.endswith(".")
    return {
        Trait.BLANK: not text,
        Trait.PLAIN_DOUBLE: '"' in text,
        Trait.PLAIN_SINGLE: "'" in text,
        Trait.TYPOGRAPHIC_DOUBLE: any(c in "“”„‟«»" for c in text),
        Trait.TYPOGRAPHIC_SINGLE: any(c in "‘’‚‛" for c in text),
        Trait.CONTROL: any(
            (unicodedata.category(c) == "Cc" and c not in "\t\x7f") or c in "\u2028\u2029" for c in text
        ),
        Trait.INVISIBLE: any(c in INVISIBLE for c in text),
        Trait.REPLACEMENT: "\ufffd" in text,
        Trait.COMBINING: any(0x300 <= ord(c) < 0x370 or c in "\u3099\u309a" for c in text),
        Trait.SPACED: any(commas) or (ends and text[-2] == " "),
        Trait.GLUED: not all(commas) or (ends and text[-2] not in " ."),
        Trait.UPPER: any(c.lower() != c for c in text if unicodedata.category(c) in ("Lu", "Lt")),
        Trait.LONG: len(text) >= 25,
    }


def looked_at(texts: list[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Flags, characters and scripts of texts that are all different."""
    pool = new_pool()
    ids = pool.add_strings(texts)
    offsets = np.arange(len(texts) + 1, dtype=np.int64)
    seen = survey(pool, ids, 1, ids, offsets, 1, None, (32, 8, 8, 1 << 30))
    return seen.traits.flags[ids], seen.traits.characters[ids], seen.traits.scripts[ids]


@pytest.mark.parametrize("seed", range(6))
def test_traits_are_what_they_are_defined_to_be(seed: int) -> None:
    rng = random.Random(seed)
    weights = [1 if rng.random() < 0.5 else rng.choice((0, 0, 1, 6)) for _ in ALPHABET]
    weights[0] = 9
    texts = sorted({"".join(rng.choices(ALPHABET, weights, k=rng.randrange(0, 75))) for _ in range(400)})
    flags, characters, _ = looked_at(texts)
    for text, found, length in zip(texts, flags.tolist(), characters.tolist(), strict=True):
        assert length == len(text.strip())
        for trait, holds in definition(text).items():
            assert bool(found >> trait & 1) == holds, (text, trait)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Das ist deutscher Text mit Umlauten: äöü", "Latin"),
        ("Đây là một câu tiếng Việt có nhiều dấu thanh", "Latin"),
        ("это русский текст, с точкой", "Cyrillic"),
        ("Αυτό είναι ένα ελληνικό κείμενο", "Greek"),
        ("这是一个中文句子，有标点。", "Chinese"),
        ("これは日本語の文章です。", "Japanese"),
        ("이것은 한국어 문장입니다", "Korean"),
        ("هذه جملة عربية قصيرة", "Arabic"),
        ("यह हिन्दी का वाक्य है", "Indic"),
        ("นี่คือประโยคภาษาไทย", "Thai"),
        ("זה משפט בעברית", "Hebrew"),
        ("1999 - 2004", "no script"),
    ],
)
def test_scripts(text: str, script: str) -> None:
    assert SCRIPTS[looked_at([text])[2][0]] == script


@pytest.mark.parametrize(
    ("text", "trait", "holds"),
    [
        ('"A whole line."', Trait.WRAPPED, True),
        ("“A whole line.”", Trait.WRAPPED, True),
        ("«Toute la ligne.»", Trait.WRAPPED, True),
        ('"Yes," he said, "of course."', Trait.WRAPPED, False),
        ('"', Trait.WRAPPED, False),
        ("```the line```", Trait.FENCED, True),
        ("**the line**", Trait.FENCED, True),
        ("**two** of **them**", Trait.FENCED, False),
        ("Sure, here is the translation: yes", Trait.PREFACE, True),
        ("SURE! HERE you go", Trait.PREFACE, True),
        ("Sure, here", Trait.PREFACE, True),
        ("Surely, here is a house", Trait.PREFACE, False),
        ("Here is the house", Trait.PREFACE, False),
        ("以下是翻译：房子", Trait.PREFACE, True),
        ("I cannot translate this.", Trait.REFUSAL, True),
        ("I cannot translate this.", Trait.PREFACE, False),
        ("As an AI language model, I do not", Trait.REFUSAL, True),
        ("I'm sorry, but I can't assist with that.", Trait.REFUSAL, True),
        ("I’m sorry, but the text you sent cannot be translated", Trait.REFUSAL, True),
        ("I'm sorry, but I can only stay until noon.", Trait.REFUSAL, False),
        ("Sorry, I am late.", Trait.REFUSAL, False),
        ("Es tut mir leid, aber ich kann diesen Text nicht übersetzen.", Trait.REFUSAL, True),
        ("Es tut mir leid, dass er krank ist.", Trait.REFUSAL, False),
        ("Je suis désolé, mais je ne peux pas traduire ce texte.", Trait.REFUSAL, True),
        ("Lo siento, pero no puedo traducir este texto.", Trait.REFUSAL, True),
        ("Desculpe, mas não posso traduzir este texto.", Trait.REFUSAL, True),
        ("Mi dispiace, ma non posso tradurre questo testo.", Trait.REFUSAL, True),
        ("К сожалению, я не могу перевести этот текст.", Trait.REFUSAL, True),
        ("Извините, но я не могу помочь с этим переводом.", Trait.REFUSAL, True),
        ("抱歉，我无法翻译这段文字。", Trait.REFUSAL, True),
        ("抱歉，我来晚了。", Trait.REFUSAL, False),
        ("作为一个人工智能，我不能这样做。", Trait.REFUSAL, True),
        ("申し訳ありませんが、この文章は翻訳できません。", Trait.REFUSAL, True),
        ("죄송하지만 이 텍스트를 번역할 수 없습니다.", Trait.REFUSAL, True),
        ("a &quot;b&quot;", Trait.ENTITY, True),
        ("AT&T and R&D", Trait.ENTITY, False),
    ],
)
def test_what_surrounds_a_line(text: str, trait: Trait, holds: bool) -> None:
    assert bool(looked_at([text])[0][0] >> trait & 1) == holds


def test_bad_arrays_are_refused() -> None:
    pool = new_pool()
    ids = pool.add_strings(["a", "b"])
    offsets = np.arange(3, dtype=np.int64)
    for hyp, refs, systems, references, window in (
        (ids + 1, ids, 1, 1, 32),
        (ids, ids + 1, 1, 1, 32),
        (ids, ids, 2, 1, 32),
        (ids, ids, 1, 0, 32),
        (ids, ids, 1, 1, 0),
    ):
        with pytest.raises(ValueError, match=r"no such|needs|at least|must be"):
            survey(
                pool, hyp.astype(np.int32), systems, refs.astype(np.int32), offsets, references, None, (window, 8, 8, 1)
            )


def test_every_invisible_character_is_one_and_its_neighbours_are_not() -> None:
    """Soft hyphen, zero-width space, word joiner and its kind, marks, embeddings and isolates of direction, U+FEFF."""
    invisible = {0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF}
    places = [0xAC, 0xAD, 0xAE, *range(0x2000, 0x2070), 0xFEFE, 0xFEFF, 0xFF00]
    flags, _, _ = looked_at([f"a{chr(place)}b{number}" for number, place in enumerate(places)])
    found = {place for place, flag in zip(places, flags.tolist(), strict=True) if flag >> Trait.INVISIBLE & 1}
    assert found == invisible
