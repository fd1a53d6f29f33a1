"""Tables of human judgments: every form is read, every doubtful cell refused with its place."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.campaigns.judgment_tables import JudgmentReading, read_judgments
from tertium.corpus.campaigns.judgments import Judgments, PairJudgments, Roster
from tertium.errors import InputError, in_python


def written(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return path


def tsv(folder: Path, *rows: str, name: str = "j.tsv") -> Path:
    return written(folder, name, *(row.replace(" ", "\t") for row in rows))


ROSTER = (("a", "b", "c"), 3)


def read(path: Path, **reading: object) -> Judgments:
    return read_judgments(path, Roster(*ROSTER), JudgmentReading(**reading))  # type: ignore[arg-type]


def test_segment_scores_have_a_cell_for_each_system_and_segment_and_nan_where_nobody_judged(tmp_path: Path) -> None:
    made = read(tsv(tmp_path, "system seg_id score", "a 1 0.5", "c 3 -2", "b 1 4e-1"))
    assert made.systems == ("a", "b", "c")
    np.testing.assert_array_equal(made.scores, [[0.5, np.nan, np.nan], [0.4, np.nan, np.nan], [np.nan, np.nan, -2.0]])
    assert made.coverage is not None
    assert (made.coverage.cells, made.coverage.judged) == (9, 3)
    assert (made.coverage.silent_segments, made.coverage.gaps) == (1, 3)


def test_every_format_gives_the_same_judgments(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [("a", 1, 0.5), ("b", 2, -1.25), ("c", 3, 0.0)]
    files = [
        tsv(tmp_path, "system seg_id score", *(f"{s} {i} {x}" for s, i, x in rows)),
        written(tmp_path, "j.csv", "System,Seg-ID,Score", *(f'"{s}",{i},{x}' for s, i, x in rows)),
        written(tmp_path, "j.jsonl", *(json.dumps({"system": s, "segment": i, "score": x}) for s, i, x in rows)),
        tmp_path / "j.parquet",
    ]
    columns = dict(zip(("system", "seg_id", "score"), map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(pa.table(columns), files[-1])
    expected = [[0.5, np.nan, np.nan], [np.nan, -1.25, np.nan], [np.nan, np.nan, 0.0]]
    for path in files:
        np.testing.assert_array_equal(read(path).scores, expected, err_msg=path.name)


def test_a_quotation_mark_in_tsv_is_text_and_merges_no_rows(tmp_path: Path) -> None:
    path = tsv(tmp_path, "system score", '"a 1', "b 2", 'c" 3')
    made = read_judgments(path, Roster(('"a', "b", 'c"'), 3))
    np.testing.assert_array_equal(made.system_scores, [1, 2, 3])


def test_a_quotation_mark_that_would_merge_csv_rows_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "j.csv", "system,score", '"a,1', "b,2")
    with pytest.raises(InputError, match="line 2 begins a row whose quotation mark is never closed"):
        read(path)
    path = written(tmp_path, "j.csv", "system,score", '"a,1', 'b" or so,2')
    with pytest.raises(InputError, match="line 3 has text behind a closing quotation mark"):
        read(path)


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("N/A", "line 3, column 'score', is 'N/A', expected a number; a missing judgment"),
        ("nan", "expected a number"),
        ("None", "nan='skip'"),
        ("inf", "expected a number"),
        ("1e400", "not a finite number"),
        ("1_000", "expected a number"),
        ("١٢", "expected a number"),
        ("0,5", "with a decimal point it is 0.5"),
        ("good", "expected a number"),
    ],
)
def test_what_is_no_number_is_refused_with_its_line(tmp_path: Path, cell: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tsv(tmp_path, "system seg_id score", "a 1 0.5", f"b 1 {cell}"))
    assert says in str(caught.value)
    assert "line 3" in str(caught.value)


def test_json_and_parquet_numbers_are_as_strict(tmp_path: Path) -> None:
    for value in ("NaN", "Infinity", "true", '"x"', "null", "1e999"):
        path = written(tmp_path, "j.jsonl", f'{{"system": "a", "seg_id": 1, "score": {value}}}')
        with pytest.raises(InputError, match="line 1"):
            read(path)


def test_missing_numbers_are_skipped_and_counted_when_asked(tmp_path: Path) -> None:
    made = read(tsv(tmp_path, "system seg_id score", "a 1 0.5", "b 1 None", "c 1 nan"), nan="skip")
    assert made.coverage is not None
    assert made.coverage.judged == 1
    assert any("2 cells without a number" in note for note in made.notes)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("d 1 0.5", "judges the system 'd', which has no output here"),
        ("a 4 0.5", "judges segment 4, but there are 3 segments"),
        ("a 0 0.5", "judges segment 0, but segments count from 1 (segments_from=0"),
        ("a 1.5 0.5", "expected a whole number"),
        ("b 1 0.5", "again, after line 2"),
        ("a 1", "has 2 fields but the header has 3"),
        ("", "is blank"),
    ],
)
def test_rows_that_fit_nowhere_are_refused(tmp_path: Path, row: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tsv(tmp_path, "system seg_id score", "b 1 1", row))
    assert says in str(caught.value)


def test_strangers_are_left_out_and_named_when_asked(tmp_path: Path) -> None:
    made = read(tsv(tmp_path, "system score", "a 1", "d 2", "c 3"), unknown="skip")
    np.testing.assert_array_equal(made.system_scores, [1, np.nan, 3])
    assert any("1 system without output left out: d" in note for note in made.notes)


def test_judges_are_averaged_and_the_same_judge_twice_is_refused(tmp_path: Path) -> None:
    header = "system seg_id judge adequacy"
    made = read(tsv(tmp_path, header, "a 1 x 5", "a 1 y 4", "a 1 z 3", "b 1 x 1"))
    assert made.scores is not None
    assert made.scores[0, 0] == 0.75
    assert made.scores[1, 0] == 0.0
    with pytest.raises(InputError, match="by the same judge again, after line 2"):
        read(tsv(tmp_path, header, "a 1 x 5", "a 1 x 4"))
    with pytest.raises(InputError, match="is 6, expected 1 to 5"):
        read(tsv(tmp_path, header, "a 1 x 6"))


def test_adequacy_and_fluency_are_chosen_or_averaged(tmp_path: Path) -> None:
    path = tsv(tmp_path, "system seg_id judge adequacy fluency", "a 1 x 5 2", "a 1 y 4 1")
    for column, expected in ((None, 0.875), ("fluency", 0.125), ("adequacy+fluency", 0.5)):
        made = read(path, column=column)
        assert made.scores is not None
        assert made.scores[0, 0] == pytest.approx(expected)


def test_duplicates_are_averaged_when_asked(tmp_path: Path) -> None:
    made = read(tsv(tmp_path, "system seg_id score", "a 1 1", "a 1 2"), duplicates="mean")
    assert made.scores is not None
    assert made.scores[0, 0] == 1.5
    assert any("1 row judges again what an earlier one judged; means are taken" in note for note in made.notes)


def test_duplicates_of_systems_and_of_ranks_are_averaged_too(tmp_path: Path) -> None:
    made = read(tsv(tmp_path, "system score", "a 1", "a 3", "b 5"), duplicates="mean")
    assert made.system_scores is not None
    assert made.system_scores[:2].tolist() == [2.0, 5.0]
    ranked = read(tsv(tmp_path, "system seg_id rank judge", "a 1 1 J", "a 1 4 J", "b 1 2 J"), duplicates="mean")
    assert ranked.pairs is not None
    assert (ranked.pairs.first.tolist(), ranked.pairs.second.tolist()) == ([0], [1])
    assert ranked.pairs.relation.tolist() == [-1]


def test_a_segment_beyond_reason_is_refused_and_asks_for_no_memory(tmp_path: Path) -> None:
    path = tsv(tmp_path, "system seg_id score", "a 999999999999 1", "b 1 2")
    with pytest.raises(InputError, match=r"line 2 judges segment 999999999999, expected at most 10,000,000"):
        read_judgments(path)


@pytest.mark.parametrize(
    ("column", "values", "better", "expected"),
    [
        ("mqm", (-5.0, -1.0), None, (-5.0, -1.0)),
        ("mqm", (5.0, 1.0), None, (-5.0, -1.0)),
        ("esa", (80.0, 90.0), None, (80.0, 90.0)),
        ("da", (80.0, 90.0), None, (80.0, 90.0)),
        ("post_edit_distance", (0.3, 0.1), None, (-0.3, -0.1)),
        ("hter", (0.3, 0.1), None, (-0.3, -0.1)),
        ("score", (0.3, 0.1), "lower", (-0.3, -0.1)),
        ("adequacy", (5.0, 2.0), None, (1.0, 0.25)),
        ("adequacy", (5.0, 2.0), "lower", (-1.0, -0.25)),
    ],
)
def test_directions_are_known_or_declared(
    tmp_path: Path, column: str, values: tuple[float, float], better: str | None, expected: tuple[float, float]
) -> None:
    path = tsv(tmp_path, f"system seg_id {column}", f"a 1 {values[0]}", f"b 1 {values[1]}")
    made = read(path, better=better)
    assert made.scores is not None
    assert tuple(made.scores[:2, 0]) == expected


@pytest.mark.parametrize("columns", ["adequacy+score", "score+hter", "mqm+score"])
def test_means_over_different_scales_or_directions_are_refused(tmp_path: Path, columns: str) -> None:
    one, two = columns.split("+")
    with pytest.raises(InputError, match="different scales or directions"):
        read(tsv(tmp_path, f"system seg_id {one} {two}", "a 1 2 3"), column=columns)


def test_directions_of_comparisons_are_their_own_and_of_rankings_of_five_can_be_declared(tmp_path: Path) -> None:
    made = read(tsv(tmp_path, "seg_id system1 system2 relation", "1 a b >"), better="lower")
    assert triples(made.pairs) == [(0, 0, 1, 1, 1)]
    assert any("better=… and judgment_column=… change nothing" in in_python(note) for note in made.notes)
    row = "German,English,2,-1,2,j1,1,a,2,b,3,c,4,x,5,y,1,2,-1,-1,-1"
    sheet = written(tmp_path, "w.csv", SHEET, row)
    turned = read_judgments(sheet, Roster(*ROSTER), JudgmentReading(better="higher"))
    assert triples(turned.pairs) == [(1, 0, 1, -1, 1)]


def test_a_key_that_a_json_line_lacks_is_a_missing_value(tmp_path: Path) -> None:
    path = written(tmp_path, "x.jsonl", '{"system": "a", "seg_id": 1}', '{"system": "b", "seg_id": 1, "score": 1}')
    with pytest.raises(InputError, match=r"line 1, column 'score', has no value.*nan='skip'"):
        read(path)


def test_mqm_of_both_signs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"both signs.*better='higher'"):
        read(tsv(tmp_path, "system seg_id mqm", "a 1 1", "b 1 -1"))


def triples(pairs: PairJudgments | None) -> list[tuple[int, ...]]:
    assert pairs is not None
    columns = (pairs.segment, pairs.first, pairs.second, pairs.relation, pairs.count)
    return sorted(tuple(int(x) for x in row) for row in zip(*columns, strict=True))


def test_comparisons_keep_ties_and_judges(tmp_path: Path) -> None:
    path = tsv(tmp_path, "seg_id judge system1 system2 relation", "1 x a b >", "1 y a b =", "2 x c a <", "1 x a b >")
    made = read(path)
    assert triples(made.pairs) == [(0, 0, 1, 0, 1), (0, 0, 1, 1, 1), (0, 0, 1, 1, 1), (1, 2, 0, -1, 1)]
    assert made.pairs is not None
    assert made.pairs.ties == 1
    assert made.pairs.judge.tolist() == [0, 1, 0, 0]
    assert any("1 comparison repeats an earlier one" in note for note in made.notes)
    assert triples(made.pairs.decided()) == [(0, 0, 1, 1, 1), (0, 0, 1, 1, 1), (1, 0, 2, 1, 1)]


def test_counted_comparisons(tmp_path: Path) -> None:
    header = "seg_id system1 system2 n_1_better n_2_better n_ties"
    made = read(tsv(tmp_path, header, "1 a b 2 1 3", "2 b c 0 1 0"))
    assert triples(made.pairs) == [(0, 0, 1, -1, 1), (0, 0, 1, 0, 3), (0, 0, 1, 1, 2), (1, 1, 2, -1, 1)]
    with pytest.raises(InputError, match="this pair on this segment again"):
        read(tsv(tmp_path, header, "1 a b 2 1 3", "1 b a 1 0 0"))
    with pytest.raises(InputError, match="is -1, expected a count"):
        read(tsv(tmp_path, header, "1 a b -1 1 3"))


def test_relations_and_self_comparisons_are_checked(tmp_path: Path) -> None:
    header = "seg_id system1 system2 relation"
    with pytest.raises(InputError, match="'better', expected one of > < ="):
        read(tsv(tmp_path, header, "1 a b better"))
    with pytest.raises(InputError, match="compares a system with itself"):
        read(tsv(tmp_path, header, "1 a a >"))


def test_ranks_become_comparisons_within_judge_and_segment(tmp_path: Path) -> None:
    path = tsv(tmp_path, "system seg_id judge rank", "a 1 x 1", "b 1 x 2", "c 1 x 2", "c 1 y 1")
    assert triples(read(path).pairs) == [(0, 0, 1, 1, 1), (0, 0, 2, 1, 1), (0, 1, 2, 0, 1)]


SHEET = "srclang,trglang,srcIndex,documentId,segmentId,judgeId," + ",".join(
    [f"system{i}Number,system{i}Id" for i in range(1, 6)] + [f"system{i}rank" for i in range(1, 6)]
)


def test_wmt_rankings_of_five(tmp_path: Path) -> None:
    row = "German,English,2,-1,2,j1,1,newstest2013.a.de-en,2,newstest2013.b.de-en,3,c,4,a,5,b,1,2,-1,1,3"
    other = row.replace("German", "Czech")
    made = read_judgments(written(tmp_path, "w.csv", SHEET, row, other), Roster(*ROSTER), languages="de-en")
    # a1 b2 (c blank) a1 b3: the same system twice is no comparison
    assert triples(made.pairs) == sorted([(1, 0, 1, 1, 1), (1, 0, 1, 1, 1), (1, 1, 0, -1, 1), (1, 0, 1, 1, 1)])
    assert any("1 rank left blank" in note for note in made.notes)
    with pytest.raises(InputError, match="rankings of cs-en, de-en; say which with language="):
        read_judgments(written(tmp_path, "w.csv", SHEET, row, other), Roster(*ROSTER))
    with pytest.raises(InputError, match="no rankings of fr-en"):
        read_judgments(written(tmp_path, "w.csv", SHEET, row), Roster(*ROSTER), languages="fr-en")


def test_ranking_sheets_of_other_years(tmp_path: Path) -> None:
    # WMT12 puts its CSV into a .txt, WMT16 has two systems a row and ISO 639-2 codes.
    row = "German,English,2,-1,2,j1,1,a,2,b,3,c,4,x,5,y,1,2,3,-1,-1"
    made = read_judgments(written(tmp_path, "wmt12.RNK_results.txt", SHEET, row), Roster(*ROSTER))
    assert triples(made.pairs) == [(1, 0, 1, 1, 1), (1, 0, 2, 1, 1), (1, 1, 2, 1, 1)]
    header = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
    rows = ["cze,eng,3,3,judge1,newstest2016.a.cs-en,5,newstest2016.b.cs-en,3,1"]
    made = read_judgments(written(tmp_path, "wmt16.csv", header, *rows), Roster(*ROSTER), languages="cs-en")
    assert triples(made.pairs) == [(2, 0, 1, -1, 1)]


def test_nan_in_parquet_is_refused_with_its_row(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "j.parquet"
    parquet.write_table(pa.table({"system": ["a", "b"], "seg_id": [1, 1], "score": [0.5, float("nan")]}), path)
    with pytest.raises(InputError, match="row 2, column 'score', is not a finite number"):
        read(path)
    made = read(path, nan="skip")
    assert made.coverage is not None
    assert made.coverage.judged == 1


def test_without_a_roster_systems_and_segments_come_from_the_file(tmp_path: Path) -> None:
    made = read_judgments(tsv(tmp_path, "system seg_id score", "y 1 1", "x 7 2"))
    assert made.systems == ("y", "x")
    assert made.segments == 7


def test_several_value_columns_need_a_choice(tmp_path: Path) -> None:
    path = tsv(tmp_path, "system seg_id da mqm", "a 1 80 -1")
    with pytest.raises(InputError, match="judgments in da, mqm; choose one"):
        read(path)
    assert read(path, column="mqm").kind == "mqm"
    with pytest.raises(InputError, match="has no column 'esa'"):
        read(path, column="esa")
    with pytest.raises(InputError, match="no column of judgments"):
        read(tsv(tmp_path, "system seg_id opinion", "a 1 80"))


def test_a_selection_of_systems_keeps_their_comparisons() -> None:
    pairs = PairJudgments.of([(0, 0, 1, 1, 1, 0), (0, 2, 0, -1, 1, 0)])
    made = Judgments(("a", "b", "c"), 1, np.array([[1.0], [2.0], [3.0]]), None, pairs).of(("c", "a"))
    np.testing.assert_array_equal(made.scores, [[3.0], [1.0]])
    assert triples(made.pairs) == [(0, 0, 1, -1, 1)]
