"""Python's own parses: lists of records or of CoNLL-U texts, one a segment, as streams of graphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tertium.corpus.graphs import GraphBlock, GraphStreams
from tertium.corpus.notices import Found
from tertium.corpus.parses import Parse, write_conllu
from tertium.corpus.streams import Block, Key, Stream, Table
from tertium.errors import InputError, printable


class ParseList(Table):
    """Parses as records, or as CoNLL-U of one sentence each; they are checked like those of files."""

    unit = "segment"

    def __init__(self, name: str, parses: Sequence[Any]) -> None:
        self.name = name
        self._parses = parses

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        for start in range(0, len(self._parses), segments):
            texts = [
                self._conllu(at, self._parses[at]) for at in range(start, min(start + segments, len(self._parses)))
            ]
            lengths = np.array([len(text) for text in texts], dtype=np.int64)
            ends = np.cumsum(lengths)
            block = GraphBlock(b"".join(texts), len(texts), start + 1, 1, "conllu", ends - lengths, ends)
            yield (block,) * len(keys)

    def count(self) -> int | None:
        return len(self._parses)

    def _conllu(self, at: int, given: Any) -> bytes:
        if isinstance(given, Parse):
            return write_conllu([given]).encode("utf-8")
        if isinstance(given, str):
            text = given.strip("\r\n")
            if "\n\n" in text or "\n\r\n" in text:
                raise InputError(
                    f"{self.name} segment {at + 1} has a blank line, expected the CoNLL-U of one sentence: a segment "
                    "is one tree."
                )
            return f"{text}\n\n".encode()
        raise InputError(f"{self.name} segment {at + 1} is a {type(given).__name__}, expected a Parse or CoNLL-U text.")


def parse_streams(hyp: Any, ref: Any, names: Sequence[str], segments: int) -> GraphStreams | None:
    """Parses of systems (a list, or a mapping from their names) and of references (a list each); None for none."""
    if hyp is None and ref is None:
        return None
    if isinstance(hyp, Mapping):
        if set(hyp) != set(names):
            raise InputError(
                f"parse_hyp has parses for {', '.join(sorted(map(printable, map(str, hyp))))}, expected them for the "
                f"systems {', '.join(map(printable, names))}."
            )
        systems = [_stream(f"parse_hyp of '{printable(name)}'", hyp[name], segments) for name in names]
    else:
        systems = [] if hyp is None else [_stream("parse_hyp", hyp, segments)]
    lists = getattr(ref, "lists", None)  # tertium.streams
    given = lists if lists is not None else [] if ref is None else [ref]
    return GraphStreams(tuple(systems), tuple(_stream("parse_ref", listed, segments) for listed in given))


def _stream(name: str, parses: Any, segments: int) -> Stream:
    if isinstance(parses, str | bytes) or not hasattr(parses, "__len__") or not hasattr(parses, "__getitem__"):
        raise InputError(f"{name} is a {type(parses).__name__}, expected a list of parses, one a segment.")
    if len(parses) != segments:
        raise InputError(f"{name} has {len(parses)} parses but hypotheses has {segments}; segments must pair up.")
    return Stream(ParseList(name, parses))
