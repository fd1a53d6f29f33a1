"""Whatever bytes a file holds, reading it gives texts or one sentence, and never another exception."""

from __future__ import annotations

import gzip
import lzma
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.errors import TertiumError

LINES = "".join(f"segment {at} with some words é 日本\n" for at in range(60)).encode()
TABLE = b"h\tr\n" + b"".join(b"a %d\tb %d\n" % (at, at) for at in range(60))
OBJECTS = b"".join(b'{"h": "a %d", "r": ["b", "c"]}\n' % at for at in range(60))


@cache
def seed(kind: str) -> bytes:
    if kind == "zstd":
        return pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd").compress(
            LINES
        )
    if kind == "parquet":
        arrow, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        sink = arrow.BufferOutputStream()
        pq.write_table(arrow.table({"h": ["a"] * 60, "r": [["b", "c"]] * 60}), sink, row_group_size=25)
        return sink.getvalue().to_pybytes()
    return {
        "plain": LINES,
        "gzip": gzip.compress(LINES, mtime=0),
        "xz": lzma.compress(LINES),
        "tsv": TABLE,
        "jsonl": OBJECTS,
    }[kind]


KINDS = ["plain", "gzip", "xz", "zstd", "tsv", "jsonl", "parquet"]
edits = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(["set", "cut", "drop", "repeat"]), st.binary(min_size=1, max_size=4)),
    max_size=4,
)


def damaged(data: bytes, changes: list[tuple[float, str, bytes]]) -> bytes:
    for where, how, what in changes:
        at = int(where * len(data))
        if how == "set":
            data = data[:at] + what + data[at + len(what) :]
        elif how == "cut":
            data = data[:at]
        elif how == "drop":
            data = data[:at] + data[at + len(what) :]
        else:
            data = data[:at] + what * 50 + data[at:]
    return data


def read(path: Path) -> int:
    columns = ("h", "r") if path.suffix in (".tsv", ".jsonl", ".parquet") else (None, None)
    corpus = open_corpus(
        [Place(str(path), columns[0])],
        [Place(str(path), columns[1])],
        names=["system"],
        limits=Limits(line_bytes=5000, ratio_from=100_000),
    )
    return sum(build()[0].segments for build in corpus.chunks(16))


def read_or_refuse(path: Path) -> None:
    refusal = None
    try:
        assert read(path) >= 1
    except TertiumError as error:
        refusal = str(error)
    assert refusal is None or ("\n" not in refusal and refusal.endswith((".", "?")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damage")


def written(folder: Path, kind: str, data: bytes) -> Path:
    path = folder / f"a.{kind}"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_undamaged_seeds_are_read_whole(folder: Path, kind: str) -> None:
    assert read(written(folder, kind, seed(kind))) == 60


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=150)
@given(changes=edits)
@example(changes=[(0.5, "cut", b"x")])
@example(changes=[(0.99, "cut", b"x")])
@example(changes=[(1.0, "repeat", b"\0")])
@example(changes=[(0.333984375, "set", b"\x80")])  # Parquet: a column's name that is not UTF-8
def test_damaged_files_are_read_or_refused_in_one_sentence(
    folder: Path, kind: str, changes: list[tuple[float, str, bytes]]
) -> None:
    read_or_refuse(written(folder, kind, damaged(seed(kind), changes)))


@settings(max_examples=150)
@given(data=st.binary(max_size=400), suffix=st.sampled_from(["txt", "tsv", "jsonl", "parquet", "gz"]))
def test_any_bytes_are_read_or_refused_in_one_sentence(folder: Path, data: bytes, suffix: str) -> None:
    read_or_refuse(written(folder, suffix, data))


def test_an_error_of_the_disk_is_one_sentence() -> None:
    if not Path("/proc/self/mem").exists():
        pytest.skip("no file here whose reading fails")
    with pytest.raises(TertiumError, match=r"/proc/self/mem cannot be read: input/output error\."):
        read(Path("/proc/self/mem"))
