"""Files of ours that somebody changed: saved aligners, rows, folders of kept work: refused, or the same result."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import tertium
from faults.cases import HYP, REF, lines
from tertium.cli.main import main
from tertium.errors import FileError
from tertium.views.order.word_aligner import AlignerSettings, WordAligner

DAMAGE = {
    "emptied": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one bit": lambda data: bytes([*data[:-1], data[-1] ^ 1]) if data else b"\0",
    "zeros": lambda data: bytes(len(data)) or b"\0",
    "ones": lambda data: b"\xff" * len(data) or b"\xff",
    "longer": lambda data: data + b"\n",
}


@pytest.fixture(scope="module")
def aligner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("thot", reason="extra 'align'")
    folder = tmp_path_factory.mktemp("aligner") / "model"
    pairs = [(hyp.split(), ref.split()) for hyp, ref in zip(HYP, REF, strict=True)]
    WordAligner.train(pairs, AlignerSettings(iterations=1)).save(folder)
    return folder


def damaged(folder: Path) -> Iterator[tuple[str, Path]]:
    """The folder as it is, with one of its files changed after the other."""
    for file in sorted(folder.iterdir()):
        if file.name == "aligner.json":
            continue
        whole = file.read_bytes()
        for way, change in DAMAGE.items():
            if change(whole) == whole:
                continue
            file.write_bytes(change(whole))
            yield f"{file.name}, {way}", file
        file.unlink()
        yield f"{file.name}, gone", file
        file.mkdir()
        yield f"{file.name}, a folder", file
        file.rmdir()
        file.write_bytes(whole)


def test_a_saved_aligner_that_was_changed(aligner: Path, tmp_path: Path) -> None:
    """The library that reads it crashed on half of these, and made other links of some in silence."""
    copy = shutil.copytree(aligner, tmp_path / "model")
    tried = 0
    for what, _ in damaged(copy):
        with pytest.raises(FileError, match=r"(is damaged|cannot be read).*; train the aligner again\."):
            pytest.fail(f"{what} was read: {WordAligner.load(copy)}")
        tried += 1
    assert tried > 40
    assert WordAligner.load(copy)


def test_the_command_refuses_it_too(aligner: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = shutil.copytree(aligner, folder / "model")
    (copy / "direct.yml").unlink()
    assert main(["align", "hyp.txt", "ref.txt", "--load-model", "model", "-o", "out"]) == 2
    assert "model is damaged" in capsys.readouterr().err
    with pytest.raises(FileError, match="model is damaged"):
        tertium.align(HYP, REF, load_model=copy)


def test_a_kept_aligner_is_trained_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("thot", reason="extra 'align'")
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", str(folder / "cache"))
    given = {"sources": HYP, "metrics": "lr-kb1"}
    first = tertium.score(HYP, [[text] for text in REF], **given)
    kept = list((folder / "cache").rglob("aligner.json"))
    assert kept
    for card in kept:
        (card.parent / "direct.src_class_names").write_bytes(b"\xff" * 100)
    again = tertium.score(HYP, [[text] for text in REF], **given)
    assert [one.value for one in again.scores] == [one.value for one in first.scores]


def test_rows_that_were_changed_give_no_other_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="rows need the extra arrow")
    given = ["compare", "ref.txt", "-i", "hyp.txt", "other.txt", "-m", "bleu", "-n", "10", "-q"]
    (folder / "other.txt").write_bytes(lines(REF[:4] + HYP[4:]))
    assert main([*given, "--save-rows", "rows", "-o", "usual.json", "-f", "json"]) == 0
    read = ["compare", "--rows", "rows", "-n", "10", "-q", "-o", "out.json", "-f", "json"]
    whole = (folder / "rows").read_bytes()
    assert main(read) == 0
    usual = (folder / "out.json").read_bytes()
    end = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")  # what follows are the schema and our header
    refused = 0
    for place in range(4, end, 23):
        (folder / "rows").write_bytes(whole[:place] + bytes([whole[place] ^ 0x20]) + whole[place + 1 :])
        (folder / "out.json").unlink(missing_ok=True)
        code = main(read)
        refused += code == 2
        assert code == 2 or (folder / "out.json").read_bytes() == usual, place
    assert refused > 10
    assert "write it again" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "{", "[]", ""])
def test_kept_work_whose_header_was_changed(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["score", "ref.txt", "-i", "hyp.txt", "-q", "-o", "out.txt", "--resume", "work"]
    assert main(given) == 0
    (header,) = (folder / "work").glob("*.json")
    header.write_text(text)
    assert main(given) == 2
    assert "does not hold work that this version can go on with" in capsys.readouterr().err
    assert os.path.exists(folder / "out.txt")  # noqa: PTH110
