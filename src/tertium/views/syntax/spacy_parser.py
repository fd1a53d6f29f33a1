"""Parsing with spaCy: the one file that imports it, and the program that a parsing process runs.

    python -m tertium.views.syntax.spacy_parser MODEL

reads lines of JSON (a list of texts) and answers each with a line of JSON (a list of pairs: a block of CoNLL-U, and
null or what else is made of it). Processes of our
own, rather than Python's pools: they use every core, start nobody's script a second time, and end with their input.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from tertium.errors import InputError, MissingExtraError, either, install, option, printable

LONGEST = 1_000_000  # characters; spaCy itself refuses longer texts, for memory grows with them
_BATCH = 128


class SpacyParser:
    """A loaded pipeline. Not for several threads at once."""

    def __init__(self, model: str) -> None:
        self._nlp = _load(model)

    def parse(self, texts: Sequence[str]) -> list[str]:
        """CoNLL-U of every text, one block each, several trees in a block where a text has several sentences."""
        plain = [" ".join(text.split()) for text in texts]
        return [_conllu(doc) for doc in self._nlp.pipe(plain, batch_size=_BATCH)]


def _load(model: str) -> Any:
    try:
        import spacy
    except ImportError:
        raise MissingExtraError(
            f"parsing needs spaCy, which is not installed; run {install('parse')}, or give parses in files "
            f"({option('--parse-hyp')} and {option('--parse-ref')}; {either('--conllu', 'parses=…')} of tertium "
            "unl). layered can go on without its semantic layers: "
            "layered:renormalise=yes."
        ) from None
    try:
        nlp = spacy.load(model, exclude=["ner", "textcat", "entity_linker", "entity_ruler", "senter"])
    except Exception as error:  # any package can be named, and what is no pipeline fails in ways of its own
        reason = printable((str(error).splitlines() or [type(error).__name__])[0])
        raise InputError(
            f"spaCy cannot load '{printable(model)}': {reason}; name an installed spaCy pipeline such as "
            "de_core_news_sm."
        ) from None
    if "parser" not in nlp.pipe_names:
        raise InputError(
            f"the spaCy pipeline '{printable(model)}' has no component 'parser' (it has {', '.join(nlp.pipe_names)}); "
            "take one that parses."
        )
    _multiply_with_numpy(nlp)
    return nlp


def _multiply_with_numpy(nlp: Any) -> None:
    """More than half of the time is products of matrices, and NumPy's library makes them about twice as fast as the one
    that spaCy brings. Models of other kinds (GPU, Apple, PyTorch) keep theirs."""
    from thinc.api import NumpyOps

    plain = NumpyOps(use_blis=False)
    for _, component in nlp.pipeline:
        walk = getattr(getattr(component, "model", None), "walk", tuple)
        for node in walk():
            if type(node.ops) is NumpyOps:
                node.ops = plain


def _conllu(doc: Any) -> str:
    return "".join(
        f"{token.i + 1}\t{token.text}\t{_word(token.lemma_)}\t{token.pos_ or '_'}\t{token.tag_ or '_'}\t"
        f"{str(token.morph) or '_'}\t{0 if token.head.i == token.i else token.head.i + 1}\t"
        f"{_relation(token)}\t_\t_\n"
        for token in doc
    )


def _word(lemma: str) -> str:
    return " ".join(lemma.split()) or "_"


def _relation(token: Any) -> str:
    return "root" if token.head.i == token.i else (token.dep_ or "dep")


def nothing(parses: Sequence[str]) -> list[None]:
    """Nothing follows from parses."""
    return [None] * len(parses)


def answer_lines(follow: Callable[[Sequence[str]], Sequence[str | None]] = nothing) -> None:
    """Lines of texts to lines of parses, until the input ends; ``follow`` makes something of every parse."""
    # JSON as Python writes it is ASCII, so that the locale of the pipes does not matter.
    try:
        parser = SpacyParser(sys.argv[1])
        for line in sys.stdin:
            parses = parser.parse(json.loads(line))
            sys.stdout.write(json.dumps(list(zip(parses, follow(parses), strict=True))) + "\n")
            sys.stdout.flush()
    except (KeyboardInterrupt, BrokenPipeError):  # whoever asked has gone
        sys.exit(1)


if __name__ == "__main__":
    answer_lines()
