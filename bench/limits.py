"""Bounds rather than ratios: start-up, memory, threads, sentences made to be slow."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from bench.cases import tertium_score
from bench.data import Files, few_words, grown, shuffled
from bench.timing import compare, peak_mib, seconds
from tertium.metrics import registry
from tertium.metrics.spec import parse


def start_up(pairs: int = 9) -> tuple[float, float]:
    """Median wall seconds of ``tertium --help`` and of ``python -c "import numpy"``, in turn."""
    commands = ([sys.executable, "-m", "tertium", "--help"], [sys.executable, "-c", "import numpy"])
    taken: list[list[float]] = [[], []]
    for _ in range(pairs):
        for kept, command in zip(taken, commands, strict=True):
            kept.append(
                seconds(
                    lambda command=command: subprocess.run(command, capture_output=True, check=True), time.perf_counter
                )
            )
    return statistics.median(taken[0]), statistics.median(taken[1])


def threads(files: Files, work: Path) -> list[tuple[int, float]]:
    """Wall seconds on 1, 2 and more threads over 300,000 segments."""
    large = grown(files, 300_000, work)
    specs = ("bleu", "chrf")
    best = {}
    for _ in range(3):
        for count in (1, 2):
            taken = seconds(tertium_score(*specs, threads=count)(large), time.perf_counter)
            best[count] = min(taken, best.get(count, taken))
    return sorted(best.items())


def together(files: Files) -> tuple[float, float]:
    """CPU seconds of four metrics at once, and of the four one by one."""
    specs = ("bleu", "nist", "ribes:case=keep", "hamming:case=keep")
    at_once = tertium_score(*specs)(files)
    alone = [tertium_score(spec)(files) for spec in specs]
    ratio = compare(at_once, lambda: [run() for run in alone], pairs=7, inner=1)
    return ratio.ours, ratio.peer


def peak_memory(files: Files, work: Path) -> list[tuple[int, float]]:
    """Peak resident MiB of a fresh process that scores files of 100,000 and of 2,000,000 segments."""
    found = []
    for segments in (100_000, 2_000_000):
        large = grown(files, segments, work)
        command = [
            sys.executable,
            "-m",
            "tertium",
            "score",
            str(large.ref),
            "-i",
            str(large.hyp),
            "-m",
            "bleu",
            "chrf",
            "wer",
        ]
        found.append((segments, peak_mib(command)))
        large.hyp.unlink()
        large.ref.unlink()
    return found


def list_memory(files: Files) -> float:
    """Bytes a segment that scoring Python lists takes beyond the lists themselves."""
    code = f"""
import resource, tertium
hyps, refs = (
    [f"{{line}} {{i}}" for i in range(200) for line in open(path, "rb").read().decode().split("\\n")[:-1]]
    for path in ({str(files.hyp)!r}, {str(files.ref)!r})
)
tertium.score(hyps[:4096], refs[:4096], metrics=["bleu", "chrf"])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tertium.score(hyps, refs, metrics=["bleu", "chrf"])
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / len(hyps))
"""
    # Started by a small process: a new one is said to have used as much as the one that started it.
    start = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
    command = [sys.executable, "-c", start, sys.executable, "-c", code]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def long_sentences() -> list[tuple[str, float, float]]:
    """Seconds for one pair of 400 and of 10,000 tokens over 10 words, for every metric that needs texts alone."""
    found = []
    for name in registry.BUILTIN:
        spec = f"{name}:align=direct" if name.startswith("lr-") else name
        try:
            metric = parse(spec)
        except ValueError:
            continue  # a parameter must be given
        if any(leaf.parser for _, leaf in metric.leaves()):
            continue  # a parser's time, not the metric's
        taken = []
        for tokens in (400, 10_000):
            hyp, ref = few_words(tokens, 10, 1), few_words(tokens, 10, 2)
            runs = [seconds(partial(metric.corpus_score, [hyp], [[ref]])) for _ in range(3 if tokens == 400 else 1)]
            taken.append(min(runs))
        found.append((spec, taken[0], taken[1]))
    return found


def shuffled_ter() -> tuple[float, float]:
    """Seconds for one shuffled sentence of 400 different tokens: ours, sacreBLEU's."""
    from sacrebleu.metrics import TER

    hyp, ref = shuffled(400, 1)
    ours, peer = parse("ter"), TER()
    ratio = compare(lambda: ours.corpus_score([hyp], [[ref]]), lambda: peer.corpus_score([hyp], [[ref]]), 3, inner=3)
    return ratio.ours, ratio.peer
