"""Texts in scripts without spaces are cut by character where nobody named a language."""

from __future__ import annotations

import warnings

import pytest

import tertium
from tertium.analysis.explaining.cutting import said_of_counts, said_of_picture, tokenizer_of
from tertium.api.warned import InputWarning

JAPANESE = "私は昨日友達と東京で会って映画を一緒に見た。"
MOVED = "昨日私は東京で友達に会って一緒に映画を見ました。"


@pytest.mark.parametrize(
    ("texts", "tok", "script"),
    [
        (["the cat sat on the mat", "yes"], "13a", None),
        (["나는 어제 친구를 만났다."], "13a", None),  # Korean has spaces
        ([JAPANESE, MOVED, "yes"], "char", "Japanese"),
        (["我昨天在北京使用 Windows 系统看电影。"], "zh", "Chinese"),
        (["ฉันไปโรงเรียนเมื่อวานนี้"], "char", "Thai"),
        (["我 昨天 在 北京 看 电影 。"], "13a", None),  # cut already
        (["the word 猫 means cat"], "13a", None),
        ([], "13a", None),
        (["", " "], "13a", None),
        (["😀😀", "1234", "\x00"], "13a", None),
    ],
)
def test_how_texts_are_cut(texts: list[str], tok: str, script: str | None) -> None:
    assert tokenizer_of(texts) == (tok, script)


def test_a_japanese_sentence_is_explained_by_character() -> None:
    with pytest.warns(InputWarning, match=r"in Japanese without spaces.* bleu takes what .*such as en-ja"):
        picture = tertium.explain(MOVED, JAPANESE, "bleu").picture
    assert picture.unit == "character"
    assert [(move.text, move.shift) for move in picture.moves] == [("一緒に", -3), ("友達", 3), ("昨日", -2)]


def test_whoever_names_a_tokenizer_gets_it_in_silence() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(tertium.explain(MOVED, JAPANESE, "chrf", tokenizer="none").picture.hyp) == 1
        assert tertium.order([MOVED], [JAPANESE], tokenizer="none").tokenizer == "none"


def test_whole_systems_are_cut_alike() -> None:
    with pytest.warns(InputWarning, match=r"in Japanese without spaces: characters are counted; .*en-ja"):
        seen = tertium.order([MOVED, "はい"], [JAPANESE, "はい"])
    assert (seen.tokenizer, seen.unit) == ("char", "character")
    assert seen.systems[0].facts.moved == 7


def test_chinese_is_cut_as_with_its_name() -> None:
    texts = ["我昨天看电影。"], ["昨天我看电影。"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tertium.order(*texts).to_dict() == tertium.order(*texts, tokenizer="zh").to_dict()


def test_what_is_said_names_the_metrics_that_see_one_word() -> None:
    chrf, ter, bleu = tertium.ChrF(), tertium.Ter(), tertium.Bleu(tok="zh")
    assert said_of_picture("Chinese", [chrf, bleu]) is None
    assert said_of_counts("Chinese") is None
    assert "but ter takes" in str(said_of_picture("Chinese", [chrf, ter, bleu]))
    assert said_of_counts("Lao") == "the references are written in Lao without spaces: characters are counted."
