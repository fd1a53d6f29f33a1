"""Score files of other tools, in every form they write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.corpus.campaigns.score_files.opening import read_scores
from tertium.corpus.texts.labels import read_labels
from tertium.errors import InputError

FORMS = {
    "long.tsv": "segment\tsystem\tmetric\tscore\n1\ta\tx\t0.5\n1\tb\tx\t0.25\n2\tb\tx\t1\n2\ta\tx\t-1e-1\n",
    "wide.tsv": "segment\ta\tb\n1\t0.5\t0.25\n2\t-0.1\t1\n",
    "wide.csv": "a,b\n0.5,0.25\n-0.1,1\n",
    "wide.jsonl": '{"a": 0.5, "b": 0.25}\n{"a": -0.1, "b": 1}\n',
    "metric.seg.score": "a\t0.5\na\t-0.1\nb\t0.25\nb\t1\n",
    "comet.json": '{"out/a.txt": [{"x": 0.5}, {"x": -0.1}], "out/b.txt": [{"x": 0.25}, {"x": 1.0}]}',
    "comet.txt": "out/a.txt\tSegment 0\tscore: 0.5\nout/a.txt\tSegment 1\tscore: -0.1\nout/a.txt\tscore: 0.2\n"
    "out/b.txt\tSegment 0\tscore: 0.25\nout/b.txt\tSegment 1\tscore: 1\n",
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_the_same_table(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(FORMS[name], encoding="utf-8")
    (table,) = read_scores(str(tmp_path / name))
    assert table.of(["b", "a"]).tolist() == [[0.25, 1.0], [0.5, -0.1]]
    assert table.metric == ("x" if name in ("long.tsv", "comet.json") else name.split(".")[0])


def test_several_metrics_in_one_file(tmp_path: Path) -> None:
    (tmp_path / "s.tsv").write_text("system\tmetric\tscore\na\tx\t1\na\ty\t2\n", encoding="utf-8")
    assert [(t.metric, t.scores.tolist()) for t in read_scores(str(tmp_path / "s.tsv"))] == [("x", [[1]]), ("y", [[2]])]


WRONG = {
    "a segment is missing": ("system\tsegment\tscore\na\t1\t1\na\t2\t1\nb\t1\t1\n", "no score of segment 2 of 'b'"),
    "a segment twice": ("system\tsegment\tscore\na\t1\t1\na\t1\t2\n", "line 3 scores segment 1 of 'a' again"),
    "no number": ("a\tb\n1\tx\n", r"line 2, column 'b', is 'x', expected a number"),
    "nan": ("system\tscore\na\tnan\n", "line 2, column 'score', has no score; a comparison needs"),
    "None": ("a\tNone\na\t1\n", "line 1 has no score; a comparison needs"),
    "not finite": ("system\tscore\na\tinf\n", "expected a number"),
    "nothing": ("", "empty"),
    "a field too many": ("a\t1\nb\t2\t3\n", "line 2"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_tables_say_what_and_where(tmp_path: Path, case: str) -> None:
    text, message = WRONG[case]
    (tmp_path / "s.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_scores(str(tmp_path / "s.tsv"))


@pytest.mark.parametrize(
    ("name", "text"), [("s.tsv", "Via-CA\tnew.v2\n1\t2\n"), ("s.jsonl", '{"Via-CA": 1, "new.v2": 2}\n')]
)
def test_systems_at_the_head_of_columns_keep_their_names(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_scores(str(tmp_path / name))[0].systems == ("Via-CA", "new.v2")


def test_a_system_without_scores_is_named(tmp_path: Path) -> None:
    (tmp_path / "s.tsv").write_text("a\tb\n1\t2\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"s\.tsv has no scores of 'c', only of a, b"):
        read_scores(str(tmp_path / "s.tsv"))[0].of(["a", "c"])


def test_labels_from_lines_and_from_columns(tmp_path: Path) -> None:
    (tmp_path / "docs.txt").write_text("x\nx\ny\n", encoding="utf-8")
    (tmp_path / "t.tsv").write_text("doc\tdomain\nd1\tnews\nd2\ttalk\n", encoding="utf-8")
    assert read_labels(str(tmp_path / "docs.txt"), 3) == ["x", "x", "y"]
    assert read_labels(f"{tmp_path}/t.tsv:domain") == ["news", "talk"]
    assert read_labels(f"{tmp_path}/t.tsv:doc", 2) == ["d1", "d2"]
    with pytest.raises(InputError, match=r"docs\.txt has 3 lines but there are 4 segments"):
        read_labels(str(tmp_path / "docs.txt"), 4)
