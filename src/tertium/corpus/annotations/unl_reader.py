"""Reads UNL documents (see ``unl``): every error names the file, the line, what is wrong and what was expected.

Accepted beyond what ``unl.write`` writes: no ``[D]`` or ``[P]``, relations directly inside ``[S]``, all of it on
one line, an instance id before or after the attributes (``dog:01.@pl``, ``dog.@pl:01``), comment lines that start with
``;``, a ``;`` after a relation, attributes at only one of a node's mentions (a node has those of all its mentions). A
sentence that ends without ``[/S]``, a relation with one argument, an unknown label, an id that is not in the list:
errors, never a smaller graph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tertium.corpus.annotations.quoted_strings import unquoted
from tertium.corpus.annotations.unl import LABELS, Document, Node, Paragraph, Relation, Sentence, well_formed
from tertium.corpus.files.access import Source
from tertium.errors import FileError, InputError, did_you_mean, printable

_SPACE = re.compile(r"\s*")
_SEMICOLON = re.compile(r"[ \t]*;")
_REMARK = re.compile(r"[ \t]*((?![\[{]|[A-Za-z]{1,20}(?::[0-9A-Z]{2,})?[ \t]*\()[^\s][^\n]*)", re.ASCII)
_SQUARE = re.compile(r"\[(/?)([DPSWR])(?::([^\]\n]*))?\]")
_CURLY = re.compile(r"\{(/?)([a-z]{2,3})(?::([^}\n]*))?\}")
_RELATION = re.compile(r"([a-z]{2,3})(?::([0-9A-Z]{2,}))?[ \t]*\(", re.ASCII)
_CALLED = re.compile(r"([A-Za-z]{1,20})(?::([0-9A-Z]{2,}))?[ \t]*\(", re.ASCII)
_ATTRIBUTE = re.compile(r"\.@([A-Za-z0-9_]+(?:[-&][A-Za-z0-9_]+)*)", re.ASCII)
_ID = re.compile(r":([0-9A-Z]{2,})(?=[\s,).\[{]|$)", re.ASCII)
_BARE_ID = re.compile(r"\s*(:?)([0-9A-Z]{2,})\s*", re.ASCII)
_AROUND = re.compile(r"\s*([,<>()])\s*")


def read_unl(path: str, *, labels: str = "2005") -> Document:
    """The document in a file; ``labels="any"`` takes relations of other versions of UNL than 2005."""
    source = Source(path, reread=False)
    with source.open() as file:
        data = file.read()
    name = source.name
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FileError(f"{name} line {line} is not UTF-8 (byte {error.start + 1}); convert it to UTF-8.") from None
    document = read_text(text, name, labels=labels)
    if not document.sentences:
        raise FileError(f"{name} holds no sentence, expected a UNL document; check the file.")
    return document


def read_text(text: str, name: str = "UNL text", *, labels: str = "2005") -> Document:
    """The document that ``text`` is; ``name`` stands in errors."""
    return _Reader(text, name, labels).document()


@dataclass
class _Graph:
    """A sentence being read: nodes by key, in order, with all attributes seen."""

    keys: dict[tuple[str, str, str], int] = field(default_factory=dict)
    attributes: list[dict[str, None]] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    listed: dict[str, int] = field(default_factory=dict)  # of the list form: id to node

    def place(self, node: Node) -> int:
        if node.key not in self.keys:
            self.keys[node.key] = len(self.attributes)
            self.attributes.append({})
        at = self.keys[node.key]
        self.attributes[at].update(dict.fromkeys(node.attributes))
        return at

    def nodes(self) -> tuple[Node, ...]:
        return tuple(Node(*key, tuple(self.attributes[at])) for key, at in self.keys.items())


class _Reader:
    def __init__(self, text: str, name: str, labels: str) -> None:
        self.text, self.name, self.any_label = text, name, labels == "any"
        self.at = 0

    def document(self) -> Document:
        header, paragraphs, sentences, paragraph = "", [], list[Sentence](), ""
        inside = {"D": False, "P": False}
        while self._more():
            start = self.at
            closing, tag, value = self._square("[D], [P] or [S]", "DPS")
            if tag == "S":
                if closing:
                    raise self._error(start, "[/S] closes no sentence", "[S] before it")
                sentences.append(self._sentence(start, value))
                continue
            if closing != inside[tag]:
                what = f"[/{tag}] closes nothing" if closing else f"[{tag}] is inside another [{tag}]"
                raise self._error(start, what, f"[{tag}] and [/{tag}] in turn")
            inside[tag] = not closing
            if tag == "D":
                header = header if closing else value
            else:
                if sentences or closing:
                    paragraphs.append(Paragraph(tuple(sentences), paragraph))
                sentences, paragraph = [], value
        for tag in "PD":
            if inside[tag]:
                raise self._error(len(self.text), f"[{tag}] is never closed", f"[/{tag}]")
        if sentences:
            paragraphs.append(Paragraph(tuple(sentences), paragraph))
        return Document(tuple(paragraphs), header)

    def _sentence(self, start: int, name: str) -> Sentence:
        graph, text, language = _Graph(), "", ""
        translations: list[tuple[str, str]] = []
        while True:
            if not self._more():
                raise self._error(
                    start, f"sentence [S:{name}] is never closed" if name else "[S] is never closed", "[/S]"
                )
            here = self.at
            if self._takes("[/S]"):
                break
            curly = _CURLY.match(self.text, self.at)
            if curly is not None:
                closing, tag, value = curly.groups()
                if closing:
                    raise self._error(here, f"{{/{tag}}} closes nothing", f"{{{tag}}} before it")
                self.at = curly.end()
                if tag == "unl":
                    self._graph(graph, here, "{/unl}")
                    continue
                body = self._until(f"{{/{tag}}}", here)
                if tag == "org":
                    text, language = body, (value or "").strip()
                else:
                    translations.append((tag, body))
                continue
            self._item(graph)
        try:
            return Sentence(name, graph.nodes(), tuple(graph.relations), text, language, tuple(translations))
        except InputError as error:
            raise InputError(f"{self._place(start)}: {error}") from None

    def _graph(self, graph: _Graph, start: int, end: str) -> None:
        while True:
            if not self._more() or self.text.startswith("[/S]", self.at):
                raise self._error(start, f"{end.replace('/', '')} is never closed", end)
            if self._takes(end):
                return
            self._item(graph)

    def _item(self, graph: _Graph) -> None:
        """A relation, a universal word that stands alone, or one of the two lists."""
        here = self.at
        if self._takes("[W]"):
            self._words(graph, here)
            return
        if self._takes("[R]"):
            self._references(graph, here)
            return
        if self.text[here] in "[{":
            raise self._error(here, f"{self._shown(here)} does not belong here", "a relation or {/unl}")
        relation = self._label()
        if relation is None:
            graph.place(self._node("\n[{"))
            return
        label, scope = relation
        head = graph.place(self._node(",)\n"))
        self._expect(",", f"a comma between the two arguments of {label}")
        dependent = graph.place(self._node(",)\n"))
        self._close(label)
        graph.relations.append(Relation(label, head, dependent, scope))

    def _label(self) -> tuple[str, str] | None:
        """The label of the relation that starts here; None: a universal word does."""
        found, called = _RELATION.match(self.text, self.at), _CALLED.match(self.text, self.at)
        if called is None:
            return None
        if found is None or found[1] not in LABELS:
            inside, words = self._arguments(called.end())
            if not called[2] and inside and well_formed(inside):
                return None  # dog(icl>animal): a universal word of three letters
            if found is None and words < 2:
                return None  # a universal word whose constraints are wrong
            if found is None or not self.any_label:
                hint = did_you_mean(called[1].lower(), LABELS)
                what = f"'{called[1]}' is not a relation of UNL 2005{hint or ';'} it has {', '.join(LABELS)}"
                raise InputError(f"{self._place(self.at)}: {what}.")
        self.at = found.end()
        return found[1], found[2] or ""

    def _arguments(self, start: int) -> tuple[str, int]:
        """What stands between a parenthesis and its end on the same line, without spaces, and how many items."""
        depth, commas = 1, 0
        for at in range(start, len(self.text)):
            char = self.text[at]
            depth += (char == "(") - (char == ")")
            commas += char == "," and depth == 1
            if depth == 0 or char == "\n":
                return _AROUND.sub(r"\1", self.text[start:at]).strip(), commas + 1
        return "", commas + 1

    def _words(self, graph: _Graph, start: int) -> None:
        while True:
            if not self._more():
                raise self._error(start, "[W] is never closed", "[/W]")
            if self._takes("[/W]"):
                return
            here = self.at
            if self.text[here] in "[{":
                raise self._error(here, f"{self._shown(here)} is not a universal word", "read(icl>do):01 or [/W]")
            node = self._node("\n[{", spaced=True)
            if not node.id:
                raise self._error(here, f"'{printable(node.universal_word)}' has no instance id", "one, as in read:01")
            key = f":{node.id}" if node.is_scope else node.id
            if key in graph.listed:
                raise self._error(here, f"id {key} is listed twice", "an id of its own for every word")
            graph.listed[key] = graph.place(node)

    def _references(self, graph: _Graph, start: int) -> None:
        while True:
            if not self._more():
                raise self._error(start, "[R] is never closed", "[/R]")
            if self._takes("[/R]"):
                return
            here = self.at
            relation = self._label() if _RELATION.match(self.text, here) else None
            if relation is None:
                raise self._error(here, f"{self._shown(here)} is not a relation", "agt(01, 02) or [/R]")
            label, scope = relation
            head = self._reference(graph, label)
            self._expect(",", f"a comma between the two arguments of {label}")
            dependent = self._reference(graph, label)
            self._close(label)
            graph.relations.append(Relation(label, head, dependent, scope))

    def _reference(self, graph: _Graph, label: str) -> int:
        found = _BARE_ID.match(self.text, self.at)
        if found is None:
            raise self._error(self.at, f"{self._shown(self.at)} in {label} is not an id", "an id of [W], as in 01")
        key = found[1] + found[2]
        if key.startswith(":") and key not in graph.listed:
            graph.listed[key] = graph.place(Node("", "", found[2]))  # scopes need no line of their own
        if key not in graph.listed:
            raise self._error(self.at, f"{label} refers to {key}, which [W] does not list", "an id of [W]")
        self.at = found.end()
        return graph.listed[key]

    def _node(self, ends: str, spaced: bool = False) -> Node:
        """One universal word or scope; ``ends`` are the characters it cannot run over. In ``[W]`` words are
        ``spaced``: one ends after its id, and the next may stand on the same line."""
        self._more()
        here = self.at
        head = self._headword(ends)
        constraints = self._constraints() if self._peek() == "(" else ""
        attributes: dict[str, None] = {}
        name = ""
        while True:
            attribute, instance = _ATTRIBUTE.match(self.text, self.at), _ID.match(self.text, self.at)
            if attribute is not None:
                attributes[attribute[1]] = None
                self.at = attribute.end()
            elif instance is not None and not name:
                name = instance[1]
                self.at = instance.end()
            else:
                break
        if not head and not name:
            raise self._error(here, f"{self._shown(here)} is not a universal word", "one such as read(icl>do)")
        if not head and constraints:
            raise self._error(here, "constraints without a headword", "a universal word such as read(icl>do)")
        while self._peek() in (" ", "\t"):
            self.at += 1
        rest = self._peek()
        if rest and rest not in ends and rest != "\r" and not (spaced and name):
            raise self._error(
                self.at,
                f"{self._shown(self.at)} after '{printable(head)}' cannot be read",
                "attributes (.@past), an instance id (:01) or the end of the word",
            )
        return Node(head, constraints, name, tuple(attributes))

    def _headword(self, ends: str) -> str:
        if self._peek() == '"':
            quoted = unquoted(self.text, self.at)
            if quoted is None:
                raise self._error(self.at, "a quoted headword is never closed", 'a second "')
            made, self.at = quoted
            return made
        here = self.at
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in ends or char in '()"' or self.text.startswith(".@", self.at):
                break
            if char == ":" and _ID.match(self.text, self.at):
                break
            self.at += 1
        return " ".join(self.text[here : self.at].split())

    def _constraints(self) -> str:
        here = self.at
        depth = 0
        while self.at < len(self.text):
            char = self.text[self.at]
            depth += (char == "(") - (char == ")")
            self.at += 1
            if depth == 0:
                break
            if char == "\n":
                depth = 1
                break
        made = _AROUND.sub(r"\1", self.text[here + 1 : self.at - 1]).strip()
        if depth or not made or not well_formed(made):
            raise self._error(here, f"{self._shown(here)} are not constraints", "some such as (icl>do,agt>person)")
        return made

    def _square(self, expected: str, known: str) -> tuple[bool, str, str]:
        found = _SQUARE.match(self.text, self.at)
        if found is None or found[2] not in known:
            raise self._error(self.at, f"{self._shown(self.at)} outside a sentence", expected)
        self.at = found.end()
        return bool(found[1]), found[2], (found[3] or "").strip()

    def _until(self, end: str, start: int) -> str:
        found = self.text.find(end, self.at)
        if found < 0:
            raise self._error(start, f"{end.replace('/', '')} is never closed", end)
        body = self.text[self.at : found].strip()
        self.at = found + len(end)
        return body

    def _more(self) -> bool:
        """Past white space and comments: is there anything left?"""
        while True:
            space = _SPACE.match(self.text, self.at)
            self.at = self.at if space is None else space.end()
            if self._peek() != ";":
                return self.at < len(self.text)
            line = self.text.rfind("\n", 0, self.at) + 1
            if self.text[line : self.at].strip():  # it would be read as a word that begins so
                raise self._error(
                    self.at, f"{self._shown(self.at)} stands behind something", "comments on their own lines"
                )
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _takes(self, word: str) -> bool:
        if self.text.startswith(word, self.at):
            self.at += len(word)
            return True
        return False

    def _expect(self, char: str, expected: str) -> None:
        if not self._takes(char):
            raise self._error(self.at, f"{self._shown(self.at)} cannot stand here", expected)

    def _close(self, label: str) -> None:
        """The end of a relation, with the semicolon that some write after it."""
        self._expect(")", f"')' after the second argument of {label}")
        after = _SEMICOLON.match(self.text, self.at)
        if after is None:
            return
        remark = _REMARK.match(self.text, after.end())
        if remark is not None:  # a word behind it would be a node of the graph
            raise self._error(
                remark.start(1),
                f"'{printable(remark[1][:40].strip())}' stands behind a relation and ';'",
                "another relation there, or comments on their own lines",
            )
        self.at = after.end()

    def _shown(self, at: int) -> str:
        rest = self.text[at : at + 40].split("\n", 1)[0].strip()
        return f"'{printable(rest)}'" if rest else "the end of the line"

    def _place(self, at: int) -> str:
        return f"{self.name} line {self.text.count(chr(10), 0, at) + 1}"

    def _error(self, at: int, what: str, expected: str) -> InputError:
        return InputError(f"{self._place(at)}: {what}, expected {expected}.")
