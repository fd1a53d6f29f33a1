"""Where there is nothing to show, a task says so: systems that are equal, texts that share nothing, empty texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import tertium
from cli.shell import run, write
from tertium.render.reports import explained_page
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.forensics import written
from tertium.tasks import function_words
from tertium.tasks.differ import DifferRequest
from tertium.tasks.differ import run as differ
from tertium.tasks.function_words import FunctionWordsRequest
from tertium.tasks.monolingual import SentenceList
from tertium.tasks.texts import ListTexts

REF = ["the cat sat on the mat", "he read the book"]
OTHER = ["a dog", "no"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, ref=REF, same=REF, again=REF, other=["甲 乙", "丙"], empty=["", ""])
    return tmp_path


def test_systems_that_are_equal_have_no_contrast(folder: Path) -> None:
    found = tertium.diff({"a": OTHER, "b": OTHER}, REF, "chrf")
    assert found.contrasts == ()
    made = differ(DifferRequest(ListTexts({"a": OTHER, "b": OTHER}, REF), "a", "b", (tertium.metric("chrf"),)))
    assert made.report.contrasts == made.explained == ()
    asked = ("explain", "ref.txt", "-i", "same.txt", "again.txt", "-m", "chrf", "--differ", "same", "again")
    text, page = run(*asked, cwd=folder), run(*asked, "-f", "html", cwd=folder)
    assert (text.code, page.code) == (0, 0)
    said = "by chrf, same is better in 0 of 2 segments, again in 0; 2 equal."
    assert said in " ".join(text.out.split())
    assert "<table" not in page.out.split("<h2", 1)[-1]


def test_two_outputs_of_which_one_shares_no_word(folder: Path) -> None:
    asked = ("explain", "ref.txt", "-i", "same.txt", "other.txt", "-m", "chrf", "--differ", "same", "other", "-n", "1")
    text = run(*asked, cwd=folder)
    assert "no word corresponds to one of the reference." in " ".join(text.out.split())


def test_an_empty_text_is_called_empty(folder: Path) -> None:
    page = run("explain", "ref.txt", "-i", "empty.txt", "--line", "1", "-m", "chrf", "-f", "html", cwd=folder).out
    assert page.count('<span class="soft" dir="ltr">(empty)</span>') == 1


def test_a_table_without_rows_is_none() -> None:
    empty = Explanation("x", 0.5, tables=(ExplanationTable("matches", ("a", "b"), ()),))
    assert explained_page._tables([empty]) == "<h3>x: matches</h3><p>(none)</p>"


def test_words_that_the_text_does_not_have_are_written_as_they_are() -> None:
    """A tokenizer may change characters; spans are then missing."""
    text = "can't  stop"
    assert written(("can", "'t", "stop"), ((0, 3), (3, 5), (7, 11)), text, 0, 2) == "can't stop"
    assert written(("can", "not", "stop"), ((0, 3), None, (7, 11)), text, 0, 2) == "can not stop"
    assert written(("can", "not", "stop"), ((0, 3), None, (7, 11)), text, 2, 2) == "stop"


def test_function_words_are_plain_data() -> None:
    asked = FunctionWordsRequest(SentenceList(("The cat saw the dog", "the end")), 0.4)
    found = function_words.run(asked)
    assert found.to_dict() == {"words": ["the"], "distinct": 5}


def test_many_lines_are_aligned_in_batches() -> None:
    pytest.importorskip("thot", reason="needs the extra align")
    source, target = ["la casa", "una flor"] * 150, ["the house", "a flower"] * 150
    many = tertium.align(source, target)
    assert len(many) == 300
    assert list(many)[:2] == list(many)[256:258]
    assert list(many[298]) == list(many[0])
