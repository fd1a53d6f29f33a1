"""Concepts: what a word of English means, as far as WordNet's most frequent sense says so.

A concept is a universal word: the synset's own first word as headword, so that synonyms meet ("purchase" and "buy" are
both ``buy(icl>do,equ>buy.v.01)``), and the synset's name as constraint. Its *fields* (person, place, time ...) come
from the classes above the synset; the enconverter's rules ask for them. Words WordNet does not know are themselves.

>>> concept("automobile", "NOUN").word == concept("cars", "NOUN", inflected=True).word == "car(icl>thing,equ>car.n.01)"
True
>>> sorted(concept("London", "PROPN").fields)
['name', 'place']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tertium.views.unl.numbers import is_spelled, number
from tertium.views.words.wordnet import wordnet

NOUN, VERB, ADJECTIVE, ADVERB = range(4)
_POS = {"NOUN": NOUN, "PROPN": NOUN, "VERB": VERB, "AUX": VERB, "ADJ": ADJECTIVE, "ADV": ADVERB}

# Fields and the classes of WordNet whose members have them: word, part of speech, number of the sense.
_CLASSES = {
    "person": ("person.n.1", "people.n.1"),
    "animal": ("animal.n.1",),
    "group": ("social_group.n.1",),
    "place": (
        "location.n.1",
        "structure.n.1",
        "geological_formation.n.1",
        "body_of_water.n.1",
        "way.n.6",
        "land.n.4",
        "room.n.1",
        "earth.n.1",
        "universe.n.1",
    ),
    "region": ("location.n.1", "geological_formation.n.1", "body_of_water.n.1", "land.n.4"),
    "time": ("time_period.n.1", "time_unit.n.1", "point.n.6", "season.n.1"),
    "amount": ("definite_quantity.n.1", "indefinite_quantity.n.1", "collection.n.1", "large_indefinite_quantity.n.1"),
    "measure": ("definite_quantity.n.1",),
    "vehicle": ("vehicle.n.1",),
    "artifact": ("artifact.n.1", "body_part.n.1", "money.n.1", "substance.n.1"),
    "bodypart": ("body_part.n.1",),
    "district": ("municipality.n.1", "administrative_district.n.1", "island.n.1", "lake.n.1", "kingdom.n.1"),
    "section": ("section.n.1",),
    "message": ("text.n.1", "message.n.1", "message.n.2", "correspondence.n.1"),
    "event": ("event.n.1",),
    "feeling": ("feeling.n.1", "attribute.n.2"),
    "state": (
        *("be.v.1", "have.v.1", "know.v.1", "love.v.1", "like.v.2", "believe.v.1", "contain.v.1", "own.v.1"),
        *("belong.v.2", "need.v.1", "want.v.2", "exist.v.1", "include.v.1", "desire.v.1"),
    ),
    "occurrence": ("happen.v.1", "die.v.1", "fall.v.1", "change.v.2", "appear.v.2", "disappear.v.1", "become.v.1"),
    "suffering": (
        *("die.v.1", "disappear.v.1", "drown.v.1", "kill.v.1", "bury.v.1", "hurt.v.2", "arrest.v.1", "capture.v.1"),
        *("imprison.v.1", "destroy.v.1", "destroy.v.2", "execute.v.1", "trap.v.1", "rescue.v.1"),
    ),
    "communication": ("communicate.v.2", "state.v.1", "ask.v.1", "order.v.1", "persuade.v.1", "think.v.1"),
    "telling": ("inform.v.1", "tell.v.1", "tell.v.2", "ask.v.1", "ask.v.2", "ask.v.3", "promise.v.1", "order.v.1"),
    "meeting": ("compete.v.1", "meet.v.3", "discuss.v.2", "talk.v.2", "communicate.v.2", "agree.v.2", "quarrel.v.1"),
    "impact": (
        *("touch.v.1", "touch.v.5", "hit.v.1", "hit.v.3", "strike.v.1", "hurt.v.2", "injure.v.1", "separate.v.2"),
        *("seize.v.1", "change_shape.v.1", "fold.v.1", "break.v.2", "incise.v.1", "kick.v.1", "pinch.v.1"),
    ),
    "motion": ("travel.v.1", "move.v.2", "bring.v.1", "arrive.v.1", "leave.v.1", "return.v.1", "send.v.1"),
}

# What WordNet has no classes for: adverbs and function words.
_LISTED = {
    "time": "now then today yesterday tomorrow tonight soon later ago already always often never sometimes when still "
    "recently currently once again finally early late ever before afterwards meanwhile immediately "
    "nowadays past present future",
    "place": "here there where everywhere nowhere somewhere abroad home away inside outside upstairs downstairs nearby",
    "person": "i you he she we they who whom someone somebody anyone anybody everyone everybody nobody myself yourself "
    "himself herself ourselves themselves",
    "why": "why therefore thus hence",
    "travel": "flight trip journey ride drive voyage route way transfer transition",
    "part": "part portion component segment fragment",
    "spot": "middle center centre side edge corner tip end top bottom base surface",
    "amount": "lot number group series majority most rest half quarter third pair couple plenty deal share "
    "percent % $ € £",
    "measure": "percent % $ € £",
}
_FIELDS_OF: dict[str, frozenset[str]] = {}
for _field, _words in _LISTED.items():
    for _word in _words.split():
        _FIELDS_OF[_word] = _FIELDS_OF.get(_word, frozenset()) | {_field}

# One concept for all cases of a pronoun.
PRONOUNS = {"me": "i", "him": "he", "her": "she", "us": "we", "them": "they", "whom": "who", "my": "i", "mine": "i"} | {
    "your": "you",
    "yours": "you",
    "his": "he",
    "hers": "she",
    "its": "it",
    "our": "we",
    "ours": "we",
    "their": "they",
    "theirs": "they",
    "whose": "who",
    "these": "this",
    "those": "that",
    "someone": "somebody",
    "anyone": "anybody",
    "everyone": "everybody",
}
# Taggers call them nouns, and WordNet knows a nobody as one who is not important.
_INDEFINITE = frozenset(
    "somebody anybody everybody nobody someone anyone everyone something anything everything nothing".split()
)

_DEEPEST = 64  # classes above one another; WordNet's deepest noun has 19


@dataclass(frozen=True, slots=True)
class Concept:
    """A universal word and the fields its rules may ask for. ``synset`` is -1 for words WordNet does not know."""

    headword: str
    constraints: str
    fields: frozenset[str]
    synset: int = -1

    @property
    def word(self) -> str:
        return f"{self.headword}({self.constraints})" if self.constraints else self.headword


@lru_cache(maxsize=1 << 16)
def concept(lemma: str, upos: str, *, inflected: bool = False) -> Concept:
    """The concept of a word: a lemma, or a form that is ``inflected``."""
    word = lemma.casefold()
    listed = _FIELDS_OF.get(word, frozenset[str]())
    if upos == "PRON" or word in _INDEFINITE:
        word = PRONOUNS.get(word, word)
        listed = _FIELDS_OF.get(word, frozenset({"thing"}))
        return Concept("I" if word == "i" else word, "icl>" + ("person" if "person" in listed else "thing"), listed)
    if upos == "NUM" or word.replace(",", "").replace(".", "").isdigit():
        value = number([word]) if is_spelled(word) else None
        return Concept(value or word, "icl>number", frozenset({"number", "time"} if is_year(word) else {"number"}))
    known = senses(word, upos, inflected=inflected)
    if upos == "PROPN":
        return _name(lemma, known)
    if not known:
        return Concept(word, class_of(upos, listed), listed)
    net, synset = wordnet(), known[0]
    fields = _fields(synset) | listed
    named = net.name(synset)
    constraints = f"{class_of(upos, fields)},equ>{named}"
    return Concept(named.rsplit(".", 2)[0], constraints, fields, synset)


def _name(lemma: str, known: tuple[int, ...]) -> Concept:
    """A name is itself: WordNet's John is a king or a toilet. It is a place, a time, a person or a group by the first
    of its senses that is one, and of places and times the synset counts (the United States are the USA)."""
    kinds = {"person": "person", "region": "place", "time": "time", "group": "group"}
    for synset in known:
        fields = _fields(synset)
        kind = next((kind for field, kind in kinds.items() if field in fields), None)
        if kind is None:
            continue
        named = wordnet().name(synset)
        if kind not in ("place", "time"):
            return Concept(lemma, f"iof>{kind}", frozenset({"name", kind}))
        head = named.rsplit(".", 2)[0].replace("_", " ")
        spelled = lemma if lemma.casefold() == head else head.title()
        return Concept(spelled, f"iof>{kind},equ>{named}", frozenset({"name", kind}), synset)
    return Concept(lemma, "", frozenset({"name"}))


@lru_cache(maxsize=1 << 16)
def senses(word: str, upos: str, *, inflected: bool = False) -> tuple[int, ...]:
    """WordNet's synsets of a word as this part of speech, the most frequent first."""
    pos = _POS.get(upos)
    if pos is None:
        return ()
    net = wordnet()
    spelled = word.casefold().replace(" ", "_")
    base = net.base(spelled, pos, inflected)
    return tuple(net.senses(base, pos).tolist()) if base else ()


