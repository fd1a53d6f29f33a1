"""ROUGE: the specification's vectors, rules for several references, options, scripts, explanations."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import corpus_value, segment_values
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.metrics.base import Metric, Segment
from tertium.metrics.rouge import Rouge1, Rouge2, RougeL, RougeS, RougeSU
from tertium.metrics.spec import parse
from textbook import rouge as textbook
from vectors import vectors

WORDS: dict[str, Any] = {"tok": "none", "case": "keep"}
ALL: dict[str, type[Metric]] = {"rouge-1": Rouge1, "rouge-2": Rouge2, "rouge-l": RougeL, "rouge-s": RougeS}
ALL["rouge-su"] = RougeSU


@pytest.mark.parametrize("vector", vectors("rouge"))
def test_vectors(vector: dict[str, Any]) -> None:
    expected = vector["expected"]
    classes: dict[str, tuple[type[Any], dict[str, Any]]] = {
        "rouge_l": (RougeL, {}),
        "rouge_s4": (RougeS, {}),
        "rouge_su4_1.5.5": (RougeSU, {"su": "155"}),
    }
    for name, (cls, more) in classes.items():
        for stat, key in (("f", "f1"), ("p", "p"), ("r", "r")):
            found = segment_values(cls(stat=stat, **more, **WORDS), [vector["hyp"]], [vector["refs"]])
            assert found == [pytest.approx(expected[name][key], abs=vector["tolerance"])]
    unlimited = segment_values(RougeS(skip=None, **WORDS), [vector["hyp"]], [vector["refs"]])
    assert unlimited == [pytest.approx(expected["rouge_s_unlimited_f1"], abs=vector["tolerance"])]
    words = segment_values(RougeSU(**WORDS), [vector["hyp"]], [vector["refs"]])
    assert words == [pytest.approx(expected["rouge_su4_all_unigrams_f1"], abs=vector["tolerance"])]


@pytest.mark.parametrize("vector", vectors("edge"))
@pytest.mark.parametrize("name", ALL)
def test_empty_sides_score_zero(vector: dict[str, Any], name: str) -> None:
    assert segment_values(parse(name), [vector["hyp"]], [vector["refs"]]) == [0.0]


def test_one_word_has_no_pairs() -> None:
    found = {name: segment_values(parse(name), ["word"], [["word"]]) for name in (*ALL, "rouge-su:su=155")}
    assert [name for name, values in found.items() if values == [0.0]] == ["rouge-2", "rouge-s", "rouge-su:su=155"]
    assert all(values in ([0.0], [1.0]) for values in found.values())


sentences = st.lists(st.sampled_from("abcde"), max_size=15)


@pytest.mark.parametrize("name", ALL)
@given(
    sentences,
    st.lists(sentences, min_size=1, max_size=4),
    st.sampled_from(["A", "B", "max_f"]),
    st.booleans(),
    st.sampled_from([0.5, 1.0, 3.0]),
)
def test_several_references_by_every_rule(
    name: str, hyp: list[str], refs: list[list[str]], multi: str, rounded: bool, beta: float
) -> None:
    digits = 5 if rounded else None
    overlap = textbook.combine([textbook.overlap(name, hyp, ref) for ref in refs], multi, digits, beta)
    precision, recall = textbook.rates(*overlap, digits)
    metric: Any = ALL[name]
    segment = ([" ".join(hyp)], [[" ".join(ref) for ref in refs]])
    for stat, want in (("p", precision), ("r", recall), ("f", textbook.f_measure(precision, recall, beta))):
        made = metric(multi=multi, round=rounded, beta=beta, stat=stat, **WORDS)
        assert segment_values(made, *segment) == [pytest.approx(want, abs=1e-12)]


def test_segments_with_different_numbers_of_references_do_not_disturb_each_other() -> None:
    hyps, refs = ["a b c", "a b", "x"], [["a b c", "q"], ["a c"], ["y", "x", "x z"]]
    for multi in ("A", "B", "max_f"):
        metric = Rouge1(multi=multi, **WORDS)
        alone = [segment_values(metric, [hyp], [ref])[0] for hyp, ref in zip(hyps, refs, strict=True)]
        assert segment_values(metric, hyps, refs) == alone
        assert corpus_value(metric, hyps, refs) == pytest.approx(sum(v for v in alone if v is not None) / 3)


@pytest.mark.parametrize("multi", ["A", "B", "max_f"])
def test_segments_without_references_are_masked(multi: str) -> None:
    metric = Rouge1(multi=multi)
    for refs in ([[], ["a"]], [[], []]):
        rows = metric.select(metric.measure(Chunk.of([["a", "a"]], refs)))
        assert rows.masked.tolist() == [not segment for segment in refs]
        assert rows.values.shape == (2, 3)


def test_the_best_reference_by_f_moves_with_beta_and_needs_no_new_rows() -> None:
    """beta is tunable: the same rows, another choice. One reference has the better precision, one the better recall."""
    chunk = Chunk.of([["a b c d"]], [["a b c d e f g h", "a b"]])
    precise, recalling = Rouge1(multi="max_f", beta=0.1, **WORDS), Rouge1(multi="max_f", beta=10.0, **WORDS)
    rows = precise.measure(chunk)
    assert rows.values.tobytes() == recalling.measure(chunk).values.tobytes()
    assert precise.select(rows).values.tolist() == [[4, 4, 8]]
    assert recalling.select(rows).values.tolist() == [[2, 4, 2]]


IDENTICAL = [
    "猫坐在垫子上。",
    "ネコはマットの上に座った",
    "кошка сидит на коврике",
    "القطة جلست على السجادة",
    "बिल्ली चटाई पर बैठी",
    "แมวนั่งบนเสื่อ",
    "η γάτα κάθεται στο χαλί",
    "고양이가 매트 위에 앉았다",
    "The naïve Müller",
]


@pytest.mark.parametrize("text", IDENTICAL)
@pytest.mark.parametrize("name", ALL)
def test_identical_text_of_any_script_is_perfect(name: str, text: str) -> None:
    """docs/faults.md A3: rouge-score gives 0.0 here, because it keeps a-z and 0-9 only."""
    assert segment_values(parse(name), [text], [[text]]) == [1.0]


def test_other_scripts_are_told_apart() -> None:
    assert segment_values(Rouge1(), ["猫坐在上"], [["狗站在下"]]) == [0.25]
    assert segment_values(Rouge1(), ["кошка спит"], [["кошка ест"]]) == [0.5]


def test_pairs_of_ten_thousand_words_are_bounded() -> None:
    rng = random.Random(3)
    hyp, ref = (" ".join(rng.choice("abcdefghij") for _ in range(10_000)) for _ in range(2))
    for metric in (RougeL(), RougeS(), RougeS(skip=None), RougeSU(skip=5000)):
        (value,) = segment_values(metric, [hyp], [[ref]])
        assert value is not None
        assert 0.3 < value < 1
        assert len(metric.explain(Segment(hyp, (ref,))).tables[0].rows) <= 1000


def test_explanations_show_what_is_shared_with_each_reference() -> None:
    segment = Segment("the cat sat here", ("the cat sat", "a cat was here"))
    unigrams = Rouge1().explain(segment)
    assert [table.rows for table in unigrams.tables] == [
        (("the", 1), ("cat", 1), ("sat", 1)),
        (("cat", 1), ("here", 1)),
    ]
    assert unigrams.facts["precision"] == 5 / 8
    assert RougeL().explain(segment).tables[1].rows == (("cat", 2, 2), ("here", 4, 4))
    assert Rouge2().explain(segment).tables[0].rows == (("the", "cat", 1), ("cat", "sat", 1))
    assert RougeS(skip=1).explain(segment).tables[1].rows == (("cat", "here", 1),)
    assert RougeSU(skip=0, su="155").explain(segment).tables[1].rows == (("cat", "", 1),)


def test_parameters_are_checked() -> None:
    with pytest.raises(SpecError, match="expected one of A, B, max_f"):
        Rouge1(multi="best")
    with pytest.raises(SpecError, match="between 0"):
        RougeS(skip=-1)
    with pytest.raises(SpecError, match="between 0"):
        RougeL(beta=-0.5)
    assert parse("rouge-s:skip=none") == RougeS(skip=None)
    assert "skip=none" in RougeS(skip=None).signature
    assert parse("rouge-su:su=155,round=yes") == RougeSU(su="155", round=True)
