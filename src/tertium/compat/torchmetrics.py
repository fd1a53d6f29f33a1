"""A torchmetrics ``Metric`` over any metric of ours: ``TertiumMetric("chrf")``.

Its states are our totals: per term of the metric the summed statistics and scores, which processes add up
(``dist_reduce_fx="sum"``). So a score over many batches and processes is that of the whole set, not a mean of means.
Statistics are whole numbers for BLEU, chrF, TER and others; sums of them are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tertium.arrays import Floats
from tertium.corpus.texts.lists import corpus_of
from tertium.errors import InputError, MissingExtraError, install
from tertium.metrics.base import Better, Pooling
from tertium.metrics.base import Metric as OurMetric
from tertium.metrics.measuring import measure_corpus, unique_leaves
from tertium.metrics.spec import parse
from tertium.metrics.totals import Totals, sum_of_leaves

try:
    import torch
    from torchmetrics import Metric
except ImportError:
    raise MissingExtraError(
        f"tertium.compat.torchmetrics needs the extra 'torchmetrics': {install('torchmetrics')}."
    ) from None

__all__ = ["TertiumMetric"]


class TertiumMetric(Metric):  # type: ignore[misc, unused-ignore]  # no types where torch is not installed
    """``metric`` is a name such as ``"bleu:order=2"`` or a metric; other keywords are torchmetrics' own.

    ``update`` takes what torchmetrics' metrics of text take: predictions, and a string or a list of strings for each as
    targets. ``compute`` gives the corpus score on the scale that the field prints, as a tensor of one number.
    """

    is_differentiable = False
    full_state_update = False

    def __init__(self, metric: str | OurMetric = "bleu", **options: Any) -> None:
        super().__init__(**options)
        self.metric = metric if isinstance(metric, OurMetric) else parse(metric)
        self._leaves = unique_leaves([self.metric])
        whole = [leaf.name for leaf in self.metric.plain() if leaf.table_key is not None]
        if whole:
            raise InputError(
                f"{', '.join(whole)} weighs words by all references, which single batches do not have; "
                "score everything at once with tertium.score."
            )
        for number, leaf in enumerate(self._leaves):
            empty = torch.zeros(2 + len(leaf.columns), dtype=torch.float64)
            self.add_state(f"totals{number}", default=empty, dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool:
        """Torchmetrics' trackers ask for it."""
        return self.metric.better is Better.HIGHER

    def update(self, preds: str | Sequence[str], target: Sequence[str] | Sequence[Sequence[str]] | str) -> None:
        """Add a batch."""
        hyps = [preds] if isinstance(preds, str) else list(preds)
        refs = [target] if isinstance(target, str) else list(target)
        if not hyps and not refs:
            return
        for number, sums in enumerate(self._sums(hyps, refs)):
            state = getattr(self, f"totals{number}")
            state += torch.from_numpy(sums).to(state.device)

    def compute(self) -> torch.Tensor:
        """The corpus score of all batches of all processes."""
        values = {
            leaf: _value(leaf, getattr(self, f"totals{number}").cpu().numpy())
            for number, leaf in enumerate(self._leaves)
        }
        value = sum_of_leaves([(weight, values[leaf]) for weight, leaf in self.metric.leaves()])
        return torch.tensor(self.metric.scale * value, dtype=torch.float64)

    def _sums(self, hyps: Sequence[str], refs: Sequence[Any]) -> list[Floats]:
        totals = {leaf: Totals(leaf) for leaf in self._leaves}

        def add(chunk: Any, notices: Any, measured: Any) -> None:
            for leaf, rows in measured:
                totals[leaf].add(rows, want_scores=False)

        for _ in measure_corpus(corpus_of(hyps, refs), [self.metric], add):
            pass
        return [totals[leaf].sums() for leaf in self._leaves]


def _value(metric: OurMetric, sums: Floats) -> float:
    """The corpus score from the state of one term, on the natural scale; NaN where nothing was scored."""
    scored, scores, columns = sums[0], sums[1], sums[2:]
    if metric.pooling is Pooling.POOL:
        return float(metric.score(columns)) if scored else float("nan")
    return float(scores / scored) if scored else float("nan")
