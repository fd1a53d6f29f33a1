"""Is the reference among the systems, and a system in its place?

From one hypothesis and one reference alone nobody can tell: both are translations. Two things can be known. File names:
a system called `ref.txt` scored against a reference called `output.txt`. And agreement: machine translations of one
source resemble each other more than any resembles a person's translation. So where three or more systems are given, and
what stands as the reference agrees with them as well as they do among themselves, while one of the systems agrees with
none, the two have changed places. The second needs at least three systems and is asked by `tertium doctor` alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.metrics.measuring import selected

SAMPLED = 300  # segments that agreement is measured on
# Whole words of a file name, with one letter that numbers them: ref.txt, newstest.refs.en, refA.txt, not reform.txt.
_REFERENCE = re.compile(r"(?<![a-z])(?:ref|reference|gold|human)s?[a-z]?(?![a-z])")
_SYSTEM = re.compile(r"(?<![a-z])(?:sys|system|hyp|hypo|hypotheses|output|mt|pred|prediction|decoded)s?[a-z]?(?![a-z])")


def swapped_names(systems: Sequence[str], references: Sequence[str]) -> int | None:
    """The system whose file name says that it is the reference, if the reference's says that it is not."""
    if any(not _plain(name, _SYSTEM, _REFERENCE) for name in references):
        return None
    return next((at for at, name in enumerate(systems) if _plain(name, _REFERENCE, _SYSTEM)), None)


def _plain(path: str, one: re.Pattern[str], other: re.Pattern[str]) -> bool:
    name = path[max(path.rfind("/"), path.rfind(os.sep)) + 1 :].lower()
    return bool(one.search(name)) and not other.search(name)


def agreement(chunk: Chunk) -> Floats:
    """(systems + 1, systems + 1): mean chrF of every text against every other, the first references last."""
    lines = np.flatnonzero(np.diff(chunk.ref_offsets) > 0)[:SAMPLED]
    texts = [chunk.hyp[system * chunk.segments + lines] for system in range(chunk.systems)]
    texts.append(chunk.refs[chunk.ref_offsets[lines]])
    from tertium.metrics.chrf import ChrF  # only 'tertium doctor' asks

    metric = ChrF()
    made = np.ones((len(texts), len(texts)))
    for column, reference in enumerate(texts):
        pairs = Chunk(
            pool=chunk.pool,
            systems=len(texts),
            hyp=np.concatenate(texts),
            seg=np.tile(np.arange(len(lines), dtype=np.int32), len(texts)),
            refs=np.ascontiguousarray(reference),
            ref_offsets=np.arange(len(lines) + 1),
        )
        scores = metric.segment_score(selected(metric, pairs).values)
        made[:, column] = scores.reshape(len(texts), len(lines)).mean(axis=1)
    return (made + made.T) / 2


def swapped_by_agreement(similar: Floats) -> tuple[int, float, float] | None:
    """(system, its agreement with the others, the reference's) if that system is the reference by all appearances."""
    systems = len(similar) - 1
    if systems < 3:
        return None
    means = []
    for system in range(systems):
        others = [other for other in range(systems) if other != system]
        means.append(float(similar[system, others].mean()))
    odd = int(np.argmin(means))
    rest = [system for system in range(systems) if system != odd]
    among = np.median([similar[a, b] for a in rest for b in rest if a < b])
    reference = float(similar[systems, rest].mean())
    if reference >= 0.97 * among and means[odd] <= 0.85 * among:
        return odd, means[odd], reference
    return None
