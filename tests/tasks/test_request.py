"""Requests survive the way through JSON, and whatever does not fit is refused with its place."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

import tertium
from tertium.corpus.formats.opening import Place
from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.tasks import score
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.score import ScoreRequest, Uncertainty
from tertium.tasks.scored import Checks
from tertium.tasks.texts import FileTexts, ListTexts


def request_of_files() -> ScoreRequest:
    texts = FileTexts((Place("a.txt"), Place("t.tsv", "mt")), (Place("t.tsv", 2, 3),), None, ("a", "b"), missing="skip")
    metrics = (
        tertium.metric("bleu:order=2"),
        tertium.metric("0.5*chrf + 0.5*ter"),
        tertium.metric("lr-kb4:align=direct"),
    )
    return ScoreRequest(
        texts, metrics, uncertainty=Uncertainty(paired="ar", seed=7), checks=Checks(ignore=("T106",)), threads=2
    )


def test_a_request_of_files_comes_back_equal() -> None:
    request = request_of_files()
    assert from_plain(ScoreRequest, json.loads(json.dumps(to_plain(request)))) == request


def test_a_request_of_lists_gives_the_same_scores_after_the_way() -> None:
    texts = ListTexts({"a": ["the cat sat", "one two"], "b": ["a cat sat", "two one"]}, [["the cat sat"], ["one two"]])
    request = ScoreRequest(texts, (Bleu(order=1),), segment_scores=True)
    back = from_plain(ScoreRequest, json.loads(json.dumps(to_plain(request))))
    assert score.run(back) == score.run(request)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("threads", "two", r"ScoreRequest.threads is 'two', expected a whole number"),
        ("metrics", ["blue"], "did you mean 'bleu'"),
        ("colour", "red", "ScoreRequest has 'colour', which ScoreRequest does not know"),
        ("segment_scores", 1, "ScoreRequest.segment_scores is 1, expected true or false"),
    ],
)
def test_what_does_not_fit_is_refused(key: str, value: object, said: str) -> None:
    plain = {**to_plain(request_of_files()), key: value}
    with pytest.raises((InputError, SpecError), match=said):
        from_plain(ScoreRequest, plain)


def test_a_metric_that_is_registered_nowhere_cannot_be_sent() -> None:
    class Mine(Bleu):
        name = "mine"

    with pytest.raises(SpecError, match="no metric is registered under its name"):
        to_plain(ScoreRequest(ListTexts(["a"], ["a"]), (Mine(),)))


@dataclass(frozen=True)
class _Odd:
    codes: frozenset[str] = frozenset()
    nothing: None = None
    place: Path = Path("x")


def test_sets_are_sorted_and_paths_are_text() -> None:
    assert to_plain(_Odd(frozenset({"b", "a"}))) == {"type": "_Odd", "codes": ["a", "b"], "nothing": None, "place": "x"}
    with pytest.raises(InputError) as refused:
        to_plain({"a": 1j})
    assert str(refused.value) == "a request holds complex, which plain data cannot express."


@dataclass(frozen=True)
class _Empty:
    nothing: None = None


def test_nothing_is_null() -> None:
    assert from_plain(_Empty, {"type": "_Empty", "nothing": None}) == _Empty()
    with pytest.raises(InputError) as refused:
        from_plain(_Empty, {"type": "_Empty", "nothing": 1})
    assert str(refused.value) == "_Empty.nothing is 1, expected null."


@dataclass(frozen=True)
class _Unknown:
    bytes_: bytes = b""


def test_a_kind_of_field_that_no_request_holds_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match=r"_Unknown\.bytes_: requests do not hold <class 'bytes'>"):
        from_plain(_Unknown, {"type": "_Unknown", "bytes_": "x"})
