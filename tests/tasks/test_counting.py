"""``idf``, ``function-words`` and ``lsa``: both doors give the same bytes, and requests go through JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tertium
from cli.shell import run
from tertium.errors import InputError
from tertium.tasks import function_words, idf, lsa
from tertium.tasks.function_words import FunctionWordsRequest
from tertium.tasks.idf import IdfRequest
from tertium.tasks.lsa import LsaRequest
from tertium.tasks.monolingual import SentenceFiles, SentenceList
from tertium.tasks.request import from_plain, to_plain
from tertium.views.words.packs import WordSettings

LINES = ["Cat dog fur", "dog fur tail", "bank money loan", "money Loan rate"] * 5


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "corpus.txt").write_text("".join(f"{line}\n" for line in LINES), "utf-8")
    return tmp_path


def test_idf_gives_the_same_pack_by_both_doors(corpus: Path) -> None:
    assert run("idf", "corpus.txt", "-o", "made", "--case", "keep", "-q", cwd=corpus).code == 0
    assert tertium.idf(LINES, case="keep").to_bytes() == (corpus / "made").read_bytes()


def test_lsa_gives_the_same_pack_by_both_doors(corpus: Path) -> None:
    assert run("lsa", "train", "corpus.txt", "-o", "made", "-k", "2", "--seed", "3", "-q", cwd=corpus).code == 0
    assert tertium.lsa(LINES, dimensions=2, seed=3).to_bytes() == (corpus / "made").read_bytes()


def test_function_words_are_the_same_by_both_doors(corpus: Path) -> None:
    assert run("function-words", "corpus.txt", "-o", "made", "--threshold", "0.1", "-q", cwd=corpus).code == 0
    assert tertium.function_words(LINES, threshold=0.1) == (corpus / "made").read_text("utf-8").split()
    assert tertium.function_words(LINES, threshold=0.9) == []
    refused = run("function-words", "corpus.txt", "-o", "made", "--threshold", "0.9", cwd=corpus).refusal
    assert refused == "no word is that frequent; lower --threshold."
    with pytest.raises(InputError, match="threshold is 2, expected a relative frequency between 0 and 1"):
        tertium.function_words(LINES, threshold=2)


@pytest.mark.parametrize("door", [tertium.idf, tertium.function_words, tertium.lsa])
def test_what_are_no_sentences_is_refused(door: Any) -> None:
    for wrong, said in (("one text", "sentences is str"), ([], "sentences is empty"), (["a", None], "NoneType")):
        with pytest.raises(InputError, match=said):
            door(wrong)
    with pytest.raises(InputError, match=r"lone surrogate U\+D800"):
        door(["\ud800"])


def test_requests_come_back_from_json_and_count_the_same(corpus: Path) -> None:
    settings = WordSettings("intl", "keep", "nfc")
    for texts in (SentenceList(tuple(LINES)), SentenceFiles((str(corpus / "corpus.txt"),))):
        one = IdfRequest(texts, settings)
        assert (counted := _back(one)) == one
        assert idf.run(counted).to_bytes() == idf.run(one).to_bytes()
        two = FunctionWordsRequest(texts, 0.05, "none")
        assert (listed := _back(two)) == two
        assert function_words.run(listed) == function_words.run(two)
        three = LsaRequest(texts, settings, 2, 100, 1, 4)
        assert (trained := _back(three)) == three
        assert lsa.run(trained).to_bytes() == lsa.run(three).to_bytes()


def _back(request: Any) -> Any:
    return from_plain(type(request), json.loads(json.dumps(to_plain(request))))
