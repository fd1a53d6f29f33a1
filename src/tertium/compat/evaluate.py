"""Metrics in the shape of Hugging Face's ``evaluate``: ``tertium.load("chrf").compute(predictions=…, references=…)``.

The library itself is not needed. Where it is there, its ``combine`` and its evaluators take these as they are: they ask
for a name, the names of the inputs, ``add_batch`` and ``compute``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tertium.errors import InputError, SpecError, brief_value, did_you_mean
from tertium.metrics.base import Metric
from tertium.metrics.bleu import Bleu
from tertium.metrics.combination import Combination
from tertium.metrics.formulas import brevity_penalty
from tertium.metrics.parameters import parameters
from tertium.metrics.spec import parse
from tertium.results.scores import MetricScore

_INPUTS = ("predictions", "references")


class Module:
    """A metric that collects predictions and references, and scores them when asked to."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.name = str(metric)
        self._predictions: list[str] = []
        self._references: list[list[str]] = []

    def add(self, *, prediction: Any = None, reference: Any = None, **others: Any) -> None:
        """One prediction and its reference or references. ``combine`` of evaluate calls them by the plural names."""
        prediction = others.pop("predictions", prediction)
        reference = others.pop("references", reference)
        self._refuse(others)
        if not isinstance(prediction, str):
            raise InputError(f"prediction is {type(prediction).__name__}, expected a string.")
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Any = None, references: Any = None, **others: Any) -> None:
        """Several predictions, with a string or a list of strings for each as references."""
        self._refuse(others)
        if predictions is None or references is None:
            raise InputError("predictions and references are needed, as in add_batch(predictions=…, references=…).")
        if isinstance(predictions, str) or isinstance(references, str):
            raise InputError("predictions and references are lists, one entry for each segment.")
        for name, given in (("predictions", predictions), ("references", references)):
            if not hasattr(given, "__len__"):
                raise InputError(f"{name} is {brief_value(given)}, expected a list, one entry for each segment.")
        if len(predictions) != len(references):
            raise InputError(
                f"there are {len(predictions)} predictions and {len(references)} references; give one entry for each."
            )
        listed = [[given] if isinstance(given, str) else given for given in references]
        for place, given in enumerate(listed):
            if not hasattr(given, "__iter__"):
                got = brief_value(given)
                raise InputError(f"references[{place}] is {got}, expected a string or a list of strings.")
        self._predictions += list(predictions)
        self._references += map(list, listed)

    def compute(self, *, predictions: Any = None, references: Any = None, **options: Any) -> dict[str, Any]:
        """The score of all that was added, as a dictionary; then nothing is kept. ``options`` are the metric's own.

        ``score`` is on the scale that the field prints, ``value`` on that of the paper. BLEU also has what sacreBLEU
        has: ``counts``, ``totals``, ``precisions``, ``bp``, ``sys_len`` and ``ref_len``.
        """
        metric = self._with(options)
        if predictions is not None or references is not None:
            self.add_batch(predictions=predictions, references=references)
        hyps, refs = self._predictions, self._references
        if not hyps:
            raise InputError("there is nothing to score; add predictions and references first.")
        self._predictions, self._references = [], []
        return _as_dict(metric, metric.corpus_score(hyps, refs))

    @property
    def features(self) -> dict[str, str]:
        """What the inputs are."""
        return dict.fromkeys(_INPUTS, "string")

    @property
    def description(self) -> str:
        return (type(self.metric).__doc__ or "").strip()

    def _feature_names(self) -> list[str]:
        """``combine`` of evaluate asks for these."""
        return list(_INPUTS)

    def _with(self, options: dict[str, Any]) -> Metric:
        if not options:
            return self.metric
        known = [] if isinstance(self.metric, Combination) else [field.name for field, _ in parameters(self.metric)]
        for name in options:
            if name not in known:
                raise SpecError(
                    f"{self.name} has no parameter '{name}'{did_you_mean(name, known) or ';'} it has "
                    f"{', '.join(sorted(known)) or 'none'}."
                )
        return replace(self.metric, **options)

    @staticmethod
    def _refuse(others: dict[str, Any]) -> None:
        if others:
            raise InputError(f"'{min(others)}' is not known here; inputs are predictions and references.")

    def __repr__(self) -> str:
        return f"tertium.load({self.name!r})"


def load(metric: str | Metric) -> Module:
    """A metric in the shape of Hugging Face's ``evaluate``.

    >>> chrf = load("chrf")
    >>> result = chrf.compute(predictions=["the cat sat on the mat"], references=[["the cat sat on a mat"]])
    >>> round(result["score"], 2)
    72.08
    """
    return Module(metric if isinstance(metric, Metric) else parse(metric))


def _as_dict(metric: Metric, found: MetricScore) -> dict[str, Any]:
    made: dict[str, Any] = {"score": found.score, "value": found.value, "signature": found.signature}
    if isinstance(metric, Bleu):
        import numpy as np

        order, sums = metric.order, np.array(list(found.rows.values()))
        hyp, ref = sums[2 * order :]
        made |= {
            "counts": [int(number) for number in sums[:order]],
            "totals": [int(number) for number in sums[order : 2 * order]],
            "precisions": [float(number) for number in 100 * metric.precisions(sums)],
            "bp": float(brevity_penalty(hyp, ref)),
            "sys_len": int(hyp),
            "ref_len": int(ref),
        }
    return made
