"""The parse as the enconverter walks it: children listed, dependencies under one set of names, markers found."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.corpus.annotations.parses import Parse
from tertium.views.unl.attributes import inflected
from tertium.views.unl.concepts import base_form, senses

# Universal Dependencies 1 under the names of version 2.
_VERSION_2 = {
    "dobj": "obj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "mwe": "fixed",
    "name": "flat",
    "foreign": "flat",
    "nmod:npmod": "obl:npmod",
    "nmod:tmod": "obl:tmod",
    "nmod:agent": "obl:agent",
    "neg": "advmod",
}
NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM", "X"})
VERBS = frozenset({"VERB", "AUX"})
WH = frozenset({"when", "where", "whenever", "wherever"})
_DASHES = frozenset({"-", "–", "—", "--"})


@dataclass
class Tree:
    """The parse with its words numbered from 1, children listed, and what each word became."""

    parse: Parse
    english: bool = True
    relations: list[str] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    lexemes: list[str] = field(default_factory=list)  # the words of a name or phrasal verb, joined
    dropped: list[bool] = field(default_factory=list)
    _by_kind: list[dict[str, list[int]]] = field(default_factory=list)
    _kinds: list[str] = field(default_factory=list)
    _forms: list[str] = field(default_factory=list)
    _markers: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        size = len(self.parse)
        self.children = [[] for _ in range(size + 1)]
        for word in range(1, size + 1):
            self.children[self.parse.heads[word - 1]].append(word)
        self.relations = [""] + [self._relation(word) for word in range(1, size + 1)]
        self._kinds = [relation.partition(":")[0] for relation in self.relations]
        self._forms = ["", *(form.casefold() for form in self.parse.forms)]
        self.lexemes = [""] + [self.lemma(word) for word in range(1, size + 1)]
        self.dropped = [False] * (size + 1)
        self._by_kind = [{} for _ in range(size + 1)]
        for word in range(1, size + 1):
            self._by_kind[self.head(word)].setdefault(self.kind(word), []).append(word)

    def rename(self, word: int, relation: str) -> None:
        """Another relation than the parser's to the same head."""
        self._markers.clear()
        below = self._by_kind[self.head(word)]
        below[self.kind(word)].remove(word)
        self.relations[word] = relation
        self._kinds[word] = relation.partition(":")[0]
        below[self.kind(word)] = sorted([*below.get(self.kind(word), ()), word])

    def _relation(self, word: int) -> str:
        name = self.parse.relations[word - 1].lower()
        name = _VERSION_2.get(name, name)
        head = self.parse.heads[word - 1]
        if head and name == "nmod" and self.parse.upos[head - 1] in ("VERB", "ADJ", "ADV", "AUX"):
            return "obl"  # version 1 has one name for both
        return name

    def head(self, word: int) -> int:
        return self.parse.heads[word - 1]

    def kind(self, word: int) -> str:
        """The relation without its subtype."""
        return self._kinds[word]

    def upos(self, word: int) -> str:
        return self.parse.upos[word - 1]

    def form(self, word: int) -> str:
        return self._forms[word]

    def lemma(self, word: int) -> str:
        given = self.parse.lemmas[word - 1]
        if not self.english:
            return given
        if self.upos(word) == "PROPN":
            return self.parse.forms[word - 1] if given == "_" else given
        upos = self.upos(word)
        if given != "_" and senses(given, upos):
            return given
        found = base_form(self.parse.forms[word - 1], upos, inflected=inflected(self.parse, word))
        # A tagger's guess ("earne") yields to a word that is known.
        return found if given == "_" or senses(found, upos) else given

    def of_kind(self, word: int, *kinds: str) -> list[int]:
        """The children of these kinds, as they stand in the sentence."""
        below = self._by_kind[word]
        if not below:
            return []
        if len(kinds) == 1:
            return list(below.get(kinds[0], ()))
        found = [child for kind in kinds if kind in below for child in below[kind]]
        found.sort()
        return found

    def is_verb(self, word: int) -> bool:
        return self.upos(word) in VERBS and not self.of_kind(word, "cop")

    def is_passive(self, word: int) -> bool:
        return any(
            self.relations[child] in ("nsubj:pass", "csubj:pass", "aux:pass") for child in self.children[word]
        ) or (self.kind(word) == "acl" and self.relations[word] != "acl:relcl" and self.participle(word) == "past")

    def participle(self, word: int) -> str:
        """``past``, ``present`` or nothing: what kind of participle a verb after its noun is."""
        if self.upos(word) not in VERBS or self.of_kind(word, "mark", "nsubj", "aux"):
            return ""
        return "present" if self.form(word).removesuffix(":not").endswith("ing") else "past"

    def marker(self, word: int) -> str:
        """The preposition or conjunction before a word, several as one ("because of"); nothing if there is none."""
        if word not in self._markers:
            self._markers[word] = self._marker(word)
        return self._markers[word]

    def _marker(self, word: int) -> str:
        found = self.of_kind(word, "case", "mark")
        words = {part for mark in found for part in (mark, *self.of_kind(mark, "fixed"))}
        words.update(part - 1 for part in found if self.goes_with(part - 1))
        spelled = " ".join(
            self.form(part) for part in sorted(words) if self.form(part) not in ("'s", "’s", "'", "that")
        )
        if spelled in _DASHES and self._grows(self.head(word), word):
            spelled = "to"
        if not spelled and self.kind(word) == "nmod" and not self.english and "Case=Gen" in self.parse.feats[word - 1]:
            return "of"
        wh = next((self.form(c) for c in self.of_kind(word, "advmod") if self.form(c) in WH), "")
        return spelled or wh

    def _grows(self, one: int, other: int) -> bool:
        """Is it a range from a number to a higher one, as in 5-10 years or 1914-18, and not a result of 4-0 or 2-3?"""
        low, high = (self.form(word).replace(",", "") if word else "" for word in (one, other))
        if not (low.isdecimal() and high.isdecimal() and len(low) < 16 and len(high) < 16):
            return False
        if int(low) == 0 or (len(high) < 3 and len(low) < 3 and self.kind(one) != "nummod"):
            return False  # small numbers of nothing count goals
        return int(low) < int(high) or (len(low) == 4 and len(high) == 2)

    def goes_with(self, word: int) -> bool:
        """Is this the first word of "together with" or "along with"? Some parsers put the third one below it."""
        return (
            0 < word < len(self.parse)
            and self.form(word) in ("together", "along")
            and self.form(word + 1) == "with"
            and self.kind(word + 1) == "case"
            and self.children[word] in ([], [self.head(word + 1)])
        )
