"""Files that a metric is made of: what changed since it was named, or is something else, is refused in a sentence."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.errors import FileError, MissingExtraError, SpecError, install
from tertium.kernels.text import intern_tokens
from tertium.views.words import function_words, lsa_training, paraphrases, stems, synonyms
from tertium.views.words.file_digests import check_named_file, digest_of, full_name, named_file, split_name
from tertium.views.words.information import InformationTable
from tertium.views.words.lsa import KIND, Space
from tertium.views.words.packs import WordSettings, pack, unpack
from tertium.views.words.wordnet import wordnet_in


def refusal(kind: type[Exception], call: Callable[..., Any], *given: Any) -> str:
    with pytest.raises(kind) as error:
        call(*given)
    return str(error.value)


def test_a_name_has_the_digest_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(b"the\n")
    full = check_named_file(str(path), "words")
    assert full == f"{path}@{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
    assert split_name(full, "words") == (str(path), digest_of(b"the\n"))
    assert named_file(full) == (str(path), b"the\n")
    path.write_bytes(b"a\n")
    assert refusal(FileError, named_file, full) == (
        f"{path} changed while it was in use; run again when nothing writes to it."
    )
    assert refusal(SpecError, full_name, str(path), "0" * 12, "1" * 12, "words") == (
        f"the words in {path} have the SHA-256 111111111111..., expected 000000000000...; give the file that was used, "
        "or leave '@...' out to score with this one."
    )
    for name in ("-", ""):
        assert refusal(SpecError, split_name, name, "words") == (
            f"words are read from a file, got '{name}'; give the file's name."
        )


def test_files_that_changed_while_they_were_read_are_refused(tmp_path: Path) -> None:
    """Their digest was taken before; another content would score under the name of the first."""
    changed = "changed while it was read; run again when nothing writes to it."
    sets = tmp_path / "sets.txt"
    sets.write_text("big\tlarge\n")
    assert refusal(FileError, synonyms.synonym_sets, intern_tokens([["big"]]), f"{sets}@{'0' * 12}") == (
        f"{sets} {changed}"
    )
    table = tmp_path / "pairs"
    table.write_text("0.5\na b\nc\n")
    assert refusal(FileError, paraphrases.load_table, f"{table}@{'0' * 12}") == (
        f"{table} changed while it was in use; run again when nothing writes to it."
    )
    folder = tmp_path / "net"
    folder.mkdir()
    for part, mark in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        (folder / f"index.{part}").write_text("cat n 1 0 1 0 00000000\n" if mark == "n" else "")
        (folder / f"data.{part}").write_text("00000000 05 n 01 cat 0 000 | an animal\n" if mark == "n" else "")
        (folder / f"{part}.exc").write_text("")
    assert refusal(FileError, wordnet_in, str(folder), "0" * 12) == f"{folder} {changed}"


def test_a_list_of_function_words_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    for content, said in (
        (b"caf\xe9\n", "is not UTF-8; expected one function word per line."),
        (b"of the\n", "is not a list of function words: expected one word per line, got 'of the'."),
        (b"\n \n", "is not a list of function words: expected one word per line, got none."),
    ):
        path.write_bytes(content)
        assert refusal(FileError, function_words._listed, f"{path}@{digest_of(content)}") == f"{path} {said}"
    path.write_bytes("\ufeffThe\nof\r\n".encode())
    assert function_words._listed(check_named_file(str(path), "words")) == {"the", "of"}


def test_packs_that_contradict_themselves_are_refused() -> None:
    settings = WordSettings("none", "lower", "none")
    data = pack("tests", settings, ["a", "bé"], {"counts": np.array([1, 2])})
    found = unpack("tests", data, ("counts",))
    assert (found[0], found[1], found[2]["counts"].tolist()) == (settings, ["a", "bé"], [1, 2])
    assert refusal(FileError, unpack, "others", data, ("counts",)) == (
        "this is not a pack of others (it is a pack of tests); make it again."
    )
    arrays = read_arrays(data, ("header", "text", "lengths", "counts"), "a pack", "make it again")
    for lengths in ([1, 2], [2, 3], [5, -1]):
        broken = write_arrays({**arrays, "lengths": np.array(lengths, dtype=np.int32)})
        said = refusal(FileError, unpack, "tests", broken, ("counts",))
        assert said.startswith("this is not a pack of tests (")
    twice = write_arrays({**arrays, "text": np.frombuffer(b"aa", dtype=np.uint8), "lengths": np.array([1, 1])})
    assert refusal(FileError, unpack, "tests", twice, ("counts",)) == (
        "this is not a pack of tests (its words are damaged); make it again."
    )


@pytest.mark.parametrize(
    "vectors",
    [
        np.zeros((1, 3), dtype=np.int8),  # one word has none
        np.zeros((2, 0), dtype=np.int8),
        np.zeros(2, dtype=np.int8),
        np.zeros((2, 3), dtype=np.int16),
    ],
)
def test_vectors_that_do_not_fit_their_words_are_refused(vectors: Any) -> None:
    data = pack(KIND, WordSettings("none", "lower", "none"), ["a", "b"], {"vectors": vectors})
    assert refusal(FileError, Space.from_bytes, data) == (
        f"this is not a pack of {KIND} (its vectors do not fit its words); make it again."
    )


def test_a_table_of_information_that_contradicts_itself_is_refused() -> None:
    from tertium.corpus.chunk import Chunk
    from tertium.metrics.spec import parse

    table = parse("nist").collect(Chunk.of([["a b"]], [["a b c"]]))
    data = table.to_bytes()
    assert InformationTable.from_bytes(data).to_bytes() == data
    from tertium.kernels import nist

    arrays = read_arrays(data, nist.ARRAYS, "a table", "make it again")
    for name in nist.ARRAYS:
        broken = write_arrays({**arrays, name: arrays[name].ravel()[:-1]})
        said = refusal(FileError, InformationTable.from_bytes, broken)
        assert said.startswith("this is not a table of information weights (")
        assert said.endswith("); collect it again from the references.")


def test_training_needs_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert refusal(MissingExtraError, lsa_training._scipy) == f"training LSA needs SciPy: {install('meta')}."


def test_words_of_one_hash_are_one_word_to_meteor_unless_something_known_tells_them_apart() -> None:
    """Java's hash: 31 times what was before, and the next character."""

    def java(word: str) -> int:
        made = 0
        for character in word:
            made = (31 * made + ord(character)) % 2**32
        return made

    words = ["Aa", "cat", "BB", "C#", "dog"]
    assert java("Aa") == java("BB") == java("C#")
    view = intern_tokens([words])
    taken = stems.alike_to_meteor(view)
    assert taken is not None
    assert taken.tolist() == [0, 1, 0, 0, 4]
    apart = stems.alike_to_meteor(view, np.array([1, 0, 2, 1, 0], dtype=np.int32))
    assert apart is not None
    assert apart.tolist() == [0, 1, 2, 0, 4]
    assert stems.alike_to_meteor(view, np.arange(5, dtype=np.int32)) is None
    assert stems.alike_to_meteor(intern_tokens([["cat", "dog"]])) is None


def test_dutch_of_meteor_is_the_algorithm_of_its_time() -> None:
    words = ["lichamelijk", "lichamelijkheden", "opgevoed", "koeien"]
    assert stems.older_stems(words, "nl") == stems.snowball_stems(words, "dutch_porter")
    assert stems.older_stems(words, "nl")[:2] == ["licham", "licham"]  # as Snowball's own page of Porter's Dutch lists


def test_no_phrases_make_an_empty_table() -> None:
    from tertium.kernels.phrase_pairs import Spelling
    from tertium.views.words.pivoting import PivotSettings, counted_rows, pivoted

    nothing = Spelling(np.zeros(0, np.int32), np.zeros(1, np.int64), [])
    ids = np.zeros(0, np.int32)
    rows = counted_rows(nothing, nothing, ids, ids, np.zeros(0, np.int64), 1)
    table = pivoted(rows, PivotSettings())
    assert (len(table.ids), len(table.others)) == (0, 0)
