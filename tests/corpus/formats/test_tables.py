"""TSV, JSON Lines and Parquet give the texts that are there, and say by line and column what is not."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.columns import PoolBlock, TextBlock, lockstep
from tertium.corpus.formats.opening import Opener, Place, column
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError, MissingExtraError, TertiumError


def texts(path: Path, key: Any, segments: int = 2, found: Found | None = None, **opener: Any) -> list[Any]:
    """All texts of one column; lists where a segment may have several."""
    made: list[Any] = []
    first = None
    for read in Opener(**opener).stream(Place(str(path), key)).blocks(segments, found):
        block = read.as_strings() if isinstance(read, PoolBlock) else read
        assert isinstance(block, TextBlock)
        first = first or block.first
        assert block.first == first + len(made)
        if block.offsets is None:
            assert len(block.texts) == block.count
            made += block.texts
        else:
            bounds = zip(block.offsets, block.offsets[1:], strict=False)
            made += [list(block.texts[start:stop]) for start, stop in bounds]
    return made


def refusal(path: Path, key: Any, **opener: Any) -> str:
    with pytest.raises(TertiumError) as caught:
        texts(path, key, **opener)
    message = str(caught.value).replace(f"{path.parent}/", "")
    assert "\n" not in message
    return message


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


# --- TSV


def test_tsv_has_no_quoting_keeps_blanks_and_takes_no_word_for_missing(tmp_path: Path) -> None:
    rows = [('"a', 'b"'), ("", "null"), ("NA", ""), ("nan", "None"), (" x ", "\u2028\x85"), ("\\n", '""')]
    path = written(tmp_path / "a.tsv", "hyp\tref\n" + "".join(f"{one}\t{two}\n" for one, two in rows))
    assert texts(path, "hyp") == [one for one, _ in rows]
    assert texts(path, "ref") == [two for _, two in rows]
    assert texts(path, 2) == ["ref", *(two for _, two in rows)]


@given(
    st.lists(
        st.lists(
            st.text(st.characters(exclude_characters="\n\t\r\0", exclude_categories=("Cs",))), min_size=2, max_size=2
        ),
        min_size=1,
        max_size=8,
    ),
    st.integers(1, 5),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_every_tsv_cell_comes_back(folder: Path, rows: list[list[str]], segments: int, end: str, final: bool) -> None:
    path = folder / "cells.tsv"
    text = end.join("\t".join(row) for row in [["one", "two"], *rows]) + (end if final else "")
    written(path, text)
    assert [texts(path, "one", segments), texts(path, "two", segments)] == [
        list(cells) for cells in zip(*rows, strict=True)
    ]


def test_an_empty_last_field_stays_and_cr_is_stripped_once(tmp_path: Path) -> None:
    found = Found()
    path = written(tmp_path / "a.tsv", "a\t\r\nb\t\nc\td\r\r\n")
    assert texts(path, 2, found=found) == ["", "", "d\r"]
    assert [(notice.code, notice.line, notice.count) for notice in found] == [("cr", 1, 1), ("cr", 3, 1)]


@pytest.mark.parametrize("segments", [1, 2, 3, 100])
def test_the_header_is_no_segment_and_blocks_are_exact(tmp_path: Path, segments: int) -> None:
    path = written(tmp_path / "a.tsv", "h\tr\n" + "".join(f"h{i}\tr{i}\n" for i in range(7)))
    streams = [Opener().stream(Place(str(path), "h"))]
    counts = [blocks[0].count for blocks in lockstep(streams, segments, Found())]
    assert counts == [min(segments, 7 - start) for start in range(0, 7, segments)]
    assert texts(path, "r", segments) == [f"r{i}" for i in range(7)]


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ("h\tr\na\tb\na\tb\tc\n", "h", "a.tsv:3 has 3 fields but line 1 has 2; a TAB inside a text"),
        ("h\tr\na\tb\n\n", "h", "a.tsv:3 has 1 field but line 1 has 2; a TAB is missing"),
        ("h\tr\na\n", "r", "a.tsv:2 has 1 field but line 1 has 2"),
        ("hyp\tref\na\tb\n", "hyps", "a.tsv has no column 'hyps', only hyp, ref; did you mean 'hyp'?"),
        ("a\tb\n", 3, "a.tsv has 2 columns, expected column 3 (they count from 1)"),
        ("a\tb\n", 0, "a.tsv has 2 columns, expected column 0 (they count from 1)"),
        ("x\tx\na\tb\n", "x", "a.tsv has 2 columns named 'x'"),
        (b"h\nok\n\xe9\n", "h", "a.tsv:3:1 is not UTF-8: byte 1 (0xe9) of line 3"),
        ("h\tr\n".encode("utf-16"), "h", "a.tsv is UTF-16LE, expected UTF-8"),
    ],
)
def test_what_is_wrong_with_a_tsv_is_said_by_line(tmp_path: Path, text: str | bytes, key: Any, message: str) -> None:
    assert refusal(written(tmp_path / "a.tsv", text), key).startswith(message)


def test_a_number_of_fields_can_be_demanded(tmp_path: Path) -> None:
    path = written(tmp_path / "refs", "a\tb\tc\n")
    with pytest.raises(InputError, match="refs:1 has 3 fields but 2 are asked for"):
        list(Opener().stream(Place(str(path), 1, fields=2)).blocks(10))
    assert [block.texts for block in Opener().stream(Place(str(path), 3, fields=3)).blocks(10)] == [["c"]]


def test_a_header_scored_as_a_segment_is_noticed(tmp_path: Path) -> None:
    found = Found()
    assert texts(written(tmp_path / "a.tsv", "Source\tHyp\nx\ty\n"), 2, found=found) == ["Hyp", "y"]
    assert [notice.code for notice in found] == ["maybe-header"]


def test_fields_longer_than_csv_readers_allow_are_text(tmp_path: Path) -> None:
    long = "x" * 200_000
    assert texts(written(tmp_path / "a.tsv", f"h\tr\n{long}\ty\n"), "h") == [long]


def test_a_table_may_be_compressed_and_have_a_byte_order_mark(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tsv.gz", gzip.compress("\ufeffh\tr\na\tb\n".encode()))
    assert texts(path, "h") == ["a"]


# --- JSON Lines


def test_jsonl_lines_end_at_newlines_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '{"h": "a\u2028b\x85"}\n{"h": "\\u2028\\n\\u0000"}\r\n{"h":""}')
    assert texts(path, "h") == ["a\u2028b\x85", "\u2028\n\0", ""]


def test_a_list_gives_a_segment_that_many_references(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '{"r": ["a", "b"]}\n{"r": "c"}\n{"r": []}\n{"r": ["d"]}\n')
    assert texts(path, "r", 10) == [["a", "b"], ["c"], [], ["d"]]
    assert texts(path, "r", 2) == [["a", "b"], ["c"], [], ["d"]]


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",))), min_size=1), st.booleans())
def test_every_json_string_comes_back(folder: Path, values: list[str], ascii_only: bool) -> None:
    lines = "".join(json.dumps({"x": 1.5e400, "h": value}, ensure_ascii=ascii_only) + "\n" for value in values)
    assert texts(written(folder / "values.jsonl", lines), "h") == values


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "a.jsonl:2 is blank, expected one object per line"),
        ("  ", "a.jsonl:2 is blank"),
        ('{"h": "a"', "a.jsonl:2 is not JSON (expecting ',' delimiter at character 10)"),
        ('{"h": "a"} {"h": "b"}', "a.jsonl:2 is not JSON (extra data at character 12)"),
        ('["a"]', "a.jsonl:2 is a list, expected one object per line"),
        ('"a"', "a.jsonl:2 is a string, expected one object per line"),
        ("17", "a.jsonl:2 is a number, expected one object per line"),
        ('{"hyp": "a"}', "a.jsonl:2 has no key 'h'; it has hyp."),
        ('{"H": "a"}', "a.jsonl:2 has no key 'h'; did you mean 'H'?"),
        ("{}", "a.jsonl:2 has no key 'h'; it is empty."),
        ('{"h": null}', "a.jsonl:2 key 'h' is null, expected a string; give a text"),
        ('{"h": 3}', "a.jsonl:2 key 'h' is a number, expected a string."),
        ('{"h": NaN}', "a.jsonl:2 key 'h' is a number, expected a string."),
        ('{"h": true}', "a.jsonl:2 key 'h' is true or false, expected a string."),
        ('{"h": {"x": "y"}}', "a.jsonl:2 key 'h' is an object, expected a string."),
        ('{"h": ["a", null]}', "a.jsonl:2 key 'h' item 2 is null, expected a string"),
        ('{"h": [["a"]]}', "a.jsonl:2 key 'h' item 1 is a list, expected a string."),
        ('{"h": "a", "h": "b"}', "a.jsonl:2 has the key 'h' twice"),
        ("[" * 100_000, "a.jsonl:2 is nested too deeply"),
        ('{"h": ' + "[" * 100_000, "a.jsonl:2 is nested too deeply"),
        ('{"h": ' + "9" * 10_000 + "}", "a.jsonl:2 key 'h' is a number"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_by_line_and_key(tmp_path: Path, line: str, message: str) -> None:
    path = written(tmp_path / "a.jsonl", '{"h": "fine"}\n' + line + '\n{"h": "fine"}\n')
    assert refusal(path, "h").startswith(message)


def test_a_json_array_is_told_from_json_lines(tmp_path: Path) -> None:
    assert "JSON over many lines" in refusal(written(tmp_path / "a.json", '[\n  {"h": "a"}\n]\n'), "h")
    assert "JSON over many lines" in refusal(written(tmp_path / "a.json", '{\n  "h": "a"\n}\n'), "h")
    assert "jq -c" in refusal(written(tmp_path / "a.json", '[{"h": "a"}]\n'), "h")


def test_missing_values_are_none_where_they_are_allowed(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '{"h": "a"}\n{"h": null}\n{}\n')
    assert texts(path, "h", missing="skip") == ["a", None, None]


def test_braces_tell_json_lines_without_a_suffix(tmp_path: Path) -> None:
    assert texts(written(tmp_path / "data", '\ufeff{"h": "a"}\n'), "h") == ["a"]


# --- Parquet


def parquet(path: Path, columns: dict[str, Any], **options: Any) -> Path:
    arrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(arrow.table(columns), path, **options)
    return path


def test_parquet_rows_stream_in_exact_blocks_whatever_the_row_groups(tmp_path: Path) -> None:
    values = [f"t{i}\u2028" for i in range(25)]
    path = parquet(tmp_path / "a.parquet", {"h": values, "r": values}, row_group_size=7)
    for segments in (1, 3, 7, 10, 100):
        assert texts(path, "h", segments) == values
    blocks = list(lockstep([Opener().stream(Place(str(path), "r"))], 10, Found()))
    assert [block.count for (block,) in blocks] == [10, 10, 5]


def test_parquet_string_types_are_read_alike(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    words = ["a", "", "ü"]
    kinds = [arrow.string(), arrow.large_string(), arrow.dictionary(arrow.int32(), arrow.string())]
    if hasattr(arrow, "string_view"):
        kinds.append(arrow.string_view())
    for number, kind in enumerate(kinds):
        path = tmp_path / f"{number}.parquet"
        try:
            parquet(path, {"h": arrow.array(words, type=arrow.string()).cast(kind)})
        except arrow.ArrowNotImplementedError:
            continue
        assert texts(path, "h") == words, kind
    lists = [["a", "b"], [], ["c"]]
    assert texts(parquet(tmp_path / "l.parquet", {"r": lists}, row_group_size=2), "r", 2) == lists


@pytest.mark.parametrize(
    ("columns", "key", "message"),
    [
        ({"h": ["a", "b", None]}, "h", "a.parquet row 3 column 'h' is null"),
        ({"h": [["a"], ["b", None]]}, "h", "a.parquet row 2 column 'h' item 2 is null"),
        ({"h": [1, 2]}, "h", "a.parquet column 'h' is int64, expected strings"),
        ({"h": [b"x"]}, "h", "a.parquet column 'h' is binary, expected strings"),
        ({"hyp": ["a"]}, "hyps", "a.parquet has no column 'hyps', only hyp; did you mean 'hyp'?"),
        ({"hyp": ["a"]}, 1, "a.parquet is Parquet, so columns have names, got 1"),
    ],
)
def test_what_is_wrong_with_a_parquet_file_is_said_by_row(
    tmp_path: Path, columns: dict[str, Any], key: Any, message: str
) -> None:
    path = parquet(tmp_path / "a.parquet", columns)
    assert refusal(path, key).startswith(message)


def test_nulls_are_none_where_missing_is_allowed(tmp_path: Path) -> None:
    path = parquet(tmp_path / "a.parquet", {"h": ["a", None], "r": [["x", None], None]})
    assert texts(path, "h", missing="skip") == ["a", None]
    assert texts(path, "r", missing="skip") == [["x", None], []]


def test_invalid_utf_8_inside_parquet_is_placed(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    bad = arrow.array([b"ok", b"\xff"]).view(arrow.string())
    assert "row 2 column 'h' is not UTF-8" in refusal(parquet(tmp_path / "a.parquet", {"h": bad}), "h")


def test_a_truncated_parquet_file_is_refused(tmp_path: Path) -> None:
    whole = parquet(tmp_path / "a.parquet", {"h": ["a"] * 1000}).read_bytes()
    assert "damaged or truncated Parquet" in refusal(written(tmp_path / "b.parquet", whole[:-10]), "h")
    damaged = bytearray(whole)
    damaged[10:40] = bytes(30)
    assert "damaged or truncated Parquet" in refusal(written(tmp_path / "c.parquet", bytes(damaged)), "h")


def test_long_values_are_refused_by_the_line_limit(tmp_path: Path) -> None:
    path = parquet(tmp_path / "a.parquet", {"h": ["a", "é" * 600]})
    with pytest.raises(FileError, match="row 2 column 'h' is longer than 1000 bytes"):
        texts(path, "h", limits=Limits(line_bytes=1000))
    assert len(texts(path, "h", limits=Limits(line_bytes=1200))) == 2


def test_parquet_without_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = parquet(tmp_path / "a.parquet", {"h": ["a"]})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"extra 'arrow': pip install 'pyarrow>=15'\.$"):
        texts(path, "h")


# --- Which format


def test_tables_are_not_scored_as_plain_text_for_want_of_a_column(tmp_path: Path) -> None:
    jsonl = written(tmp_path / "a.jsonl", '{"h": "a"}\n')
    assert "is JSON Lines, expected plain text; write its texts to plain files" in refusal(jsonl, None)
    stored = parquet(tmp_path / "a.parquet", {"h": ["a"]})
    assert "is Parquet, expected plain text" in refusal(stored, None)
    assert "is Parquet, expected plain text" in refusal(written(tmp_path / "renamed.txt", stored.read_bytes()), None)
    assert "is CSV, expected plain text" in refusal(written(tmp_path / "a.csv", "h,r\na,b\n"), None)
    assert "is not Parquet" in refusal(written(tmp_path / "b.parquet", "h\nr\n"), "h")


def test_a_tsv_read_as_plain_text_is_noticed(tmp_path: Path) -> None:
    opener = Opener()
    stream = opener.stream(Place(str(written(tmp_path / "a.tsv", "a\tb\n"))))
    assert [bytes(block.data) for block in stream.blocks(5)] == [b"a\tb\n"]
    assert [notice.code for notice in opener.found] == ["tab"]


def test_columns_are_numbers_where_people_write_digits() -> None:
    assert [column("2"), column("hyp"), column("2b"), column("²")] == [2, "hyp", "2b", "²"]


def test_standard_input_cannot_be_two_texts() -> None:
    opener = Opener()
    opener.stream(Place("-"))
    with pytest.raises(InputError, match="standard input is given twice"):
        opener.stream(Place("-"))


def test_columns_of_one_file_are_parsed_once(tmp_path: Path) -> None:
    path = str(written(tmp_path / "a.tsv", "h\tr\na\tb\n"))
    opener = Opener()
    streams = [opener.stream(Place(path, key)) for key in ("h", "r", "h")]
    assert streams[0].table is streams[1].table is streams[2].table
    ((one, two, three),) = lockstep(streams, 10, Found())
    assert (one.texts, two.texts) == (["a"], ["b"])
    assert three is one


def test_a_key_with_a_dot_is_itself_before_it_is_a_path(tmp_path: Path) -> None:
    lines = [{"a.b": "itself", "a": {"b": "inside"}}, {"a": {"b": "inside"}}, {"a": {"b.c": "x"}, "a.b": "itself"}]
    path = written(tmp_path / "t.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert texts(path, "a.b") == ["itself", "inside", "itself"]
