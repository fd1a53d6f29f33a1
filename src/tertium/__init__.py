"""tertium: how good a translation is, why, and how far that number can be trusted.

>>> import tertium
>>> result = tertium.score(["the cat sat on the mat"], [["the cat sat on a mat"]], metrics=["bleu", "ter"])
>>> round(result["bleu"].score, 2), round(result["ter"].score, 2)
(53.73, 16.67)

``tertium.score`` is all most people need; ``tertium.metric("bleu:order=2")`` makes a metric from its name, and every
metric class is here by its own name too (``tertium.Bleu(order=2).corpus_score(hyps, refs)``). Importing this package
imports nothing heavy; names are looked up when they are used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tertium.version import __version__

if TYPE_CHECKING:
    from tertium.api.align import align
    from tertium.api.compare import compare
    from tertium.api.counting import function_words, idf, lsa
    from tertium.api.diff import diff
    from tertium.api.doctor import doctor
    from tertium.api.explain import explain
    from tertium.api.gate import gate
    from tertium.api.mbr import mbr
    from tertium.api.meta import meta
    from tertium.api.order import order
    from tertium.api.pairwise import pairwise
    from tertium.api.paraphrases import paraphrases
    from tertium.api.report import report
    from tertium.api.score import score
    from tertium.api.tune import tune
    from tertium.api.unl import unl
    from tertium.api.warned import InputWarning
    from tertium.compat.evaluate import load
    from tertium.corpus.annotations.parses import Parse
    from tertium.corpus.texts.lists import streams
    from tertium.errors import TertiumError
    from tertium.metrics.base import Metric, Segment
    from tertium.metrics.builtin import *  # noqa: F403 - every metric class, by the lines that register them
    from tertium.metrics.spec import parse as metric

__all__ = [
    "InputWarning",
    "Metric",
    "Parse",
    "Segment",
    "TertiumError",
    "__version__",
    "align",
    "compare",
    "diff",
    "doctor",
    "explain",
    "function_words",
    "gate",
    "idf",
    "load",
    "lsa",
    "mbr",
    "meta",
    "metric",
    "order",
    "pairwise",
    "paraphrases",
    "report",
    "score",
    "streams",
    "tune",
    "unl",
]

_PLACES = {
    "InputWarning": "tertium.api.warned:InputWarning",
    "align": "tertium.api.align:align",
    "diff": "tertium.api.diff:diff",
    "doctor": "tertium.api.doctor:doctor",
    "explain": "tertium.api.explain:explain",
    "function_words": "tertium.api.counting:function_words",
    "idf": "tertium.api.counting:idf",
    "load": "tertium.compat.evaluate:load",
    "lsa": "tertium.api.counting:lsa",
    "mbr": "tertium.api.mbr:mbr",
    "unl": "tertium.api.unl:unl",
    "order": "tertium.api.order:order",
    "pairwise": "tertium.api.pairwise:pairwise",
    "paraphrases": "tertium.api.paraphrases:paraphrases",
    "report": "tertium.api.report:report",
    "score": "tertium.api.score:score",
    "compare": "tertium.api.compare:compare",
    "gate": "tertium.api.gate:gate",
    "tune": "tertium.api.tune:tune",
    "meta": "tertium.api.meta:meta",
    "streams": "tertium.corpus.texts.lists:streams",
    "Parse": "tertium.corpus.annotations.parses:Parse",
    "TertiumError": "tertium.errors:TertiumError",
    "Metric": "tertium.metrics.base:Metric",
    "Segment": "tertium.metrics.base:Segment",
    "metric": "tertium.metrics.spec:parse",
}


if not TYPE_CHECKING:  # type checkers have the imports above, and a name that is not there is an error to them

    def __getattr__(name: str) -> Any:
        place = _PLACES.get(name) or _metric_class(name)
        if place is None:
            raise AttributeError(f"module 'tertium' has no attribute '{name}'")
        module, _, attribute = place.partition(":")
        found = getattr(import_module(module), attribute)
        globals()[name] = found
        return found


def _metric_class(name: str) -> str | None:
    """Where the metric class of that name is: registering a metric is enough to find it here."""
    if not name[:1].isupper():  # submodules and private names are looked up far more often
        return None
    from tertium.metrics.registry import BUILTIN

    return next((place for place in BUILTIN.values() if place.endswith(f":{name}")), None)


def __dir__() -> list[str]:
    from tertium.metrics.registry import BUILTIN

    return sorted({*__all__, *(place.partition(":")[2] for place in BUILTIN.values())})
