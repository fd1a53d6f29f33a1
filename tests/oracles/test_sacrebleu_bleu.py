"""sacreBLEU 2.6 and our BLEU agree to 1e-9: all real system outputs, and generated text in four scripts."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from laws.samples import WORDS, random_corpus
from realdata import all_sets, lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.bleu import Bleu

sacrebleu = pytest.importorskip("sacrebleu.metrics", reason="sacreBLEU is not installed")

# (ours, sacreBLEU's)
OPTIONS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"smooth": "none"}, {"smooth_method": "none"}),
    ({"smooth": "floor"}, {"smooth_method": "floor"}),
    ({"smooth": "floor", "smooth_value": 0.01}, {"smooth_method": "floor", "smooth_value": 0.01}),
    ({"smooth": "add-k"}, {"smooth_method": "add-k"}),
    ({"smooth": "add-k", "smooth_value": 0.5}, {"smooth_method": "add-k", "smooth_value": 0.5}),
    ({"order": 2}, {"max_ngram_order": 2}),
    ({"order": 7, "case": "lower"}, {"max_ngram_order": 7, "lowercase": True}),
    ({"tok": "none"}, {"tokenize": "none"}),
]


def ours(hyps: list[str], refs: list[list[str]], options: dict[str, Any]) -> tuple[float, list[float]]:
    metric = Bleu(**options)
    rows = metric.measure(Chunk.of([hyps], refs)).values
    return 100 * float(metric.score(rows.sum(axis=0))), (100 * metric.segment_score(rows)).tolist()


def theirs(
    hyps: list[str], streams: list[list[str | None]], options: dict[str, Any], segments: bool = True
) -> tuple[float, list[float]]:
    corpus = sacrebleu.BLEU(force=True, **options).corpus_score(hyps, streams).score
    if not segments:
        return corpus, []
    metric = sacrebleu.BLEU(force=True, effective_order=True, **options)
    by_segment = [[ref for ref in group if ref is not None] for group in zip(*streams, strict=True)]
    return corpus, [metric.sentence_score(hyp, refs).score for hyp, refs in zip(hyps, by_segment, strict=True)]


@pytest.mark.slow
def test_every_system_output(shared_data: Path) -> None:
    sets = all_sets(shared_data)
    assert len(sets) >= 10
    for found in sets:
        references = found.references
        metric = sacrebleu.BLEU(force=True, references=found.streams)
        for name, path in found.systems.items():
            hyps = lines(path)
            score, segments = ours(hyps, references, {})
            assert score == pytest.approx(metric.corpus_score(hyps, None).score, abs=1e-9), (found.name, name)
            assert len(segments) == len(hyps)


def test_segments_of_one_output_of_every_set(shared_data: Path) -> None:
    for found in all_sets(shared_data):
        name, path = next(iter(found.systems.items()))
        hyps = lines(path)[:300]
        score, segments = ours(hyps, found.references[:300], {})
        want, want_segments = theirs(hyps, [stream[:300] for stream in found.streams], {})
        assert score == pytest.approx(want, abs=1e-9), (found.name, name)
        assert segments == pytest.approx(want_segments, abs=1e-9), (found.name, name)


@pytest.mark.parametrize(("mine", "their"), OPTIONS, ids=lambda options: str(options))
@pytest.mark.parametrize("seed", [1, 2])
def test_generated_text_in_four_scripts(mine: dict[str, Any], their: dict[str, Any], seed: int) -> None:
    # 1 to 3 references a segment: sacreBLEU takes None where a stream has none.
    (hyps,), refs = random_corpus(seed, segments=150, systems=1)
    streams = [[group[k] if k < len(group) else None for group in refs] for k in range(3)]
    score, segments = ours(hyps, refs, mine)
    want, want_segments = theirs(hyps, streams, their)
    assert score == pytest.approx(want, abs=1e-9)
    assert segments == pytest.approx(want_segments, abs=1e-9)


@pytest.mark.parametrize("script", list(WORDS))
def test_each_script_alone(script: str) -> None:
    rng = random.Random(script)
    refs = [" ".join(rng.choices(WORDS[script], k=rng.choice((1, 3, 12, 80)))) for _ in range(60)]
    hyps = [" ".join(word for word in ref.split() if rng.random() < 0.9) for ref in refs]
    score, segments = ours(hyps, [[ref] for ref in refs], {})
    want, want_segments = theirs(hyps, [refs], {})
    assert score == pytest.approx(want, abs=1e-9)
    assert segments == pytest.approx(want_segments, abs=1e-9)


def test_multeval_gold(shared_data: Path) -> None:
    folder = shared_data / "fixtures/multeval/example"
    hyps, refs = lines(folder / "hyps.lc.tok.en.baseline.opt0"), lines(folder / "refs.test2010.lc.tok.en.0")
    score, _ = ours(hyps, [[ref] for ref in refs], {"tok": "none"})
    assert f"{score:.2f}" == (folder / "hyps.baseline.opt0.bleu.gold").read_text("utf-8").strip()
