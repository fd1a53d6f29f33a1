"""Graphs in files: CoNLL-U, Stanford typed dependencies, and graphs that another reader made, in step with the texts.

A file has one sentence a segment. Its words must spell the text, white space aside (docs/metrics/meaning.md#shallow);
where they do not at first sight, the escapes of the Penn Treebank (-LRB-, quotation marks) are undone before it is an
error.

| form | a sentence is |
|---|---|
| `conllu` | lines of ten columns; sentences end at one or more blank lines; comments alone are an empty sentence |
| `stanford` | lines such as nsubj(ate-2, John-1); every blank line ends a sentence, so two in a row are an empty one |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.arrays import Int32s, Int64s
from tertium.corpus.annotations.alignments import Chosen, Texts
from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.corpus.annotations.stanford import Graph, looks_like_stanford, read_stanford
from tertium.corpus.chunk import Graphed
from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import UTF8_BOM, invalid_utf8, refuse_foreign
from tertium.corpus.formats.columns import Block, ColumnTable, Key, RawBlock, Stream
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError, brief, counted, either, printable
from tertium.kernels.graphs import Graphs, new_graphs
from tertium.kernels.text import Pool

FORMS = ("conllu", "stanford")
_PIECE = 1 << 20
_SENTENCE_ENDS = {"conllu": re.compile(rb"\n(?:\r?\n)+"), "stanford": re.compile(rb"(?:(?<=\n)|\A)\r?\n")}
_COUNTED = 1 << 12

_ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}
_ESCAPED = re.compile("|".join(map(re.escape, _ESCAPES)), re.IGNORECASE)
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'"})


@dataclass(frozen=True, slots=True)
class GraphBlock(RawBlock):
    """`count` sentences: the bytes `data[starts[k]:ends[k]]`, or the graphs themselves where they are made already."""

    line: int  # number of the first line of `data`
    form: str
    starts: Int64s
    ends: Int64s
    graphs: Sequence[Graph] = ()

    def sentence(self, at: int) -> tuple[str, int]:
        """Text of a sentence, and the number of its first line."""
        start, end = int(self.starts[at]), int(self.ends[at])
        data = bytes(self.data)
        return data[start:end].decode("utf-8"), self.line + data.count(b"\n", 0, start)


class GraphFile(ColumnTable):
    """A file of parsed sentences."""

    unit = "sentence"

    def __init__(self, source: Source, form: str | None = None) -> None:
        if form is not None and form not in FORMS:
            raise InputError(f"parses have form {' or '.join(map(repr, FORMS))}, got {form!r}.")
        self.name = source.name
        self._source = source
        self._form = form

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        for block in self._blocks(segments, found):
            yield (block,) * len(keys)

    def count(self) -> int | None:
        return sum(block.count for block in self._blocks(_COUNTED, Found())) if self._source.rereadable else None

    def suspect(self) -> str:
        return (
            " A parse file has one sentence for every line of its text: parse with sentence splitting off, and give an "
            "empty line the parse of an empty sentence (in CoNLL-U: a block with nothing but comments)."
        )

    def _blocks(self, segments: int, found: Found) -> Iterator[GraphBlock]:
        try:
            with self._source.open() as file:
                buffer = file.read(_PIECE)
                refuse_foreign(buffer[: 64 << 10], self.name)
                if buffer.startswith(UTF8_BOM):
                    found.note("bom", self.name, 1)
                    buffer = buffer[len(UTF8_BOM) :]
                form = self._form or _form_of(buffer, self.name)
                first, line, done = 1, 1, False
                while not done:
                    starts, ends, after = _cut(buffer, form, segments, False)
                    while len(starts) < segments and not done:
                        if len(buffer) - after > self._source.limits.line_bytes:
                            raise FileError(
                                f"{self.name} sentence {first + len(starts)} is longer than "
                                f"{self._source.limits.line_bytes} bytes; blank lines end sentences."
                            )
                        piece = file.read(_PIECE)
                        done = not piece
                        buffer += piece
                        starts, ends, after = _cut(buffer, form, segments, done)
                    if starts:
                        data = buffer[:after]
                        places = np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)
                        yield GraphBlock(data, len(starts), first, line, form, *places)
                        first += len(starts)
                        line += data.count(b"\n")
                        buffer = buffer[after:]
                        done = done and not buffer
        except OSError as error:
            raise self._source.explained(error) from None


class GraphList(ColumnTable):
    """Graphs that are in memory already: what the reader of another format made, or Python's own parses."""

    unit = "sentence"

    def __init__(self, name: str, graphs: Sequence[Graph]) -> None:
        self.name = name
        self._graphs = graphs

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        none = np.zeros(0, dtype=np.int64)
        for start in range(0, len(self._graphs), segments):
            part = self._graphs[start : start + segments]
            yield (GraphBlock(b"", len(part), start + 1, 1, "graphs", none, none, part),) * len(keys)

    def count(self) -> int | None:
        return len(self._graphs)


