"""Paraphrase tables in METEOR's format."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import FileError, SpecError
from tertium.views.words.paraphrases import MOST_MATCHES, check_source, phrase_matches

TABLE = """0.5
in order to
to
0.25
to
in order to
0.1
big house
mansion
0.1
to
so as to
"""


def write(path: Path, text: str = TABLE) -> str:
    path.write_bytes(gzip.compress(text.encode()))
    return check_source(str(path))


def test_phrases_are_found_in_both_directions_in_meteors_order(tmp_path: Path) -> None:
    source = write(tmp_path / "paraphrase.gz")
    chunk = Chunk.of([["he went in order to see the big house"]], [["to see a mansion he went", "nothing shared"]])
    found = phrase_matches(chunk, "none", "lower", "none", source)
    assert found is not None
    assert found.offsets.tolist() == [0, 3, 3]
    # phrases of the reference first: "to" -> "in order to"; then of the hypothesis, by place
    assert found.matches.tolist() == [[2, 3, 0, 1], [2, 3, 0, 1], [7, 2, 3, 1]]
    assert not found.capped.any()
    assert phrase_matches(chunk, "none", "lower", "none", source) is found
    assert phrase_matches(chunk, "none", "lower", "none", "none") is None


def test_a_flood_of_matches_is_capped_and_flagged(tmp_path: Path) -> None:
    source = write(tmp_path / "paraphrase.gz")
    chunk = Chunk.of([["mansion " * 300, "mansion"]], [["big house " * 300], ["big house"]])
    found = phrase_matches(chunk, "none", "lower", "none", source)
    assert found is not None
    assert found.capped.tolist() == [True, False]
    assert found.offsets.tolist() == [0, MOST_MATCHES, MOST_MATCHES + 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("0.5\na\n", "line 1 does not begin a pair"),
        ("0.5\na\nb\n0.5\n\nb\n", "line 4 does not begin a pair"),
        ("0.5\na\nb\n0.5\na\n", "line 4 does not begin a pair"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        write(tmp_path / "bad.gz", text)


def test_a_table_that_changed_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "paraphrase.gz")
    assert check_source(source) == source
    write(tmp_path / "paraphrase.gz", TABLE + "0.3\na\nb\n")
    with pytest.raises(SpecError, match="expected"):
        check_source(source)
