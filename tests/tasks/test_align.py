"""Word alignment by its request: the same links through every door, and through JSON."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import tertium
from cli.shell import run, write
from tertium.api.warned import InputWarning
from tertium.corpus.formats.opening import Place
from tertium.errors import FileError, InputError
from tertium.tasks import align
from tertium.tasks.align import AlignRequest, SavedModel, Training
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.texts import Sentences
from tertium.views.order.word_aligner import AlignerSettings

pytest.importorskip("thot", reason="the extra 'align' is not installed")

_RANDOM = random.Random(4)
_WORDS = [[_RANDOM.choice("ABCDEFGHIJ") for _ in range(_RANDOM.randint(1, 6))] for _ in range(60)]
SOURCE = [" ".join(words) for words in _WORDS]
MIRROR = [" ".join(words[::-1]).lower().replace("a", "aa") for words in _WORDS]
SAME = [" ".join(words).lower().replace("a", "aa") for words in _WORDS]


def read(path: Path) -> list[list[tuple[int, int]]]:
    """Links of a Pharaoh file."""
    lines = path.read_text(encoding="ascii").split("\n")[:-1]
    return [[(int(link.split("-")[0]), int(link.split("-")[1])) for link in line.split()] for line in lines]


def test_lists_files_and_the_command_line_give_the_same_links(tmp_path: Path) -> None:
    write(tmp_path, src=SOURCE, ref=MIRROR, out=SAME)
    lists = tertium.align(SOURCE, {"ref": MIRROR, "out": SAME})
    files = tertium.align(tmp_path / "src.txt", {name: tmp_path / f"{name}.txt" for name in ("ref", "out")})
    ran = run("align", "src.txt", "ref.txt", "out.txt", "-o", "links", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert lists == files == {name: read(tmp_path / "links" / f"{name}.align") for name in ("ref", "out")}
    words = [len(line.split()) for line in SOURCE]
    right = sum((i, i) in links for links, count in zip(lists["out"], words, strict=True) for i in range(count))
    assert right / sum(words) > 0.9


def test_a_saved_model_gives_its_links_again_and_may_join_them_otherwise(tmp_path: Path) -> None:
    trained = tertium.align(SOURCE, MIRROR, save_model=tmp_path / "model")
    assert tertium.align(SOURCE, MIRROR, load_model=tmp_path / "model") == trained
    few = tertium.align(SOURCE, MIRROR, load_model=tmp_path / "model", heuristic="intersection")
    assert all(set(one) <= set(other) for one, other in zip(few, trained, strict=True))
    with pytest.raises(InputError, match="case is about training, and load_model trains nothing"):
        tertium.align(SOURCE, MIRROR, load_model=tmp_path / "model", case="keep")
    with pytest.raises(FileError, match="exists already"):
        tertium.align(SOURCE, MIRROR, save_model=tmp_path / "model")


def test_more_text_may_be_learnt_from() -> None:
    assert tertium.align(["A B"], ["b aa"], train_on=[(SOURCE, MIRROR)]) == [[(0, 1), (1, 0)]]


def test_requests_come_back_equal_through_json_and_give_the_same_links() -> None:
    settings = AlignerSettings("fast-align", "union", "keep", 2)
    of_files = AlignRequest(
        Place("src.txt"),
        (Place("t.tsv", "mt"), Place("out.txt")),
        ("mt", "out"),
        Training(settings, ((Place("big.src"), Place("big.tgt")),), "model"),
    )
    loaded = AlignRequest(Place("src.txt"), (Place("ref.txt"),), ("ref",), SavedModel("model", "union"))
    of_lists = AlignRequest(Sentences(tuple(SOURCE), "source"), (Sentences(tuple(SAME), "out"),), ("out",))
    for request in (of_files, loaded, of_lists):
        assert from_plain(AlignRequest, json.loads(json.dumps(to_plain(request)))) == request
    back = from_plain(AlignRequest, to_plain(of_lists))
    assert align.run(back).to_dict() == align.run(of_lists).to_dict()


def test_what_the_model_cannot_take_is_warned_of_and_has_no_links() -> None:
    with pytest.warns(InputWarning, match=r"out: 1 pair of lines longer than \d+ words got no links, .* line 2"):
        found = tertium.align([SOURCE[0], " ".join(["A"] * 2000)], {"out": [SAME[0], " ".join(["a"] * 2000)]})
    assert found["out"][1] == []


def test_what_cannot_be_aligned_is_refused() -> None:
    with pytest.raises(InputError, match="segments must pair up"):
        tertium.align(SOURCE, MIRROR[:-1])
    with pytest.raises(InputError, match="targets is a string, expected a list of sentences"):
        tertium.align(SOURCE, "ref.txt")
    with pytest.raises(InputError, match="targets is empty"):
        tertium.align(SOURCE, {})
    with pytest.raises(InputError, match="targets segment 2 is None"):
        tertium.align(["A", "B"], ["a", None])  # type: ignore[list-item]
    with pytest.raises(InputError, match="2 names for 1 target"):
        align.run(AlignRequest(Sentences(("a",)), (Sentences(("a",)),), ("one", "two")))


def test_a_space_here_and_there_does_not_cut_japanese_into_words() -> None:
    """Titles have some, as in WMT21's news: 2.0 words a line, each a clause."""
    japanese = ["これは本です。 読みました - ニュース", "猫がマットの上に座っていた。", "彼は学校へ行きました。"] * 5
    with pytest.raises(InputError, match=r"words a line, of \d+ characters each, its script \(Japanese\)"):
        tertium.align(japanese, ["this is a book"] * 15)
