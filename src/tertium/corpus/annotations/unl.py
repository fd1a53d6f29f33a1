"""UNL documents: sentences as graphs of universal words, and how they are written.

The Universal Networking Language (UNL Center, 2005 specification) writes a sentence as binary relations between
universal words (UWs). A UW is a headword with constraints that fix its meaning, ``read(icl>do)``; an instance id tells
two uses apart, ``dog(icl>animal):0A``; attributes carry what is not a concept, ``.@past``; ``.@entry`` marks the root.
A scope is a set of relations that stands for one concept: ``agt:01(...)`` belongs to scope 01, and ``:01`` is the node.

    [D] [P] [S:1]
    {org:en} John read a book. {/org}
    {unl}
    agt(read(icl>do).@entry.@past, John(iof>person))        table form
    obj(read(icl>do).@entry.@past, book(icl>thing).@indef)
    {/unl}
    [/S] [/P] [/D]

    [W]                                                     list form, inside {unl}
    read(icl>do).@entry.@past:01
    John(iof>person):02
    [/W]
    [R]
    agt(01, 02)
    [/R]

Documents are values: ``read(write(document)) == document``, and in list form where every word has an instance id of its
own (``numbered`` gives them). ``corpus.annotations.unl_reader`` reads.

>>> from tertium.corpus.annotations.unl_reader import read_text
>>> document = read_text("[S:1] {unl} agt(read(icl>do).@entry, John(iof>person)) {/unl} [/S]")
>>> document.sentences[0].triples()
(('agt', 'read(icl>do)', 'John(iof>person)'),)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tertium.errors import InputError, printable

# The 46 relation labels of UNL 2005, with what the dependent is to the head.
LABELS = {
    "agt": "who does it on purpose",
    "and": "what is joined with it",
    "aoj": "what has the state or attribute",
    "bas": "what it is compared with",
    "ben": "whom it is good or bad for",
    "cag": "who does it together with the agent",
    "cao": "what has the attribute together with the other",
    "cnt": "what it contains or is about",
    "cob": "what is affected together with the object",
    "con": "under which condition",
    "coo": "what happens at the same time",
    "dur": "how long it lasts",
    "equ": "what it is the same as",
    "fmt": "the other end of a range",
    "frm": "where a thing comes from",
    "gol": "in which state or with whom it ends",
    "icl": "which class it belongs to",
    "ins": "with which tool",
    "int": "what it has in common",
    "iof": "what it is an instance of",
    "man": "in which manner",
    "met": "by which method",
    "mod": "what narrows it down",
    "nam": "what it is called",
    "obj": "what is affected or changes",
    "opl": "at which place of the affected thing",
    "or": "what stands as the alternative",
    "per": "by which unit or distribution",
    "plc": "where it happens or is true",
    "plf": "where it begins",
    "plt": "where it ends",
    "pof": "what it is a part of",
    "pos": "whose it is",
    "ptn": "with which partner, who must take part",
    "pur": "what for",
    "qua": "how many or how much",
    "rsn": "why",
    "scn": "in which imagined or abstract place",
    "seq": "what happens before it",
    "shd": "which sign stands before it",
    "src": "from which state or person",
    "tim": "when",
    "tmf": "since when",
    "tmt": "until when",
    "to": "where a thing goes to",
    "via": "through which place or state",
}

_ID = re.compile(r"[0-9A-Z]{2,}", re.ASCII)
_ATTRIBUTE = re.compile(r"[A-Za-z0-9_]+(?:[-&][A-Za-z0-9_]+)*", re.ASCII)
_LABEL = re.compile(r"[a-z]{2,3}", re.ASCII)
_CONSTRAINTS = re.compile(r"[^\s\"]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Node:
    """A universal word of one sentence, or a scope: then there is no headword and the id is the scope's."""

    headword: str
    constraints: str = ""  # what stands between the parentheses, "icl>do,agt>person"
    id: str = ""
    attributes: tuple[str, ...] = ()  # without ".@"

    @property
    def is_scope(self) -> bool:
        return not self.headword

    @property
    def key(self) -> tuple[str, str, str]:
        """Two mentions with one key are one node."""
        return self.headword, self.constraints, self.id

    @property
    def universal_word(self) -> str:
        return f"{self.headword}({self.constraints})" if self.constraints else self.headword


