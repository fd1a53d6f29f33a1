"""CoNLL-U beside the library conllu: the same words and heads of sound files, and what it drops of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.corpus.annotations.parses import parse_conllu
from tertium.errors import InputError

conllu = pytest.importorskip("conllu", reason="the library conllu is not installed (extra oracle)")

ROW = "{}\tw\tw\tX\t_\t_\t{}\tdep\t_\t_\n"


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_treebanks_are_read_alike(shared: Path, language: str) -> None:
    text = (shared / "data" / "ud-pud" / f"{language}_pud-ud-test.conllu").read_text("utf-8")
    theirs = conllu.parse(text)
    ours = parse_conllu(text)
    assert len(ours) == len(theirs)
    for parse, tokens in zip(ours, theirs, strict=True):
        words = [token for token in tokens if isinstance(token["id"], int)]
        assert parse.forms == tuple(token["form"] for token in words)
        assert parse.heads == tuple(token["head"] for token in words)
        assert parse.relations == tuple(token["deprel"] for token in words)
        # The library turns "_" into None where a column may be empty.
        assert parse.lemmas == tuple(token["lemma"] for token in words)


def nodes(tree: object) -> int:
    return 1 + sum(nodes(child) for child in tree.children)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("heads", "in_their_tree"),
    [((2, 1, 0), 1), ((0, 9, 1), 2), ((0, 2, 1), 2)],
    ids=["a cycle beside the root", "a head out of range", "a word that is its own head"],
)
def test_broken_trees_lose_words_there_and_are_refused_here(heads: tuple[int, ...], in_their_tree: int) -> None:
    text = "".join(ROW.format(at, head) for at, head in enumerate(heads, start=1)) + "\n"
    assert nodes(conllu.parse(text)[0].to_tree()) == in_their_tree < len(heads)
    with pytest.raises(InputError):
        parse_conllu(text)
