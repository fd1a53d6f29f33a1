"""Every line that ROUGE-1.5.5 printed for a segment (shared/data/golden, fixtures/rouge-sl2003)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring import segment_values
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse

SYSTEMS = ("Lan-Bridge", "M2M100_1.2B-B4", "Online-W")
SPECS = {"1": "rouge-1:", "2": "rouge-2:", "L": "rouge-l:", "S4": "rouge-s:", "SU4": "rouge-su:su=155,"}
EVAL = re.compile(r"X ROUGE-(\S+) Eval (\d+)\.X R:(\S+) P:(\S+) F:(\S+)")
AVERAGE = re.compile(r"X ROUGE-(\S+) Average_(\w): \S+ \(95%-conf.int. (\S+) - (\S+)\)")


def metric(kind: str, stat: str) -> Metric:
    return parse(f"{SPECS[kind]}tok=rouge155,round=yes,stat={stat}")


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("references", ["refA", "refAB"])
@pytest.mark.parametrize("kind", SPECS)
def test_every_segment(shared_data: Path, system: str, references: str, kind: str) -> None:
    """R, P and F of 200 segments to the 5 decimals printed. Two references are summed (``multi=A``).

    The average lines are means of 10 random resamples; ours must lie in the interval printed with them.
    """
    folder = shared_data / "golden"
    printed = (folder / "rouge" / f"{system}.{references}.out").read_text("utf-8")
    hyps = lines(folder / "tok" / f"{system}.tok")
    refs = [
        list(segment) for segment in zip(*(lines(folder / "tok" / f"ref{r}.tok") for r in references[3:]), strict=True)
    ]
    rows = [match.groups() for match in EVAL.finditer(printed) if match[1] == kind]
    assert [int(row[1]) for row in rows] == list(range(1, len(hyps) + 1))
    intervals = {
        match[2]: (float(match[3]), float(match[4])) for match in AVERAGE.finditer(printed) if match[1] == kind
    }
    for stat, column in (("r", 2), ("p", 3), ("f", 4)):
        ours = segment_values(metric(kind, stat), hyps, refs)
        assert [f"{value:.5f}" for value in ours if value is not None] == [row[column] for row in rows]
        low, high = intervals[stat.upper()]
        assert low <= sum(value for value in ours if value is not None) / len(ours) <= high


SENTENCE = re.compile(r"<a href=\S+ id=\d+>([^<]*)</a>")


def test_the_sample_of_the_distribution(shared_data: Path) -> None:
    """ROUGE-1 F = 0.02857 for system 11 on the first of the SL2003 headlines, four models (fixtures/SOURCE.txt)."""
    folder = shared_data / "fixtures" / "rouge-sl2003"
    name = "SL.P.10.R.{}.SL062003-01.html"
    (hyp,) = SENTENCE.findall((folder / "systems" / name.format("11")).read_text("utf-8"))
    models = [SENTENCE.findall((folder / "models" / name.format(m)).read_text("utf-8"))[0] for m in "ABCD"]
    (found,) = segment_values(metric("1", "f"), [hyp], [models])
    assert f"{found:.5f}" == "0.02857"