@dataclass(frozen=True, slots=True)
class Relation:
    """``label(head, dependent)``, nodes by their place in the sentence; ``scope`` is empty at the top."""

    label: str
    head: int
    dependent: int
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One ``[S]``: the original text and its graph. Nodes are kept in the order in which relations mention them.

    Relations are a set: what is written twice of the same two nodes is said once. Two nodes of one word are told apart
    by their instance ids, so that the triples, which have words, are a multiset.
    """

    id: str = ""
    nodes: tuple[Node, ...] = ()
    relations: tuple[Relation, ...] = ()
    text: str = ""
    language: str = ""  # what stands after "org:"
    translations: tuple[tuple[str, str], ...] = ()  # {es} ... {/es}: language, text

    def __post_init__(self) -> None:
        _check_sentence(self)
        mentioned = (i for r in self.relations for i in (r.head, r.dependent))
        order = list(dict.fromkeys((*mentioned, *range(len(self.nodes)))))
        place = {old: new for new, old in enumerate(order)}
        object.__setattr__(self, "nodes", tuple(self.nodes[i] for i in order))
        moved = (Relation(r.label, place[r.head], place[r.dependent], r.scope) for r in self.relations)
        object.__setattr__(self, "relations", tuple(dict.fromkeys(moved)))

    def entry(self, scope: str = "") -> int | None:
        """The root of the sentence or of a scope: the node with ``@entry``, else the first head; None without nodes."""
        inside = [r for r in self.relations if r.scope == scope]
        members = list(dict.fromkeys(i for r in inside for i in (r.head, r.dependent)))
        if not scope and not members:
            members = list(range(len(self.nodes)))
        return next((i for i in members if "entry" in self.nodes[i].attributes), members[0] if members else None)

    def spoken_for(self) -> tuple[int, ...]:
        """Of every node the universal word that it stands for: itself, or the entry of the scope that it is. Scopes
        that are each other's entries stand for themselves."""
        members: dict[str, dict[int, None]] = {}
        for r in self.relations:
            members.setdefault(r.scope, {}).update({r.head: None, r.dependent: None})
        entries = {
            scope: next((i for i in inside if "entry" in self.nodes[i].attributes), next(iter(inside)))
            for scope, inside in members.items()
        }
        found = list(range(len(self.nodes)))
        done = [not node.is_scope for node in self.nodes]
        for start in range(len(self.nodes)):
            node, path = start, dict[int, None]()
            while not done[node] and node not in path:
                path[node] = None
                node = entries.get(self.nodes[node].id, node)
            in_circle = not done[node]
            for link in path:
                found[link], done[link] = (link if in_circle else found[node]), True
        return tuple(found)

    def triples(self) -> tuple[tuple[str, str, str], ...]:
        """(relation, head, dependent) with universal words as text: what metrics compare. A scope is its entry."""
        words = [self.nodes[i].universal_word for i in self.spoken_for()]
        return tuple((r.label, words[r.head], words[r.dependent]) for r in self.relations)

    def numbered(self) -> Sentence:
        """Every word with an id of its own, as the list form needs: those without one, and later ones of two words
        with the same, get the next free number."""
        used = {node.id for node in self.nodes}
        free = (name for n in range(1, 2 * len(self.nodes) + 1) if (name := f"{n:02X}") not in used)
        nodes, taken = [], set[str]()
        for node in self.nodes:
            if not node.is_scope and (not node.id or node.id in taken):
                node = replace(node, id=next(free))
            if not node.is_scope:
                taken.add(node.id)
            nodes.append(node)
        return replace(self, nodes=tuple(nodes))


@dataclass(frozen=True, slots=True)
class Paragraph:
    sentences: tuple[Sentence, ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    paragraphs: tuple[Paragraph, ...] = ()
    header: str = ""  # what stands after "[D:"

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph.sentences)


def document_of(sentences: Sequence[Sentence]) -> Document:
    """The sentences as one paragraph."""
    return Document((Paragraph(tuple(sentences)),))


def write(document: Document, *, form: str = "table") -> str:
    """The document as text, in ``table`` or ``list`` form."""
    if form not in ("table", "list"):
        raise InputError(f"a UNL document is written in form 'table' or 'list', got {form!r}.")
    return "\n".join(_document_lines(document, form)) + "\n"


def _document_lines(document: Document, form: str) -> Iterator[str]:
    yield _tag("D", document.header)
    for paragraph in document.paragraphs:
        yield _tag("P", paragraph.id)
        for sentence in paragraph.sentences:
            yield from _sentence_lines(sentence, form)
        yield "[/P]"
    yield "[/D]"


def _tag(name: str, value: str) -> str:
    return f"[{name}:{value}]" if value else f"[{name}]"


def _sentence_lines(sentence: Sentence, form: str) -> Iterator[str]:
    yield _tag("S", sentence.id)
    if sentence.text or sentence.language:
        yield f"{{org:{sentence.language}}}" if sentence.language else "{org}"
        yield sentence.text
        yield "{/org}"
    yield "{unl}"
    yield from (_list_lines(sentence.numbered()) if form == "list" else _table_lines(sentence))
    yield "{/unl}"
    for language, text in sentence.translations:
        yield f"{{{language}}}"
        yield text
        yield f"{{/{language}}}"
    yield "[/S]"


