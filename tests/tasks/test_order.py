"""``order``: both doors give the same record, requests go through JSON, and wrong uses are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tertium
from cli.shell import run, write
from tertium.corpus.formats.opening import Place
from tertium.errors import InputError, SpecError
from tertium.tasks import order
from tertium.tasks.order import OrderRequest
from tertium.tasks.picture_words import PictureWords
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.texts import FileTexts, ListTexts

REF = ["he planted a tree in the garden .", "the cat sat on the mat", "yes"]
MOVED = ["in the garden he planted a tree .", "on the mat sat the cat", "yes"]
SYSTEMS = {"same": REF, "moved": MOVED}
TREES = [
    "1\the\the\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tplanted\tplant\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\ta\ta\tDET\t_\t_\t4\tdet\t_\t_\n4\ttree\ttree\tNOUN\t_\t_\t2\tobj\t_\t_\n"
    "5\tin\tin\tADP\t_\t_\t7\tcase\t_\t_\n6\tthe\tthe\tDET\t_\t_\t7\tdet\t_\t_\n"
    "7\tgarden\tgarden\tNOUN\t_\t_\t2\tobl\t_\t_\n8\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n",
    "1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
    "3\tsat\tsit\tVERB\t_\t_\t0\troot\t_\t_\n4\ton\ton\tADP\t_\t_\t6\tcase\t_\t_\n"
    "5\tthe\tthe\tDET\t_\t_\t6\tdet\t_\t_\n6\tmat\tmat\tNOUN\t_\t_\t3\tobl\t_\t_\n",
    "1\tyes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, ref=REF, same=REF, moved=MOVED)
    (tmp_path / "ref.conllu").write_text("\n".join(TREES) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("flags", "keywords"),
    [
        ((), {}),
        (("-tok", "char", "--moves", "1"), {"tokenizer": "char", "moves": 1}),
        (("-l", "de-en"), {"language": "de-en"}),
        (("--parse-ref", "ref.conllu"), {"parse_ref": TREES}),
    ],
)
def test_both_doors_give_the_same(folder: Path, flags: tuple[str, ...], keywords: Any) -> None:
    ran = run("order", "ref.txt", "-i", "same.txt", "moved.txt", *flags, "-f", "json", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out) == json.loads(json.dumps(tertium.order(SYSTEMS, REF, **keywords).to_dict()))


def test_parts_of_speech_of_what_moved() -> None:
    _, moved = tertium.order(SYSTEMS, REF, parse_ref=TREES).systems
    found = {kind.kind: (kind.words, kind.moved) for kind in moved.facts.kinds if kind.by == "pos"}
    # 'in the garden', 'sat' and 'the cat' moved.
    assert found == {
        "DET": (4, 2),
        "NOUN": (4, 2),
        "VERB": (2, 1),
        "ADP": (2, 1),
        "PRON": (1, 0),
        "PUNCT": (1, 0),
        "INTJ": (1, 0),
    }
    assert [kind for kind in tertium.order(SYSTEMS, REF).systems[1].facts.kinds if kind.by == "pos"] == []


def test_metrics_that_compare_parses_still_need_those_of_the_systems(folder: Path) -> None:
    ran = run("score", "ref.txt", "-i", "same.txt", "-m", "shallow", "--parse-ref", "ref.conllu", cwd=folder)
    assert ran.code == 2
    assert "--parse-hyp has 0 files, expected 1: one for each system." in ran.err


@pytest.mark.parametrize("form", ["text", "json", "svg", "html", "md", "latex"])
def test_every_format_names_the_systems(folder: Path, form: str) -> None:
    ran = run("order", "ref.txt", "-i", "same.txt", "moved.txt", "-f", form, cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert "same" in ran.out
    assert "moved" in ran.out


def test_text_quotes_the_longest_moves_with_their_segments(folder: Path) -> None:
    shown = run("order", "ref.txt", "-i", "moved.txt", cwd=folder).out
    assert "'in the garden' moved 4 words to the front" in shown
    assert "monotone %" in shown


def test_texts_without_a_word_in_common_are_asked_about(folder: Path) -> None:
    write(folder, other=["x", "y", "z"])
    shown = run("order", "ref.txt", "-i", "other.txt", cwd=folder).out
    assert "no word corresponds; is the tokenizer right?" in shown
    assert "no word corresponds" not in run("order", "ref.txt", "-i", "moved.txt", "other.txt", cwd=folder).out


@pytest.mark.parametrize(
    ("arguments", "keywords", "said"),
    [
        ((REF, REF), {"moves": -1}, "moves is -1"),
        ((REF, REF[:2]), {}, "segments must pair up"),
        ((REF, REF), {"tokenizer": "nonsense"}, "unknown tokenizer 'nonsense'"),
        (([], []), {}, "there is no segment|is empty"),
        ((["a"], [[None]]), {"missing": "skip"}, "there is no segment with a reference"),
    ],
)
def test_wrong_uses_are_refused(arguments: tuple[Any, ...], keywords: Any, said: str) -> None:
    with pytest.raises((InputError, SpecError), match=said):
        tertium.order(*arguments, **keywords)


def test_requests_come_back_from_json() -> None:
    texts = FileTexts((Place("a.txt"),), (Place("ref.txt"),), None, ("a",))
    request = OrderRequest(texts, PictureWords("zh", "none"), 3)
    assert from_plain(OrderRequest, json.loads(json.dumps(to_plain(request)))) == request
    lists = OrderRequest(ListTexts(SYSTEMS, [[ref] for ref in REF]))
    back = from_plain(OrderRequest, json.loads(json.dumps(to_plain(lists))))
    assert order.run(back).to_dict() == order.run(lists).to_dict()


def test_long_names_of_systems_fold_at_80_columns(folder: Path) -> None:
    names = ("a-system-with-a-name-that-takes-half-of-the-line", "another-system-with-a-name-of-that-kind")
    ran = run("order", "ref.txt", "-i", "same.txt", "moved.txt", "--names", *names, cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out.count(names[0]) >= 5
    assert "'in the garden' moved 4 words to the front" in ran.out


def test_a_word_without_a_tag_has_no_part_of_speech_and_one_system_shows_its_kinds() -> None:
    trees = [TREES[0].replace("\tPUNCT\t", "\t_\t"), *TREES[1:]]
    [whole] = tertium.order({"moved": MOVED}, REF, parse_ref=TREES).systems
    made = tertium.order({"moved": MOVED}, REF, parse_ref=trees)
    [some] = made.systems
    kinds, fewer = ({kind.kind for kind in one.facts.kinds if kind.by == "pos"} for one in (whole, some))
    assert kinds - fewer == {"PUNCT"}
    text = str(made)
    rows = [line.split() for line in text.split("\n") if line.startswith(tuple(fewer))]
    assert {row[0]: row[1] for row in rows} == {
        kind.kind: str(kind.words) for kind in some.facts.kinds if kind.by == "pos"
    }
    assert text.count("moved most often") == 1  # of words by frequency, not of parts of speech
