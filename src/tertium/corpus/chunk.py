"""The unit of work: a few thousand segments of all systems, as ids into one pool of unique sentences.

A chunk lives briefly: it is built in a worker thread, its views (tokens, stems, ...) are memoised so that ten metrics
share one tokenisation, every metric measures it, and it is dropped. Memory is bounded by the chunk, not the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from tertium.arrays import Int32s, Int64s
from tertium.kernels.text import Pairs, Pool, new_pool
from tertium.results.signatures import ReferenceCount

if TYPE_CHECKING:  # few chunks have graphs
    from tertium.kernels.graphs import Graphs

T = TypeVar("T")

SEGMENTS_PER_CHUNK = 2048  # large enough to hide Python's cost per chunk, small enough to stay in the cache


@dataclass(frozen=True)
class Notice:
    """Something seen in the input that a person should know: a warning, never a change of the text.

    ``runs`` are the lines it was seen in, as (first, last); none where it is about the file.
    """

    code: str
    message: str
    file: str = ""
    line: int = 0
    count: int = 1
    runs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Links:
    """Word alignments, ragged: item k has the (from, to) positions ``pairs[offsets[k]:offsets[k + 1]]``."""

    pairs: Int32s
    offsets: Int64s
    sizes: Int64s | None = None  # words on the "from" side; None: those that white space separates
    about: str = ""  # how they were made, for signatures; empty: they were given
    target_sizes: Int64s | None = None  # words on the "to" side, likewise

    def items(self, first: int, last: int) -> Links:
        """Items first .. last - 1."""
        offsets = self.offsets[first : last + 1]
        sizes = None if self.sizes is None else self.sizes[first:last]
        targets = None if self.target_sizes is None else self.target_sizes[first:last]
        return Links(self.pairs[offsets[0] : offsets[-1]], offsets - offsets[0], sizes, self.about, targets)


@dataclass(frozen=True, eq=False)
class Graphed:
    """Graphs of the chunk's texts: sentence ``hyp[p]`` of pair p, ``refs[k]`` of place k among the references."""

    graphs: Graphs
    hyp: Int32s
    refs: Int32s


@dataclass(frozen=True, eq=False)
class Chunk:
    """Hypothesis ``hyp[p]`` is compared with the references of segment ``seg[p]``.

    Pairs run system by system: pair ``s * segments + i`` is system s, segment i. References of segment i are the
    sentences ``refs[ref_offsets[i]:ref_offsets[i + 1]]``. Segments whose references are all missing are ``masked``.
    ``links`` holds word alignments by kind: ``hyp`` (source to hypothesis, by pair), ``ref`` (source to reference, by
    place in ``refs``), ``direct`` (reference to hypothesis, by pair and its references in turn). ``graphs`` holds the
    graphs that were given in files, by kind (``parse``, ``unl``). ``labels`` holds blocks of columns that say which
    segment is which, by their keys.
    """

    pool: Pool
    systems: int
    hyp: Int32s
    seg: Int32s
    refs: Int32s
    ref_offsets: Int64s
    sources: Int32s | None = None
    first: int = 0
    tables: Mapping[Hashable, Any] = field(default_factory=dict)
    links: Mapping[str, Links] = field(default_factory=dict)
    graphs: Mapping[str, Graphed] = field(default_factory=dict)
    labels: Mapping[Any, Any] = field(default_factory=dict)
    _views: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @property
    def segments(self) -> int:
        return len(self.ref_offsets) - 1

    @property
    def pairs(self) -> int:
        return len(self.hyp)

    @property
    def compared(self) -> Pairs:
        """The pairs as kernels take them."""
        return Pairs(self.hyp, self.seg, self.refs, self.ref_offsets)

    @property
    def max_references(self) -> int:
        return int(np.diff(self.ref_offsets).max(initial=0))

    @property
    def reference_count(self) -> ReferenceCount:
        """How many references the segments have, for signatures."""
        if self.segments == 1 and not self.links:  # single calls must stay cheap
            return ReferenceCount(len(self.refs), len(self.refs))
        about = self.links["hyp"].about if "hyp" in self.links else ""
        counts = np.diff(self.ref_offsets)
        counts = counts[counts > 0]
        return ReferenceCount(int(counts.min()), int(counts.max()), about) if len(counts) else ReferenceCount()

    @property
    def reference_counts(self) -> Int64s:
        """How many references each pair is compared with."""
        return np.diff(self.ref_offsets)[self.seg]

    def view(self, key: Hashable, make: Callable[[], T]) -> T:
        """The view named ``key``, made once."""
        if key not in self._views:
            self._views[key] = make()
        made: T = self._views[key]
        return made

    def made(self, key: Hashable) -> Any:
        """The view named ``key`` if somebody has made it, else None."""
        return self._views.get(key)

    def one_pair(self, pair: int) -> Chunk:
        """A chunk of this pair alone, with its source and links."""
        segment = int(self.seg[pair])
        first, last = int(self.ref_offsets[segment]), int(self.ref_offsets[segment + 1])
        item = int(self.reference_counts[:pair].sum())
        places = {"hyp": (pair, pair + 1), "ref": (first, last), "direct": (item, item + last - first)}
        return Chunk(
            pool=self.pool,
            systems=1,
            hyp=self.hyp[pair : pair + 1],
            seg=np.zeros(1, dtype=np.int32),
            refs=self.refs[first:last],
            ref_offsets=np.array([0, last - first], dtype=np.int64),
            sources=None if self.sources is None else self.sources[segment : segment + 1],
            first=self.first + segment,
            links={kind: links.items(*places[kind]) for kind, links in self.links.items()},
            graphs={
                kind: Graphed(given.graphs, given.hyp[pair : pair + 1], given.refs[first:last])
                for kind, given in self.graphs.items()
            },
        )

    @classmethod
    def of(
        cls,
        systems: Sequence[Sequence[str]],
        references: Sequence[Sequence[str]],
        sources: Sequence[str] | None = None,
        first: int = 0,
        tables: Mapping[Hashable, Any] | None = None,
    ) -> Chunk:
        """From strings that were checked already: ``systems[s][i]``, ``references[i][k]``, ``sources[i]``."""
        pool = new_pool()
        segments = len(references)
        hyp = pool.add_strings([hypothesis for system in systems for hypothesis in system])
        refs = pool.add_strings([reference for segment in references for reference in segment])
        ref_offsets = np.zeros(segments + 1, dtype=np.int64)
        np.cumsum([len(segment) for segment in references], out=ref_offsets[1:])
        return cls(
            pool=pool,
            systems=len(systems),
            hyp=hyp,
            seg=np.tile(np.arange(segments, dtype=np.int32), len(systems)),
            refs=refs,
            ref_offsets=ref_offsets,
            sources=None if sources is None else pool.add_strings(list(sources)),
            first=first,
            tables=tables or {},
        )


class Corpus(Protocol):
    """What an engine runs over. ``chunks`` may be called again (metrics with a first pass read twice).

    Each item is a function that builds its chunk: it is called in a worker thread, so that splitting, checking and
    interning run in parallel, and it returns what was noticed on the way.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The systems' names, in order."""
        ...

    def at_least(self) -> int:
        """So many segments are there, as far as can be told without reading."""
        ...

    def chunks(self, segments: int) -> Iterator[Callable[[], tuple[Chunk, tuple[Notice, ...]]]]: ...
