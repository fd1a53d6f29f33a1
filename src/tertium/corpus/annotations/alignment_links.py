"""Word alignments in files: read in step with the texts, checked against them, handed to the chunk as links.

| kind | files | a link i-j joins |
|---|---|---|
| `hyp` | one a system | word i of the source with word j of the system's output |
| `ref` | one a reference | word i of the source with word j of the reference |
| `direct` | one a system and reference: all references of the first system, then of the next | word i of the reference with word j of the output |

Words are what white space separates. Every position is checked against its sentence. A line without any link where both
sentences have words says nothing about their order: it is an error, or, with `empty="zero"`, counted by the notice
`no-links` and scored 0 by the metrics that need links (never a perfect score, docs/faults.md A6).
"""  # noqa: E501 - a table's row is one line

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.arrays import Bools, Int64s
from tertium.corpus.annotations.alignments import Alignments, Chosen, Form, Reading, Texts
from tertium.corpus.chunk import Links
from tertium.corpus.formats.columns import Block, PoolBlock, RawBlock, Stream
from tertium.corpus.notices import Found
from tertium.errors import InputError, brief, counted, option
from tertium.kernels.alignment_text import Fault, ReadLinks, read_alignments
from tertium.kernels.text import Pool, tokenize

_POSSIBLE = re.compile(rb"\d[p?]\d")
_POSSIBLE_LINK = re.compile(rb"(\d+)[p?](\d+)")
_ENRICHED = re.compile(rb"\|\d+-\d+,wa=")


def links_of(
    given: Alignments,
    blocks: Sequence[Block],
    pool: Pool,
    hyps: Sequence[Texts],
    refs: Sequence[Texts],
    sources: Texts | None,
    chosen: Chosen,
    found: Found,
) -> dict[str, Links]:
    """Links of one chunk by kind; `blocks` are those of `given.streams`, in order."""
    lengths = tokenize(pool, "none").offsets
    words = lengths[1:] - lengths[:-1]
    made: dict[str, Links] = {}
    rest = list(blocks)

    def read(stream: Stream, source: Texts, target: Texts, form: Form | None = None) -> ReadLinks:
        return _Checked(
            given.reading.of(form), stream, rest.pop(0), source, target, words, chosen.masked, found
        ).links()

    segments = len(chosen.masked)
    if given.hyp and sources is not None:
        parts = [
            read(stream, sources, hyp, given.reading.hyp_form) for stream, hyp in zip(given.hyp, hyps, strict=True)
        ]
        made["hyp"] = _gathered(parts, np.arange(len(hyps) * segments))
    if given.ref and sources is not None:
        parts = [
            read(stream, sources, ref, given.reading.ref_form) for stream, ref in zip(given.ref, refs, strict=True)
        ]
        made["ref"] = _gathered(parts, chosen.stream * segments + chosen.segment)
    if given.direct:
        parts = [
            read(given.direct[s * len(refs) + k], ref, hyp) for s, hyp in enumerate(hyps) for k, ref in enumerate(refs)
        ]
        # Chosen references are sorted by segment, as a pair's items are.
        item = chosen.stream * segments + chosen.segment
        made["direct"] = _gathered(parts, np.concatenate([s * len(refs) * segments + item for s in range(len(hyps))]))
    return made


