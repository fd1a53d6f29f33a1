"""Dependency parses: the record, and CoNLL-U read and written, every tree checked.

Common readers drop the words of a broken tree and say nothing (docs/faults.md A6: a cycle beside a root leaves 1 of 3
words, a head out of range the same). Here a tree is whole or an error with its line: words 1 to n in order, heads in
range, one root, no cycle; multiword tokens cover words that are there; enhanced dependencies refer to nodes that are
there. A block of comments alone is the parse of an empty sentence, which CoNLL-U otherwise cannot write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from tertium.errors import InputError, brief, printable

COLUMNS = 10
_ID, _FORM, _LEMMA, _UPOS, _XPOS, _FEATS, _HEAD, _RELATION, _DEPS, _MISC = range(COLUMNS)


@dataclass(frozen=True, slots=True)
class Parse:
    """The words of one sentence and the tree over them; ``"_"`` is what the parser did not say.

    Heads count words from 1, 0 is the root; a segment of several sentences may have several roots. ``enhanced`` are the
    triples (head, relation, dependent) of the enhanced graph, None where the file has none; its empty nodes are
    numbered n + 1, n + 2 ... and spelled in ``empty``. ``surface`` is what the text has: multiword tokens in place of
    their words.
    """

    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    feats: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    enhanced: tuple[tuple[int, str, int], ...] | None = None
    empty: tuple[str, ...] = ()
    surface: tuple[str, ...] | None = None  # None: the forms themselves

    def __len__(self) -> int:
        return len(self.forms)

    @property
    def text(self) -> tuple[str, ...]:
        """The tokens as they stand in the text."""
        return self.forms if self.surface is None else self.surface


def parse_conllu(text: str, name: str = "CoNLL-U", *, first_line: int = 1, roots: str = "one") -> list[Parse]:
    """The sentences of a CoNLL-U text, checked; ``roots="any"`` allows trees side by side in one block."""
    return [_Sentence(name, line, roots).read(block) for line, block in _blocks(text.split("\n"), first_line)]


def write_conllu(parses: Iterable[Parse]) -> str:
    """Parses as CoNLL-U: basic trees, and those enhanced graphs that need no empty nodes."""
    parts: list[str] = []
    for parse in parses:
        deps = _deps_column(parse)
        parts.extend(
            f"{at}\t{form}\t{lemma}\t{upos}\t{xpos}\t{feats}\t{head}\t{relation}\t{dep}\t_\n"
            for at, (form, lemma, upos, xpos, feats, head, relation, dep) in enumerate(
                zip(
                    parse.forms,
                    parse.lemmas,
                    parse.upos,
                    parse.xpos,
                    parse.feats,
                    parse.heads,
                    parse.relations,
                    deps,
                    strict=True,
                ),
                start=1,
            )
        )
        parts.append("\n" if parse.forms else "# text =\n\n")
    return "".join(parts)


def _deps_column(parse: Parse) -> list[str]:
    if parse.enhanced is None or parse.empty:
        return ["_"] * len(parse)
    lists: list[list[tuple[int, str]]] = [[] for _ in parse.forms]
    for head, relation, dependent in parse.enhanced:
        lists[dependent - 1].append((head, relation))
    return ["|".join(f"{head}:{relation}" for head, relation in sorted(pairs)) or "_" for pairs in lists]


def _blocks(lines: Sequence[str], first: int) -> Iterator[tuple[int, list[str]]]:
    """(number of its first line, lines) of every sentence; blank lines end sentences, the last may lack one."""
    block: list[str] = []
    for number, line in enumerate(lines, start=first):
        line = line.removesuffix("\r")
        if line:
            block.append(line)
        elif block:
            yield number - len(block), block
            block = []
    if block:
        yield first + len(lines) - len(block), block


@dataclass(slots=True)
class _Sentence:
    """One block while it is read."""

    name: str
    first: int
    roots: str
    line: int = 0
    words: list[list[str]] = field(default_factory=list)
    word_lines: list[int] = field(default_factory=list)
    empty: list[list[str]] = field(default_factory=list)
    empty_ids: dict[str, int] = field(default_factory=dict)  # id as written -> its place among the empty nodes
    empty_lines: list[int] = field(default_factory=list)
    surface: list[str] = field(default_factory=list)
    covered: int = 0  # last word of the multiword token that is open
    range_line: int = 0

    def read(self, block: Sequence[str]) -> Parse:
        for at, text in enumerate(block):
            self.line = self.first + at
            if not text.startswith("#"):
                self._take(text.split("\t"), text)
        if self.covered > len(self.words):
            self._fail(f"the multiword token ends at word {self.covered} of {len(self.words)}", self.range_line)
        heads = self._heads()
        self._check_tree(heads)
        column = list(zip(*self.words, strict=True)) if self.words else [()] * COLUMNS
        forms = tuple(column[_FORM])
        surface = tuple(self.surface)
        return Parse(
            forms,
            tuple(column[_LEMMA]),
            tuple(column[_UPOS]),
            tuple(column[_XPOS]),
            tuple(column[_FEATS]),
            heads,
            tuple(column[_RELATION]),
            self._enhanced(),
            tuple(node[_FORM] for node in self.empty),
            None if surface == forms else surface,
        )

    def _fail(self, why: str, line: int | None = None) -> NoReturn:
        raise InputError(f"{self.name} line {self.line if line is None else line}: {why}.")

    def _take(self, fields: list[str], text: str) -> None:
        if len(fields) != COLUMNS:
            hint = "; columns are separated by TAB, not spaces" if len(text.split()) == COLUMNS else ""
            self._fail(
                f"{len(fields)} column{'s' if len(fields) > 1 else ''}, expected {COLUMNS}{hint}: '{brief(text)}'"
            )
        if "" in fields:
            self._fail(f"column {fields.index('') + 1} is empty, expected '_' where there is nothing")
        number = fields[_ID]
        if number.isascii() and number.isdigit():
            self._take_word(fields, int(number))
        elif "-" in number:
            self._take_range(fields, number)
        elif "." in number:
            self._take_empty(fields, number)
        else:
            self._fail(
                f"'{printable(number)}' is not an id, expected {len(self.words) + 1}, a range 1-2 or an empty node 1.1"
            )

    def _take_word(self, fields: list[str], number: int) -> None:
        wanted = len(self.words) + 1
        if number != wanted:
            self._fail(f"word {number} follows word {wanted - 1}, expected {wanted}: ids run from 1 without a gap")
        self.words.append(fields)
        self.word_lines.append(self.line)
        if number > self.covered:
            self.surface.append(fields[_FORM])

    def _take_range(self, fields: list[str], number: str) -> None:
        first, _, last = number.partition("-")
        if not (first.isascii() and first.isdigit() and last.isascii() and last.isdigit()):
            self._fail(f"'{printable(number)}' is not a range of words such as 1-2")
        if int(first) != len(self.words) + 1 or int(last) <= int(first) or self.covered > len(self.words):
            self._fail(
                f"the multiword token {number} must begin at the next word, {len(self.words) + 1}, hold two words or "
                "more and overlap no other"
            )
        self.covered, self.range_line = int(last), self.line
        self.surface.append(fields[_FORM])

    def _take_empty(self, fields: list[str], number: str) -> None:
        word, _, place = number.partition(".")
        last = self.empty[-1][_ID].split(".") if self.empty else ["", ""]
        before = int(last[1]) if last[0] == str(len(self.words)) else 0
        if word != str(len(self.words)) or place != str(before + 1):
            self._fail(f"empty node {printable(number)}, expected {len(self.words)}.{before + 1} here")
        self.empty_ids[number] = len(self.empty)
        self.empty.append(fields)
        self.empty_lines.append(self.line)

    def _heads(self) -> tuple[int, ...]:
        heads = []
        for at, (line, fields) in enumerate(zip(self.word_lines, self.words, strict=True), start=1):
            text = fields[_HEAD]
            if not (text.isascii() and text.isdigit()):
                self._fail(
                    f"word {at} has head '{printable(text)}', expected a number from 0 to {len(self.words)}", line
                )
            head = int(text) if len(text.lstrip("0")) < 10 else len(self.words) + 1
            if head > len(self.words):
                self._fail(f"word {at} has head {text}, but the sentence has {len(self.words)} words", line)
            if head == at:
                self._fail(f"word {at} is its own head", line)
            if fields[_RELATION] == "_":
                self._fail(f"word {at} has no relation to its head", line)
            heads.append(head)
        return tuple(heads)

    def _check_tree(self, heads: tuple[int, ...]) -> None:
        """Every word reaches the root: walk up once from each, marking what is known to be good."""
        good = bytearray(len(heads) + 1)
        good[0] = 1
        for start in range(1, len(heads) + 1):
            path = []
            at = start
            while not good[at]:
                good[at] = 2  # on this path
                path.append(at)
                at = heads[at - 1]
            if good[at] == 2:
                cycle = path[path.index(at) :]
                shown = " -> ".join(str(word) for word in [*cycle[:5], *(["..."] if len(cycle) > 5 else []), at])
                self._fail(f"the heads of words {shown} form a cycle, expected a tree", self.word_lines[at - 1])
            for at in path:
                good[at] = 1
        count = heads.count(0)
        if count > 1 and self.roots == "one":
            second = [at for at, head in enumerate(heads) if head == 0][1]
            self._fail(
                f"word {second + 1} is a second root, expected one tree per sentence; parse with sentence splitting "
                "off, one sentence for each line of the text",
                self.word_lines[second],
            )

    def _enhanced(self) -> tuple[tuple[int, str, int], ...] | None:
        nodes = [*zip(self.word_lines, self.words, strict=True), *zip(self.empty_lines, self.empty, strict=True)]
        if all(fields[_DEPS] == "_" for _, fields in nodes):
            return None
        edges: dict[tuple[int, str, int], None] = {}
        for dependent, (line, fields) in enumerate(nodes, start=1):
            if fields[_DEPS] == "_":
                continue
            for item in fields[_DEPS].split("|"):
                number, colon, relation = item.partition(":")
                head = self._node(number)
                if not colon or not relation or head < 0:
                    self._fail(
                        f"'{printable(item)}' is not an enhanced dependency of this sentence, expected head:relation",
                        line,
                    )
                edges[(head, relation, dependent)] = None
        return tuple(edges)

    def _node(self, number: str) -> int:
        """The number of a node as written in an enhanced dependency; -1 if there is no such node."""
        if number.isascii() and number.isdigit() and len(number) < 10:
            return int(number) if int(number) <= len(self.words) else -1
        place = self.empty_ids.get(number)
        return -1 if place is None else len(self.words) + 1 + place
