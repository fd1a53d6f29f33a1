"""Small reports to look at: two or more systems over forty segments, with whatever a test wants to add."""

from __future__ import annotations

import warnings
from typing import Any

import tertium
from tertium.results.report import FullReport

WORDS = "the a cat dog man house river tree reads sees builds near far old new green small tall slowly today".split()
REFS = [" ".join(WORDS[(i * 3 + k * (i % 5 + 1)) % len(WORDS)] for k in range(4 + i % 9)) for i in range(40)]


def outputs(names: list[str]) -> dict[str, list[str]]:
    """The first system is perfect, each further one leaves more words out."""
    return {
        name: [" ".join(ref.split()[: max(1, len(ref.split()) - place * (1 + i % 2))]) for i, ref in enumerate(REFS)]
        for place, name in enumerate(names)
    }


def sample(names: list[str] | None = None, **given: Any) -> FullReport:
    given = {"metrics": ("bleu", "chrf", "ter"), "resamples": 100, **given}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return tertium.report(outputs(names or ["good", "fair", "poor"]), REFS, **given)
