"""Find a metric's numbers, or the weights of a sum, that agree best with people, and say whether the gain holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from tertium import __version__
from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.folds import default_unit
from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import COUNTED, Objective
from tertium.analysis.tuning.targets import Alpha, Numbers, Target, Weights
from tertium.analysis.tuning.validation import Journal, Tuned, TuneSettings, journal_key, tune
from tertium.engine.local import threads_of
from tertium.errors import InputError, SpecError, either
from tertium.metrics.base import Metric
from tertium.metrics.card import Card
from tertium.metrics.combination import Combination, Preset
from tertium.metrics.presets.lrscore import LRscore
from tertium.metrics.spec import parse
from tertium.progress import SILENT, Heard, Listener
from tertium.results.tuning import TunedCampaign, TunedNumber, TuneReport
from tertium.tasks.campaigns import CampaignPlaces
from tertium.tasks.tune_data import TuneData, opened

LeaveOut = Literal["pairs", "systems", "segments", "nothing"]


@dataclass(frozen=True)
class TuneRequest:
    """What ``tertium tune`` and ``tertium.tune`` ask for.

    One metric has its ``parameters`` tuned (by default its tunable ones), several their weights in a sum. Metrics that
    are given by name are those of the campaigns' language. ``state`` is a file that keeps what is done, so that an
    interrupted run goes on where it was.
    """

    campaigns: CampaignPlaces
    metrics: tuple[str | Metric, ...]
    parameters: tuple[str, ...] = ()
    baseline: str | Metric | None = None
    objective: Objective = field(default_factory=Objective)
    search: SearchSettings = field(default_factory=SearchSettings)
    nonnegative: bool = False
    leave_out: LeaveOut | None = None
    folds: int = 5
    resamples: int = 1000
    state: str | None = None
    threads: int | None = None


def run(request: TuneRequest, listener: Listener = SILENT) -> TuneReport:
    """Read the campaigns, find the numbers, validate them."""
    heard = Heard(listener)
    _settled(request, [_parsed(metric) for metric in request.metrics])  # mistakes are said before any reading
    data = opened(request.campaigns, request.metrics, request.baseline)
    for sentence in data.remarks:
        heard.notice(sentence)
    target, implied = _settled(request, data.metrics)
    baseline = data.baseline or implied
    scored = [*data.metrics, *([] if baseline is None else [baseline])]
    linkings = [request.campaigns.linking(campaign, scored, heard) for campaign in data.campaigns]
    campaigns = [
        prepare(
            campaign,
            alignments=None if request.campaigns.align is None else campaign.links(request.campaigns.align),
            linking=linking,
            threads=threads_of(request.threads),
            judged_only=request.objective.name in COUNTED,
            listener=heard,
        )
        for campaign, linking in zip(data.campaigns, linkings, strict=True)
    ]
    unit = request.leave_out or default_unit(campaigns)
    settings = TuneSettings(request.objective, request.search, unit, request.folds, request.resamples)
    signatures = [metric.signature for metric in data.metrics]
    links = [links.about for campaign in campaigns for links in campaign.chunks[0].links.values()]
    words = "\n".join([*signatures, str(baseline), repr(request.nonnegative), __version__, *links])
    journal = Journal(request.state, journal_key(target, settings, campaigns, words))
    tuned = tune(
        target,
        campaigns,
        settings,
        baseline=baseline,
        journal=journal,
        validate=unit != "nothing",
        listener=heard,
    )
    journal.done()
    if journal.resumed:  # about this run, not about its result
        steps = "1 step was" if journal.resumed == 1 else f"{journal.resumed} steps were"
        listener.notice(f"{steps} done already, by an earlier run that was interrupted.")
    return replace(_report(request, tuned, campaigns, data), warnings=heard.sentences)


def _parsed(metric: str | Metric) -> Metric:
    return metric if isinstance(metric, Metric) else parse(metric)


def _settled(request: TuneRequest, metrics: Sequence[Metric]) -> tuple[Target, Metric | None]:
    """What is tuned, and what untuned means if the target itself does not say; an error if that cannot be."""
    target, implied = _target(request, metrics)
    if request.nonnegative and not isinstance(target, Weights):
        raise SpecError(
            f"{either('--nonnegative', 'nonnegative')} is about the weights of a sum; a metric's own numbers keep "
            "their ranges."
        )
    request.search.of(target, request.objective)
    return target, implied


def _target(request: TuneRequest, metrics: Sequence[Metric]) -> tuple[Target, Metric | None]:
    if not metrics:
        raise InputError("no metric is given; name one to tune its numbers, or several to weigh them in a sum.")
    names = request.parameters
    metric = metrics[0].inner if isinstance(metrics[0], Card) else metrics[0]
    summed = len(metrics) > 1 or (isinstance(metric, Preset) and not isinstance(metric, LRscore))
    if (summed or isinstance(metric, LRscore)) and names not in ((), ("alpha",)):
        raise SpecError(
            f"{either('--parameters', 'parameters')} is about one plain metric; of a sum, every weight is tuned."
        )
    if len(metrics) > 1:
        several = [m for m in metrics if isinstance(m, Combination | Card)]
        if several:
            raise SpecError(f"'{several[0]}' is a sum itself; list its terms instead.")
        return Weights([_plain(m) for m in metrics], nonnegative=request.nonnegative), None
    if isinstance(metric, LRscore):
        return Alpha(metric), None
    if summed:
        return Weights([leaf for _, leaf in metric.leaves()], nonnegative=request.nonnegative), metric
    return Numbers(metric, names), None


def _plain(metric: Metric) -> Metric:
    if len(metric.leaves()) > 1:
        raise SpecError(f"'{metric}' is a sum itself; tune it alone, or list its terms.")
    return metric


def _report(request: TuneRequest, tuned: Tuned, campaigns: Sequence[CampaignData], data: TuneData) -> TuneReport:
    return TuneReport(
        version=__version__,
        given=" ".join(map(str, request.metrics)),
        languages=data.languages,
        languages_by=data.languages_by,
        metric=str(tuned.metric),
        signature=tuned.metric.signature,
        objective=request.objective.name,
        level=request.objective.level,
        method=tuned.method,
        strength=tuned.strength,
        seed=request.search.seed,
        restarts=request.search.restarts,
        numbers=tuple(
            TunedNumber(name, number, *tuned.spread(place), tuned.against[place])
            for place, (name, number) in enumerate(zip(tuned.names, tuned.numbers, strict=True))
        ),
        campaigns=tuple(
            TunedCampaign(
                campaign.name,
                campaign.digest,
                len(campaign.systems),
                campaign.segments,
                campaign.pairs.judgments,
                0 if campaign.scores is None else int(np.isfinite(campaign.scores).sum()),
                campaign.systems_by,
                value,
                untuned,
            )
            for campaign, (_, value, untuned) in zip(campaigns, tuned.campaigns, strict=True)
        ),
        baseline=tuned.baseline,
        untuned=tuned.untuned_training,
        tuned=tuned.training,
        validation=tuned.validation,
    )
