"""n-best lists: both formats, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.corpus.texts.nbest import Candidates, read_nbest
from tertium.errors import TertiumError


def read(tmp_path: Path, text: str) -> list[Candidates]:
    path = tmp_path / "nbest"
    path.write_text(text, "utf-8")
    return list(read_nbest(str(path)))


def test_moses_lists_with_features_and_scores(tmp_path: Path) -> None:
    lists = read(tmp_path, "0 ||| a b ||| lm: -1 2 ||| -1.5\n0 ||| a c ||| lm: -2 1 ||| -2\n1 ||| d\n")
    assert [(one.id, one.texts, one.scores) for one in lists] == [
        ("0", ("a b", "a c"), (-1.5, -2.0)),
        ("1", ("d",), None),
    ]


def test_features_alone_are_no_score(tmp_path: Path) -> None:
    assert read(tmp_path, "0 ||| a ||| lm: -1 2\n")[0].scores is None


def test_json_lines_one_candidate_or_a_list_a_line(tmp_path: Path) -> None:
    text = '{"id": 0, "text": "a", "score": -1}\n{"id": "0", "hyp": "b", "score": -2}\n{"id": 1, "texts": ["c", "d"]}\n'
    lists = read(tmp_path, text)
    assert [(one.id, one.texts, one.scores) for one in lists] == [
        ("0", ("a", "b"), (-1.0, -2.0)),
        ("1", ("c", "d"), None),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("just text\n", r"line 1 has no '\|\|\|', expected 'id"),
        ("0 ||| a\n1 ||| b\n0 ||| c\n", r"line 3: id '0' was there before"),
        ("0 ||| a ||| -1\n0 ||| b\n", r"line 1: 1 of the 2 candidates of '0' have a model score"),
        ("", r"has no lines, expected candidates"),
        ('{"id": 0}\n', r'line 1 has neither a string "text"'),
        ('{"text": "a"}\n', r'line 1 has no "id"'),
        ('{"id": 0, "text": "a"\n', r"line 1 is not JSON"),
        ('{"id": 0, "text": "a", "score": "high"}\n', r"line 1 has scores that are not one finite number"),
        (f'{{"id": 0, "text": "a", "score": 1{"0" * 400}}}\n', r"line 1: a score is not a finite number"),
        ('{"id": 0, "text": "a", "score": NaN}\n', r"line 1: a score is not a finite number"),
        ('{"id": 0, "texts": ["a"], "scores": [1, 2]}\n', r"line 1 has scores"),
        ('{"id": true, "text": "a"}\n', r'line 1 has no "id"'),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(TertiumError, match=message):
        read(tmp_path, text)
