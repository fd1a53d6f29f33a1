"""Paired tests: time against sacreBLEU's from the same files, and memory on large sets."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.data import Files, grown, systems
from bench.timing import Ratio, compare, peak_mib
from tertium.analysis.comparing.comparison import CompareSettings
from tertium.analysis.comparing.comparison import compare as compared
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import score_rows_of
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.metrics.spec import parse

GOAL = 100
RESAMPLES = 1000


def ratios(work: Path) -> Iterator[tuple[str, Ratio]]:
    """1,000 resamples of 4 systems of 3,000 segments, scoring included on both sides: all metrics, then one by one."""
    hyps, ref = systems(work, 4)
    cases = [(("bleu", "chrf", "ter"), 1), (("bleu",), 3), (("chrf",), 3)]
    for specs, pairs in cases:
        ratio = compare(_ours(hyps, ref, specs), _sacrebleu(hyps, ref, specs), pairs, inner=5)
        yield " ".join(specs), ratio


def _ours(hyps: Sequence[Path], ref: Path, specs: Sequence[str]) -> Callable[[], object]:
    metrics = [parse(spec) for spec in specs]
    names = [path.stem for path in hyps]

    def run() -> object:
        keep = KeptRows()
        corpus = open_corpus([Place(str(path)) for path in hyps], [Place(str(ref))], names=names)
        local.score(corpus, metrics, version="bench", threads=1, keep=keep)
        settings = CompareSettings(Bootstrap(RESAMPLES), sides="moses", against="baseline")
        return compared(score_rows_of(names, metrics, keep), settings)

    return run


def _sacrebleu(hyps: Sequence[Path], ref: Path, specs: Sequence[str]) -> Callable[[], object]:
    from sacrebleu.metrics import BLEU, CHRF, TER
    from sacrebleu.significance import PairedTest

    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    known = {"bleu": ("BLEU", BLEU), "chrf": ("chrF2", CHRF), "ter": ("TER", TER)}

    def run() -> object:
        read = [(path.stem, path.read_text("utf-8").split("\n")[:-1]) for path in hyps]
        chosen = {known[spec][0]: known[spec][1]() for spec in specs}
        reference = ref.read_text("utf-8").split("\n")[:-1]
        return PairedTest(read, chosen, [reference], test_type="bs", n_samples=RESAMPLES)()

    return run


def memory(files: Files, work: Path) -> Iterator[tuple[str, float]]:
    """Peak MiB of fresh processes: ours with 1,000 and 10,000 resamples, sacreBLEU's with 1,000."""
    for segments, resamples in ((20_000, 1000), (100_000, 10_000)):
        large = grown(files, segments, work)
        other = large.hyp.with_suffix(".other.txt")
        other.write_bytes(b"".join(reversed(large.hyp.read_bytes().splitlines(keepends=True))))
        texts = [str(large.ref), "-i", str(large.hyp), str(other)]
        ours = [sys.executable, "-m", "tertium", "compare", *texts, "-m", "bleu", "-n", str(resamples), "-q"]
        yield f"`tertium compare` of {segments:,} segments, {resamples:,} resamples", peak_mib(ours)
        if segments == 20_000:
            theirs = [sys.executable, "-m", "sacrebleu", *texts, "-m", "bleu", "--paired-bs"]
            yield f"sacreBLEU's `--paired-bs` of {segments:,} segments, 1,000 resamples", peak_mib(theirs)
        for path in (large.hyp, large.ref, other):
            path.unlink()
