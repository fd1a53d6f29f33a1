"""Which files hold what: from the arguments to a corpus."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tertium.cli.names import system_names
from tertium.cli.parser import UsageError
from tertium.corpus.chunk import Chunk, Corpus, Notice
from tertium.errors import FileError, InputError, printable


@dataclass(frozen=True)
class _PlainFiles:
    """Plain text files, read at once; corpus/ is going to read every format, in streams."""

    names: tuple[str, ...]
    systems: Sequence[Sequence[str]]
    references: Sequence[Sequence[str]]

    def chunks(self, segments: int) -> Iterator[Callable[[], tuple[Chunk, tuple[Notice, ...]]]]:
        for start in range(0, len(self.references), segments):
            yield partial(self._chunk, slice(start, start + segments))

    def _chunk(self, part: slice) -> tuple[Chunk, tuple[Notice, ...]]:
        return Chunk.of([hyps[part] for hyps in self.systems], self.references[part]), ()


def corpus_from(arguments: argparse.Namespace) -> Corpus:
    files = arguments.input or arguments.translations or []
    refs = arguments.refs or arguments.references or []
    if not files or not refs:
        raise UsageError("give references first and systems after -i, as in 'tertium score REF -i SYSTEM'.")
    names = system_names(arguments.names, files)
    texts = {file: _lines(file) for file in (*files, *refs)}
    for file in (*files, *refs):
        if len(texts[file]) != len(texts[refs[0]]):
            raise InputError(
                f"{printable(file)} has {len(texts[file])} lines but {printable(refs[0])} has {len(texts[refs[0]])}; "
                "segments must pair up."
            )
    return _PlainFiles(names, [texts[file] for file in files], list(zip(*(texts[file] for file in refs), strict=True)))


def _lines(file: str) -> list[str]:
    try:
        return Path(file).read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{printable(file)} cannot be read: {error}.") from None
