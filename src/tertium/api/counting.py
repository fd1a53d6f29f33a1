"""``tertium.idf``, ``tertium.function_words`` and ``tertium.lsa``: word statistics of sentences, for metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tertium.api.door import check_types
from tertium.api.strings import strings_of
from tertium.api.warned import Warned
from tertium.tasks import function_words as function_words_task
from tertium.tasks import idf as idf_task
from tertium.tasks import lsa as lsa_task
from tertium.tasks.function_words import FunctionWordsRequest
from tertium.tasks.idf import IdfRequest
from tertium.tasks.lsa import LsaRequest
from tertium.tasks.monolingual import SentenceList
from tertium.views.tokens.tokenizers import check_tokenizer
from tertium.views.words.frequencies import FrequencyTable
from tertium.views.words.lsa import Space
from tertium.views.words.packs import WordSettings

Case = Literal["keep", "lower"]
Norm = Literal["none", "nfc", "nfkc"]


def idf(
    sentences: Sequence[str], *, tokenizer: str = "13a", case: Case = "lower", norm: Norm = "none"
) -> FrequencyTable:
    """In how many sentences every word occurs. ``Path("news.idf").write_bytes(table.to_bytes())`` saves the table for
    metrics that weigh words by tf-idf, as ``tertium idf`` does.

    >>> table = idf(["The cat.", "The dog."])
    >>> table.sentences, table.words, table.count("the")
    (2, 4, 2)
    """
    check_types(idf, locals())
    settings = WordSettings(check_tokenizer(tokenizer), case, norm)
    return idf_task.run(IdfRequest(_listed(sentences), settings), Warned())


def function_words(
    sentences: Sequence[str], *, threshold: float = FunctionWordsRequest.threshold, tokenizer: str = "13a"
) -> list[str]:
    """The words whose relative frequency is above the threshold, most frequent first, in lower case.

    >>> function_words(["The cat saw the dog", "the end"], threshold=0.2)
    ['the']
    """
    check_types(function_words, locals())
    request = FunctionWordsRequest(_listed(sentences), threshold, tokenizer)
    return list(function_words_task.run(request, Warned()).words)


def lsa(
    sentences: Sequence[str],
    *,
    dimensions: int = LsaRequest.dimensions,
    words: int = LsaRequest.words,
    min_count: int = LsaRequest.min_count,
    seed: int = LsaRequest.seed,
    tokenizer: str = "13a",
    case: Case = "lower",
    norm: Norm = "none",
) -> Space:
    """A space of latent semantic analysis, in which words that occur in the same sentences lie close together. It needs
    the extra 'meta' (SciPy); ``Path("news.lsa").write_bytes(space.to_bytes())`` saves it for metrics.

    >>> space = lsa(["cat dog fur", "dog fur tail", "bank money loan", "money loan rate"] * 5, dimensions=2)
    >>> space.similarity("cat", "fur") > 0.9 > 0.1 > space.similarity("cat", "loan")
    True
    """
    check_types(lsa, locals())
    settings = WordSettings(check_tokenizer(tokenizer), case, norm)
    request = LsaRequest(_listed(sentences), settings, dimensions, words, min_count, seed)
    return lsa_task.run(request, Warned())


def _listed(sentences: Sequence[str]) -> SentenceList:
    return SentenceList(strings_of("sentences", sentences))
