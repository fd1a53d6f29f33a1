"""``tertium align``: train or load a statistical aligner, write Pharaoh files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import BinaryIO

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.options.names import system_names
from tertium.cli.options.output import output_from
from tertium.cli.output import Deliveries, write_pieces
from tertium.cli.parser import UsageError
from tertium.corpus.files.access import STDIN, make_folder
from tertium.corpus.files.outputs import write_or_rescue
from tertium.corpus.files.overwriting import refuse_overwriting
from tertium.corpus.formats.opening import Place
from tertium.errors import printable
from tertium.render.reports.links import pharaoh
from tertium.results.links import AlignReport, TargetLinks
from tertium.tasks import align
from tertium.tasks.align import AlignRequest, SavedModel, Training
from tertium.views.order.word_aligner import AlignerSettings, check_library

_LINES = 4096  # written at once


def run(arguments: argparse.Namespace) -> int:
    check_library()
    if len(arguments.texts) < 2:
        raise UsageError("give a source and at least one translation of it, as in 'tertium align SRC TGT'.")
    source, *targets = arguments.texts
    output = output_from(arguments)
    _refuse_contradictions(arguments, source, targets)
    request = AlignRequest(
        Place(source),
        tuple(map(Place, targets)),
        tuple(name.replace("/", "_") for name in system_names(None, targets)),
        _model(arguments),
    )
    if output.file is not None:
        refuse_overwriting(_files(output.file, request.names), [source, *targets, *_trained_on(arguments)])
    with listening(output.quiet) as listener:
        report: AlignReport = interruptible(partial(align.run, request, listener))
    with Deliveries() as results:
        if report.problem:
            results.failed(report.problem)
        if output.file is None:
            results.deliver(partial(write_pieces, partial(_write, report.targets[0]), None))
        else:
            results.deliver(partial(make_folder, output.file))
            for file, target in zip(_files(output.file, request.names), report.targets, strict=True):
                results.deliver(partial(write_or_rescue, file, partial(_write, target)))
    listener.say()
    return 0


def _refuse_contradictions(arguments: argparse.Namespace, source: str, targets: Sequence[str]) -> None:
    if arguments.load_model is not None:
        for flag in ("model", "iterations", "case", "save_model", "train_on"):
            if getattr(arguments, flag) is not None:
                raise UsageError(f"--{flag.replace('_', '-')} is about training, and --load-model trains nothing.")
    if arguments.output is None and len(targets) > 1:
        raise UsageError(f"{len(targets)} targets make as many files; name a folder for them with -o.")
    twice = next((target for target in targets if targets.count(target) > 1), None)
    if twice is not None:
        raise UsageError(f"the target {printable(twice)} is given twice; leave one out.")
    given = [source, *targets, *_trained_on(arguments)]
    if given.count(STDIN) > 1:
        raise UsageError("standard input is given twice; save one of the two to a file.")


def _model(arguments: argparse.Namespace) -> Training | SavedModel:
    if arguments.load_model is not None:
        return SavedModel(arguments.load_model, arguments.heuristic)
    given = {name: getattr(arguments, name) for name in ("model", "heuristic", "iterations", "case")}
    settings = AlignerSettings(**{name: value for name, value in given.items() if value is not None})
    more = tuple((Place(source), Place(target)) for source, target in arguments.train_on or ())
    return Training(settings, more, arguments.save_model)


def _files(folder: str, names: Sequence[str]) -> list[str]:
    return [os.path.join(folder, f"{name}.align") for name in names]  # noqa: PTH118


def _trained_on(arguments: argparse.Namespace) -> list[str]:
    return [file for pair in arguments.train_on or () for file in pair]


def _write(target: TargetLinks, file: BinaryIO) -> None:
    lines = pharaoh(target)
    while part := "".join(islice(lines, _LINES)):
        file.write(part.encode("ascii"))
