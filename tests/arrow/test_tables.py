"""``tertium.score`` of tables: the same records as of lists, whoever made the table and however it lies in memory."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

import tertium
from arrow.tables import HYPS, REFS, table

METRICS = ["bleu", "chrf", "ter", "nist", "tertium"]
PAIRS = [[refs[0], refs[-1]] for refs in REFS]


def score(given: Any, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        return tertium.score(given, metrics=METRICS, **options)


@pytest.fixture(scope="module")
def of_lists() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        return tertium.score(HYPS[0], REFS, METRICS, segment_scores=True)


def as_polars(given: pa.Table) -> Any:
    return pytest.importorskip("polars").from_arrow(given)


def as_pandas(given: pa.Table) -> Any:
    pytest.importorskip("pandas")
    return given.to_pandas()


def as_arrow_backed_pandas(given: pa.Table) -> Any:
    pandas = pytest.importorskip("pandas")
    return given.to_pandas(types_mapper=pandas.ArrowDtype)


def as_duckdb(given: pa.Table) -> Any:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.register("rows", given)
    return connection.sql("select * from rows order by number")


def as_dataset(given: pa.Table) -> Any:
    datasets = pytest.importorskip("datasets")
    shuffled = datasets.Dataset(given.take(list(range(len(given) - 1, -1, -1))))
    return shuffled.select(range(len(given) - 1, -1, -1))  # through indices, so that the table is not in order


KINDS: dict[str, Callable[[pa.Table], Any]] = {
    "pyarrow table": lambda given: given,
    "pyarrow reader": lambda given: given.to_reader(max_chunksize=7),
    "pyarrow batch": lambda given: given.combine_chunks().to_batches()[0],
    "list of batches": lambda given: given.to_batches(max_chunksize=11),
    "generator of batches": lambda given: iter(given.to_batches(max_chunksize=11)),
    "polars": as_polars,
    "pandas": as_pandas,
    "Arrow-backed pandas": as_arrow_backed_pandas,
    "DuckDB": as_duckdb,
    "datasets": as_dataset,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_of_any_library_scores_as_lists_do(kind: str, of_lists: Any) -> None:
    made = KINDS[kind](table())
    assert score(made, hyp="mt", refs="refs", segment_scores=True) == of_lists


@pytest.mark.parametrize("kind", KINDS)
def test_several_columns_of_references_are_several_references(kind: str) -> None:
    made = KINDS[kind](table())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        expected = tertium.score(HYPS[0], PAIRS, METRICS)
    assert score(made, hyp="mt", refs=["ref1", "ref2"]) == expected


TYPES: dict[str, tuple[pa.DataType, pa.DataType]] = {
    "string": (pa.string(), pa.list_(pa.string())),
    "large_string": (pa.large_string(), pa.large_list(pa.large_string())),
    "string_view": (pa.string_view(), pa.list_(pa.string_view())),
    "dictionary": (pa.dictionary(pa.int8(), pa.string()), pa.list_(pa.dictionary(pa.int32(), pa.string()))),
    "dictionary of large strings": (pa.dictionary(pa.int64(), pa.large_string()), pa.list_(pa.large_string())),
}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("sliced", [False, True])
def test_every_type_of_text_is_read(kind: str, sliced: bool, of_lists: Any) -> None:
    text, lists = TYPES[kind]
    hyps = pa.array(HYPS[0], pa.string()).cast(text) if "dictionary" not in kind else pa.array(HYPS[0], text)
    refs = pa.array(REFS, lists)
    made = pa.table({"mt": hyps, "refs": refs})
    if sliced:  # a part that begins inside of a byte of the null bitmap, in two chunks
        made = pa.concat_tables([made.slice(85), made, made.slice(0, 3)]).slice(5, len(REFS))
    assert score(made, hyp="mt", refs="refs", segment_scores=True) == of_lists


def test_lists_of_fixed_size_are_references() -> None:
    fixed = pa.array(PAIRS, pa.list_(pa.string(), 2))
    made = pa.table({"mt": HYPS[0], "refs": fixed})
    assert score(made.slice(3, 80), hyp="mt", refs="refs") == score(
        table().slice(3, 80), hyp="mt", refs=["ref1", "ref2"]
    )


def test_columns_given_as_sequences_are_read_in_place(of_lists: Any) -> None:
    polars = pytest.importorskip("polars")
    rows = table()
    for hyps, refs in (
        (rows["mt"], rows["refs"]),
        (polars.Series(HYPS[0]), polars.Series(REFS)),
        (rows["mt"].combine_chunks(), REFS),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tertium.InputWarning)
            assert tertium.score(hyps, refs, METRICS, segment_scores=True) == of_lists


def test_several_systems_and_sources() -> None:
    rows = table().append_column("src", pa.array(HYPS[0]))
    report = score(rows, hyp={"first": "mt", "second": "ref1"}, refs="refs", src="src")
    assert [system.name for system in report.systems] == ["first", "second"]
    assert report["first"]["bleu"] == score(rows, hyp="mt", refs="refs")["bleu"]
    listed = score(rows, hyp=["mt", "ref1"], refs="refs")
    assert listed["ref1"]["chrf"] == report["second"]["chrf"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"hyp": "mtt", "refs": "refs"},
            "table has no column 'mtt', only id, number, system, odd, mt, refs, ref1, ref2; did ",
        ),
        ({"hyp": "number", "refs": "refs"}, "table column 'number' is int64, expected strings or lists of strings"),
        ({"hyp": "refs", "refs": "refs"}, "table[refs] holds lists; only references may have several texts"),
        ({"hyp": "mt"}, "columns of a table are named by hyp=… and refs=…; give both."),
        ({"refs": "refs"}, "columns of a table are named by hyp=… and refs=…; give both."),
        ({"hyp": "mt", "refs": []}, "no references to score against; name at least one column"),
        ({"hyp": 3, "refs": "refs"}, "hyp is 3, expected a string, a list, a mapping or None."),
        ({"hyp": [3], "refs": "refs"}, "hyp, refs and src take names of columns, got 3."),
        ({"hyp": "mt", "refs": "refs", "sources": ["a"]}, "hyp=… and refs=… name columns of a table, so"),
    ],
)
def test_wrong_columns_are_refused(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(tertium.TertiumError) as caught:
        score(table(), **columns)
    assert str(caught.value).startswith(message)


def test_what_is_no_table_is_refused() -> None:
    polars = pytest.importorskip("polars")
    lazy = polars.from_arrow(table()).lazy()
    with pytest.raises(tertium.TertiumError, match=r"table is LazyFrame, expected .*collect\(\) it first"):
        score(lazy, hyp="mt", refs="refs")
    for wrong in (7, {"mt": ["a"]}, "table"):
        with pytest.raises(tertium.TertiumError, match="expected a table that gives itself as Arrow"):
            score(wrong, hyp="mt", refs="refs")


def test_nulls_are_errors_that_name_column_and_row_or_are_skipped_with_a_count() -> None:
    rows = pa.table({"mt": ["a b", None, "c d"], "ref": ["a b", "x", "c"], "refs": [["a"], ["x"], ["c", None]]})
    with pytest.raises(tertium.TertiumError, match=r"^table row 2 column 'mt' is null, expected a text"):
        tertium.score(rows, hyp="mt", refs="ref")
    with pytest.raises(tertium.TertiumError, match=r"^table row 3 column 'refs' item 2 is null"):
        tertium.score(rows, hyp="ref", refs="refs")
    with pytest.warns(tertium.InputWarning, match=r"table row 2: segments without a text were skipped") as heard:
        made = tertium.score(rows, hyp="mt", refs="ref", metrics="chrf", missing="skip")
    assert heard
    assert made["chrf"].unscored == 1
    kept = pa.table({"mt": ["a b", "c d"], "ref": ["a b", "c"]})
    assert made["chrf"].value == tertium.score(kept, hyp="mt", refs="ref", metrics="chrf")["chrf"].value


def test_tables_without_rows_are_refused() -> None:
    with pytest.raises(tertium.TertiumError, match="no segments to score: table is empty"):
        score(table().slice(0, 0), hyp="mt", refs="refs")


def test_no_python_string_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants strings of a table must ask the pool for them one by one, and scoring does not."""
    from tertium.corpus.formats import arrow_blocks

    def refuse(*_: Any) -> None:
        raise AssertionError("a column was read as Python strings")

    monkeypatch.setattr(arrow_blocks.ArrowBlock, "as_strings", refuse)
    monkeypatch.setattr("tertium.corpus.texts.stream_corpus.TextBlock", type("Never", (), {}))
    assert score(table(), hyp="mt", refs="refs")["bleu"].segments == len(REFS)


def test_work_on_a_table_can_be_kept(tmp_path: Any, of_lists: Any) -> None:
    for _ in range(2):  # the second time all is done already
        made = score(table(), hyp="mt", refs="refs", segment_scores=True, resume=tmp_path / "work")
        assert made == of_lists
    with pytest.raises(tertium.TertiumError, match="other"):
        score(table().slice(1), hyp="mt", refs="refs", segment_scores=True, resume=tmp_path / "work")
