"""``tertium.meta``: the same numbers as the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tertium
from cli.shell import run
from conftest import ROOT

EXAMPLE = ROOT / "examples" / "judged" / "es-en"


def test_python_and_the_command_line_give_one_report() -> None:
    report = tertium.meta(EXAMPLE, ["chrf", "meteor"], resamples=50, permutations=200, seed=0)
    options = ("--resamples", "50", "--permutations", "200", "--seed", "0", "-f", "json", "-q")
    ran = run("meta", str(EXAMPLE), "-m", "chrf", "meteor", *options)
    assert json.loads(json.dumps(report.to_dict())) == json.loads(ran.out)


def test_scores_of_ones_own_stand_beside_metrics() -> None:
    systems = tertium.meta(EXAMPLE, "chrf", level="system", resamples=10, permutations=0).campaigns[0].systems
    perfect = np.arange(5.0)
    report = tertium.meta(
        EXAMPLE, "chrf", scores={"mine": perfect, "error": -perfect}, lower=["error"], resamples=10, level="system"
    )
    rows = {row.name: row.estimates["pearson"].value for row in report.campaigns[0].levels[0].rows}
    assert len(systems) == 5
    assert rows["mine"] == rows["error"]


def test_wrong_scores_and_folders_are_refused() -> None:
    with pytest.raises(tertium.TertiumError, match=r"shape \(3,\), expected \(5, 40\) or \(5,\)"):
        tertium.meta(EXAMPLE, "chrf", scores={"x": [1, 2, 3]}, resamples=5)
    with pytest.raises(tertium.TertiumError, match="infinity"):
        tertium.meta(EXAMPLE, "chrf", scores={"x": [1, 2, 3, 4, float("inf")]}, resamples=5)
    with pytest.raises(tertium.TertiumError, match="holds no campaign"):
        tertium.meta(EXAMPLE / "systems", "chrf")
    with pytest.raises(tertium.TertiumError, match="belong to one campaign"):
        tertium.meta([EXAMPLE, EXAMPLE], "chrf", scores={"x": [1.0] * 5})
