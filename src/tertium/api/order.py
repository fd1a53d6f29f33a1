"""``tertium.order``: the word order of whole systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tertium.api.door import check_types
from tertium.api.shapes import LinksByReference, Parses, References
from tertium.api.warned import Warned
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import Streams
from tertium.results.order import OrderReport
from tertium.tasks.order import MOVES, OrderRequest, run
from tertium.tasks.picture_words import picture_words
from tertium.tasks.texts import ListTexts


def order(
    hypotheses: Sequence[str] | Mapping[str, Sequence[str]],
    references: References,
    *,
    language: str | None = None,
    tokenizer: str | None = None,
    lang: str | None = None,
    moves: int = MOVES,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    align_direct: LinksByReference | Mapping[str, LinksByReference] | None = None,
    align_base: Literal[0, 1] = 0,
    parse_ref: Parses | Streams | None = None,
) -> OrderReport:
    """How the word order of systems differs from that of the references, as ``tertium order`` shows it.

    Texts have the shapes of ``tertium.score``. Each segment is compared with the reference it shares most words with.
    ``result.systems[0].facts`` has the share of monotone segments, how many words moved and how far, mean similarities
    and which kinds of words moved; ``lengths`` the same by length, ``longest`` the longest moves. ``language`` is a
    pair such as en-zh, whose target chooses tokenizer and stems; ``tokenizer`` and ``lang`` choose each by itself.
    Parses of the references (``parse_ref``) count moved words by part of speech, too.

    >>> seen = order(["in the garden he planted a tree", "he sleeps"], ["he planted a tree in the garden", "he sleeps"])
    >>> [system] = seen.systems
    >>> system.facts.monotone_share, system.facts.words, system.facts.moved
    (0.5, 9, 3)
    >>> [(found.segment, found.move.text, found.move.shift) for found in system.longest]
    [(1, 'in the garden', -4)]
    """
    check_types(order, locals())
    texts = ListTexts(
        hypotheses,
        references,
        align_direct=align_direct,
        align_reading=Reading("pharaoh", align_base, "zero"),
        parse_ref=parse_ref,
        empty_ref=empty_ref,
        missing=missing,
    )
    return run(OrderRequest(texts, picture_words(language, tokenizer, lang), moves), Warned())
