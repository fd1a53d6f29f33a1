"""JSON Lines: one object a line, columns by key, ``a.b`` for keys of objects inside.

Lines end at `\\n` only (a raw U+2028 inside a string is text; `str.splitlines` makes two records of one, docs/faults.md
A3). Blank lines, other values than objects, keys given twice, missing keys, null and anything but strings are errors
that name line and key. A list of strings under a key gives the segment that many references.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import decode_lines
from tertium.corpus.formats.columns import Block, ColumnTable, Key, TextBlock
from tertium.corpus.formats.text import Lines
from tertium.corpus.notices import Found
from tertium.errors import InputError, did_you_mean, option, printable

_RECORDS = 4096  # lines a block where all of them are wanted

_KINDS = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}


_ABSENT = object()  # null is a value


class _TwiceError(Exception):
    """A key occurs twice in one object."""


class _Number(str):
    """A number as it is written: never computed with, and so never too large to read."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return made


def _value(record: dict[str, Any], key: str, absent: Any = None) -> Any:
    """What stands under a key; ``a.b`` is b of the object under a, unless there is a key ``a.b`` itself."""
    if key in record:
        return record[key]
    for dot, letter in enumerate(key):
        if letter == "." and isinstance(inner := record.get(key[:dot]), dict):
            found = _value(inner, key[dot + 1 :], _ABSENT)
            if found is not _ABSENT:
                return found
    return absent


def _kind(value: object) -> str:
    return "a number" if isinstance(value, _Number) else _KINDS.get(type(value), type(value).__name__)


def open_columns(source: Source, missing: str, fields: int | None) -> JsonlFile:
    """As the table of formats calls it."""
    return JsonlFile(source, missing)


class JsonlFile(ColumnTable):
    """A JSON Lines file; with `missing` "skip" a null or absent key is a missing text (None), not an error."""

    def __init__(self, source: Source, missing: str = "error") -> None:
        self.name = source.name
        self._allow_missing = missing == "skip"
        self._lines = Lines(source)

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        for key in keys:
            if not isinstance(key, str):
                raise InputError(f"{self.name} is JSON Lines, so columns have names, got {key!r}; give a key.")
        for block in self._lines.blocks(segments, found):
            lines = decode_lines(bytes(block.data), self.name, block.first)
            records = [self._record(line, block.first + index) for index, line in enumerate(lines)]
            yield tuple(self._column(str(key), records, block.first) for key in keys)

    def records(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """(line, object) of every line; numbers are strings as they are written."""
        for block in self._lines.blocks(_RECORDS, Found()):
            for index, line in enumerate(decode_lines(bytes(block.data), self.name, block.first)):
                yield block.first + index, self._record(line, block.first + index)

    def _record(self, line: str, number: int) -> dict[str, Any]:
        try:
            record = json.loads(
                line, object_pairs_hook=_unique, parse_int=_Number, parse_float=_Number, parse_constant=_Number
            )
        except _TwiceError as error:
            raise InputError(f"{self.name}:{number} has the key '{printable(str(error))}' twice; keep one.") from None
        except RecursionError:
            raise InputError(f"{self.name}:{number} is nested too deeply, expected an object of strings.") from None
        except ValueError as error:
            raise self._malformed(line, number, error) from None
        if not isinstance(record, dict):
            hint = (
                "; a JSON array over many lines becomes JSON Lines with \"jq -c '.[]'\"."
                if isinstance(record, list)
                else "."
            )
            raise InputError(f"{self.name}:{number} is {_kind(record)}, expected one object per line{hint}")
        return record

    def _malformed(self, line: str, number: int, error: ValueError) -> InputError:
        if not line.strip():
            return InputError(f"{self.name}:{number} is blank, expected one object per line; remove the line.")
        if number == 1 and line.strip() in "[{":
            return InputError(
                f"{self.name} is JSON over many lines, expected one object per line; convert it with \"jq -c '.[]'\"."
            )
        what = f"{error.msg} at character {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
        return InputError(f"{self.name}:{number} is not JSON ({what[:1].lower()}{what[1:]}); repair the line.")

    def _column(self, key: str, records: Sequence[dict[str, Any]], first: int) -> TextBlock:
        values = [_value(record, key) for record in records]
        if set(map(type, values)) == {str}:
            return TextBlock(values, len(values), first)
        if not any(isinstance(value, list) for value in values):
            return TextBlock([self._text(key, records, first, at) for at in range(len(values))], len(values), first)
        texts: list[str | None] = []
        offsets = [0]
        for at, value in enumerate(values):
            if isinstance(value, list):
                texts += [self._checked(text, key, first + at, f" item {item}") for item, text in enumerate(value, 1)]
            else:
                texts.append(self._text(key, records, first, at))
            offsets.append(len(texts))
        return TextBlock(texts, len(values), first, offsets)

    def _text(self, key: str, records: Sequence[dict[str, Any]], first: int, at: int) -> str | None:
        record = records[at]
        if _value(record, key, _ABSENT) is _ABSENT and not self._allow_missing:
            names = [printable(name) for name in record]
            near = did_you_mean(key, names) or (f"; it has {', '.join(names[:20])}." if names else "; it is empty.")
            raise InputError(f"{self.name}:{first + at} has no key '{printable(key)}'{near}")
        return self._checked(_value(record, key), key, first + at, "")

    def _checked(self, value: Any, key: str, line: int, item: str) -> str | None:
        if isinstance(value, str) and not isinstance(value, _Number):
            return value
        if value is None and self._allow_missing:
            return None
        remedy = f"; give a text, or use {option('--missing skip')}." if value is None else "."
        raise InputError(
            f"{self.name}:{line} key '{printable(key)}'{item} is {_kind(value)}, expected a string{remedy}"
        )
