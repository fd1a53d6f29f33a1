"""``tertium.compare`` over a DataFrame: rows of statistics come to the driver, which goes on as one machine does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from tertium.analysis.comparing.comparison import Against, Order, Sides, Test
from tertium.api.settings import draws_given, settings_given
from tertium.api.warned import Warned, answered
from tertium.arrow import Columns
from tertium.arrow.columns import Metrics
from tertium.arrow.exact import compared_rows
from tertium.arrow.jobs import exact_order, states_of
from tertium.progress import Heard
from tertium.results.comparisons import Comparison
from tertium.spark.frames import checked, collected
from tertium.tasks.compare import CompareRequest, compared
from tertium.tasks.systems import Collected, Systems


def compare(
    df: Any,
    metrics: Metrics = ("bleu", "chrf", "ter"),
    *,
    hyp: str | Sequence[str],
    refs: str | Sequence[str],
    id: str,  # noqa: A002 - as in Columns
    src: str | None = None,
    by: str | Sequence[str] = (),
    baseline: str | None = None,
    tables: bytes | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    test: Test = "bs",
    sides: Sides = "two",
    against: Against = "all",
    resamples: int | None = None,
    trials: int | None = None,
    seed: int = 12345,
    level: float = 0.95,
    alpha: float = 0.05,
    power: float = 0.8,
    order: Order = "score",
) -> Comparison:
    """The comparison of ``tertium.compare`` over texts sorted by ``id``, bit for bit.

    Systems are several columns of hypotheses, or the groups of ``by``, each of which must have a row for every id. The
    ``baseline`` is the first column, or the first group by name, unless it is named. Tests are those of
    ``tertium.compare``.
    """
    grouped = (by,) if isinstance(by, str) else tuple(by)
    columns = checked(df, Columns(hyp, refs, src, id), grouped)
    states = states_of(
        partial(collected, df),
        metrics,
        columns,
        by=grouped,
        rows_by=exact_order(columns),
        tables=tables,
        empty_ref=empty_ref,
        missing=missing,
    )
    request = CompareRequest(
        Systems(),
        replace(settings_given(resamples, seed, level, test, sides, trials, against, alpha), power=power, order=order),
        draws=draws_given(test, resamples, trials),
    )
    rows = compared_rows(states, baseline)
    return answered(compared(request, Collected(rows, {}), Heard(Warned())).comparison)
