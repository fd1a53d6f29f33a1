"""Rows on disk: a run that can be compared later without its texts (Parquet, extra ``arrow``).

One line for each system and segment, system by system; columns ``leaf0.correct1 …`` hold the statistics in float64,
``leaf0.masked`` says which weigh nothing. The schema's metadata, under the key ``tertium``, is one JSON object: format,
versions, metrics with their signatures, the systems' names, and SHA-256 digests of the inputs. Rows of other references
or of another definition of a metric are refused: their difference would be a difference of nothing.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from tertium.arrays import Bools, Floats
from tertium.corpus.files.access import Source
from tertium.corpus.files.outputs import write_or_rescue
from tertium.corpus.formats.parquet import MAGIC
from tertium.engine.digests import InputDigests
from tertium.engine.rows import KeptRows
from tertium.errors import FileError, InputError, MissingExtraError, SpecError, either, install, printable
from tertium.kernels.text import build_info
from tertium.metrics.base import Metric
from tertium.metrics.measuring import unique_leaves
from tertium.metrics.spec import parse
from tertium.results.signatures import ReferenceCount

FORMAT = 1
_KEY = b"tertium"
_ALSO_THE_SAME = {
    "sources": "sources",
    "links": "alignments of the references",
    "graphs": "parses or UNL documents of the references",
}


@dataclass(frozen=True, eq=False)
class StoredRun:
    """What a file of rows holds."""

    name: str  # of the file, for messages
    version: str  # of the tertium that wrote it
    segments: int
    systems: tuple[str, ...]
    metrics: tuple[Metric, ...]
    digests: InputDigests
    rows: KeptRows


def save_rows(
    path: str,
    systems: Sequence[str],
    metrics: Sequence[Metric],
    rows: KeptRows,
    digests: InputDigests,
    version: str,
) -> None:
    """Write the rows of a run, all of them or nothing."""
    arrow = _pyarrow()
    leaves = unique_leaves(metrics)
    shape = rows.of(leaves[0])[1].shape
    columns: dict[str, Any] = {
        "system": np.repeat(np.arange(shape[0], dtype=np.int32), shape[1]),
        "segment": np.tile(np.arange(1, shape[1] + 1, dtype=np.int64), shape[0]),
    }
    for number, leaf in enumerate(leaves):
        values, masked = rows.of(leaf)
        for place, column in enumerate(leaf.columns):
            columns[f"leaf{number}.{column}"] = np.ascontiguousarray(values[..., place]).reshape(-1)
        columns[f"leaf{number}.masked"] = masked.reshape(-1)
    header = {
        "format": FORMAT,
        "tertium": version,
        "kernels": build_info(),
        "segments": shape[1],
        "systems": [{"name": name, "sha256": sha} for name, sha in zip(systems, digests.systems, strict=True)],
        "references": {"sha256": digests.references, "count": _counts(rows.references)},
        "sources": None if digests.sources is None else {"sha256": digests.sources},
        "reference_links": None if digests.links is None else {"sha256": digests.links},
        "reference_graphs": None if digests.graphs is None else {"sha256": digests.graphs},
        "metrics": [metric.signature for metric in metrics],
        "leaves": [{"signature": leaf.signature, "columns": list(leaf.columns)} for leaf in leaves],
    }
    table = arrow.table(columns).replace_schema_metadata({_KEY: json.dumps(header).encode()})

    def write(file: BinaryIO) -> None:
        arrow.parquet.write_table(table, file, compression="zstd", write_page_checksum=True)

    write_or_rescue(path, write)


def is_stored_run(path: str) -> bool:
    """Is that a Parquet file? (Texts never are.)"""
    return Source(path).head().startswith(MAGIC)


def load_rows(path: str) -> StoredRun:
    """Read a file of rows; FileError or InputError with the reason if it is none that can be used here."""
    arrow = _pyarrow()
    source = Source(path)
    if not source.head().startswith(MAGIC):
        raise FileError(f"{source.name} is not a file of rows; 'tertium compare ... --save-rows FILE' writes one.")
    with source.open_seekable() as file:
        try:
            table = arrow.parquet.read_table(file, use_threads=False, pre_buffer=False, page_checksum_verification=True)
        except (arrow.ArrowException, OSError) as error:
            reason = printable(str(error).strip().split("\n")[0])
            raise FileError(f"{source.name} is damaged or truncated ({reason}); write it again.") from None
    header = _header(source.name, (table.schema.metadata or {}).get(_KEY))
    try:
        return _run(source.name, header, table)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, FileError | InputError):
            raise
        raise FileError(
            f"{source.name} is not a complete file of rows ({printable(str(error))}); write it again."
        ) from None


def _header(name: str, data: bytes | None) -> dict[str, Any]:
    if data is None:
        raise FileError(f"{name} is Parquet but not a file of rows; 'tertium compare ... --save-rows FILE' writes one.")
    try:
        header = json.loads(data)
    except (ValueError, RecursionError):
        raise FileError(f"{name} is not a file of rows: its header is not JSON; write it again.") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise FileError(f"{name} has another format than this version reads ({FORMAT}); use the tertium that wrote it.")
    return header


def _run(name: str, header: dict[str, Any], table: Any) -> StoredRun:
    systems = tuple(str(system["name"]) for system in header["systems"])
    segments = int(header["segments"])
    if table.num_rows != len(systems) * segments:
        raise FileError(f"{name} has {table.num_rows} rows, expected {len(systems) * segments}; write it again.")
    rows = KeptRows()
    for number, leaf in enumerate(header["leaves"]):
        metric = _metric(name, leaf["signature"])
        if list(metric.columns) != leaf["columns"]:
            raise FileError(f"{name} holds other statistics of {metric.name} than this version uses; write it again.")
        parts = [_array(table, f"leaf{number}.{column}") for column in metric.columns]
        values = np.stack(parts, axis=-1).reshape(len(systems), segments, len(parts))
        masked: Bools = _array(table, f"leaf{number}.masked").astype(bool).reshape(len(systems), segments)
        rows.put(metric, values, masked)
    counts = header["references"].get("count")  # files of before signatures named it have none
    rows.references = None if counts is None else ReferenceCount(int(counts[0]), int(counts[1]), *map(str, counts[2:]))
    sources, links, graphs = (header[key] for key in ("sources", "reference_links", "reference_graphs"))
    return StoredRun(
        name=name,
        version=str(header["tertium"]),
        segments=segments,
        systems=systems,
        metrics=tuple(_metric(name, signature) for signature in header["metrics"]),
        digests=InputDigests(
            header["references"]["sha256"],
            None if sources is None else sources["sha256"],
            tuple(system["sha256"] for system in header["systems"]),
            None if links is None else links["sha256"],
            None if graphs is None else graphs["sha256"],
        ),
        rows=rows,
    )


def _metric(name: str, signature: str) -> Metric:
    """The metric of a signature; its definition must be today's."""
    try:
        return parse(signature)
    except SpecError as error:
        raise InputError(f"{name} cannot be compared here: {error}") from None


