"""Relations of all pairs of texts, for metrics that compare graphs: what matched, is missing, is extra, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.analysis.explaining.ragged import Ragged, entries_of, slots
from tertium.arrays import Int64s
from tertium.corpus.chunk import Chunk
from tertium.kernels.graphs import match_edges
from tertium.views.syntax.relations import ComparedGraphs, compared_words


@dataclass(frozen=True, eq=False)
class RelationDetails:
    """Of one metric: nodes and edges by slot, and by segment and system which edges agree.

    ``nodes`` are places in ``words``; ``edges`` are relation (a place in ``names``), head (0: the root) and dependent,
    both from 1 on, one after the other. ``matched`` has the edges of the output, then those of the reference.
    """

    words: tuple[str, ...]
    names: tuple[str, ...]
    references: Int64s  # of every segment
    nodes: Ragged
    edges: Ragged
    best: Int64s  # (segments, systems)
    matched: Ragged  # by segment, then by system

    def take(self, segments: Int64s) -> RelationDetails:
        systems = self.best.shape[1]
        places = entries_of(self.references + systems, segments)
        pairs = entries_of(np.full(len(self.references), systems, dtype=np.int64), segments)
        return RelationDetails(
            self.words,
            self.names,
            self.references[segments],
            self.nodes.take(places),
            self.edges.take(places),
            self.best[segments],
            self.matched.take(pairs),
        )

    @classmethod
    def joined(cls, parts: Sequence[RelationDetails]) -> RelationDetails:
        """Every chunk has counted its words by itself."""
        words, names = _Numbers(), _Numbers()
        nodes, edges = [], []
        for part in parts:
            of_words = np.array([words[word] for word in part.words], dtype=np.int64)
            of_names = np.array([names[name] for name in part.names], dtype=np.int64)
            nodes.append(Ragged(of_words[part.nodes.values], part.nodes.offsets))
            renamed = part.edges.values.copy()
            renamed[::3] = of_names[renamed[::3]]
            edges.append(Ragged(renamed, part.edges.offsets))
        return cls(
            tuple(words),
            tuple(names),
            np.concatenate([part.references for part in parts]),
            Ragged.joined(nodes),
            Ragged.joined(edges),
            np.concatenate([part.best for part in parts]),
            Ragged.joined([part.matched for part in parts]),
        )


class _Numbers(dict[str, int]):
    """Strings by the order in which they were first seen."""

    def __missing__(self, key: str) -> int:
        self[key] = len(self)
        return self[key]


def relation_details(chunk: Chunk, found: ComparedGraphs) -> RelationDetails:
    words, names = _Numbers(), _Numbers()
    of_slots, _ = slots(chunk, found.given.hyp, found.given.refs)
    used, place = np.unique(of_slots, return_inverse=True)
    graphs = found.given.graphs
    kept = {sentence: _kept(graphs.edges(sentence, found.enhanced), found.root) for sentence in used.tolist()}
    nodes = [[words[form] for form in graphs.columns(sentence)[1]] for sentence in used.tolist()]
    edges = [
        [number for name, head, at in (made[k] for k in order) for number in (names[name], head + 1, at + 1)]
        for made, order in kept.values()
    ]
    by_segment = np.arange(chunk.pairs).reshape(chunk.systems, chunk.segments).T.ravel()
    compared, sets = compared_words(graphs, found.matching)
    flags: list[list[bool]] = []
    for pair in by_segment.tolist():
        segment = int(chunk.seg[pair])
        first, last = int(chunk.ref_offsets[segment]), int(chunk.ref_offsets[segment + 1])
        if first == last:
            flags.append([])
            continue
        both = int(found.given.hyp[pair]), int(found.given.refs[first + int(found.best[pair])])
        partner = match_edges(graphs, compared, sets, found.enhanced, found.matching != "unlabelled", both).tolist()
        taken = set(partner)
        flags.append([partner[k] >= 0 for k in kept[both[0]][1]] + [k in taken for k in kept[both[1]][1]])
    return RelationDetails(
        tuple(words),
        tuple(names),
        np.diff(chunk.ref_offsets),
        _ragged(nodes).take(place.reshape(-1)),
        _ragged(edges).take(place.reshape(-1)),
        found.best.reshape(chunk.systems, chunk.segments).T,
        _ragged(flags),
    )


def _kept(edges: list[tuple[str, int, int]], root: bool) -> tuple[list[tuple[str, int, int]], list[int]]:
    """All edges, and the places of those that count, in the order of their dependents."""
    counting = (place for place, (_, head, _) in enumerate(edges) if root or head >= 0)
    return edges, sorted(counting, key=lambda place: (edges[place][2], edges[place][1]))


def _ragged(rows: Iterable[Sequence[int | bool]]) -> Ragged:
    listed = list(rows)
    values = np.array([number for row in listed for number in row], dtype=np.int64)
    return Ragged.of(values, np.array([len(row) for row in listed], dtype=np.int64))
