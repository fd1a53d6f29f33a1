"""Lines end at \\n only, blocks hold exactly what was asked for, and no byte is lost or changed."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import decode_lines, foreign_encoding
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.columns import RawBlock, Stream, lockstep
from tertium.corpus.formats.text import TextFile
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError


def stream(path: Path, data: bytes, **limits: int) -> Stream:
    path.write_bytes(data)
    return Stream(TextFile(Source(path, limits=Limits(**limits))))


def blocks(path: Path, data: bytes, segments: int, found: Found | None = None) -> list[RawBlock]:
    made = list(stream(path, data).blocks(segments, found))
    assert all(isinstance(block, RawBlock) for block in made)
    return made


def textbook_lines(data: bytes) -> list[bytes]:
    """What a line is: everything up to a newline, and what follows the last one if that is not nothing."""
    lines = data.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("text") / "a.txt"


@settings(max_examples=200, deadline=None)
@given(
    data=st.lists(st.sampled_from([b"\n", b"a", b"\r", b"\xe2\x80\xa8", b"\x00", b"\t", b"bc d"]), max_size=60).map(
        b"".join
    ),
    segments=st.integers(1, 9),
)
def test_blocks_hold_every_line_once_and_only_the_last_is_shorter(path: Path, data: bytes, segments: int) -> None:
    if foreign_encoding(data):
        return
    made = blocks(path, data, segments)
    lines = textbook_lines(data)
    assert [line for block in made for line in textbook_lines(bytes(block.data))] == lines
    assert [block.count for block in made] == [len(lines[at : at + segments]) for at in range(0, len(lines), segments)]
    assert [block.first for block in made] == list(range(1, len(lines) + 1, segments))
    assert all(bytes(block.data).count(b"\n") == block.count for block in made)


@pytest.mark.parametrize("segments", [1000, 4096, 100_000])
@pytest.mark.parametrize("compressed", [False, True])
def test_blocks_across_pieces_of_a_large_file(tmp_path: Path, segments: int, compressed: bool) -> None:
    data = b"".join(b"%d " % i * (i % 97) + b"\n" for i in range(30_000)) + b"the end"
    assert len(data) > 5 << 20
    made = blocks(tmp_path / "a", gzip.compress(data, 1) if compressed else data, segments)
    assert b"".join(bytes(block.data) for block in made) == data + b"\n"
    assert sum(block.count for block in made) == 30_001
    assert {block.count for block in made[:-1]} <= {segments}


def test_an_empty_file_has_no_lines_and_one_newline_is_one(path: Path) -> None:
    assert blocks(path, b"", 10) == []
    assert blocks(path, b"\n", 10) == [RawBlock(b"\n", 1, 1)]
    assert [block.count for block in blocks(path, b"\n\n", 10)] == [2]


def test_a_byte_order_mark_is_dropped_and_noticed(path: Path) -> None:
    found = Found()
    (block,) = blocks(path, b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", 10, found)
    assert bytes(block.data) == b"a\n\xef\xbb\xbfb\n"
    assert [(notice.code, notice.line, notice.count) for notice in found] == [("bom", 1, 1)]


def test_a_stream_can_be_read_again(path: Path) -> None:
    one = stream(path, b"a\nb\nc\n")
    assert [block.count for block in one.blocks(2)] == [block.count for block in one.blocks(2)] == [2, 1]


SENTENCES = {
    "latin": "The cat sat on the mat.\nIt was a black cat.\n",
    "cyrillic": "Кошка сидела на ковре.\nЭто была чёрная кошка.\n" * 3,
    "arabic": "جلست القطة على السجادة\nكانت قطة سوداء\n" * 3,
    "astral": "😀 smile\n𐍈 hwair\n" * 4,
}


@pytest.mark.parametrize("mark", [False, True])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("script", SENTENCES)
def test_utf_16_and_32_are_refused_with_the_fix(path: Path, script: str, encoding: str, mark: bool) -> None:
    data = (("\ufeff" if mark else "") + SENTENCES[script]).encode(encoding)
    with pytest.raises(FileError, match=f"{encoding[:6].upper()}.*expected UTF-8; convert it with 'iconv -f UTF-"):
        blocks(path, data, 10)


def test_nul_is_text(path: Path) -> None:
    (block,) = blocks(path, b"a\0b\nnothing to see, \0 here\n" + b"plain text\n" * 20, 100)
    assert bytes(block.data).count(b"\0") == 2


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=300))
def test_no_utf_8_text_without_nul_is_taken_for_something_else(text: str) -> None:
    assert foreign_encoding(text.encode()) is None


def test_a_long_line_is_refused_by_its_number_and_the_limit_can_be_raised(path: Path) -> None:
    data = b"short\n" + b"x" * 2000 + b"\nshort\n"
    with pytest.raises(FileError, match=r"line 2 is longer than 1999 bytes.*one segment, cut it"):
        list(stream(path, data, line_bytes=1999).blocks(10))
    assert [block.count for block in stream(path, data, line_bytes=2000).blocks(10)] == [3]


@given(sizes=st.lists(st.integers(0, 12), max_size=20), limit=st.integers(1, 10))
@settings(max_examples=100, deadline=None)
def test_the_line_limit_is_exact(path: Path, sizes: list[int], limit: int) -> None:
    one = stream(path, b"".join(b"x" * size + b"\n" for size in sizes), line_bytes=limit)
    too_long = [number for number, size in enumerate(sizes, 1) if size > limit]
    if too_long:
        with pytest.raises(FileError, match=f"line {too_long[0]} is longer"):
            list(one.blocks(3))
    else:
        assert sum(block.count for block in one.blocks(3)) == len(sizes)


def test_invalid_utf_8_is_placed_by_line_and_byte() -> None:
    with pytest.raises(FileError, match=r"f\.tsv:12:3 is not UTF-8: byte 3 \(0xff\) of line 12"):
        decode_lines(b"good\n\xc3\xa9\xff\n", "f.tsv", 11)
    assert decode_lines("a\u2028b\n\x85é\r\n".encode(), "f", 1) == ["a\u2028b", "\x85é\r"]


def unpaired(tmp_path: Path, hyp: bytes, ref: bytes, segments: int = 2) -> str:
    streams = [stream(tmp_path / "sysA.txt", hyp), stream(tmp_path / "ref.txt", ref)]
    with pytest.raises(InputError) as caught:
        list(lockstep(streams, segments, Found()))
    return str(caught.value).replace(f"{tmp_path}/", "")


@pytest.mark.parametrize("segments", [1, 2, 64, 5000])
def test_different_line_counts_say_both_counts_and_the_first_unpaired_line(tmp_path: Path, segments: int) -> None:
    assert unpaired(tmp_path, b"a\n" * 1999, b"a\n" * 2000, segments) == (
        "sysA.txt has 1999 lines but ref.txt has 2000; segments must pair up. First unpaired: ref.txt line 2000."
    )
    assert "sysA.txt has 5 lines but ref.txt has 1; " in unpaired(tmp_path, b"a\n" * 5, b"a", segments)
    assert "First unpaired: ref.txt line 1." in unpaired(tmp_path, b"", b"a\n", segments)


@pytest.mark.parametrize(
    ("sign", "name"),
    [("\u2028", "U+2028"), ("\x85", "U+0085"), ("\x0c", "U+000C"), ("\r", "a lone CR")],
)
def test_a_line_other_programs_would_split_is_pointed_at(tmp_path: Path, sign: str, name: str) -> None:
    message = unpaired(tmp_path, f"a\r\nb\nc{sign}d\n".encode(), b"a\nb\nc\nd\n")
    assert message.endswith(f" sysA.txt line 3 contains {name}, which is text here but a line end to some programs.")


def test_empty_files_are_named(tmp_path: Path) -> None:
    message = unpaired(tmp_path, b"", b"")
    assert message == "no segments to score: sysA.txt and ref.txt are empty."


def test_lockstep_reads_a_table_once_and_gives_streams_in_order(tmp_path: Path) -> None:
    one, two = stream(tmp_path / "a", b"1\n2\n3\n"), stream(tmp_path / "b", b"x\ny\nz\n")
    steps = list(lockstep([two, one, two], 2, Found()))
    assert [[bytes(block.data) for block in step] for step in steps] == [
        [b"x\ny\n", b"1\n2\n", b"x\ny\n"],
        [b"z\n", b"3\n", b"z\n"],
    ]
    assert steps[0][0] is steps[0][2]
