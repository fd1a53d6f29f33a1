"""Attributes: what words without a concept of their own leave on the word they belong to.

| attribute | from |
|---|---|
| entry | the root |
| past, future | tense of the verb or of its first auxiliary; will, shall |
| progress, complete | be + -ing; have + participle |
| not | what is denied (``polarity``): not, never, no, nobody, without, unless |
| ability, possibility, obligation | can, be able to; may, might, could; must, have to |
| obligation-not | must not, which forbids ("does not have to" is obligation and not) |
| should, would | should, ought; would |
| pl | plural nouns |
| def, indef | the; a, an |
| more, most | comparative, superlative, also with the words more and most |
| imperative, interrogative, exclamation | a verb's mood; a question mark or an exclamation mark at the end |
"""

from __future__ import annotations

from collections.abc import Sequence

from tertium.corpus.annotations.parses import Parse
from tertium.views.unl.concepts import base_form

_MODALS = {
    "can": "ability",
    "ca": "ability",
    "could": "possibility",
    "may": "possibility",
    "might": "possibility",
    "must": "obligation",
    "should": "should",
    "ought": "should",
    "would": "would",
    "'d": "would",
    "will": "future",
    "'ll": "future",
    "’ll": "future",
    "wo": "future",
    "shall": "future",
}
_BASE_TAGS = frozenset({"VB", "VBP", "NN", "NNP", "JJ", "RB"})
_OF_FEATURES = {
    "Degree=Cmp": "more",
    "Degree=Sup": "most",
    "Mood=Imp": "imperative",
    "Tense=Fut": "future",  # these two not in English
    "Mood=Cnd": "would",
}
_ENDINGS = {"?": "interrogative", "!": "exclamation"}


def inflected(parse: Parse, word: int) -> bool:
    """Is the word known not to be in its base form? Without tags it may be."""
    tag, feats = parse.xpos[word - 1], parse.feats[word - 1]
    if tag != "_":
        return tag not in _BASE_TAGS
    if feats != "_":
        return any(
            mark in feats
            for mark in ("Tense=Past", "VerbForm=Part", "VerbForm=Ger", "Number=Plur", "Degree=", "Person=3")
        )
    return True


def is_plural(parse: Parse, word: int) -> bool:
    """Is the word known to be a noun in the plural?"""
    upos, tag, feats = parse.upos[word - 1], parse.xpos[word - 1], parse.feats[word - 1]
    if upos == "NOUN" and tag == feats == "_":  # nothing but its spelling says so
        form = parse.forms[word - 1].casefold()
        return base_form(form, upos, inflected=True) != form
    return upos in ("NOUN", "PROPN") and ("Number=Plur" in feats or tag in ("NNS", "NNPS"))


def attributes_of(
    parse: Parse,
    children: Sequence[int],
    relations: Sequence[str],
    word: int,
    helpers: Sequence[int],
    *,
    entry: bool,
    denied: bool,
    must_not_forbids: bool = True,
) -> tuple[str, ...]:
    """The attributes of a word, from itself, its auxiliaries (``helpers``) and the function words below it; each once,
    in a fixed order. In some languages "must not" means "need not" (German: muss nicht)."""
    marks: dict[str, None] = {"entry": None} if entry else {}
    if parse.upos[word - 1] in ("VERB", "AUX", "ADJ") or helpers:
        _verb_marks(parse, relations, word, helpers, marks)
    if denied:
        if must_not_forbids and any(_is_must(parse, relations, helper) for helper in helpers):
            marks = {"obligation-not" if mark == "obligation" else mark: None for mark in marks}
        marks["not"] = None
    if is_plural(parse, word):
        marks["pl"] = None
    for child in children:
        form, kind = parse.forms[child - 1].casefold(), relations[child].partition(":")[0]
        if kind == "det" and form in ("the", "a", "an"):
            marks["def" if form == "the" else "indef"] = None
        elif kind == "advmod" and form in ("more", "most"):
            marks[form] = None
    for feature, mark in _OF_FEATURES.items():
        if feature in parse.feats[word - 1]:
            marks[mark] = None
    if entry and parse.forms and parse.forms[-1] in _ENDINGS:
        marks[_ENDINGS[parse.forms[-1]]] = None
    return tuple(marks)


def _is_must(parse: Parse, relations: Sequence[str], helper: int) -> bool:
    """Must itself, not "has to"."""
    return parse.forms[helper - 1].casefold() == "must" and relations[helper] == "aux"


def _verb_marks(
    parse: Parse, relations: Sequence[str], word: int, helpers: Sequence[int], marks: dict[str, None]
) -> None:
    finite = min(helpers, default=word)
    tag, feats, spelled = parse.xpos[finite - 1], parse.feats[finite - 1], parse.forms[finite - 1].casefold()
    guessed = tag == feats == "_" and (spelled in ("was", "were", "had", "did") or _looks_past(parse, finite, helpers))
    past = tag == "VBD" or ("Tense=Past" in feats and "VerbForm=Fin" in feats) or guessed
    if past and spelled != "ought":
        marks["past"] = None
    continuous = parse.forms[word - 1].casefold().endswith("ing")
    for helper in helpers:
        for feature in ("Tense=Fut", "Mood=Cnd"):
            if feature in parse.feats[helper - 1]:
                marks[_OF_FEATURES[feature]] = None
        form, modal = parse.forms[helper - 1].casefold(), relations[helper].partition(":")[2]
        if modal in ("obligation", "should", "future", "ability"):  # "has to", as an auxiliary (``periphrases``)
            marks[modal] = None
        elif form in _MODALS:
            marks[_MODALS[form]] = None
        elif form in ("have", "has", "had", "having", "'ve", "’ve"):
            marks["complete"] = None
        elif continuous and form in ("be", "is", "are", "was", "were", "am", "been", "'s", "'re", "'m"):
            marks["progress"] = None


def _looks_past(parse: Parse, finite: int, helpers: Sequence[int]) -> bool:
    """Nothing but its spelling says so: a verb by itself that is neither its base form nor ends in -s or -ing."""
    form = parse.forms[finite - 1].casefold()
    if helpers or parse.upos[finite - 1] != "VERB" or form.endswith(("s", "ing")):
        return False
    return base_form(form, "VERB", inflected=True) != form
