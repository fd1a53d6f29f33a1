"""Function words: the frequent small words of a language, which METEOR weighs less than words of content.

A word is a function word if its relative frequency in a large corpus of the language is above 10⁻³ (Denkowski and Lavie
2011). Sources, by name:

``cs de en es fr ru``  the words that METEOR 1.5 counts as such, shipped (attribution in NOTICE).
``none``               no function words, as METEOR 1.5 has for all other languages.
a file                 one word a line, such as ``tertium function-words CORPUS -o FILE`` writes.

A file's full name ends in the first 12 hexadecimal digits of its SHA-256. Membership is decided on the lower-cased
word, whatever the case of the token view.

M. Denkowski and A. Lavie. 2011. Meteor 1.3: Automatic Metric for Reliable Optimization and Evaluation of Machine
Translation Systems. Proceedings of the 6th Workshop on Statistical Machine Translation, 85-91.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from tertium.arrays import Bools, Int32s
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.errors import FileError, SpecError, printable
from tertium.kernels.text import TokenView, lower, words_in
from tertium.views.tokens.tokenized import Tokens, tokens
from tertium.views.words.file_digests import check_named_file, named_file

NONE = "none"
THRESHOLD = 1e-3  # relative frequency, section 2.2 of the paper


def check_source(source: str) -> str:
    """The source's full name: a language's code, ``none``, or a file with its digest."""
    if source == NONE or source in _shipped():
        return source
    if len(source) == 2:
        raise SpecError(
            f"there are no function words for language '{printable(source)}'; tertium ships {', '.join(_shipped())}; "
            f"count them with 'tertium function-words CORPUS -o FILE', or do without: function_words={NONE}."
        )
    full = check_named_file(source, "function words")
    words_of(full)
    return full


def default_source(language: str) -> str:
    """The language's shipped words, else ``none``, which is what METEOR 1.5 does; shown in signatures."""
    return language if language in _shipped() else NONE


def function_words(chunk: Chunk, tok: str, case: str, norm: str, source: str) -> Bools:
    """For every word id of the token view: is it a function word? Made once."""
    return chunk.view(
        ("function words", tok, case, norm, source),
        lambda: mark(tokens(chunk, tok, case, norm).view, source, case == "lower"),
    )


def mark(view: TokenView, source: str, is_lower: bool = False) -> Bools:
    """The same for a vocabulary, of which it may be known that its words are in lower case."""
    return words_in(view, list(words_of(source)), is_lower)


def words_of(source: str) -> frozenset[str]:
    """The words of a source that is named in full."""
    if source == NONE:
        return frozenset()
    return _shipped().get(source) or _listed(source)


def derive(counts: Counter[str], threshold: float = THRESHOLD) -> list[str]:
    """The words above the threshold, most frequent first, from counts of lower-cased tokens.

    >>> derive(Counter({"the": 2, "cat": 1, "sat": 1}), 0.3)
    ['the']
    """
    total = sum(counts.values())
    frequent = [(-count, word) for word, count in counts.items() if count > threshold * total]
    return [word for _, word in sorted(frequent)]


@lru_cache(maxsize=1)
def _shipped() -> dict[str, frozenset[str]]:
    lines = packaged("function_words.tsv").decode("utf-8").splitlines()
    return {code: frozenset(words.split(" ")) for code, words in (line.split("\t") for line in lines)}


@lru_cache(maxsize=8)
def _listed(full: str) -> frozenset[str]:
    path, data = named_file(full)
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise FileError(f"{printable(path)} is not UTF-8; expected one function word per line.") from None
    words = frozenset(lower(word) for line in lines if (word := line.strip()))
    spaced = next((word for word in words if len(word.split()) > 1), None)
    if spaced is not None or not words:
        got = f"'{printable(spaced[:40])}'" if spaced is not None else "none"
        raise FileError(f"{printable(path)} is not a list of function words: expected one word per line, got {got}.")
    return words


def count_words(made: Tokens, sentence_ids: Int32s) -> Counter[str]:
    """How often every word occurs in these sentences, each counted as often as it is listed."""
    times = np.bincount(sentence_ids, minlength=len(made.offsets) - 1)
    weights = np.repeat(times, made.lengths)
    counts = np.bincount(made.values, weights=weights, minlength=made.view.vocabulary_size)
    return Counter({made.view.word(word): int(counts[word]) for word in np.flatnonzero(counts).tolist()})
