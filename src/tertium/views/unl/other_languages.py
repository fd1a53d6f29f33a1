"""Parses of other languages as the rules read them: function words become the English ones they stand for.

The rules and the code around them know English function words: "by" before an agent, "not", "the", "or". Instead of a
second set of rules, the function words of another language are renamed before: by the features of Universal
Dependencies in any language, and by small tables (``language_tables``) in those that have one. Words with a meaning
keep their lemmas; their forms become such that no list of English words can hold them (``de:die:``).

What a form may end in: ``:ing`` a verb in progress or a present participle, ``:not`` a verb that denies by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tertium.corpus.annotations.parses import Parse
from tertium.views.unl.concepts import Concept, class_of, is_year
from tertium.views.unl.language_tables import Language

NEGATED, PROGRESS = ":not", ":ing"
_PAST = ("Tense=Past", "Tense=Imp", "Tense=Pqp")
_ENDINGS = {"？": "?", "！": "!", "؟": "?"}
_AMOUNTS = frozenset({"%", "$", "€", "£", "¥"})


def as_rules_read(parse: Parse, language: Language) -> Parse:
    """The parse with function words of English; words keep their places and heads."""
    return _Renamed(parse, language).made()


def concept_of(lemma: str, upos: str, feats: str, relation: str, language: Language) -> Concept:
    """A universal word that is a lemma: of its meaning the tables know a field, the tree a name, a number or a time."""
    fields = set(language.fields.get(lemma, language.fields.get(lemma.casefold(), frozenset())))
    if relation.endswith(":tmod"):
        fields.add("time")
    if lemma in _AMOUNTS:
        fields |= {"amount", "measure"}
    number = language.numbers.get(lemma.casefold(), lemma) if upos == "NUM" else lemma
    if upos == "NUM" or number.replace(",", "").replace(".", "").isdigit():
        return Concept(number, "icl>number", frozenset(fields | {"number"} | ({"time"} if is_year(number) else set())))
    if upos == "PROPN":
        return Concept(lemma, "", frozenset(fields | {"name"}))
    if upos in ("PRON", "DET"):
        if "Person=1" in feats or "Person=2" in feats:
            fields.add("person")
        return Concept(lemma, "icl>person" if "person" in fields else "icl>thing", frozenset(fields or {"thing"}))
    noun = upos not in ("VERB", "AUX", "ADJ", "ADV")
    return Concept(lemma, class_of(upos, frozenset(fields)), frozenset(fields or ({"unknown"} if noun else ())))


class _Renamed:
    def __init__(self, parse: Parse, language: Language) -> None:
        self.parse, self.language = parse, language
        self.words = range(1, len(parse) + 1)
        self.lemmas = [form if lemma == "_" else lemma for form, lemma in zip(parse.forms, parse.lemmas, strict=True)]
        self.relations = [relation.lower() for relation in parse.relations]
        self.below: list[list[int]] = [[] for _ in range(len(parse) + 1)]
        for word in self.words:
            self.below[parse.heads[word - 1]].append(word)
        self.forms = [self._tagged(word) for word in self.words]
        self.tags = ["X"] * len(parse)

    def made(self) -> Parse:
        for word in self.words:
            self._relate(word)
        for word in self.words:
            self._rename(word)
        for word in self.words:
            self._set_tense(word)
        if self.forms and self.parse.forms[-1] in _ENDINGS:
            self.forms[-1] = _ENDINGS[self.parse.forms[-1]]
        elif self.forms and self._asks():
            self.forms[-1] = "?"
        return replace(
            self.parse,
            forms=tuple(self.forms),
            lemmas=tuple(self.lemmas),
            xpos=tuple(self.tags),
            relations=tuple(self.relations),
        )

    # ---- what a word is

    def _tagged(self, word: int) -> str:
        """A form that no English list holds; numbers and marks are the same in all languages."""
        form = self.parse.forms[word - 1]
        letters = any(letter.isalpha() for letter in form)
        return f"{self.language.code}:{form.casefold()}:" if letters else form

    def _kind(self, word: int) -> str:
        return self.relations[word - 1].partition(":")[0]

    def _feats(self, word: int) -> str:
        return self.parse.feats[word - 1]

    def _keys(self, word: int) -> tuple[str, str]:
        return self.lemmas[word - 1].casefold(), self.parse.forms[word - 1].casefold()

    def _listed(self, word: int, names: frozenset[str]) -> bool:
        return any(key in names for key in self._keys(word))

    def _of_kind(self, word: int, *kinds: str) -> list[int]:
        return [child for child in self.below[word] if self._kind(child) in kinds]

    # ---- relations under the names that the rules know

    def _relate(self, word: int) -> None:
        relation, feats = self.relations[word - 1], self._feats(word)
        if relation == "det:poss" or (self._kind(word) == "det" and "Poss=Yes" in feats):
            self.relations[word - 1] = "nmod:poss"
        elif relation == "obl:patient":
            self.relations[word - 1] = "obj"
        elif relation == "obl:arg" and not self._of_kind(word, "case"):
            self.relations[word - 1] = "iobj"
        elif relation == "clf" or relation.startswith("discourse"):
            self.relations[word - 1] = "expl"
        elif relation == "acl" and any("Rel" in self._pron_type(child) for child in self._clause(word)):
            self.relations[word - 1] = "acl:relcl"
        elif relation == "compound:prt":
            self._join_particle(word)
        elif relation in ("compound:dir", "compound:vv", "compound:vo"):
            self.relations[word - 1] = "flat"

    def _clause(self, word: int) -> list[int]:
        """The words next below, and those below them: where a relative pronoun stands."""
        return [at for child in self.below[word] for at in (child, *self.below[child])]

    def _pron_type(self, word: int) -> str:
        return next((one for one in self._feats(word).split("|") if one.startswith("PronType=")), "")

    def _join_particle(self, word: int) -> None:
        """Er fängt an: anfangen, whether or not the treebank's lemma says so."""
        head, particle = self.parse.heads[word - 1], self.parse.forms[word - 1].casefold()
        if head and not self.lemmas[head - 1].casefold().startswith(particle):
            self.lemmas[head - 1] = particle + self.lemmas[head - 1]
        self.relations[word - 1] = "expl"

    # ---- forms

    def _rename(self, word: int) -> None:
        kind, head = self._kind(word), self.parse.heads[word - 1]
        if self._deny(word, kind, head):
            return
        if kind in ("case", "mark", "cc"):
            self.forms[word - 1] = self._marker(word, kind, head)
        elif kind == "det":
            self._determine(word)
        elif kind in ("aux", "cop"):
            self._help(word, head)
        elif kind == "advmod" and self._first(word, self.language.degrees):
            self.forms[word - 1] = self._first(word, self.language.degrees)
        elif kind == "advmod" and self._first(word, self.language.wh):
            self.forms[word - 1] = self._first(word, self.language.wh)
        if "Rel" in self._pron_type(word) and kind not in ("mark", "det", "cc"):
            self.forms[word - 1] = "who"
        feats = self._feats(word)
        if "VerbForm=Ger" in feats or ("VerbForm=Part" in feats and "Tense=Pres" in feats):
            self.forms[word - 1] += PROGRESS

    def _first(self, word: int, names: Mapping[str, str]) -> str:
        """What a table says of a word, by its lemma or its form."""
        return next((names[key] for key in self._keys(word) if key in names), "")

    def _deny(self, word: int, kind: str, head: int) -> bool:
        """Is it a word that denies? Then its form says so."""
        feats, language = self._feats(word), self.language
        if kind in ("advmod", "neg") and (self._listed(word, language.negations) or "Polarity=Neg" in feats):
            self.forms[word - 1] = "not"
        elif kind == "det" and (self._listed(word, language.denying) or "PronType=Neg" in feats):
            self.forms[word - 1] = "no"
        elif kind == "aux" and ("Polarity=Neg" in feats or self._listed(word, language.negations)) and head:
            self.forms[word - 1] = "_"
            self.forms[head - 1] += NEGATED
        elif self._first(word, language.positive):
            self.lemmas[word - 1] = self._first(word, language.positive)
            self.forms[word - 1] = "nowhere" if kind == "advmod" else "nobody"
        elif self.parse.upos[word - 1] in ("VERB", "ADJ", "AUX") and kind not in ("aux", "cop", "case", "mark"):
            denies = "Polarity=Neg" in feats
            if self.parse.upos[word - 1] == "VERB" and self._first(word, language.negative_verbs):
                self.lemmas[word - 1] = self._first(word, language.negative_verbs)
                denies = True
            if denies:
                self.forms[word - 1] += NEGATED
            return denies
        else:
            return False
        return True

    def _marker(self, word: int, kind: str, head: int) -> str:
        """The English preposition or conjunction; one that no table has keeps its form, which no rule names."""
        parts = [word, *self._of_kind(word, "fixed")]
        if len(parts) > 1:
            whole = " ".join(self.parse.forms[part - 1].casefold() for part in sorted(parts))
            if whole in self.language.markers:
                for part in parts[1:]:
                    self.relations[part - 1] = "expl"
                return self.language.markers[whole]
        if kind == "case" and head and self._listed(word, self.language.agents) and self._is_agent(head):
            return "by"
        if kind == "mark" and head and "VerbForm=Inf" in self._feats(head) and self._kind(head) == "acl":
            return "to"
        if kind == "mark" and head and self._keys(word)[0] == "zu":
            return self._before_infinitive(word, head)
        if kind == "case" and self._says_less(word, head):
            return "that"
        found = self._first(word, self.language.markers)
        if not found:
            return "that" if kind == "mark" and self._is_particle(word) else self.forms[word - 1]
        of_verb, _, of_noun = found.partition("/")
        return of_noun if of_noun and head and self._kind(head) == "nmod" else of_verb

    def _says_less(self, word: int, head: int) -> bool:
        """Of 在 ... 上 the second says where, of 從 ... 上 the first; of 桌子 上 的 the third says nothing."""
        cases = self._of_kind(head, "case")
        empty = [case for case in cases if self._first(case, self.language.markers).startswith("that")]
        if word in empty:
            return len(cases) > len(empty)
        behind = [case for case in cases if self.relations[case - 1] == "case:loc"]
        before = [case for case in cases if case not in behind and case not in empty]
        if not behind or not before:
            return False
        return (word in before) == all(self._listed(case, self.language.locating) for case in before)

    def _is_particle(self, word: int) -> bool:
        """Chinese marks relative clauses and adverbs with words that mean nothing else."""
        return self.relations[word - 1] in ("mark:rel", "mark:adv", "mark:prt")

    def _before_infinitive(self, word: int, head: int) -> str:
        """German "zu": "um ... zu" is one conjunction, "ohne ... zu" another."""
        other = [mark for mark in self._of_kind(head, "mark") if mark != word]
        return "that" if other else "to"

    def _is_agent(self, word: int) -> bool:
        verb = self.parse.heads[word - 1]
        passive = verb and any(self.relations[child - 1].endswith(":pass") for child in self.below[verb])
        return bool(passive) and self._kind(word) == "obl"

    def _determine(self, word: int) -> None:
        feats = self._feats(word)
        if "Definite=Def" in feats:
            self.forms[word - 1] = "the"
        elif "Definite=Ind" in feats:
            self.forms[word - 1] = "a"
        elif self._points(word):
            self.forms[word - 1] = "this"
        elif feats == "_":
            self.forms[word - 1] = self._first(word, self.language.articles) or self.forms[word - 1]

    def _points(self, word: int) -> bool:
        kinds = any(kind in self._pron_type(word) for kind in ("Dem", "Int", "Rel"))
        return kinds or self._listed(word, self.language.demonstratives)

    def _help(self, word: int, head: int) -> None:
        """Auxiliaries as English ones; the others say tense alone."""
        feats, language = self._feats(word), self.language
        if "Aspect=Perf" in feats:
            form = "have"
        elif "Aspect=Prog" in feats:
            form = "is"
        elif self._listed(word, language.perfect) and self._kind(word) == "aux" and self._has_participle(head):
            form = "_" if language.narrates and "Tense=Past" not in feats else "have"
        elif self._first(word, language.modals) == "will" and "Mood=Sub" in feats:
            form = "would"
        else:
            form = self._first(word, language.modals) or "_"
        if form == "can" and "Mood=Sub" in feats:
            form = "could"
        if form == "is" or (self._keys(word)[0] == "estar" and head and "VerbForm=Ger" in self._feats(head)):
            form = "is"
            self.forms[head - 1] += PROGRESS
        self.forms[word - 1] = form if self.relations[word - 1] != "aux:pass" else "_"

    def _has_participle(self, word: int) -> bool:
        """Only finite verbs and infinitives have another form than the participle's."""
        feats = self._feats(word)
        return bool(word) and "VerbForm=Inf" not in feats and "Mood=" not in feats

    # ---- tense and questions

    def _set_tense(self, word: int) -> None:
        """The tag of a past for the verb, or for the first of its auxiliaries, as it is looked for there."""
        helpers = self._of_kind(word, "aux", "cop")
        past = any(self._is_past(one) for one in (helpers or [word]))
        if self.language.narrates and not past:
            perfect = [one for one in helpers if self._listed(one, self.language.perfect) and self._kind(one) == "aux"]
            past = bool(perfect) and self._has_participle(word)
        if past:
            self.tags[min(helpers, default=word) - 1] = "VBD"

    def _is_past(self, word: int) -> bool:
        feats = self._feats(word)
        finite = "VerbForm=Fin" in feats or "Mood=Ind" in feats
        return finite and any(tense in feats for tense in _PAST)

    def _asks(self) -> bool:
        last = [self.parse.forms[at] for at in range(max(0, len(self.parse) - 2), len(self.parse))]
        return any(form in self.language.questions for form in last)
