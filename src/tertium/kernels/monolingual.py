"""Links between the words of a reference and those of a hypothesis in the same language."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs, TokenView

STAGES = ("exact", "stem", "similar")
RULES = ("blocks", "crossings")  # which of several equal words is meant


@dataclass(frozen=True, eq=False)
class WordLinks:
    """By item, which is one reference of a pair: item k has ``pairs[offsets[k]:offsets[k + 1]]``, (ref, hyp) each.

    ``stages`` indexes STAGES, one a link; ``capped`` marks items whose search ran into its bound.
    """

    pairs: Int32s
    offsets: Int64s
    stages: npt.NDArray[np.uint8]
    capped: Bools


def monolingual_links(tokens: TokenView, stems: Int32s | None, pairs: Pairs, rule: str = "blocks") -> WordLinks:
    """One-to-one links of every pair with each of its references; ``stems`` by word id, None leaves that stage out.

    ``rule`` is one of RULES.
    """
    if rule not in RULES:
        raise ValueError(rule)
    given = np.zeros(0, dtype=np.int32) if stems is None else stems
    links, offsets, stages, capped = _native.monolingual_links(tokens, given, *pairs, rule == "blocks")
    return WordLinks(links, offsets, stages, capped.astype(bool))
