"""Agreement of the metrics of a report with people, from rows that are scored already."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.analysis.comparing.score_rows import ScoreRows
from tertium.analysis.meta.campaign_scores import CampaignScores, scores_of_rows
from tertium.analysis.meta.evaluation import MetaSettings, evaluate
from tertium.arrays import Floats
from tertium.corpus.campaigns.judgments import Judgments
from tertium.progress import SILENT, Listener
from tertium.results.human_agreement import Bins, HumanAgreement, JudgedMetric

_COLUMNS = 24  # of a grid of segments, at most: people's scores are coarser than those of metrics
_ROWS = 20


def human_agreement(
    rows: ScoreRows,
    judgments: Judgments,
    settings: MetaSettings,
    *,
    name: str,
    version: str,
    languages: str = "",
    threads: int,
    listener: Listener = SILENT,
) -> HumanAgreement:
    """What ``tertium meta`` says of these rows and judgments, and what its pictures are drawn from."""
    campaign = scores_of_rows(name, rows, judgments, settings.bootstrap, languages=languages, threads=threads)
    report = evaluate([campaign], settings, version=version, listener=listener)
    [found] = report.campaigns
    return HumanAgreement(
        campaign.systems,
        tuple(campaign.human.tolist()),
        campaign.system_by,
        found.judged,
        tuple(_judged(campaign)),
        found,
        report.resamples,
        report.seed,
        judgments.sources,
    )


def _judged(campaign: CampaignScores) -> Sequence[JudgedMetric]:
    made = []
    for metric in campaign.metrics:
        sign = -1.0 if metric.lower else 1.0
        bins = None
        if metric.segment is not None and campaign.judgments.scores is not None:
            bins = _bins(campaign.judgments.scores, sign * metric.segment)
        scores = tuple((sign * metric.system).tolist())
        made.append(JudgedMetric(metric.name, not metric.lower, scores, bins))
    return made


def _bins(people: Floats, metric: Floats) -> Bins | None:
    """A grid over all judged outputs; None where there is nothing to tell apart."""
    kept = np.isfinite(people) & np.isfinite(metric)
    x, y = people[kept], metric[kept]
    if len(x) < 2 or x.min() == x.max() or y.min() == y.max():
        return None
    distinct = len(np.unique(x))
    counts, down, across = np.histogram2d(y, x, bins=(_ROWS, min(_COLUMNS, distinct)))
    whole = tuple(tuple(int(count) for count in row) for row in counts)
    return Bins(tuple(across.tolist()), tuple(down.tolist()), whole)
