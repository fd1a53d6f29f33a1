"""Scoring that goes on where an earlier run was killed: what must be the same, and the folder that keeps the work.

The inputs are hashed before anything is scored (SHA-256 of every file as it is stored), so a folder never continues
with other texts. What comes through a pipe cannot be had again and is refused.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from tertium import __version__
from tertium.corpus.files.access import STDIN, Source
from tertium.corpus.files.journal import digest_of
from tertium.corpus.formats.columns import PoolBlock, RawBlock, Stream
from tertium.corpus.formats.opening import Place
from tertium.corpus.formats.shards import shards_of
from tertium.engine import local
from tertium.engine.chunk_records import row_width
from tertium.engine.kept_work import KeptWork
from tertium.engine.workers import Workers
from tertium.errors import FileError, InputError, either, option, printable
from tertium.kernels.text import build_info
from tertium.metrics.base import Metric
from tertium.metrics.measuring import unique_leaves
from tertium.tasks.align import TextOpener
from tertium.tasks.texts import FileTexts, ListTexts, TableTexts, Text, Texts

_SEGMENTS = 4096


@contextmanager
def kept_work(
    folder: str,
    texts: Texts,
    metrics: Sequence[Metric],
    *,
    segment_scores: bool,
    rows: bool,
    threads: int | None,
    more: Mapping[str, Any] | None = None,
) -> Iterator[KeptWork]:
    """The work of a run in its folder; ``more`` is what else must be the same."""
    names = texts.names
    workers = local.threads_of(threads)
    inputs: _Files | _Lists
    if isinstance(texts, FileTexts):
        inputs = _Files(texts, workers)
        about = _about_files(texts)
    else:
        inputs = _Lists(texts)
        about = {
            "the making of alignments": _making(texts),
            option("--missing"): texts.missing,
            option("--empty-ref"): texts.empty_ref,
        }
    header = {
        "the version of tertium": __version__,
        "the build of the kernels": build_info(),
        "the list of metrics": [metric.signature for metric in metrics],
        "the list of systems": list(names),
        "texts": about,
        "inputs": inputs.digests,
        "the wish for segment scores": "yes" if segment_scores else "no",
        "the wish for intervals or tests": "yes" if rows else "no",
        **(more or {}),
    }
    widths = (
        len(names) * len(metrics) if segment_scores else 0,
        row_width(unique_leaves(metrics), len(names)) if rows else 0,
    )
    with KeptWork(folder, header, local.chunk_size(len(names), workers), widths, inputs.refuse_change) as work:
        yield work


class _Files:
    """Every file that is read, by its name, with its digest; and whether one has changed since."""

    def __init__(self, texts: FileTexts, workers: int) -> None:
        paths = list(dict.fromkeys(path for place in _places(texts) for path in _files_of(place)))
        self._states = {path: _state(path) for path in paths}
        with Workers(workers) as threaded:
            found = list(threaded.in_order(_digest, paths))
        self.digests = {printable(path): digest for path, digest in zip(paths, found, strict=True)}

    def refuse_change(self) -> None:
        for path, state in self._states.items():
            if _state(path) != state:
                raise FileError(
                    f"{printable(path)} changed while it was being read; run again when nothing writes to it."
                )


class _Lists:
    """Python's own lists and tables by what they are for; nobody else can change them."""

    def __init__(self, texts: ListTexts | TableTexts) -> None:
        corpus = texts.corpus(reread=True)
        if corpus.graphs:
            raise InputError("resume does not keep work on parses and graphs that are given as lists; leave it out.")
        streams = {
            **{f"the output of {name}": one for name, one in zip(corpus.names, corpus.systems, strict=True)},
            **{f"reference {number}": one for number, one in enumerate(corpus.references, 1)},
            **({} if corpus.sources is None else {"the list of sources": corpus.sources}),
            **{f"alignment {number}": one for number, one in enumerate(corpus.alignments.streams, 1)},
        }
        self.digests = {name: _digest_of_stream(one) for name, one in streams.items()}

    def refuse_change(self) -> None:
        return


def _digest_of_stream(stream: Stream) -> str:
    """Of the texts, each with its length before it; a missing one is none of no length."""
    digest = hashlib.sha256()
    for block in stream.blocks(_SEGMENTS):
        if isinstance(block, RawBlock):
            digest.update(block.data)
            continue
        if isinstance(block, PoolBlock):
            block = block.as_strings()
        for text in block.texts:
            data = b"" if text is None else text.encode("utf-8", "surrogatepass")
            digest.update((-1 if text is None else len(data)).to_bytes(8, "little", signed=True) + data)
        digest.update(repr(None if block.offsets is None else list(block.offsets)).encode())
    return digest.hexdigest()


def _about_files(texts: FileTexts) -> dict[str, Any]:
    sources = () if texts.sources is None else (texts.sources,)
    reading = texts.alignments.reading
    return {
        "the list of outputs": [_named(place) for place in texts.systems],
        "the list of references": [_named(place) for place in texts.references],
        "the file of sources": [_named(place) for place in sources],
        "the list of other inputs": [_named(place) for place in _annotations(texts)],
        "the reading of alignments": [reading.form, reading.base, reading.empty, reading.hyp_form, reading.ref_form],
        "the making of alignments": _making(texts),
        option("--missing"): texts.missing,
        option("--empty-ref"): texts.empty_ref,
        option("--table-format"): texts.table_format or "as files look",
        option("--parse-format"): texts.parses.form or "as files look",
    }


def _making(texts: Texts) -> list[Any]:
    """How links are made, and from what else."""
    learning = texts.learning
    return [learning.language, learning.model, [[_learnt(one), _learnt(other)] for one, other in learning.train_on]]


def _learnt(text: Text) -> list[str]:
    if isinstance(text, Place):
        return [_named(text), *(_digest(path) for path in _files_of(text))]
    return ["in memory", _digest_of_stream(TextOpener().stream(text))]


def _named(place: Place) -> str:
    column = "" if place.column is None else f"[{place.column}]"
    return f"{printable(place.path)}{column}" + ("" if place.fields is None else f" of {place.fields}")


def _places(texts: FileTexts) -> tuple[Place, ...]:
    sources = () if texts.sources is None else (texts.sources,)
    return (*texts.systems, *texts.references, *sources, *_annotations(texts))


def _annotations(texts: FileTexts) -> tuple[Place, ...]:
    links, parses, unl = texts.alignments, texts.parses, texts.unl
    return (*links.hyp, *links.ref, *links.direct, *parses.hyp, *parses.ref, *unl.hyp, *unl.ref)


def _files_of(place: Place) -> list[str]:
    if place.path == STDIN:
        raise InputError(
            f"{either('--resume', 'resume')} reads its inputs again, and standard input can be read only once; save it "
            "to a file first."
        )
    return list(shards_of(place.path) or [place.path])


def _state(path: str) -> tuple[int, ...]:
    source = Source(path)
    try:
        now = os.stat(path)  # noqa: PTH116 - a name that is no path must not raise
    except (OSError, ValueError) as error:
        raise (
            source.explained(error)
            if isinstance(error, OSError)
            else FileError(f"{source.name} is not a file name: it contains NUL.")
        ) from None
    if stat.S_ISDIR(now.st_mode):
        raise source.explained(IsADirectoryError())
    if not stat.S_ISREG(now.st_mode):
        raise InputError(
            f"{either('--resume', 'resume')} reads its inputs again, and {source.name} is no file; save it to one."
        )
    return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns


def _digest(path: str) -> str:
    try:
        return digest_of(path)
    except OSError as error:
        raise Source(path).explained(error) from None
