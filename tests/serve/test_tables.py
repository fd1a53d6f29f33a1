"""Files with columns: every column is a text of the page, and what cannot be one is said."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from cli.shell import run
from serve.started import Started

Starting = Callable[..., Started]
ROWS = [
    ("1", "el gato", "the cat sat on the mat", "the cat sat on a mat"),
    ("2", "él, leyó", 'he read "the" book, twice', "he read that book, two times"),
    ("3", "y", "and then he slept well", "and he slept well then"),
]
NAMES = ("id", "src", "ref", "mt")
TSV = "".join("\t".join(row) + "\n" for row in (NAMES, *ROWS))
CSV = "".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\r\n" for row in (NAMES, *ROWS))
JSONL = "".join(json.dumps(dict(zip(NAMES, row, strict=True))) + "\n" for row in ROWS)


def added(server: Started, label: str, content: str | bytes) -> list[dict[str, Any]]:
    data = content.encode() if isinstance(content, str) else content
    answer = server.ask(f"/api/texts?label={quote(label)}", data)
    assert answer.status == 201, answer.body
    first = answer.json
    return [first, *first["others"]]


def page(server: Started, number: int) -> str:
    return server.ask(f"/runs/{number}/report").body.decode()


@pytest.mark.parametrize(("label", "content"), [("t.tsv", TSV), ("t.CSV", CSV), ("t.jsonl", JSONL)])
def test_columns_are_texts_with_the_numbers_of_the_command_line(
    server: Started, tmp_path: Path, label: str, content: str
) -> None:
    texts = added(server, label, content)
    assert [text["column"] for text in texts] == list(NAMES)
    assert [text["label"] for text in texts] == [f"{label}[{name}]" for name in NAMES]
    assert {text["lines"] for text in texts} == {3}
    by_name = {text["column"]: text["id"] for text in texts}
    number = server.run([by_name["ref"]], {"mt": by_name["mt"]}, sources=[by_name["src"]])
    file = tmp_path / label
    file.write_bytes(content.encode())
    told = run(
        "score", str(file), "-i", str(file), "--ref-col", "ref", "--hyp-col", "mt", "-m", "bleu", "-b", "-w", "2"
    )
    trend = server.ask("/trend?system=mt").body.decode()
    assert f'<td class="number">{told.out.strip()}</td>' in trend
    assert f'href="/runs/{number}"' in trend
    repeated = shlex.split(unescape(re.search(r"<dt>command</dt><dd><code[^>]*>(.*?)</code>", page(server, number))[1]))
    assert repeated[:7] == ["tertium", "report", label, "--ref-col", "ref", "--hyp-col", "mt"]
    assert run(*repeated[1:], "-n", "20", "-q", cwd=tmp_path).code == 0


def test_columns_without_names_have_numbers(server: Started) -> None:
    texts = added(server, "t.tsv", "the cat sat .\ta cat sat .\nhe read it .\the reads it .\n")
    assert [(text["column"], text["lines"]) for text in texts] == [("column 1", 2), ("column 2", 2)]
    number = server.run([texts[0]["id"]], {"mt": texts[1]["id"]})
    assert "tertium report t.tsv --ref-col 1 --hyp-col 2 --names mt" in page(server, number)


def test_line_breaks_in_cells_are_told(server: Started) -> None:
    [first, second] = added(server, "t.csv", 'ref,mt\n"the\ncat",a cat\nyes,yes\n')
    assert (first["lines"], second["lines"]) == (2, 2)
    assert first["start"] == "the cat"
    assert "'ref' has line breaks in 1 cell, which are read as spaces" in first["remark"]


def test_a_column_that_holds_no_texts_is_left_out_and_told(server: Started) -> None:
    lines = [{"ref": "a", "mt": "b", "refs": ["a"], "note": "x"}, {"ref": "c", "mt": "d", "refs": ["a"], "note": None}]
    texts = added(server, "t.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert [text["column"] for text in texts] == ["ref", "mt"]
    assert "column 'note' is left out: t.jsonl:2 key 'note' is null" in texts[0]["remark"]


@pytest.mark.parametrize(
    ("label", "content", "said"),
    [
        ("t.tsv", b"ref\tmt\na\tb\nc\n", "t.tsv:3 has 1 field but line 1 has 2"),
        ("t.csv", b'ref,mt\n"a,b\n', "quotation mark is never closed"),
        ("t.json", b"[\n{}\n]\n", "expected one object per line"),
        ("t.parquet", b"PAR1....", "is Parquet, which the page does not read"),
        ("t.txt", b"PAR1....", "is Parquet, which the page does not read"),
        ("t.tsv", b"\t".join([b"x"] * 51), "has 51 columns, more than 50"),
        ("t.tsv", b"ref\tmt\n\xff\tb\n", "t.tsv"),
    ],
)
def test_what_is_no_table_is_refused_by_its_name(
    starting: Starting, label: str, content: bytes, said: str, tmp_path: Path
) -> None:
    server = starting()
    answer = server.ask(f"/api/texts?label={label}", content)
    assert answer.status == 422
    assert said in answer.error
    assert "tertium-serve-" not in answer.error  # where it lies is not for the page
    assert server.ask("/api/texts").json == []


def test_an_archive_is_looked_into(server: Started) -> None:
    [text] = added(server, "ref.txt.gz", gzip.compress(b"the cat\nsat\n"))
    assert (text["lines"], text["start"]) == (2, "the cat")
    [text] = added(server, "broken.gz", gzip.compress(b"the cat\nsat\n" * 1000)[:30])
    assert text["lines"] >= 0


def test_files_on_the_command_line_and_in_folders(starting: Starting, tmp_path: Path) -> None:
    (tmp_path / "set.tsv").write_text(TSV, "utf-8")
    (tmp_path / "settings.json").write_text("{\n}\n", "utf-8")
    named = starting(tmp_path / "set.tsv")
    whole, *columns = named.ask("/api/texts").json
    assert whole["whole"]  # the table itself may hold judgments
    assert [text["column"] for text in columns] == list(NAMES)
    folder = starting(tmp_path)
    assert [text["label"] for text in folder.ask("/api/texts").json] == [
        "set.tsv",
        *(f"set.tsv[{name}]" for name in NAMES),
        "settings.json",  # as another tool's scores, and as lines of text
        "settings.json",
    ]


def test_columns_count_against_the_room_of_all_texts(starting: Starting) -> None:
    server = starting(shelf_bytes=2000)
    packed = gzip.compress(("ref\tmt\n" + "a b\tc d\n" * 300).encode())
    answer = server.ask("/api/texts?label=t.tsv.gz", packed)
    assert answer.status == 201
    [kept] = server.ask("/api/texts").json
    assert kept["column"] == "ref"
    assert "larger than all that the page takes" in answer.json["remark"]
