"""Texts in Arrow columns and tables as streams of a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tertium.corpus.formats.arrow_blocks import LISTS, TEXTS, ArrowTable, Words, table_words
from tertium.corpus.formats.arrow_sources import batches_of, is_arrow_column, missing_is_nan
from tertium.corpus.formats.columns import Key, Stream
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.errors import InputError

TABLE = "table"  # what messages call a table that has no name


def arrow_stream(name: str, texts: Any, *, policy: Policy, reference: bool, nested: bool) -> Stream | None:
    """A column by itself; None where it holds something else than texts, or does not lie in memory as Arrow.

    A ``reference`` that is None is absent, for there may be others; NaN is missing everywhere.
    """
    if not is_arrow_column(texts):
        return None
    batches = batches_of(name, texts)
    kind = LISTS if nested else TEXTS
    if any(batch.is_table or batch.columns[0][2] != kind for batch in batches(())):
        return None  # the reader of any sequence says what is wrong with it

    def place(key: Key, row: int, item: int) -> str:
        return f"{name} segment {row}{f' item {item}' if item else ''}"

    nan = missing_is_nan(texts)
    null = (
        f"is {'NaN' if nan else 'None'} (missing), expected a string; fill it, or pass missing='skip' to leave the "
        "segment out."
    )
    words = Words(place, null, policy.missing == "skip" or (reference and not nan))
    return Stream(ArrowTable(name, batches, words, unit="segment"))


def table_corpus(
    table: Any,
    hyps: dict[str, str],
    refs: Sequence[str],
    src: str | None = None,
    *,
    labels: Sequence[str] = (),
    ids: str | None = None,
    is_part: bool = False,
    first: int = 1,
    policy: Policy | None = None,
    keep: bool = False,
    name: str = TABLE,
) -> StreamCorpus:
    """A corpus of the columns of a table; ``hyps`` has a column for each system, ``labels`` are read beside the texts.

    Messages name rows by the column of ``ids``, which is one of the labels, and count them from ``first``. ``is_part``:
    there may be no rows.

    ``keep``: it will be read twice, so batches that can be read only once are held.
    """
    policy = policy or Policy()
    if not refs:
        raise InputError("no references to score against; name at least one column, as in refs=['ref'].")
    read = ArrowTable(
        name, batches_of(name, table, keep=keep), table_words(name, policy.missing), labels=labels, ids=ids, first=first
    )
    return StreamCorpus(
        tuple(hyps),
        tuple(Stream(read, column) for column in hyps.values()),
        tuple(Stream(read, column) for column in refs),
        None if src is None else Stream(read, src),
        policy,
        labels=tuple(Stream(read, column) for column in labels),
        is_part=is_part,
    )
