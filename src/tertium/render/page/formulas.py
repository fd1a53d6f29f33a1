"""Which formula of the page (``assets/formulas.js``) turns the rows of a leaf into a score, and with which parameters.

Metrics whose corpus score is a mean of segments bring the pair (score, 1) and need no formula of their own. A metric
that pools has one of the formulas below, if it is exactly the class that the formula was written for: a metric of
another package, or one derived from ours, may score otherwise. It has none, and the page then says that it was not
computed again.
"""

from __future__ import annotations

from typing import Any

from tertium.metrics.base import Metric, Pooling
from tertium.metrics.registry import BUILTIN

QUOTIENT = "quotient"

# Name of the metric: name of the formula, parameters that enter score() or segment_score().
FORMULAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "bleu": ("bleu", ("order", "weights", "smooth", "smooth_value", "effective_order", "seg_smooth")),
    "nist": ("nist", ("order",)),
    "chrf": ("chrf", ("beta", "eps_smoothing")),
    "chrf++": ("chrf", ("beta", "eps_smoothing")),
    "wer": ("rate", ()),
    "cer": ("rate", ()),
    "per": ("per", ("variant",)),
    "ter": ("ter", ()),
    "gtm": ("gtm", ()),
    "meteor": ("meteor", ("alpha", "beta", "gamma", "delta", "weights")),
}


def page_formula(metric: Metric) -> tuple[str | None, dict[str, Any]]:
    """Name and parameters of the formula of a plain metric; no name where the page has none."""
    if metric.pooling is Pooling.MEAN:
        return QUOTIENT, {}
    cls = type(metric)
    if metric.name not in FORMULAS or BUILTIN.get(metric.name) != f"{cls.__module__}:{cls.__qualname__}":
        return None, {}
    formula, names = FORMULAS[metric.name]
    return formula, {name: _plain(getattr(metric, name)) for name in names}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
