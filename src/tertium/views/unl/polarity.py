"""Polarity: which words a sentence denies, wherever it says so.

Of a clause one word is denied, its main word, whether the verb or one of its arguments says so: "he has no money" and
"he does not have any money" are one graph, and so are "nobody came" and "not anybody came". Elsewhere a noun denies for
itself ("with no money", "without money").

Words are English; those of other languages were renamed (``other_languages``).
"""

from __future__ import annotations

from tertium.views.unl.tree import Tree

NEGATIONS = frozenset({"not", "n't", "n’t", "never", "nt", "neither"})
_DENYING = frozenset({"no", "neither"})  # before a noun
_POSITIVE = {"nobody": "anybody", "nothing": "anything", "none": "any", "nowhere": "anywhere"}
_ONE = {"no": "anybody", "any": "anybody", "some": "somebody", "every": "everybody"}  # no one, any one ...
_ARGUMENTS = frozenset({"nsubj", "csubj", "obj", "iobj"})
_INSIDE = _ARGUMENTS | {"obl", "nmod", "conj"}
_DENYING_MARKS = {(kind, form) for kind in ("case", "mark") for form in ("without", "unless")}
_DENYING_MARKS |= {("cc", "nor"), ("cc", "neither")}
_LONGER = frozenset({"longer", "anymore"})


def is_negation(tree: Tree, word: int) -> bool:
    """Does the word do nothing but deny the one it belongs to?"""
    kind, form = tree.kind(word), tree.form(word)
    if kind == "advmod":
        return (
            form in NEGATIONS
            or form == "no"
            or tree.parse.relations[word - 1] == "neg"
            or "Polarity=Neg" in tree.parse.feats[word - 1]
        )
    return kind == "det" and (form in _DENYING or "PronType=Neg" in tree.parse.feats[word - 1])


def denied_words(tree: Tree) -> frozenset[int]:
    """The words that are denied. Words that only deny are dropped, "nobody" becomes "anybody"."""
    denied: set[int] = set()
    for word in range(1, len(tree.parse) + 1):
        kind, form, head = tree.kind(word), tree.form(word), tree.head(word)
        if head and is_negation(tree, word):
            tree.dropped[word] = True
            if kind == "det":
                denied.add(_clause(tree, head))
            elif tree.form(head) in _LONGER and tree.kind(head) == "advmod":
                tree.dropped[head] = True  # no longer, not any longer
                denied.add(tree.head(head))
            else:
                denied.add(head)
        elif form in _POSITIVE and kind != "det":
            if tree.english:
                tree.lexemes[word] = _POSITIVE[form]
            denied.add(head if head and kind == "advmod" else _clause(tree, word))
        elif not tree.english and ":not" in form:
            denied.add(word)
        elif (kind, form) in _DENYING_MARKS or (tree.relations[word] == "aux:ability" and form == "unable"):
            denied.add(head)
        if form == "one":
            _join_one(tree, word)
    denied.discard(0)
    for word in range(1, len(tree.parse) + 1):
        if tree.form(word) in ("any", "either") and tree.kind(word) in ("det", "advmod"):
            tree.dropped[word] |= _is_inside(tree, tree.head(word), denied)
    return frozenset(denied)


def _clause(tree: Tree, word: int) -> int:
    """The main word of the clause whose subject or object the word is, else the word itself."""
    return tree.head(word) if tree.kind(word) in _ARGUMENTS else word


def _join_one(tree: Tree, word: int) -> None:
    """No one, some one: one word in two."""
    before = word - 1
    if before and tree.head(before) == word and tree.kind(before) == "det" and tree.form(before) in _ONE:
        tree.lexemes[word] = _ONE[tree.form(before)]
        tree.dropped[before] = True


def _is_inside(tree: Tree, word: int, denied: set[int]) -> bool:
    """Does the word belong to a clause that is denied?"""
    for _ in range(len(tree.parse)):
        if word in denied:
            return True
        if not word or tree.kind(word) not in _INSIDE:
            return False
        word = tree.head(word)
    return False
