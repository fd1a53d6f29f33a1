"""Tables that cannot be meant so are refused in one sentence; what they could not tell is said to be unknown."""

from __future__ import annotations

import csv
import errno
import io
import json
import sys
import threading
from pathlib import Path

import pytest

from tertium.corpus.files.access import Source
from tertium.corpus.formats import csv_table, records, shards
from tertium.corpus.formats.arrow_blocks import ArrowTable, table_words
from tertium.corpus.formats.arrow_sources import batches_of
from tertium.corpus.formats.columns import ColumnTable, TextBlock
from tertium.corpus.formats.csv_table import CsvFile
from tertium.corpus.formats.joining import cut_at, joined
from tertium.corpus.formats.jsonl import JsonlFile
from tertium.corpus.formats.numbers import number, whole
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.corpus.formats.records import csv_records, json_records, parquet_records, tsv_records
from tertium.corpus.formats.table_formats import TableFormat, columns_format, records_format
from tertium.corpus.formats.text import TextFile
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError, MissingExtraError, SpecError


def written(folder: Path, name: str, text: str) -> Source:
    (folder / name).write_text(text, encoding="utf-8")
    return Source(folder / name)


@pytest.mark.parametrize(
    ("reader", "text", "says"),
    [
        (tsv_records, "", "is empty, expected a header and rows"),
        (tsv_records, "a\tA\n1\t2\n", "two columns named 'a' ('a' and 'A')"),
        (tsv_records, "a\ta\n1\t2\n", "two columns named 'a'; rename one"),
        (csv_records, "a;b\n1;2\n", "is named .csv but has no commas in its header"),
        (csv_records, "", "is empty, expected a header and rows"),
        (json_records, "", "is empty, expected one object per line"),
    ],
)
def test_a_table_without_sound_headings_is_refused(tmp_path: Path, reader: object, text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        reader(written(tmp_path, "t", text))  # type: ignore[operator]
    assert says in str(caught.value)


def test_a_key_that_some_lines_lack_is_missing_there(tmp_path: Path) -> None:
    made = json_records(written(tmp_path, "t.jsonl", '{"a": "1", "b": "2"}\n{"a": "3"}\n{"c": "4"}\n'))
    assert made.columns == {"a": ["1", "3", None], "b": ["2", None, None], "c": [None, None, "4"]}


def test_parquet_that_is_none_or_holds_bytes_is_refused(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    with pytest.raises(FileError, match="is a damaged Parquet file"):
        parquet_records(written(tmp_path, "t.parquet", "not Parquet"))
    pq.write_table(pa.table({"system": [b"a"]}), tmp_path / "b.parquet")
    with pytest.raises(InputError, match="column 'system' holds bytes, expected text"):
        parquet_records(Source(tmp_path / "b.parquet"))


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match="reading Parquet needs the extra 'arrow'"):
        records.parquet_records(written(tmp_path, "t.parquet", "PAR1"))


def test_parquet_tells_its_rows_and_names_columns_that_are_there_twice(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pa.Table.from_arrays([pa.array(["x"] * 3)] * 2, names=["t", "t"])
    pq.write_table(table, tmp_path / "t.parquet")
    source = Source(tmp_path / "t.parquet")
    opened = columns_format(source, fields=None).open_columns(source, "error", None)
    assert opened.count() == 3
    with pytest.raises(InputError, match="has 2 columns named 't'; rename one"):
        list(opened.read(["t"], 10, Found()))
    (tmp_path / "damaged.parquet").write_bytes(b"PAR1" + bytes(20) + b"PAR1")
    source = Source(tmp_path / "damaged.parquet")
    with pytest.raises(FileError, match="damaged or truncated Parquet"):
        columns_format(source, fields=None).open_columns(source, "error", None).count()


def test_an_empty_csv_file_has_no_rows_and_a_huge_field_is_an_open_quotation_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(CsvFile(written(tmp_path, "e.csv", "")).read([0], 10, Found())) == []
    before = csv.field_size_limit(50)
    try:
        with pytest.raises(InputError, match="line 2 begins a field of more than 50 characters"):
            list(csv_table.csv_rows(written(tmp_path, "t.csv", 'a\n"' + "x\n" * 100), Found()))
    finally:
        csv.field_size_limit(before)


def test_columns_of_json_have_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is JSON Lines, so columns have names, got 1"):
        list(JsonlFile(written(tmp_path, "t.jsonl", '{"a": "b"}\n')).read([1], 10, Found()))


def test_whole_numbers_may_be_written_as_decimals_and_huge_ones_are_not_finite() -> None:
    assert whole(3.0, "here") == 3
    with pytest.raises(InputError, match=r"here is '3.5', expected a whole number"):
        whole(3.5, "here")
    with pytest.raises(InputError, match="not a finite number"):
        number(10**400, "here")


def test_blocks_of_several_kinds_are_not_joined() -> None:
    class Other:
        count = 1

    with pytest.raises(TypeError, match="all of one kind"):
        joined([TextBlock(["a"], 1, 1), Other()], 1)  # type: ignore[list-item]
    block = TextBlock(["a", "b"], 2, 1)
    assert cut_at(block, 2) == (block, block)


class _Broken(ColumnTable):
    """A shard whose reading fails half way."""

    name = "broken"

    def read(self, keys: object, segments: int, found: Found) -> object:  # type: ignore[override]
        yield (TextBlock(["a"], 1, 1),)
        raise FileError("broken line 2 cannot be read")


def test_a_shard_that_fails_while_it_is_read_ahead_fails_where_it_is_used(tmp_path: Path) -> None:
    for part in range(3):
        (tmp_path / f"{part}.jsonl").write_text('{"h": "a"}\n{"h": "b"}\n')
    (tmp_path / "1.jsonl").write_text('{"h": "a"}\n{"h": 3}\n')
    place = Place(str(tmp_path / "*.jsonl"), "h")
    corpus = open_corpus([place], [place], names=["s"])
    corpus.read_ahead(2)
    assert corpus.at_least() >= 0
    with pytest.raises(InputError, match=r"1\.jsonl:2"):
        list(corpus.chunks(1))
    assert threading.active_count() < 20


def test_shards_are_counted_only_if_all_of_them_are(tmp_path: Path) -> None:
    for part in range(2):
        (tmp_path / f"{part}.txt").write_text("a\nb\n")
    corpus = open_corpus([Place(str(tmp_path))], [Place(str(tmp_path))], names=["s"])
    table = corpus.references[0].table
    assert isinstance(table, shards.Shards)
    assert table.count() == 4
    table.tables = (*table.tables, _Broken())
    assert table.count() is None
    assert _Broken().suspect() == ""


def test_what_cannot_be_read_twice_is_neither_counted_nor_searched() -> None:
    pipe = Source("-", reread=False)
    assert TextFile(pipe).count() is None
    assert TextFile(pipe).suspect() == ""
    assert TextFile(pipe).at_least() == 0


def test_a_format_reads_columns_or_records_or_says_that_it_does_not(tmp_path: Path) -> None:
    nothing = TableFormat("Things", (".thing",), no_columns="which has no columns")
    source = written(tmp_path, "x.thing", "")
    with pytest.raises(InputError, match=r"x.thing is Things, which has no columns"):
        nothing.open_columns(source, "error", None)
    with pytest.raises(InputError, match="cannot be read as a table with a header"):
        nothing.read_records(source)


def test_a_registered_format_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.corpus.formats import table_formats

    class Point:
        name = "odd"

    monkeypatch.setattr(table_formats, "added", lambda group: {"odd": Point()})
    monkeypatch.setattr(table_formats, "load", lambda point, what, instead: 3)
    with pytest.raises(SpecError, match="format 'odd' is registered as 3"):
        records_format(written(tmp_path, "x.odd", "a\tb\n"))


def test_a_note_of_nothing_is_no_note() -> None:
    found = Found()
    found.note("bom", "x.txt", 1, 0)
    assert found == []
    assert json.dumps(found.take()) == "[]"


class _Torn(io.RawIOBase):
    """A disk that fails while it is read, after a few bytes."""

    def __init__(self) -> None:
        self._pieces = iter([b"a", b"\n", b"b"])

    def read(self, size: int = -1) -> bytes:
        try:
            return next(self._pieces)
        except StopIteration:
            raise OSError(errno.EIO, "Input/output error") from None


def test_a_disk_that_fails_while_it_is_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = written(tmp_path, "t.txt", "a\n")
    monkeypatch.setattr(Source, "open", lambda self, **_: _Torn())
    with pytest.raises(FileError, match=r"t\.txt cannot be read: input/output error"):
        TextFile(source).count()


def test_tables_of_arrow_that_cannot_be_meant_so_are_refused() -> None:
    pa = pytest.importorskip("pyarrow")
    texts = pa.table({"h": ["a", "b"], "n": [1, None], "l": [["a"], ["b"]]})

    def table(given: object, *labels: str) -> ArrowTable:
        return ArrowTable("t", batches_of("t", given), table_words("t", "error"), labels=labels)

    with pytest.raises(InputError, match="t is a table, expected one column; take one of h, n, l"):
        list(table(texts).read([None], 5, Found()))
    with pytest.raises(InputError, match="t has no columns with names, expected a table with 'h'"):
        list(table(pa.array(["a"])).read(["h"], 5, Found()))
    twice = pa.Table.from_arrays([pa.array(["x"])] * 2, names=["h", "h"])
    with pytest.raises(InputError, match="t has 2 columns named 'h'; rename one"):
        list(table(twice).read(["h"], 5, Found()))
    [(numbers, lists)] = table(texts, "n", "l").read(["n", "l"], 5, Found())
    with pytest.raises(InputError, match="row 2 column 'n' is null"):
        numbers.hashes()
    with pytest.raises(InputError, match="is a list, expected one"):
        lists.hashes()
    with pytest.raises(InputError, match="is a list, expected one label"):
        lists.labels()
    mixed = [pa.table({"h": ["a"]}), pa.table({"h": [["a"]]})]
    with pytest.raises(InputError, match="column 'h' is not of one type in all batches"):
        list(table(mixed).read(["h"], 5, Found()))
    with pytest.raises(InputError, match="t is int, expected a table that gives itself as Arrow"):
        list(table([3]).read(["h"], 5, Found()))


def test_a_table_whose_library_fails_is_not_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    class Breaks:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            raise RuntimeError("two types in one column\nand more")

    with pytest.raises(InputError, match=r"not sound Arrow data \(two types in one column\); make it again"):
        list(batches_of("t", Breaks())(()))


def test_blocks_of_arrow_are_cut_within_and_between_their_parts() -> None:
    pa = pytest.importorskip("pyarrow")
    parts = [pa.table({"h": [f"{at}", f"{at}'"]}) for at in range(3)]
    table = ArrowTable("t", batches_of("t", parts), table_words("t", "error"))
    [(block,)] = table.read(["h"], 6, Found())
    assert block.cut(3).as_strings().texts == ["0", "0'", "1"]
    assert block.after(3).as_strings().texts == ["1'", "2", "2'"]
    assert block.after(2).as_strings().texts == ["1", "1'", "2", "2'"]
    both = joined([block, block], 1)
    assert both.as_strings().texts == 2 * ["0", "0'", "1", "1'", "2", "2'"]
    assert both.named(7) == ""
