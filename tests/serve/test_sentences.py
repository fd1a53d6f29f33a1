"""Two sentences while somebody types."""

from __future__ import annotations

from typing import Any

import pytest

import tertium
from serve.started import Started

PAIR = {"reference": "the cat sat on a mat", "hypothesis": "on a mat sat the cat"}


def test_scores_are_those_of_explain(server: Started) -> None:
    answer = server.ask("/api/sentences", {**PAIR, "metrics": ["bleu", "ter", "ribes"]}).json
    picture = tertium.explain(PAIR["hypothesis"], PAIR["reference"], ["bleu", "ter", "ribes"]).picture
    assert [(row["metric"], row["score"]) for row in answer["scores"]] == [
        (loss.metric, loss.score) for loss in picture.losses
    ]
    assert [row["higher"] for row in answer["scores"]] == [True, False, True]
    pair = answer["pair"]
    assert [(link["ref"], link["hyp"]) for link in pair["links"]] == [(link.ref, link.hyp) for link in picture.links]
    assert [move["text"] for move in pair["moves"]] == [move.text for move in picture.moves]
    assert words(pair["ref"]) == list(picture.ref)
    assert words(pair["hyp"]) == list(picture.hyp)


def words(side: dict[str, Any]) -> list[str]:
    """The words of a side, cut as JavaScript cuts: by units of UTF-16."""
    units = side["text"].encode("utf-16-le", "surrogatepass")
    return [units[2 * start : 2 * end].decode("utf-16-le") for start, end in side["spans"]]


def test_words_are_found_beyond_the_first_plane(server: Started) -> None:
    answer = server.ask("/api/sentences", {"reference": "a 😀 smile 𝄞", "hypothesis": "𝄞 smile 😀 a"}).json
    assert words(answer["pair"]["ref"]) == ["a", "😀", "smile", "𝄞"]
    assert words(answer["pair"]["hyp"]) == ["𝄞", "smile", "😀", "a"]


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("", ""),
        ("a", ""),
        ("", "a"),
        ("  ", "\n"),
        ("one\ntwo", "two\r\none"),
        ("猫が座った", "座った猫が"),
        ("القط جلس", "جلس القط"),
        ("a\ud800b", "\udfff"),
        ("<script>", "</script><svg onload=alert(1)>"),
        ("\0\x07", "\u202e"),
    ],
)
def test_every_text_is_answered(server: Started, reference: str, hypothesis: str) -> None:
    answer = server.ask("/api/sentences", {"reference": reference, "hypothesis": hypothesis})
    assert answer.status == 200, answer.body
    assert {row["metric"] for row in answer.json["scores"]} == {"bleu", "ter", "ribes", "chrf"}
    for side in ("ref", "hyp"):
        assert all(start < end for start, end in answer.json["pair"][side]["spans"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reference": None}, "the reference is missing, expected a string"),
        ({"reference": ["a"]}, "reference is list"),
        ({"hypothesis": "x" * 2001}, "2,001 characters"),
        ({"metrics": ["blue"]}, "did you mean 'bleu'?"),
        ({"metrics": "bleu"}, "a list of names"),
        ({"metrics": []}, "a list of names"),
        ({"metrics": ["bleu"] * 13}, "12 are scored while you type"),
        ({"language": {"a": 1}}, "the language is dict, expected a pair"),
        ({"metrics": ["meteor:synonyms=/etc/passwd"]}, "a page opens none by name"),
        ({"metrics": ['meteor:synonyms="/etc/passwd"']}, "a page opens none by name"),
        ({"metrics": ["bleu:tok=spm:model"]}, "a page opens none by name"),
        ({"metrics": ["(meteor:synonyms=pyproject.toml)"]}, "a page opens none by name"),
        ({"metrics": ["pow(card:mine.toml, 2)"]}, "a page opens none by name"),
        ({"metrics": ["chrf + 0.5*meteor:paraphrases=../x"]}, "a page opens none by name"),
        ({"metrics": ["shallow"]}, "takes too long while you type"),
        ({"metrics": ["lr-kb4"]}, "alignments"),
    ],
)
def test_what_cannot_be_scored_is_told_in_one_sentence(server: Started, change: dict[str, object], said: str) -> None:
    answer = server.ask("/api/sentences", {**PAIR, **change})
    assert answer.status == 422
    assert said in answer.error


def test_weights_are_no_path(server: Started) -> None:
    answer = server.ask("/api/sentences", {**PAIR, "metrics": ["bleu:weights=0.5/.5/0/0", "ter:case=lower"]})
    assert answer.status == 200, answer.body
