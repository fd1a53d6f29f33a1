"""Modality said by a verb of its own: "has to go", "ought to go", "is going to rain", "is able to swim".

Parsers make the infinitive a part of "has". Its meaning is that of "must": here the infinitive takes the place of the
main word, and what stood above it becomes an auxiliary, ``aux:obligation``, ``aux:should``, ``aux:future`` or
``aux:ability``.
"""

from __future__ import annotations

from dataclasses import replace

from tertium.corpus.annotations.parses import Parse

_MODALS = {
    **dict.fromkeys(("have", "has", "had", "having"), "obligation"),
    "ought": "should",
    "going": "future",
    **dict.fromkeys(("able", "unable"), "ability"),
}


def unfolded(parse: Parse) -> Parse:
    """The parse with such verbs as auxiliaries; the same parse if there are none."""
    heads, relations = list(parse.heads), list(parse.relations)
    for verb in range(1, len(parse) + 1):
        above = heads[verb - 1]
        mark = _infinitive_mark(parse, heads, relations, verb)
        if not (above and mark and relations[verb - 1] == "xcomp"):
            continue
        modal = _MODALS.get(parse.forms[above - 1].casefold())
        below = [word for word, head in enumerate(heads, 1) if head == above]
        kinds = {relations[word - 1].partition(":")[0] for word in below}
        if modal is None or above > verb or kinds & {"obj", "iobj", "ccomp"}:
            continue
        if modal in ("future", "ability") and not kinds & {"aux", "cop"}:
            continue  # going to a place, the able man
        passive = any(
            heads[word - 1] == verb and relations[word - 1] == "aux:pass" for word in range(1, len(parse) + 1)
        )
        heads[verb - 1], relations[verb - 1] = heads[above - 1], relations[above - 1]
        heads[above - 1], relations[above - 1] = verb, f"aux:{modal}"
        relations[mark - 1] = "aux"
        for word in below:
            if word == verb:
                continue
            heads[word - 1] = verb
            if relations[word - 1] == "cop":
                relations[word - 1] = "aux"
            elif passive and relations[word - 1] in ("nsubj", "csubj"):
                relations[word - 1] += ":pass"
    if heads == list(parse.heads):
        return parse
    return replace(parse, heads=tuple(heads), relations=tuple(relations))


def _infinitive_mark(parse: Parse, heads: list[int], relations: list[str], verb: int) -> int:
    """The "to" before an infinitive, 0 if there is none."""
    for word in range(max(1, verb - 4), verb):
        if heads[word - 1] == verb and relations[word - 1] == "mark" and parse.forms[word - 1].casefold() == "to":
            return word
    return 0
