"""The native tokenizers give the tokens of sacreBLEU 2.6, byte for byte, on any Unicode text."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.views.tokens.tokenized import _CUT_ALIKE, tokens
from tertium.views.tokens.tokenizers import NATIVE, check_tokenizer
from vectors import vectors

SACREBLEU = ("none", "13a", "intl", "char", "zh")
SPACES = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]


def split(texts: Sequence[str], tok: str, case: str = "keep", norm: str = "none") -> list[list[str]]:
    """The tokens of every text through the view that metrics use."""
    chunk = Chunk.of([texts], [[""]] * len(texts))
    view = tokens(chunk, tok, case, norm)
    return [view.words(int(sentence)) for sentence in chunk.hyp]


def oracle(tok: str) -> Callable[[str], list[str]]:
    """sacreBLEU's own preparation of a segment in BLEU, without its cache: strip on the right, tokenise, split."""
    pytest.importorskip("sacrebleu", reason="sacreBLEU is the oracle of these tokenizers")
    from sacrebleu.metrics.bleu import _get_tokenizer

    tokenizer = _get_tokenizer(tok)()
    function = type(tokenizer).__call__
    call = getattr(function, "__wrapped__", function)
    return lambda text: call(tokenizer, text.rstrip()).split()


@pytest.mark.parametrize("vector", vectors("tokenizer"))
def test_vectors_of_the_specification(vector: dict[str, Any]) -> None:
    for tok, expected in vector["expected"].items():
        assert split([vector["hyp"]], tok) == [expected.split()]


@pytest.mark.parametrize(
    ("tok", "text", "expected"),
    [
        ("13a", "&amp;lt;b&amp;gt;", ["<", "b", ">"]),
        ("13a", "&amp;quot;", ["&", "quot", ";"]),  # &quot; is decoded before &amp;
        ("13a", "&amp;amp;lt;", ["&", "amp", ";", "lt", ";"]),
        ("13a", "a<skipped>b <skip<skipped>ped>", ["ab", "<", "skipped", ">"]),
        ("13a", "hyphen-\nated line\nend", ["hyphenated", "line", "end"]),
        ("13a", "last-\n", ["last-"]),  # the newline is stripped before the rule could join
        ("13a", "It's U.S.-based", ["It's", "U", ".", "S", ".", "-based"]),
        ("13a", "1,000.5 x.5 5.x .5 5.", ["1,000.5", "x", ".", "5", "5", ".", "x", ".", "5", "5", "."]),
        (
            "13a",
            "a..5 a...5 1..5 1...5",
            ["a", ".", ".5", "a", ".", ".", ".", "5", "1", ".", ".", "5", "1", ".", ".", ".5"],
        ),
        ("13a", "5--6 -5 a-5-a", ["5", "-", "-6", "-5", "a-5", "-", "a"]),
        ("13a", "a\u00a0b\u3000c\u0085d\u2028e\x1cf", ["a", "b", "c", "d", "e", "f"]),
        ("13a", "nul\0stays\u200band\ufeffso do these", ["nul\0stays\u200band\ufeffso", "do", "these"]),
        ("13a", "„Größe“—naïve", ["„Größe“—naïve"]),
        ("intl", "in 1990.", ["in", "1990."]),
        ("intl", "in 1990. ", ["in", "1990."]),
        ("intl", "1,5 ٣،٤ 1,a a,1", ["1,5", "٣،٤", "1", ",", "a", "a", ",", "1"]),
        ("intl", "«Größe»—5€ —6", ["«", "Größe", "»", "—5", "€", "—", "6"]),
        ("intl", "👩\u200d👧!", ["👩", "\u200d", "👧", "!"]),
        ("zh", "中文abc，3.5元。", ["中", "文", "abc", "，", "3.5", "元", "。"]),
        ("zh", ".5 5.", [".5", "5."]),
        (
            "zh",
            "\U00020000\U00020001 “a”",
            ["\U00020000\U00020001", "“", "a", "”"],
        ),  # sacreBLEU's \u20000 is U+2000, "0"
        ("char", "e\u0301 😀\u3000x", ["e", "\u0301", "😀", "x"]),
        ("none", "  a  b,\tc\u2003d\x1fe ", ["a", "b,", "c", "d", "e"]),
        ("rouge155", "The U.S.-based $5 naïve_test", ["The", "U", "S", "based", "5", "na", "ve", "test"]),
        (
            "meteor-en",
            "Mr. Smith's well-known U.S. fans (1,000 or so) didn't stay, No. 5 did.",
            "Mr. Smith 's well known US fans ( 1,000 or so ) didn 't stay , No. 5 did .".split(),
        ),
        ("meteor-fr", "L'eau d'Obama… “aujourd’hui” à 10h.", "L' eau d' Obama … \" aujourd' hui \" à 10h .".split()),
        (
            "meteor-de",
            "Am 3. Mai, z.B. bei Dr. Müller--so wie's war.",
            "Am 3. Mai , zB bei Dr. Müller so wie ' s war .".split(),
        ),
        ("meteor-ru", "В г. Москва—да!", "В г. Москва — да !".split()),
        ("meteor-es", "¿Qué? 中文 x", "¿ Qué ? 中 文 x".split()),
        ("meteor-cs", "\x01 a. B", ["a", ".", "B"]),
        ("words", "Don't «Größe» 3.5 e\u0301a", ["Don", "t", "Größe", "3", "5", "e\u0301a"]),
        ("words", "中文abc字 ไทย", ["中", "文", "abc", "字", "ไ", "ท", "ย"]),
        ("words", "می\u200cخواهم x\u200c y", ["می\u200cخواهم", "x", "y"]),
        ("words", "が か\u3099 한국어", ["が", "か\u3099", "한국어"]),
    ],
)
def test_known_cases(tok: str, text: str, expected: list[str]) -> None:
    assert split([text], tok) == [expected]
    if tok in SACREBLEU:
        assert oracle(tok)(text) == expected


