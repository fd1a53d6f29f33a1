"""``tertium.meta``: the same task, the same numbers as the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.evaluation import MetaSettings
from tertium.analysis.meta.metric_tests import Permutations
from tertium.api.door import check_types
from tertium.api.given import tools_given
from tertium.api.paths import all_campaigns, all_written, written
from tertium.api.shapes import Campaigns, FilePath, Metrics
from tertium.api.strings import names_of
from tertium.api.warned import Warned, answered
from tertium.corpus.campaigns.judgment_tables import JudgmentReading
from tertium.errors import InputError
from tertium.metrics.base import Metric
from tertium.results.meta import MetaReport
from tertium.tasks.campaigns import CampaignPlaces, TableTexts
from tertium.tasks.meta import MetaRequest, OuterFiles, OuterLists, run
from tertium.tasks.metric_choice import MetricChoice, metrics_of
from tertium.tasks.score_folders import ScoreFolders


def meta(
    data: Campaigns,
    metrics: Metrics | None = ("bleu", "chrf", "ter"),
    *,
    scores: Mapping[str, Any] | None = None,
    score_files: Sequence[FilePath] = (),
    tools: str | Sequence[str] = (),
    tool_cache: bool = True,
    lower: Sequence[str] = (),
    judgments: str = "",
    language: str | None = None,
    align: FilePath | None = None,
    first_reference: bool = False,
    top: int | None = None,
    systems: Mapping[str, FilePath] | None = None,
    references: Sequence[FilePath] = (),
    sources: FilePath | None = None,
    judgment_column: str | None = None,
    better: Literal["higher", "lower"] | None = None,
    segments_from: Literal[0, 1] = 1,
    duplicates: Literal["error", "mean"] = "error",
    nan: Literal["error", "skip"] = "error",
    unknown: Literal["error", "skip"] = "error",
    level: Literal["both", "system", "segment"] = "both",
    by: str = "pearson",
    by_segment: str = "",
    grouping: Literal["item", "system", "none"] = "item",
    absolute: bool = False,
    systems_by: str = "",
    resamples: int = 1000,
    permutations: int = 1000,
    seed: int = 12345,
    sentinels: bool = True,
    write_scores: FilePath | None = None,
    write_eval_set: FilePath | None = None,
    threads: int | None = None,
) -> MetaReport:
    """Compare metrics with the human judgments of campaigns (docs/meta.md says what a folder of one holds).

    ``data`` are campaign folders, mt-metrics-eval directories or a table of judgments, whose texts are ``systems``
    (files by name), ``references`` and ``sources``. A folder named after its language pair (``en-zh``), or
    ``language``, chooses tokenizer and stems. ``judgments`` names another kind of judgment; ``judgment_column``,
    ``better``, ``segments_from``, ``duplicates``, ``nan`` and ``unknown`` are the command line's options of tables.

    ``scores`` are other metrics by name: (systems, segments) numbers of one campaign, in the order of its judged
    systems; ``score_files`` are files of them. ``tools`` are metrics of other programs, as in ``tertium.score``. For
    those in ``lower``, lower is better. With ``metrics=None`` they are compared alone. ``top`` takes so many systems of
    each campaign, those that people rate best. ``align`` is a folder of word alignments, ``write_scores`` and
    ``write_eval_set`` are folders for what was scored.

    >>> import tertium
    >>> report = tertium.meta("examples/judged/es-en", ["chrf", "bleu"], level="system", resamples=10)
    >>> [row.name for row in report.campaigns[0].levels[0].rows if row.kind == "metric"]
    ['bleu', 'chrf']
    """
    check_types(meta, locals())
    if scores and score_files:
        raise InputError("scores and score_files are both given; take one of them.")
    files = {} if systems is None else systems
    listed = {str(name): values for name, values in (scores or {}).items()}
    request = MetaRequest(
        CampaignPlaces(
            all_campaigns(data),
            judgments,
            language,
            TableTexts(
                all_written("systems", files.values()),
                tuple(map(str, files)),
                all_written("references", references),
                written(sources),
            ),
            JudgmentReading(judgment_column, better, segments_from, duplicates, nan, unknown),
            first_reference,
            written(align),
            top,
        ),
        None if metrics is None else MetricChoice(_given(metrics), language),
        labels=() if metrics is None else tuple(map(str, _given(metrics))),
        scores=OuterLists(listed) if listed else OuterFiles(all_written("score_files", score_files)),
        tools=tools_given(tools, tool_cache),
        lower=names_of("lower", lower),
        settings=MetaSettings(
            level, by, by_segment, grouping, absolute, Bootstrap(resamples, seed), Permutations(permutations, seed)
        ),
        systems_by=systems_by,
        sentinels=sentinels,
        write=ScoreFolders(
            written(write_scores),
            written(write_eval_set),
        ),
        threads=threads,
    )
    return answered(run(request, Warned()).report)


def _given(metrics: Metrics) -> tuple[str | Metric, ...]:
    """As the caller wrote them, checked: a campaign's language is known only later."""
    metrics_of(metrics)
    return (metrics,) if isinstance(metrics, str | Metric) else tuple(metrics)
