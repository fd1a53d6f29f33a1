"""Parts of a table: their first passes and their totals, as bytes that merge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from tertium.arrow.columns import Batches, Columns, Metrics, Reading, Tables
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk
from tertium.engine.local import chunk_size
from tertium.engine.partial_totals import SYSTEM, Layout, PartialTotals
from tertium.engine.states import merged_state, merged_tables, write_tables, write_totals
from tertium.engine.workers import Workers
from tertium.errors import InputError
from tertium.metrics.measuring import FirstPass, measure_corpus

LEAST_BAGS = 2
MOST_BAGS = 1_000_000


def first_pass(
    batches: Batches,
    metrics: Metrics,
    columns: Columns | Mapping[str, Any],
    *,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    threads: int | None = None,
) -> bytes:
    """What metrics must know of all references (nist, atec, tertium-2), collected from a part of the rows.

    Merge those of all parts by ``merge_first_passes`` and give the result as ``tables``. Read the same rows as for the
    scores, with the same ``missing`` and ``empty_ref``.
    """
    reading = Reading.of(metrics, columns, empty_ref, missing, threads)
    first = FirstPass(reading.metrics)
    if not first.needed:
        raise InputError("none of these metrics needs a first pass; score without tables.")
    with Workers(reading.threads) as workers:
        corpus = reading.corpus(batches)
        for collected in workers.in_order(lambda build: first.collect(build()[0]), corpus.chunks(SEGMENTS_PER_CHUNK)):
            first.merge(collected)
    for key, leaf in first.collectors:  # of no rows
        if key not in first.tables:
            first.tables[key] = leaf.collect(Chunk.of([[]], []))
    return write_tables(reading.metrics, first.tables)


def merge_first_passes(parts: Iterable[bytes]) -> bytes:
    """The first passes of all parts as that of the whole; in any order."""
    return merged_tables(list(parts))


def merge_states(states: Iterable[bytes]) -> bytes:
    """Some states as one, for ``merge`` later: a tree of such steps takes little memory anywhere."""
    return merged_state(list(states))


def partial_totals(
    batches: Batches,
    metrics: Metrics,
    columns: Columns | Mapping[str, Any],
    *,
    by: str | Sequence[str] = (),
    bags: int = 0,
    rows_by: str | Sequence[str] = (),
    tables: Tables = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    threads: int | None = None,
) -> bytes:
    """The totals of a part of the rows as a state of bytes, for ``merge``.

    ``by`` names columns whose values make groups. ``bags`` divides segments into so many bags by the hash of their
    ids (``columns`` must name them), for intervals and paired tests without the rows; 1,000 is a good number.
    ``rows_by`` names columns that put rows in order, the ids say: then the state keeps the rows, some dozen bytes each,
    and intervals and tests are those of one machine, bit for bit. A list of columns of hypotheses are groups, too,
    called "system".
    """
    reading = Reading.of(metrics, columns, empty_ref, missing, threads)
    if not isinstance(bags, int) or isinstance(bags, bool) or not (bags == 0 or LEAST_BAGS <= bags <= MOST_BAGS):
        raise InputError(f"bags is {bags!r}, expected 0 for none, or a whole number from {LEAST_BAGS} to {MOST_BAGS}.")
    if bags and reading.columns.id is None:
        raise InputError("bags are made by the ids of segments; name their column, as in columns={..., 'id': 'id'}.")
    grouped, order = ((given,) if isinstance(given, str) else tuple(given) for given in (by, rows_by))
    if bags and order:
        raise InputError("bags are drawn where rows are not kept; give bags or rows_by, not both.")
    systems = reading.columns.systems
    if systems and SYSTEM in grouped:
        raise InputError(f"columns of hypotheses are groups called '{SYSTEM}', as is a column to group by; rename it.")
    known, digest = reading.tables(tables)
    layout = Layout(
        reading.metrics,
        (*((SYSTEM,) if systems else ()), *grouped),
        reading.columns.id,
        bags,
        digest,
        reading.policy.empty_ref,
        reading.policy.missing,
        systems,
        order,
    )
    totals = PartialTotals(layout)
    with Workers(reading.threads) as workers:
        parts = measure_corpus(
            reading.corpus(batches, (*grouped, *order)),
            reading.metrics,
            totals.read,
            segments_per_chunk=chunk_size(len(reading.columns.hypotheses), reading.threads),
            in_order=workers.in_order,
            tables=known,
        )
        for part in parts:
            totals.add(part)
    return write_totals(totals)
