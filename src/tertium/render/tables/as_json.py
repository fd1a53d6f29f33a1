"""JSON and JSON Lines: always valid (null where there is no number), UTF-8, full precision."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from tertium.render.tables.grid import segment_scores
from tertium.results.record import SCHEMA, SCHEMA_KEY, finite_or_none, plain
from tertium.results.scores import Report, SystemLine

# Control characters above ASCII would be obeyed by a terminal, and so would marks of direction, which make a text look
# like another; U+2028 ends a line in JavaScript, and surrogates (of file names that are not UTF-8) cannot be encoded:
# all become escapes. They occur nowhere but inside JSON strings.
_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def one_object(report: Report) -> str:
    """The report as one object; indented for people unless it carries segment scores."""
    long = any(score.segment_scores is not None for system in report.systems for score in system.scores)
    return dumps(report, indent=None if long else 2) + "\n"


def lines(report: Report, *, segments: bool = False) -> str:
    """One object a system (a ``SystemLine``), or with ``segments`` one a segment (a ``SegmentLine``)."""
    if not segments:
        made_lines = (SystemLine(report.version, report.segments, system) for system in report.systems)
        return "".join(f"{dumps(line)}\n" for line in made_lines)
    scores = [(system.name, score) for system in report.systems for score in system.scores]
    headings = [(name, score.metric) for name, score in scores]
    return segment_lines(headings, 1, [segment_scores(score) for _, score in scores])


def segment_lines(headings: Sequence[tuple[str, str]], first: int, columns: Sequence[Sequence[float | None]]) -> str:
    """Segments ``first`` and following: ``headings`` are (system, metric) of the columns of numbers, by system."""
    systems: dict[str, list[list[str]]] = {}
    for (system, metric), column in zip(headings, columns, strict=True):
        key = dumps(metric)
        systems.setdefault(system, []).append([f"{key}: {_number(number)}" for number in column])
    whole = [
        [f"{name}: {{{', '.join(texts)}}}" for texts in zip(*made, strict=True)]
        for name, made in ((dumps(system), made) for system, made in systems.items())
    ]
    together = enumerate(zip(*whole, strict=True), first)
    # Written by hand: a corpus may have a million lines of them.
    start = f'{{"{SCHEMA_KEY}": {SCHEMA}, "segment": '
    return "".join(f'{start}{segment}, "scores": {{{", ".join(texts)}}}}}\n' for segment, texts in together)


def _number(number: float | None) -> str:
    number = None if number is None else finite_or_none(number)
    return "null" if number is None else repr(number)


def dumps(value: Any, indent: int | None = None) -> str:
    """JSON of a record, or of lists and mappings of them."""
    text = json.dumps(plain(value), ensure_ascii=False, allow_nan=False, indent=indent)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
