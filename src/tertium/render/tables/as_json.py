"""JSON and JSON Lines: always valid (null where there is no number), UTF-8, full precision."""

from __future__ import annotations

import json
import re
from typing import Any

from tertium.render.tables.grid import segment_scores
from tertium.results.scores import Report, finite_or_none

# Control characters above ASCII would be obeyed by a terminal, U+2028 ends a line in JavaScript, and surrogates (of
# file names that are not UTF-8) cannot be encoded: all become escapes. They occur nowhere but inside JSON strings.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def one_object(report: Report) -> str:
    """The report as one object; indented for people unless it carries segment scores."""
    long = any(score.segment_scores is not None for system in report.systems for score in system.scores)
    return dumps(report.to_dict(), indent=None if long else 2) + "\n"


def lines(report: Report, *, segments: bool = False) -> str:
    """One object a system, or with ``segments`` one a segment: ``{"segment": 1, "scores": {system: {metric: …}}}``."""
    if not segments:
        shared = {"tertium": report.version, "segments": report.segments}
        return "".join(dumps(shared | system.to_dict()) + "\n" for system in report.systems)
    columns = []
    for system in report.systems:
        made = []
        for score in system.scores:
            key = dumps(score.metric)
            made.append([f"{key}: {_number(number)}" for number in segment_scores(score)])
        name = dumps(system.name)
        columns.append([f"{name}: {{{', '.join(texts)}}}" for texts in zip(*made, strict=True)])
    together = enumerate(zip(*columns, strict=True), 1)
    return "".join(f'{{"segment": {segment}, "scores": {{{", ".join(texts)}}}}}\n' for segment, texts in together)


def _number(number: float | None) -> str:
    number = None if number is None else finite_or_none(number)
    return "null" if number is None else repr(number)


def dumps(value: Any, indent: int | None = None) -> str:
    text = json.dumps(_valid(value), ensure_ascii=False, allow_nan=False, indent=indent)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _valid(value: Any) -> Any:
    """The same value with null for numbers JSON cannot write."""
    if isinstance(value, float):
        return finite_or_none(value)
    if isinstance(value, dict):
        return {key: _valid(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_valid(item) for item in value]
    return value
