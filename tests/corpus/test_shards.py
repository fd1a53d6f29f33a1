"""Shards: a folder or a pattern is one corpus, the same chunks as one file, whatever the shards and the readers."""

from __future__ import annotations

import gzip
import json
import random
import threading
from collections.abc import Sequence
from itertools import pairwise
from operator import call
from pathlib import Path

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from tertium.corpus.formats.columns import PoolBlock, RawBlock, Stream, TextBlock
from tertium.corpus.formats.joining import cut_at
from tertium.corpus.formats.opening import Opener, Place, open_corpus
from tertium.corpus.formats.shards import Shards, natural, shards_of
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError

TEXTS = [f"line {number} ü" for number in range(103)]
CUTS = [0, 1, 1, 40, 41, 90, 103]


def parts(items: Sequence[str]) -> list[Sequence[str]]:
    return [items[first:last] for first, last in pairwise(CUTS)]


def write_shards(folder: Path, form: str) -> str:
    folder.mkdir()
    for number, lines in enumerate(parts(TEXTS), 7):  # 7 to 12: by letters, 10 comes before 7
        path = folder / f"part-{number}.{form}"
        if form == "txt":
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        elif form == "txt.gz":
            with gzip.open(path, "wt", encoding="utf-8") as file:
                file.write("".join(f"{line}\n" for line in lines))
        elif form == "jsonl":
            path.write_text("".join(json.dumps({"t": line, "n": [line, "x"]}) + "\n" for line in lines))
        elif form == "tsv":
            path.write_text("id\tt\n" + "".join(f"0\t{line}\n" for line in lines), encoding="utf-8")
        else:
            several = arrow.array([[line, "x"] for line in lines], arrow.list_(arrow.string()))
            parquet.write_table(arrow.table({"t": arrow.array(lines, arrow.string()), "n": several}), path)
    return str(folder / f"part-*.{form}")


def listed(stream: Stream, segments: int) -> list[list[str]]:
    made, first = [], 1
    for read in stream.blocks(segments):
        block = read.as_strings() if isinstance(read, PoolBlock) else read
        assert block.first == first
        first += block.count
        if isinstance(block, RawBlock):
            texts = bytes(block.data).decode().split("\n")[:-1]
        else:
            assert isinstance(block, TextBlock)
            texts = [str(text) for text in block.texts]
        assert len(texts) == block.count
        made.append(texts)
    return made


@pytest.mark.parametrize("form", ["txt", "txt.gz", "jsonl", "tsv", "parquet"])
@pytest.mark.parametrize("readers", [1, 2, 5])
@pytest.mark.parametrize("segments", [1, 7, 40, 1000])
def test_blocks_are_those_of_one_file(tmp_path: Path, form: str, readers: int, segments: int) -> None:
    pattern = write_shards(tmp_path / "s", form)
    for path in (pattern, str(tmp_path / "s")):
        stream = Opener().stream(Place(path, None if form.startswith("txt") else "t"))
        assert isinstance(stream.table, Shards)
        stream.table.readers = readers
        wanted = [TEXTS[first : first + segments] for first in range(0, len(TEXTS), segments)]
        assert listed(stream, segments) == wanted
        assert listed(stream, segments) == wanted, "it can be read again"
        assert list(stream.table.ends) == CUTS[1:]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
@pytest.mark.parametrize("segments", [1, 7, 40, 1000])
def test_lists_of_references_are_cut_where_segments_are(tmp_path: Path, form: str, segments: int) -> None:
    stream = Opener().stream(Place(write_shards(tmp_path / "s", form), "n"))
    seen = []
    for read in stream.blocks(segments):
        block = read.as_strings() if isinstance(read, PoolBlock) else read
        assert isinstance(block, TextBlock)
        assert block.offsets is not None
        assert list(block.offsets) == list(range(0, 2 * block.count + 1, 2))
        seen += block.texts
    assert seen == [text for line in TEXTS for text in (line, "x")]


@pytest.mark.parametrize("segments", [3, 40, 1000])
@pytest.mark.parametrize(("bad", "says"), [(None, "is null"), (b"caf\xe9", r"is not UTF-8 \(byte 4\)")])
def test_a_row_of_a_parquet_shard_is_named_as_its_file_counts(
    tmp_path: Path, segments: int, bad: bytes | None, says: str
) -> None:
    pattern = write_shards(tmp_path / "s", "parquet")
    data = arrow.array([*(line.encode() for line in TEXTS[41:60]), bad, b"after"], arrow.binary())
    present, offsets, content = data.buffers()
    text = arrow.StringArray.from_buffers(len(data), offsets, content, present)
    parquet.write_table(arrow.table({"t": text}), tmp_path / "s" / "part-11.parquet")
    made = open_corpus([Place(pattern, "t")], [Place(pattern, "t")], names=["s"])
    with pytest.raises((FileError, InputError), match=rf"part-11\.parquet row 20 column 't' {says}"):
        list(map(call, made.chunks(segments)))


