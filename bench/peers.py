"""The other side: each peer as its own documentation says to use it, from the same files, with cold caches."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.data import Files

RIBES_VARIABLE = "TERTIUM_RIBES_PY"


def lines(path: Path) -> list[str]:
    """How sacreBLEU's command line reads: UTF-8, newline only."""
    with path.open(encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n") for line in file]


def sacrebleu_metric(name: str, **options: Any) -> Callable[[Files], Callable[[], object]]:
    import sacrebleu.metrics

    def prepared(files: Files) -> Callable[[], object]:
        def run() -> object:
            forget_tokens()
            metric = getattr(sacrebleu.metrics, name)(**options)
            return metric.corpus_score(lines(files.hyp), [lines(files.ref)])

        return run

    return prepared


def forget_tokens() -> None:
    """sacreBLEU remembers tokenised sentences for the life of the process: a second run would not tokenise."""
    from sacrebleu.tokenizers import tokenizer_13a, tokenizer_re, tokenizer_ter

    for module in (tokenizer_13a, tokenizer_re, tokenizer_ter):
        for thing in vars(module).values():
            call = vars(thing).get("__call__") if isinstance(thing, type) else None
            if call is not None and hasattr(call, "cache_clear"):
                call.cache_clear()


def nltk_nist(files: Files) -> Callable[[], object]:
    from nltk.translate.nist_score import corpus_nist

    def run() -> object:
        hyps, refs = ([line.split() for line in lines(path)] for path in (files.hyp, files.ref))
        return corpus_nist([[ref] for ref in refs], hyps, n=5)

    return run


def nltk_ribes(files: Files) -> Callable[[], object]:
    from nltk.translate.ribes_score import corpus_ribes

    def run() -> object:
        hyps, refs = ([line.split() for line in lines(path)] for path in (files.hyp, files.ref))
        return corpus_ribes([[ref] for ref in refs], hyps)

    return run


def jiwer_wer(files: Files) -> Callable[[], object]:
    import jiwer

    return lambda: jiwer.wer(lines(files.ref), lines(files.hyp))


def rapidfuzz_wer(files: Files) -> Callable[[], object]:
    from rapidfuzz.distance import Levenshtein

    def run() -> object:
        hyps, refs = ([line.split() for line in lines(path)] for path in (files.hyp, files.ref))
        edits = sum(Levenshtein.distance(hyp, ref) for hyp, ref in zip(hyps, refs, strict=True))
        return edits / sum(map(len, refs))

    return run


def rouge_score_l(files: Files) -> Callable[[], object]:
    from rouge_score.rouge_scorer import RougeScorer

    def run() -> object:
        scorer = RougeScorer(["rougeL"])
        pairs = zip(lines(files.ref), lines(files.hyp), strict=True)
        return sum(scorer.score(ref, hyp)["rougeL"].fmeasure for ref, hyp in pairs)

    return run


def each_system(peer: Callable[[Files], Callable[[], object]]) -> Callable[[Files], Callable[[], object]]:
    """A peer over all systems of a campaign, one after the other."""

    def prepared(files: Files) -> Callable[[], object]:
        runs = [peer(replace(files, hyp=path, others=())) for path in files.systems]
        return lambda: [run() for run in runs]

    return prepared


def official_ribes() -> Callable[[Files], Callable[[], object]] | str:
    """The program of RIBES' authors, or why it is not measured: it is GPL and on no package index, so not with us."""
    given = os.environ.get(RIBES_VARIABLE)
    if not given:
        return f"{RIBES_VARIABLE} does not name RIBES.py"
    spec = importlib.util.spec_from_file_location("official_ribes", given)
    if spec is None or spec.loader is None:
        return f"{given} is no Python file"
    program: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)

    def prepared(files: Files) -> Callable[[], object]:
        def run() -> object:
            hyp, ref = (program.Corpus(str(path), case=True) for path in (files.hyp, files.ref))
            return program.RIBESevaluator(output=None).eval(hyp, [ref])

        return run

    return prepared
