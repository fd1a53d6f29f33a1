"""What readers seldom meet: judgments of nobody, links of a person, ids in shards, files that end in the middle."""

from __future__ import annotations

import gzip
import json
import os
from itertools import pairwise
from operator import call
from pathlib import Path

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from tertium.corpus.annotations.graphs import GraphFile
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.judgment_tables import JudgmentReading
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import Source, write_atomically
from tertium.corpus.formats.arrow_blocks import ArrowTable, Words
from tertium.corpus.formats.arrow_sources import batches_of
from tertium.corpus.formats.columns import PoolBlock
from tertium.corpus.formats.joining import _Joined
from tertium.corpus.formats.opening import AlignmentPlaces, Opener, Place, open_corpus
from tertium.corpus.notices import Found
from tertium.corpus.texts.arrow_columns import table_corpus
from tertium.corpus.texts.truncated import cut_to
from tertium.errors import FileError, InputError
from tertium.kernels.traits import main_language


def campaign(folder: Path, judged: str) -> Path:
    made = folder / "es-en"
    (made / "systems").mkdir(parents=True)
    (made / "refA.txt").write_text("one\n")
    (made / "refA.txt.bak").write_text("left behind by an editor\n")
    (made / "systems" / "a.txt").write_text("one\n")
    (made / "human_sys.tsv").write_text(judged)
    return made


def test_a_text_with_another_ending_is_no_reference(tmp_path: Path) -> None:
    made = open_campaign(campaign(tmp_path, "system\tscore\na\t1\n"))
    assert [path.name for path in made.references] == ["refA.txt"]


