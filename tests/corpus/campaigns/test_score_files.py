"""Score files of mt-metrics-eval, tables and COMET's JSON: read strictly, written so that they read back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.eval_sets import is_eval_set, language_pairs, open_eval_set, write_eval_set
from tertium.corpus.campaigns.score_files.eval_files import read_score_file, score_file_name, write_score_file
from tertium.corpus.campaigns.score_files.opening import read_scores_of, score_files
from tertium.corpus.campaigns.score_files.scores import ScoreFile, ScoreTable, Wanted, placed
from tertium.corpus.campaigns.score_files.tables import read_table
from tertium.errors import InputError, TertiumError

SYSTEMS = ("a", "b c")


def test_a_written_file_reads_back_to_the_last_bit_with_none_for_missing(tmp_path: Path) -> None:
    scores = np.array([[0.1 + 0.2, np.nan, -0.0], [1e-300, 5.0, 2 / 3]])
    path = tmp_path / score_file_name("lr-kb4:alpha=0.5", "refA", "seg")
    assert path.name == "lr-kb4_alpha_0.5-refA.seg.score"
    write_score_file(path, SYSTEMS, scores)
    assert "a\tNone\n" in path.read_text()
    (made,) = read_scores_of(path, SYSTEMS, 3)
    assert made.name == "lr-kb4_alpha_0.5-refA"
    assert made.system_scores is None
    np.testing.assert_array_equal(made.segment_scores, scores)


def test_system_scores_and_names_with_spaces(tmp_path: Path) -> None:
    path = tmp_path / "x-refA.sys.score"
    write_score_file(path, SYSTEMS, np.array([1.5, np.nan]))
    assert path.read_text() == "a\t1.5\nb c\tNone\n"
    (made,) = read_scores_of(path, SYSTEMS, 3)
    np.testing.assert_array_equal(made.system_scores, [1.5, np.nan])
    with pytest.raises(InputError, match="holds a TAB"):
        write_score_file(path, ("a\tb",), np.array([1.0]))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a\tN/A\n", "line 1 is 'N/A', expected a number"),
        ("a\t1\n\na\t2\n", "line 2 is blank"),
        ("a 1\n", "has 1 fields, expected 'system<TAB>score'"),
        ("a\tnan\n", "'nan', expected a number"),
        ("a\tinf\n", "expected a number"),
        ("a\t1e999\n", "not a finite number"),
        ("a\t1_0\n", "expected a number"),
        ("", "is empty"),
    ],
)
def test_what_other_readers_take_or_trip_over_is_refused_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "x.seg.score"
    path.write_text(text)
    with pytest.raises(TertiumError) as caught:
        read_score_file(path)
    assert says in str(caught.value)


def test_a_wrong_number_of_segments_is_refused_and_strangers_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.seg.score"
    path.write_text("a\t1\na\t2\nrefB\t1\nrefB\t2\n")
    with pytest.raises(InputError, match="has 2 scores of 'a', expected 3"):
        read_scores_of(path, ("a",), 3)
    (made,) = read_scores_of(path, ("a",), 2)
    assert made.unknown_systems == ("refB",)


def test_document_scores_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.doc.score"
    path.write_text("a\t1\n")
    with pytest.raises(InputError, match="scores of documents"):
        read_scores_of(path, ("a",), 1)


def test_tables_give_one_metric_a_column_or_a_word(tmp_path: Path) -> None:
    wide = tmp_path / "wide.csv"
    wide.write_text("system,seg_id,comet,bleurt\na,1,0.5,1\na,2,0.25,2\nb c,1,0,3\nb c,2,1,4\n")
    made = {scores.name: scores.segment_scores for scores in read_scores_of(wide, SYSTEMS, 2)}
    np.testing.assert_array_equal(made["comet"], [[0.5, 0.25], [0.0, 1.0]])
    np.testing.assert_array_equal(made["bleurt"], [[1.0, 2.0], [3.0, 4.0]])
    long = tmp_path / "long.tsv"
    long.write_text("segment\tsystem\tmetric\tscore\n1\ta\tx\t7\n1\tb c\tx\t8\n1\ta\ty\t9\n")
    made = {scores.name: scores.segment_scores for scores in read_scores_of(long, SYSTEMS, 1)}
    np.testing.assert_array_equal(made["x"], [[7.0], [8.0]])
    np.testing.assert_array_equal(made["y"], [[9.0], [np.nan]])
    long.write_text("segment\tsystem\tmetric\tscore\n1\ta\tx\t7\n1\ta\tx\t8\n")
    with pytest.raises(InputError, match="again, after line 2"):
        read_scores_of(long, SYSTEMS, 1)


def test_an_empty_cell_is_an_error_unless_missing_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text("system\tcomet\na\t\nb c\t1\n")
    with pytest.raises(InputError, match="line 2, column 'comet'"):
        read_scores_of(path, SYSTEMS, 1)
    (made,) = read_scores_of(path, SYSTEMS, 1, nan="skip")
    np.testing.assert_array_equal(made.system_scores, [np.nan, 1.0])


def test_comet_s_json(tmp_path: Path) -> None:
    path = tmp_path / "comet.json"
    items = [{"src": "x", "mt": "y", "ref": "z", "COMET": score} for score in (0.5, 0.75)]
    path.write_text(json.dumps({"out/a.txt": items, "b c.txt": items[::-1]}, indent=2))
    (made,) = read_scores_of(path, SYSTEMS, 2)
    assert made.name == "COMET"
    np.testing.assert_array_equal(made.segment_scores, [[0.5, 0.75], [0.75, 0.5]])
    with pytest.raises(InputError, match="has 2 scores of each system, expected 3"):
        read_scores_of(path, SYSTEMS, 3)


def test_what_comet_prints(tmp_path: Path) -> None:
    path = tmp_path / "comet.txt"
    lines = [f"{name}.txt\tSegment {at}\tscore: {at + 0.5}" for name in SYSTEMS for at in range(2)]
    path.write_text("\n".join([*lines, "a.txt\tscore: 1.0"]) + "\n")
    (made,) = read_scores_of(path, SYSTEMS, 2)
    assert made.name == "comet"
    np.testing.assert_array_equal(made.segment_scores, [[0.5, 1.5], [0.5, 1.5]])
    with pytest.raises(InputError, match="expected 3"):
        read_scores_of(path, SYSTEMS, 3)


def test_a_directory_stands_for_its_score_files(tmp_path: Path) -> None:
    with pytest.raises(TertiumError, match=r"directory without \.score files"):
        score_files([str(tmp_path)])
    for name in ("b.seg.score", "a.sys.score", "a.domain.score", "b.doc.score", "note.txt"):
        (tmp_path / name).write_text("a\t1\n")
    assert [Path(path).name for path in score_files([str(tmp_path)])] == ["a.sys.score", "b.seg.score"]


def test_an_eval_set_written_reads_back(tmp_path: Path) -> None:
    folder = tmp_path / "es-en"
    (folder / "systems").mkdir(parents=True)
    (folder / "src.txt").write_text("uno\ndos\n")
    (folder / "refA.txt").write_text("one\ntwo\n")
    for name in ("x", "y", "unrated"):
        (folder / "systems" / f"{name}.txt").write_text(f"{name}\n{name}\n")
    (folder / "human_seg.tsv").write_text("system\tseg_id\tscore\nx\t1\t-1.5\ny\t1\t0\ny\t2\t-25\n")
    campaign = open_campaign(folder)
    write_eval_set(campaign, tmp_path / "set")
    assert is_eval_set(tmp_path / "set")
    assert language_pairs(tmp_path / "set") == ["es-en"]
    again = open_eval_set(tmp_path / "set", "es-en")
    assert again.judgments.systems == campaign.judgments.systems == ("x", "y")
    assert again.unrated == ("unrated",)
    np.testing.assert_array_equal(again.judgments.scores, campaign.judgments.scores)
    assert [path.read_bytes() for path in again.references] == [path.read_bytes() for path in campaign.references]
    assert len((tmp_path / "set/documents/es-en.docs").read_text().splitlines()) == 2
    with pytest.raises(InputError, match="no human scores 'mqm'"):
        open_eval_set(tmp_path / "set", "es-en", "mqm")
    with pytest.raises(InputError, match="no outputs of de-en; there are es-en"):
        open_eval_set(tmp_path / "set", "de-en")


def test_the_most_careful_human_scores_are_taken_and_references_are_no_systems(tmp_path: Path) -> None:
    for inner in ("sources", "references", "system-outputs/en-de", "human-scores"):
        (tmp_path / inner).mkdir(parents=True)
    (tmp_path / "sources/en-de.txt").write_text("a\nb\n")
    for name in ("refA", "refB"):
        (tmp_path / f"references/en-de.{name}.txt").write_text("a\nb\n")
    for name in ("s1", "s2", "refB"):
        (tmp_path / f"system-outputs/en-de/{name}.txt").write_text("a\nb\n")
    scores = "s1\t-1\ns1\tNone\ns2\t0\ns2\t-5\nrefB\t0\nrefB\t0\n"
    (tmp_path / "human-scores/en-de.mqm.seg.score").write_text(scores)
    (tmp_path / "human-scores/en-de.wmt-z.sys.score").write_text("s1\t0.1\ns2\t0.2\n")
    made = open_eval_set(tmp_path, "en-de")
    assert list(made.systems) == ["s1", "s2"]
    assert made.judgments.kind == "mqm"
    np.testing.assert_array_equal(made.judgments.scores, [[-1.0, np.nan], [0.0, -5.0]])
    assert any("'mqm' of mqm, wmt-z" in note for note in made.judgments.notes)
    np.testing.assert_array_equal(open_eval_set(tmp_path, "en-de", "wmt-z").judgments.system_scores, [0.1, 0.2])


def test_a_long_table_needs_its_column_of_scores(tmp_path: Path) -> None:
    path = tmp_path / "long.tsv"
    path.write_text("system\tseg_id\tmetric\tvalue\na\t1\tx\t1\n")
    with pytest.raises(InputError, match="score"):
        read_scores_of(path, ("a", "b"), 1)


def test_cells_without_a_number_in_score_files_are_skipped_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "m.seg.score"
    path.write_text("a\t1\na\tN/A\nb\t2\nb\t3\n")
    with pytest.raises(InputError, match="line 2"):
        read_scores_of(path, ("a", "b"), 2)
    made = read_scores_of(path, ("a", "b"), 2, nan="skip")[0].segment_scores
    assert made is not None
    assert np.isnan(made[0, 1])
    assert np.isfinite(made).sum() == 3


@pytest.mark.parametrize(("suffix", "between"), [("csv", ","), ("tsv", "\t")])
def test_a_comparison_reads_one_column_for_each_metric(tmp_path: Path, suffix: str, between: str) -> None:
    rows = [("system", "segment", "COMET", "x"), ("a", 2, 0.5, 1), ("a", 1, 0.25, 2), ("b", 1, 0.75, 3), ("b", 2, 1, 4)]
    path = tmp_path / f"scores.{suffix}"
    path.write_text("".join(between.join(map(str, row)) + "\n" for row in rows))
    comet, other = read_table(ScoreFile(str(path)))
    assert (comet.metric, other.metric) == ("COMET", "x")
    np.testing.assert_array_equal(comet.of(["b", "a"]), [[0.75, 1.0], [0.25, 0.5]])
    np.testing.assert_array_equal(other.of(["a", "b"]), [[2, 1], [3, 4]])


def test_a_system_may_be_called_system(tmp_path: Path) -> None:
    path = tmp_path / "COMET.tsv"
    path.write_text("system\n0.5\n0.25\n")
    (made,) = read_table(ScoreFile(str(path)))
    np.testing.assert_array_equal(made.of(["system"]), [[0.5, 0.25]])


def test_numbers_without_a_heading_are_told_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "scores.txt"
    path.write_text("0.5\n0.25\n")
    with pytest.raises(InputError, match=r"begins with the number 0\.5, expected a first line with the system's name"):
        read_table(ScoreFile(str(path)))


def test_scores_of_one_system_under_two_of_its_names_are_refused() -> None:
    """WMT writes a system as set.system.languages; whichever of the two were taken, the other one would be lost."""
    table = ScoreTable("t.tsv", "x", ("newstest2016.a.cs-en", "a"), np.array([[1.0, 2.0], [3.0, 4.0]]))
    with pytest.raises(InputError, match=r"t\.tsv scores the system 'a' under two names"):
        placed([table], Wanted(("a", "b"), 2))
    (made,) = placed([replace(table, systems=("newstest2016.a.cs-en", "b"))], Wanted(("a", "b"), 2))
    np.testing.assert_array_equal(made.segment_scores, table.scores)
