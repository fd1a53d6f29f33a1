"""The n-gram kernel equals counters of tuples, for sentences of any length and any number of references."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels import ngrams
from tertium.kernels.text import Pairs, TokenView, intern_tokens
from textbook import ngrams as textbook

Sentence = list[int]


def arrays(hyps: list[Sentence], segs: list[int], refs: list[list[Sentence]]) -> tuple[TokenView, Pairs]:
    """Every sentence apart (no pool), as the kernel takes them."""
    sentences = [*hyps, *(ref for group in refs for ref in group)]
    return (
        intern_tokens([[str(word) for word in sentence] for sentence in sentences]),
        Pairs(
            np.arange(len(hyps), dtype=np.int32),
            np.array(segs, dtype=np.int32),
            np.arange(len(hyps), len(sentences), dtype=np.int32),
            np.cumsum([0, *map(len, refs)], dtype=np.int64),
        ),
    )


def agree(hyps: list[Sentence], segs: list[int], refs: list[list[Sentence]], order: int, rule: str = "closest") -> None:
    rows = ngrams.bleu_rows(*arrays(hyps, segs, refs), order, rule)
    want = [textbook.bleu_row(hyp, refs[seg], order, rule) for hyp, seg in zip(hyps, segs, strict=True)]
    assert rows.tolist() == want


lengths = st.sampled_from([0, 1, 2, 3, 4, 5, 8, 20, 63, 64, 65, 66, 130])


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    """Runs of a few words, so that n-grams repeat and clip, of lengths around the border of the two paths."""
    length = draw(lengths)
    rng = random.Random(draw(st.integers(0, 1 << 20)))
    words = draw(st.sampled_from([1, 2, 5, 40]))
    return [rng.randrange(words) for _ in range(length)]


@given(st.lists(sentences(), min_size=1, max_size=4), st.lists(sentences(), min_size=1, max_size=4), st.integers(1, 9))
def test_rows_equal_the_textbook(hyps: list[Sentence], refs: list[Sentence], order: int) -> None:
    agree(hyps, [0] * len(hyps), [refs], order)


@given(sentences(), st.lists(sentences(), min_size=1, max_size=5), st.sampled_from(ngrams.REFERENCE_LENGTHS))
def test_reference_lengths_equal_the_textbook(hyp: Sentence, refs: list[Sentence], rule: str) -> None:
    agree([hyp], [0], [refs], 4, rule)


@given(st.data())
def test_segments_of_any_shape_share_one_matcher(data: st.DataObject) -> None:
    refs = data.draw(st.lists(st.lists(sentences(), min_size=1, max_size=3), min_size=1, max_size=5))
    hyps = data.draw(st.lists(sentences(), min_size=1, max_size=8))
    segs = data.draw(st.lists(st.integers(0, len(refs) - 1), min_size=len(hyps), max_size=len(hyps)))
    agree(hyps, segs, refs, 4)


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 1000])
@pytest.mark.parametrize("refs", [1, 2, 7])
@pytest.mark.parametrize("order", [1, 4, 5, 70])
def test_every_length_number_of_references_and_order(length: int, refs: int, order: int) -> None:
    rng = random.Random(length * 100 + refs)
    hyp = [rng.randrange(6) for _ in range(length)]
    # A reference near the hypothesis, so that long n-grams match, and others of any length.
    near = [word if rng.random() < 0.95 else 6 for word in hyp]
    others = [[rng.randrange(7) for _ in range(rng.choice((0, 3, 64, 65, length)))] for _ in range(refs - 1)]
    agree([hyp, near], [0, 0], [[near, *others]], order)


def test_an_ngram_clipped_alone_may_count_inside_a_longer_one() -> None:
    # "a" is used up by the first word, yet "a c" is in the reference and not used up.
    rows = ngrams.bleu_rows(*arrays([[0, 1, 0, 2]], [0], [[[0, 2]]]), 2, "closest")
    assert rows[0, :2].tolist() == [2, 1]


@pytest.mark.parametrize("copies", [1, 40])
def test_matches_name_real_places(copies: int) -> None:
    hyp, refs = [0, 1, 2, 0, 1, 3] * copies, [[1, 2, 0], [9, 0, 1, 3, 0, 1] * copies]
    found = ngrams.ngram_matches(*arrays([hyp], [0], [refs]), 3, 0)
    counts = [0, 0, 0]
    for n, end, k, ref_end in found.tolist():
        assert hyp[end - n + 1 : end + 1] == refs[k][ref_end - n + 1 : ref_end + 1]
        counts[n - 1] += 1
    assert counts == textbook.bleu_row(hyp, refs, 3)[:3]
    assert len({(n, end) for n, end, _, _ in found.tolist()}) == len(found)


def test_ten_thousand_words_of_a_vocabulary_of_ten_and_a_million_words_end_soon() -> None:
    rng = random.Random(5)
    hyp, ref = ([rng.randrange(10) for _ in range(10_000)] for _ in range(2))
    agree([hyp], [0], [[ref]], 4)
    one = [0] * 1_000_000
    rows = ngrams.bleu_rows(*arrays([one], [0], [[one[:-1]]]), 4, "closest")
    assert rows[0].tolist() == [999_999, 999_998, 999_997, 999_996, *range(1_000_000, 999_996, -1), 1_000_000, 999_999]


def test_bad_arrays_are_refused_not_read() -> None:
    tokens, good = arrays([[0, 1]], [0], [[[0, 1]]])
    for name, bad in (("hyp", [7]), ("seg", [1]), ("refs", [5])):
        with pytest.raises(ValueError, match="no such"):
            ngrams.bleu_rows(tokens, good._replace(**{name: np.array(bad, dtype=np.int32)}), 4, "closest")
    with pytest.raises(ValueError, match="order"):
        ngrams.bleu_rows(tokens, good, 0, "closest")
    with pytest.raises(ValueError, match="rule"):
        ngrams.bleu_rows(tokens, good, 4, "longest")