@pytest.mark.parametrize(
    ("judged", "says"),
    [
        ("system\tscore\na\t\n", "human_sys.tsv has no judgment of the systems here"),
        ("system\tscore\nb\t1\n", "line 2 judges the system 'b', which has no output here; there are a"),
    ],
)
def test_judgments_of_none_of_the_systems_are_refused(tmp_path: Path, judged: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        open_campaign(campaign(tmp_path, judged), reading=JudgmentReading(nan="skip"))


def chunk_of(tmp_path: Path, links: list[str]) -> Chunk:
    """One segment of three words each, with links written by a person."""
    for name in ("hyp.txt", "ref.txt"):
        (tmp_path / name).write_text("a b c\n" * len(links))
    (tmp_path / "direct.align").write_text("".join(f"{line}\n" for line in links))
    places = AlignmentPlaces(direct=(Place(str(tmp_path / "direct.align")),))
    made = open_corpus(
        [Place(str(tmp_path / "hyp.txt"))], [Place(str(tmp_path / "ref.txt"))], names=["s"], alignments=places
    )
    [build] = made.chunks(10)
    chunk: Chunk = build()[0]
    return chunk


def test_a_possible_link_counts_where_its_source_word_has_no_sure_one(tmp_path: Path) -> None:
    links = chunk_of(tmp_path, ["0-0 0p1 1?2", "2p0 2p1", "1-1"]).links["direct"]
    ends = links.offsets.tolist()
    made = [links.pairs[a:b].tolist() for a, b in pairwise(ends)]
    assert made == [[[0, 0], [1, 2]], [[2, 0], [2, 1]], [[1, 1]]]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_links_in_a_column_are_one_text_a_segment(tmp_path: Path, form: str) -> None:
    rows = [{"h": "a b", "r": "b a", "l": "0-1 1-0", "n": ["0-0"]}, {"h": "a", "r": "a", "l": "0-0", "n": ["0-0"]}]
    path = tmp_path / f"t.{form}"
    if form == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        parquet.write_table(arrow.Table.from_pylist(rows), path)

    def opened(column: str) -> list[Chunk]:
        places = AlignmentPlaces(direct=(Place(str(path), column),))
        made = open_corpus([Place(str(path), "h")], [Place(str(path), "r")], names=["s"], alignments=places)
        return [build()[0] for build in made.chunks(10)]

    [chunk] = opened("l")
    assert chunk.links["direct"].pairs.tolist() == [[0, 1], [1, 0], [0, 0]]
    with pytest.raises(InputError, match="holds lists, expected the links of one segment each"):
        opened("n")


def test_links_need_one_column_a_reference(tmp_path: Path) -> None:
    row = {"h": "a", "r": ["a", "b"], "l": "0-0"}
    (tmp_path / "t.jsonl").write_text(json.dumps(row) + "\n")
    path = str(tmp_path / "t.jsonl")
    places = AlignmentPlaces(direct=(Place(path, "l"),))
    with pytest.raises(InputError, match="holds lists of references; alignments and parses need one file or column"):
        list(
            map(
                call,
                open_corpus([Place(path, "h")], [Place(path, "r")], names=["s"], alignments=places).chunks(5),
            )
        )


def test_parses_in_a_file_that_was_cut_off_are_refused(tmp_path: Path) -> None:
    lines = "".join(f"{n}\tw{n}\tw{n}\tX\tX\t_\t{max(n - 1, 0)}\tdep\t_\t_\n" for n in range(1, 4000))
    whole = gzip.compress(lines.encode() + b"\n")
    (tmp_path / "p.conllu.gz").write_bytes(whole[:200] + bytes(50) + whole[250:])
    graphs = GraphFile(Source(tmp_path / "p.conllu.gz"))
    with pytest.raises(FileError, match=r"p\.conllu\.gz"):
        list(graphs.read([None], 10, Found()))


def test_a_row_of_joined_blocks_has_the_id_of_its_own_block() -> None:
    """A block without rows has no names to give."""
    words = Words(lambda key, row, item: f"row {row}", "is null", False)

    def block(ids: list[str], first: int) -> PoolBlock:
        table = arrow.table({"t": [f"text of {one}" for one in ids], "id": ids})
        read = ArrowTable("t", batches_of("t", table), words, labels=("id",), ids="id", first=first)
        [(made, *_)] = read.read(["t", "id"], 10, Found())
        assert isinstance(made, PoolBlock)
        return made

    blocks = [block(["a", "b"], 1), block(["c"], 3), block(["d", "e"], 4)]
    joined = _Joined(blocks, 1)
    assert [joined.named(row) for row in range(5)] == [f" (id {one})" for one in "abcde"]


def test_the_first_rows_of_a_table_in_memory_are_those_of_its_texts() -> None:
    table = arrow.table({"h": ["a", "b", "c"], "r": ["x", "y", "z"]})
    [build] = cut_to(table_corpus(table, {"s": "h"}, ["r"]), 2).chunks(10)
    chunk, _ = build()
    assert [chunk.pool.sentence(int(one)) for one in chunk.hyp] == ["a", "b"]


def test_parquet_says_from_its_size_how_many_rows_there_are_at_least(tmp_path: Path) -> None:
    parquet.write_table(arrow.table({"t": [f"text {n * n}" for n in range(5000)]}), tmp_path / "t.parquet")
    table = Opener().stream(Place(str(tmp_path / "t.parquet"), "t")).table
    assert 0 < table.at_least() <= 5000


def test_a_file_that_cannot_get_a_name_of_its_own_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who knows all names that come, and takes them first."""
    monkeypatch.setattr(os, "urandom", lambda size: bytes(size))
    (tmp_path / f".out.{bytes(6).hex()}.part").touch()
    with pytest.raises(FileError, match="out"):
        write_atomically(tmp_path / "out", lambda file: file.write(b"new"))
    assert not (tmp_path / "out").exists()


def test_too_few_lines_or_two_languages_tell_no_language() -> None:
    assert main_language({"en": 30, "de": 1}, fewest=10) == "en"
    assert main_language({"en": 5}, fewest=10) is None
    assert main_language({"en": 20, "de": 20}, fewest=10) is None
