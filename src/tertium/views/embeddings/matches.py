"""Greedy matching of two sentences by the vectors of their pieces: every piece with the piece most like it.

Sentences are embedded once a chunk, references once for as long as they stay in the cache, which is by the hash of
their text. The vectors of outputs are dropped batch by batch: of 13 systems a chunk's would be more than a gigabyte.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.errors import FileError, SpecError
from tertium.views.embeddings.encoder import Embedder, batches, beside_one_another
from tertium.views.embeddings.pieces import Cut
from tertium.views.embeddings.weights import Reals

NONE, PIECES, SET = "none", "pieces", "set"
WEIGHTS = (NONE, PIECES, SET)
COLUMNS = ("hyp_weight", "hyp_likeness", "ref_weight", "ref_likeness")
CACHE_BYTES = 128 << 20
_ONE_THREAD = 1 << 18  # products of two numbers that OpenBLAS leaves to one thread
Halves = npt.NDArray[np.float16]


class PieceTable:
    """How many references have a piece: the first pass of ``idf=set``."""

    def __init__(self, references: int = 0, counts: dict[int, int] | None = None) -> None:
        self.references = references
        self._counts = {} if counts is None else counts

    def add(self, cut: Cut) -> None:
        self.references += 1
        for piece in set(cut.own):
            self._counts[piece] = self._counts.get(piece, 0) + 1

    def merge(self, other: PieceTable) -> None:
        self.references += other.references
        for piece, count in other._counts.items():
            self._counts[piece] = self._counts.get(piece, 0) + count

    def idf(self, pieces: list[int]) -> Reals:
        """ln((M + 1) / (count + 1)), as BERTScore smooths it."""
        counts = np.array([self._counts.get(piece, 0) for piece in pieces], dtype=np.float32)
        return np.asarray(np.log((self.references + np.float32(1)) / (counts + 1)), dtype=np.float32)

    def to_bytes(self) -> bytes:
        pieces = sorted(self._counts)
        counts = [self._counts[piece] for piece in pieces]
        arrays = {"pieces": pieces, "counts": counts, "references": [self.references]}
        return write_arrays({name: np.array(values, dtype=np.int64) for name, values in arrays.items()})

    @classmethod
    def from_bytes(cls, data: bytes) -> PieceTable:
        saved = read_arrays(data, ("pieces", "counts", "references"), "a table of pieces", "make it again")
        pieces, counts, references = (saved[name] for name in ("pieces", "counts", "references"))
        if pieces.shape != counts.shape or references.shape != (1,) or pieces.dtype != np.int64:
            raise FileError("this is not a table of pieces (its numbers contradict one another); make it again.")
        return cls(int(references[0]), dict(zip(pieces.tolist(), counts.tolist(), strict=True)))


class ReferenceCache:
    """Vectors of references in 16 bits, the last used ones, by the hash of the text."""

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self._most = most
        self._held = 0
        self._kept: OrderedDict[bytes, Halves] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str) -> Halves | None:
        with self._lock:
            found = self._kept.get(_hash(text))
            if found is not None:
                self._kept.move_to_end(_hash(text))
            return found

    def put(self, text: str, vectors: Halves) -> None:
        with self._lock:
            if _hash(text) in self._kept:
                return
            self._kept[_hash(text)] = vectors
            self._held += vectors.nbytes
            while self._held > self._most and self._kept:
                self._held -= self._kept.popitem(last=False)[1].nbytes

    def __len__(self) -> int:
        return len(self._kept)


def _hash(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Matcher:
    """Compares sentences by one layer of one model."""

    def __init__(self, embedder: Embedder, cache: ReferenceCache | None = None) -> None:
        self.embedder = embedder
        self.cache = ReferenceCache() if cache is None else cache

    def weights(self, kind: str, cut: Cut, table: PieceTable | None) -> Reals:
        """What each piece counts."""
        if kind == NONE:
            return np.ones(len(cut.own), dtype=np.float32)
        if kind == SET:
            if table is None:
                raise SpecError("idf=set needs the table of the set's references.")
            return table.idf(cut.own)
        if self.embedder.information is None:
            raise SpecError(
                "idf=pieces needs a vocabulary with probabilities (SentencePiece's unigram model); this model has "
                "none: write idf=set or idf=none."
            )
        return self.embedder.information[cut.own]

    def measure(
        self,
        chunk: Chunk,
        kinds: Sequence[str],
        table: PieceTable | None = None,
        most: int | None = None,
        threads: int | None = None,
    ) -> Floats:
        """(pairs, references, kinds, columns): weights of both sides, and how like the other side they are."""
        hyps = np.unique(chunk.hyp).tolist()
        refs = np.unique(chunk.refs).tolist()
        cuts = self.cuts(chunk, sorted({*hyps, *refs}))
        weights = {sentence: [self.weights(kind, cut, table) for kind in kinds] for sentence, cut in cuts.items()}
        vectors = self._references(chunk, refs, cuts, most, threads)
        pairs: dict[int, list[int]] = {}
        for pair, hyp in enumerate(chunk.hyp.tolist()):
            pairs.setdefault(hyp, []).append(pair)
        seg, offsets, places = chunk.seg.tolist(), chunk.ref_offsets.tolist(), chunk.refs.tolist()
        made = np.zeros((chunk.pairs, chunk.max_references, len(kinds), len(COLUMNS)))

        def work(batch: list[int]) -> None:
            found = self.embedder.vectors([cuts[hyps[place]] for place in batch])
            for place, mine in zip(batch, found, strict=True):
                hyp = hyps[place]
                for pair in pairs[hyp]:
                    first, last = offsets[seg[pair]], offsets[seg[pair] + 1]
                    for k, ref in enumerate(places[first:last]):
                        same = cuts[hyp].ids == cuts[ref].ids
                        likeness = _greedy(mine, vectors[ref], same)
                        made[pair, k] = [
                            _row(likeness, own, theirs) for own, theirs in zip(weights[hyp], weights[ref], strict=True)
                        ]

        order = [cuts[hyp] for hyp in hyps]
        beside_one_another(work, batches(order) if most is None else batches(order, most), threads)
        return made

    def cuts(self, chunk: Chunk, sentences: Sequence[int]) -> dict[int, Cut]:
        found = self.embedder.cutter.cut([chunk.pool.sentence(sentence) for sentence in sentences])
        return dict(zip(sentences, found, strict=True))

    def collect(self, chunk: Chunk) -> PieceTable:
        table = PieceTable()
        cuts = self.cuts(chunk, np.unique(chunk.refs).tolist())
        for ref in chunk.refs.tolist():
            table.add(cuts[ref])
        return table

    def _references(
        self, chunk: Chunk, refs: list[int], cuts: dict[int, Cut], most: int | None, threads: int | None
    ) -> dict[int, Halves]:
        texts = {ref: chunk.pool.sentence(ref) for ref in refs}
        known = {ref: self.cache.get(texts[ref]) for ref in refs}
        missing = [ref for ref, found in known.items() if found is None]
        made = {ref: found for ref, found in known.items() if found is not None}

        def work(batch: list[int]) -> None:
            wanted = [missing[place] for place in batch]
            for ref, found in zip(wanted, self.embedder.vectors([cuts[ref] for ref in wanted]), strict=True):
                made[ref] = found.astype(np.float16)
                self.cache.put(texts[ref], made[ref])

        order = [cuts[ref] for ref in missing]
        beside_one_another(work, batches(order) if most is None else batches(order, most), threads)
        return made


Likeness = tuple[Reals, Reals]


def _greedy(mine: Reals, theirs: Halves, same: bool) -> Likeness:
    """For each piece of either side the cosine with the piece of the other that is most like it."""
    if same or not len(mine) or not len(theirs):  # the same pieces: 1, not 1 less rounding
        fill = np.float32(1 if same else 0)
        return np.full(len(mine), fill), np.full(len(theirs), fill)
    found = _products(mine, theirs.astype(np.float32))
    return found.max(axis=1), found.max(axis=0)


def _products(mine: Reals, theirs: Reals) -> Reals:
    """``mine @ theirs.T`` a few rows a time: of larger products numpy's library makes parts for threads of its own, and
    these wait for one another for longer than two sentences take."""
    rows = max(1, _ONE_THREAD // max(1, theirs.size))
    return np.concatenate([mine[first : first + rows] @ theirs.T for first in range(0, len(mine), rows)])


def _row(likeness: Likeness, own: Reals, theirs: Reals) -> tuple[float, float, float, float]:
    """Sums in double precision; no likeness below 0 counts."""
    sums = []
    for found, weight in zip(likeness, (own, theirs), strict=True):
        weight = weight.astype(np.float64)
        sums += [float(weight.sum()), float(weight @ np.clip(found.astype(np.float64), 0.0, 1.0))]
    return (sums[0], sums[1], sums[2], sums[3])


def cosines(matcher: Matcher, chunk: Chunk, hyp: int, ref: int) -> tuple[list[str], list[str], Reals]:
    """The pieces of two sentences and the cosine of each pair of them, for whoever wants to look."""
    cuts = matcher.cuts(chunk, [hyp, ref])
    mine, theirs = (matcher.embedder.vectors([cuts[one]])[0] for one in (hyp, ref))
    spelled = [[matcher.embedder.cutter.spelled(piece) for piece in cuts[one].own] for one in (hyp, ref)]
    if not len(mine) or not len(theirs):
        return spelled[0], spelled[1], np.zeros((len(mine), len(theirs)), dtype=np.float32)
    return spelled[0], spelled[1], mine @ theirs.T


def view(chunk: Chunk, key: Hashable, matcher: Matcher, kinds: tuple[str, ...], table: PieceTable | None) -> Floats:
    """``measure``, once a chunk for each layer and way of weighing."""
    return chunk.view(("embeddings", key, kinds, id(table)), lambda: matcher.measure(chunk, kinds, table))
