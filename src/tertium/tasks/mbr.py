"""Choose from n-best lists by minimum Bayes risk: of every list the candidate that is expected to score best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tertium.analysis.mbr.choice import Choice, ChoiceRule, choose_all
from tertium.corpus.texts.nbest import Candidates, read_nbest
from tertium.engine import local
from tertium.progress import SILENT, Listener


@dataclass(frozen=True)
class MbrRequest:
    """What ``tertium mbr`` and ``tertium.mbr`` ask for.

    ``nbest`` is a file of lists, or the lists. ``pool`` has lists of the same ids that stand for the references; else
    the candidates do.
    """

    nbest: str | tuple[Candidates, ...]
    rule: ChoiceRule
    pool: str | tuple[Candidates, ...] | None = None
    threads: int | None = None


def run(request: MbrRequest, listener: Listener = SILENT) -> tuple[Choice, ...]:
    """One choice for every list, in their order."""
    pool = None if request.pool is None else _lists(request.pool)
    made = []
    for choice in choose_all(_lists(request.nbest), request.rule, pool, local.threads_of(request.threads)):
        made.append(choice)
        listener.progress("choosing", len(made), 0)
    return tuple(made)


def _lists(given: str | tuple[Candidates, ...]) -> Iterable[Candidates]:
    return read_nbest(given) if isinstance(given, str) else given
