"""Which texts were scored: SHA-256 digests of references, sources and outputs, whatever files they came from.

Texts are hashed as the metrics see them, each preceded by its length, so that a gzipped file, a column of a table and a
Python list of the same texts have the same digest, and no two different lists have.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from tertium.corpus.chunk import Chunk


@dataclass(frozen=True)
class InputDigests:
    """Hexadecimal digests; ``systems`` in the order of the corpus, ``links`` those of sources with references.

    ``graphs`` are those of the references that were given in files (parses, UNL documents).
    """

    references: str
    sources: str | None
    systems: tuple[str, ...]
    links: str | None = None
    graphs: str | None = None


@dataclass(frozen=True)
class _Seen:
    """What a chunk adds to each digest."""

    references: bytes
    sources: bytes | None
    systems: list[bytes]
    links: tuple[bytes, bytes] | None
    graphs: dict[str, bytes]


class DigestWatch:
    """Sees every chunk of a run (see ``engine.local.ChunkWatch``)."""

    def __init__(self, systems: int) -> None:
        self._references = hashlib.sha256()
        self._sources = hashlib.sha256()
        self._with_sources = False
        self._systems = [hashlib.sha256() for _ in range(systems)]
        self._links: list[Any] = []  # of their numbers by reference, and of the pairs; none until there are some
        self._graphs: dict[str, Any] = {}  # by kind

    def look(self, chunk: Chunk) -> _Seen:
        texts = [chunk.pool.sentence(place).encode("utf-8") for place in range(len(chunk.pool))]
        refs, offsets = chunk.refs.tolist(), chunk.ref_offsets.tolist()
        references = bytearray()
        for first, last in pairwise(offsets):
            references += (last - first).to_bytes(8, "little")
            references += _framed(texts[place] for place in refs[first:last])
        hyps, count = chunk.hyp.tolist(), chunk.segments
        systems = [
            _framed(texts[place] for place in hyps[system * count : (system + 1) * count])
            for system in range(chunk.systems)
        ]
        sources = None if chunk.sources is None else _framed(texts[place] for place in chunk.sources.tolist())
        links = None
        if "ref" in chunk.links:
            found = chunk.links["ref"]
            links = (np.diff(found.offsets).astype("<i8").tobytes(), found.pairs.astype("<i4").tobytes())
        graphs = {
            kind: _framed(json.dumps(given.graphs.columns(place)).encode() for place in given.refs.tolist())
            for kind, given in chunk.graphs.items()
        }
        return _Seen(bytes(references), sources, systems, links, graphs)

    def add(self, seen: _Seen) -> None:
        if seen.links is not None:
            self._links = self._links or [hashlib.sha256(), hashlib.sha256()]
            for digest, data in zip(self._links, seen.links, strict=True):
                digest.update(data)
        for kind, data in seen.graphs.items():
            self._graphs.setdefault(kind, hashlib.sha256()).update(data)
        self._references.update(seen.references)
        if seen.sources is not None:
            self._with_sources = True
            self._sources.update(seen.sources)
        for digest, data in zip(self._systems, seen.systems, strict=True):
            digest.update(data)

    def digests(self) -> InputDigests:
        return InputDigests(
            self._references.hexdigest(),
            self._sources.hexdigest() if self._with_sources else None,
            tuple(digest.hexdigest() for digest in self._systems),
            hashlib.sha256(b"".join(digest.digest() for digest in self._links)).hexdigest() if self._links else None,
            self._of_graphs(),
        )

    def _of_graphs(self) -> str | None:
        if not self._graphs:
            return None
        named = ((kind.encode(), digest.digest()) for kind, digest in sorted(self._graphs.items()))
        return hashlib.sha256(_framed(part for pair in named for part in pair)).hexdigest()


def _framed(texts: Iterable[bytes]) -> bytes:
    made = bytearray()
    for text in texts:
        made += len(text).to_bytes(8, "little")
        made += text
    return bytes(made)
