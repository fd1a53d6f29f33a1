"""tercom's own numbers: 600 segments of tercom 0.8.0, one reference; and tercom's sample with four references."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from realdata import lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.ter import Ter


@pytest.mark.parametrize("system", ["Lan-Bridge", "Online-W", "M2M100_1.2B-B4"])
def test_edits_and_lengths_equal_tercom_segment_by_segment(shared_data: Path, system: str) -> None:
    golden = shared_data / "golden"
    printed = [line.split() for line in lines(golden / "tercom" / f"{system}.refA.ter")[2:]]
    hyps, refs = lines(golden / "tok" / f"{system}.tok"), lines(golden / "tok" / "refA.tok")
    assert len(printed) == len(hyps) == 200
    metric = Ter()
    rows = metric.select(metric.measure(Chunk.of([hyps], [[ref] for ref in refs])))
    assert rows.values[:, :2].tolist() == [[float(edits), float(words)] for _, edits, words, _ in printed]
    expected = np.array([float(rate) for *_, rate in printed])
    np.testing.assert_allclose(metric.segment_score(rows.values), expected, rtol=1e-15)


def test_four_references_equal_tercoms_sample_output(shared_data: Path) -> None:
    # SOURCE.txt of the fixture: Total TER 0.5618171814823548 (1787.0/3180.75).
    folder = shared_data / "fixtures" / "tercom"
    hyps = tagged(folder / "hyp.txt")
    refs = tagged(folder / "ref.txt")
    metric = Ter()
    ids = list(hyps)
    rows = metric.select(metric.measure(Chunk.of([[hyps[i][0] for i in ids]], [refs[i] for i in ids]))).values
    total = rows.sum(axis=0)
    assert (total[0], total[1]) == (1787.0, 3180.75)
    assert float(metric.score(total)) == pytest.approx(0.5618171814823548, abs=1e-15)


def tagged(path: Path) -> dict[str, list[str]]:
    """Segments of tercom's "trans" format: text, then the id in parentheses; references share an id."""
    made: dict[str, list[str]] = {}
    for line in path.read_bytes().decode("cp1252").removesuffix("\n").split("\n"):
        text, _, name = line.rstrip().removesuffix(")").rpartition("(")
        made.setdefault(name, []).append(text)
    return made
