"""Finding a metric in a result by its name, however the name is written.

``lr-kb4:align=direct,alpha=0.5`` and ``lr-kb4:alpha=0.5,align=direct`` are one metric, and so are ``bleu`` and
``bleu:order=4``: a default says nothing new.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar

_NAMES = "tertium.metrics.spec"  # by name: records stand above the metrics


class Named(Protocol):
    """What is looked for."""

    @property
    def metric(self) -> str: ...

    @property
    def signature(self) -> str: ...


N = TypeVar("N", bound=Named)


def find(asked: str, entries: Sequence[N], names: Sequence[str] = ()) -> N:
    """The entry of that metric; ``names`` are those by which the entries were asked for, where they say more."""
    for entry in entries:
        if asked in (entry.metric, entry.signature):
            return entry
    for name, entry in zip(names, entries, strict=False):
        if asked == name:
            return entry
    wanted = known_metric(asked)
    if wanted is not None:
        for spelled in ([entry.metric for entry in entries], [entry.signature for entry in entries], names):
            for name, entry in zip(spelled, entries, strict=False):
                if known_metric(name) == wanted:
                    return entry
    raise KeyError(f"no metric {str(asked)!r} here; there are {', '.join(entry.metric for entry in entries)}")


def known_metric(name: str) -> Any:
    """The metric; None where the name is none of ours, such as that of another tool's scores."""
    try:
        return import_module(_NAMES).parse(name)
    except ValueError:
        return None