def test_numbers_in_names_count_as_numbers() -> None:
    names = ["p10", "p9", "p1", "a/2/x", "a/10/x", "p01"]
    assert sorted(names, key=natural) == ["a/2/x", "a/10/x", "p01", "p1", "p9", "p10"]
    shuffled = names[:]
    random.Random(0).shuffle(shuffled)
    assert sorted(shuffled, key=natural) == sorted(names, key=natural)


def test_what_is_a_shard_and_what_is_not(tmp_path: Path) -> None:
    write_shards(tmp_path / "s", "txt")
    (tmp_path / "s" / "_SUCCESS").touch()
    (tmp_path / "s" / ".part-1.crc").touch()
    assert [Path(one).name for one in shards_of(str(tmp_path / "s")) or ()] == [f"part-{n}.txt" for n in range(7, 13)]
    assert shards_of("-") is None
    assert shards_of(str(tmp_path / "none.txt")) is None, "one file that is missing is somebody else's to refuse"
    (tmp_path / "a[1].txt").write_text("x\n")
    assert shards_of(str(tmp_path / "a[1].txt")) is None, "a file with such a name is that file"
    with pytest.raises(InputError, match=r"\*\.xz matches no file"):
        shards_of(str(tmp_path / "*.xz"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="empty is a folder without files"):
        shards_of(str(tmp_path / "empty"))
    (tmp_path / "s" / "deeper").mkdir()
    with pytest.raises(InputError, match=r"a folder with folders in it \(deeper\)"):
        shards_of(str(tmp_path / "s"))


def corpus(systems: str, references: str) -> list[int]:
    made = open_corpus([Place(systems)], [Place(references)], names=["s"])
    made.read_ahead(2)
    return [build()[0].segments for build in made.chunks(10)]


def test_shards_pair_up(tmp_path: Path) -> None:
    hyp, ref = write_shards(tmp_path / "hyp", "txt"), write_shards(tmp_path / "ref", "txt.gz")
    assert corpus(hyp, ref) == [10] * 10 + [3]
    (tmp_path / "all.txt").write_text("".join(f"{line}\n" for line in TEXTS))
    assert corpus(hyp, str(tmp_path / "all.txt")) == [10] * 10 + [3]
    (tmp_path / "hyp" / "part-9.txt").write_text("".join(f"{line}\n" for line in TEXTS[1:41]))
    (tmp_path / "hyp" / "part-10.txt").write_text("")
    with pytest.raises(InputError, match=r"hyp/part-9\.txt has 40 lines but .*ref/part-9\.txt\.gz has 39; shards must"):
        corpus(hyp, ref)
    (tmp_path / "hyp" / "part-10.txt").unlink()
    with pytest.raises(InputError, match=r"hyp/part-\*\.txt has 5 shards|has 6 shards but .*First unpaired: .*part-12"):
        corpus(hyp, ref)


@pytest.mark.parametrize("readers", [1, 3])
def test_errors_name_the_shard_and_its_line(tmp_path: Path, readers: int) -> None:
    hyp, ref = write_shards(tmp_path / "hyp", "txt"), write_shards(tmp_path / "ref", "txt")
    (tmp_path / "hyp" / "part-9.txt").write_bytes(b"ok\n" * 30 + b"\xff\n" + b"ok\n" * 8)
    made = open_corpus([Place(hyp)], [Place(ref)], names=["s"])
    made.read_ahead(readers)
    with pytest.raises(FileError, match=r"hyp/part-9\.txt.*31"):
        [build() for build in made.chunks(10)]
    (tmp_path / "ref" / "part-11.jsonl").write_text('{"t": 5}\n')
    stream = Opener().stream(Place(str(tmp_path / "ref" / "*.jsonl"), "t"))
    stream.table.readers = readers
    with pytest.raises(InputError, match=r"part-11\.jsonl:1 key 't' is a number"):
        listed(stream, 10)


def test_readers_end_when_nobody_reads_on(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.txt").write_text("x\n" * 5000)
    table = Opener().stream(Place(str(folder))).table
    table.readers = 4
    before = threading.active_count()
    reading = table.read((None,), 10, Found())
    next(reading)
    assert threading.active_count() > before
    reading.close()  # type: ignore[attr-defined]
    for thread in threading.enumerate():
        if thread.name == "tertium-read":
            thread.join(timeout=10)
    assert not any(thread.name == "tertium-read" for thread in threading.enumerate())


def test_what_is_left_of_a_cut_block_is_numbered_on() -> None:
    texts = ["a", "b", "c"]
    lists = TextBlock([*texts, "d"], 3, 10, [0, 1, 3, 4])
    for block in (TextBlock(texts, 3, 10), lists, RawBlock(memoryview(b"a\nb\nc\n"), 3, 10)):
        begun, rest = cut_at(block, 2)
        assert (begun.first, begun.count, rest.first, rest.count) == (10, 2, 12, 1)
