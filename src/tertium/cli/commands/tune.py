"""``tertium tune``: find numbers that agree with people, show what they are worth, write a card."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import Objective
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.options.output import output_from
from tertium.cli.output import Deliveries, write_result
from tertium.cli.parser import UsageError
from tertium.corpus.files.access import is_folder
from tertium.errors import printable
from tertium.render.renderers import show
from tertium.render.reports.tune import card
from tertium.results.tuning import TuneReport
from tertium.tasks import tune
from tertium.tasks.campaigns import CampaignPlaces
from tertium.tasks.tune import TuneRequest


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    request = _request(arguments, _state(arguments.state, output.file))
    with listening(output.quiet) as listener:
        report: TuneReport = interruptible(partial(tune.run, request, listener))
    with Deliveries() as results:
        if output.file is not None:
            results.deliver(partial(output.write, card(report, Path(output.file).name)))
        results.deliver(partial(write_result, show("tune", report, output.format, output.style), None))
    listener.say()
    return 0


def _request(arguments: argparse.Namespace, state: str | None) -> TuneRequest:
    data, metrics = _data_and_metrics(arguments)
    names = (name.strip() for name in (arguments.parameters or "").split(","))
    return TuneRequest(
        CampaignPlaces(
            data,
            arguments.judgments,
            arguments.language_pair,
            first_reference=arguments.first_reference,
            align=arguments.align,
            top=arguments.top,
        ),
        metrics,
        parameters=tuple(name for name in names if name),
        baseline=arguments.baseline,
        objective=Objective(
            arguments.objective or ("consistency" if arguments.level == "segment" else "pearson"), arguments.level
        ),
        search=SearchSettings(
            arguments.method, arguments.seed, arguments.restarts, arguments.strength, arguments.scale
        ),
        nonnegative=arguments.nonnegative,
        leave_out=arguments.leave_out,
        folds=arguments.folds,
        resamples=arguments.resamples,
        state=state,
        threads=arguments.threads,
    )


def _data_and_metrics(arguments: argparse.Namespace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Folders come first, then metrics: a word that is a folder is data as long as no metric was met."""
    words = list(arguments.given)
    data: list[str] = []
    while words and is_folder(words[0]):
        data.append(words.pop(0))
    metrics = (*words, *(arguments.metrics or ()))
    if not data:
        shown = f"'{printable(words[0])}' is not a folder" if words else "no data are given"
        raise UsageError(f"{shown}; 'tertium tune DATA METRIC' needs a folder of texts and judgments first.")
    if not metrics:
        raise UsageError("no metric is given; name one to tune its numbers, or several to weigh them in a sum.")
    return tuple(data), metrics


def _state(given: str | None, card: str | None) -> str | None:
    """Where what is done is kept: beside the card, unless a file was named."""
    if given is not None or card is None or card == "-" or card.startswith(("/dev/", "/proc/")):
        return given
    return f"{card}.state" if is_folder(Path(card).parent) else None