@dataclass(frozen=True)
class _Checked:
    """One block of one alignment file, with what it must fit."""

    reading: Reading
    stream: Stream
    block: Block
    source: Texts
    target: Texts
    words: Int64s
    masked: Bools
    found: Found

    def links(self) -> ReadLinks:
        text = self._bytes()
        if self.reading.form == "pharaoh" and _POSSIBLE.search(text):
            text = b"\n".join(map(_with_possible, bytes(text).split(b"\n")))
        data = np.frombuffer(text, dtype=np.uint8)
        read = read_alignments(data, self.block.count, self.reading.form, self.reading.base)
        if isinstance(read, Fault):
            raise self._malformed(read)
        source, target = self.words[self.source.ids], self.words[self.target.ids]
        line = np.repeat(np.arange(self.block.count), np.diff(read.offsets))
        outside = ((read.pairs[:, 0] >= source[line]) | (read.pairs[:, 1] >= target[line])) & ~self.masked[line]
        if outside.any():
            raise self._outside(read, line, int(np.argmax(outside)), source, target)
        if self.reading.form == "trace":
            self._check_trace(read, target)
        self._check_empty(read, (source > 0) & (target > 0) & ~self.masked)
        return read if not self.masked.any() else _without(read, line, self.masked)

    def _bytes(self) -> bytes | memoryview:
        if isinstance(self.block, RawBlock):
            return self.block.data
        block = self.block.as_strings() if isinstance(self.block, PoolBlock) else self.block
        if block.offsets is not None:
            raise InputError(f"{self.stream.name} holds lists, expected the links of one segment each.")
        return "".join(f"{' '.join((text or '').split())}\n" for text in block.texts).encode()

    def _place(self, line: int) -> str:
        return f"{self.stream.name} {self.stream.table.unit} {self.block.first + line}"

    def _malformed(self, fault: Fault) -> InputError:
        line = bytes(self._bytes()).split(b"\n", fault.line + 1)[fault.line]
        shown = brief(line[fault.begin : fault.end].decode("utf-8", "replace"))
        if self.reading.form == "trace" and _ENRICHED.search(line):
            return InputError(
                f"{self._place(fault.line)} is Moses' detailed trace (-tt), which tertium does not read; translate "
                f"with -t, or with -alignment-output-file, whose links are read as {option('--align-format pharaoh')}."
            )
        expected = {
            "pharaoh": f"a link i-j such as {self.reading.base}-{self.reading.base}",
            "segments": "a phrase such as 0-1=2, source words = target words",
            "trace": "source words such as |0-1| after the words that translate them",
        }[self.reading.form]
        why = {
            "not_a_link": f"'{shown}' is not {expected}{self._other_form(shown)}",
            "below_base": f"'{shown}' has position 0, but {option('--align-base 1')} counts positions from 1; leave "
            "it out if "
            "they start at 0",
            "too_large": f"'{shown}' is larger than any sentence, expected {expected}",
            "backwards": f"'{shown}' ends before it begins, expected {expected}",
            "open_phrase": "words follow the last |i-j|, expected source words after every phrase",
        }[fault.kind]
        return InputError(f"{self._place(fault.line)}: {why}.")

    def _other_form(self, shown: str) -> str:
        guess = "trace" if "|" in shown else "segments" if "=" in shown else "pharaoh" if "-" in shown else ""
        if not guess or guess == self.reading.form:
            return ""
        return (
            f"; if the file is in Moses' form, pass {option(f'--align-format {guess}')}" if guess != "pharaoh" else ""
        )

    def _outside(self, read: ReadLinks, line: Int64s, at: int, source: Int64s, target: Int64s) -> InputError:
        where, base = int(line[at]), self.reading.base
        i, j = (int(position) for position in read.pairs[at])
        side, number, words = (
            (self.source, i, int(source[where])) if i >= source[where] else (self.target, j, int(target[where]))
        )
        span = f"words {base} to {words - 1 + base}" if words else "no words"
        # Where every position could have been counted from 1 that is the likely reason.
        one_based = not base and not (read.pairs == 0).any() and number == words
        hint = f"; pass {option('--align-base 1')} if positions count from 1" if one_based else ""
        return InputError(
            f"{self._place(where)}: link {i + base}-{j + base} points outside its sentence: {side.stream.name} "
            f"{side.stream.table.unit} {side.first + where} has {span}{hint}."
        )

    def _check_trace(self, read: ReadLinks, target: Int64s) -> None:
        wrong = (read.targets != target) & ~self.masked
        if wrong.any():
            line = int(np.argmax(wrong))
            raise InputError(
                f"{self._place(line)} has {counted(int(read.targets[line]), 'word')} but {self.target.stream.name} "
                f"{self.target.stream.table.unit} {self.target.first + line} has {int(target[line])}; a trace must "
                "hold the words that are scored."
            )

    def _check_empty(self, read: ReadLinks, needed: Bools) -> None:
        empty = (np.diff(read.offsets) == 0) & needed
        if not empty.any():
            return
        first = int(np.argmax(empty))
        if self.reading.empty == "error":
            raise InputError(
                f"{self._place(first)} has no links although both sentences have words; align it, or pass "
                f"{option('--align-empty zero')} to score such segments 0."
            )
        self.found.note_lines("no-links", self.stream.table.name, self.block.first + np.flatnonzero(empty))


def _with_possible(line: bytes) -> bytes:
    """A line of a person's links, 3-4 sure and 5p6 or 5?6 possible: a possible link counts where its source word has no
    sure one."""
    links = line.split()
    sure = {link.partition(b"-")[0] for link in links if b"-" in link}
    kept = []
    for link in links:
        possible = _POSSIBLE_LINK.fullmatch(link)
        if possible is None:
            kept.append(link)
        elif possible[1] not in sure:
            kept.append(possible[1] + b"-" + possible[2])
    return b" ".join(kept)


def _without(read: ReadLinks, line: Int64s, masked: Bools) -> ReadLinks:
    """Segments that are left out have no links: theirs were not checked."""
    counts = np.where(masked, 0, np.diff(read.offsets))
    return ReadLinks(read.pairs[~masked[line]], np.concatenate([[0], np.cumsum(counts)]), read.targets)


def _gathered(parts: Sequence[ReadLinks], wanted: Int64s) -> Links:
    """The lines `wanted`, numbered through all parts, each part having the same number of lines."""
    pairs = np.concatenate([part.pairs for part in parts])
    counts = np.concatenate([np.diff(part.offsets) for part in parts])
    starts = np.cumsum(counts) - counts
    lengths = counts[wanted]
    offsets = np.zeros(len(wanted) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    place = np.repeat(starts[wanted] - offsets[:-1], lengths) + np.arange(offsets[-1])
    return Links(np.ascontiguousarray(pairs[place]), offsets)
