"""``tertium meta``: how far each metric can be trusted on this data."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from warnings import catch_warnings, simplefilter

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.evaluation import MetaSettings
from tertium.analysis.meta.metric_tests import Permutations
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import note
from tertium.cli.options.metric_options import checked_choice
from tertium.cli.options.names import system_names
from tertium.cli.options.output import output_from
from tertium.cli.output import Deliveries
from tertium.cli.parser import UsageError
from tertium.corpus.campaigns.eval_sets import is_eval_set
from tertium.corpus.campaigns.judgment_tables import JudgmentReading
from tertium.corpus.files.access import is_folder, is_there
from tertium.errors import in_shell, printable
from tertium.render.renderers import show
from tertium.results.wording import worded
from tertium.tasks import meta
from tertium.tasks.campaigns import CampaignPlaces, TableTexts
from tertium.tasks.meta import MetaRequest, MetaResult, OuterFiles
from tertium.tasks.outer_scores import ToolScores
from tertium.tasks.score_folders import ScoreFolders


def run(arguments: argparse.Namespace) -> int:
    if not arguments.data:
        raise UsageError("no data; give a campaign folder or a table of judgments, as in 'tertium meta wmt13/de-en'.")
    output = output_from(arguments)
    for data in arguments.data:
        _refuse_contradictions(arguments, data)
    request, warnings = _request(arguments)
    with listening(output.quiet) as listener:
        for sentence in warnings:
            listener.notice(sentence)
        result: MetaResult = interruptible(partial(meta.run, request, listener))
    report = worded(replace(result.report, warnings=(*warnings, *result.report.warnings)), in_shell)
    text = show("meta", report, output.format, output.style)
    with Deliveries() as results:
        if arguments.plots is not None:
            draw = partial(_plots, result, arguments.plots, arguments.plot_format, quiet=output.quiet)
            results.deliver(draw)
        results.deliver(partial(output.write, text))
    listener.say()
    return 0


def _request(arguments: argparse.Namespace) -> tuple[MetaRequest, list[str]]:
    """What is asked for, and warnings about options that change nothing."""
    files: list[str] = arguments.input or []
    wants_metrics = arguments.metrics is not None or (arguments.scores is None and arguments.tools is None)
    choice, warnings = checked_choice(arguments) if wants_metrics else (None, [])
    request = MetaRequest(
        CampaignPlaces(
            tuple(arguments.data),
            arguments.judgments,
            arguments.language_pair,
            TableTexts(
                tuple(files),
                system_names(arguments.names, files) if files else (),
                tuple(arguments.references or ()),
                arguments.sources,
            ),
            JudgmentReading(
                arguments.judgment_column,
                arguments.better,
                arguments.segments_from,
                arguments.duplicates,
                arguments.nan,
                arguments.unknown,
            ),
            arguments.first_reference,
            arguments.align,
            arguments.top,
        ),
        choice,
        labels=tuple(arguments.metrics or ()),
        scores=OuterFiles(tuple(arguments.scores or ())),
        tools=tuple(ToolScores(tool, not arguments.no_cache) for tool in arguments.tools or ()),
        lower=tuple(arguments.lower or ()),
        settings=MetaSettings(
            arguments.level,
            arguments.by,
            arguments.by_segment,
            arguments.group,
            arguments.absolute,
            Bootstrap(arguments.resamples, arguments.seed),
            Permutations(arguments.permutations, arguments.seed),
        ),
        systems_by=arguments.systems_by,
        sentinels=not arguments.no_sentinels,
        write=ScoreFolders(arguments.write_scores, arguments.write_eval_set),
        threads=arguments.threads,
    )
    return request, warnings


def _refuse_contradictions(arguments: argparse.Namespace, data: str) -> None:
    """Options that do not go with this kind of data, by the names they have here."""
    path = Path(data)
    if is_folder(path):
        for option, given in (
            ("-i", arguments.input),
            ("-r", arguments.references),
            ("-s", arguments.sources),
            ("--names", arguments.names),
        ):
            if given is not None:
                raise UsageError(
                    f"{option} goes with a table of judgments; {printable(data)} is a folder with its own texts."
                )
        if arguments.judgment_column is not None and is_eval_set(path):
            raise UsageError(
                f"--judgment-column is for tables; {printable(data)} is an mt-metrics-eval directory, whose "
                "human scores --judgments chooses."
            )
    elif is_there(path) and not arguments.input and (arguments.metrics is not None or arguments.tools is not None):
        raise UsageError("metrics need texts: give the references with -r and the systems with -i, or --scores.")


def _plots(result: MetaResult, folder: str, form: str, *, quiet: bool) -> None:
    from tertium.render.pictures.meta_plots import draw

    with catch_warnings(record=True) as warned:
        simplefilter("always")
        made = draw(result.campaigns, result.report, Path(folder), form)
    if not quiet:
        note(f"{len(made)} pictures in {printable(folder)}.")
        if form != "svg" and any("missing from font" in str(one.message) for one in warned):
            note("matplotlib has no font for some of the names and draws boxes; --plot-format svg keeps them as text.")
