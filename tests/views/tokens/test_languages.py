"""-l chooses the tokenizer of the target language."""

from __future__ import annotations

import pytest

from tertium.errors import SpecError
from tertium.views.tokens.languages import tokenizer_for


@pytest.mark.parametrize(
    ("langs", "tokenizer"),
    [
        ("en-zh", "zh"),
        ("zh", "zh"),
        ("zh-en", None),
        ("de-en", None),
        ("de", None),
        ("en-ja", "ja-mecab"),
        ("ko", "ko-mecab"),
        ("en-th", "th"),
        ("EN-ZH", "zh"),
        ("ZH-EN", None),
        ("zh-TW", "zh"),
        ("en-zh_CN", "zh"),
        ("en-zh-CN", "zh"),
        ("en_US-zh_Hans", "zh"),
        ("en-US-de-DE", None),
        ("eng-zho", "zh"),
        ("zho_Hans-eng_Latn", None),
        ("eng_Latn-jpn_Jpan", "ja-mecab"),
        ("zh-Hans", "zh"),
        ("pt-BR", None),
    ],
)
def test_target_language_decides(langs: str, tokenizer: str | None) -> None:
    assert tokenizer_for(langs) == tokenizer


@pytest.mark.parametrize("langs", ["", "-", "en-", "-zh", "x", "en zh", "en-de-fr", "en\nzh", "ｅn-zh"])
def test_what_is_no_language_pair_is_refused(langs: str) -> None:
    with pytest.raises(SpecError, match=r"is not a language or a language pair|expected"):
        tokenizer_for(langs)
