"""The texts themselves, kept while chunks pass: for those who show them. Nothing is tokenised or changed."""

from __future__ import annotations

from itertools import pairwise

from tertium.corpus.chunk import Chunk

_Part = tuple[list[list[str]], list[list[str]], list[str] | None]


class KeptTexts:
    """Sees every chunk of a run (see ``engine.local.KeepableWatch``)."""

    about = "texts"

    def __init__(self) -> None:
        self._outputs: list[list[str]] = []
        self._references: list[list[str]] = []  # by segment
        self._source: list[str] | None = None

    def look(self, chunk: Chunk) -> _Part:
        text = chunk.pool.sentence
        hyp, refs, offsets = chunk.hyp.tolist(), chunk.refs.tolist(), chunk.ref_offsets.tolist()
        count = chunk.segments
        outputs = [[text(place) for place in hyp[at : at + count]] for at in range(0, len(hyp), count)]
        references = [[text(place) for place in refs[first:last]] for first, last in pairwise(offsets)]
        source = None if chunk.sources is None else [text(place) for place in chunk.sources.tolist()]
        return outputs, references, source

    def add(self, seen: _Part) -> None:
        outputs, references, source = seen
        if not self._outputs:
            self._outputs = [[] for _ in outputs]
        for mine, theirs in zip(self._outputs, outputs, strict=True):
            mine += theirs
        self._references += references
        if source is not None:
            self._source = [*(self._source or ()), *source]

    @staticmethod
    def to_plain(seen: _Part) -> _Part:
        return seen

    from_plain = to_plain

    @property
    def outputs(self) -> tuple[tuple[str, ...], ...]:
        """By system, then by segment."""
        return tuple(map(tuple, self._outputs))

    @property
    def references(self) -> tuple[tuple[str | None, ...], ...]:
        """By number of the reference, then by segment; None where a segment has fewer of them."""
        most = max(map(len, self._references), default=0)
        return tuple(
            tuple(texts[number] if number < len(texts) else None for texts in self._references)
            for number in range(most)
        )

    @property
    def source(self) -> tuple[str, ...] | None:
        return None if self._source is None else tuple(self._source)
