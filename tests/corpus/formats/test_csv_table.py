"""CSV: quoted fields, line ends inside them, and marks that would merge rows."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.shell import run
from tertium.corpus.files.access import Source
from tertium.corpus.formats.columns import TextBlock
from tertium.corpus.formats.csv_table import CsvFile
from tertium.corpus.formats.records import read_records
from tertium.corpus.notices import Found
from tertium.errors import InputError

TEXT = 'id,ref,"sys, one"\r\n1,"the cat, sat",the cat sat\r\n2,"he said ""no""","two\nlines"\r\n3,a "b" c,\r\n'


def columns(path: Path, *keys: str | int, segments: int = 2) -> list[list[str | None]]:
    made: list[list[str | None]] = [[] for _ in keys]
    for blocks in CsvFile(Source(path)).read(keys, segments, Found()):
        for column, block in zip(made, blocks, strict=True):
            assert isinstance(block, TextBlock)
            column += block.texts
    return made


def put(folder: Path, text: str, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_quoted_fields_commas_marks_and_line_ends(tmp_path: Path) -> None:
    path = put(tmp_path, TEXT)
    assert columns(path, "ref", "sys, one") == [
        ["the cat, sat", 'he said "no"', 'a "b" c'],
        ["the cat sat", "two\nlines", ""],
    ]
    assert columns(path, 1, segments=1) == [["id", "1", "2", "3"]]
    assert read_records(path).columns["sys,_one"] == ["the cat sat", "two\nlines", ""]


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"])), min_size=2, max_size=2)
    )
)
def test_what_pythons_writer_wrote_comes_back(rows: list[list[str]]) -> None:
    import tempfile

    buffer = io.StringIO()
    csv.writer(buffer, quoting=csv.QUOTE_ALL).writerows([["a", "b"], *rows])
    with tempfile.TemporaryDirectory() as folder:
        assert columns(put(Path(folder), buffer.getvalue()), "a", "b") == [
            [row[0] for row in rows],
            [row[1] for row in rows],
        ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('a,b\n1,"open\n2,x\n3,y\n', r"t\.csv line 2 begins a row whose quotation mark is never closed"),
        ('a,b\n1,"x" y\n', r"t\.csv line 2 has text behind a closing quotation mark"),
        ('a,b\n1,"x\n2,"y"\n', r"t\.csv line 3 has text behind a closing quotation mark, .* begins on line 2"),
        ("a,b\n1,x,y\n", r"t\.csv line 2 has 3 fields but the first row has 2"),
        ('a,b\n"1\n2",x\n\n', r"t\.csv line 4 has 1 field but the first row has 2"),
    ],
)
def test_what_would_merge_rows_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        columns(put(tmp_path, text), "a", "b")


def test_a_column_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no column 'rfe', only id, ref, sys, one; did you mean 'ref'"):
        columns(put(tmp_path, TEXT), "rfe")


def test_scores_of_csv_are_those_of_tsv(tmp_path: Path) -> None:
    put(tmp_path, 'ref,sys\n"the cat, sat on the mat",the cat sat on a mat\n"we ""saw"" him",we saw him\n')
    put(tmp_path, 'ref\tsys\nthe cat, sat on the mat\tthe cat sat on a mat\nwe "saw" him\twe saw him\n', "t.tsv")
    asked = ("--ref-col", "ref", "--hyp-col", "sys", "-m", "bleu", "chrf", "-f", "json", "-q")
    ours, theirs = (json.loads(run("score", name, *asked, cwd=tmp_path).out) for name in ("t.csv", "t.tsv"))
    assert ours == theirs
    assert ours["systems"][0]["name"] == "sys"  # one column names its system, too
    (tmp_path / "t.csv").rename(tmp_path / "t.txt")
    assert json.loads(run("score", "t.txt", *asked, "--table-format", "csv", cwd=tmp_path).out) == theirs


def test_csv_without_a_column_is_not_scored_as_plain_text(tmp_path: Path) -> None:
    put(tmp_path, TEXT)
    ran = run("score", "t.csv", "-i", "t.csv", cwd=tmp_path)
    assert ran.code == 2
    assert "t.csv is CSV, expected plain text; name its columns with --hyp-col, --ref-col." in ran.err


def test_nested_keys_of_json_and_a_key_with_a_dot_wins(tmp_path: Path) -> None:
    lines = [
        {"mt": {"a": {"text": "the cat sat"}}, "ref": {"de": "the cat sat"}, "mt.b": "other words here"},
        {"mt": {"a": {"text": "we saw him"}}, "ref": {"de": "we saw him"}, "mt.b": "nothing at all"},
    ]
    put(tmp_path, "".join(f"{json.dumps(line)}\n" for line in lines), "t.jsonl")
    asked = (
        "score",
        "t.jsonl",
        "--ref-col",
        "ref.de",
        "--hyp-col",
        "mt.a.text",
        "mt.b",
        "-m",
        "wer",
        "-f",
        "json",
        "-q",
    )
    systems = json.loads(run(*asked, cwd=tmp_path).out)["systems"]
    assert [(system["name"], system["scores"][0]["score"]) for system in systems] == [("mt.a.text", 0), ("mt.b", 100)]
    missing = run("score", "t.jsonl", "--ref-col", "ref.en", "--hyp-col", "mt.b", cwd=tmp_path)
    assert "t.jsonl:1 has no key 'ref.en'" in missing.err


def test_score_takes_the_scores_of_other_tools(tmp_path: Path) -> None:
    put(tmp_path, "the cat sat\nwe saw him\n", "ref.txt")
    put(tmp_path, "the cat sat\nwe saw it\n", "a.txt")
    put(tmp_path, "a cat sat\nwe saw it\n", "b.txt")
    put(
        tmp_path, 'system,segment,metric,score\na,1,comet,0.9\na,2,comet,0.7\nb,1,comet,0.5\nb,2,comet,"0.6"\n', "c.csv"
    )
    asked = ("score", "ref.txt", "-i", "a.txt", "b.txt", "-m", "chrf", "--scores", "c.csv", "-q")
    made = json.loads(run(*asked, "-f", "json", "-sl", "-ci", cwd=tmp_path).out)
    (_, comet), (_, other) = ((system["scores"]) for system in made["systems"])
    assert (comet["metric"], comet["signature"]) == ("comet", "comet (scores of c.csv)")
    assert comet["score"] == pytest.approx(0.8)
    assert other["segment_scores"] == [0.5, 0.6]
    assert comet["interval"]["low"] == pytest.approx(0.7)
    table = run(*asked, cwd=tmp_path).out
    assert "comet ↑" in table
    assert "0.800*" in table
    assert "comet ↓" in run(*asked, "--scores-lower", cwd=tmp_path).out
    short = put(tmp_path, "system,segment,metric,score\na,1,comet,0.9\nb,1,comet,0.5\n", "short.csv")
    refused = run(*asked[:-2], short.name, cwd=tmp_path)
    assert refused.code == 2
    assert "short.csv has scores of 1 segments but there are 2" in refused.err
