"""``tertium tune``: read campaigns, find numbers, validate them, write a card."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from tertium import __version__
from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.folds import default_unit
from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import COUNTED, Objective
from tertium.analysis.tuning.targets import Alpha, Numbers, Target, Weights
from tertium.analysis.tuning.validation import Journal, Tuned, TuneSettings, journal_key, tune
from tertium.cli.commands.tune_data import Given, data_and_specs, opened
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import refuse_missing_links
from tertium.cli.output import refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.engine.local import usable_cores
from tertium.metrics.base import Metric
from tertium.metrics.card import Card, write_card
from tertium.metrics.combination import Combination, Preset
from tertium.metrics.presets.lrscore import LRscore
from tertium.metrics.spec import parse
from tertium.progress import Listener
from tertium.render.reports.tune import as_object, as_text, card_table
from tertium.render.tables.as_json import dumps


def run(arguments: argparse.Namespace) -> int:
    data, specs = data_and_specs(arguments)
    objective = Objective(
        arguments.objective or ("consistency" if arguments.level == "segment" else "pearson"), arguments.level
    )
    settings = SearchSettings(arguments.method, arguments.seed, arguments.restarts, arguments.strength)
    _settled(arguments, [parse(spec) for spec in specs], objective, settings)  # mistakes are said before any reading
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    with listening(arguments.quiet) as listener:
        work = partial(_work, arguments, data, specs, objective, settings, listener)
        tuned, plan, materials, found = interruptible(work)
    if not arguments.quiet:
        warn(found.warnings)
    given = " ".join(specs)
    if arguments.output is not None:
        table = card_table(tuned, plan, materials, given, __version__, found.languages)
        comment = f"A metric card of tertium: score with it as -m card:{Path(arguments.output).name}"
        write_result(write_card(table, comment), arguments.output)
    if arguments.format == "json":
        write_result(
            dumps(as_object(tuned, plan, materials, given, __version__, found.languages), indent=2) + "\n", None
        )
    else:
        told = f"{found.languages} ({found.source})" if found.languages else ""
        write_result(as_text(tuned, plan, materials, given, told), None)
    return 0


def _settled(
    arguments: argparse.Namespace, metrics: Sequence[Metric], objective: Objective, settings: SearchSettings
) -> tuple[Target, Metric | None]:
    problem, implied = _problem(metrics, arguments)
    if arguments.nonnegative and not isinstance(problem, Weights):
        raise UsageError("--nonnegative is about the weights of a sum; a metric's own numbers keep their ranges.")
    settings.of(problem, objective)
    refuse_missing_links(metrics, arguments.align)
    return problem, implied


def _problem(metrics: Sequence[Metric], arguments: argparse.Namespace) -> tuple[Target, Metric | None]:
    """What is tuned, and what untuned means if the problem itself does not say."""
    names = tuple(name.strip() for name in (arguments.parameters or "").split(",") if name.strip())
    metric = metrics[0].inner if isinstance(metrics[0], Card) else metrics[0]
    summed = len(metrics) > 1 or (isinstance(metric, Preset) and not isinstance(metric, LRscore))
    if (summed or isinstance(metric, LRscore)) and names not in ((), ("alpha",)):
        raise UsageError("--parameters is about one plain metric; of a sum, every weight is tuned.")
    if len(metrics) > 1:
        several = [m for m in metrics if isinstance(m, Combination | Card)]
        if several:
            raise UsageError(f"'{several[0]}' is a sum itself; list its terms instead.")
        return Weights([_plain(m) for m in metrics], nonnegative=arguments.nonnegative), None
    if isinstance(metric, LRscore):
        return Alpha(metric), None
    if summed:
        return Weights([leaf for _, leaf in metric.leaves()], nonnegative=arguments.nonnegative), metric
    return Numbers(metric, names), None


def _plain(metric: Metric) -> Metric:
    if len(metric.leaves()) > 1:
        raise UsageError(f"'{metric}' is a sum itself; tune it alone, or list its terms.")
    return metric


def _work(
    arguments: argparse.Namespace,
    data: Sequence[str],
    specs: Sequence[str],
    objective: Objective,
    settings: SearchSettings,
    listener: Listener,
) -> tuple[Tuned, TuneSettings, list[CampaignData], Given]:
    given = opened(arguments, data, specs)
    problem, implied = _settled(arguments, given.metrics, objective, settings)
    baseline = given.baseline or implied
    threads = arguments.threads or usable_cores()
    materials = [
        prepare(
            campaign,
            alignments=None if arguments.align is None else campaign.links(arguments.align),
            threads=threads,
            judged_only=objective.name in COUNTED,
            listener=listener,
        )
        for campaign in given.campaigns
    ]
    unit = arguments.leave_out or default_unit(materials)
    plan = TuneSettings(objective, settings, unit, arguments.folds, arguments.resamples)
    state = arguments.state
    if state is None and arguments.output is not None and Path(arguments.output).parent.is_dir():
        state = f"{arguments.output}.state" if arguments.output not in ("-", "/dev/stdout") else None
    signatures = [metric.signature for metric in given.metrics]
    words = "\n".join([*signatures, str(baseline), repr(arguments.nonnegative), __version__])
    journal = Journal(state, journal_key(problem, plan, materials, words))
    tuned = tune(
        problem,
        materials,
        plan,
        baseline=baseline,
        journal=journal,
        validate=unit != "nothing",
        listener=listener,
    )
    journal.done()
    if journal.resumed:
        steps = "1 step was" if journal.resumed == 1 else f"{journal.resumed} steps were"
        remark = f"{steps} done already, by an earlier run that was interrupted."
        given = replace(given, warnings=(*given.warnings, remark))
    return tuned, plan, materials, given
