"""Section A5 of the catalogue of faults, row by row: what other programs get wrong about statistics, and what we do.

Rows about comparing two systems (identical outputs, sacreBLEU's seed) are held by the tests of `tertium compare`.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import tertium
from cli.shell import run
from conftest import ROOT
from tertium.analysis.meta.correlations import kendall_b, kendall_c, pearson, spearman
from tertium.analysis.meta.pair_agreement import calibrate, scored_comparisons
from tertium.analysis.meta.rankings import wins_and_ties
from tertium.corpus.campaigns.judgment_tables import read_judgments
from tertium.corpus.campaigns.judgments import PairJudgments
from tertium.corpus.formats.numbers import number, whole
from tertium.corpus.formats.records import read_records
from tertium.errors import InputError

EXAMPLE = str(ROOT / "examples" / "judged" / "es-en")
SYSTEMS = ("clipped", "direct", "scrambled", "via-ca", "via-eo")
FAST = ("--resamples", "20", "--permutations", "200", "-q")


def scores_file(folder: Path, name: str, values: list[str]) -> str:
    path = folder / f"{name}.sys.score"
    path.write_text("".join(f"{system}\t{value}\n" for system, value in zip(SYSTEMS, values, strict=True)))
    return str(path)


def test_identical_metrics_have_p_of_one_and_the_word_identical(tmp_path: Path) -> None:
    files = [scores_file(tmp_path, name, ["1", "5", "2", "4", "3"]) for name in ("one", "two")]
    ran = run("meta", EXAMPLE, "--scores", *files, "--level", "system", *FAST)
    assert "p = 1.000 (PERM-BOTH, 200 swaps: identical)" in ran.out, ran.err


def test_seed_zero_gives_the_same_p_three_times_and_the_report_says_zero() -> None:
    outs = [run("meta", EXAMPLE, "-m", "bleu", "chrf", "--seed", "0", "-f", "json", *FAST).out for _ in range(3)]
    assert len(set(outs)) == 1
    assert json.loads(outs[0])["seed"] == 0


def test_counts_above_two_to_the_24_stay_exact() -> None:
    wins, _ = wins_and_ties(PairJudgments.of([(0, 0, 1, 1, 16_777_219, -1), (1, 0, 1, 1, 1, -1)]), 2)
    assert wins[0, 1] == 16_777_220.0
    assert wins.dtype == np.float64


@pytest.mark.parametrize("statistic", [pearson, spearman, kendall_b, kendall_c])
def test_a_constant_vector_is_nan_and_never_zero(statistic: object) -> None:
    assert callable(statistic)
    assert math.isnan(statistic(np.array([1.0, 2.0, 3.0]), np.array([5.0, 5.0, 5.0])))


def test_a_constant_metric_is_stated_in_the_table_and_null_in_json(tmp_path: Path) -> None:
    file = scores_file(tmp_path, "same", ["0.1"] * 5)
    ran = run("meta", EXAMPLE, "--scores", file, "--level", "system", "-f", "json", *FAST)
    rows = json.loads(ran.out)["campaigns"][0]["levels"][0]["rows"]
    statistics = next(row["statistics"] for row in rows if row["name"] == "same")
    for name in ("pearson", "spearman", "kendall_b", "kendall_c"):
        assert statistics[name]["value"] is None
        assert statistics[name]["reason"] == "the metric scores of all systems are equal"


@pytest.mark.parametrize("cell", ["nan", "None", "inf", "-inf", "N/A", "1e400", "1_000", "١٢", "0,5", ""])
def test_a_metric_score_that_is_no_number_is_refused_and_never_a_correlation_of_zero(tmp_path: Path, cell: str) -> None:
    file = scores_file(tmp_path, "odd", ["1", "2", cell, "4", "5"])
    refusal = run("meta", EXAMPLE, "--scores", file, *FAST).refusal
    assert "odd" in refusal
    assert "expected a number" in refusal or "not a finite number" in refusal or "no score" in refusal


def test_ties_of_missing_scores_are_calibrated_without_them() -> None:
    human = np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 1.0]])
    metric = np.array([[0.1, np.nan], [0.2, 0.5], [0.3, 0.4]])
    made = calibrate(scored_comparisons(human, "item"), metric)
    assert made.value == 1.0
    assert math.isnan(calibrate(scored_comparisons(human, "item"), np.full((3, 2), np.nan)).value)


def test_two_systems_have_no_correlation(tmp_path: Path) -> None:
    table = tmp_path / "human.tsv"
    table.write_text("system\tscore\na\t1\nb\t2\n")
    (tmp_path / "m.sys.score").write_text("a\t0.5\nb\t0.7\n")
    ran = run("meta", str(table), "--scores", str(tmp_path / "m.sys.score"), "--level", "system", *FAST)
    assert "Pearson n/a: two systems: any two points lie on a line" in ran.out, ran.err
    assert "m" in ran.out


def test_strings_that_are_numbers_are_numbers() -> None:
    assert [number(text, "x") for text in ("9", "10", " 11 ", "-1.5e-3", "+2.", ".5")] == [9, 10, 11, -0.0015, 2, 0.5]
    assert [whole(text, "x") for text in ("7", " 8 ", "\x1c9\x1f")] == [7, 8, 9]  # separators that int() refuses
    for text in ("7.0", "٧", "1_0", "", "0x1"):
        with pytest.raises(InputError):
            whole(text, "x")


def test_the_variant_of_kendall_is_named() -> None:
    header = run("meta", EXAMPLE, "-m", "chrf", "--level", "system", "-sh", *FAST).out
    assert "tau-b" in header
    assert "tau-c" in header


def test_no_cancellation_at_an_offset_of_a_billion() -> None:
    x = np.array([0.1, 0.2, 0.3, 0.25])
    y = np.array([1.0, 2.0, 4.0, 3.0])
    assert float(pearson(1e9 + x, y)) == pytest.approx(float(pearson(x, y)), abs=1e-5)


@pytest.mark.parametrize(("line", "says"), [("direct 1", "1 fields"), ("", "is blank"), ("direct\tN/A", "line 2")])
def test_a_bad_line_of_a_score_file_is_named(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "bad.sys.score"
    path.write_text(f"via-ca\t1\n{line}\nvia-eo\t2\n")
    refusal = run("meta", EXAMPLE, "--scores", str(path), *FAST).refusal
    assert "line 2" in refusal
    assert says in refusal


def test_parquet_judgments_with_names_in_bytes(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="Parquet needs the extra arrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs the extra arrow")
    table = {"system": [b"direct", b"clipped"], "seg_id": [1, 1], "score": [1.0, 2.0]}
    parquet.write_table(arrow.table(table), tmp_path / "judged.parquet")
    given = [f"{EXAMPLE}/systems/{name}.txt" for name in ("direct", "clipped")]
    for _ in range(3):  # it aborted once in twenty times, from Arrow's threads
        ran = run("meta", str(tmp_path / "judged.parquet"), "-i", *given, "-r", f"{EXAMPLE}/refA.txt", "-m", "bleu")
        assert "column 'system' holds bytes, expected text" in ran.refusal


def test_columns_that_are_one_column(tmp_path: Path) -> None:
    (tmp_path / "judged.jsonl").write_text('{"system": "direct", "seg_id": 1, "score": 1, "Score": 2}\n')
    with pytest.raises(InputError, match=r"line 1 has two columns named 'score' \('score' and 'Score'\); rename one"):
        read_records(tmp_path / "judged.jsonl")
    arrow = pytest.importorskip("pyarrow", reason="Parquet needs the extra arrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs the extra arrow")
    parquet.write_table(arrow.table({"seg-id": [1], "Seg ID": [2]}), tmp_path / "judged.parquet")
    with pytest.raises(InputError, match="two columns named 'seg_id'"):
        read_records(tmp_path / "judged.parquet")


def test_a_sheet_that_lacks_a_rank(tmp_path: Path) -> None:
    """Found by fuzzing: a system without its rank was a KeyError."""
    (tmp_path / "sheet.csv").write_text("srcIndex,judgeId,system1Id,system1rank,system2Id\n1,j,A,1,B\n")
    with pytest.raises(InputError, match="has no column 'system2rank'"):
        read_judgments(tmp_path / "sheet.csv")


@pytest.mark.parametrize("huge", ["1e308", "-1e308", "1e101"])
def test_a_score_whose_square_is_no_number(tmp_path: Path, huge: str) -> None:
    """Correlations overflowed, with a warning of numpy's."""
    file = scores_file(tmp_path, "odd", ["1", "2", huge, "4", "5"])
    said = "expected a number of a size up to 1e+100"
    assert said in run("meta", EXAMPLE, "--scores", file, *FAST).refusal
    (tmp_path / "human.tsv").write_text(f"system\tscore\na\t1\nb\t{huge}\nc\t3\n")
    (tmp_path / "m.sys.score").write_text("a\t0.5\nb\t0.7\nc\t0.1\n")
    refusal = run("meta", str(tmp_path / "human.tsv"), "--scores", str(tmp_path / "m.sys.score"), *FAST).refusal
    assert said in refusal
    with pytest.raises(InputError, match="beyond 1e"):
        tertium.meta(EXAMPLE, None, scores={"odd": [1.0, 2.0, float(huge), 4.0, 5.0]}, resamples=10)
