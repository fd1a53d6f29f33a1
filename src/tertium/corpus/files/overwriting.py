"""What is read must not be written: an output that is one of the inputs is refused before anything is read.

Files are compared by what they are (device and inode), so a link to an input, or another way of writing its name, is
found too. An input may stand inside a metric's name (``card:FILE``, ``bleu:tok=spm:FILE``), so parts of a text count.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping

from tertium.errors import FileError, printable

_INSIDE = re.compile(r"[:=,+*]")  # what stands around a file in the name of a metric, or a column after a file


def refuse_overwriting(outputs: Iterable[str], inputs: Iterable[str]) -> None:
    """An error if an output is an input, or two outputs are one file. Devices and pipes cannot be lost."""
    taken: dict[object, str] = {}
    for output in outputs:
        kept = _identity(output) or os.path.realpath(output)
        if kept in taken:
            raise FileError(
                f"{printable(output)} is named for two outputs, and the second would replace the first; "
                "give each a name of its own."
            )
        taken[kept] = output
    if not any(isinstance(kept, tuple) for kept in taken):
        return
    for given in inputs:
        for name in _names(given):
            output = taken.get(_identity(name), "")
            if output:
                same = "" if output == name else f" (the same file as {printable(name)})"
                raise FileError(
                    f"{printable(output)}{same} is read here and would be replaced by the result; "
                    "write the result to another file."
                )


def texts_in(values: object) -> Iterator[str]:
    """Every text in a value made of lists, tuples and mappings: whatever may name a file."""
    if isinstance(values, str):
        yield values
    elif isinstance(values, Mapping):
        yield from texts_in(list(values.values()))
    elif isinstance(values, list | tuple):
        for value in values:
            yield from texts_in(value)


def _names(given: str) -> Iterator[str]:
    yield given
    if any(mark in given for mark in "*?["):  # perhaps a pattern of files
        import glob

        yield from glob.iglob(given, recursive=True)  # noqa: PTH207 - a text that is no path must not raise
    start = 0
    for mark in _INSIDE.finditer(given):  # FILE:COL, name=FILE, metric:tok=spm:FILE,case=lower
        yield given[: mark.start()]
        yield given[start : mark.start()]
        start = mark.end()
        yield given[start:]


def _identity(name: str) -> tuple[int, int] | None:
    """Device and inode of a regular file; None for whatever is not there or is no file."""
    try:
        found = os.stat(name)  # noqa: PTH116 - a text that is no path must not raise
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
