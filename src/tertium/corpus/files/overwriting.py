"""What is read must not be written: an output that is one of the inputs is refused before anything is read.

Files are compared by what they are (device and inode), so a link to an input, or another way of writing its name, is
found too. An input may stand inside a metric's name (``card:FILE``, ``bleu:tok=spm:FILE``), so parts of a text count,
and so do the files of a folder: shards, campaigns, models.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from tertium.errors import FileError, printable

_MOST_FILES = 100_000  # of a folder that is looked through: a home directory by mistake must not take minutes
# What is read of a folder that has folders in it, which is then a campaign; of one that has none everything is.
_OF_A_CAMPAIGN = re.compile(r"(ref.*|src)\.txt|human_|rankings")
_INSIDE = re.compile(r"[:=,+*]")  # what stands around a file in the name of a metric, or a column after a file


def refuse_overwriting(outputs: Iterable[str], inputs: Iterable[str]) -> None:
    """An error if an output is an input, or two outputs are one file. Devices and pipes cannot be lost."""
    taken: dict[object, str] = {}
    for output in outputs:
        if "\0" in output:
            raise FileError(f"{printable(output)} is not a file name: it contains NUL.")
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
    if os.path.isdir(given):  # noqa: PTH112 - a text that is no path must not raise
        yield from islice(_read_in(given), _MOST_FILES)
    if any(mark in given for mark in "*?["):  # perhaps a pattern of files
        import glob

        yield from glob.iglob(given, recursive=True)  # noqa: PTH207 - a text that is no path must not raise
    start = 0
    for mark in _INSIDE.finditer(given):  # FILE:COL, name=FILE, metric:tok=spm:FILE,case=lower
        yield given[: mark.start()]
        yield given[start : mark.start()]
        start = mark.end()
        yield given[start:]


def _read_in(folder: str) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        for name in files:
            if not folders or _OF_A_CAMPAIGN.match(name):
                yield os.path.join(place, name)  # noqa: PTH118


def _identity(name: str) -> tuple[int, int] | None:
    """Device and inode of a regular file; None for whatever is not there or is no file."""
    try:
        found = os.stat(name)  # noqa: PTH116 - a text that is no path must not raise
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
