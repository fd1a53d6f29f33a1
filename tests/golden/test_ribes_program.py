"""RIBES.py 1.03.1 on 200 segments of three systems: one and two references, cased and lower-cased, each segment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from realdata import lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.spec import parse

SYSTEMS = ("Lan-Bridge", "M2M100_1.2B-B4", "Online-W")
RUNS = {"refA": (("refA",), "lower"), "refAB": (("refA", "refB"), "lower"), "refA.cased": (("refA",), "keep")}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("run", RUNS)
def test_every_segment_equals_the_official_program(shared_data: Path, system: str, run: str) -> None:
    references, case = RUNS[run]
    hyps = lines(shared_data / "golden" / "tok" / f"{system}.tok")
    refs = [lines(shared_data / "golden" / "tok" / f"{name}.tok") for name in references]
    metric = parse(f"ribes:tok=none,case={case}")
    chunk = Chunk.of([hyps], [list(segment) for segment in zip(*refs, strict=True)])
    rows = metric.select(metric.measure(chunk))
    scores = metric.score(rows.values)
    printed = lines(shared_data / "golden" / "ribes" / f"{system}.{run}.txt")
    expected = [float(m.group(1)) for line in printed if (m := re.match(r"(\d\.\d+) alpha", line))]
    assert len(expected) == len(hyps) + 1
    assert scores.tolist() == pytest.approx(expected[:-1], abs=1e-6)
    assert scores.mean() == pytest.approx(expected[-1], abs=1e-6)
