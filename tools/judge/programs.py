"""Metrics against the programs of others, where these run here: sacreBLEU in this process, METEOR 1.5 in Java.

tercom, RIBES.py, ROUGE-1.5.5 and mteval cannot be had from an index; their outputs on 600 segments are in the shared
data, and tests/metrics holds every one of them.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from judge.pairs import Pair, made_up, real
from programs import meteor_command
from tertium.corpus.chunk import Chunk
from tertium.kernels.stems import java_hash
from tertium.metrics.spec import parse

BATCH = 500
SHOWN = 5
Numbers = Sequence[Sequence[float]]
Texts = tuple[list[str], list[list[str]]]


def texts(pairs: Sequence[Pair]) -> Texts:
    return [" ".join(pair.hyp) for pair in pairs], [[" ".join(ref) for ref in pair.refs] for pair in pairs]


def streams(refs: list[list[str]]) -> list[list[str | None]]:
    """References as sacreBLEU takes them: one list for the first of every segment, one for the second ..."""
    return [[group[k] if k < len(group) else None for group in refs] for k in range(max(map(len, refs)))]


def ours(spec: str, hyps: list[str], refs: list[list[str]], columns: int | None = None) -> Numbers:
    """The rows of a metric, or of no ``columns`` its score of every segment."""
    metric = parse(spec)
    rows = metric.select(metric.measure(Chunk.of([hyps], refs))).values
    if columns is None:
        return [[score] for score in metric.segment_score(rows).tolist()]
    return rows[:, :columns].tolist()


def bleu(spec: str, **options: Any) -> Callable[[Texts], tuple[Numbers, Numbers]]:
    """Rows and scores. sacreBLEU's effective order is how it scores sentences; ours does so by itself."""
    from sacrebleu.metrics import BLEU

    oracle = BLEU(force=True, effective_order=True, **options)
    order = oracle.max_ngram_order

    def both(given: Texts) -> tuple[Numbers, Numbers]:
        hyps, refs = given
        theirs = oracle._extract_corpus_statistics(hyps, streams(refs))  # lengths, matches, totals
        scores = [oracle._compute_score_from_stats(stats).score / 100 for stats in theirs]
        made = [
            [*map(float, [*s[2 : 2 + 2 * order], s[0], s[1]]), score] for s, score in zip(theirs, scores, strict=True)
        ]
        rows, found = ours(spec, hyps, refs, 2 * order + 2), ours(spec, hyps, refs)
        return [[*row, *score] for row, score in zip(rows, found, strict=True)], made

    return both


def chrf(spec: str, **options: Any) -> Callable[[Texts], tuple[Numbers, Numbers]]:
    from sacrebleu.metrics import CHRF

    oracle = CHRF(**options)

    def both(given: Texts) -> tuple[Numbers, Numbers]:
        hyps, refs = given
        theirs = oracle._extract_corpus_statistics(hyps, streams(refs))
        made = [[*map(float, stats), oracle._compute_f_score(stats) / 100] for stats in theirs]
        found = ours(spec, hyps, refs)
        rows = ours(spec, hyps, refs, len(theirs[0]))
        return [[*row, *score] for row, score in zip(rows, found, strict=True)], made

    return both


def ter(spec: str, **options: Any) -> Callable[[Texts], tuple[Numbers, Numbers]]:
    from sacrebleu.metrics import TER

    oracle = TER(**options)

    def both(given: Texts) -> tuple[Numbers, Numbers]:
        hyps, refs = given
        theirs = oracle._extract_corpus_statistics(hyps, streams(refs))
        return ours(spec, hyps, refs, 2), [list(map(float, stats)) for stats in theirs]

    return both