def _counts(references: ReferenceCount | None) -> list[int | str] | None:
    return (
        None
        if references is None
        else [
            references.fewest,
            references.most,
            *([references.links] if references.links else []),
        ]
    )


def _array(table: Any, column: str) -> Any:
    return table.column(column).to_numpy()


def beside(runs: Sequence[StoredRun], metrics: Sequence[Metric]) -> tuple[tuple[str, ...], KeptRows]:
    """The systems of several runs as those of one; refused unless all were scored on the same references."""
    first = runs[0]
    for run in runs[1:]:
        if run.digests.references != first.digests.references:
            raise InputError(
                f"{run.name} and {first.name} were made with different references (SHA-256 "
                f"{run.digests.references[:12]} and {first.digests.references[:12]}); only rows of the same segments "
                "can be compared."
            )
        for what, named in _ALSO_THE_SAME.items():
            mine, theirs = getattr(run.digests, what), getattr(first.digests, what)
            if mine != theirs and None not in (mine, theirs):
                raise InputError(
                    f"{run.name} and {first.name} were made with different {named}; score one of them again."
                )
    made = first.rows if len(runs) == 1 else KeptRows()
    # The references are the same, so any run that knows their number knows it for all.
    made.references = next((run.rows.references for run in runs if run.rows.references is not None), None)
    for leaf in unique_leaves(metrics):
        parts: list[tuple[Floats, Bools]] = []
        for run in runs:
            if leaf not in run.rows.leaves():
                known = ", ".join(str(known) for known in run.rows.leaves())
                raise InputError(
                    f"{run.name} has no rows of {leaf.signature}, only of {known}; use the same parameters, or "
                    f"score again{either(' with -m and --save-rows', '')}."
                )
            if made is not run.rows:  # one run alone is not copied
                parts.append(run.rows.of(leaf))
        if not parts:
            continue
        made.put(leaf, np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts]))
    return tuple(name for run in runs for name in run.systems), made


def _pyarrow() -> Any:
    try:
        importlib.import_module("pyarrow.parquet")
        return importlib.import_module("pyarrow")
    except ImportError:
        raise MissingExtraError(f"rows on disk need the extra 'arrow': {install('arrow')}.") from None
