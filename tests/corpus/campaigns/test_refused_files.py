"""Files of judgments and scores that cannot be meant so: refused in one sentence that says where and what instead."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.campaigns.eval_sets import open_eval_set, write_eval_set
from tertium.corpus.campaigns.judgment_tables import JudgmentReading, read_judgments
from tertium.corpus.campaigns.judgments import Judgments, PairJudgments, Roster, single_scores
from tertium.corpus.campaigns.score_files.opening import read_score_files, read_scores, read_scores_of, score_files
from tertium.errors import InputError

ROSTER = (("a", "b", "c"), 3)


def tsv(folder: Path, *rows: str, name: str = "j.tsv") -> Path:
    path = folder / name
    path.write_text("".join(row.replace(" ", "\t") + "\n" for row in rows), encoding="utf-8")
    return path


def read(path: Path, **reading: object) -> Judgments:
    return read_judgments(path, Roster(*ROSTER), JudgmentReading(**reading))  # type: ignore[arg-type]


# -- human judgments


def test_judgments_of_systems_that_are_not_here_are_left_out_of_every_form(tmp_path: Path) -> None:
    made = read(tsv(tmp_path, "seg_id system1 system2 relation", "1 a x >", "2 a b <"), unknown="skip")
    assert made.pairs is not None
    assert len(made.pairs) == 1
    made = read(tsv(tmp_path, "seg_id system1 system2 n_1_better n_2_better", "1 a x 3 0", "2 a b 1 2"), unknown="skip")
    assert made.pairs is not None
    assert made.pairs.judgments == 3
    with pytest.raises(InputError, match="has no judgment of the systems here"):
        read(tsv(tmp_path, "seg_id system1 system2 relation", "1 x y >"), unknown="skip")
    made = read(tsv(tmp_path, "system seg_id rank", "a 1 1", "x 1 2", "b 1 3"), unknown="skip")
    assert made.pairs is not None
    assert made.pairs.judgments == 1
    sheet = "segmentId,judgeId,system1Id,system1rank,system2Id,system2rank\n1,j,a,1,x,2\n2,j,a,1,b,2\n"
    (tmp_path / "ranks.csv").write_text(sheet)
    made = read(tmp_path / "ranks.csv", unknown="skip")
    assert made.pairs is not None
    assert made.pairs.judgments == 1


def test_a_table_without_its_segments_says_which_column_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'seg_id'"):
        read(tsv(tmp_path, "system1 system2 relation", "a b >"))


def test_judgments_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(InputError, match="two judged systems have one name"):
        Judgments(("a", "a"), 2)
    with pytest.raises(InputError, match=r"shape \(1, 2\), expected \(2, 2\)"):
        Judgments(("a", "b"), 2, np.zeros((1, 2)))
    scored = Judgments(("a", "b"), 2, np.zeros((2, 2)), sources=("one.tsv",))
    assert Judgments(("a",), 2).coverage is None
    with pytest.raises(InputError, match="different systems or segments cannot be joined"):
        scored.joined(Judgments(("a", "c"), 2))
    with pytest.raises(InputError, match=r"segment scores are given twice, in one.tsv and two.tsv"):
        scored.joined(replace(scored, sources=("two.tsv",)))
    with pytest.raises(InputError, match="line 3 names no system"):
        Roster().system("  ", "line 3")


def test_cells_that_nobody_judged_are_not_a_number() -> None:
    np.testing.assert_array_equal(single_scores(1, 2, [(0, 1, 2.0), (0, 1, 4.0)]), [[np.nan, 3.0]])
    assert np.isnan(single_scores(2, 2, [])).all()


# -- scores of other tools


SYSTEMS = ("sysA", "sysB")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("x.txt", "a.txt\tSentence 0\tscore: 1\n", "has no line 'file, Segment N, score: X'"),
        ("x.json", json.dumps({"d/a.txt": [{"COMET": 1.0}], "e/a.txt": [{"COMET": 1.0}]}), "two files called 'a'"),
        (
            "x.json",
            json.dumps({"a": [{"COMET": 1.0}], "b": [{"other": 1.0}]}),
            "scores named COMET, other, expected one",
        ),
        ("x.json", json.dumps({"a": []}), "scores named nothing, expected one name"),
        ("x.json", json.dumps({"a": [{"one": 1.0, "two": 2.0}]}), "segment 1 has no one score"),
        ("x.json", json.dumps({"a": [3]}), "segment 1 has no one score"),
        ("x.tsv", "system\tsegment\na\t1\n", "has no column of scores"),
        ("x.tsv", "segment\n1\n", "has no column of scores; expected one for each system"),
        ("x.tsv", "system\tsegment\tscore\na\t1\t0.5\na\t3\t0.5\n", "has no score of segment 2 of 'a'"),
        ("x.tsv", "system\tsegment\tscore\na\t1\t0.5\na\t2\t0.5\nb\t1\t1\n", "has no score of segment 2 of 'b'"),
    ],
)
def test_scores_that_are_not_whole_are_refused(tmp_path: Path, name: str, text: str, says: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_scores(str(path))
    assert says in str(caught.value)


def test_json_that_is_not_comets_is_another_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"a": 3}))  # a line of JSON Lines: one segment of the system 'a'
    (table,) = read_scores(str(path))
    assert (table.systems, table.scores.tolist()) == (("a",), [[3.0]])
    for text in ("not JSON", "[1, 2]", "{}"):
        path.write_text(text)
        with pytest.raises(InputError) as caught:
            read_scores(str(path))
        assert "COMET" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("m.seg.score", "sysA\t1\nsysA\t2\nnewstest.sysA.xx-en\t1\nnewstest.sysA.xx-en\t2\n", "under two names"),
        ("m.score", "sysA\t1\nsysA\t2\nsysA\t3\n", "has 3 scores of 'sysA', expected 2"),
        ("m.doc.score", "sysA\t1\n", "scores of documents"),
        ("x.tsv", "system\tseg_id\nsysA\t1\n", "has no column of scores beside"),
        ("c.json", json.dumps({"sysA.txt": [{"COMET": 1.0}]}), "has 1 scores of each system, expected 2"),
        (
            "c.json",
            json.dumps({"sysA.txt": [{"COMET": 1.0}] * 2, "newstest.sysA.xx-en": [{"COMET": 1.0}] * 2}),
            "under two names",
        ),
    ],
)
def test_scores_of_some_systems_must_be_theirs_and_complete(tmp_path: Path, name: str, text: str, says: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_scores_of(path, SYSTEMS, 2)
    assert says in str(caught.value)


def test_a_file_without_a_level_may_hold_one_score_of_each_system(tmp_path: Path) -> None:
    (tmp_path / "m.score").write_text("sysA\t1\nsysB\t2\nelse\t3\n")
    (made,) = read_scores_of(tmp_path / "m.score", SYSTEMS, 2)
    np.testing.assert_array_equal(made.system_scores, [1.0, 2.0])
    assert made.unknown_systems == ("else",)


def test_systems_without_output_are_named_whatever_the_file(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("system\tseg_id\tscore\nsysA\t1\t1\nelse\t1\t2\n")
    (made,) = read_scores_of(tmp_path / "x.tsv", SYSTEMS, 2)
    assert made.unknown_systems == ("else",)
    both = {"sysA.txt": [{"COMET": 1.0}] * 2, "else.txt": [{"COMET": 2.0}] * 2}
    (tmp_path / "c.json").write_text(json.dumps(both))
    (made,) = read_scores_of(tmp_path / "c.json", SYSTEMS, 2)
    assert made.unknown_systems == ("else",)
    np.testing.assert_array_equal(made.segment_scores, [[1.0, 1.0], [np.nan, np.nan]])


def test_segments_and_systems_of_one_metric_are_joined_and_never_twice(tmp_path: Path) -> None:
    (tmp_path / "m.seg.score").write_text("sysA\t1\nsysA\t2\n")
    (tmp_path / "m.sys.score").write_text("sysA\t1.5\nsysB\t0\n")
    (tmp_path / "m.doc.score").write_text("sysA\t7\n")
    (made,) = read_score_files([str(tmp_path)], SYSTEMS, 2)
    np.testing.assert_array_equal(made.segment_scores, [[1.0, 2.0], [np.nan, np.nan]])
    np.testing.assert_array_equal(made.system_scores, [1.5, 0.0])
    assert made.source.count("m.s") == 2
    twice = [str(tmp_path / "m.seg.score")] * 2
    assert score_files(twice) == twice
    with pytest.raises(InputError, match="both hold scores by m; give one of them"):
        read_score_files(twice, SYSTEMS, 2)


# -- directories of mt-metrics-eval


@pytest.fixture
def evaluated(tmp_path: Path) -> Path:
    folder = tmp_path / "set"
    for inner in ("sources", "references", "system-outputs/en-de", "documents", "human-scores", "metric-scores/en-de"):
        (folder / inner).mkdir(parents=True)
    (folder / "sources" / "en-de.txt").write_text("one\ntwo\n")
    (folder / "references" / "en-de.refA.txt").write_text("eins\nzwei\n")
    for name in ("refA", "sysA", "sysB"):
        (folder / "system-outputs" / "en-de" / f"{name}.txt").write_text("eins\nzwo\n")
    (folder / "documents" / "en-de.docs").write_text("news\td1\nnews\td1\n")
    (folder / "human-scores" / "en-de.mqm.seg.score").write_text("sysA\t-1\nsysA\t0\nsysB\t-2\nsysB\t-3\n")
    return folder


def test_judgments_where_less_is_better_are_turned_round(evaluated: Path) -> None:
    (evaluated / "human-scores" / "en-de.mqm.sys.score").write_text("sysA\t-1\nsysB\t-2.5\n")
    made = open_eval_set(evaluated, "en-de", better="lower")
    np.testing.assert_array_equal(made.judgments.scores, [[1.0, 0.0], [2.0, 3.0]])
    np.testing.assert_array_equal(made.judgments.system_scores, [1.0, 2.5])


def test_human_scores_that_do_not_fit_are_refused_or_named(evaluated: Path) -> None:
    scores = evaluated / "human-scores" / "en-de.mqm.seg.score"
    scores.write_text("sysA\t-1\nsysA\t0\nrefA\t1\nrefA\t1\nelse\t1\nelse\t1\n")
    made = open_eval_set(evaluated, "en-de")
    assert any("systems without output left out: else" in note for note in made.judgments.notes)
    scores.write_text("sysA\t-1\n")
    with pytest.raises(InputError, match="has 1 scores of 'sysA', expected 2"):
        open_eval_set(evaluated, "en-de")
    scores.unlink()
    with pytest.raises(InputError, match="has no human scores of en-de"):
        open_eval_set(evaluated, "en-de")


def test_what_has_no_place_in_such_a_directory_is_refused_before_anything_is_written(
    evaluated: Path, tmp_path: Path
) -> None:
    made = open_eval_set(evaluated, "en-de")
    compared = PairJudgments.of([(0, 0, 1, 1, 1, 0)])
    alone = replace(made, judgments=replace(made.judgments, scores=None, system_scores=None, pairs=compared))
    with pytest.raises(InputError, match="has comparisons alone"):
        write_eval_set(alone, tmp_path / "out")
    with pytest.raises(InputError, match="has no sources"):
        write_eval_set(replace(made, sources=None), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_sheet_without_languages_is_of_one_pair(tmp_path: Path) -> None:
    sheet = "segmentId,judgeId,system1Id,system1rank,system2Id,system2rank\n1,j,a,1,b,2\n"
    (tmp_path / "ranks.csv").write_text(sheet)
    made = read_judgments(tmp_path / "ranks.csv", Roster(*ROSTER), JudgmentReading())
    assert made.pairs is not None
    assert made.pairs.judgments == 1