def meteor(modules: str, *options: str) -> Callable[[Texts], tuple[Numbers, Numbers]]:
    """The program reads files and takes seconds to begin, so its batches are large."""

    def both(given: Texts) -> tuple[Numbers, Numbers]:
        hyps, refs = given[0], [group[0] for group in given[1]]
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in (("hyp", hyps), ("ref", refs)):
                Path(folder, name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            command = [*meteor_command(), f"{folder}/hyp", f"{folder}/ref", "-l", "en", *options]
            printed = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
        theirs = [[float(score)] for score in re.findall(r"^Segment \d+ score:\s*(\S+)", printed, re.MULTILINE)]
        spec = f"meteor:tok=none,case=keep,compat=yes{modules and ','}{modules}"
        return ours(spec, hyps, [[ref] for ref in refs]), theirs

    return both


Maker = Callable[[], Callable[[Texts], tuple[Numbers, Numbers]]]
PROGRAMS: dict[str, tuple[Maker, int, float]] = {  # how to ask both, pairs at once, the largest gap
    "sacrebleu-bleu": (lambda: bleu("bleu"), BATCH, 1e-12),
    "sacrebleu-bleu-floor": (lambda: bleu("bleu:smooth=floor", smooth_method="floor"), BATCH, 1e-12),
    "sacrebleu-bleu-intl": (lambda: bleu("bleu:tok=intl", tokenize="intl"), BATCH, 1e-12),
    "sacrebleu-chrf": (lambda: chrf("chrf"), BATCH, 1e-12),
    "sacrebleu-chrf++": (lambda: chrf("chrf++", word_order=2), BATCH, 1e-12),
    "sacrebleu-ter": (lambda: ter("ter:search=sacrebleu"), BATCH, 0.0),
    "meteor-exact": (lambda: meteor("modules=exact", "-m", "exact", "-w", "1.0"), 20_000, 1e-6),
    "meteor-stem-synonym": (
        lambda: meteor("", "-m", "exact stem synonym", "-w", "1.0 0.6 0.8"),
        20_000,
        1e-6,
    ),
}


def explained(name: str, hyp: str, refs: list[str], mine: Sequence[float]) -> bool:
    """Differences by definition. BLEU: where the closest reference is empty, r = 0, ours is 0 for want of anything to
    compare with; sacreBLEU counts matches with the other references, and no brevity. METEOR: two words have one Java
    hash and are the same to the program; to ours they are not if only one is a function word (docs/differences.md)."""
    if name.startswith("meteor"):
        words = {java_hash(word): word for word in refs[0].split()}
        return any(words.get(java_hash(word), word) != word for word in hyp.split())
    return name.startswith("sacrebleu-bleu") and "" in refs and mine[-2] == 0


def compare(pairs: int, only: Sequence[str], seed: int, data: Path | None) -> int:
    print(
        f"{'program':<22} {'pairs':>10} {'real':>10} {'differences':>12} {'explained':>10} {'seconds':>8}", flush=True
    )
    wrong = 0
    for name, (maker, size, gap) in PROGRAMS.items():
        if only and name not in only:
            continue
        rng, both, started = Random(f"{name} {seed}"), maker(), time.monotonic()
        outputs = real(data, rng)
        done = of_them_real = known = 0
        found: list[tuple[str, list[str], Sequence[float], Sequence[float]]] = []
        while done < pairs:
            batch = [next(outputs) if rng.random() < 0.5 else made_up(rng) for _ in range(min(size, pairs - done))]
            given = texts(batch)
            mine, theirs = both(given)
            for hyp, refs, one, other in zip(*given, mine, theirs, strict=True):
                if np.abs(np.subtract(one, other)).max() > gap:
                    if explained(name, hyp, refs, one):
                        known += 1
                    else:
                        found.append((hyp, refs, one, other))
            done += len(batch)
            of_them_real += sum(pair.real for pair in batch)
        wrong += len(found)
        seconds = time.monotonic() - started
        print(f"{name:<22} {done:>10,} {of_them_real:>10,} {len(found):>12,} {known:>10,} {seconds:>8.0f}", flush=True)
        for hyp, refs, one, other in sorted(found, key=lambda one: len(one[0]) + sum(map(len, one[1])))[:SHOWN]:
            print(f"  {hyp!r} against {refs}\n    ours   {list(one)}\n    theirs {list(other)}", flush=True)
    return 1 if wrong else 0
