"""How words are cut where nobody said so: at spaces, or by character where a script has none between words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.kernels.text import new_pool
from tertium.kernels.traits import SCRIPTS, UNSPACED, Trait, survey
from tertium.metrics.base import Metric
from tertium.metrics.spaces import splits_at_spaces

SPACED = "13a"
_LANGUAGES = {"Japanese": "en-ja", "Chinese": "en-zh", "Thai": "en-th"}  # those that -l has words for
_SAMPLED = 50  # references looked at
_LONGEST = 5  # characters between two spaces, on average, of a text that was cut into words already


def tokenizer_of(texts: Sequence[str]) -> tuple[str, str | None]:
    """The tokenizer for texts of an unknown language, and their script if it has no spaces between words."""
    there = [text for text in texts if text.strip()]
    if not there:
        return SPACED, None
    pool = new_pool()
    ids = pool.add_strings(there)
    places = np.arange(len(ids) + 1, dtype=np.int64)
    counts = survey(pool, ids, 1, ids, places, 1, None, (1, 0, 1, len(there))).counts[0, 0]
    main = int(counts[len(Trait) : len(Trait) + len(SCRIPTS)].argmax())
    spaces, characters = sum(len(text.split()) - 1 for text in there), sum(map(len, there))
    if main not in UNSPACED or spaces * _LONGEST > characters:
        return SPACED, None
    # Of Chinese text, words in Latin letters stay whole.
    return "zh" if SCRIPTS[main] == "Chinese" else "char", SCRIPTS[main]


def sample(chunk: Chunk) -> list[str]:
    """The first references of a chunk."""
    return [chunk.pool.sentence(sentence) for sentence in dict.fromkeys(chunk.refs[:_SAMPLED].tolist())]


def said_of_counts(script: str) -> str | None:
    """What somebody should know who named no language; Chinese is cut by character where it is named, too."""
    if script == "Chinese":
        return None
    return f"the references are written in {script} without spaces: characters are counted{_advice(script)}."


def said_of_picture(script: str, metrics: Sequence[Metric]) -> str | None:
    """The same of a picture, with the metrics beside it."""
    wrong = dict.fromkeys(str(leaf) for metric in metrics for leaf in metric.plain() if splits_at_spaces(leaf))
    if not wrong:
        return said_of_counts(script)
    take = "takes" if len(wrong) == 1 else "take"
    return (
        f"the references are written in {script} without spaces: the picture shows characters, but "
        f"{', '.join(wrong)} {take} what stands between spaces for words{_advice(script)}."
    )


def _advice(script: str) -> str:
    known = _LANGUAGES.get(script)
    return f"; name the language (such as {known})" if known else ""
