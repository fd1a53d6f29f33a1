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

STDIN = "-"
_INPUT, _OUTPUT = 0, 1  # descriptors
_MOST_FILES = 100_000  # of a folder that is looked through: a home directory by mistake must not take minutes
# What is read of a folder that has folders in it, which is then a campaign; of one that has none everything is.
_OF_A_CAMPAIGN = re.compile(r"(ref.*|src)\.txt|human_|rankings")
_INSIDE = re.compile(r"[:=,+*]")  # what stands around a file in the name of a metric, or a column after a file

_PROGRAM, _WORD = "run=", re.compile(r"""[^\s"',\\]+""")


def refuse_overwriting(outputs: Iterable[str], inputs: Iterable[str]) -> None:
    """An error if an output is an input, or two outputs are one file. Devices and pipes cannot be lost."""
    taken: dict[object, str] = {}
    for output in outputs:
        if "\0" in output:
            raise FileError(f"{printable(output)} is not a file name: it contains NUL.")
        kept = _identity(output) or place_of(output)
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
            output = taken.get(_opened(_INPUT) if name == STDIN else _identity(name), "")
            if output:
                same = "" if output == name else f" (the same file as {_shown(name)})"
                raise FileError(
                    f"{printable(output)}{same} is read here and would be replaced by the result; "
                    "write the result to another file."
                )


def refuse_appending(inputs: Iterable[str]) -> None:
    """An error if standard output was redirected to the end of an input, as in ``>> hyp.txt``."""
    output = _opened(_OUTPUT)
    if output is None:
        return
    for given in inputs:
        for name in _names(given):
            if output == (_opened(_INPUT) if name == STDIN else _identity(name)):
                raise FileError(
                    f"{_shown(name)} is read here, and standard output is redirected to the same file; "
                    "redirect it to another one."
                )


def refuse_nesting(files: Iterable[str], folders: Iterable[str], *, own: Iterable[str], whole: Iterable[str]) -> None:
    """An error if an output is to be a file and a folder, lies in a folder that holds nothing of others (``own``), or
    in one of which every file is read (``whole``): the next run would read it."""
    named = {place_of(file): file for file in files}
    filled = [(place_of(folder), folder) for folder in folders]
    alone = {place_of(folder): folder for folder in own}
    read = {place_of(folder): folder for folder in whole if os.path.isdir(folder)}  # noqa: PTH112
    for place, folder in filled:
        if place in named:
            raise FileError(f"{printable(folder)} is named for a file and for a folder; give each a name of its own.")
        if place in alone and sum(place == other for other, _ in filled) > 1:
            raise FileError(f"{printable(folder)} is named for two outputs; give each a folder of its own.")
    for place, output in [*named.items(), *filled]:
        above = os.path.dirname(place)  # noqa: PTH120
        if above in read and place in named:
            raise FileError(
                f"{printable(output)} would lie in {printable(read[above])}, of which every file is read; "
                "write it to another folder."
            )
        for outer in _outer(place):
            if outer in named:
                raise FileError(
                    f"{printable(output)} would lie in {printable(named[outer])}, which is to be a file; "
                    "give each a name of its own."
                )
            if outer in alone:
                raise FileError(
                    f"{printable(output)} would lie in {printable(alone[outer])}, a folder that must hold nothing "
                    "else; write it to another one."
                )


def _outer(place: str) -> Iterator[str]:
    """The folders that a path lies in, the innermost first."""
    above = os.path.dirname(place)  # noqa: PTH120
    while above != place:
        yield above
        place, above = above, os.path.dirname(above)  # noqa: PTH120


def place_of(name: str) -> str:
    """The path without links. There is none from a folder that was removed."""
    try:
        return os.path.realpath(name)
    except FileNotFoundError:
        raise FileError(
            f"{printable(name)} cannot be written: the current folder was removed; change to another one."
        ) from None


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
    """What a text may name: itself, its parts, and the files in whatever of these is a folder."""
    for name in dict.fromkeys([given, *_parts(given)]):
        yield name
        if os.path.isdir(name):  # noqa: PTH112 - a text that is no path must not raise
            yield from islice(_read_in(name), _MOST_FILES)
    if any(mark in given for mark in "*?["):  # perhaps a pattern of files
        import glob

        yield from glob.iglob(given, recursive=True)  # noqa: PTH207 - a text that is no path must not raise


def _parts(given: str) -> Iterator[str]:
    start = 0
    for mark in _INSIDE.finditer(given):  # FILE:COL, name=FILE, metric:tok=spm:FILE,case=lower
        yield given[: mark.start()]
        yield given[start : mark.start()]
        start = mark.end()
        yield given[start:]
    if _PROGRAM in given:  # command:run="python3 FILE --fast"
        yield from _WORD.findall(given.partition(_PROGRAM)[2])


def _read_in(folder: str) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        for name in files:
            if not folders or _OF_A_CAMPAIGN.match(name):
                yield os.path.join(place, name)  # noqa: PTH118


def _shown(name: str) -> str:
    return "standard input" if name == STDIN else printable(name)


def _opened(descriptor: int) -> tuple[int, int] | None:
    try:
        return _regular(os.fstat(descriptor))
    except OSError:  # it is closed
        return None


def _identity(name: str) -> tuple[int, int] | None:
    """Device and inode of a regular file; None for whatever is not there or is no file."""
    try:
        return _regular(os.stat(name))  # noqa: PTH116 - a text that is no path must not raise
    except (OSError, ValueError):
        return None


def _regular(found: os.stat_result) -> tuple[int, int] | None:
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
