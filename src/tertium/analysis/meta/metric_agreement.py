"""Agreement of the metrics of a report with one another, from rows that are scored already."""

from __future__ import annotations

import numpy as np

from tertium.analysis.comparing.resampling import by_group
from tertium.analysis.comparing.score_rows import ScoreRows
from tertium.analysis.meta.correlations import centred, pair_signs, pearson
from tertium.arrays import Floats
from tertium.results.agreement import MetricAgreement, OrderedApart, TwoMetrics

FEWEST = 3  # two points always lie on a line


def metric_agreement(rows: ScoreRows) -> MetricAgreement | None:
    """Every two metrics; None where there are no two."""
    labels = [measure.label for measure in rows.measures]
    if len(labels) < 2:
        return None
    signs = np.array([1.0 if measure.higher else -1.0 for measure in rows.measures])
    systems = (by_group(rows.observed()[None], rows.groups, None)[0] * signs).T  # (measures, systems)
    segments = [
        sign * _by_group(rows, measure.segment_scores) for sign, measure in zip(signs, rows.measures, strict=True)
    ]
    flat = [table[0] if len(table) == 1 else centred(table) for table in segments]
    ordered = pair_signs(systems)
    first, second = np.triu_indices(len(rows.groups), 1)
    spread = np.maximum(np.nanstd(systems, axis=1), np.finfo(float).tiny) if systems.size else np.ones(len(labels))
    made = []
    for i, one in enumerate(labels):
        for j in range(i + 1, len(labels)):
            apart = np.flatnonzero(ordered[i] * ordered[j] < 0)
            clear = np.minimum(
                np.abs(systems[i][first] - systems[i][second])[apart] / spread[i],
                np.abs(systems[j][first] - systems[j][second])[apart] / spread[j],
            )
            found = []
            for place in np.argsort(-clear, kind="stable").tolist():
                pair = apart[place]
                names = rows.names[first[pair]], rows.names[second[pair]]
                better, worse = names if ordered[i][pair] > 0 else names[::-1]
                found.append(OrderedApart(better, worse, float(clear[place])))
            made.append(
                TwoMetrics(
                    one,
                    labels[j],
                    _correlation(systems[i], systems[j]) if len(rows.groups) >= FEWEST else float("nan"),
                    _correlation(flat[i], flat[j]),
                    len(first),
                    tuple(found),
                )
            )
    return MetricAgreement(tuple(labels), len(rows.groups), tuple(made))


def _by_group(rows: ScoreRows, table: Floats) -> Floats:
    """(scored systems, segments) to (systems, segments): means of runs."""
    return np.stack([table[list(group.members)].mean(axis=0) for group in rows.groups])


def _correlation(x: Floats, y: Floats) -> float:
    kept = np.isfinite(x) & np.isfinite(y)
    return float(pearson(x[kept], y[kept])) if kept.sum() >= FEWEST else float("nan")
