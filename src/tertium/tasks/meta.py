"""Compare metrics with people's judgments: how far each metric can be trusted on this data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from tertium import __version__
from tertium.analysis.meta.campaign_scores import CampaignScores, gather
from tertium.analysis.meta.evaluation import MetaSettings, evaluate
from tertium.corpus.campaigns.campaign import Campaign
from tertium.corpus.campaigns.eval_sets import refuse_unwritable_set
from tertium.corpus.campaigns.score_files.opening import read_score_files, score_files
from tertium.corpus.campaigns.score_files.scores import OuterScores
from tertium.corpus.formats.numbers import LARGEST
from tertium.errors import InputError, counted, either, printable
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Heard, Listener
from tertium.results.meta import MetaReport
from tertium.tasks.campaigns import CampaignPlaces
from tertium.tasks.metric_choice import MetricChoice, language_remarks
from tertium.tasks.outer_scores import ToolScores
from tertium.tasks.score_folders import UNKNOWN_PAIR, ScoreFolders
from tertium.views.tokens.languages import tokenizer_for


@dataclass(frozen=True)
class OuterFiles:
    """Scores that other programs wrote; ``{}`` in a name stands for a campaign's language pair."""

    paths: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class OuterLists:
    """Scores of other metrics by name, as Python's own numbers: one for each system, or (systems, segments)."""

    scores: Mapping[str, Any]


@dataclass(frozen=True)
class MetaRequest:
    """What ``tertium meta`` and ``tertium.meta`` ask for.

    Without ``metrics`` only ``scores`` from elsewhere are compared, of which those in ``lower`` are better the less
    they are, and those that ``tools`` make.
    ``labels`` are what tables call the metrics, by default their names with all settings. A campaign's own
    language chooses tokenizer and stems where ``metrics`` names none.
    """

    campaigns: CampaignPlaces
    metrics: MetricChoice | None
    labels: tuple[str, ...] = ()
    scores: OuterFiles | OuterLists = field(default_factory=OuterFiles)
    tools: tuple[ToolScores, ...] = ()
    lower: tuple[str, ...] = ()
    settings: MetaSettings = field(default_factory=MetaSettings)
    systems_by: str = ""
    sentinels: bool = True
    write: ScoreFolders = field(default_factory=ScoreFolders)
    threads: int | None = None


@dataclass(frozen=True, eq=False)
class MetaResult:
    """The report, and the scores behind it, which pictures are drawn from."""

    report: MetaReport
    campaigns: tuple[CampaignScores, ...]


def run(request: MetaRequest, listener: Listener = SILENT) -> MetaResult:
    """Score every campaign, compare with its judgments, write score files where asked for."""
    listener = Heard(listener)
    campaigns = list(request.campaigns.opened())
    _refuse(request, campaigns)
    for sentence in _unwritten(request, campaigns):
        listener.notice(sentence)
    scored = []
    remarked: list[str] = []
    for campaign in campaigns:
        metrics, remarks = _metrics(request, campaign)
        for remark in remarks:
            if remark not in remarked:
                remarked.append(remark)
                listener.notice(remark)
        made = gather(
            campaign,
            metrics,
            [*_outer(request, campaign), *_by_tools(request, campaign, listener)],
            request.settings.bootstrap,
            version=__version__,
            labels=request.labels,
            alignments=None if request.campaigns.align is None else campaign.links(request.campaigns.align),
            linking=request.campaigns.linking(campaign, metrics, listener),
            system_by=request.systems_by,
            threads=request.threads,
            sentinels=request.sentinels,
            tokenizer=(tokenizer_for(campaign.languages) if campaign.languages else None) or "13a",
            listener=listener,
        )
        scored.append(made)
        request.write.write(campaign, made, several=len(campaigns) > 1)
    report = evaluate(scored, request.settings, version=__version__, listener=listener)
    for sentence in _remarks(scored):
        listener.notice(sentence)
    return MetaResult(replace(report, warnings=listener.sentences), tuple(scored))


def _metrics(request: MetaRequest, campaign: Campaign) -> tuple[Sequence[Metric], list[str]]:
    """The metrics asked for, in the campaign's language, and what there is to say about them."""
    if request.metrics is None:
        return [], []
    choice = request.metrics
    if choice.language is None and campaign.languages:
        choice = replace(choice, language=campaign.languages)
    metrics, remarks = choice.chosen()
    if choice.language is not None:
        remarks += language_remarks(choice.language, metrics)
    return metrics, remarks


