"""In how many sentences a word occurs: the table behind tf-idf.

    idf(w) = ln(N / sf(w))

N sentences, sf(w) of which have the word. A table of an evaluation set counts every reference as a sentence (a first
pass: tables of parts merge into that of the whole, in any order); one from a large corpus is saved as a pack, so that a
batch of one segment scores as in a batch of a million. A word that no sentence has counts as if one had.

The pack's full name, with the first 12 hexadecimal digits of its SHA-256, enters signatures. Its words must have been
cut as the metric cuts them: the pack says how, and others are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from tertium.arrays import Floats, Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.errors import FileError, SpecError, printable
from tertium.kernels.text import TokenView
from tertium.views.tokens.tokenized import Tokens, tokens
from tertium.views.words.file_digests import check_named_file, named_pack
from tertium.views.words.packs import WordSettings, pack, unpack

KIND = "sentence frequencies"
_ARRAYS = ("frequencies", "sentences")


class FrequencyTable:
    """Sentence frequencies keyed by the words themselves, so that the table belongs to no chunk."""

    def __init__(self, settings: WordSettings, sentences: int = 0, counts: dict[str, int] | None = None) -> None:
        self.settings = settings
        self.sentences = sentences
        self._counts = {} if counts is None else counts

    @property
    def words(self) -> int:
        """Distinct words."""
        return len(self._counts)

    def collect(self, made: Tokens, sentence_ids: Int32s) -> None:
        """Count sentences of the pool, each as often as it is listed."""
        times = np.bincount(sentence_ids, minlength=len(made.offsets) - 1)
        sentence = np.repeat(np.arange(len(made.offsets) - 1), made.lengths)
        used = times[sentence] > 0
        vocabulary = max(made.view.vocabulary_size, 1)
        pairs = np.unique(sentence[used] * vocabulary + made.values[used])
        found = np.bincount(pairs % vocabulary, weights=times[pairs // vocabulary], minlength=vocabulary)
        for word in np.flatnonzero(found).tolist():
            spelled = made.view.word(word)
            self._counts[spelled] = self._counts.get(spelled, 0) + int(found[word])
        self.sentences += len(sentence_ids)

    def merge(self, other: FrequencyTable) -> None:
        if other.settings != self.settings:
            raise SpecError(f"tables of words split by {self.settings} and by {other.settings} cannot be merged.")
        for word, count in other._counts.items():
            self._counts[word] = self._counts.get(word, 0) + count
        self.sentences += other.sentences

    def count(self, word: str) -> int:
        return self._counts.get(word, 0)

    def frequencies(self, view: TokenView) -> Int64s:
        """sf of every word of a vocabulary."""
        get = self._counts.get
        return np.array([get(view.word(word), 0) for word in range(view.vocabulary_size)], dtype=np.int64)

    def idf(self, view: TokenView) -> Floats:
        """ln(N / max(sf, 1)) of every word of a vocabulary; 0 for an empty table."""
        return np.asarray(np.log(max(self.sentences, 1) / np.maximum(self.frequencies(view), 1)))

    def to_bytes(self) -> bytes:
        words = sorted(self._counts)
        counts = np.array([self._counts[word] for word in words], dtype=np.int64)
        arrays = {"frequencies": counts, "sentences": np.array([self.sentences], dtype=np.int64)}
        return pack(KIND, self.settings, words, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> FrequencyTable:
        settings, words, arrays = unpack(KIND, data, _ARRAYS)
        counts, total = arrays["frequencies"], arrays["sentences"]
        fits = counts.shape == (len(words),) and total.shape == (1,) and counts.dtype == total.dtype == np.int64
        if not fits or (counts < 1).any() or (counts > total[0]).any():
            raise FileError(f"this is not a pack of {KIND} (its numbers contradict one another); make it again.")
        return cls(settings, int(total[0]), dict(zip(words, counts.tolist(), strict=True)))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrequencyTable, (self.settings, self.sentences, self._counts)


def collect_references(chunk: Chunk, tok: str, case: str, norm: str) -> FrequencyTable:
    """The table of a chunk's references, every one of which counts as a sentence."""
    table = FrequencyTable(WordSettings(tok, case, norm))
    table.collect(tokens(chunk, tok, case, norm), chunk.refs)
    return table


def collect_corpus(chunks: Iterable[Chunk], settings: WordSettings) -> FrequencyTable:
    """The table of a whole corpus, chunk by chunk."""
    table = FrequencyTable(settings)
    for chunk in chunks:
        table.collect(tokens(chunk, settings.tok, settings.case, settings.norm), chunk.refs)
    return table


def check_pack(name: str, settings: WordSettings | None = None) -> str:
    """The full name of a saved table; refuses one whose words were cut in another way."""
    full = check_named_file(name, "sentence frequencies", packed=True)
    made = load_pack(full).settings
    if settings is not None and made != settings:
        raise SpecError(
            f"{printable(full)} counts words split by {made}, the metric splits by {settings}; "
            "give the metric the same parameters, or count again with 'tertium idf'."
        )
    return full


@lru_cache(maxsize=2)
def load_pack(full: str) -> FrequencyTable:
    """A table saved in a file that is named in full; to be read, not collected into."""
    return named_pack(full, FrequencyTable.from_bytes)
