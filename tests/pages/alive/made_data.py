"""Data of a page made from texts, as plain lists for the page's modules, beside the rows that Python compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.analysis.comparing.score_rows import ScoreRows, score_rows_of
from tertium.corpus.texts.lists import corpus_of
from tertium.corpus.texts.stream_corpus import Policy
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.metrics.base import Metric
from tertium.metrics.measuring import unique_leaves
from tertium.metrics.spec import parse
from tertium.render.page.formulas import QUOTIENT, page_formula

# Makes `pack` of what `MadeData.given` holds.
PACK = """const pack = { facts: given.facts, array: (name) => given.arrays[name] === undefined ? null
    : { values: Float64Array.from(given.arrays[name].flat(3)), shape: [] } };"""


@dataclass(frozen=True)
class MadeData:
    score_rows: ScoreRows
    facts: dict[str, Any]
    arrays: dict[str, Any]

    @property
    def given(self) -> dict[str, Any]:
        return {"facts": self.facts, "arrays": self.arrays}


def leaf_formulas(metrics: Sequence[Metric]) -> list[dict[str, Any]]:
    """What the pack says of every leaf, in the order of ``ScoreRows.leaves``."""
    made = []
    for leaf in unique_leaves(metrics):
        formula, parameters = page_formula(leaf)
        columns = 2 if formula == QUOTIENT else len(leaf.columns)
        made.append({"formula": formula, "parameters": parameters, "columns": columns})
    return made


def made_data(
    systems: Mapping[str, Sequence[str | None]],
    references: Sequence[Any],
    specs: Sequence[str],
    documents: Sequence[str] | None = None,
) -> MadeData:
    """Texts scored once; a text may be None: the pair is masked."""
    metrics = [parse(spec) for spec in specs]
    kept = KeptRows()
    corpus = corpus_of(systems, references, policy=Policy(missing="skip"))
    local.score(corpus, metrics, version="test", keep=kept)
    arrays: dict[str, Any] = {}
    for place, leaf in enumerate(unique_leaves(metrics)):
        masked = kept.of(leaf)[1].T
        if masked.any():
            arrays[f"masked{place}"] = masked.astype(int).tolist()
    score_rows = score_rows_of(list(systems), metrics, kept)
    for place, rows in enumerate(score_rows.leaves):
        arrays[f"leaf{place}"] = rows.rows.tolist()
    facts = {
        "format": 1,
        "systems": list(systems),
        "groups": [{"name": group.name, "members": list(group.members)} for group in score_rows.groups],
        "segments": {"total": score_rows.segments, "kept": score_rows.segments, "numbers": None},
        "leaves": leaf_formulas(metrics),
        "measures": [
            {
                "label": measure.label,
                "signature": measure.signature,
                "higher": measure.higher,
                "scale": measure.scale,
                "terms": [list(term) for term in measure.terms],
                "segment": "leaves",
            }
            for measure in score_rows.measures
        ],
        "documents": None,
        "slices": [],
    }
    if documents is not None:
        labels = list(dict.fromkeys(documents))
        facts["documents"] = labels
        arrays["document"] = np.array([labels.index(label) for label in documents]).tolist()
    return MadeData(score_rows, facts, arrays)
