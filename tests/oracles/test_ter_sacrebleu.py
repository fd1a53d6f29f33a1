"""TER against sacreBLEU 2.6: its search, its tokenisation, its statistics.

Verdicts: ter:search=sacrebleu has no known disagreement; it repeats sacreBLEU's double tokenisation of references. The
default (tercom's search) differs from sacreBLEU where tercom does: a beam instead of a diagonal band, another candidate
filter, no end after 1,000 candidates (docs/metrics/edits.md#ter-elsewhere).
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from realdata import all_sets, lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse
from tertium.views.tokens.tercom import tercom_tokens

sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")
tokenizer_ter = pytest.importorskip("sacrebleu.tokenizers.tokenizer_ter")

SPECS: list[tuple[str, dict[str, Any]]] = [
    ("ter:search=sacrebleu", {}),
    ("ter:search=sacrebleu,case=keep", {"case_sensitive": True}),
    ("ter:search=sacrebleu,normalized=yes", {"normalized": True}),
    ("ter:search=sacrebleu,normalized=yes,asian=yes", {"normalized": True, "asian_support": True}),
    ("ter:search=sacrebleu,punct=remove", {"no_punct": True}),
    ("ter:search=sacrebleu,punct=remove,asian=yes", {"no_punct": True, "asian_support": True}),
    (
        "ter:search=sacrebleu,normalized=yes,punct=remove,asian=yes,case=keep",
        {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True},
    ),
]


def expect_parity(metric: Metric, oracle: Any, hyps: list[str], refs: list[list[str]]) -> None:
    """``refs`` by segment; None fills up for sacreBLEU, whose references are streams."""
    most = max(len(segment) for segment in refs)
    streams = [[segment[k] if k < len(segment) else None for segment in refs] for k in range(most)]
    theirs = np.array(oracle._extract_corpus_statistics(hyps, streams), dtype=np.float64)
    rows = metric.select(metric.measure(Chunk.of([hyps], refs))).values
    np.testing.assert_array_equal(rows[:, :2], theirs)
    total = rows.sum(axis=0)
    assert 100 * float(metric.score(total)) == pytest.approx(oracle.corpus_score(hyps, streams).score, abs=1e-9)


WORDS = {
    "latin": "The the cat's cat sat on mat, mat. (and) he's GONE 3.14 U.S. naïve &quot;Ça &amp;lt; 9-5 it's. !".split(),
    "cyrillic": "Кошка кошка сидит на коврике, коврике. «дом» был зелёный и не Он ? 12-й".split(),
    "chinese": "猫 坐在垫子上 。 房子 是绿色的 ， 他 「好」 カタカナ ひらがな ２００ ㈱ abc中文 … 他们(说)".split(),
    "arabic": "القطة جلست على السجادة ، البيت كان أخضر كبير . ؟ 3.5 ؛".split(),
}


def corpus(script: str, seed: int, segments: int, longest: int) -> tuple[list[str], list[list[str]]]:
    """References (1 to 4 a segment) and hypotheses that are shuffled, cut and padded versions of one of them."""
    rng = random.Random(seed)
    hyps, refs = [], []
    for _ in range(segments):
        made = [[rng.choice(WORDS[script]) for _ in range(rng.randrange(1, longest))] for _ in range(rng.randint(1, 4))]
        hyp = list(rng.choice(made))
        for _ in range(rng.randrange(5)):
            at, size, to = rng.randrange(len(hyp) + 1), rng.randrange(1, 8), rng.randrange(len(hyp) + 1)
            block = hyp[at : at + size]
            del hyp[at : at + size]
            hyp[to:to] = block if rng.random() < 0.8 else [rng.choice(WORDS[script])]
        refs.append([" ".join(ref) for ref in made])
        hyps.append(" ".join(hyp))
    return hyps, refs


@pytest.mark.parametrize("script", WORDS)
@pytest.mark.parametrize(("spec", "options"), SPECS)
def test_generated_text_with_several_references_scores_as_in_sacrebleu(
    spec: str, options: dict[str, Any], script: str
) -> None:
    expect_parity(parse(spec), sacrebleu_metrics.TER(**options), *corpus(script, 1, 20, 20))
    if spec == SPECS[0][0]:
        expect_parity(parse(spec), sacrebleu_metrics.TER(**options), *corpus(script, 2, 2, 80))


@given(
    st.lists(
        st.text(alphabet="abAB .,'s&;()3-中。\u3042\u30a2\uff0c\u3231\n\t\u00a0", max_size=40), min_size=1, max_size=8
    )
)
@settings(max_examples=300)
def test_tercom_tokens_equal_sacrebleus(texts: list[str]) -> None:
    expect_tokens(texts)


@given(st.lists(st.text(max_size=30), min_size=1, max_size=4))
@settings(max_examples=200)
def test_tercom_tokens_of_any_unicode_text_equal_sacrebleus(texts: list[str]) -> None:
    expect_tokens(texts)


def expect_tokens(texts: list[str]) -> None:
    chunk = Chunk.of([texts], [[text] for text in texts])
    for bits in range(16):
        case, normalized, punctuation, asian = (
            "lower" if bits & 1 else "keep",
            bool(bits & 2),
            not bits & 4,
            bool(bits & 8),
        )
        view, refs = tercom_tokens(chunk, case, "none", normalized, punctuation, asian, again=True)
        oracle = tokenizer_ter.TercomTokenizer(normalized, not punctuation, asian, case == "keep")
        for text, hyp, ref in zip(texts, chunk.hyp.tolist(), refs.tolist(), strict=True):
            once = oracle(text.rstrip())
            assert view.words(hyp) == once.split()
            assert view.words(ref) == oracle(once.rstrip()).split()


@pytest.mark.parametrize(("hyp_words", "ref_words"), [(1, 0), (1, 1), (63, 64), (65, 64), (64, 65), (3, 170), (170, 3)])
def test_sentences_of_any_length_score_as_in_sacrebleu(hyp_words: int, ref_words: int) -> None:
    rng = random.Random(hyp_words * 1000 + ref_words)
    for vocabulary in (20, 300):
        hyp = " ".join(str(rng.randrange(vocabulary)) for _ in range(hyp_words))
        ref = " ".join(str(rng.randrange(vocabulary)) for _ in range(ref_words))
        expect_parity(parse(SPECS[0][0]), sacrebleu_metrics.TER(), [hyp], [[ref]])


def test_a_search_that_meets_sacrebleus_thousand_candidates_scores_as_in_sacrebleu() -> None:
    rng = random.Random(1)
    words = [str(min(int(rng.paretovariate(0.7)), 60)) for _ in range(90)]
    hyp = " ".join(rng.sample(words, len(words)))
    expect_parity(parse(SPECS[0][0]), sacrebleu_metrics.TER(), [hyp], [[" ".join(words)]])


@pytest.mark.parametrize(
    ("hyp", "ref", "tercom", "sacrebleu"), [("a c b c d", "e d a c c", 3, 4), ("a b a a b b", "b b b a a a", 3, 2)]
)
def test_sacrebleus_search_is_not_tercoms(hyp: str, ref: str, tercom: int, sacrebleu: int) -> None:
    assert sacrebleu_metrics.TER().sentence_score(hyp, [ref]).num_edits == sacrebleu
    for spec, edits in (("ter", tercom), ("ter:search=sacrebleu", sacrebleu)):
        assert parse(spec).measure(Chunk.of([[hyp]], [[ref]])).values[0, 0, 0] == edits


def test_only_sacrebleu_tokenises_references_twice() -> None:
    # The 's before a full stop is set apart in the second round: text scored against itself is not perfect there.
    text = "it's. so"
    assert sacrebleu_metrics.TER(normalized=True).sentence_score(text, [text]).num_edits == 2
    for spec, edits in (("ter:normalized=yes", 0), ("ter:normalized=yes,search=sacrebleu", 2)):
        assert parse(spec).measure(Chunk.of([[text]], [[text]])).values[0, 0, 0] == edits


def test_a_sample_of_real_outputs_scores_as_in_sacrebleu(shared_data: Path) -> None:
    for evaluation in all_sets(shared_data):
        for path in list(evaluation.systems.values())[:1]:
            part = slice(None, None, max(1, len(evaluation.references) // 25))
            expect_parity(parse(SPECS[0][0]), sacrebleu_metrics.TER(), lines(path)[part], evaluation.references[part])


@pytest.mark.slow
@pytest.mark.parametrize("share", range(8))
def test_every_system_output_scores_as_in_sacrebleu(shared_data: Path, share: int) -> None:
    # sacreBLEU needs more than an hour for all of them: each system is compared on its own share of the segments, by
    # turns, so that every output file and nearly every segment is seen.
    metric, oracle = parse(SPECS[0][0]), sacrebleu_metrics.TER()
    number = 0
    for evaluation in all_sets(shared_data):
        for path in evaluation.systems.values():
            number += 1
            if number % 8 == share:
                part = slice(number // 8 % 20, None, 20)
                expect_parity(metric, oracle, lines(path)[part], evaluation.references[part])