def _outer(request: MetaRequest, campaign: Campaign) -> Iterator[tuple[OuterScores, bool]]:
    """Scores from elsewhere, each with "lower is better"."""
    given, judgments = request.scores, campaign.judgments
    if isinstance(given, OuterLists):
        found = [_listed(name, values, campaign) for name, values in given.scores.items()]
    else:
        paths = [path.replace("{}", campaign.languages or campaign.name) for path in given.paths]
        reading = request.campaigns.reading
        found = read_score_files(paths, judgments.systems, judgments.segments, nan=reading.nan, base=reading.base)
    names = {scores.name for scores in found}
    unknown = set(request.lower) - names
    if unknown:
        known = ", ".join(sorted(names)) or "none"
        raise InputError(
            f"{either('--lower', 'lower')} names '{printable(min(unknown))}', but the scores are {printable(known)}."
        )
    for scores in found:
        yield scores, scores.name in request.lower


def _by_tools(request: MetaRequest, campaign: Campaign, listener: Listener) -> Iterator[tuple[OuterScores, bool]]:
    for tool in request.tools:
        made = tool.made(campaign.corpus(), listener)
        yield made.outer(), not made.higher_is_better


def _listed(name: str, values: Any, campaign: Campaign) -> OuterScores:
    try:
        table = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"scores by {printable(name)} are not numbers; give one for each system and segment."
        ) from None
    judgments = campaign.judgments
    shape = (len(judgments.systems), judgments.segments)
    if table.shape not in (shape, shape[:1]):
        raise InputError(f"scores by {printable(name)} have the shape {table.shape}, expected {shape} or {shape[:1]}.")
    if (np.abs(table) > LARGEST).any():
        raise InputError(f"scores by {printable(name)} hold an infinity, or what is beyond {LARGEST:g}; repair them.")
    whole = table.ndim == 1
    return OuterScores(name, judgments.systems, None if whole else table, table if whole else None, name)


def _refuse(request: MetaRequest, campaigns: Sequence[Campaign]) -> None:
    """What cannot be read or written is said before the hours of scoring, not after them."""
    count = len(campaigns)
    given = request.scores
    if isinstance(given, OuterLists):
        if given.scores and count > 1:
            raise InputError(f"scores belong to one campaign, and there are {count}; call meta for each.")
    elif count > 1 and any("{}" not in path for path in given.paths):
        raise InputError(
            f"{either('--scores', 'score_files')} with {count} campaigns needs {{}} in each name, where the language "
            "pair is put, as in "
            "scores/{}.comet.seg.score."
        )
    pairs = [campaign.languages or UNKNOWN_PAIR for campaign in campaigns]
    twice = next((pair for pair in pairs if pairs.count(pair) > 1), None)
    for option, folder in (
        (either("--write-scores", "write_scores"), request.write.scores),
        (either("--write-eval-set", "write_eval_set"), request.write.eval_set),
    ):
        if folder is not None and twice is not None:
            raise InputError(
                f"{option} has one place for {printable(twice)}, but several campaigns are of it, and the last would "
                "replace the others; write them one by one."
            )
    if isinstance(given, OuterFiles):
        _refuse_replacing(request.write, given.paths, pairs)
    if request.write.eval_set is not None:
        for campaign in campaigns:
            refuse_unwritable_set(campaign)


def _refuse_replacing(write: ScoreFolders, paths: Sequence[str], pairs: Sequence[str]) -> None:
    """Scores from elsewhere are written, too, under their own names: not over the files that they are read from."""
    folders = {folder.resolve() for pair in pairs for folder in write.folders(pair, several=len(pairs) > 1)}
    for path in score_files([path.replace("{}", pair) for path in paths for pair in pairs]) if folders else ():
        if Path(path).resolve().parent in folders:
            raise InputError(
                f"{printable(path)} is read here and lies where score files are written; write them to another folder."
            )


def _unwritten(request: MetaRequest, campaigns: Sequence[Campaign]) -> Iterator[str]:
    for campaign in campaigns if request.write.eval_set is not None else ():
        if campaign.judgments.pairs is not None:
            yield f"{campaign.name}: mt-metrics-eval has no file for comparisons; its directory is without them."


def _remarks(scored: Sequence[CampaignScores]) -> Iterator[str]:
    for campaign in scored:
        for metric in campaign.metrics:
            if metric.missing and metric.kind != "sentinel":
                yield f"{campaign.name}: {printable(metric.name)} has no score for {counted(metric.missing, 'output')}."
        if any(math.isnan(value) for value in campaign.human):
            yield f"{campaign.name}: a system has no human score."
