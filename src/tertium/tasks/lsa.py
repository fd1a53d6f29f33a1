"""Train a space of latent semantic analysis: words that occur in the same sentences lie close together."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.errors import InputError
from tertium.progress import SILENT, Listener
from tertium.tasks.monolingual import Sentences, counted_chunks
from tertium.views.words.lsa import Space
from tertium.views.words.lsa_training import train
from tertium.views.words.packs import WordSettings


@dataclass(frozen=True)
class LsaRequest:
    """What ``tertium lsa train`` and ``tertium.lsa`` ask for.

    The ``words`` most frequent words that occur at least ``min_count`` times get ``dimensions`` numbers each.
    """

    texts: Sentences
    settings: WordSettings = field(default_factory=WordSettings)
    dimensions: int = 100
    words: int = 50_000
    min_count: int = 2
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in (("dimensions", 1), ("words", 1), ("min_count", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise InputError(f"{name} is {getattr(self, name)}, expected a whole number of at least {least}.")


def run(request: LsaRequest, listener: Listener = SILENT) -> Space:
    """The space; ``to_bytes`` gives the pack that metrics take as a file."""
    chunks = counted_chunks(request.texts, "training", listener)
    return train(chunks, request.settings, request.dimensions, request.words, request.min_count, request.seed)
