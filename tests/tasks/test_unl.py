"""``unl``: both doors give the same graphs, and requests go through JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tertium
from cli.shell import run as run_program
from tertium.errors import InputError
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.unl import ConlluFile, ConlluTexts, EnglishFile, EnglishTexts, UnlFile, UnlRequest, run

KILLED = Path(__file__).parents[2] / "examples" / "unl" / "killed.conllu"


def blocks() -> list[str]:
    return [f"{block}\n\n" for block in KILLED.read_text("utf-8").split("\n\n") if block.strip()]


def test_the_command_and_python_give_the_same_graphs() -> None:
    shown = run_program("unl", "--conllu", str(KILLED), "-f", "json")
    assert shown.code == 0, shown.err
    assert json.loads(shown.out) == tertium.unl(parses=blocks()).to_list()


def test_text_is_parsed_the_same_by_both_doors() -> None:
    pytest.importorskip("spacy", reason="parsing needs the extra 'parse'")
    texts = ["John killed Mary.", "Mary was killed by John."]
    shown = run_program("unl", *texts, "-f", "json")
    assert shown.code == 0, shown.err
    made = tertium.unl(texts)
    assert json.loads(shown.out) == made.to_list()
    assert [sentence.text for sentence in made] == texts


@pytest.mark.parametrize(
    "request_",
    [
        UnlRequest(EnglishTexts(("John slept.",), "en_core_web_sm"), 1),
        UnlRequest(EnglishFile("texts.txt")),
        UnlRequest(ConlluFile("parses.conllu"), 7),
        UnlRequest(ConlluTexts(("1\tJohn\n",))),
        UnlRequest(UnlFile("document.unl")),
    ],
)
def test_requests_come_back_from_json(request_: UnlRequest) -> None:
    assert from_plain(UnlRequest, json.loads(json.dumps(to_plain(request_)))) == request_


def test_a_request_gives_the_same_graphs_after_the_way() -> None:
    request = UnlRequest(ConlluFile(str(KILLED)), 2)
    made = run(from_plain(UnlRequest, json.loads(json.dumps(to_plain(request)))))
    assert made == run(request)
    assert [sentence.id for sentence in made] == ["2"]


def test_wrong_uses_are_refused() -> None:
    with pytest.raises(InputError, match="either texts or parses"):
        tertium.unl()
    with pytest.raises(InputError, match="parser is for texts"):
        tertium.unl(parses=blocks(), parser="en")
    with pytest.raises(InputError, match="parse 1 holds 2 sentences, expected the CoNLL-U of one"):
        tertium.unl(parses=KILLED.read_text("utf-8"))
    with pytest.raises(InputError, match="sentence 1 has no parts of speech"):
        tertium.unl(parses="1\tMary\tMary\t_\t_\t_\t0\troot\t_\t_\n")
