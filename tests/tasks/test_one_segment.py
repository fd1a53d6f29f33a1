"""``tertium.score`` of one segment: the quick way says what the task says, number by number and warning by warning."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

import tertium
from laws.samples import random_corpus
from tertium.errors import TertiumError
from tertium.tasks import one_segment

METRICS = ("bleu", "chrf", "ter", "ribes", "wer", "cer", "chrf++", "levenshtein", "nkt", "bleu:smooth=floor,order=2")
PLAIN = ("the cat sat on the mat", "a cat sat on the mat .")

# What the doctor, or the reader, may have something to say of in one segment alone; and what it counts in many only.
ODD: list[tuple[Any, Any]] = [
    ("a\x07b c", "a b c"),
    ("a b", "a\u200bb"),
    ("a \ufffd b", "a b"),
    ("e\u0301te\u0301", "été"),
    ("", "a b"),
    ("a b", "  "),
    ("a b", ["a b", ""]),
    ("a\tb", "a b"),
    ("a\u00a0b", "a b"),
    ("a b\u2028c", "a b c"),
    ("猫坐在垫子上。", "猫坐在垫子上"),
    ("猫坐在垫子上。", ["猫坐在垫子上", "猫在垫子上"]),
    ("кошка сидит", ["кошка сидела", "кот сидит"]),
    ("แมวนั่งบนเสื่อ", ["แมวนั่ง", "แมวนั่งบน"]),
    ("I'm sorry, but I cannot translate this text.", "Die Katze sitzt auf der Matte."),
    ("Sure! Here is the translation: the cat", "the cat"),
    ("**the cat**", "the cat"),
    ('"the cat"', "the cat"),
    ("Die Katze sitzt auf der Matte und die Maus ist im Haus.", "The cat is on the mat and the mouse is in the house."),
    ("the &quot;cat&quot;", ["the cat"] * 12),
    ("the cat , and the dog .", ["The Cat, and the dog."] * 3),
    ("x", "y" * 200),
    (None, "a"),
    (3, "a"),
    ("a", None),
    ("a", 3),
    ("a", ["b", None]),
    ("a", []),
    ("half \ud800", "a"),
]


def outcome(hyp: Any, refs: Any, metrics: Any, **options: Any) -> tuple[Any, list[str]]:
    """Every field of the result, to the bit, or the refusal; and what was warned of."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            scored = tertium.score([hyp], [refs], metrics, **options)
            result: Any = scored.name, scored.asked, [repr(vars(score)) for score in scored.scores]
        except (TertiumError, TypeError) as refused:
            result = str(refused)
    return result, [str(warning.message) for warning in heard]


@pytest.mark.parametrize("metrics", ["bleu", METRICS, list(METRICS), ("ter", "chrf:beta=3")])
def test_the_quick_way_says_what_the_task_says(metrics: Any) -> None:
    (hyps, _), refs = random_corpus(seed=5, segments=80)
    for segment in [PLAIN, *zip(hyps, refs, strict=True), *ODD, *ODD]:
        wanted = outcome(*segment, metrics, threads=1)  # so the task runs
        assert outcome(*segment, metrics) == wanted, segment
        assert outcome(*segment, metrics) == wanted, segment  # now that this number of references was seen


def test_ordinary_text_does_go_the_quick_way(monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = ("bleu", "chrf", "ter", "ribes", "wer")
    wanted = tertium.score([PLAIN[0]], [PLAIN[1]], metrics)
    monkeypatch.setattr("tertium.api.score.run", None)
    assert tertium.score([PLAIN[0]], [PLAIN[1]], metrics) == wanted
    assert tertium.score([PLAIN[0]], [[PLAIN[1]]], list(metrics)) == wanted
    assert tertium.score(["été à Košice"], ["кошка"], metrics)["bleu"].score == 0
    with pytest.raises(TypeError):
        tertium.score([PLAIN[0]], [PLAIN[1]], metrics, segment_scores=True)
    with pytest.raises(TypeError):
        tertium.score({"a": [PLAIN[0]]}, [PLAIN[1]], metrics)


def test_metrics_that_have_no_door_or_may_change_are_never_remembered() -> None:
    for metrics in (["nist"], ["bleu", "0.5*bleu + 0.5*chrf"], [tertium.metric("bleu:norm=nfc")]):
        tertium.score([PLAIN[0]], [PLAIN[1]], metrics)
        assert tuple(metrics) not in one_segment._ready
    tertium.score([PLAIN[0]], [PLAIN[1]], [tertium.metric("bleu:order=3")])
    assert (tertium.metric("bleu:order=3"),) in one_segment._ready


def test_what_is_remembered_is_bounded() -> None:
    rng = random.Random(3)
    for _ in range(2 * one_segment._MOST):
        tertium.score([PLAIN[0]], [PLAIN[1]], f"chrf:beta={rng.random()}")
    assert len(one_segment._ready) <= one_segment._MOST
