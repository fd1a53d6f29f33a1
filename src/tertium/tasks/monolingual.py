"""Texts in one language, for the tasks that count words: files with one sentence a line, or the sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import STDIN
from tertium.corpus.texts import monolingual
from tertium.progress import Listener


@dataclass(frozen=True)
class SentenceFiles:
    """Files, one sentence a line; '-' is standard input."""

    paths: tuple[str, ...]

    @property
    def countable(self) -> str | None:
        """The file whose lines a progress bar may count."""
        return self.paths[0] if len(self.paths) == 1 and self.paths[0] != STDIN else None

    def chunks(self) -> Iterator[Chunk]:
        return monolingual.sentences(self.paths)


@dataclass(frozen=True)
class SentenceList:
    """The sentences themselves."""

    sentences: tuple[str, ...]

    def chunks(self) -> Iterator[Chunk]:
        return monolingual.listed(self.sentences)


Sentences = SentenceFiles | SentenceList


def counted_chunks(texts: Sentences, doing: str, listener: Listener) -> Iterator[Chunk]:
    """The chunks; the listener hears how many sentences are done."""
    for chunk in texts.chunks():
        yield chunk
        listener.progress(doing, chunk.first + chunk.segments, 0)