@dataclass(frozen=True)
class GraphStreams:
    """The graphs of a corpus: one stream a system, one a reference; none where graphs were not given."""

    hyp: tuple[Stream, ...] = ()
    ref: tuple[Stream, ...] = ()
    flag: str = "parse"  # --parse-hyp, --parse-ref

    @property
    def streams(self) -> tuple[Stream, ...]:
        return (*self.hyp, *self.ref)

    def check(self, systems: int, references: int) -> None:
        """Is there a file for every text? References may be parsed alone: whoever needs the others says so."""
        if not self.streams:
            return
        for side, given, wanted in (("hyp", self.hyp, systems), ("ref", self.ref, references)):
            if len(given) != wanted and not (side == "hyp" and self.flag == "parse" and not given):
                each = "system" if side == "hyp" else "reference"
                name = either(f"--{self.flag}-{side}", f"{self.flag}_{side}")
                files = either(counted(len(given), "file"), counted(len(given), "list"))
                raise InputError(f"{name} has {files}, expected {wanted}: one for each {each}.")


def graphs_of(
    given: GraphStreams,
    blocks: Sequence[Block],
    pool: Pool,
    hyps: Sequence[Texts],
    refs: Sequence[Texts],
    chosen: Chosen,
) -> Graphed:
    """Graphs of one chunk; `blocks` are those of `given.streams`, in order."""
    graphs = new_graphs()
    items = []
    for stream, block, texts in zip(given.streams, blocks, (*hyps[: len(given.hyp)], *refs), strict=True):
        if not isinstance(block, GraphBlock):
            raise TypeError(f"{stream.name} gives no graphs")
        ids = np.arange(len(graphs), len(graphs) + block.count, dtype=np.int32)
        made = add_block(graphs, stream.table.name, block)
        _check_spelling(graphs, stream, block, ids, pool, texts, chosen, [graph.places for graph in made])
        items.append(ids)
    segments = len(chosen.masked)
    count = len(given.hyp)
    ref_items = np.concatenate(items[count:])
    none = np.zeros(0, dtype=np.int32)
    return Graphed(graphs, np.concatenate([none, *items[:count]]), ref_items[chosen.stream * segments + chosen.segment])


def add_block(graphs: Graphs, name: str, block: GraphBlock, *, one_root: bool = True) -> Sequence[Graph]:
    """Append the sentences of a block; an error names the line of the first that is broken. Gives the graphs that are
    not made natively."""
    if block.form == "conllu":
        _check_utf8(name, block)
        data = np.frombuffer(block.data, dtype=np.uint8)
        broken = graphs.add_conllu(data, block.starts, block.ends, one_root)
        if broken >= 0:
            text, line = block.sentence(broken)
            parse_conllu(text, name, first_line=line, roots="one" if one_root else "any")
            raise RuntimeError(f"{name} line {line}: the two readers of CoNLL-U disagree")
        return ()
    made = block.graphs
    if block.form == "stanford":
        _check_utf8(name, block)
        made = [read_stanford(*block.sentence(at), name) for at in range(block.count)]
    for graph in made:
        graphs.add_graph(graph.forms, graph.lemmas, graph.edges, graph.tokens or ())
    return made


def parse_of(graphs: Graphs, sentence: int) -> Parse:
    """The record of a sentence that was read from CoNLL-U."""
    words, forms, lemmas, upos, xpos, feats, basic, enhanced, surface = graphs.columns(sentence)
    heads = [0] * words
    relations = ["_"] * words
    for relation, head, dependent in basic:
        heads[dependent], relations[dependent] = head + 1, relation
    return Parse(
        tuple(forms[:words]),
        tuple(lemmas[:words]),
        tuple(upos[:words]),
        tuple(xpos[:words]),
        tuple(feats[:words]),
        tuple(heads),
        tuple(relations),
        None if enhanced is None else tuple((head + 1, relation, dep + 1) for relation, head, dep in enhanced),
        tuple(forms[words:]),
        None if surface == forms[:words] else tuple(surface),
    )


