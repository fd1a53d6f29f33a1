"""Memory of a worker does not grow with the rows of its part."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

CODE = """
import sys
import pyarrow as pa
from tertium import arrow

texts = [f"the cat number {i} sat on the mat and looked at dog {i % 97}" for i in range(10_000)]
refs = [text.replace("looked", "stared") for text in texts]
batch = pa.record_batch({"id": list(range(10_000)), "mt": texts, "ref": refs})
columns = {"hyp": "mt", "refs": "ref", "id": "id"}


def megabytes():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmHWM"))


arrow.partial_totals([batch] * 2, ["bleu", "chrf"], columns, bags=100, threads=1)
before = megabytes()
arrow.partial_totals((batch for _ in range(40)), ["bleu", "chrf"], columns, bags=100, threads=1)
for _ in arrow.segment_scores((batch for _ in range(20)), ["chrf"], columns, threads=1):
    pass
print(before, megabytes())
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_memory_does_not_grow_with_the_rows() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert after - before < 16, f"{before} MiB for 20,000 rows, {after} MiB for 400,000"
    assert after < 300
