"""List the words whose relative frequency is above a threshold: a language's function words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tertium.errors import InputError
from tertium.progress import SILENT, Listener
from tertium.tasks.monolingual import Sentences, counted_chunks
from tertium.views.tokens.tokenized import tokens
from tertium.views.tokens.tokenizers import check_tokenizer
from tertium.views.words.function_words import THRESHOLD, count_words, derive


@dataclass(frozen=True)
class FunctionWordsRequest:
    """What ``tertium function-words`` and ``tertium.function_words`` ask for."""

    texts: Sentences
    threshold: float = THRESHOLD
    tok: str = "13a"

    def __post_init__(self) -> None:
        if not 0 < self.threshold < 1:
            raise InputError(f"threshold is {self.threshold:g}, expected a relative frequency between 0 and 1.")


@dataclass(frozen=True)
class FunctionWords:
    """The words above the threshold, most frequent first, and how many different words there are."""

    words: tuple[str, ...]
    distinct: int

    def to_dict(self) -> dict[str, Any]:
        return {"words": list(self.words), "distinct": self.distinct}


def run(request: FunctionWordsRequest, listener: Listener = SILENT) -> FunctionWords:
    """All words in lower case; there may be none that frequent."""
    tok = check_tokenizer(request.tok)
    counts: Counter[str] = Counter()
    for chunk in counted_chunks(request.texts, "counting", listener):
        counts.update(count_words(tokens(chunk, tok, "lower"), chunk.refs))
    return FunctionWords(tuple(derive(counts, request.threshold)), len(counts))