def _table_lines(sentence: Sentence) -> Iterator[str]:
    spelled = [spell(node) for node in sentence.nodes]
    mentioned = set()
    for r in sentence.relations:
        mentioned |= {r.head, r.dependent}
        yield f"{_label(r)}({spelled[r.head]}, {spelled[r.dependent]})"
    for place, node in enumerate(sentence.nodes):
        if place not in mentioned:  # a headword that is also a label would read as a relation
            yield spell(node, quoted=node.headword in LABELS)


def _list_lines(sentence: Sentence) -> Iterator[str]:
    yield "[W]"
    yield from (spell(node) for node in sentence.nodes)
    yield "[/W]"
    yield "[R]"
    names = [f":{node.id}" if node.is_scope else node.id for node in sentence.nodes]
    yield from (f"{_label(r)}({names[r.head]}, {names[r.dependent]})" for r in sentence.relations)
    yield "[/R]"


def _label(relation: Relation) -> str:
    return f"{relation.label}:{relation.scope}" if relation.scope else relation.label


def spell(node: Node, *, quoted: bool = False) -> str:
    """A node as documents write it: ``read(icl>do).@entry:01``; a headword that would be misread is quoted."""
    head = node.headword
    if head and (quoted or _must_be_quoted(head)):
        head = '"' + head.replace("\\", "\\\\").replace('"', '\\"') + '"'
    constraints = f"({node.constraints})" if node.constraints else ""
    marks = "".join(f".@{name}" for name in node.attributes)
    if node.is_scope:
        return f":{node.id}{marks}"
    return f"{head}{constraints}{marks}{f':{node.id}' if node.id else ''}"


def _must_be_quoted(head: str) -> bool:
    return (
        bool(set(head) & set('()[]{},:;"\\\n')) or ".@" in head or head.endswith(".") or head != " ".join(head.split())
    )


def _check_sentence(sentence: Sentence) -> None:
    """What no text could say is refused when it is made, so that everything that can be written can be read."""
    for name, value, barred in (
        ("id", sentence.id, "]"),
        ("language", sentence.language, "}"),
        ("text", sentence.text, "{/org}"),
        *((f"translation '{tag}'", text, f"{{/{tag}}}") for tag, text in sentence.translations),
    ):
        if barred in value or value != value.strip():
            raise InputError(f"the {name} of a UNL sentence holds '{barred}' or begins or ends with white space.")
    for tag, _ in sentence.translations:
        if _LABEL.fullmatch(tag) is None or tag in ("unl", "org"):
            raise InputError(f"'{printable(tag)}' is not a language's code of two or three letters.")
    keys = set()
    for node in sentence.nodes:
        _check_node(node)
        if node.key in keys:
            raise InputError(f"node {printable(spell(node))} is listed twice; give each use an instance id (:01).")
        keys.add(node.key)
    scopes = {r.scope for r in sentence.relations}
    for node in sentence.nodes:
        if node.is_scope and node.id not in scopes:
            raise InputError(f"scope :{node.id} is used, but no relation belongs to it (as agt:{node.id}(...) would).")
    for r in sentence.relations:
        if not (0 <= r.head < len(sentence.nodes) and 0 <= r.dependent < len(sentence.nodes)):
            raise InputError(f"relation {r.label} refers to a node that is not there.")
        if _LABEL.fullmatch(r.label) is None or (r.scope and _ID.fullmatch(r.scope) is None):
            raise InputError(f"'{printable(_label(r))}' is not a relation's label such as agt or agt:01.")


def _check_node(node: Node) -> None:
    if node.id and _ID.fullmatch(node.id) is None:
        raise InputError(
            f"the instance id of {printable(node.universal_word)} is '{printable(node.id)}', expected two digits or "
            "capitals (:0A)."
        )
    if node.is_scope and (node.constraints or not node.id):
        raise InputError("a scope has an id and no constraints, as in :01.")
    if not well_formed(node.constraints):
        raise InputError(f"the constraints of {printable(node.universal_word)} do not look like icl>do,agt>person.")
    if len(set(node.attributes)) < len(node.attributes):
        raise InputError(f"{printable(node.universal_word)} has an attribute twice.")
    for attribute in node.attributes:
        if _ATTRIBUTE.fullmatch(attribute) is None:
            raise InputError(
                f"'{printable(attribute)}' of {printable(node.universal_word)} is not an attribute's name such as past."
            )


@lru_cache(maxsize=1 << 14)  # few words have constraints of their own
def well_formed(constraints: str) -> bool:
    """Balanced, without white space, and every outermost item with ``>`` or ``<``; nothing at all is fine."""
    if not constraints:
        return True
    if _CONSTRAINTS.fullmatch(constraints) is None:
        return False
    depth, directed = 0, False
    for char in constraints:
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "," and depth == 0:
            if not directed:
                return False
            directed = False
        elif char in "<>" and depth == 0:
            directed = True
        if depth < 0:
            return False
    return depth == 0 and directed
