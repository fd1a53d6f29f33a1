"""A WordNet in its published files: parts and wholes, the pack that is made of it, and files that are not sound."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.corpus.formats.numbers import number
from tertium.corpus.lexicons import wordnet
from tertium.corpus.texts import monolingual
from tertium.errors import FileError, InputError


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Three nouns: a wheel is a part of a car, a tyre of a wheel; a blank line and the licence are no synsets."""
    for pos in wordnet.POS:
        for name in (f"index.{pos}", f"data.{pos}", f"{pos}.exc"):
            (tmp_path / name).write_text("  1 This is the licence.\n\n")
    (tmp_path / "data.noun").write_text(
        "  1 This is the licence.\n"
        "00000100 03 n 01 car 0 000 | drives\n"
        "\n"
        "00000200 03 n 01 wheel 0 001 #p 00000100 n 0000 | turns\n"
        "00000300 03 n 02 tyre 0 tire 0 002 #p 00000200 n 0000 @ 00000200 n 0000 | is round\n"
    )
    (tmp_path / "index.noun").write_text(
        "car n 1 0 1 0 00000100\ntire n 1 0 1 0 00000300\ntyre n 1 0 1 0 00000300\nwheel n 1 0 1 0 00000200\n"
    )
    (tmp_path / "noun.exc").write_text("tyres tyre\n")
    return str(tmp_path)


def test_parts_know_their_wholes_by_the_numbers_of_the_synsets(folder: str) -> None:
    pairs = wordnet.read_parts(folder)
    assert pairs.tolist() == [[1, 0], [2, 1]]
    packed = read_arrays(wordnet.parts_to_bytes(pairs), ["part_steps", "wholes"], "a pack", "make it again")
    assert np.cumsum(packed["part_steps"]).tolist() == [1, 2]
    assert packed["wholes"].tolist() == [0, 1]


def test_a_pack_gives_back_what_was_read(folder: str) -> None:
    made = wordnet.read_directory(folder)
    assert made.hypernym_counts.tolist() == [0, 0, 1]
    again = wordnet.from_bytes(wordnet.to_bytes(made))
    for name, array in vars(made).items():
        assert vars(again)[name].tolist() == array.tolist(), name
        assert vars(again)[name].dtype == array.dtype, name


def test_a_pack_whose_numbers_are_not_four_bytes_each_is_refused(folder: str) -> None:
    arrays = {name: wordnet._planes(array) for name, array in vars(wordnet.read_directory(folder)).items()}
    arrays["senses"] = arrays["senses"][:3]
    with pytest.raises(FileError, match=r"not a pack of WordNet .*build it again with 'make wordnet-pack'"):
        wordnet.from_bytes(write_arrays(arrays))


def test_a_form_with_more_bases_than_a_byte_counts_is_refused(folder: str) -> None:
    words = [f"w{number}" for number in range(wordnet._MOST + 1)]
    (Path(folder) / "index.noun").write_text(
        "".join(f"{word} n 1 0 1 0 00000100\n" for word in ("car", "tire", "tyre", "wheel", *words))
    )
    (Path(folder) / "noun.exc").write_text(f"many {' '.join(words[:-1])}\n")
    assert wordnet.read_directory(folder).form_counts.tolist() == [[wordnet._MOST, 0, 0, 0]]
    (Path(folder) / "noun.exc").write_text(f"few car\nmany {' '.join(words)}\n")
    with pytest.raises(FileError, match=r"noun\.exc line 2: an irregular form has more than 255 base forms"):
        wordnet.read_directory(folder)


def test_a_file_in_another_encoding_is_refused_with_its_line(folder: str) -> None:
    (Path(folder) / "noun.exc").write_bytes(b"tyres tyre\ncaf\xe9s caf\xe9\n")
    with pytest.raises(FileError, match=r"noun\.exc line 2 is not UTF-8"):
        wordnet.read_directory(folder)


def test_a_whole_number_beyond_all_floating_point_numbers_is_not_finite() -> None:
    assert number(10**15, "row 1") == 1e15
    with pytest.raises(InputError, match=r"row 1 is not a finite number; repair it"):
        number(10**400, "row 1")
    with pytest.raises(InputError, match=r"row 1 is 1e\+300, expected a number of a size up to"):
        number("1e300", "row 1")


def test_listed_sentences_come_in_chunks_that_know_their_place() -> None:
    chunks = list(monolingual.listed(["a", "b", "c"], segments=2))
    assert [(chunk.first, chunk.pool.sentence(int(chunk.refs[0]))) for chunk in chunks] == [(0, "a"), (2, "c")]