@lru_cache(maxsize=1 << 16)
def base_form(word: str, upos: str, *, inflected: bool = False) -> str:
    """The lemma of a word as WordNet's rules find it, else the word itself."""
    pos = _POS.get(upos)
    spelled = word.casefold()
    return spelled if pos is None else wordnet().base(spelled, pos, inflected) or spelled


def is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and "1000" <= word <= "2199"


def class_of(upos: str, fields: frozenset[str]) -> str:
    """The class of the UNL ontology that a concept is put under."""
    if upos in ("VERB", "AUX"):
        return "icl>be" if "state" in fields else "icl>occur" if "occurrence" in fields else "icl>do"
    if upos == "ADJ":
        return "aoj>thing"
    if upos == "ADV":
        return "icl>how"
    kind = next((field for field in ("person", "place", "time", "event") if field in fields), "thing")
    return f"iof>{kind}" if upos == "PROPN" else f"icl>{kind}"


@lru_cache(maxsize=1)
def _anchors() -> dict[int, frozenset[str]]:
    net = wordnet()
    found: dict[int, set[str]] = {}
    for field, names in _CLASSES.items():
        for name in names:
            word, pos, sense = name.rsplit(".", 2)
            numbered = net.senses(word, "nvar".index(pos))
            if len(numbered) >= int(sense):
                found.setdefault(int(numbered[int(sense) - 1]), set()).add(field)
    return {synset: frozenset(fields) for synset, fields in found.items()}


@lru_cache(maxsize=1 << 16)
def _fields(synset: int) -> frozenset[str]:
    """Fields of the classes above a synset, nearest first; a synset may have several classes."""
    net, anchors = wordnet(), _anchors()
    fields: set[str] = set()
    seen, layer = set[int](), [synset]
    for _ in range(_DEEPEST):
        fields.update(field for above in layer for field in anchors.get(above, ()))
        seen.update(layer)
        layer = [int(up) for above in layer for up in net.hypernyms(above) if int(up) not in seen]
        if not layer:
            break
    return frozenset(fields)
