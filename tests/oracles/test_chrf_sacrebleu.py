"""chrF and chrF++ against sacreBLEU 2.6 (and NLTK): the same statistics, the same bits of every score.

Verdicts: no disagreement with sacreBLEU known. NLTK's sentence_chrf is eps_smoothing=yes of one reference.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.metrics.spec import parse

sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")

SPECS: list[tuple[str, dict[str, Any]]] = [
    ("chrf", {}),
    ("chrf++", {"word_order": 2}),
    ("chrf:eps_smoothing=yes", {"eps_smoothing": True}),
    (
        "chrf++:whitespace=yes,eps_smoothing=yes,beta=3",
        {"word_order": 2, "whitespace": True, "eps_smoothing": True, "beta": 3},
    ),
    ("chrf:case=lower,char_order=3,beta=1", {"lowercase": True, "char_order": 3, "beta": 1}),
    ("chrf:whitespace=yes,char_order=9,word_order=3", {"whitespace": True, "char_order": 9, "word_order": 3}),
    ("chrf:char_order=0,word_order=2", {"char_order": 0, "word_order": 2}),
]  # fmt: skip


def expect_parity(spec: str, options: dict[str, Any], hyps: list[str], refs: list[list[str]]) -> None:
    """``refs`` by segment; None fills up for sacreBLEU, whose references are streams."""
    oracle = sacrebleu_metrics.CHRF(**options)
    most = max(len(segment) for segment in refs)
    streams = [[segment[k] if k < len(segment) else None for segment in refs] for k in range(most)]
    expect_statistics(spec, oracle, oracle._extract_corpus_statistics(hyps, streams), Chunk.of([hyps], refs))
    corpus = oracle.corpus_score(hyps, streams).score
    assert corpus == oracle._aggregate_and_compute(oracle._extract_corpus_statistics(hyps, streams)).score


def expect_statistics(spec: str, oracle: Any, theirs: list[list[int]], chunk: Chunk) -> None:
    """The same statistics of every segment, and the same scores from them, at both levels."""
    metric = parse(spec)
    rows = metric.select(metric.measure(chunk))
    assert np.array_equal(rows.values, np.array(theirs, dtype=np.float64))
    scores = metric.scale * metric.segment_score(rows.values)
    np.testing.assert_allclose(scores, [oracle._compute_f_score(stats) for stats in theirs], rtol=0, atol=1e-12)
    corpus = metric.scale * float(metric.score(rows.values.sum(axis=0)))
    assert corpus == pytest.approx(oracle._aggregate_and_compute(theirs).score, abs=1e-12)


SCRIPTS = {
    "latin": "abcde ABÉéßİıſ.,!?'\"()-&;0123 \t\u00a0",
    "cyrillic": "абвгд АБЁё«».,— \u2003",
    "greek": "αβσςΣΆάΐ.;·, \u2009",
    "chinese": "猫狗坐在上的。，《》、\u3000 ",
    "arabic": "ابتثجحعغ،؟ًٌ\u200f .",
    "emoji": "👍🏽👩\u200d🚀🇩🇪é\u0301 \u0085\u2028a",
}


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    """Segments of one script each: references 1 to 3, hypotheses that share material with them."""
    hyps, refs = [], []
    for _ in range(draw(st.integers(1, 4))):
        text = st.text(alphabet=st.sampled_from(SCRIPTS[draw(st.sampled_from(sorted(SCRIPTS)))]), max_size=80)
        segment = draw(st.lists(text, min_size=1, max_size=3))
        hyp = draw(text)
        if draw(st.booleans()):
            source = draw(st.sampled_from(segment))
            cut = draw(st.integers(0, len(source)))
            hyp = source[cut:] + hyp[:10] + source[:cut]
        hyps.append(hyp)
        refs.append(segment)
    return hyps, refs


@pytest.mark.parametrize(("spec", "options"), SPECS)
@given(corpus=corpora())
@settings(max_examples=60)
def test_statistics_and_scores_equal_sacrebleu(spec: str, options: dict[str, Any], corpus: Any) -> None:
    expect_parity(spec, options, *corpus)


@given(st.text(max_size=60), st.lists(st.text(max_size=60), min_size=1, max_size=3))
def test_any_unicode_text_scores_as_in_sacrebleu(hyp: str, refs: list[str]) -> None:
    for spec, options in SPECS:
        expect_parity(spec, options, [hyp], [refs])


@pytest.mark.parametrize("tokens", [0, 1, 63, 64, 65, 1000])
def test_sentences_of_any_length_score_as_in_sacrebleu(tokens: int) -> None:
    rng = np.random.default_rng(tokens)
    words = np.array("the cat , sat on mat. (and) he's GONE very far away indeed ! naïve 3.14".split())
    hyps = [" ".join(rng.choice(words, tokens)) for _ in range(3)]
    refs = [[" ".join(rng.choice(words, tokens + k)) for k in range(2)] for _ in range(3)]
    for spec, options in SPECS:
        expect_parity(spec, options, hyps, refs)


def test_nltk_smooths_by_epsilon_and_averages_segments() -> None:
    nltk = pytest.importorskip("nltk.translate.chrf_score")
    refs = ["it is a guide to action that ensures obedience", "the cat sat on the mat"]
    hyps = ["it is the guide to actions which ensure obedience", "a cat sat there"]
    metric = parse("chrf:eps_smoothing=yes,beta=3")
    rows = metric.select(metric.measure(Chunk.of([hyps], [[ref] for ref in refs])))
    scores = metric.segment_score(rows.values)
    assert scores.tolist() == pytest.approx([nltk.sentence_chrf(*pair) for pair in zip(refs, hyps, strict=True)])
    mean = parse("chrf-mean:eps_smoothing=yes,beta=3").corpus_score(hyps, refs).value
    assert mean == pytest.approx(nltk.corpus_chrf(refs, hyps), abs=1e-12)
    assert abs(mean - float(metric.score(rows.values.sum(axis=0)))) > 0.01  # ours: of the summed counts


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "pair",
    [
        "wmt22-mqm200/zh-en", "wmt22-mqm200/en-de", "wmt13/fr-en", "wmt13/es-en", "wmt13/de-en", "wmt08/de-en",
        "wmt08/es-en", "wmt08/fr-en", "wmt21/en-de", "wmt21/ja-en", "wmt14-multiref/en-de",
    ],
)  # fmt: skip
def test_every_system_output_scores_as_in_sacrebleu(shared_data: Path, pair: str) -> None:
    folder = shared_data / pair
    if not folder.is_dir():
        pytest.skip(f"no {pair} in the shared data")
    references = [lines(path) for path in sorted(folder.glob("ref*.txt"))]
    by_segment = [list(segment) for segment in zip(*references, strict=True)]
    plus = sacrebleu_metrics.CHRF(word_order=2, references=references)
    # With one reference nothing is chosen, so chrF's statistics are the first columns of chrF++'s.
    plain = sacrebleu_metrics.CHRF(references=references if len(references) > 1 else None)
    systems = sorted((folder / "systems").glob("*.txt"))
    assert systems
    for path in systems:
        hyps = lines(path)
        chunk = Chunk.of([hyps], by_segment)
        theirs = plus._extract_corpus_statistics(hyps, None)
        expect_statistics("chrf++", plus, theirs, chunk)
        if len(references) > 1:
            theirs = plain._extract_corpus_statistics(hyps, None)
        expect_statistics("chrf", plain, [stats[:18] for stats in theirs], chunk)
