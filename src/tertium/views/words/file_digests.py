"""Files named in parameters: a path says nothing about what is in the file, so a file's full name ends in a digest.

``words.txt`` becomes ``words.txt@1f2d3c4b5a69``, with the first 12 hexadecimal digits of the content's SHA-256. The
full name enters signatures; one whose file changed is refused.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import TypeVar

from tertium.corpus.files.access import STDIN, Source, open_bytes
from tertium.errors import FileError, SpecError, printable

T = TypeVar("T")

_FULL_NAME = re.compile(r"(?P<path>.+?)(?:@(?P<digest>[0-9a-f]{12}))?", re.DOTALL)


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def split_name(name: str, what: str) -> tuple[str, str | None]:
    """(path, digest or None) of a name as users or signatures give it."""
    match = _FULL_NAME.fullmatch(name)
    if match is None or match["path"] == STDIN:
        raise SpecError(f"{what} are read from a file, got '{printable(name)}'; give the file's name.")
    return match["path"], match["digest"]


def full_name(path: str, given: str | None, digest: str, what: str) -> str:
    """The path with its digest; SpecError if another digest was expected."""
    if given not in (None, digest):
        raise SpecError(
            f"the {what} in {printable(path)} have the SHA-256 {digest}..., expected {given}...; "
            "give the file that was used, or leave '@...' out to score with this one."
        )
    return f"{path}@{digest}"


def check_named_file(name: str, what: str, packed: bool = False) -> str:
    """The full name of a file that can be read; ``packed`` ones are archives of ours, not (compressed) text."""
    path, given = split_name(name, what)
    return full_name(path, given, digest_of(_read(path, packed)), what)


def named_file(full: str, packed: bool = False) -> tuple[str, bytes]:
    """(path, content) of a file named in full; FileError if it is another content by now."""
    path, digest = full.rsplit("@", 1)
    data = _read(path, packed)
    if digest_of(data) != digest:
        raise FileError(f"{printable(path)} changed while it was in use; run again when nothing writes to it.")
    return path, data


def named_pack(full: str, read: Callable[[bytes], T]) -> T:
    """What ``read`` makes of a packed file named in full; its FileError says which file it was."""
    path, data = named_file(full, packed=True)
    try:
        return read(data)
    except FileError as error:
        raise FileError(f"{printable(path)}: {error}") from None


def _read(path: str, packed: bool) -> bytes:
    with Source(path).open_seekable() if packed else open_bytes(path) as file:
        return file.read()
