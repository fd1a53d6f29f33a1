"""The metrics that a page offers: all that need texts alone, the usual ones first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tertium.metrics import registry
from tertium.metrics.catalogue import entry

USUAL = ("bleu", "chrf", "ter", "ribes", "meteor", "rouge-l", "wer", "nist")
CHOSEN = ("bleu", "chrf", "ter")


@dataclass(frozen=True)
class Offered:
    name: str
    summary: str
    higher: bool
    usual: bool
    chosen: bool


@lru_cache(maxsize=1)
def metric_list() -> tuple[Offered, ...]:
    """Metrics that need alignments, parses or a parameter can be typed by name; the list leaves them out."""
    names = [*USUAL, *(name for name in registry.BUILTIN if name not in USUAL)]
    found = []
    for name in names:
        known = entry(name)
        if known.requires or known.signature is None:
            continue
        found.append(Offered(name, known.summary, known.higher_is_better, name in USUAL, name in CHOSEN))
    return tuple(found)
