"""``tertium align``: train or load a statistical aligner, write Pharaoh files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.names import system_names
from tertium.cli.output import write_stdout
from tertium.cli.parser import UsageError
from tertium.corpus.files.access import STDIN, write_atomically
from tertium.corpus.formats.columns import Stream
from tertium.corpus.formats.opening import Desk, Place
from tertium.corpus.texts.parallel import sentence_pairs
from tertium.errors import FileError, counted, printable
from tertium.progress import Listener
from tertium.views.order.word_aligner import AlignerSettings, WordAligner, check_library, refuse_existing

_BATCH = 256  # sentences between two signs of progress


def run(arguments: argparse.Namespace) -> int:
    check_library()
    if len(arguments.texts) < 2:
        raise UsageError("give a source and at least one translation of it, as in 'tertium align SRC TGT'.")
    arguments.source, *arguments.targets = arguments.texts
    _refuse_contradictions(arguments)
    names = [name.replace("/", "_") for name in system_names(None, arguments.targets)]
    # Read once to learn and once to align: what comes through a pipe is kept.
    desk = Desk(reread=True)
    source = desk.stream(Place(arguments.source))
    targets = [desk.stream(Place(target)) for target in arguments.targets]
    more = [(desk.stream(Place(src)), desk.stream(Place(tgt))) for src, tgt in arguments.train_on or ()]
    with listening(arguments.quiet) as listener:
        too_long = interruptible(partial(_align, arguments, source, targets, more, names, listener))
    if not arguments.quiet:
        warn(too_long)
    return 0


def _refuse_contradictions(arguments: argparse.Namespace) -> None:
    if arguments.load_model is not None:
        for flag in ("model", "iterations", "case", "save_model", "train_on"):
            if getattr(arguments, flag) is not None:
                raise UsageError(f"--{flag.replace('_', '-')} is about training, and --load-model trains nothing.")
    if arguments.save_model is not None:
        refuse_existing(arguments.save_model)
    if arguments.output is None and len(arguments.targets) > 1:
        raise UsageError(f"{len(arguments.targets)} targets make as many files; name a folder for them with -o.")
    twice = next((target for target in arguments.targets if arguments.targets.count(target) > 1), None)
    if twice is not None:
        raise UsageError(f"the target {printable(twice)} is given twice; leave one out.")
    given = [arguments.source, *arguments.targets, *(file for pair in arguments.train_on or () for file in pair)]
    if given.count(STDIN) > 1:
        raise UsageError("standard input is given twice; save one of the two to a file.")


def _align(
    arguments: argparse.Namespace,
    source: Stream,
    targets: Sequence[Stream],
    more: Sequence[tuple[Stream, Stream]],
    names: Sequence[str],
    listener: Listener,
) -> list[str]:
    if arguments.load_model is not None:
        aligner = WordAligner.load(arguments.load_model, arguments.heuristic)
    else:
        given = {name: getattr(arguments, name) for name in ("model", "heuristic", "iterations", "case")}
        settings = AlignerSettings(**{name: value for name, value in given.items() if value is not None})
        together = [(source, target) for target in targets]
        aligner = WordAligner.train(_all_pairs([*together, *more], settings.case), settings, listener)
    remarks = []
    folder = None if arguments.output is None else _folder(arguments.output)
    for target, name in zip(targets, names, strict=True):
        lines = _Lines(aligner, source, target, listener)
        if folder is None:
            for line in lines:
                write_stdout(line)
        else:
            write_atomically(folder / f"{name}.align", lines.write)
        if lines.too_long:
            count = f"{counted(lines.too_long, 'pair')} of lines"
            remarks.append(
                f"{target.name}: {count} longer than {aligner.longest} words got no links, the first is line "
                f"{lines.first_too_long}; --model fast-align takes up to 1024."
            )
    if arguments.save_model is not None:
        aligner.save(arguments.save_model)
    return remarks


def _all_pairs(streams: Sequence[tuple[Stream, Stream]], case: str) -> Iterator[tuple[list[str], list[str]]]:
    for source, target in streams:
        yield from sentence_pairs(source, target, lowercase=case == "lower")


def _folder(given: str) -> Path:
    folder = Path(given)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise FileError(
            f"{printable(os.fspath(folder))} cannot be made a folder: {reason[:1].lower()}{reason[1:]}."
        ) from None
    return folder


class _Lines:
    """Pharaoh lines of one target, made a batch at a time."""

    def __init__(self, aligner: WordAligner, source: Stream, target: Stream, listener: Listener) -> None:
        self._aligner, self._source, self._target, self._listener = aligner, source, target, listener
        self.too_long = self.first_too_long = 0

    def __iter__(self) -> Iterator[str]:
        lowercase = self._aligner.settings.case == "lower"
        batch: list[tuple[list[str], list[str]]] = []
        done = 0
        for pair in sentence_pairs(self._source, self._target, lowercase=lowercase):
            batch.append(pair)
            if len(batch) == _BATCH:
                yield self._made(batch, done)
                done += len(batch)
                batch = []
        if batch:
            yield self._made(batch, done)

    def _made(self, batch: list[tuple[list[str], list[str]]], done: int) -> str:
        for place, pair in enumerate(batch, done + 1):
            if max(map(len, pair)) > self._aligner.longest and all(pair):
                self.too_long += 1
                self.first_too_long = self.first_too_long or place
        links = self._aligner.align([source for source, _ in batch], [target for _, target in batch])
        self._listener.progress(f"aligning {self._target.name}", done + len(batch), 0)
        return "".join(" ".join(f"{i}-{j}" for i, j in line) + "\n" for line in links)

    def write(self, file: BinaryIO) -> None:
        for part in self:
            file.write(part.encode("ascii"))
