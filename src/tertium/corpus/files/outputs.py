"""Outputs are made ready before the work, and a result that cannot be written where it belongs is not lost.

``prepare_file`` and ``prepare_folder`` say before the work what writing would say after it, and make the folders above.
``write_or_rescue`` writes a result; where that fails (the disk is full, say) the result goes to the folder for
temporary files, and the error says so.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from tertium.corpus.files.access import mode_at, refuse_folder_name, write_atomically
from tertium.corpus.files.overwriting import place_of
from tertium.errors import FileError, printable

_LONGEST_STEM = 160  # bytes; file systems take 255 with what is added


def prepare_file(target: str | os.PathLike[str]) -> list[Path]:
    """A file can be written there; the folders that had to be made for it, the innermost first."""
    refuse_folder_name(target)
    path, shown = Path(target), printable(os.fspath(target))
    there = mode_at(path, shown)
    if there is not None and stat.S_ISDIR(there):
        raise FileError(f"{shown} is a directory, expected a file name to write to.")
    if there is not None:
        return []
    made = _folders_for(path.parent, shown)
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"{shown} cannot be written by this user; check the directory's permissions.")
    return made


def prepare_folder(target: str | os.PathLike[str]) -> list[Path]:
    """The same for a folder to write files into. It is itself made when there is something in it."""
    path, shown = Path(target), printable(os.fspath(target))
    there = mode_at(path, shown)
    if there is not None and not stat.S_ISDIR(there):
        raise FileError(f"{shown} cannot be made a folder, there is a file of that name.")
    above = Path(place_of(os.fspath(path.parent)))
    made = [] if there is not None else _folders_for(above, shown)
    if not os.access(path if there is not None else above, os.W_OK):
        raise FileError(f"{shown} cannot be written by this user; check the directory's permissions.")
    return made


def file_stem(name: str) -> str:
    """A name of ours or of a stranger as part of a file's: what a file name cannot hold, or what leads to another
    folder, becomes an underscore; of a long one the beginning, and a mark that tells it from others."""
    made = re.sub(r"[^\w.+-]+", "_", name)
    if len(made.encode()) <= _LONGEST_STEM:
        return made
    mark = hashlib.sha256(name.encode("utf-8", "backslashreplace")).hexdigest()[:8]
    return made.encode()[: _LONGEST_STEM - 9].decode("utf-8", "ignore") + f"-{mark}"


def remove_empty(folders: Iterable[Path]) -> None:
    """What was made for a result that did not come about."""
    for folder in folders:
        with suppress(OSError):  # something is in it, or somebody else removed it
            folder.rmdir()


def write_or_rescue(path: str | os.PathLike[str], write: Callable[[BinaryIO], object], *, mark: str = "") -> None:
    """As ``write_atomically``; if that fails the result is kept elsewhere, and the error says where."""
    try:
        write_atomically(path, write, mark=mark)
    except FileError as problem:
        raise rescued(problem, os.path.basename(path), write) from None  # noqa: PTH119 - `path` may be no path at all


def rescued(problem: FileError, name: str, write: Callable[[BinaryIO], object]) -> FileError:
    """The problem, and where the result is now; the problem alone where nothing else can be written either."""
    folders = []
    with suppress(OSError):  # it tries to write, and fails where every disk is full
        folders.append(tempfile.gettempdir())
    with suppress(OSError):  # somebody removed the folder that we are in
        folders.append(os.getcwd())  # noqa: PTH109
    for folder in dict.fromkeys(folders):
        try:
            kept = Path(tempfile.mkdtemp(prefix="tertium-", dir=folder)) / (name[:64] or "result")
        except OSError:
            continue
        try:
            with kept.open("wb") as file:
                write(file)
        except (OSError, FileError, ValueError):
            kept.unlink(missing_ok=True)
            remove_empty([kept.parent])
            continue
        said = str(problem).rstrip(".").removesuffix("; make it first")
        return FileError(f"{said}. The result is not lost: it is in {printable(os.fspath(kept))}.")
    return problem


def _folders_for(folder: Path, shown: str) -> list[Path]:
    """The folder, made with those above it; which of them are new, the innermost first."""
    missing = []
    place = Path(place_of(os.fspath(folder)))
    for above in (folder, *place.parents):  # pragma: no branch - the last of them, the root, is there
        there = mode_at(above, shown)
        if there is None:
            missing.append(above)
            continue
        if not stat.S_ISDIR(there):
            raise FileError(f"{shown} cannot be written: {printable(os.fspath(above))} is in the way, it is a file.")
        if missing and not os.access(above, os.W_OK):
            raise FileError(f"{shown} cannot be written by this user; check the directory's permissions.")
        break
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(
            f"{shown} cannot be written: its folder cannot be made, {reason[:1].lower()}{reason[1:]}."
        ) from None
    return missing
