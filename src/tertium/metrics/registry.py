"""Names of metrics: one table of our own, and the entry points of other packages (group ``tertium.metrics``).

Modules are imported when their metric is asked for, so that ``tertium --help`` imports none.
"""

from __future__ import annotations

import importlib
from importlib.metadata import EntryPoint, entry_points

from tertium.errors import SpecError, did_you_mean, printable
from tertium.metrics.base import Metric

GROUP = "tertium.metrics"

BUILTIN = {
    "bleu": "tertium.metrics.bleu:Bleu",
    "nist": "tertium.metrics.nist:Nist",
    "ribes": "tertium.metrics.ribes:Ribes",
    "nkt": "tertium.metrics.ribes:Nkt",
    "nsr": "tertium.metrics.ribes:Nsr",
    "precision": "tertium.metrics.ribes:Precision",
    "recall": "tertium.metrics.ribes:Recall",
    "f": "tertium.metrics.ribes:WordF",
    "bp": "tertium.metrics.ribes:BrevityPenalty",
    "hamming": "tertium.metrics.permutations:Hamming",
    "kendall": "tertium.metrics.permutations:Kendall",
    "kendall-sqrt": "tertium.metrics.permutations:KendallSqrt",
    "ulam": "tertium.metrics.permutations:Ulam",
    "footrule": "tertium.metrics.permutations:Footrule",
    "spearman": "tertium.metrics.permutations:Spearman",
    "lr-hb1": "tertium.metrics.presets.lrscore:LrHb1",
    "lr-hb4": "tertium.metrics.presets.lrscore:LrHb4",
    "lr-kb1": "tertium.metrics.presets.lrscore:LrKb1",
    "lr-kb4": "tertium.metrics.presets.lrscore:LrKb4",
    "lr-ksb1": "tertium.metrics.presets.lrscore:LrKsb1",
    "lr-ksb4": "tertium.metrics.presets.lrscore:LrKsb4",
    "chrf": "tertium.metrics.chrf:ChrF",
    "chrf++": "tertium.metrics.chrf:ChrFPlusPlus",
    "chrf-mean": "tertium.metrics.chrf:ChrFMean",
    "levenshtein": "tertium.metrics.levenshtein:Levenshtein",
    "wer": "tertium.metrics.wer:Wer",
    "cer": "tertium.metrics.wer:Cer",
    "per": "tertium.metrics.per:Per",
    "rouge-1": "tertium.metrics.rouge:Rouge1",
    "rouge-2": "tertium.metrics.rouge:Rouge2",
    "rouge-l": "tertium.metrics.rouge:RougeL",
    "rouge-s": "tertium.metrics.rouge:RougeS",
    "rouge-su": "tertium.metrics.rouge:RougeSU",
    "ter": "tertium.metrics.ter:Ter",
    "gtm": "tertium.metrics.gtm:Gtm",
    "atec": "tertium.metrics.atec:Atec",
    "meteor": "tertium.metrics.meteor:Meteor",
    "impact": "tertium.metrics.impact:Impact",
    "shallow": "tertium.metrics.shallow:Shallow",
    "deep": "tertium.metrics.deep:Deep",
    "layered": "tertium.metrics.presets.layered:Layered",
    "tertium": "tertium.metrics.presets.tertium:Tertium",
}

# Known by name, but nothing without a file of one's own: not among the metrics that are listed.
UNLISTED = {"card": "tertium.metrics.card:Card"}


def names() -> list[str]:
    """Every metric that can be named here, built-in ones first."""
    return [*BUILTIN, *sorted(set(_plugins()) - set(BUILTIN))]


def find(name: str) -> type[Metric]:
    """The class behind a name."""
    place = BUILTIN.get(name) or UNLISTED.get(name)
    if place is not None:
        module, _, attribute = place.partition(":")
        found = getattr(importlib.import_module(module), attribute)
    else:
        plugins = _plugins()
        if name not in plugins:
            hint = did_you_mean(name, names())
            raise SpecError(f"unknown metric '{printable(name)}'{hint or ';'} 'tertium metrics' lists all.")
        found = _load(plugins[name])
    if not (isinstance(found, type) and issubclass(found, Metric)):
        raise SpecError(f"metric '{name}' is registered as {found!r}, expected a subclass of tertium.Metric.")
    return found


def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:  # a stranger's module may fail in any way; the user must learn whose it is
        raise SpecError(
            f"metric '{point.name}' of another package ({point.value}) failed to load: {error}; "
            "reinstall that package or leave the metric out."
        ) from error
