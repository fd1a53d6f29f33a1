"""METEOR 1.5's program on 200 segments of two systems, by module sets: every segment, and the system's statistics."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from programs import meteor_paraphrases
from realdata import lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.spec import parse

SYSTEMS = ("Lan-Bridge", "M2M100_1.2B-B4")
MODULES = ("exact", "exact-stem", "exact-stem-synonym")


def compare(data: Path, system: str, modules: str, spec: str) -> None:
    hyps, refs = lines(data / "golden" / "tok" / f"{system}.tok"), lines(data / "golden" / "tok" / "refA.tok")
    # The program ran without -norm and -lower: words as they are.
    metric = parse(f"meteor:tok=none,case=keep,compat=yes,{spec}")
    rows = metric.select(metric.measure(Chunk.of([hyps], [[ref] for ref in refs]))).values
    printed = (data / "golden" / "meteor" / f"{system}.refA.{modules}.txt").read_text("utf-8")
    expected = [float(score) for score in re.findall(r"^Segment \d+ score:\s*(\S+)", printed, re.MULTILINE)]
    assert len(expected) == len(hyps)
    assert metric.score(rows).tolist() == pytest.approx(expected, abs=1e-9)
    final = re.search(r"Final score:\s*(\S+)", printed)
    chunks = re.search(r"Chunks:\s*(\d+)", printed)
    assert final is not None
    assert chunks is not None
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(float(final.group(1)), abs=1e-9)
    assert rows[:, metric.columns.index("chunks")].sum() == int(chunks.group(1))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("modules", MODULES)
def test_every_segment_equals_the_program(shared_data: Path, system: str, modules: str) -> None:
    compare(shared_data, system, modules, f"modules={modules.replace('-', '/')}")


@pytest.mark.parametrize("system", [*SYSTEMS, "Online-W"])
def test_every_segment_equals_the_program_with_paraphrases(shared_data: Path, system: str) -> None:
    compare(shared_data, system, "full", f"paraphrases={meteor_paraphrases()}")
