"""What readers seldom meet: no graphs, readers that disagree, streams that break, texts without a line."""

from __future__ import annotations

import errno
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from tertium.corpus.annotations import graphs as reading_graphs
from tertium.corpus.annotations.graphs import GraphFile, GraphStreams
from tertium.corpus.annotations.made_links import MadeLinks
from tertium.corpus.chunk import Chunk, Links
from tertium.corpus.files.access import Source
from tertium.corpus.formats import parquet as reading_parquet
from tertium.corpus.formats.arrow_blocks import ArrowTable, Words
from tertium.corpus.formats.arrow_sources import batches_of
from tertium.corpus.formats.columns import PoolBlock
from tertium.corpus.formats.joining import _Joined
from tertium.corpus.formats.opening import GraphPlaces, Opener, Place, open_corpus
from tertium.corpus.formats.shards import shards_of
from tertium.corpus.notices import Found
from tertium.corpus.texts import monolingual, parallel
from tertium.corpus.texts.arrow_columns import table_corpus
from tertium.corpus.texts.kept_texts import KeptTexts
from tertium.corpus.texts.labels import label_place
from tertium.errors import FileError, InputError, TertiumError
from tertium.kernels.arrow import open_array
from tertium.kernels.phrase_pairs import Spelling, words_of_phrases
from tertium.kernels.text import new_pool

WORDS = Words(lambda key, row, item: f"row {row}", "is null", False)


def test_a_corpus_without_graphs_needs_no_file_of_them() -> None:
    GraphStreams().check(systems=3, references=2)


