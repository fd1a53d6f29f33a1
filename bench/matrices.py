"""Every hypothesis against every reference, and what the doctor's default checks cost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import tertium
from bench.data import ROOT, Files, grown
from bench.timing import Ratio, compare
from tertium import __version__
from tertium.analysis.doctor.run import Watch
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.engine import local
from tertium.metrics.spec import parse

CANDIDATES = 200


def candidates(files: Files) -> list[str]:
    """Translations of the same sentences by many systems, as in n-best lists; else the lines of one."""
    shared = Path(os.environ.get("TERTIUM_SHARED", ROOT.parent / "shared")) / "data" / "wmt13" / "de-en" / "systems"
    paths = sorted(shared.glob("*.txt")) or [files.hyp]
    texts = [path.read_text("utf-8").split("\n") for path in paths]
    return [text[line] for line in range(100, 100 + CANDIDATES) for text in texts][:CANDIDATES]


def ratios(files: Files) -> Iterator[tuple[str, str, Ratio, int]]:
    """(metric, peer, ratio, pairs of sentences) of a matrix on one thread."""
    import fastchrf
    from sacrebleu.metrics import BLEU

    texts = candidates(files)
    chrf = compare(
        lambda: tertium.pairwise(texts, texts, "chrf", threads=1),
        lambda: fastchrf.pairwise_chrf([texts], [texts]),
        pairs=3,
        inner=5,
    )
    yield "chrf", "fastchrf", chrf, len(texts) ** 2
    few = texts[:60]
    bleu = BLEU(effective_order=True)
    loop = compare(
        lambda: tertium.pairwise(few, few, "bleu", threads=1),
        lambda: [[bleu.sentence_score(hyp, [ref]).score for ref in few] for hyp in few],
        pairs=3,
        inner=20,
    )
    yield "bleu", "a loop over sacreBLEU", loop, len(few) ** 2


def checks(files: Files, work: Path) -> Iterator[tuple[str, float]]:
    """By how much the doctor's default checks lengthen scoring, as a share of it."""
    large = grown(files, 30_000, work)
    for name, corpus_files, specs in (
        (f"`bleu` of {files.segments:,} segments", files, ("bleu",)),
        (f"`bleu` of {large.segments:,} segments", large, ("bleu",)),
        (f"`bleu chrf ter` of {files.segments:,} segments", files, ("bleu", "chrf", "ter")),
    ):
        metrics = [parse(spec) for spec in specs]

        def run(watched: bool, of: Files = corpus_files, by: list[tertium.Metric] = metrics) -> None:
            corpus = open_corpus([Place(str(of.hyp))], [Place(str(of.ref))], names=["system"])
            watch = Watch(corpus, by)
            report = local.score(corpus, by, version=__version__, threads=1, watch=(watch,) if watched else ())
            if watched:
                watch.findings(report.notices)

        ratio = compare(lambda: [run(False) for _ in range(5)], lambda: [run(True) for _ in range(5)], pairs=9)
        yield name, ratio.times - 1
