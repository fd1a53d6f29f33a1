"""What systems are called: by the user, or after their files."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence

from tertium.corpus.formats.table_formats import is_pattern, split_suffix
from tertium.errors import InputError, counted, printable

_COMPRESSED = (".gz", ".xz", ".zst", ".bz2")
_STDIN = "stdin"
_SAYS_NOTHING = re.compile(r"(?:part|shard|chunk|split|data|file|x)[-_.\d]*", re.IGNORECASE)  # names of shards


def system_names(
    given: Sequence[str] | None, files: Sequence[str], columns: Sequence[str] | None = None
) -> tuple[str, ...]:
    """One name for each system: ``given`` if there are names, else the file's stem, with as much of the file's name
    and path as tells two systems apart. Columns of one file name its systems; of several files with one column each the
    files do."""
    systems = len(files) * (1 if columns is None else len(columns))
    if given is None:
        names = _distinct([_utf8(file) for file in files])
        if columns is not None and (len(columns) > 1 or len(files) == 1):
            names = [_column_name(name, _utf8(column), len(files)) for name in names for column in columns]
    else:
        names = [_utf8(name) for name in given]
        if len(names) != systems:
            raise InputError(
                f"--names gives {counted(len(names), 'name')} for {counted(systems, 'system')}; give one for each."
            )
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError(
            f"two systems are called '{printable(twice[0])}'; leave one out, or tell them apart with --names."
        )
    if not all(name.strip() for name in names):
        raise InputError("a system's name is blank; give each one a name with --names.")
    return tuple(names)


def _distinct(files: list[str]) -> list[str]:
    """Stems; where they clash file names; where these clash as many directories as it takes."""
    names = [_stem(file) for file in files]
    depth = 1
    while True:
        clashing = {name for name, count in Counter(names).items() if count > 1}
        if not clashing:
            return names
        from pathlib import PurePath

        parts = [PurePath(file).parts for file in files]
        longer = [
            str(PurePath(*part[-depth:])) if name in clashing and file != "-" else name
            for file, name, part in zip(files, names, parts, strict=True)
        ]
        if depth > max(map(len, parts)):
            return names
        names, depth = longer, depth + 1


def _column_name(file: str, column: str, files: int) -> str:
    return column if files == 1 and not column.isdigit() else f"{file}:{column}"


def _stem(file: str) -> str:
    if file == "-":
        return _STDIN
    if is_pattern(file):
        file = _without_wildcards(file)
    stem, suffix = split_suffix(file)
    if suffix.lower() in _COMPRESSED:
        stem, _ = split_suffix(stem)
    return stem or file


def _without_wildcards(pattern: str) -> str:
    """What a pattern says of its files: ``out/sysA-*.txt.gz`` are those of sysA, ``sysA/*.gz`` too."""
    parts = pattern.split("/")
    while parts:
        kept = re.sub(r"\[[^]]*\]|[*?]", "", parts.pop())
        stem = kept.partition(".")[0].strip("-_. ")
        if stem and not _SAYS_NOTHING.fullmatch(stem):
            return stem
    return pattern


def _utf8(argument: str) -> str:
    """Arguments are UTF-8 whatever the locale; bytes that are not stay as surrogates and are printed as escapes."""
    return os.fsencode(argument).decode("utf-8", "surrogateescape")