def test_readers_of_parses_that_disagree_are_a_bug_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fast one refuses a sentence, the one that explains finds nothing wrong."""
    for name in ("h", "r"):
        (tmp_path / name).write_text("She\n")
    (tmp_path / "r.conllu").write_text("1\tShe\tshe\tX\t_\t_\t7\troot\t_\t_\n\n")
    monkeypatch.setattr(reading_graphs, "parse_conllu", lambda *given, **options: [])
    places = GraphPlaces((), (Place(str(tmp_path / "r.conllu")),))
    made = open_corpus([Place(str(tmp_path / "h"))], [Place(str(tmp_path / "r"))], names=["s"], parses=places)
    with pytest.raises(RuntimeError, match=r"r\.conllu line 1: the two readers of CoNLL-U disagree"):
        [build() for build in made.chunks(5)]


def test_a_file_of_parses_that_fails_while_it_is_read_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.conllu").write_text("1\tShe\tshe\tX\t_\t_\t0\troot\t_\t_\n\n")
    source = Source(tmp_path / "p.conllu")

    def broken(data: object, name: str) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(reading_graphs, "refuse_foreign", broken)
    with pytest.raises(FileError, match=r"p\.conllu"):
        list(GraphFile(source).read([None], 10, Found()))


def test_links_of_some_systems_are_those_of_their_places() -> None:
    def links(at: int) -> Links:
        return Links(np.array([[at, at]], dtype=np.int32), np.array([0, 1]))

    made = MadeLinks((links(0), links(1), links(2)), links(9), np.array([0, 1]), np.array([3]), "by hand")
    kept = made.of_systems([2, 0]).of_segments(0, 1)
    assert kept["hyp"].pairs.tolist() == [[2, 2], [0, 0]]
    assert kept["ref"].pairs.tolist() == [[9, 9]]
    assert kept["hyp"].about == "by hand"


def block_of(texts: list[object], first: int) -> PoolBlock:
    table = arrow.table({"t": texts})
    [(made, *_)] = ArrowTable("t", batches_of("t", table), WORDS, first=first).read(["t"], 10, Found())
    assert isinstance(made, PoolBlock)
    return made


def test_joined_blocks_may_have_lists_in_some_and_texts_in_others() -> None:
    pool = new_pool()
    joined = _Joined([block_of(["a", "b"], 1), block_of([["c", "d"], [], ["e"]], 3)], 1)
    ids, present, offsets = joined.add_to(pool)
    assert [pool.sentence(int(one)) for one in ids] == list("abcde")
    assert present.all()
    assert offsets is not None
    assert offsets.tolist() == [0, 1, 2, 4, 4, 5]


def broken_stream(rows: int) -> arrow.RecordBatchReader:
    schema = arrow.schema([("h", arrow.string()), ("r", arrow.string())])

    def batches() -> Iterator[arrow.RecordBatch]:
        yield arrow.record_batch([["a"] * rows, ["b"] * rows], schema=schema)
        raise OSError("the connection was closed")

    return arrow.RecordBatchReader.from_batches(schema, batches())


def test_a_stream_that_breaks_in_the_middle_is_refused_with_its_reason() -> None:
    made = table_corpus(broken_stream(3), {"s": "h"}, ["r"])
    with pytest.raises(TertiumError, match="the connection was closed"):
        [build() for build in made.chunks(2)]


def test_an_opened_batch_is_a_table_like_any_other() -> None:
    """Spark's and Ray's workers have opened theirs already."""
    table = arrow.record_batch({"h": ["a", "b"], "r": ["c", "d"]})
    opened = open_array(*table.__arrow_c_array__())
    [build] = table_corpus([opened], {"s": "h"}, ["r"]).chunks(5)
    chunk, _ = build()
    assert [chunk.pool.sentence(int(one)) for one in chunk.refs] == ["c", "d"]


def test_a_segment_without_a_reference_is_named_by_its_id() -> None:
    table = arrow.table({"h": ["a", "b"], "r": ["c", ""], "q": ["d", " "], "id": ["first", "second"]})
    made = table_corpus(table, {"s": "h"}, ["r", "q"], labels=["id"], ids="id")
    with pytest.raises(InputError, match=r"row 2 \(id second\): all 2 references are blank"):
        [build() for build in made.chunks(5)]


def test_what_parquet_hands_over_unsound_is_a_damaged_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet.write_table(arrow.table({"t": ["a"]}), tmp_path / "t.parquet")

    def unsound(*capsules: object) -> None:
        raise ValueError("offsets decrease")

    monkeypatch.setattr(reading_parquet, "open_array", unsound)
    table = Opener().stream(Place(str(tmp_path / "t.parquet"), "t")).table
    with pytest.raises(FileError, match=r"t\.parquet is a damaged or truncated Parquet file \(offsets decrease\)"):
        list(table.read(["t"], 10, Found()))


def test_a_file_whose_name_looks_like_a_pattern_is_itself(tmp_path: Path) -> None:
    (tmp_path / "a[1].txt").write_text("itself\n")
    (tmp_path / "a1.txt").write_text("another\n")
    stream = Opener().stream(Place(str(tmp_path / "a[1].txt")))
    assert stream.table.name.endswith("a[1].txt")


def test_texts_without_a_sentence_cannot_be_counted(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(b"")
    with pytest.raises(InputError, match=r"no sentences to count: there is no line in .*one and .*two\."):
        list(monolingual.sentences([str(tmp_path / "one"), str(tmp_path / "two")]))
    with pytest.raises(InputError, match=r"no sentences to count: the list is empty\."):
        list(monolingual.listed([]))


def test_half_a_character_cannot_be_counted() -> None:
    with pytest.raises(InputError, match=r"half a character \(the lone surrogate U\+D800\)"):
        list(monolingual.listed(["fine", "\ud800"]))


def test_other_encodings_are_refused_with_line_and_byte(tmp_path: Path) -> None:
    (tmp_path / "latin1").write_bytes(b"fine\ncaf\xe9\n")
    (tmp_path / "utf8").write_bytes(b"fine\nfine\n")
    with pytest.raises(FileError, match=r"latin1 line 2 byte 4 is not UTF-8"):
        list(monolingual.sentences([str(tmp_path / "latin1")]))
    one, other = (Opener().stream(Place(str(tmp_path / name))) for name in ("utf8", "latin1"))
    with pytest.raises(TertiumError, match=r"latin1:2:4 is not UTF-8"):
        list(parallel.sentence_pairs(one, other, lowercase=False))


def test_kept_texts_of_two_chunks_are_those_of_one() -> None:
    hyps, refs = [["a", "b", "c"], ["d", "e", "f"]], [["r"], ["s", "t"], ["u"]]
    whole, parts = KeptTexts(), KeptTexts()
    whole.add(whole.look(Chunk.of(hyps, refs)))
    for first, last in ((0, 1), (1, 3)):
        seen = parts.look(Chunk.of([texts[first:last] for texts in hyps], refs[first:last]))
        parts.add(parts.from_plain(parts.to_plain(seen)))
    assert parts.outputs == whole.outputs == (("a", "b", "c"), ("d", "e", "f"))
    assert parts.references == whole.references == (("r", "s", "u"), (None, "t", None))


def test_no_phrases_have_no_marked_words() -> None:
    none = np.zeros(0, dtype=np.int32)
    phrases = Spelling(none, np.zeros(1, dtype=np.int64), [])
    assert words_of_phrases([True], phrases, every=True).tolist() == []


def test_an_id_that_is_larger_than_any_that_is_read_is_refused_with_its_row() -> None:
    large = arrow.table({"t": ["a"], "id": arrow.array([2**64 - 1], type=arrow.uint64())})
    table = ArrowTable("t", batches_of("t", large), WORDS, labels=("id",))
    with pytest.raises(InputError, match="row 1"):
        [block.labels() for _, block in table.read(["t", "id"], 10, Found())]


def test_graphs_with_and_without_their_text_may_stand_in_one_document(tmp_path: Path) -> None:
    """Where a text is written it must be that of the segment; where none is there is nothing to compare."""
    graph = "{unl}\nagt(sleep(icl>rest).@entry, she)\n{/unl}\n[/S]\n"
    (tmp_path / "g.unl").write_text("[S:1]\n{org:en}\nshe sleeps\n{/org}\n" + graph + "[S:2]\n" + graph)
    for name in ("h", "r"):
        (tmp_path / name).write_text("she sleeps\nno text stands there\n")
    places = GraphPlaces((Place(str(tmp_path / "g.unl")),), (Place(str(tmp_path / "g.unl")),))
    made = open_corpus([Place(str(tmp_path / "h"))], [Place(str(tmp_path / "r"))], names=["s"], unl=places)
    [build] = made.chunks(5)
    assert len(build()[0].graphs["unl"].graphs) > 0
    (tmp_path / "r").write_text("he sleeps\nno text stands there\n")
    made = open_corpus([Place(str(tmp_path / "h"))], [Place(str(tmp_path / "r"))], names=["s"], unl=places)
    with pytest.raises(InputError, match=r"g\.unl sentence 1"):
        [build() for build in made.chunks(5)]


def test_a_column_of_labels_is_named_behind_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "segments.tsv")
    assert label_place(f"{path}:domain") == Place(path, "domain")
    assert label_place(path) == Place(path)
    assert label_place(f"{path}:") == Place(f"{path}:")
    (tmp_path / "segments.tsv:domain").touch()
    assert label_place(f"{path}:domain") == Place(f"{path}:domain")


def test_a_copy_of_standard_input_without_room_is_refused_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    made = [Full()]
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **options: made[0])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"one\n")))
    with pytest.raises(FileError, match="no room for a copy of standard input"):
        Source("-").open()
    assert made[0].closed


def test_a_folder_named_like_standard_input_is_not_read_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-").mkdir()
    (tmp_path / "-" / "part").write_text("one\n")
    monkeypatch.chdir(tmp_path)
    assert shards_of("-") is None
    assert shards_of("./-") == ("./-/part",)
    assert shards_of("part*\0") is None
