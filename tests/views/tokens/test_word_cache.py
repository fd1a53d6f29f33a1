"""Stems and synonym sets are kept from chunk to chunk: what was asked before, or by whom, changes nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tertium.kernels.stems import stem_ids, stem_word
from tertium.kernels.text import intern_tokens
from tertium.views.words.wordnet import wordnet

WORDS = "houses running cars runs house geese automobile car run zzz internationalisations".split()


def _check(words: list[str]) -> None:
    view = intern_tokens([words])
    seen: dict[str, int] = {}
    expected = [seen.setdefault(stem_word(view.word(w), "english"), len(seen)) for w in range(view.vocabulary_size)]
    assert stem_ids(view, "english").tolist() == expected
    for as_meteor, one in ((False, wordnet().synsets), (True, wordnet().meteor_sets)):
        values, offsets = wordnet().vocabulary_sets(view, as_meteor)
        for word in range(view.vocabulary_size):
            assert values[offsets[word] : offsets[word + 1]].tolist() == one(view.word(word)).tolist()


def test_the_order_in_which_words_were_met_does_not_matter() -> None:
    _check(WORDS)
    _check(WORDS[::-1])
    _check(["geese", "unheard-of", *WORDS[3:]])


def test_more_words_than_are_kept() -> None:
    view = intern_tokens([[f"{word}{number}" for number in range(20_000) for word in ("boxes", "w", "oxen", "ran")]])
    assert len(np.unique(stem_ids(view, "english"))) == 80_000
    assert wordnet().vocabulary_sets(view, False)[1][-1] == 0
    _check(WORDS)


def test_threads_at_once() -> None:
    rng = np.random.default_rng(5)
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(_check, rng.permutation(WORDS).tolist() * 50) for _ in range(40)]:
            done.result()