def _form_of(head: bytes, name: str) -> str:
    for line in head.split(b"\n"):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        if text.count(b"\t") >= 7:
            return "conllu"
        if looks_like_stanford(text.decode("utf-8", "replace")):
            return "stanford"
        shown = printable(text[:40].decode("utf-8", "replace"))
        raise InputError(
            f"{name} is neither CoNLL-U (ten columns separated by TAB) nor Stanford dependencies such as "
            f"nsubj(ate-2, John-1): its first line is '{shown}'."
        )
    return "conllu"


def _cut(buffer: bytes, form: str, segments: int, last: bool) -> tuple[list[int], list[int], int]:
    """Starts and ends of up to `segments` whole sentences, and where the rest begins; `last`: nothing follows."""
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    if form == "conllu":
        while buffer[at : at + 1] == b"\n" or buffer[at : at + 2] == b"\r\n":
            at += 1 if buffer[at : at + 1] == b"\n" else 2
    after = 0 if not last or at < len(buffer) else at
    for match in _SENTENCE_ENDS[form].finditer(buffer, at):
        if match.end() == len(buffer) and not last:
            break  # the blank lines may go on
        starts.append(at)
        ends.append(match.start() + (form == "conllu"))
        at = after = match.end()
        if len(starts) == segments:
            return starts, ends, after
    if last and at < len(buffer):
        starts.append(at)
        ends.append(len(buffer))
        after = len(buffer)
    return starts, ends, after


def _check_utf8(name: str, block: GraphBlock) -> None:
    try:
        str(block.data, "utf-8")
    except UnicodeDecodeError as error:
        before = bytes(block.data[: error.start])
        line_start = before.rfind(b"\n") + 1
        bad = bytes(block.data[error.start : error.start + 1])
        raise invalid_utf8(name, block.line + before.count(b"\n"), error.start - line_start + 1, bad) from None


def _check_spelling(
    graphs: Graphs,
    stream: Stream,
    block: GraphBlock,
    ids: Int32s,
    pool: Pool,
    texts: Texts,
    chosen: Chosen,
    places: Sequence[tuple[int, ...]],
) -> None:
    if block.form == "graphs" and all(graph.tokens is None for graph in block.graphs):
        return
    wrong = graphs.spell(ids, pool, texts.ids) == 0
    if places:  # words that spell the whole text leave out none
        wrong |= np.array([bool(numbers) and numbers[-1] != len(numbers) for numbers in places])
    wrong &= ~chosen.masked
    for at in np.flatnonzero(wrong).tolist():
        text = pool.sentence(int(texts.ids[at]))
        if block.form == "graphs" and block.graphs[at].tokens is None:
            continue
        tokens = graphs.columns(int(ids[at]))[-1]
        numbers = places[at] if places else ()
        differs = _difference(tokens, text, numbers, whole=block.form != "stanford")
        if differs is not None:
            token, rest = differs
            word = _shown(tokens[token] if token < len(tokens) else "")
            here = f"{stream.name} sentence {block.first + at}"
            there = f"{texts.stream.name} {texts.stream.table.unit} {texts.first + at}"
            if numbers and _difference(tokens, text, (), whole=False) is None:
                raise InputError(
                    f"{here}: {word} is word {numbers[token]}, but {there} has no {word} so far into the text; words "
                    "are numbered from 1 as they stand in the text."
                )
            raise InputError(
                f"{here}: its words differ from {there}; the parse has {word} where the text has {_shown(rest)}."
            )


def _difference(tokens: Sequence[str], text: str, places: Sequence[int], whole: bool) -> tuple[int, str] | None:
    """Where tokens and text part, as (number of the token from 0, rest of the text); None if they do not.

    Typed dependencies leave out words (punctuation, collapsed prepositions), so that what they have need only be in
    the text in the same order, with at least one character for every word that ``places`` leave out between them.
    """
    rest = _plain(text)
    for number, token in enumerate(tokens):
        plain = _plain(token)
        skipped = places[number] - (places[number - 1] if number else 0) - 1 if places else 0
        at = 0 if whole and rest.startswith(plain) else (-1 if whole else rest.find(plain, skipped))
        if at < 0:
            return number, rest
        rest = rest[at + len(plain) :]
    return (len(tokens), rest) if whole and rest else None


def _plain(text: str) -> str:
    text = _ESCAPED.sub(lambda match: _ESCAPES[match.group().upper()], text)
    return "".join(text.translate(_QUOTES).replace("''", '"').split())


def _shown(text: str) -> str:
    return f"'{brief(text)}'" if text else "nothing more"
