"""Python's own graphs: lists of parses or UNL sentences, as records or as text, one a segment, as streams of graphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tertium.corpus.annotations.graphs import GraphBlock, GraphList, GraphStreams
from tertium.corpus.annotations.parses import Parse, write_conllu
from tertium.corpus.annotations.unl import Document, Sentence
from tertium.corpus.annotations.unl_graphs import graph_of
from tertium.corpus.annotations.unl_reader import read_text
from tertium.corpus.formats.columns import Block, ColumnTable, Key, Stream
from tertium.corpus.notices import Found
from tertium.errors import InputError, printable

_WHAT = {"parse": "parses", "unl": "UNL sentences"}


class ParseList(ColumnTable):
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


def graph_streams(kind: str, hyp: Any, ref: Any, names: Sequence[str], segments: int) -> GraphStreams:
    """Graphs of a kind (parse, unl) of systems (a list, or a mapping from their names) and of references (a list each).

    None is given for those that have none.
    """
    if isinstance(hyp, Mapping):
        if set(hyp) != set(names):
            raise InputError(
                f"{kind}_hyp has {_WHAT[kind]} for {', '.join(sorted(map(printable, map(str, hyp))))}, expected them "
                f"for the systems {', '.join(map(printable, names))}."
            )
        systems = [_stream(kind, f"{kind}_hyp of '{printable(name)}'", hyp[name], segments) for name in names]
    else:
        systems = [] if hyp is None else [_stream(kind, f"{kind}_hyp", hyp, segments)]
    lists = getattr(ref, "lists", None)  # tertium.streams
    given = lists if lists is not None else [] if ref is None else [ref]
    return GraphStreams(tuple(systems), tuple(_stream(kind, f"{kind}_ref", listed, segments) for listed in given), kind)


def _stream(kind: str, name: str, given: Any, segments: int) -> Stream:
    what = _WHAT[kind]
    if isinstance(given, Document):
        given = given.sentences
    if isinstance(given, str | bytes) or not hasattr(given, "__len__") or not hasattr(given, "__getitem__"):
        raise InputError(f"{name} is a {type(given).__name__}, expected a list of {what}, one for each segment.")
    if len(given) != segments:
        raise InputError(f"{name} has {len(given)} {what} but hypotheses has {segments}; segments must pair up.")
    if kind == "parse":
        return Stream(ParseList(name, given))
    return Stream(GraphList(name, [graph_of(_sentence(name, at, item)) for at, item in enumerate(given, 1)]))


def _sentence(name: str, at: int, given: Any) -> Sentence:
    if isinstance(given, Sentence):
        return given
    if not isinstance(given, str):
        raise InputError(f"{name} segment {at} is a {type(given).__name__}, expected a UNL sentence or its text.")
    found = read_text(given, f"{name} segment {at}").sentences
    if len(found) != 1:
        raise InputError(f"{name} segment {at} has {len(found)} sentences, expected one: [S] ... [/S].")
    return found[0]
