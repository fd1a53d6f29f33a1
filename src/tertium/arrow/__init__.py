"""Scores of tables that come in batches, from anywhere: what clusters, databases and frames call.

>>> import pyarrow as pa
>>> from tertium import arrow
>>> table = pa.table({"mt": ["the cat sat", "a dog"], "ref": ["the cat sat", "the dog"], "id": [1, 2]})
>>> columns = {"hyp": "mt", "refs": "ref", "id": "id"}
>>> states = [arrow.partial_totals([batch], "chrf", columns) for batch in table.to_batches(max_chunksize=1)]
>>> round(arrow.merge(states)["chrf"].score, 1)
77.7

Batches are anything that gives itself as Arrow (`__arrow_c_stream__` or `__arrow_c_array__`). ``segment_scores`` adds a
column a metric to each; ``partial_totals`` makes of a part of the rows a state, and ``merge`` of all states the scores
of the whole, equal bit for bit to ``tertium.score``. Metrics that must see all references first (nist, atec, tertium-2)
take ``tables`` that ``first_pass`` collected; without them batches are refused. Nothing here knows an engine.
"""

from __future__ import annotations

from tertium.arrow.columns import Columns
from tertium.arrow.merging import merge
from tertium.arrow.parts import first_pass, merge_first_passes, merge_states, partial_totals
from tertium.arrow.scorer import Scorer
from tertium.arrow.segments import score_arrays, segment_scores
from tertium.results.grouped import GroupedScores, GroupScores

__all__ = [
    "Columns",
    "GroupScores",
    "GroupedScores",
    "Scorer",
    "first_pass",
    "merge",
    "merge_first_passes",
    "merge_states",
    "partial_totals",
    "score_arrays",
    "segment_scores",
]
