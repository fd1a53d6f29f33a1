"""n-best lists: `id ||| text`, with more fields if there are any (Moses: `||| features ||| score`), or JSON Lines.

Lines of one list follow one another and share their id; an id that comes back later is an error, for nobody meant two
lists of one sentence. The model's score is the last field if that is a number (Moses writes it there), or "score".
JSON Lines: `{"id": 7, "text": "...", "score": -1.2}`, the text also under "hyp", "translation" or "hypothesis"; or a
whole list a line, `{"id": 7, "texts": ["...", "..."], "scores": [-1.2, -1.5]}`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import decode_lines
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.numbers import number
from tertium.corpus.formats.text import Lines
from tertium.corpus.notices import Found
from tertium.errors import InputError, printable

_LINES = 1024
_BAR = "|||"
_TEXTS = ("text", "hyp", "translation", "hypothesis")


@dataclass(frozen=True)
class Candidates:
    """One list: texts in their order, and the model's scores of all of them or of none."""

    id: str
    texts: tuple[str, ...]
    scores: tuple[float, ...] | None = None
    place: str = ""


@dataclass(frozen=True)
class _Entry:
    id: str
    texts: list[str]
    scores: list[float | None]
    line: int


def read_nbest(path: str, limits: Limits | None = None) -> Iterator[Candidates]:
    """The lists of a file or of standard input ('-'), one at a time."""
    source = Source(path, reread=False, limits=limits)
    name = source.name
    done: set[str] = set()
    texts: list[str] = []
    scores: list[float | None] = []
    current: _Entry | None = None
    for entry in _entries(source):
        if current is not None and entry.id != current.id:
            yield _list(current, texts, scores, name)
            done.add(current.id)
            texts, scores = [], []
            current = None
        if current is None:
            if entry.id in done:
                raise InputError(
                    f"{name} line {entry.line}: id '{printable(entry.id)}' was there before; the lines of one list "
                    "must stand together."
                )
            current = entry
        texts += entry.texts
        scores += entry.scores
    if current is None:
        raise InputError(f"{name} has no lines, expected candidates such as '0 ||| a translation'.")
    yield _list(current, texts, scores, name)


def _list(first: _Entry, texts: list[str], scores: list[float | None], name: str) -> Candidates:
    known = [score for score in scores if score is not None]
    if known and len(known) != len(scores):
        raise InputError(
            f"{name} line {first.line}: {len(known)} of the {len(scores)} candidates of '{printable(first.id)}' have a "
            "model score, expected all or none."
        )
    return Candidates(first.id, tuple(texts), tuple(known) or None, f"{name} line {first.line}")


def _entries(source: Source) -> Iterator[_Entry]:
    for block in Lines(source).blocks(_LINES, Found()):
        for line, text in enumerate(decode_lines(bytes(block.data), source.name, block.first), block.first):
            text = text.removesuffix("\r")
            place = f"{source.name} line {line}"
            yield _from_json(text, place, line) if text.startswith("{") else _from_text(text, place, line)


def _from_text(text: str, place: str, line: int) -> _Entry:
    fields = text.split(_BAR)
    if len(fields) < 2:
        raise InputError(f"{place} has no '|||', expected 'id ||| text', with more fields after it or none.")
    score = _number(fields[-1]) if len(fields) > 2 else None
    return _Entry(fields[0].strip(), [fields[1].strip()], [score], line)


def _number(field: str) -> float | None:
    field = field.strip()
    if not field.isascii() or "_" in field:
        return None
    try:
        value = float(field)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _from_json(text: str, place: str, line: int) -> _Entry:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f'{place} is not JSON, expected an object such as {{"id": 0, "text": "..."}}.') from None
    if "id" not in record or not isinstance(record["id"], str | int) or isinstance(record["id"], bool):
        raise InputError(f'{place} has no "id" that is a string or a whole number.')
    key = next((key for key in _TEXTS if key in record), None)
    texts: Any = record.get("texts") if key is None else [record[key]]
    if not isinstance(texts, list) or not texts or not all(isinstance(one, str) for one in texts):
        raise InputError(f'{place} has neither a string "text" nor a list of strings "texts".')
    scores: Any = record.get("scores", [None] * len(texts)) if key is None else [record.get("score")]
    if not isinstance(scores, list) or len(scores) != len(texts) or any(isinstance(one, str) for one in scores):
        raise InputError(f"{place} has scores that are not one finite number for each text.")
    numbers = [None if one is None else number(one, f"{place}: a score") for one in scores]
    return _Entry(str(record["id"]), texts, numbers, line)