def test_meteors_words_are_lowered_once_they_are_cut() -> None:
    """A small letter after a dot would say that no sentence ends there."""
    assert split(["It ends. Then Mr. X"], "meteor-en", "lower") == [["it", "ends", ".", "then", "mr.", "x"]]
    assert split(["", " ", "\u3000"], "meteor-en") == [[], [], []]
    spaced = split(["See No. 5 and No.\u00a05, z.\u3000b"], "meteor-en")  # a dot before another space is a full stop
    assert spaced == [["See", "No.", "5", "and", "No", ".", "5", ",", "z", ".", "b"]]


@pytest.mark.parametrize("tok", NATIVE)
@pytest.mark.parametrize("text", ["", " ", "\u3000\n\x1c", "\0"])
def test_blank_text_has_no_tokens(tok: str, text: str) -> None:
    assert split([text], tok) == [["\0"] if text == "\0" and tok not in ("rouge155", "rouge", "words") else []]


@pytest.mark.parametrize("tok", ["zh", "char", "words", "none", "13a", "intl"])
def test_chinese_text_has_tokens(tok: str) -> None:
    assert split(["我们今天去北京"], tok) != [[]]


# Pieces that make every rule meet every other one: parts of entities, digits, points, hyphens, spaces, symbols.
PIECES = [
    *("a", "B", "1", "9", ".", ",", "-", "'", " ", "\n", "<", ">", "&", ";", "/", "$", "+", "_", "\0", "\t", "\r"),
    *("<skipped>", "<skip", "ped>", "-\n", "&amp;", "&lt;", "&gt;", "&quot;", "amp;", "lt;", "quot;"),
    *("中", "。", "，", "１", "ー", "ア", "ﾞ", "\u2001", "\u2a6d", "\u2a6e", "\u2f81", "\ufe10", "\U00020000"),
    *("é", "ß", "Ω", "ж", "א", "३", "٣", "½", "Ⅷ", "²", "①", "€", "№", "–", "“", "…", "¿", "·", "\u0301", "\u200d"),
    *("😀", "🏽", "\U0001d7d8", "\U00010400", "\ufeff", "\u00ad", "\u200b"),
    *SPACES,
]


@pytest.mark.parametrize("tok", SACREBLEU)
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=80).map("".join), max_size=20))
@settings(max_examples=150)
def test_equal_to_sacrebleu_on_nasty_text(tok: str, texts: list[str]) -> None:
    expected = oracle(tok)
    assert split(texts, tok) == [expected(text) for text in texts]
    assert split(texts, tok, "lower") == [expected(text.lower()) for text in texts]


@pytest.mark.parametrize("tok", SACREBLEU)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=150), max_size=10))
@settings(max_examples=100)
def test_equal_to_sacrebleu_on_any_text(tok: str, texts: list[str]) -> None:
    expected = oracle(tok)
    assert split(texts, tok) == [expected(text) for text in texts]


@pytest.mark.parametrize("tok", SACREBLEU)
@pytest.mark.parametrize("size", [0, 1, 7, 8, 63, 64, 65, 127, 128, 129, 1000])
def test_equal_to_sacrebleu_around_block_borders(tok: str, size: int) -> None:
    expected = oracle(tok)
    pieces = ["x" * size + tail for tail in ("", ".", "..", "1.5", "1..5", "...", "\u3000", "中", "&lt;", "é—", " ")]
    texts = [piece + end for piece in pieces for end in ("", "1", "a", ".", " b", "." * 70 + "1", "1" + "," * 69 + "2")]
    assert split(texts, tok) == [expected(text) for text in texts]


def texts_around(codes: Sequence[int], before: str, after: str) -> list[str]:
    return [before + chr(code) + after for code in codes if not 0xD800 <= code <= 0xDFFF]


