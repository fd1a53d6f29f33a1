"""``tertium align``: train or load a statistical aligner, write Pharaoh files."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.options.names import system_names
from tertium.cli.options.output import output_from
from tertium.cli.output import write_stdout
from tertium.cli.parser import UsageError
from tertium.corpus.files.access import STDIN, write_atomically
from tertium.corpus.formats.opening import Place
from tertium.errors import FileError, printable
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
        _refuse_no_folder(output.file)
    with listening(output.quiet) as listener:
        report: AlignReport = interruptible(partial(align.run, request, listener))
    if output.file is None:
        _print(report.targets[0])
    else:
        folder = _folder(output.file)
        for target in report.targets:
            write_atomically(folder / f"{target.name}.align", partial(_write, target))
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
    given = [source, *targets, *(file for pair in arguments.train_on or () for file in pair)]
    if given.count(STDIN) > 1:
        raise UsageError("standard input is given twice; save one of the two to a file.")


def _model(arguments: argparse.Namespace) -> Training | SavedModel:
    if arguments.load_model is not None:
        return SavedModel(arguments.load_model, arguments.heuristic)
    given = {name: getattr(arguments, name) for name in ("model", "heuristic", "iterations", "case")}
    settings = AlignerSettings(**{name: value for name, value in given.items() if value is not None})
    more = tuple((Place(source), Place(target)) for source, target in arguments.train_on or ())
    return Training(settings, more, arguments.save_model)


def _refuse_no_folder(given: str) -> None:
    """Say before the training what making the folder would say after it; it is made once there is something in it."""
    folder = Path(given)
    if os.path.lexists(folder) and not folder.is_dir():
        raise _no_folder(folder, os.strerror(errno.EEXIST))
    if not folder.parent.is_dir():
        raise _no_folder(folder, os.strerror(errno.ENOENT))


def _folder(given: str) -> Path:
    folder = Path(given)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as problem:
        raise _no_folder(folder, problem.strerror or str(problem)) from None
    return folder


def _no_folder(folder: Path, reason: str) -> FileError:
    return FileError(f"{printable(os.fspath(folder))} cannot be made a folder: {reason[:1].lower()}{reason[1:]}.")


def _print(target: TargetLinks) -> None:
    lines = pharaoh(target)
    while part := "".join(islice(lines, _LINES)):
        write_stdout(part)


def _write(target: TargetLinks, file: BinaryIO) -> None:
    for line in pharaoh(target):
        file.write(line.encode("ascii"))
