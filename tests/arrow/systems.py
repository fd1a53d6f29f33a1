"""Three systems in tables, a row for each segment (wide) or for each system and segment (long), and their scores."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from laws.samples import random_corpus
from tertium.tasks.metric_choice import metrics_of
from tertium.tasks.score import ScoreRequest, Uncertainty, run
from tertium.tasks.texts import ListTexts

HYPS, REFS = random_corpus(seed=6, segments=60, systems=3)
METRICS = ["bleu", "chrf", "ter", "meteor", "0.5*bleu + 0.5*chrf"]
NAMES = ("A", "B", "C")
WIDE = pa.table({"id": list(range(60)), **dict(zip(NAMES, HYPS, strict=True)), "refs": REFS})
LONG = pa.concat_tables(
    pa.table({"id": [f"{i:03}" for i in range(60)], "system": [name] * 60, "mt": hyps, "refs": REFS})
    for name, hyps in zip(NAMES, HYPS, strict=True)
)
IN_LONG = {"hyp": "mt", "refs": "refs", "id": "id"}
IN_WIDE = {"hyp": list(NAMES), "refs": "refs", "id": "id"}


def locally(paired: Any = None, *, intervals: bool = True, segment_scores: bool = False) -> Any:
    """What ``tertium score`` makes of the same texts."""
    texts = ListTexts(dict(zip(NAMES, HYPS, strict=True)), REFS)
    uncertainty = Uncertainty(intervals, paired)
    return run(ScoreRequest(texts, tuple(metrics_of(METRICS)), segment_scores, uncertainty))
