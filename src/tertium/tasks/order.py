"""The word order of whole systems: how much moved against the nearest reference, how far, and which words."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium import __version__
from tertium.analysis.explaining.system_order import order_of
from tertium.errors import InputError
from tertium.progress import SILENT, Listener
from tertium.results.order import OrderReport
from tertium.tasks.picture_words import PictureWords
from tertium.tasks.texts import Texts

MOVES = 5


@dataclass(frozen=True)
class OrderRequest:
    """What ``tertium order`` and ``tertium.order`` ask for; ``moves`` of every system are shown as examples."""

    texts: Texts
    words: PictureWords = field(default_factory=PictureWords)
    moves: int = MOVES

    def __post_init__(self) -> None:
        if not isinstance(self.moves, int) or self.moves < 0:
            raise InputError(f"moves is {self.moves!r}, expected how many to show of each system, at least 0.")


def run(request: OrderRequest, listener: Listener = SILENT) -> OrderReport:
    """Every system in the order given."""
    corpus = request.texts.corpus(reread=False)
    return order_of(corpus, __version__, request.words.tok, request.words.lang, request.moves, listener)
