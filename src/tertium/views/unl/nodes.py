"""Which words of a parse get a node: names and phrasal verbs joined, function words dropped, pronouns resolved.

Each function walks every dependency a bounded number of times: a chain of thousands of words takes no longer than as
many words side by side.
"""

from __future__ import annotations

from tertium.views.unl.concepts import senses
from tertium.views.unl.numbers import grouped, number
from tertium.views.unl.polarity import is_negation
from tertium.views.unl.tree import NOUNS, WH, Tree

_RELATIVES = frozenset({"who", "whom", "which", "that", "whose", "where", "when", "why"})
_ARTICLES = frozenset({"a", "an", "the"})
_FUNCTION = frozenset({"punct", "aux", "cop", "case", "mark", "cc", "expl", "discourse", "fixed", "flat", "goeswith"})


def join_words(tree: Tree) -> None:
    """Names, fixed expressions, phrasal verbs and English numbers become one word."""
    if tree.english:
        _join_numbers(tree)
    for word in range(1, len(tree.parse) + 1):
        parts = [word, *(child for child in tree.children[word] if _joins(tree, word, child))]
        if len(parts) > 1 and tree.kind(word) not in ("flat", "fixed", "goeswith", "case", "mark"):
            tree.lexemes[word] = " ".join(tree.lexemes[part] for part in sorted(parts))
            for part in parts[1:]:
                tree.dropped[part] = True


def _join_numbers(tree: Tree) -> None:
    """Two thousand, 2.5 million: the words of one number stand together, under its last one."""
    for word in range(1, len(tree.parse) + 1):
        if tree.upos(word) != "NUM":
            continue
        first = word
        while first > 1 and tree.head(first - 1) == word and _counts(tree, first - 1):
            first -= 1
        parts = [part for part in range(first, word) if tree.form(part) != "-"]
        value = number([tree.form(part) for part in (*parts, word)]) if parts else None
        if value is not None and not any(tree.children[part] for part in parts):
            tree.lexemes[word] = grouped(value)  # a number of four digits may be a year, in words it is none
            for part in range(first, word):
                tree.dropped[part] = True


def _counts(tree: Tree, word: int) -> bool:
    """A number below the next one, or the hyphen of twenty-five."""
    return tree.kind(word) in ("compound", "nummod", "punct") and (tree.upos(word) == "NUM" or tree.form(word) == "-")


def _joins(tree: Tree, word: int, child: int) -> bool:
    kind = tree.relations[child]
    if tree.dropped[child]:
        return False  # a part of a number
    if kind == "compound:prt":
        return bool(senses(f"{tree.lexemes[word]}_{tree.form(child)}", "VERB"))
    if kind == "compound":
        if tree.upos(child) == tree.upos(word) == "PROPN":
            return True
        known = senses(f"{tree.form(child)}_{tree.lexemes[word]}", tree.upos(word)) if abs(word - child) == 1 else ()
        return bool(known)
    return tree.kind(child) in ("flat", "goeswith", "fixed")


def drop_function_words(tree: Tree) -> None:
    for word in range(1, len(tree.parse) + 1):
        if tree.head(word) != 0:
            tree.dropped[word] |= _is_function_word(tree, word)


def _is_function_word(tree: Tree, word: int) -> bool:
    kind, form, head = tree.kind(word), tree.form(word), tree.head(word)
    if is_negation(tree, word) or tree.goes_with(word):
        return True
    if kind == "det":
        return form in _ARTICLES
    if kind == "advmod":
        degree = form in ("more", "most") and tree.upos(head) in ("ADJ", "ADV")
        return degree or (form in WH and tree.kind(head) == "advcl")
    return kind in _FUNCTION or tree.upos(word) == "PUNCT"


def relative_pronouns(tree: Tree) -> dict[int, int]:
    """Every relative pronoun with the noun that its clause belongs to."""
    found: dict[int, int] = {}
    clause: dict[int, int] = {}  # the relative clause a word is in, found before; 0 if in none
    for word in range(1, len(tree.parse) + 1):
        if tree.form(word) not in _RELATIVES or tree.kind(word) in ("mark", "det"):
            continue
        above, path = tree.head(word), []
        while above and above not in clause and tree.relations[above] != "acl:relcl":
            if tree.kind(above) in ("ccomp", "advcl", "root"):
                above = 0
                break
            path.append(above)
            above = tree.head(above)
        inside = clause.get(above, above)
        clause.update(dict.fromkeys(path, inside))
        if inside:
            found[word] = tree.head(inside)
    return found


def placing_copulas(tree: Tree) -> dict[int, int]:
    """Words after a preposition with the "is" before it, which is a word then: the cat *is* on the mat."""
    found: dict[int, int] = {}
    for word in range(1, len(tree.parse) + 1):
        cop = tree.of_kind(word, "cop")
        if cop and tree.of_kind(word, "case") and tree.upos(word) in NOUNS:
            found[word] = cop[0]
            tree.dropped[cop[0]] = False
    return found


def first_conjuncts(tree: Tree) -> list[int]:
    """Of every word the first of its chain of conjuncts, the word itself where there is none."""
    firsts = list(range(len(tree.parse) + 1))
    known = [False] * len(firsts)
    for start in range(1, len(firsts)):
        word, path = start, []
        while not known[word] and tree.kind(word) == "conj" and tree.head(word):
            path.append(word)
            word = tree.head(word)
        for link in path:
            firsts[link], known[link] = firsts[word], True
    return firsts
