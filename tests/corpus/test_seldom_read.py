"""What readers seldom meet: judgments of nobody, links of a person, ids in shards, files that end in the middle."""

from __future__ import annotations

import gzip
import io
import json
import os
import zipfile
from itertools import pairwise
from operator import call
from pathlib import Path

import numpy as np
import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from tertium.corpus.annotations.graphs import GraphFile
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.judgment_tables import JudgmentReading
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import Source, write_atomically
from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.corpus.files.journal import Appended
from tertium.corpus.formats.arrow_blocks import ArrowTable, Words
from tertium.corpus.formats.arrow_sources import batches_of
from tertium.corpus.formats.columns import PoolBlock
from tertium.corpus.formats.joining import _Joined
from tertium.corpus.formats.opening import AlignmentPlaces, Opener, Place, open_corpus
from tertium.corpus.notices import Found
from tertium.corpus.texts.arrow_columns import arrow_stream, table_corpus
from tertium.corpus.texts.stream_corpus import Policy
from tertium.corpus.texts.truncated import cut_to
from tertium.errors import FileError, InputError
from tertium.kernels.monolingual import monolingual_links
from tertium.kernels.text import intern_tokens
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


def test_a_table_without_references_is_refused() -> None:
    with pytest.raises(InputError, match=r"no references to score against; name at least one column, as in refs"):
        table_corpus(arrow.table({"h": ["a"]}), {"s": "h"}, [])


@pytest.mark.parametrize("nested", [False, True])
def test_an_arrow_column_of_another_kind_is_left_to_the_reader_of_sequences(nested: bool) -> None:
    """Which says of each text what is wrong with it."""
    texts, lists = arrow.array(["a"]), arrow.array([["a", "b"]])
    right, wrong = (lists, texts) if nested else (texts, lists)
    policy = Policy()
    assert arrow_stream("refs", right, policy=policy, reference=True, nested=nested) is not None
    assert arrow_stream("refs", wrong, policy=policy, reference=True, nested=nested) is None
    assert arrow_stream("refs", arrow.array([1, 2]), policy=policy, reference=True, nested=nested) is None


def archive_of(declared: int | None = None, header: bytes | None = None) -> bytes:
    """An archive with one array of three numbers; its directory declares another size, or its header is another."""
    content = write_arrays({"x": np.arange(3)}, level=1)
    if header is not None:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            archive.writestr("x.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(24))
        return made.getvalue()
    if declared is not None:
        at = content.index(b"PK\x01\x02") + 24  # the uncompressed size in the directory
        return content[:at] + declared.to_bytes(4, "little") + content[at + 4 :]
    return content


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (archive_of(declared=(1 << 30) + 1), "x.npy in it has 1073741825 bytes, at most 1073741824 are read"),
        (archive_of(header=b"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }\n"), "the header of x.npy"),
        (archive_of(header=b"{'descr': '<i8', 'fortran_order': False, 'shape': (4,), }\n"), "declares another size"),
    ],
)
def test_an_archive_that_says_untrue_things_of_itself_is_refused(data: bytes, says: str) -> None:
    assert read_arrays(archive_of(), ["x"], "a pack", "make it again")["x"].tolist() == [0, 1, 2]
    with pytest.raises(FileError, match=f"this is not a pack .*{says}.*make it again"):
        read_arrays(data, ["x"], "a pack", "make it again")


def test_what_is_appended_without_a_sync_is_there_all_the_same(tmp_path: Path) -> None:
    file = Appended(tmp_path / "rows")
    file.append(b"one", sync=False)
    file.append(memoryview(b" two"), sync=True)
    assert file.size == 7
    assert file.read(4, 99) == b"two"
    file.close()
    assert (tmp_path / "rows").read_bytes() == b"one two"


def test_the_file_of_a_run_that_was_killed_is_written_anew(tmp_path: Path) -> None:
    """A mark names the file beside the target: an earlier run of the same work may have left it."""
    (tmp_path / ".out.work.part").write_bytes(b"half")
    write_atomically(tmp_path / "out", lambda file: file.write(b"whole"), mark="work")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
    assert (tmp_path / "out").read_bytes() == b"whole"


def test_another_rule_of_monolingual_links_is_refused() -> None:
    view = intern_tokens([["a"], ["a"]])
    with pytest.raises(ValueError, match="anyhow"):
        monolingual_links(view, None, Chunk.of([["a"]], [["a"]]).compared, "anyhow")
