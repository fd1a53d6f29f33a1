"""``tertium.unl``: sentences as UNL graphs."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.api.door import check_types
from tertium.api.strings import strings_of
from tertium.api.warned import Warned
from tertium.errors import InputError
from tertium.tasks.unl import ConlluTexts, EnglishTexts, UnlGraphs, UnlRequest, run


def unl(
    texts: str | Sequence[str] | None = None,
    *,
    parses: str | Sequence[str] | None = None,
    parser: str | None = None,
    lang: str | None = None,
) -> UnlGraphs:
    """Sentences as UNL graphs, which the metric ``deep`` compares: concepts and the relations between them.

    ``texts`` are English sentences, which are parsed by the package's own parser (extra 'parse') or by the spaCy
    pipeline ``parser``. ``parses`` are parses of your own instead, each the CoNLL-U of one sentence, in the language
    ``lang`` (None: the one that their words tell, else English). The result lists graphs with ``nodes``,
    ``relations`` and ``triples()``.

    >>> rows = ["1 Mary Mary PROPN _ _ 2 nsubj _ _", "2 slept sleep VERB _ Tense=Past 0 root _ _"]
    >>> graphs = unl(parses="".join("\\t".join(row.split()) + "\\n" for row in rows))
    >>> [relation for relation, _, _ in graphs[0].triples()]
    ['agt']
    """
    check_types(unl, locals())
    if (texts is None) == (parses is None):
        raise InputError("tertium.unl takes either texts or parses; give one of them.")
    if parses is not None:
        if parser is not None:
            raise InputError("parser is for texts; parses need none.")
        return run(UnlRequest(ConlluTexts(_listed("parses", parses), lang)), Warned())
    if lang is not None:
        raise InputError("lang is the language of parses; for texts of another language than English name a parser.")
    return run(UnlRequest(EnglishTexts(_listed("texts", texts), parser)), Warned())


def _listed(name: str, given: str | Sequence[str] | None) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else strings_of(name, given)
