"""The shelf without its server: what is put on it, what is refused, and that nothing is left of what did not arrive."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tertium.errors import FileError, InputError
from tertium.serve import shelf as shelves
from tertium.serve.limits import ServerLimits
from tertium.serve.making import command
from tertium.serve.shelf import Added, Shelf, TooMuchError, labels_of


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    (tmp_path / "ours").mkdir()
    return Shelf(tmp_path / "ours", ServerLimits())


async def pieces(*given: bytes) -> AsyncIterator[bytes]:
    for one in given:
        yield one


def added(shelf: Shelf, label: str, *given: bytes, whole: bool = False) -> Added:
    return asyncio.run(shelf.add(label, pieces(*given), whole=whole))


def refusal(shelf: Shelf, *paths: Path | str) -> str:
    with pytest.raises(FileError) as error:
        shelf.open_files([str(path) for path in paths])
    return str(error.value)


def test_a_text_is_looked_at_and_goes_with_its_file(shelf: Shelf, tmp_path: Path) -> None:
    (text,) = added(shelf, "my text", b"first\twords\nno", b"thing\n", b"third").texts
    assert (text.label, text.size, text.lines, text.start, text.ours) == ("my text", 25, 3, "first  words", True)
    assert Path(text.path).read_bytes() == b"first\twords\nnothing\nthird"
    assert shelf.text(text.id) is text
    shelf.remove(text.id)
    assert list(tmp_path.joinpath("ours").iterdir()) == []
    for gone in (text.id, None, 7):
        with pytest.raises(InputError) as error:
            shelf.text(gone)
        assert str(error.value) == "one of the texts is no longer here; choose it again."


def test_a_table_that_is_kept_whole_has_a_folder_of_its_own_and_goes_with_it(shelf: Shelf, tmp_path: Path) -> None:
    """Readers of scores go by the name of a file: it gets one that no path can be made of."""
    (table,) = added(shelf, "../..//my scores.tsv", b"a\tb\n1\t2\n", whole=True).texts
    assert (table.label, table.whole) == ("../..//my scores.tsv", True)
    inside = Path(table.path)
    assert inside.name == "_.._my_scores.tsv"
    assert inside.parent.parent == tmp_path / "ours"
    shelf.remove(table.id)
    assert list(tmp_path.joinpath("ours").iterdir()) == []


def test_nothing_is_left_of_a_text_that_does_not_arrive(shelf: Shelf, tmp_path: Path) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b"some"
        raise ConnectionResetError(104, "Connection reset by peer")

    async def cancelled() -> AsyncIterator[bytes]:
        yield b"some"
        raise asyncio.CancelledError

    with pytest.raises(InputError) as error:
        asyncio.run(shelf.add("x", broken()))
    assert str(error.value) == "x cannot be kept: connection reset by peer; make room on the disk."
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(shelf.add("x", cancelled()))
    assert list(tmp_path.joinpath("ours").iterdir()) == []
    assert list(shelf) == []
    assert shelf._arriving == 0  # the room that they took is free again


def test_there_is_an_end_to_texts_and_their_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "_MOST_FILES", 1)
    small = Shelf(tmp_path, ServerLimits(shelf_texts=1, shelf_bytes=8 << 20, text_bytes=6 << 20))
    first = added(small, "a", b"x" * (5 << 20)).texts[0]
    with pytest.raises(TooMuchError) as error:
        added(small, "b", b"x" * (4 << 20))
    assert str(error.value) == "the texts together are larger than 8 MiB; remove some first."
    added(small, "b", b"y")
    with pytest.raises(TooMuchError) as error:
        added(small, "c", b"z")
    assert str(error.value) == "there are 2 texts, which is all; remove some first."
    small.remove(first.id)
    assert added(small, "c", b"z").texts[0].size == 1


def test_files_and_folders_are_read_where_they_are(shelf: Shelf, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    (folder / "more" / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("a\n")
    (folder / "more" / "b.txt").write_text("b\n")
    (folder / "more" / "deep" / "ours.score").write_text("[1]")
    (folder / "page.html").write_text("<p>")
    (folder / ".hidden").write_text("x")
    (folder / "broken.jsonl").write_text("{\n")
    shelf.open_files([str(folder), str(folder / "a.txt")])
    found = [(text.label, text.folder, text.whole, text.ours) for text in shelf]
    assert found == [
        ("a.txt", "", False, False),
        ("broken.jsonl", "", True, False),
        ("broken.jsonl", "", False, False),  # no table that can be read: whoever chooses it is told why
        ("b.txt", "more", False, False),
        ("ours.score", "more/deep", True, False),
        ("a.txt", "", False, False),
    ]
    text = next(iter(shelf))
    shelf.remove(text.id)
    assert Path(text.path).exists()  # not ours to delete


def test_what_is_no_text_is_refused(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    said = "is neither a file nor a folder, expected texts to choose from."
    assert refusal(shelf, tmp_path / "pipe") == f"{tmp_path / 'pipe'} {said}"
    assert refusal(shelf, tmp_path / "none") == f"{tmp_path / 'none'} does not exist; check the name."
    (tmp_path / "empty").mkdir()
    assert refusal(shelf, tmp_path / "empty") == (
        f"{tmp_path / 'empty'} holds no text files; give a folder with files of one text each."
    )
    monkeypatch.setattr(shelves, "_MOST_FILES", 2)
    many = tmp_path / "many"
    many.mkdir()
    for name in "abc":
        (many / name).write_text(name)
    assert refusal(shelf, many) == f"{many} holds more than 2 files; give a smaller folder, or the files themselves."
    with pytest.raises(FileError) as error:
        list(shelves._texts_in(tmp_path / "none"))
    assert str(error.value) == (
        f"{tmp_path / 'none'} cannot be read: no such file or directory; check its permissions."
    )


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that nobody can read from its start")
def test_a_file_that_cannot_be_read_is_refused(shelf: Shelf) -> None:
    assert refusal(shelf, "/proc/self/mem") == (
        "/proc/self/mem cannot be read: input/output error; check its permissions."
    )


def test_a_named_table_that_is_none_is_refused(shelf: Shelf, tmp_path: Path) -> None:
    path = tmp_path / "broken.parquet"
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match=r"^broken\.parquet "):
        shelf.open_files([str(path)])


def test_the_longest_path_is_named_first(shelf: Shelf) -> None:
    texts = [added(shelf, label, b"x").texts[0] for label in ("a", "b")]
    texts[1] = shelves.replace(texts[1], path=texts[0].path + "0")
    assert list(labels_of(texts)) == [texts[1].path, texts[0].path]


def test_what_to_type_for_the_same_page() -> None:
    def place(label: str, table: str = "", column: str = "", name: str = "") -> dict[str, str]:
        return {"label": label, "path": "", "table": table, "column": column, "name": name}

    asked = {
        "references": [place("ref 1.txt")],
        "systems": [place("a.txt", name="A"), place("b.txt", name="B")],
        "sources": [place("src.txt")],
        "documents": [place("docs.txt")],
        "judgments": [place("human.tsv")],
        "scores": [place("comet.tsv")],
        "scores_lower": True,
        "metrics": ["bleu", "chrf"],
        "language": "de",
    }
    assert command(asked) == (
        "tertium report 'ref 1.txt' -i a.txt b.txt -s src.txt --names A B -m bleu chrf --docs docs.txt --human "
        "human.tsv --scores comet.tsv --scores-lower -l de -o report.html"
    )
    columns = {
        "references": [place("", "t.csv", "column 2")],  # one without a name
        "systems": [place("", "t.csv", "mt", "mt")],
        "sources": [place("", "t.csv", "column 1")],
        "documents": [place("", "t.csv", "doc")],
    }
    none: dict[str, object] = {"judgments": [], "scores": [], "scores_lower": False, "language": None}
    assert command({**asked, **columns, **none}) == (
        "tertium report t.csv --ref-col 2 --hyp-col mt --src-col 1 --names mt -m bleu chrf --docs t.csv:doc "
        "-o report.html"
    )
