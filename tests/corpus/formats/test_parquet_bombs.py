"""Parquet that is small on disk and large in memory: pages of zeros, and values that are stored once for many rows."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

import tertium
from tertium.cli.main import main
from tertium.corpus.campaigns.judgment_tables import read_judgments
from tertium.corpus.files.access import Source
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.records import read_records
from tertium.errors import FileError, InputError

SMALL = Limits(ratio=50, ratio_from=1 << 16)


def written(path: Path, texts: pa.Array, *, encoded: bool) -> Path:
    table = pa.table({"system": texts, "score": pa.array([1.0] * len(texts))})
    parquet.write_table(table, path, compression="zstd", use_dictionary=encoded)
    return path


def test_pages_that_swell_are_refused_before_they_are_read(tmp_path: Path) -> None:
    file = written(tmp_path / "x.parquet", pa.array(["x" * 1_000_000]), encoded=False)
    with pytest.raises(FileError, match=r"x\.parquet grows more than 50 times when decompressed"):
        read_records(file, SMALL)
    assert len(read_records(file, Limits(ratio=10**6, ratio_from=1))) == 1


@pytest.mark.parametrize("kind", ["text", "dictionary"])
def test_a_long_value_of_many_rows_is_refused(kind: str, tmp_path: Path) -> None:
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 5000), pa.array(["word " * 20]))
    texts = texts if kind == "dictionary" else texts.cast("string")
    file = written(tmp_path / "x.parquet", texts, encoded=True)
    with pytest.raises(FileError, match="holds more than 50 times its"):
        read_records(file, SMALL)
    assert read_records(file).columns["system"] == ["word " * 20] * 5000


def test_judgments_of_two_gigabytes_are_refused(tmp_path: Path) -> None:
    """2,000 values of a million letters, in a file of a few thousand bytes."""
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 2000), pa.array(["x" * 1_000_000]))
    file = written(tmp_path / "x.parquet", texts, encoded=True)
    assert file.stat().st_size < 100_000
    with pytest.raises(FileError, match="which is no table of judgments or scores"):
        read_judgments(file)
    with pytest.raises(FileError, match="which is no table of judgments or scores"):
        tertium.meta(file, None, score_files=[str(file)])


def test_texts_have_the_limit_of_archives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = pa.table({"hyp": ["x " * 50_000_000], "ref": ["x"]})
    parquet.write_table(table, tmp_path / "x.parquet", compression="zstd", use_dictionary=False)
    assert main(["score", str(tmp_path / "x.parquet"), "--hyp-col", "hyp", "--ref-col", "ref"]) == 2
    assert "x.parquet grows more than 200 times when decompressed" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["text", "dictionary"])
def test_a_long_text_that_many_rows_repeat_is_refused(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hundred million letters in a file of a few thousand bytes: each row costs time, though it is stored once."""
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 20_000), pa.array(["word " * 1000]))
    texts = texts if kind == "dictionary" else texts.cast("string")
    file = tmp_path / "x.parquet"
    parquet.write_table(pa.table({"hyp": texts, "ref": ["a word"] * 20_000}), file)
    assert file.stat().st_size < 50_000
    command = ["score", str(file), "--hyp-col", "hyp", "--ref-col", "ref", "-m", "bleu", "--ignore", "T102", "T116"]
    assert main(command) == 2
    assert "x.parquet grows more than 200 times when decompressed" in capsys.readouterr().err
    assert main([*command, "-q", "--max-ratio", "1000000", "-o", str(tmp_path / "out")]) == 0


def test_a_table_without_columns(tmp_path: Path) -> None:
    parquet.write_table(pa.table({}), tmp_path / "x.parquet")
    with pytest.raises(InputError):
        read_judgments(tmp_path / "x.parquet")
    with Source(tmp_path / "x.parquet").open_seekable() as file:
        assert parquet.ParquetFile(file).metadata.num_rows == 0
