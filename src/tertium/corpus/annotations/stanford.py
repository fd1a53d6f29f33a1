"""Stanford typed dependencies as text, the form LAYERED was published with.

    nsubj(ate-2, John-1)
    root(ROOT-0, ate-2)

A word is its form and its place in the sentence; primes mark copies of a word (``ate-2'``), which are nodes of their
own. The words that no dependency mentions are not in the file, so that the text can only be checked to hold the others
in their order, with room between them for as many words as their numbers leave out. A dependency that is written twice
is one. There are no lemmas: matching by lemma compares forms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.errors import InputError, brief, printable

_WORD = r"(.+)-(\d{1,9})('*)"
_TYPED = re.compile(rf"([^\s()]+)\(\s*{_WORD},\s+{_WORD}\s*\)")


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph from any source: nodes with form and lemma, edges (relation, head, dependent) by node from 0, root -1.

    ``tokens`` are the words of the text, to be compared with it; None where the graph does not say them. ``places``
    are the numbers of those words in the text, from 1, where the graph may leave out words between them.
    """

    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    edges: tuple[tuple[str, int, int], ...]
    tokens: tuple[str, ...] | None = None
    places: tuple[int, ...] = ()


def graph_of_triples(triples: Sequence[tuple[str, str, str]], root: str = "ROOT") -> Graph:
    """A graph of (relation, head, dependent) words, where equal words are one node; ``root`` is the root's name."""
    words = dict.fromkeys(word for _, head, dependent in triples for word in (head, dependent) if word != root)
    place = {word: at for at, word in enumerate(words)} | {root: -1}
    edges = tuple((relation, place[head], place[dependent]) for relation, head, dependent in triples)
    return Graph(tuple(words), tuple(words), edges)


def looks_like_stanford(line: str) -> bool:
    return _TYPED.fullmatch(line.strip()) is not None


def read_stanford(text: str, first_line: int = 1, name: str = "dependencies") -> Graph:
    """The dependencies of one sentence, one a line; lines that begin with # are comments."""
    forms: dict[tuple[int, str], str] = {}
    edges: dict[tuple[str, tuple[int, str], tuple[int, str]], None] = {}
    for number, raw in enumerate(text.split("\n"), start=first_line):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        match = _TYPED.fullmatch(line)
        if match is None:
            raise InputError(f"{name} line {number}: '{brief(line)}' is not a dependency such as nsubj(ate-2, John-1).")
        relation, *words = match.groups()
        pair = [(words[0], int(words[1]), words[2]), (words[3], int(words[4]), words[5])]
        for form, place, primes in pair:
            if place == 0:
                continue
            known = forms.setdefault((place, primes), form)
            if known != form:
                raise InputError(
                    f"{name} line {number}: word {place} is '{printable(form)}' here and '{printable(known)}' before; "
                    "a blank line must end every sentence."
                )
        (_, head, head_primes), (form, dependent, primes) = pair
        if dependent == 0:
            raise InputError(f"{name} line {number}: the root cannot depend on a word ('{printable(form)}-0').")
        edges[relation, (head, head_primes), (dependent, primes)] = None
    order = sorted(forms)
    place_of = {key: at for at, key in enumerate(order)}
    tokens = {place: forms[place, primes] for place, primes in reversed(order)}
    words_ = tuple(forms[key] for key in order)
    return Graph(
        words_,
        words_,
        tuple(
            (relation, place_of[head] if head[0] else -1, place_of[dependent]) for relation, head, dependent in edges
        ),
        tuple(tokens[place] for place in sorted(tokens)),
        tuple(sorted(tokens)),
    )
