"""``tertium.tune``: the same task, the same numbers as the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import Objective
from tertium.api.door import check_types
from tertium.api.paths import all_campaigns, written
from tertium.api.shapes import Campaigns, FilePath, Metrics
from tertium.api.strings import names_of
from tertium.api.warned import Warned, answered
from tertium.corpus.files.outputs import prepare_file, write_or_rescue
from tertium.corpus.files.overwriting import refuse_overwriting, texts_in
from tertium.metrics.base import Metric
from tertium.render.reports import tune as render
from tertium.results.tuning import TuneReport
from tertium.tasks.campaigns import CampaignPlaces
from tertium.tasks.metric_choice import metrics_of
from tertium.tasks.request import to_plain
from tertium.tasks.tune import TuneRequest, run


def tune(
    data: Campaigns,
    metrics: Metrics,
    *,
    parameters: Sequence[str] = (),
    baseline: str | Metric | None = None,
    objective: str | None = None,
    level: Literal["segment", "system"] = "segment",
    method: Literal["exact", "climb", "svm", "logistic"] | None = None,
    nonnegative: bool = False,
    strength: float | None = None,
    scale: Literal["raw", "spread"] | None = None,
    restarts: int = 20,
    seed: int = 12345,
    leave_out: Literal["pairs", "systems", "segments", "nothing"] | None = None,
    folds: int = 5,
    resamples: int = 1000,
    judgments: str = "",
    language: str | None = None,
    first_reference: bool = False,
    top: int | None = None,
    align: FilePath | None = None,
    card: FilePath | None = None,
    state: FilePath | None = None,
    threads: int | None = None,
) -> TuneReport:
    """Find the parameters of a metric, or the weights of several, that agree best with people's judgments.

    ``data`` are campaign folders or mt-metrics-eval directories (docs/tune.md says what a folder holds). One metric has
    its ``parameters`` tuned, by default its tunable ones; several become a weighted sum. ``result.metric`` is a name to
    score with, ``result.validation`` says whether the gain holds on data left out. ``card`` is a file for the metric
    card, which ``"card:FILE"`` scores with; ``state`` keeps the finished steps of a long run. The other arguments are
    the command line's options.

    >>> import tertium
    >>> found = tertium.tune("examples/judged/es-en", "lr-kb1:align=direct", leave_out="nothing")
    >>> [number.name for number in found.numbers], found.method, found.tuned >= found.untuned
    (['alpha'], 'exact', True)
    """
    check_types(tune, locals())
    metrics_of(metrics)  # mistakes are said before any reading
    file = written(card)
    if file is not None:
        prepare_file(file)
    request = TuneRequest(
        CampaignPlaces(
            all_campaigns(data), judgments, language, first_reference=first_reference, align=written(align), top=top
        ),
        (metrics,) if isinstance(metrics, str | Metric) else tuple(metrics),
        parameters=names_of("parameters", parameters),
        baseline=baseline,
        objective=Objective(objective or ("consistency" if level == "segment" else "pearson"), level),
        search=SearchSettings(method, seed, restarts, strength, scale),
        nonnegative=nonnegative,
        leave_out=leave_out,
        folds=folds,
        resamples=resamples,
        state=written(state),
        threads=threads,
    )
    if file is not None:
        kept = [] if request.state is None else [request.state]
        refuse_overwriting([file, *kept], texts_in(to_plain(replace(request, state=None))))
    report = answered(run(request, Warned()))
    if file is not None:
        text = render.card(report, Path(file).name)
        write_or_rescue(file, lambda out: out.write(text.encode("utf-8")))
    return report
