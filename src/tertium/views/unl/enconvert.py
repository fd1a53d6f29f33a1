"""English to UNL: a dependency parse becomes a graph of universal words, by rules.

After the idea of Jain & Damani (2009, "English to UNL (Interlingua) Enconversion", LTC): a parser's dependencies give
the structure, WordNet the meaning of words, a table of rules the relations. Written anew for Universal Dependencies;
the numbers are ours, not theirs. Here the structure is prepared, in ``data/unl_rules.txt`` are the relations:

- voice is undone: the subject of a passive is the object, what follows "by" the subject, so that active and passive
  give one graph ("John was given a book": the recipient);
- words without a meaning of their own become attributes: tense, aspect, modals ("has to" is one), articles, number;
- what is denied has the attribute not, whichever word of its clause says so (``polarity``);
- of two objects the first is the recipient ("gave his daughter a book");
- prepositions and conjunctions become relations; names and phrasal verbs become one universal word;
- a relative pronoun is the noun it stands for; what is the subject of the main verb (or its object) is the subject of
  an infinitive; all parts of a coordination stand in the relations of its first part;
- "is" has no node of its own, except before a place or a time ("the cat is on the mat": plc(be, mat));
- ranges ("from one to ten") and signs before a sentence ("1.", "Chapter 3:") are found first (``patterns``).

Universal Dependencies 1 and 2 are understood. Any tree gives a graph, also of wrong or foreign parses: unknown words
are their own concepts, unknown dependencies become ``mod`` or ``man``. Of an empty sentence the graph is empty.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from tertium.corpus.annotations.parses import Parse
from tertium.corpus.annotations.unl import Node, Relation, Sentence
from tertium.views.unl.attributes import attributes_of, is_plural
from tertium.views.unl.concepts import Concept, concept
from tertium.views.unl.language_tables import Language, tables
from tertium.views.unl.nodes import drop_function_words, first_conjuncts, join_words, placing_copulas, relative_pronouns
from tertium.views.unl.noun_relations import is_below, is_part
from tertium.views.unl.other_languages import as_rules_read, concept_of
from tertium.views.unl.patterns import is_range, ranges, sign
from tertium.views.unl.periphrases import unfolded
from tertium.views.unl.polarity import denied_words
from tertium.views.unl.rules import rule_for
from tertium.views.unl.tree import NOUNS, VERBS, Tree

VERSION = 4  # moves when graphs move; signatures name it

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
_DEMONSTRATIVES = frozenset(
    {"this", "that", "these", "those", "such", "which", "what", "whose", "whatever", "whichever"}
)
_PAIRED = frozenset({"subject", "apposition", "modifier", "possessor", "compound"})  # of which WordNet is asked
_NAMING = frozenset("elect name call appoint make consider crown declare nominate vote think".split())
_LIVING = frozenset({"person", "animal", "name", "group"})
_MEASURES = frozenset({"time", "measure"})
_FORBIDDING = frozenset({"en", "es"})  # "must not" and "no debe" forbid; of other languages nothing is assumed
_BODIES = frozenset({"person", "animal", "bodypart"})


@dataclass(slots=True)
class _Edge:
    role: str
    head: int
    dependent: int
    marker: str = ""


def is_untagged(parse: Parse) -> bool:
    """Does the parse have words but no parts of speech? Then the rules can tell nothing by them."""
    return len(parse) > 0 and all(tag == "_" for tag in parse.upos)


def enconvert(parse: Parse, text: str = "", name: str = "", lang: str = "en") -> Sentence:
    """The UNL graph of a parse; ``text`` and ``name`` are those of the sentence."""
    if lang == "en":
        return _Enconverter(Tree(unfolded(parse))).sentence(text, name)
    language = tables(lang)
    return _Enconverter(Tree(as_rules_read(parse, language), english=False), language).sentence(text, name)


class _Enconverter:
    def __init__(self, tree: Tree, language: Language | None = None) -> None:
        self.tree = tree
        self.language = language  # None: English
        self.words = range(1, len(tree.parse) + 1)
        join_words(tree)
        self.denied = denied_words(tree)
        drop_function_words(tree)
        self.sign = sign(tree)
        if self.sign:
            tree.rename(self.sign.word, "sign")
            tree.dropped[self.sign.word] = False
        self.stands_for = relative_pronouns(tree)
        self.described = set(self.stands_for.values())
        self.copulas = placing_copulas(tree)  # words whose "is" has a node of its own
        self.predicates = {verb: word for word, verb in self.copulas.items()}
        self.verbs_be = set(self.predicates)
        self.firsts = first_conjuncts(tree)
        self.ranges = ranges(tree)  # the end of a range and its start
        self.ends = {start: end for end, start in self.ranges.items()}
        self.articles: dict[int, set[str]] = {}
        for word in self.words:
            if tree.kind(word) == "det":
                self.articles.setdefault(tree.head(word), set()).add(tree.form(word))
        self.above: dict[int, int] = {}  # of words without a node, the nearest one above that has one
        self.edges: list[_Edge] = []

    def sentence(self, text: str, name: str) -> Sentence:
        for word in self.words:
            if not self.tree.dropped[word]:
                self._connect(word)
        self._coordinate()
        return self._graph(text, name)

    # ---- edges

    def _kept(self, word: int) -> int:
        """The nearest word at or above this one that has a node; 0 if there is none."""
        path = []
        while word and self.tree.dropped[word]:
            path.append(word)
            word = self.above.get(word, self.tree.head(word))
        self.above.update(dict.fromkeys(path, word))
        return word

    def _add(self, role: str, head: int, dependent: int, marker: str = "") -> None:
        head, dependent = self.stands_for.get(head, head), self.stands_for.get(dependent, dependent)
        head, dependent = self._kept(head), self._kept(dependent)
        if head and dependent and head != dependent:
            self.edges.append(_Edge(role, head, dependent, marker))

    def _connect(self, word: int) -> None:
        tree = self.tree
        if word in self.verbs_be:
            return
        if self.sign and word == self.sign.word:
            self._add("sign", self.sign.body, word)
            return
        if word in self.copulas:
            self._add("oblique", self.copulas[word], word, tree.marker(word))
        first = self.firsts[word]
        head = self._kept(tree.head(first))
        if tree.kind(first) in ("nsubj", "csubj") and head in self.copulas:
            head = self.copulas[head]
        if head and not (self.sign and word == self.sign.body and tree.head(word) <= self.sign.end):
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
        elif first in self.ranges:
            self._end_range(word, first, head, marker)
        elif first in self.ends and self._starts_range(first, head):
            self._add("modifier", head, word, "from to")
        elif kind == "obl" and self._is_agent(relation, head, first, marker):
            self._add("subject", head, word)
        elif kind == "obj":
            self._add(self._object_role(head, first), head, word, marker)
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

    def _end_range(self, word: int, first: int, head: int, marker: str) -> None:
        """The end of "from A to B": of the same head as A, or with A one range."""
        start = self.ranges[first]
        of = self._kept(self.tree.head(self.firsts[start]))
        if of and is_range(self._fields, self.tree, of, start, first):
            self._add("range", start, word)
        else:
            role = "modifier" if self.tree.kind(start) == "nmod" else "oblique"
            self._add(role, of or head, word, marker)

    def _starts_range(self, start: int, of: int) -> bool:
        return is_range(self._fields, self.tree, of, start, self.ends[start])

    def _subject_role(self, relation: str, head: int) -> str:
        if not relation.endswith(":pass"):
            return "subject"
        return "recipient" if self.tree.of_kind(head, "obj") else "object"

    def _object_role(self, head: int, word: int) -> str:
        """Of two objects the first is who gets the second; in "elected him president" the second says what of."""
        objects = self.tree.of_kind(head, "obj")
        if len(objects) < 2 or word not in objects[:2] or self.tree.of_kind(head, "iobj"):
            return "object"
        named = all(self._fields(one) & _LIVING for one in objects[:2]) and self.tree.lexemes[head] in _NAMING
        if word == objects[0]:
            return "object" if named else "recipient"
        return "complement" if named else "object"

    def _is_agent(self, relation: str, head: int, word: int, marker: str) -> bool:
        if relation == "obl:agent":
            return True
        if marker != "by" or not self.tree.is_passive(head):
            return False
        fields = self._fields(word)
        if "measure" in fields and self.tree.of_kind(word, "nummod") and not self._with_of(word):
            return False  # was cut by ten percent; but: was signed by ten percent of them
        return "time" not in fields and ("place" not in fields or "name" in fields)

    def _with_of(self, word: int) -> list[int]:
        """What "of" puts below a word: the head *of the party*."""
        return [child for child in self.tree.of_kind(word, "nmod") if self.tree.marker(child) == "of"]

    def _modify_by_clause(self, word: int, first: int, head: int, marker: str) -> None:
        tree = self.tree
        if tree.relations[first] == "acl:relcl":
            if tree.head(first) in self.described:
                return  # the pronoun's own relation says it
            if not tree.english and tree.is_verb(word) and not tree.of_kind(word, "nsubj", "csubj"):
                self._add("object" if tree.is_passive(word) else "subject", word, head)  # the man who eats fish, unsaid
                return
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
        """He came and left: both have the subject of the first. So it is for "red and round" after "is"."""
        tree = self.tree
        predicate = bool(tree.of_kind(first, "cop"))
        says = tree.is_verb(word) or bool(tree.of_kind(word, "cop"))
        if not says:
            says = predicate and first not in self.copulas and not tree.of_kind(word, "case")
        if not says or not (predicate or tree.is_verb(first)):
            return
        for subject in tree.of_kind(first, "nsubj", "csubj")[:1]:
            passive = any(tree.relations[child] == "aux:pass" for child in tree.children[word])
            self._add("object" if passive else "subject", self.copulas.get(word, word), subject)

    def _coordinate(self) -> None:
        tree = self.tree
        groups: dict[int, list[int]] = {}
        for word in self.words:
            if tree.kind(word) == "conj" and not tree.dropped[word]:
                groups.setdefault(self.firsts[word], []).append(word)
        for first, rest in groups.items():
            members = [self.copulas.get(word, word) for word in (first, *rest) if not tree.dropped[word]]
            found = [tree.form(cc) for word in (first, *rest) for cc in tree.of_kind(word, "cc")]
            marker = "or" if {"or", "nor", "either"} & set(found) else "and"
            if marker == "and" and self._are_one(first, rest):
                marker = "at once"
            members.sort(key=lambda word: (self._concept(word).word.casefold(), word))
            for one, other in pairwise(members):
                self._add("conjunct", one, other, marker)

    def _are_one(self, first: int, rest: list[int]) -> bool:
        """A linguist and a musician, said of one person: nouns after "is", or after the name they explain."""
        tree = self.tree
        says_what = bool(tree.of_kind(first, "cop")) or tree.kind(first) in ("appos", "xcomp")
        if not (says_what and tree.upos(first) == "NOUN" and self._has_article(first, "a", "an")):
            return False
        return all(self._is_also(first, word) for word in rest)

    def _is_also(self, first: int, word: int) -> bool:
        """A second noun of the same bearer: with an article of its own, or a person as the first is."""
        if self.tree.upos(word) != "NOUN" or self._fields(first) & _MEASURES:
            return False  # "a month and a half"
        if any(case < word for case in self.tree.of_kind(word, "case")):
            return False  # "a staple and at a price"
        if own := self.articles.get(word):
            return not own.isdisjoint(("a", "an"))
        return "person" in self._fields(first) & self._fields(word)

    def _has_article(self, word: int, *articles: str) -> bool:
        """Of "a linguist and musician" both have it."""
        own = self.articles.get(word) or self.articles.get(self.firsts[word], set())
        return not own.isdisjoint(articles)

    # ---- graph

    def _fields(self, word: int) -> frozenset[str]:
        return self._concept(word).fields

    def _concept(self, word: int) -> Concept:
        if self.language is not None:
            parse, at = self.tree.parse, word - 1
            upos = "VERB" if word in self.verbs_be else parse.upos[at]
            return concept_of(self.tree.lexemes[word], upos, parse.feats[at], parse.relations[at], self.language)
        if word in self.verbs_be:
            return concept("be", "VERB")
        upos = self.tree.upos(word)
        if upos == "DET":
            upos = "PRON"
        return concept(self.tree.lexemes[word], upos)

    def _properties(self, kept: list[int]) -> dict[int, frozenset[str]]:
        """What rules may ask of words: part of speech, fields, articles, and what depends on them."""
        found: dict[int, set[str]] = {word: set(self._fields(word)) for word in kept}
        for word, its in found.items():
            copular = word not in self.verbs_be and bool(self.tree.of_kind(word, "cop"))
            upos = self.tree.upos(word)
            its.add("adj" if copular and upos in VERBS else _PART_OF_SPEECH.get(upos, ""))
            if self._has_article(word, "a", "an"):
                its.add("indefinite")
            if self._has_article(word, "the") or self.tree.of_kind(word, "nmod"):
                its.add("definite")
            if is_plural(self.tree.parse, word):
                its.add("plural")
            if any(not self._fields(child) & _BODIES for child in self._with_of(word)):
                its.add("of")
        for edge in self.edges:
            if edge.role in ("object", "subject") and edge.head in found:
                found[edge.head].add(edge.role)
                if edge.role == "object" and self._fields(edge.dependent) & _LIVING:
                    found[edge.head].add("patient")
        return {word: frozenset(its) for word, its in found.items()}

    def _known(self, edge: _Edge) -> frozenset[str]:
        """What WordNet knows of two words together: the dependent is a class or example of the head, or its whole."""
        if edge.role not in _PAIRED:
            return frozenset()
        head, dependent = self._concept(edge.head).synset, self._concept(edge.dependent).synset
        if head < 0 or dependent < 0:
            return frozenset()
        facts = (("below", is_below(dependent, head)), ("above", is_below(head, dependent)))
        return frozenset(name for name, holds in (*facts, ("whole", is_part(head, dependent))) if holds)

    def _graph(self, text: str, name: str) -> Sentence:
        kept = [word for word in self.words if not self.tree.dropped[word] and word not in self.stands_for]
        place = {word: at for at, word in enumerate(kept)}
        roots = [self.copulas.get(word, word) for word in kept if self.tree.head(word) == 0]
        if self.sign and roots and roots[0] <= self.sign.end:
            roots = [self._kept(self.copulas.get(self.sign.body, self.sign.body))]
        properties = self._properties(kept)
        relations: dict[Relation, None] = {}
        for edge in self.edges:
            if edge.head not in place or edge.dependent not in place:
                continue
            dependents = properties[edge.dependent] | self._known(edge)
            if edge.dependent < edge.head:
                dependents |= {"before"}
            rule = rule_for(edge.role, edge.marker, properties[edge.head], dependents)
            head, dependent = place[edge.head], place[edge.dependent]
            if rule.reversed:
                head, dependent = dependent, head
            relations[Relation(rule.relation, head, dependent)] = None
        nodes = self._nodes(kept, roots[:1])
        return Sentence(
            name, nodes, tuple(relations), text.strip() if "{/org}" not in text else "", self._code() if text else ""
        )

    def _code(self) -> str:
        return "en" if self.language is None else self.language.code

    def _nodes(self, kept: list[int], entry: list[int]) -> tuple[Node, ...]:
        """Universal words; where one occurs again, each use has an instance id."""
        concepts = [self._concept(word) for word in kept]
        spelled = Counter(found.word for found in concepts)
        uses: dict[str, int] = {}
        made = []
        for word, found in zip(kept, concepts, strict=True):
            uses[found.word] = uses.get(found.word, 0) + 1
            name = f"{uses[found.word]:02X}" if spelled[found.word] > 1 else ""
            made_of = self.predicates.get(word, word)  # of "is" in "is on the mat" the predicate says tense and denial
            helpers = [] if word in self.copulas else self.tree.of_kind(made_of, "aux", "cop")
            marks = attributes_of(
                self.tree.parse,
                self.tree.children[word],
                self.tree.relations,
                word,
                helpers,
                entry=word in entry,
                denied=made_of in self.denied and word not in self.copulas,
                must_not_forbids=self._code() in _FORBIDDING,
            )
            made.append(Node(found.headword, found.constraints, name, marks))
        return tuple(made)
