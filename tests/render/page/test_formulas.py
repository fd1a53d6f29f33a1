"""Which formula a page computes a metric by, and with which of its settings."""

from __future__ import annotations

import pytest

from tertium.metrics.base import Pooling
from tertium.metrics.chrf import ChrF
from tertium.metrics.registry import BUILTIN, find
from tertium.metrics.spec import parse
from tertium.render.page.formulas import FORMULAS, page_formula


@pytest.mark.parametrize(
    ("spec", "formula", "parameters"),
    [
        ("ribes", "quotient", {}),
        ("chrf++:beta=3", "chrf", {"beta": 3.0, "eps_smoothing": False}),
        ("ter", "ter", {}),
        ("nist:order=3", "nist", {"order": 3}),
        (
            "meteor:alpha=0.3,beta=0,gamma=0.9,delta=0.1,weights=1/0.5/0.25/0.125",
            "meteor",
            {"alpha": 0.3, "beta": 0.0, "gamma": 0.9, "delta": 0.1, "weights": [1.0, 0.5, 0.25, 0.125]},
        ),
    ],
)
def test_a_formula_has_the_settings_that_scores_depend_on(
    spec: str, formula: str, parameters: dict[str, object]
) -> None:
    assert page_formula(parse(spec)) == (formula, parameters)


def test_what_pools_otherwise_has_no_formula() -> None:
    """A metric that is derived from ours may score otherwise."""

    class Mine(ChrF):
        pass

    assert page_formula(Mine()) == (None, {})
    assert page_formula(ChrF())[0] == "chrf"


def test_every_metric_of_ours_that_is_no_sum_has_a_formula() -> None:
    for name in BUILTIN:
        for _, leaf in find(name)().leaves():
            formula, _ = page_formula(leaf)
            assert formula == ("quotient" if leaf.pooling is Pooling.MEAN else FORMULAS[leaf.name][0]), name
