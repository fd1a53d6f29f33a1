"""Tables with named columns, several references in one file, blank and missing references, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.shell import GOOD, POOR, REF, score, write

OTHER = ["a cat sat on a mat .", "history interested him , so he read the book ."]
METRIC = ("-m", "bleu:tok=none,order=1", "-f", "json")


@pytest.fixture
def tables(texts: Path) -> Path:
    write(texts, other=OTHER, src=["le chat", "il lisait"])
    columns = [["le chat", "il lisait"], GOOD, POOR, REF, OTHER]
    rows = ["\t".join(row) for row in zip(*columns, strict=True)]
    (texts / "t.tsv").write_text("\n".join(["src\tgood\tpoor\tref\tother", *rows]) + "\n", encoding="utf-8")
    lines = [
        json.dumps({"src": s, "good": g, "poor": p, "refs": [r, o]}) for s, g, p, r, o in zip(*columns, strict=True)
    ]
    (texts / "t.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (texts / "two.txt").write_text("".join(f"{r}\t{o}\n" for r, o in zip(REF, OTHER, strict=True)), encoding="utf-8")
    return texts


def numbers(folder: Path, *arguments: str) -> dict[str, float]:
    done = score(folder, *arguments, *METRIC)
    assert done.code == 0, done.err
    return {system["name"]: system["scores"][0]["score"] for system in json.loads(done.out)["systems"]}


def test_every_way_to_say_the_same_gives_the_same_numbers(tables: Path) -> None:
    plain = numbers(tables, "ref.txt", "other.txt", "-i", "good.txt", "poor.txt", "-s", "src.txt")
    assert set(plain) == {"good", "poor"}
    for arguments in (
        ["t.tsv", "--ref-col", "ref", "other", "--hyp-col", "good", "poor"],
        ["t.tsv", "--ref-col", "ref", "other", "--hyp-col", "good", "poor", "--src-col", "src"],
        ["-i", "t.tsv", "--ref-col", "ref", "other", "--hyp-col", "good", "poor"],
        ["t.tsv", "--ref-col", "ref", "other", "-i", "t.jsonl", "--hyp-col", "good", "poor"],
        ["t.jsonl", "--ref-col", "refs", "--hyp-col", "good", "poor"],
        ["t.jsonl", "--ref-col", "refs", "-i", "good.txt", "poor.txt"],
        ["ref.txt", "other.txt", "-i", "t.tsv", "--hyp-col", "good", "poor"],
        ["two.txt", "--num-refs", "2", "-i", "good.txt", "poor.txt"],
        ["two.txt", "-nr", "2", "-i", "t.tsv", "--hyp-col", "good", "poor"],
    ):
        assert numbers(tables, *arguments) == plain, arguments


def test_parquet_is_read_through_its_extra(tables: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow (extra 'arrow') is not installed")
    import pyarrow.parquet

    pyarrow.parquet.write_table(arrow.table({"mt": POOR, "ref": REF}), tables / "t.parquet")
    plain = numbers(tables, "ref.txt", "-i", "poor.txt")
    assert numbers(tables, "t.parquet", "--ref-col", "ref", "--hyp-col", "mt") == {"mt": plain["poor"]}


def test_columns_may_be_numbers_and_name_systems(tables: Path) -> None:
    with_header = score(tables, "t.tsv", "--ref-col", "4", "--hyp-col", "2", "3", *METRIC)
    assert [system["name"] for system in json.loads(with_header.out)["systems"]] == ["t:2", "t:3"]
    suspicious = score(tables, "t.tsv", "--ref-col", "4", "--hyp-col", "1", *METRIC)
    assert json.loads(suspicious.out)["systems"][0]["name"] == "t:1"
    (tables / "t2.tsv").write_bytes((tables / "t.tsv").read_bytes())
    assert "t.tsv line 1: looks like a header, but was scored as a segment" in suspicious.err
    assert set(numbers(tables, "ref.txt", "-i", "t.tsv", "--hyp-col", "good")) == {"good"}
    assert set(numbers(tables, "ref.txt", "-i", "t.tsv", "t2.tsv", "--hyp-col", "good")) == {"t", "t2"}


def test_a_blank_among_several_references_is_absent_unless_kept(tmp_path: Path) -> None:
    write(tmp_path, a=["x y", "x y"], b=["x y", ""], sys=["x y", "x y"])
    done = score(tmp_path, "a.txt", "b.txt", "-i", "sys.txt", *METRIC)
    assert done.code == 0
    assert done.err.startswith("tertium: warning: b.txt line 2: ")
    assert "--empty-ref keep" in done.err
    kept = score(tmp_path, "a.txt", "b.txt", "-i", "sys.txt", "--empty-ref", "keep", *METRIC)
    assert kept.err == ""
    assert score(tmp_path, "a.txt", "b.txt", "-i", "sys.txt", "-q", *METRIC).err == ""


def test_a_segment_without_reference_is_an_error_unless_skipped(tmp_path: Path) -> None:
    write(tmp_path, a=["x y", ""], b=["x y", ""], sys=["x y", "other words"])
    refusal = score(tmp_path, "a.txt", "b.txt", "-i", "sys.txt", *METRIC).refusal
    assert "a.txt, b.txt line 2: all 2 references are blank" in refusal
    done = score(tmp_path, "a.txt", "b.txt", "-i", "sys.txt", "--missing", "skip", "-sl", *METRIC)
    assert done.code == 0
    entry = json.loads(done.out)["systems"][0]["scores"][0]
    assert entry["score"] == 100.0
    assert entry["segment_scores"] == [100.0, None]
    assert entry["unscored"] == 1
    assert "skipped" in done.err
    assert "bleu:tok=none,order=1 has no score for 1 segment of sys." in done.err


def test_segments_without_a_score_are_counted_in_one_sentence_for_all_systems(tmp_path: Path) -> None:
    write(tmp_path, ref=["x", "", ""], a=["x", "y", "y"], b=["x", "y", "z"], c=["x", "y", ""])
    both = score(tmp_path, "ref.txt", "-i", "a.txt", "b.txt", "-m", "wer", "-sl")
    assert "warning: wer has no score for 2 segments of each system.\n" in both.err
    three = score(tmp_path, "ref.txt", "-i", "c.txt", "a.txt", "b.txt", "-m", "wer", "-sl")
    assert "warning: wer has no score for 2 segments of a, and some of 2 other systems.\n" in three.err


def test_limits_can_be_moved(tmp_path: Path) -> None:
    write(tmp_path, ref=["x " * 100], sys=["x " * 100])
    assert "--max-line-bytes" in score(tmp_path, "ref.txt", "-i", "sys.txt", "--max-line-bytes", "100").refusal
    assert score(tmp_path, "ref.txt", "-i", "sys.txt", "--max-line-bytes", "200").code == 0
