"""A program that prints one digest of the scores of every registered metric, and ends with 1 if it is not one.

The golden corpora are scored by the first variant of each metric with several numbers of threads, sizes of chunks and
orders of the systems. Every system must get the same bits each time: corpus score, segment scores, unscored. The digest
is over all of them, so that two processes can be compared by one line (``test_determinism.py``). With ``once`` they are
scored in one way only.
"""

from __future__ import annotations

import contextlib
import hashlib
import locale
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from unittest.mock import patch

import numpy as np

import tertium
from golden.texts import FILES, PARSED, Corpus, corpora
from golden.variants import Variant, names, variants
from tertium.engine import local

SEGMENTS = 40
WAYS = tuple(product((1, 2, 8), (1, 7, 5000), (1, -1)))  # threads, segments of a chunk, step through the systems


def digest(tried: Sequence[tuple[int, int, int]] = WAYS) -> str:
    """Of all metrics on all corpora; raises AssertionError where a setting changes a bit."""
    found = hashlib.sha256()
    chosen = [variants(name)[0] for name in names()]
    for title, corpus in corpora().items():
        for inputs in ("texts", "links", "graphs"):
            group = [variant for variant in chosen if variant.inputs == inputs]
            size = PARSED if inputs == "graphs" and corpus.kept_parses else SEGMENTS
            ways = list(every_way(corpus.first(size), group, inputs, tried))
            for way, bits in ways[1:]:
                for key, value in bits.items():
                    assert value == ways[0][1][key], f"{title}, {key}: {way} gives other bits than {ways[0][0]}"
            for key, value in sorted(ways[0][1].items()):
                found.update(repr(key).encode() + value)
    return found.hexdigest()


def every_way(
    corpus: Corpus, group: Sequence[Variant], inputs: str, tried: Sequence[tuple[int, int, int]]
) -> Iterator[tuple[str, dict[tuple[str, str], bytes]]]:
    metrics = [tertium.metric(variant.spec) for variant in group]
    for threads, size, order in tried:
        turned = replace(corpus, systems={name: corpus.systems[name] for name in list(corpus.systems)[::order]})
        with patch.object(local, "chunk_size", lambda systems, workers, at_least=0, size=size: size):
            report = tertium.score(metrics=metrics, segment_scores=True, threads=threads, **turned.arguments(inputs))
        bits = {
            (system.name, score.signature): np.array(
                [score.value, score.unscored, *(np.nan if s is None else s for s in score.segment_scores or ())], "<f8"
            ).tobytes()
            for system in report.systems
            for score in system.scores
        }
        yield f"{threads} threads, chunks of {size}, systems {'as given' if order == 1 else 'turned round'}", bits


if __name__ == "__main__":
    locale.setlocale(locale.LC_ALL, "")  # what the environment says, as a program that embeds Python might do
    with contextlib.chdir(FILES), warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)  # odd texts are the point
        print(locale.setlocale(locale.LC_ALL), digest(WAYS[8:9] if sys.argv[1:] == ["once"] else WAYS))
