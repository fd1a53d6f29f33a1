"""The example corpus is what examples/README.md says: aligned files, clean bytes, excerpts taken from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import ROOT

EXAMPLES = ROOT / "examples"
PAIR = EXAMPLES / "es-en"
SYSTEMS = ("direct", "via-ca", "via-eo")
FILES = ["src.txt", "ref1.txt", "ref2.txt", *(f"systems/{name}.txt" for name in SYSTEMS)]


def lines(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8")
    assert text.endswith("\n"), f"{path.name} does not end with a line end"
    return text[:-1].split("\n")


@pytest.mark.parametrize("name", FILES)
def test_every_file_has_240_segments_that_say_something(name: str) -> None:
    segs = lines(PAIR / name)
    assert len(segs) == 240
    assert all(seg.strip() for seg in segs)
    assert not any(char in seg for seg in segs for char in "\r\t\0\ufeff\u2028\u0085")


def test_there_are_exactly_the_three_documented_systems() -> None:
    assert sorted(path.stem for path in (PAIR / "systems").iterdir()) == sorted(SYSTEMS)


def test_no_segment_occurs_twice_and_no_reference_repeats_the_other() -> None:
    src, ref1, ref2 = (lines(PAIR / name) for name in FILES[:3])
    assert len(set(src)) == len(src)
    assert all(one != two for one, two in zip(ref1, ref2, strict=True))


def test_tsv_excerpt_holds_every_twelfth_segment() -> None:
    columns = [lines(PAIR / name) for name in ("src.txt", "systems/direct.txt", "ref1.txt", "ref2.txt")]
    header, *rows = (line.split("\t") for line in lines(EXAMPLES / "excerpt.tsv"))
    assert header == ["id", "src", "hyp", "ref1", "ref2"]
    assert rows == [[str(seg), *(column[seg - 1] for column in columns)] for seg in range(12, 241, 12)]


def test_jsonl_excerpt_has_the_same_segments_with_one_to_three_references() -> None:
    rows = [line.split("\t") for line in lines(EXAMPLES / "excerpt.tsv")][1:]
    records = [json.loads(line) for line in lines(EXAMPLES / "excerpt.jsonl")]
    assert [(record["src"], record["hyp"]) for record in records] == [(src, hyp) for _, src, hyp, _, _ in rows]
    assert {len(record["refs"]) for record in records} == {1, 2, 3}
    for record, (*_, ref1, ref2) in zip(records, rows, strict=True):
        known = [ref for ref in record["refs"] if ref in (ref1, ref2)]
        assert known == record["refs"][:2]
