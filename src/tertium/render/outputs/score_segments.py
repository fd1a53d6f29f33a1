"""Segment scores of any number of segments, written block by block: TSV, JSON Lines, numbers alone, Parquet.

Text is the same, byte for byte, as that of a report which holds its segment scores.

Parquet has a row for each segment and system: `segment` (from 1), `system`, and a column for each metric, null where
there is no score. Its metadata, under the key `tertium`, is a JSON object with the version and the signatures.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from tertium.arrays import Floats
from tertium.errors import MissingExtraError, install
from tertium.render.renderers import PARQUET
from tertium.render.style import Style
from tertium.results.scores import Report

_LINES = 4096  # made at a time

Headings = Sequence[tuple[str, str]]
Columns = Sequence[Sequence[float | None]]


def write_segments(file: BinaryIO, report: Report, blocks: Iterable[Floats], form: str, style: Style) -> None:
    """``blocks`` have a row for each segment, and the columns of every metric of the first system, then the next."""
    if form == PARQUET:
        _write_parquet(file, report, blocks)
        return
    headings = [(system.name, score.metric) for system in report.systems for score in system.scores]
    start, lines = _form(form, headings, style)
    file.write(start.encode())
    first = 1
    for block in _cut(blocks):
        file.write(lines(first, block.T.tolist()).encode("utf-8", "backslashreplace"))
        first += len(block)


def segment_blocks(report: Report) -> Iterator[Floats]:
    """The same of a report that holds its segment scores."""
    yield np.array(
        [score.segment_scores for system in report.systems for score in system.scores], dtype=np.float64
    ).T.copy()


def _form(form: str, headings: Headings, style: Style) -> tuple[str, Callable[[int, Columns], str]]:
    """What stands first, and what makes lines of a number of segments."""
    if style.bare:
        from tertium.render.tables import text

        decimals = [*style.decimals] * (len(headings) // len(style.decimals))
        return "", lambda first, columns: text.number_lines(columns, decimals)
    if form == "jsonl":
        from tertium.render.tables import as_json

        return "", lambda first, columns: as_json.segment_lines(headings, first, columns)
    from tertium.render.tables import tsv

    return tsv.SEGMENT_HEADER, lambda first, columns: tsv.segment_lines(headings, first, columns)


def _cut(blocks: Iterable[Floats]) -> Iterator[Floats]:
    for block in blocks:
        for first in range(0, len(block), _LINES):
            yield block[first : first + _LINES]


def _write_parquet(file: BinaryIO, report: Report, blocks: Iterable[Floats]) -> None:
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError(f"writing Parquet needs the extra 'arrow': {install('arrow')}.") from None
    names = [system.name for system in report.systems]
    spelled = [name.encode("utf-8", "backslashreplace").decode() for name in names]  # a file's name need not be UTF-8
    metrics = report.systems[0].scores
    about = {"tertium": report.version, "signatures": {score.metric: score.signature for score in metrics}}
    fields: list[tuple[str, Any]] = [
        ("segment", arrow.int64()),
        ("system", arrow.dictionary(arrow.int32(), arrow.string())),
        *((score.metric, arrow.float64()) for score in metrics),
    ]
    schema = arrow.schema(fields, metadata={"tertium": json.dumps(about)})
    first = 1
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for block in blocks:
            numbers = block.reshape(len(block) * len(names), len(metrics))
            system = np.tile(np.arange(len(names), dtype=np.int32), len(block))
            columns = [
                arrow.array(np.repeat(np.arange(first, first + len(block)), len(names))),
                arrow.DictionaryArray.from_arrays(system, arrow.array(spelled, arrow.string())),
                *(arrow.array(column, mask=~np.isfinite(column)) for column in numbers.T),
            ]
            writer.write_table(arrow.table(columns, schema=schema))
            first += len(block)
