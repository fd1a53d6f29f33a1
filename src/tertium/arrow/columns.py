"""Which columns of a table hold what, and what else batches are read with."""

from __future__ import annotations

import functools
import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeAlias

from tertium.corpus.files.access import Source
from tertium.corpus.texts.arrow_columns import table_corpus
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.engine.local import threads_of
from tertium.engine.states import read_tables, tables_digest
from tertium.errors import InputError, did_you_mean
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass
from tertium.tasks.metric_choice import metrics_of


class Streamed(Protocol):
    """A table, a batch or a reader that gives itself as an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Given(Protocol):
    """A batch that gives itself as an Arrow array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


Batches: TypeAlias = Streamed | Given | Iterable[Streamed | Given]
Metrics: TypeAlias = str | Metric | Sequence[str | Metric]
Tables: TypeAlias = bytes | str | os.PathLike[str] | None


@dataclass(frozen=True)
class Columns:
    """Names of columns: hypotheses, references (several, or one that may hold lists), sources, ids of segments.

    A list of columns of hypotheses are as many systems.
    """

    hyp: str | Sequence[str]
    refs: str | Sequence[str]
    src: str | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        for column in (*self.hypotheses, *self.references, *(name for name in (self.src, self.id) if name is not None)):
            if not isinstance(column, str):
                raise InputError(f"columns are given by their names, got {column!r}.")
        if not self.hypotheses or len(set(self.hypotheses)) < len(self.hypotheses):
            raise InputError("the columns of hypotheses are none, or one of them is named twice; name each once.")

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return tuple(self.hyp) if isinstance(self.hyp, list | tuple) else (self.hyp,)  # type: ignore[return-value]  # checked

    @property
    def systems(self) -> tuple[str, ...]:
        """Columns that are a system each; none where one column holds all hypotheses."""
        return tuple(self.hyp) if isinstance(self.hyp, list | tuple) else ()

    @property
    def references(self) -> tuple[str, ...]:
        return (self.refs,) if isinstance(self.refs, str) else tuple(self.refs)

    @classmethod
    def of(cls, given: Columns | Mapping[str, Any]) -> Columns:
        """From a mapping such as {"hyp": "mt", "refs": ["ref1", "ref2"]}."""
        if isinstance(given, Columns):
            return given
        if not isinstance(given, Mapping):
            raise InputError(f"columns is {type(given).__name__}, expected a mapping such as {{'hyp': …, 'refs': …}}.")
        known = [field.name for field in fields(cls)]
        for key in given:
            if key not in known:
                near = did_you_mean(str(key), known) or "."
                raise InputError(f"columns has '{key}', expected some of {', '.join(known)}{near}")
        for key in ("hyp", "refs"):
            if given.get(key) is None:
                raise InputError(f"columns names no '{key}', expected a mapping such as {{'hyp': …, 'refs': …}}.")
        return cls(**given)


@dataclass(frozen=True)
class Reading:
    """How batches are read: by every function of this room in the same way."""

    columns: Columns
    metrics: tuple[Metric, ...]
    policy: Policy
    threads: int

    @classmethod
    def of(
        cls, metrics: Any, columns: Columns | Mapping[str, Any], empty_ref: str, missing: str, threads: int | None
    ) -> Reading:
        if threads is not None and (not isinstance(threads, int) or threads < 1):
            raise InputError(f"threads is {threads!r}, expected a whole number of at least 1, or None for every core.")
        policy = Policy(empty_ref, missing)  # type: ignore[arg-type]  # it refuses other words
        return cls(Columns.of(columns), tuple(metrics_of(metrics)), policy, threads_of(threads))

    def corpus(self, batches: Any, labels: Sequence[str] = (), first: int = 1) -> StreamCorpus:
        """The batches as a corpus; ids are read beside the texts, so that errors can name them.

        ``first`` is the number of the first row, for errors, too.
        """
        wanted = tuple(dict.fromkeys((*labels, *(() if self.columns.id is None else (self.columns.id,)))))
        return table_corpus(
            batches,
            {column: column for column in self.columns.hypotheses},
            self.columns.references,
            self.columns.src,
            labels=wanted,
            ids=self.columns.id,
            is_part=True,
            first=first,
            policy=self.policy,
        )

    def tables(self, given: Tables) -> tuple[dict[Hashable, Any], str | None]:
        """The tables of a first pass and their digest; a metric that lacks its table is refused."""
        data = given if isinstance(given, bytes) or given is None else _file(os.fspath(given))
        first = FirstPass(self.metrics)
        made = {} if data is None else {leaf.table_key: table for leaf, table in _restored(data).items()}
        lacking = {key for key, _ in first.collectors if key not in made}
        if lacking:  # by the metrics that were asked for, which may be sums of others
            names = ", ".join(
                str(metric) for metric in self.metrics if any(leaf.table_key in lacking for _, leaf in metric.leaves())
            )
            raise InputError(
                f"{names} must see all references before any batch is scored, else every batch gets other numbers than "
                "in the whole; pass tables=tertium.arrow.first_pass(all_batches, metrics, columns), or leave the "
                "metric out."
            )
        wanted = {key: made[key] for key, _ in first.collectors}
        return wanted, tables_digest(data) if data is not None and wanted else None


@functools.lru_cache(maxsize=2)
def _restored(data: bytes) -> dict[Metric, Any]:
    """Tables are read once a process, not once a batch; nobody changes these."""
    return read_tables(data)


def _file(path: str) -> bytes:
    with Source(path).open_seekable() as file:
        return file.read()
