"""Which files and columns hold what: from the arguments to the texts of a request."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from tertium.cli.options.foreign import SMOOTHINGS, explain_sources, explain_translations
from tertium.cli.options.names import system_names
from tertium.cli.parser import UsageError
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.files.access import STDIN
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.opening import AlignmentPlaces, GraphPlaces, Place, column
from tertium.tasks.texts import FileTexts, Learning

_COMPRESSED = (".gz", ".xz", ".zst", ".bz2")
_TABLES = (".parquet", ".jsonl", ".ndjson", ".tsv", ".csv")


def take_file_after_options(arguments: argparse.Namespace) -> None:
    """A table that stands last belongs to no option before it: ``--hyp-col mt d.parquet``."""
    if arguments.refs or arguments.references or arguments.input or arguments.translations:
        return
    for name in ("hyp_col", "ref_col", "metrics", "names"):
        values = getattr(arguments, name)
        if values and len(values) > 1 and _is_table(values[-1]):
            arguments.refs = [values.pop()]
            return


def _is_table(word: str) -> bool:
    stem = word
    for suffix in _COMPRESSED:
        stem = stem.removesuffix(suffix)
    return "://" in word or stem.endswith(_TABLES)


def texts_from(
    arguments: argparse.Namespace, *, systems: Sequence[str] | None = None, names: Sequence[str] | None = None
) -> FileTexts:
    """``systems`` and ``names`` stand for what follows -i and --names where a command has its own."""
    _explain_foreign(arguments)
    refs = _one_of(arguments.refs, arguments.references, "references before the options", "-r")
    if systems is None:
        systems = _one_of(arguments.input, arguments.translations, "-i", "-t")
    if not refs and systems and arguments.ref_col:
        refs = _shared_file(systems, "--ref-col")
    if not refs:
        raise UsageError(
            "no references to score against; they come first, as in 'tertium score REF -i SYSTEM' (the files after -i "
            "are systems)."
        )
    if not systems:
        systems = _shared_file(refs, "--hyp-col") if arguments.hyp_col else _standard_input()
    sources = arguments.sources
    if sources is None and arguments.src_col is not None:
        sources = _shared_file(systems, "--src-col")[0]
    defaults = Limits()
    return FileTexts(
        systems=_places(systems, arguments.hyp_col),
        references=_reference_places(refs, arguments),
        sources=None if sources is None else Place(sources, arguments.src_col and column(arguments.src_col)),
        names=system_names(names or arguments.names, systems, arguments.hyp_col),
        alignments=_alignments(arguments),
        parses=_parses(arguments),
        unl=_unl(arguments),
        empty_ref=arguments.empty_ref,
        missing=arguments.missing,
        table_format=getattr(arguments, "table_format", None),
        learning=_learning(arguments),
        limits=Limits(
            ratio=arguments.max_ratio or defaults.ratio, line_bytes=arguments.max_line_bytes or defaults.line_bytes
        ),
    )


def _alignments(arguments: argparse.Namespace) -> AlignmentPlaces:
    return AlignmentPlaces(
        hyp=_places(arguments.align_hyp or (), None),
        ref=_places(arguments.align_ref or (), None),
        direct=_places(arguments.align_direct or (), None),
        reading=Reading(
            arguments.align_format,
            arguments.align_base,
            arguments.align_empty,
            getattr(arguments, "align_hyp_format", None),
            getattr(arguments, "align_ref_format", None),
        ),
    )


def _learning(arguments: argparse.Namespace) -> Learning:
    """Not every command that reads texts makes links."""
    pairs = getattr(arguments, "train_on", None) or ()
    return Learning(
        getattr(arguments, "language_pair", None),
        tuple((Place(one), Place(other)) for one, other in pairs),
        getattr(arguments, "align_model", None),
    )


def _parses(arguments: argparse.Namespace) -> GraphPlaces:
    """Not every command that reads texts takes parses."""
    hyp, ref, form = (getattr(arguments, name, None) for name in ("parse_hyp", "parse_ref", "parse_format"))
    return GraphPlaces(_places(hyp or (), None), _places(ref or (), None), form)


def _unl(arguments: argparse.Namespace) -> GraphPlaces:
    hyp, ref = (getattr(arguments, name, None) for name in ("unl_hyp", "unl_ref"))
    return GraphPlaces(_places(hyp or (), None), _places(ref or (), None))


def _one_of(first: Sequence[str] | None, second: Sequence[str] | None, first_name: str, second_name: str) -> list[str]:
    if first and second:
        raise UsageError(f"files are given both with {first_name} and with {second_name}; use one of the two.")
    return list(first or second or ())


def _explain_foreign(arguments: argparse.Namespace) -> None:
    """-t and -s mean other things in sacreBLEU: a bare word that is no file was meant for that."""
    for name in arguments.translations or ():
        if name != STDIN and "/" not in name and "." not in name and not os.path.exists(name):  # noqa: PTH110 - pathlib takes 5 ms to import
            raise UsageError(explain_translations(name))
    if arguments.sources in SMOOTHINGS and not os.path.exists(arguments.sources):  # noqa: PTH110
        raise UsageError(explain_sources(arguments.sources))


def _shared_file(files: Sequence[str], flag: str) -> list[str]:
    if len(files) != 1:
        raise UsageError(f"{flag} without a file of its own needs exactly one file to look in, got {len(files)}.")
    return list(files)


def _standard_input() -> list[str]:
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no system to score; give files after -i, or pipe one in.")
    return [STDIN]


def _places(files: Sequence[str], columns: Sequence[str] | None) -> tuple[Place, ...]:
    if columns is None:
        return tuple(Place(file) for file in files)
    return tuple(Place(file, column(name)) for file in files for name in columns)


def _reference_places(files: Sequence[str], arguments: argparse.Namespace) -> tuple[Place, ...]:
    number = arguments.num_refs
    if number is None or (number == 1 and arguments.ref_col is None):
        return _places(files, arguments.ref_col)
    if arguments.ref_col is not None or len(files) > 1:
        raise UsageError(
            "--num-refs says that one file holds several references; give one file and no --ref-col with it."
        )
    return tuple(Place(files[0], place, number) for place in range(1, number + 1))
