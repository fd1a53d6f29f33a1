"""Results give themselves as Arrow and as frames."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

import tertium
from tertium.results.scores import Report

HYPS = ["the cat sat on the mat", "a dog barks"]
REFS = ["the cat sat on a mat", "the dog barks"]


@pytest.fixture(scope="module")
def report() -> Any:
    return tertium.score({"a": HYPS, "b": REFS}, REFS, ["bleu", "chrf"], segment_scores=True, confidence=True)


def test_a_result_is_an_arrow_stream(report: Report) -> None:
    made = pa.table(report)
    frame = report.to_pandas()
    assert made.column_names == list(frame.columns)
    assert made["system"].to_pylist() == ["a", "a", "b", "b"]
    assert made["score"].to_pylist() == [score.score for system in report.systems for score in system.scores]
    assert made["score"].type == pa.float64()
    assert pa.table(report.systems[0])["metric"].to_pylist() == ["bleu", "chrf"]


def test_a_result_is_a_polars_frame(report: Report) -> None:
    polars = pytest.importorskip("polars")
    scores = report.to_polars()
    assert scores["interval_low"].to_list() == report.to_pandas()["interval_low"].tolist()
    segments = report.to_polars("segments")
    assert segments.filter(polars.col("metric") == "chrf")["score"].to_list() == [
        value for system in report.systems for value in system.scores[1].segment_scores
    ]
    assert polars.DataFrame(report).equals(scores)
    with pytest.raises(tertium.TertiumError, match="table is 'segment'; did you mean 'segments'"):
        report.to_polars("segment")


@pytest.mark.parametrize(("method", "library"), [("to_polars()", "polars"), ("__arrow_c_stream__()", "pyarrow")])
def test_without_its_library_a_result_says_what_to_install(method: str, library: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "import tertium\n"
        "result = tertium.score(['a b c d e'], ['a b c d e'], 'chrf', ignore=['T101'])\n"
        f"try:\n    result.{method}\nexcept tertium.TertiumError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert "pip install" in done.stdout
    assert library in done.stdout


def test_comparisons_and_several_results_are_streams_too() -> None:
    with pytest.warns(tertium.InputWarning):
        comparison = tertium.compare({"a": HYPS, "b": REFS}, REFS, ["chrf"], resamples=20)
    assert len(pa.table(comparison)) == len(comparison.to_pandas())
