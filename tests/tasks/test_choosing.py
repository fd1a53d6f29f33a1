"""``mbr`` and ``pairwise``: both doors give the same record, requests go through JSON, and lists are checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tertium
from cli.shell import run
from tertium.analysis.mbr.choice import ChoiceRule
from tertium.corpus.texts.nbest import Candidates
from tertium.errors import InputError, SpecError
from tertium.tasks import mbr, pairwise
from tertium.tasks.mbr import MbrRequest
from tertium.tasks.pairwise import PairwiseRequest
from tertium.tasks.request import from_plain, to_plain

LISTS = {"7": ["the cat sat on the mat", "the cat sat on mat", "a dog"], "x": ["one two", "two one", "one one"]}
SCORES = {"7": [-1.0, -0.5, -9.0], "x": [-3.0, -2.0, -2.5]}
POOL = {"7": ["a dog", "a dog"], "x": ["two one"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = [f"{key} ||| {t} ||| {s}" for key in LISTS for t, s in zip(LISTS[key], SCORES[key], strict=True)]
    (tmp_path / "nbest.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (tmp_path / "pool.txt").write_text("".join(f"{key} ||| {t}\n" for key in POOL for t in POOL[key]), "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("flags", "keywords"),
    [
        ((), {}),
        (("-m", "0.5*wer - 0.5*bleu"), {"metric": "0.5*wer - 0.5*bleu"}),
        (("--weights", "model", "--temperature", "0.5"), {"scores": SCORES, "temperature": 0.5}),
        (("--references-pool", "pool.txt", "-m", "ter"), {"pool": POOL, "metric": "ter"}),
    ],
)
def test_the_command_and_python_choose_the_same(folder: Path, flags: tuple[str, ...], keywords: Any) -> None:
    ran = run("mbr", "nbest.txt", "-f", "jsonl", *flags, cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    chosen = tertium.mbr(LISTS, **keywords)
    assert [json.loads(line) for line in ran.out.splitlines()] == [choice.to_dict() for choice in chosen]
    assert len(chosen) == 2


def test_lists_without_ids_are_numbered() -> None:
    assert [choice.id for choice in tertium.mbr(list(LISTS.values()))] == ["0", "1"]


@pytest.mark.parametrize(
    ("given", "keywords", "said"),
    [
        (["one", "two"], {}, r"nbest\[0\] is str, expected a list of strings"),
        ([], {}, "nbest is empty, expected one list for each sentence"),
        ([["a"], []], {}, r"nbest\[1\] is empty"),
        ([["a", 3]], {}, r"nbest\[0\]\[1\] is int, expected a string"),
        ([["a", "b"]], {"scores": [[1.0]]}, r"nbest\[0\] has 2 texts and 1 scores"),
        ([["a", "b"]], {"scores": [[1.0, float("nan")]]}, "not all finite"),
        ([["a"]], {"scores": [[1.0], [2.0]]}, "scores and nbest do not have the same lists"),
        ({"a": ["x"]}, {"pool": {"b": ["x"]}}, r"nbest\['a'\] has id 'a' but the references' pool has id 'b'"),
        ([["a"]], {"temperature": 0}, "temperature must be above 0"),
    ],
)
def test_what_is_no_nbest_list_is_refused(given: Any, keywords: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        tertium.mbr(given, **keywords)


def test_a_choice_is_made_by_one_metric() -> None:
    with pytest.raises(SpecError, match="one metric, got 2"):
        tertium.mbr([["a"]], ["bleu", "chrf"])  # type: ignore[arg-type]


def test_requests_come_back_from_json_and_choose_the_same(folder: Path) -> None:
    rule = ChoiceRule(tertium.metric("0.5*bleu + 0.5*chrf"), "model", 2.0)
    lists = tuple(Candidates(key, tuple(LISTS[key]), tuple(SCORES[key])) for key in LISTS)
    for request in (
        MbrRequest(lists, rule, threads=1),
        MbrRequest(str(folder / "nbest.txt"), ChoiceRule(tertium.Ter()), str(folder / "pool.txt")),
    ):
        back = from_plain(MbrRequest, json.loads(json.dumps(to_plain(request))))
        assert back == request
        assert mbr.run(back) == mbr.run(request)
    request = PairwiseRequest(("a b", "b"), ("a", "b a"), tertium.Wer(), 1)
    back_again = from_plain(PairwiseRequest, json.loads(json.dumps(to_plain(request))))
    assert back_again == request
    assert np.array_equal(pairwise.run(back_again), tertium.pairwise(["a b", "b"], ["a", "b a"], "wer"))
