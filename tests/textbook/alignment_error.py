"""How good word alignments are: precision, recall and alignment error rate against gold links.

    precision = |A ∩ P| / |A|     recall = |A ∩ S| / |S|     AER = 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|)

with A the links found, S the sure and P the possible gold links, of which the sure ones are a part; all over the whole
corpus. F. J. Och, H. Ney. 2003. A Systematic Comparison of Various Statistical Alignment Models. Computational
Linguistics 29(1), 19-51.

Gold files have a line a sentence pair: ``i-j`` is sure, ``ipj`` possible; positions mostly count from 1.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from tertium.errors import InputError, printable

Link = tuple[int, int]
_GOLD = re.compile(r"(\d+)([-p])(\d+)", re.ASCII)


@dataclass(frozen=True)
class Gold:
    """Links of one sentence pair, positions from 0; the sure ones are possible too."""

    sure: frozenset[Link]
    possible: frozenset[Link]


@dataclass(frozen=True)
class AlignmentError:
    """NaN where a number does not exist: precision of no links, recall where nothing is sure."""

    precision: float
    recall: float
    aer: float


def read_gold(lines: Iterable[str], base: int = 1) -> list[Gold]:
    """Gold links from lines of ``i-j`` and ``ipj``."""
    made = []
    for number, line in enumerate(lines, 1):
        sure, possible = set(), set()
        for word in line.split():
            found = _GOLD.fullmatch(word)
            if found is None:
                raise InputError(f"gold line {number}: '{printable(word)}' is no link, expected i-j or ipj.")
            link = int(found[1]) - base, int(found[3]) - base
            if min(link) < 0:
                raise InputError(f"gold line {number}: '{printable(word)}' is below {base}, the first word's number.")
            possible.add(link)
            if found[2] == "-":
                sure.add(link)
        made.append(Gold(frozenset(sure), frozenset(possible)))
    return made


def alignment_error(found: Sequence[Set[Link]], gold: Sequence[Gold]) -> AlignmentError:
    """Of a corpus; where there is nothing to find and nothing was found the error is 0."""
    if len(found) != len(gold):
        raise InputError(f"{len(found)} lines of links but {len(gold)} of gold ones; they must pair up.")
    in_sure = sum(len(links & truth.sure) for links, truth in zip(found, gold, strict=True))
    in_possible = sum(len(links & truth.possible) for links, truth in zip(found, gold, strict=True))
    links, sure = sum(map(len, found)), sum(len(truth.sure) for truth in gold)
    return AlignmentError(
        precision=in_possible / links if links else math.nan,
        recall=in_sure / sure if sure else math.nan,
        aer=1 - (in_sure + in_possible) / (links + sure) if links + sure else 0.0,
    )
