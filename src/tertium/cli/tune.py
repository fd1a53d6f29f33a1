"""``tertium tune``: read campaigns, find numbers, validate them, write a card."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path

from tertium import __version__
from tertium.analysis.tuning.folds import default_unit
from tertium.analysis.tuning.material import Material, Progress, prepare
from tertium.analysis.tuning.methods import Settings
from tertium.analysis.tuning.objectives import COUNTED, Objective
from tertium.analysis.tuning.problems import Alpha, Numbers, Problem, Weights
from tertium.analysis.tuning.validation import Journal, Plan, Tuned, journal_key, tune
from tertium.cli.interruptible import interruptible
from tertium.cli.messages import warn
from tertium.cli.output import refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.cli.progress import steps_bar
from tertium.corpus.campaigns import campaign_folders, open_campaign
from tertium.engine.local import usable_cores
from tertium.errors import FileError, printable
from tertium.metrics.base import Metric
from tertium.metrics.card import Card, write_card
from tertium.metrics.combination import Combination, Preset
from tertium.metrics.lrscore import LRscore
from tertium.metrics.spec import parse
from tertium.render.as_json import dumps
from tertium.render.tune import as_object, as_text, card_table


def run(arguments: argparse.Namespace) -> int:
    folders, specs = _data_and_metrics(arguments)
    metrics = [parse(spec) for spec in specs]
    baseline = None if arguments.baseline is None else parse(arguments.baseline)
    objective = Objective(
        arguments.objective or ("consistency" if arguments.level == "segment" else "pearson"), arguments.level
    )
    settings = Settings(arguments.method, arguments.seed, arguments.restarts, arguments.strength)
    problem, implied = _problem(metrics, arguments)
    settings.of(problem, objective)
    _refuse_missing_links(metrics, arguments)
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    with steps_bar(arguments.quiet) as progress:
        work = partial(_work, arguments, folders, specs, problem, baseline or implied, objective, settings, progress)
        tuned, plan, materials, resumed = interruptible(work)
    if resumed and not arguments.quiet:
        warn([f"{resumed} steps were done already, by an earlier run that was interrupted."])
    given = " ".join(specs)
    if arguments.output is not None:
        table = card_table(tuned, plan, materials, given, __version__)
        comment = f"A metric card of tertium: score with it as -m card:{Path(arguments.output).name}"
        write_result(write_card(table, comment), arguments.output)
    if arguments.format == "json":
        write_result(dumps(as_object(tuned, plan, materials, given, __version__), indent=2) + "\n", None)
    else:
        write_result(as_text(tuned, plan, materials, given), None)
    return 0


def _data_and_metrics(arguments: argparse.Namespace) -> tuple[list[Path], list[str]]:
    """Folders come first, then metrics: a word that is a folder is data as long as no metric was met."""
    words = list(arguments.given)
    data: list[str] = []
    while words and Path(words[0]).is_dir():
        data.append(words.pop(0))
    specs = [*words, *(arguments.metrics or ())]
    if not data:
        shown = f"'{printable(words[0])}' is no folder" if words else "no data are given"
        raise UsageError(f"{shown}; 'tertium tune DATA METRIC' needs a folder of texts and judgments first.")
    if not specs:
        raise UsageError("no metric is given; name one to tune its numbers, or several to weigh them in a sum.")
    folders: list[Path] = []
    for name in data:
        found = campaign_folders(name)
        if not found:
            raise FileError(f"{printable(name)} holds no campaign: expected systems/ in it, or in the folders inside.")
        folders += found
    return folders, specs


def _problem(metrics: list[Metric], arguments: argparse.Namespace) -> tuple[Problem, Metric | None]:
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


def _refuse_missing_links(metrics: list[Metric], arguments: argparse.Namespace) -> None:
    for metric in metrics:
        if arguments.align is None and any(getattr(leaf, "align", "") == "source" for _, leaf in metric.leaves()):
            raise UsageError(
                f"{metric.name} with align=source needs the word alignments src-hyp and src-ref; name their folder "
                f"with --align, or use {metric.name}:align=direct."
            )


def _plain(metric: Metric) -> Metric:
    if len(metric.leaves()) > 1:
        raise UsageError(f"'{metric}' is a sum itself; tune it alone, or list its terms.")
    return metric


def _work(
    arguments: argparse.Namespace,
    folders: list[Path],
    specs: list[str],
    problem: Problem,
    baseline: Metric | None,
    objective: Objective,
    settings: Settings,
    progress: Progress | None,
) -> tuple[Tuned, Plan, list[Material], int]:
    threads = arguments.threads or usable_cores()
    materials = []
    for folder in folders:
        campaign = open_campaign(folder, arguments.judgments)
        references = campaign.references[:1] if arguments.first_reference else campaign.references
        campaign = replace(campaign, references=references)
        links = None if arguments.align is None else campaign.links(arguments.align)
        materials.append(
            prepare(
                campaign,
                references=references,
                alignments=links,
                threads=threads,
                judged_only=objective.name in COUNTED,
                progress=progress,
            )
        )
    unit = arguments.leave_out or default_unit(materials)
    plan = Plan(objective, settings, unit, arguments.folds, arguments.resamples)
    state = arguments.state
    if state is None and arguments.output is not None and Path(arguments.output).parent.is_dir():
        state = f"{arguments.output}.state" if arguments.output not in ("-", "/dev/stdout") else None
    given = "\n".join([*specs, str(baseline), repr(arguments.nonnegative), __version__])
    journal = Journal(state, journal_key(problem, plan, materials, given))
    tuned = tune(
        problem,
        materials,
        plan,
        baseline=baseline,
        journal=journal,
        validate=unit != "nothing",
        progress=progress,
    )
    journal.done()
    return tuned, plan, materials, journal.resumed
