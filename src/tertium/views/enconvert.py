"""English to UNL: a dependency parse becomes a graph of universal words, by rules.

After the idea of Jain & Damani (2009, "English to UNL (Interlingua) Enconversion", LTC): a parser's dependencies give
the structure, WordNet the meaning of words, a table of rules the relations. Written anew for Universal Dependencies;
the numbers are ours, not theirs. Here the structure is prepared, in ``data/unl_rules.txt`` are the relations:

- voice is undone: the subject of a passive is the object, what follows "by" the subject, so that active and passive
  give one graph ("John was given a book": the recipient);
- words without a meaning of their own become attributes: tense, aspect, modals, articles, number, negation;
- prepositions and conjunctions become relations; names and phrasal verbs become one universal word;
- a relative pronoun is the noun it stands for; what is the subject of the main verb (or its object) is the subject of
  an infinitive; all parts of a coordination stand in the relations of its first part;
- "is" has no node of its own, except before a place or a time ("the cat is on the mat": plc(be, mat)).

Universal Dependencies 1 and 2 are understood. Any tree gives a graph, also of wrong or foreign parses: unknown words
are their own concepts, unknown dependencies become ``mod`` or ``man``. Of an empty sentence the graph is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from tertium.corpus.parses import Parse
from tertium.corpus.unl import Node, Relation, Sentence
from tertium.views.concepts import Concept, concept, senses
from tertium.views.unl_attributes import NEGATIONS, attributes_of
from tertium.views.unl_rules import rule_for
from tertium.views.unl_tree import NOUNS, VERBS, WH, Tree

VERSION = 1  # moves when graphs move; signatures name it

_ROLES = {
    "nsubj": "subject",
    "csubj": "subject",
    "obj": "object",
    "iobj": "recipient",
    "ccomp": "complement",
    "xcomp": "complement",
    "advcl": "clause",
    "obl": "oblique",
    "amod": "adjective",
    "nummod": "number",
    "appos": "apposition",
    "compound": "compound",
    "advmod": "adverb",
    "parataxis": "parataxis",
}
_PART_OF_SPEECH = {"VERB": "verb", "AUX": "verb", "ADJ": "adj", "ADV": "adv"} | dict.fromkeys(NOUNS, "noun")
_RELATIVES = frozenset({"who", "whom", "which", "that", "whose", "where", "when", "why"})
_DEMONSTRATIVES = frozenset(
    {"this", "that", "these", "those", "such", "which", "what", "whose", "whatever", "whichever"}
)
_ARTICLES = frozenset({"a", "an", "the", "no"})
_FUNCTION = frozenset({"punct", "aux", "cop", "case", "mark", "cc", "expl", "discourse", "fixed", "flat", "goeswith"})


@dataclass(slots=True)
class _Edge:
    role: str
    head: int
    dependent: int
    marker: str = ""


def enconvert(parse: Parse, text: str = "", name: str = "") -> Sentence:
    """The UNL graph of a parse; ``text`` and ``name`` are those of the sentence."""
    return _Enconverter(Tree(parse)).sentence(text, name)


class _Enconverter:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.words = range(1, len(tree.parse) + 1)
        self.stands_for: dict[int, int] = {}  # relative pronouns
        self.copulas: dict[int, int] = {}  # words whose "is" has a node of its own
        self.edges: list[_Edge] = []

    def sentence(self, text: str, name: str) -> Sentence:
        self._join_words()
        self._drop_function_words()
        self._find_relatives()
        self._find_copulas()
        for word in self.words:
            if not self.tree.dropped[word]:
                self._connect(word)
        self._coordinate()
        return self._graph(text, name)

    # ---- words

    def _join_words(self) -> None:
        """Names, fixed expressions and phrasal verbs become one word."""
        tree = self.tree
        for word in self.words:
            parts = [word]
            for child in tree.children[word]:
                kind = tree.relations[child]
                joint = kind == "compound:prt" or tree.kind(child) in ("flat", "goeswith", "fixed")
                if not joint and kind == "compound":
                    names = tree.upos(child) == tree.upos(word) == "PROPN"
                    known = abs(word - child) == 1 and senses(
                        f"{tree.form(child)}_{tree.lexemes[word]}", tree.upos(word)
                    )
                    joint = bool(names or known)
                if joint and not (kind == "compound:prt" and not self._phrasal(word, child)):
                    parts.append(child)
            if len(parts) > 1 and tree.kind(word) not in ("flat", "fixed", "goeswith", "case", "mark"):
                tree.lexemes[word] = " ".join(tree.lexemes[part] for part in sorted(parts))
                for part in parts[1:]:
                    tree.dropped[part] = True

    def _phrasal(self, verb: int, particle: int) -> bool:
        return bool(senses(f"{self.tree.lexemes[verb]}_{self.tree.form(particle)}", "VERB"))

    def _drop_function_words(self) -> None:
        tree = self.tree
        for word in self.words:
            if tree.head(word) == 0:
                continue
            tree.dropped[word] |= self._is_function_word(word)

    def _is_function_word(self, word: int) -> bool:
        tree = self.tree
        kind, form, head = tree.kind(word), tree.form(word), tree.head(word)
        if kind == "det":
            return form in _ARTICLES
        if kind == "advmod":
            negation = form in NEGATIONS or tree.parse.relations[word - 1] == "neg"
            degree = form in ("more", "most") and tree.upos(head) in ("ADJ", "ADV")
            return negation or degree or (form in WH and tree.kind(head) == "advcl")
        return kind in _FUNCTION or tree.upos(word) == "PUNCT"

    def _find_relatives(self) -> None:
        """A relative pronoun stands for the noun that its clause belongs to."""
        tree = self.tree
        for word in self.words:
            if tree.form(word) not in _RELATIVES or tree.kind(word) in ("mark", "det"):
                continue
            above = tree.head(word)
            while above and tree.relations[above] != "acl:relcl" and tree.kind(above) not in ("ccomp", "advcl", "root"):
                above = tree.head(above)
            if above and tree.relations[above] == "acl:relcl":
                self.stands_for[word] = tree.head(above)

    def _find_copulas(self) -> None:
        """'is' before a preposition is a word: the cat *is* on the mat."""
        for word in self.words:
            cop = self.tree.of_kind(word, "cop")
            if cop and self.tree.of_kind(word, "case") and self.tree.upos(word) in NOUNS:
                self.copulas[word] = cop[0]
                self.tree.dropped[cop[0]] = False

    # ---- edges

    def _kept(self, word: int) -> int:
        """The nearest word at or above this one that has a node; 0 if there is none."""
        while word and self.tree.dropped[word]:
            word = self.tree.head(word)
        return word

    def _first_conjunct(self, word: int) -> int:
        while self.tree.kind(word) == "conj" and self.tree.head(word):
            word = self.tree.head(word)
        return word

    def _add(self, role: str, head: int, dependent: int, marker: str = "") -> None:
        head, dependent = self.stands_for.get(head, head), self.stands_for.get(dependent, dependent)
        head, dependent = self._kept(head), self._kept(dependent)
        if head and dependent and head != dependent:
            self.edges.append(_Edge(role, head, dependent, marker))

    def _connect(self, word: int) -> None:
        tree = self.tree
        if word in self.copulas.values():
            return
        if word in self.copulas:
            self._add("oblique", self.copulas[word], word, tree.marker(word))
        first = self._first_conjunct(word)
        head = self._kept(tree.head(first))
        if tree.kind(first) in ("nsubj", "csubj") and head in self.copulas:
            head = self.copulas[head]
        if head:
            own = tree.marker(word)
            me = self.copulas.get(word, word)
            self._link(me, first, head, own if own or word == first else tree.marker(first))
        if word != first and not tree.of_kind(word, "nsubj", "csubj"):
            self._share_subject(first, word)

    def _link(self, word: int, first: int, head: int, marker: str) -> None:
        """The edge between a word and its head, ``first`` being the conjunct whose dependency counts."""
        tree, relation, kind = self.tree, self.tree.relations[first], self.tree.kind(first)
        if kind in ("nsubj", "csubj"):
            self._add(self._subject_role(relation, head), head, word)
        elif kind == "obl" and self._is_agent(relation, head, first, marker):
            self._add("subject", head, word)
        elif kind == "acl":
            self._modify_by_clause(word, first, head, marker)
        elif kind == "xcomp":
            self._control(word, head, marker)
        elif kind == "nmod" and (relation == "nmod:poss" or tree.form(first) in ("whose",)):
            self._add("possessor", head, word)
        elif kind == "nmod":
            self._add("modifier", head, word, marker)
        elif kind == "det":
            self._add("demonstrative" if tree.form(word) in _DEMONSTRATIVES else "quantifier", head, word)
        else:
            self._add(_ROLES.get(kind, "other"), head, word, marker)

    def _subject_role(self, relation: str, head: int) -> str:
        if not relation.endswith(":pass"):
            return "subject"
        return "recipient" if self.tree.of_kind(head, "obj") else "object"

    def _is_agent(self, relation: str, head: int, word: int, marker: str) -> bool:
        if relation == "obl:agent":
            return True
        if marker != "by" or not self.tree.is_passive(head):
            return False
        fields = self._concept(word).fields
        return "time" not in fields and ("place" not in fields or "name" in fields)

    def _modify_by_clause(self, word: int, first: int, head: int, marker: str) -> None:
        tree = self.tree
        if tree.relations[first] == "acl:relcl":
            filled = any(noun == tree.head(first) for noun in self.stands_for.values())
            if filled:
                return  # the pronoun's own relation says it
            gap = tree.is_verb(word) and tree.of_kind(word, "nsubj") and not tree.of_kind(word, "obj", "ccomp", "xcomp")
            self._add("object", word, head) if gap else self._add("relative", head, word)
            return
        named = [c for c in tree.of_kind(word, "xcomp", "obj") if tree.upos(c) in NOUNS]
        if tree.lexemes[word] in ("name", "call") and named:
            self._add("named", head, named[0])
        participle = tree.participle(word)
        if participle:
            self._add("object" if participle == "past" else "subject", word, head)
        elif marker.startswith("to"):
            self._add("infinitive", head, word, marker)
        else:
            self._add("nounclause", head, word, marker)

    def _control(self, word: int, head: int, marker: str) -> None:
        """An infinitive or predicate: part of the main verb, with the main verb's object or subject as subject."""
        tree = self.tree
        self._add("complement", head, word, marker)
        if tree.of_kind(word, "nsubj", "csubj"):
            return
        for controller in tree.of_kind(head, "obj", "iobj") or tree.of_kind(head, "nsubj"):
            self._add("object" if tree.is_passive(word) else "subject", word, controller)
            return

    def _share_subject(self, first: int, word: int) -> None:
        """He came and left: both have the subject of the first."""
        tree = self.tree
        if not (tree.is_verb(word) or tree.of_kind(word, "cop")) or not (
            tree.is_verb(first) or tree.of_kind(first, "cop")
        ):
            return
        for subject in tree.of_kind(first, "nsubj", "csubj"):
            passive = any(tree.relations[child] == "aux:pass" for child in tree.children[word])
            self._add("object" if passive else "subject", self.copulas.get(word, word), subject)

    def _coordinate(self) -> None:
        tree = self.tree
        groups: dict[int, list[int]] = {}
        for word in self.words:
            if tree.kind(word) == "conj" and not tree.dropped[word]:
                groups.setdefault(self._first_conjunct(word), []).append(word)
        for first, rest in groups.items():
            members = [self.copulas.get(word, word) for word in (first, *rest) if not tree.dropped[word]]
            found = [tree.form(cc) for word in (first, *rest) for cc in tree.of_kind(word, "cc")]
            marker = "or" if {"or", "nor", "either"} & set(found) else "and"
            members.sort(key=lambda word: (self._concept(word).word.casefold(), word))
            for one, other in pairwise(members):
                self._add("conjunct", one, other, marker)

    # ---- graph

    def _concept(self, word: int) -> Concept:
        if word in self.copulas.values():
            return concept("be", "VERB")
        upos = self.tree.upos(word)
        if upos == "DET":
            upos = "PRON"
        return concept(self.tree.lexemes[word], upos)

    def _properties(self, word: int) -> frozenset[str]:
        """What rules may ask of a word: part of speech, fields, and whether it has an object."""
        copular = word not in self.copulas.values() and bool(self.tree.of_kind(word, "cop"))
        part = "adj" if copular and self.tree.upos(word) in VERBS else _PART_OF_SPEECH.get(self.tree.upos(word), "")
        has_object = any(edge.role == "object" and edge.head == word for edge in self.edges)
        return self._concept(word).fields | {part} | ({"object"} if has_object else set())

    def _graph(self, text: str, name: str) -> Sentence:
        kept = [word for word in self.words if not self.tree.dropped[word] and word not in self.stands_for]
        place = {word: at for at, word in enumerate(kept)}
        roots = [self.copulas.get(word, word) for word in kept if self.tree.head(word) == 0]
        properties = {word: self._properties(word) for word in kept}
        relations: dict[Relation, None] = {}
        for edge in self.edges:
            if edge.head not in place or edge.dependent not in place:
                continue
            rule = rule_for(edge.role, edge.marker, properties[edge.head], properties[edge.dependent])
            head, dependent = place[edge.head], place[edge.dependent]
            if rule.reversed:
                head, dependent = dependent, head
            relations[Relation(rule.relation, head, dependent)] = None
        nodes = self._nodes(kept, roots[:1])
        return Sentence(
            name, nodes, tuple(relations), text.strip() if "{/org}" not in text else "", "en" if text else ""
        )

    def _nodes(self, kept: list[int], entry: list[int]) -> tuple[Node, ...]:
        """Universal words; where one occurs again, each use has an instance id."""
        concepts = [self._concept(word) for word in kept]
        spelled = [found.word for found in concepts]
        uses: dict[str, int] = {}
        made = []
        for word, found in zip(kept, concepts, strict=True):
            uses[found.word] = uses.get(found.word, 0) + 1
            name = f"{uses[found.word]:02X}" if spelled.count(found.word) > 1 else ""
            marks = attributes_of(self.tree.parse, self.tree.children, self.tree.relations, word, word in entry)
            made.append(Node(found.headword, found.constraints, name, marks))
        return tuple(made)
