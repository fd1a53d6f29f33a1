"""The Python door to meta-evaluation: ``tertium.meta``. Same statistics, same numbers as the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from tertium import __version__
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import gather
from tertium.analysis.meta.evaluation import MetaSettings, evaluate
from tertium.analysis.meta.metric_tests import Permutations
from tertium.corpus.campaigns.campaign import Campaign, campaign_folders, open_campaign
from tertium.corpus.campaigns.judgment_tables import JudgmentReading
from tertium.corpus.campaigns.score_files import OuterScores
from tertium.errors import InputError, printable
from tertium.metrics.base import Metric
from tertium.results.meta import MetaReport
from tertium.tasks.metric_choice import metrics_of
from tertium.views.tokens.languages import target_language, tokenizer_for
from tertium.views.words.stems import NONE, known_language


def meta(
    data: str | os.PathLike[str] | Campaign | Sequence[str | os.PathLike[str] | Campaign],
    metrics: Sequence[str | Metric] | str | Metric = ("bleu", "chrf", "ter"),
    *,
    scores: Mapping[str, Any] | None = None,
    lower: Sequence[str] = (),
    judgments: str = "",
    level: str = "both",
    by: str = "pearson",
    by_segment: str = "",
    grouping: Literal["item", "system", "none"] = "item",
    absolute: bool = False,
    systems_by: str = "",
    resamples: int = 1000,
    permutations: int = 1000,
    seed: int = 12345,
    sentinels: bool = True,
    threads: int | None = None,
) -> MetaReport:
    """Compare metrics with the human judgments of campaign folders (see docs/meta.md for what they hold).

    ``scores`` are other metrics by name: (systems, segments) numbers of one campaign, in the order of its judged
    systems; of those in ``lower`` less is better. A folder named after its language pair (``en-zh``) chooses tokenizer
    and stems as on the command line.

    >>> import tertium
    >>> report = tertium.meta("examples/judged/es-en", ["chrf", "bleu"])  # doctest: +SKIP
    >>> report.campaigns[0].levels[0].rows[0].estimates["pearson"].value  # doctest: +SKIP
    0.94...
    """
    plan = MetaSettings(
        level, by, by_segment, grouping, absolute, Bootstrap(resamples, seed), Permutations(permutations, seed)
    )
    campaigns = list(_campaigns(data, judgments))
    if scores and len(campaigns) > 1:
        raise InputError(f"scores belong to one campaign, and there are {len(campaigns)}; call meta for each.")
    found = []
    for campaign in campaigns:
        made = metrics_of(metrics, _options(campaign.languages))
        found.append(
            gather(
                campaign,
                made,
                [(_outer(name, values, campaign), name in lower) for name, values in (scores or {}).items()],
                plan.bootstrap,
                version=__version__,
                labels=_labels(metrics),
                system_by=systems_by,
                threads=threads,
                sentinels=sentinels,
            )
        )
    return evaluate(found, plan, version=__version__)


def _labels(metrics: Any) -> list[str]:
    """As the caller wrote them: with a language's options two campaigns' specs may differ."""
    return [str(item) for item in ([metrics] if isinstance(metrics, str | Metric) else metrics)]


def _options(languages: str) -> dict[str, str]:
    made = {}
    if languages:
        tokenizer, stems = tokenizer_for(languages), known_language(target_language(languages)) or NONE
        made = {name: value for name, value in (("tok", tokenizer), ("lang", stems)) if value is not None}
    return made


def _campaigns(data: Any, kind: str) -> Sequence[Campaign]:
    if isinstance(data, Campaign):
        return [data]
    if not isinstance(data, str | os.PathLike):
        return [campaign for one in data for campaign in _campaigns(one, kind)]
    folders = campaign_folders(data)
    if not folders:
        raise InputError(f"{printable(os.fspath(data))} holds no campaign: no systems/ in it or in its folders.")
    return [open_campaign(folder, kind, JudgmentReading()) for folder in folders]


def _outer(name: str, values: Any, campaign: Campaign) -> OuterScores:
    table = np.asarray(values, dtype=np.float64)
    judgments = campaign.judgments
    shape = (len(judgments.systems), judgments.segments)
    if table.shape not in (shape, shape[:1]):
        raise InputError(f"scores by {printable(name)} have the shape {table.shape}, expected {shape} or {shape[:1]}.")
    if np.isinf(table).any():
        raise InputError(f"scores by {printable(name)} hold an infinity; repair them.")
    whole = table.ndim == 1
    return OuterScores(name, judgments.systems, None if whole else table, table if whole else None, name)
