"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from tertium.corpus.files.overwriting import STDIN, refuse_appending, refuse_nesting, refuse_overwriting, texts_in
from tertium.errors import FileError

if TYPE_CHECKING:  # it takes 5 ms to import
    from pathlib import Path

# Where these lead to a file (`>> log`), putting a new file in its place would throw away what was in it.
_STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
# Arguments that name no file: a result may be called as a system or a format is (--names base -o base).
_NO_FILES = (
    "names", "differ", "lower", "format", "table_format", "language_pair", "language", "lang", "case", "ignore",
    "hyp_col", "ref_col", "src_col", "id_col", "judgments", "judgment_column", "hyp", "ref", "src_text",
    "test", "sides", "against", "order", "by", "level", "method", "model", "heuristic", "action", "shell",
)  # fmt: skip
_TEXTS = ("input", "translations", "refs", "references", "sources")  # a folder of these is read whole
_FILE_INSIDE = ("metrics", "tokenize")  # "card:FILE", "spm:FILE": what has no colon is a name


class ClosedPipeError(Exception):
    """Whoever read our output has stopped reading (``| head``); nothing is wrong and nothing is to be said."""


def write_stdout(text: str) -> None:
    """UTF-8 whatever the locale."""
    _write_bytes(encoded(text))


def _write_bytes(given: bytes | memoryview) -> None:
    """Bytes go to the descriptor itself: no buffer is left to fail at exit."""
    if sys.stdout is None:
        raise FileError("standard output is closed; redirect it, or write to a file with -o FILE.")
    data = memoryview(given)
    try:
        sys.stdout.flush()
        descriptor = sys.stdout.fileno()
        while data:
            data = data[os.write(descriptor, data) :]
    except BrokenPipeError:
        raise ClosedPipeError from None
    except OSError as problem:
        if problem.errno == errno.EBADF:
            raise FileError("standard output is closed; redirect it, or write to a file with -o FILE.") from None
        reason = problem.strerror or str(problem)
        raise FileError(f"standard output cannot be written: {reason[:1].lower()}{reason[1:]}.") from None


def on_terminal() -> bool:
    """Is there someone who wants rules and bold type? See no-color.org for NO_COLOR."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in (None, "", "dumb")
    return wanted and sys.stdout is not None and sys.stdout.isatty()


class OutputFile(str):
    """The argparse type of every option that names a file to write. ``prepare_outputs`` looks at it before any work."""


class OutputFolder(str):
    """The same for folders that are filled with files."""


class OwnFolder(OutputFolder):
    """A folder that holds nothing else: kept work, a model."""


def prepare_outputs(arguments: argparse.Namespace) -> list[Path]:
    """Say before the work what writing would say after it, and that an input would be overwritten; make the folders
    above the outputs, and return those that are new.

    Whatever is not declared as an output counts as an input, so that a new option cannot be forgotten. Standard output
    is asked when it is written to.
    """
    given = list(texts_in(vars(arguments)))
    if any(not text and isinstance(text, OutputFile | OutputFolder) for text in given):  # -o "$NAME", never set
        raise FileError("an output has no name: it is empty; name a file or a folder to write to.")
    files = [text for text in given if isinstance(text, OutputFile) and text not in _STANDARD_OUTPUT]
    folders = [text for text in given if isinstance(text, OutputFolder)]
    inputs = _may_be_read(arguments)
    refuse_overwriting(files, inputs)
    refuse_appending(inputs)
    if not files and not folders:
        return []
    refuse_nesting(
        files,
        folders,
        own=[text for text in folders if isinstance(text, OwnFolder)],
        whole=[text for name in _TEXTS for text in texts_in(getattr(arguments, name, None))],
    )
    from tertium.corpus.files.outputs import prepare_file, prepare_folder, remove_empty  # most results are printed

    made: list[Path] = []
    try:
        for file in files:
            made = [*prepare_file(file), *made]
        for folder in folders:
            made = [*prepare_folder(folder), *made]
    except FileError:
        remove_empty(made)
        raise
    return made


def _may_be_read(arguments: argparse.Namespace) -> list[str]:
    """Whatever may name a file to read, and standard input."""
    found = [STDIN]
    for name, value in vars(arguments).items():
        if name not in _NO_FILES:
            texts = (text for text in texts_in(value) if not isinstance(text, OutputFile | OutputFolder))
            found += (text for text in texts if name not in _FILE_INSIDE or ":" in text)
    return found


class Deliveries:
    """Several results of one run: one that cannot be written does not take the others with it."""

    def __init__(self) -> None:
        self._problems: list[FileError] = []

    def __enter__(self) -> Deliveries:
        return self

    def deliver(self, write: Callable[[], object]) -> None:
        try:
            write()
        except FileError as problem:
            self._problems.append(problem)

    def failed(self, problem: str) -> None:
        """What somebody else could not write."""
        self._problems.append(FileError(problem))

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and self._problems:
            raise FileError(" ".join(map(str, self._problems)))


class _StandardOutput(io.RawIOBase):
    """Standard output for those who write in pieces."""

    def __init__(self) -> None:
        super().__init__()
        self._written = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._written

    def write(self, data: Any) -> int:
        given = memoryview(data).cast("B")
        _write_bytes(given)
        self._written += len(given)
        return len(given)


def write_result(text: str, target: str | None, mark: str = "") -> None:
    """To a file, all of it or nothing, or to standard output."""
    write_pieces(lambda file: file.write(encoded(text)), target, mark)


def write_pieces(write: Callable[[BinaryIO], object], target: str | None, mark: str = "") -> None:
    """As ``write_result``, by whoever writes piece by piece; ``mark`` as in ``access.write_atomically``."""
    if target is None or target in _STANDARD_OUTPUT:
        try:
            write(cast(BinaryIO, _StandardOutput()))
        except FileError as problem:
            from tertium.corpus.files.outputs import rescued

            raise rescued(problem, "result", write) from None
    else:
        from tertium.corpus.files.outputs import write_or_rescue

        write_or_rescue(target, write, mark=mark)


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