@pytest.mark.parametrize("tok", SACREBLEU)
def test_equal_to_sacrebleu_on_every_assigned_character_but_ideographs(tok: str) -> None:
    expected = oracle(tok)
    codes = [
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs") and not 0x3400 <= code <= 0xD7A3 and code < 0x20000
    ]
    texts = texts_around(codes, "1", "a")
    assert split(texts, tok) == [expected(text) for text in texts]


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), [("1", "1"), ("a,", "-")])
@pytest.mark.parametrize("tok", SACREBLEU)
def test_equal_to_sacrebleu_on_every_code_point(tok: str, before: str, after: str) -> None:
    expected = oracle(tok)
    texts = texts_around(range(sys.maxunicode + 1), before, after)
    for start in range(0, len(texts), 100_000):
        part = texts[start : start + 100_000]
        assert split(part, tok) == [expected(text) for text in part]


@pytest.mark.parametrize("tok", SACREBLEU)
def test_equal_to_sacrebleu_on_real_text(tok: str, shared_data: Path) -> None:
    expected = oracle(tok)
    texts: list[str] = []
    for folder in ("wmt22-mqm200/zh-en", "wmt22-mqm200/en-de", "wmt21/ja-en"):
        for name in ("src.txt", "refA.txt"):
            texts += (shared_data / folder / name).read_bytes().decode("utf-8").split("\n")
    assert len(texts) > 2000
    assert split(texts, tok) == [expected(text) for text in texts]


@pytest.mark.parametrize("tok", NATIVE)
def test_long_runs_cost_linear_time(tok: str) -> None:
    for piece in (".", "&", "&amp;", "<skipped", "-\n", "Σ", "\u0301", "中", "1.", " ", "\u3000"):
        text = piece * (400_000 // len(piece))
        split(["a" + text + "a"], tok, "lower")  # a quadratic step would take minutes


def test_normalisation_comes_before_casing_and_tokenising() -> None:
    text = "ＡＢＣ，x\u2126 e\u0301 ﬁne"
    assert split([text, "plain"], "13a", "lower", "nfkc") == [["abc", ",", "xω", "é", "fine"], ["plain"]]
    assert split([text, "plain"], "13a", "keep", "nfc") == [["ＡＢＣ，xΩ", "é", "ﬁne"], ["plain"]]
    assert split([text], "13a") == [["ＡＢＣ，x\u2126", "e\u0301", "ﬁne"]]


def test_texts_that_normalise_alike_keep_their_places() -> None:
    texts = ["é a", "e\u0301 a", "b", "e\u0301 a"]
    assert split(texts, "none", norm="nfc") == [["é", "a"], ["é", "a"], ["b"], ["é", "a"]]


def test_rouge155_lower_cases_ascii_only() -> None:
    assert split(["KELVIN \u212a İX"], "rouge155", "lower") == [["kelvin", "x"]]


def test_unknown_tokenizer_says_what_was_meant() -> None:
    with pytest.raises(SpecError, match="unknown tokenizer '13b'; did you mean '13a'"):
        check_tokenizer("13b")


@pytest.mark.parametrize("tok", _CUT_ALIKE)
def test_letters_and_their_lower_case_are_cut_alike(tok: str) -> None:
    """So ``fold``, which cuts first, need not cut apart from ``lower`` there."""
    codes = [code for code in range(sys.maxunicode + 1) if chr(code).lower() != chr(code)]
    texts = [f"a{chr(code)}b 1{chr(code)}. {chr(code)},{chr(code)}" for code in codes]
    kept, lower = split(texts, tok), split(texts, tok, "lower")
    assert [[word.lower() for word in words] for words in kept] == lower == split(texts, tok, "fold")


def test_folding_cuts_first() -> None:
    assert split(["AİB"], "char") == [["A", "İ", "B"]]
    assert split(["AİB"], "char", "lower") == [["a", "i", "\u0307", "b"]]
    assert split(["AİB"], "char", "fold") == [["a", "i\u0307", "b"]]


def test_what_is_registered_as_a_tokenizer_must_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.views.tokens import tokenizers

    monkeypatch.setitem(tokenizers.BUILTIN, "odd", "tertium.views.tokens.tokenizers:GROUP")
    with pytest.raises(SpecError) as error:
        tokenizers.find("odd")
    assert str(error.value) == (
        f"tokenizer 'odd' is registered as {tokenizers.GROUP!r}, expected a tertium.plugin.Tokenizer."
    )


def test_one_sentence_is_prepared_for_people_as_it_is_for_counting() -> None:
    from tertium.views.tokens.characters import prepared

    assert prepared("E\u0301 ﬁ", "keep", "none") == "E\u0301 ﬁ"
    assert prepared("E\u0301 ﬁ", "keep", "nfc") == "\u00c9 ﬁ"
    assert prepared("E\u0301 ﬁ", "lower", "nfkc") == "\u00e9 fi"
