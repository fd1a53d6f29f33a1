"""Count in how many sentences every word occurs, for metrics that weigh words by tf-idf."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.progress import SILENT, Listener
from tertium.tasks.monolingual import Sentences, counted_chunks
from tertium.views.words.frequencies import FrequencyTable, collect_corpus
from tertium.views.words.packs import WordSettings


@dataclass(frozen=True)
class IdfRequest:
    """What ``tertium idf`` and ``tertium.idf`` ask for; ``settings`` say how words are cut."""

    texts: Sentences
    settings: WordSettings = field(default_factory=WordSettings)


def run(request: IdfRequest, listener: Listener = SILENT) -> FrequencyTable:
    """The table; ``to_bytes`` gives the pack that metrics take as ``idf=FILE``."""
    return collect_corpus(counted_chunks(request.texts, "counting", listener), request.settings)
