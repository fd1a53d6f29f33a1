"""Products, powers and means of metrics: against plain arithmetic over the metrics inside, at both levels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.samples import random_corpus
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.metrics.base import Better, Segment
from tertium.metrics.citations import keys_of
from tertium.metrics.combination import Combination
from tertium.metrics.measuring import plain_metrics
from tertium.metrics.products import Formula, Mean, Power, Product, measured_as, numbers, with_numbers
from tertium.metrics.spec import parse

SYSTEMS, REFS = random_corpus(seed=5, segments=12, systems=1)
HYPS = SYSTEMS[0]
NAMES = ("bleu", "chrf", "ribes", "ter", "nsr", "nist")
Tree = Any  # a name, or (kind, ...) as below

leaves = st.sampled_from(NAMES)
exponents = st.sampled_from([0.25, 0.5, 1.0, 1.5, 2.0, -1.0, -0.5, 0.0])
weights = st.sampled_from([0.5, 1.0, 2.0, -0.5])


def _grown(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.tuples(st.just("product"), st.lists(inner, min_size=2, max_size=3)),
        st.tuples(st.just("power"), inner, exponents),
        st.tuples(st.just("sum"), st.lists(st.tuples(weights, inner), min_size=2, max_size=3)),
    )


trees = st.recursive(leaves, _grown, max_leaves=5)


def spec(tree: Tree) -> str:
    if isinstance(tree, str):
        return tree
    if tree[0] == "product":
        return "*".join(f"({spec(part)})" for part in tree[1])
    if tree[0] == "power":
        return f"pow({spec(tree[1])}, {tree[2]!r})"
    terms = [f"{weight!r}*({spec(part)})" for weight, part in tree[1]]
    return " + ".join(terms).replace("+ -", "- ")


def textbook(tree: Tree, known: dict[str, float]) -> float:
    """The same with Python's own arithmetic; 1/0 is infinite, what has no value is NaN."""
    if isinstance(tree, str):
        return known[tree]
    if tree[0] == "product":
        return math.prod(textbook(part, known) for part in tree[1])
    if tree[0] == "sum":
        return sum(weight * textbook(part, known) for weight, part in tree[1])
    base, exponent = textbook(tree[1], known), tree[2]
    if base == 0 and exponent < 0:
        return math.copysign(math.inf, base) if exponent == -1.0 else math.inf
    if base < 0 and not float(exponent).is_integer():
        # The root of minus infinity has another rule of its own.
        return math.nan if math.isfinite(base) else (math.inf if exponent > 0 else 0.0)
    try:
        return float(base**exponent)
    except OverflowError:
        return math.inf


def agrees(made: float, expected: float) -> None:
    if not math.isfinite(expected):
        assert math.isnan(made)
    else:
        assert made == pytest.approx(expected, rel=1e-9, abs=1e-12)


@settings(max_examples=150, deadline=None)
@given(trees)
def test_a_formula_is_the_arithmetic_of_its_metrics_at_each_level(tree: Tree) -> None:
    metric = parse(spec(tree))
    assert parse(str(metric)) == metric
    assert parse(metric.signature) == metric
    assert with_numbers(metric, dict(numbers(metric))) == metric
    whole = {name: CORPUS[name] for name in NAMES}
    if isinstance(metric, Formula):  # a sum of formulas has no rule for values that are not finite
        agrees(metric.corpus_score(HYPS, REFS).value, textbook(tree, whole))
        agrees(metric.sentence_score(HYPS[3], REFS[3]).value, textbook(tree, SENTENCE))


CORPUS = {name: parse(name).corpus_score(HYPS, REFS).value for name in NAMES}
SENTENCE = {name: parse(name).sentence_score(HYPS[3], REFS[3]).value for name in NAMES}


def test_isozakis_measure_is_the_built_in_one_by_segment_and_as_a_mean() -> None:
    single = [[refs[0]] for refs in REFS]  # of several references, each metric of a formula chooses its own
    built_in, ours = parse("nsr:modifier=p,alpha=0.25"), parse("mean(nsr*pow(precision, 1/4))")
    assert ours.corpus_score(HYPS, single).value == pytest.approx(built_in.corpus_score(HYPS, single).value, rel=1e-12)
    bent = parse("mean(pow(nsr*pow(precision, 1/4), 1.5))").corpus_score(HYPS, single).value
    by_hand = [built_in.sentence_score(h, r).value ** 1.5 for h, r in zip(HYPS, single, strict=True)]
    assert bent == pytest.approx(np.mean(by_hand), rel=1e-12)


def test_levels() -> None:
    """Without mean() the corpus value is the formula of corpus values; with it, the mean of the segments'."""
    product, mean = parse("bleu*chrf"), parse("mean(bleu*chrf)")
    assert product.corpus_score(HYPS, REFS).value == pytest.approx(CORPUS["bleu"] * CORPUS["chrf"], rel=1e-12)
    segments = [product.sentence_score(h, r).value for h, r in zip(HYPS, REFS, strict=True)]
    assert mean.corpus_score(HYPS, REFS).value == pytest.approx(np.mean(segments), rel=1e-12)
    assert [mean.sentence_score(h, r).value for h, r in zip(HYPS, REFS, strict=True)] == segments


def test_a_segment_without_a_value_adds_nothing_to_a_mean_inside() -> None:
    """Words against an empty reference have no error rate: the mean is that of the other segment."""
    hyps, refs = ["a b c", "x y"], [["a c d"], [""]]
    mean = parse("mean(wer)").corpus_score(hyps, refs).value
    assert mean == pytest.approx(2 / 3, rel=1e-12)
    chrf = parse("chrf").corpus_score(hyps, refs).value
    assert parse("chrf*mean(wer)").corpus_score(hyps, refs).value == pytest.approx(chrf * mean, rel=1e-12)
    assert parse("pow(mean(wer), 2)").corpus_score(hyps, refs).value == pytest.approx(mean**2, rel=1e-12)


def test_an_exponent_is_the_same_number_however_it_is_written() -> None:
    """numpy refuses negative powers that are whole numbers of Python's."""
    inside = parse("bleu")
    assert repr(Power(inside, 2)) == repr(Power(inside, 2.0))
    assert str(Power(inside, -1)) == str(Power(inside, -1.0))


def test_means_of_two() -> None:
    geometric = parse("pow(bleu*chrf, 0.5)").corpus_score(HYPS, REFS).value
    harmonic = parse("pow(0.5*pow(bleu, -1) + 0.5*pow(chrf, -1), -1)").corpus_score(HYPS, REFS).value
    assert geometric == pytest.approx(math.sqrt(CORPUS["bleu"] * CORPUS["chrf"]), rel=1e-12)
    assert harmonic == pytest.approx(2 / (1 / CORPUS["bleu"] + 1 / CORPUS["chrf"]), rel=1e-12)


def test_what_has_no_finite_value_has_no_score() -> None:
    assert parse("pow(0.5*pow(bleu, -1) + 0.5*pow(chrf, -1), -1)").sentence_score("x", ["y"]).value == 0.0
    for text in ("pow(chrf, -1)", "pow(chrf - 1*ter, 0.5)", "chrf*pow(chrf, -1)"):
        result = parse(text).sentence_score("x", ["y"])
        assert math.isnan(result.value), text
        assert result.unscored == 1
    # numpy takes NaN to the power 0 for 1; nsr has no score against an empty reference.
    assert math.isnan(parse("pow(nsr, 0)").sentence_score("a b", [""]).value)
    assert parse("pow(nsr, 0)").sentence_score("a b", ["b a"]).value == 1.0


@pytest.mark.parametrize(
    ("text", "better", "low", "high", "best"),
    [
        ("bleu*chrf", Better.HIGHER, 0.0, 1.0, 1.0),
        ("pow(ter, 0.5)", Better.LOWER, 0.0, math.inf, 0.0),
        ("pow(ter, -1)", Better.HIGHER, 0.0, math.inf, math.inf),
        ("ter*pow(wer, 2)", Better.LOWER, 0.0, math.inf, 0.0),
        ("pow(bleu - 1*ter, 2)", Better.HIGHER, -math.inf, math.inf, 1.0),
        ("mean(ter*wer)", Better.LOWER, 0.0, math.inf, 0.0),
        ("pow(2*bleu + 2*chrf, 2)", Better.HIGHER, 0.0, 16.0, 16.0),
        ("bleu*ter", Better.HIGHER, 0.0, math.inf, 0.0),
        ("pow(0.5*pow(bleu, -1) + 0.5*pow(chrf, -1), -1)", Better.HIGHER, 0.0, 1.0, 1.0),
    ],
)
def test_direction_and_range(text: str, better: Better, low: float, high: float, best: float) -> None:
    metric = parse(text)
    assert (metric.better, metric.low, metric.high, metric.best) == (better, low, high, best)


def test_spelling() -> None:
    assert str(parse("pow( precision , 1/4 )")) == "pow(precision, 0.25)"
    assert str(parse("2 * (bleu+chrf) * ribes - mean(ter)")) == "2*(1*bleu + 1*chrf)*ribes - 1*mean(ter)"
    assert parse("(bleu)") == parse("bleu")
    assert parse("(bleu*chrf)*ter") == parse("bleu*(chrf*ter)") == Product(tuple(map(parse, ("bleu", "chrf", "ter"))))
    assert parse("pow(bleu:order=2,case=lower,1.5)") == Power(parse("bleu:order=2,case=lower"), 1.5)
    assert parse("mean(bleu#1)") == Mean(parse("bleu"))
    assert isinstance(parse("1*bleu*chrf"), Combination)
    assert parse("mean(atec)", {"lang": "de"}) == Mean(parse("atec:lang=de"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pow(bleu)", "expected ',' and an exponent, as in 'pow(bleu, 0.5)' at character 9"),
        ("pow(bleu, x)", "expected an exponent such as 0.5, -1 or 1/4 at character 11"),
        ("pow(bleu, 1/0)", "an exponent is divided by 0"),
        ("pow(bleu, 1e999)", "the exponent of bleu is inf, expected a finite number"),
        ("pow(bleu, 2", "expected ')' at character 12, got 'the end'"),
        ("bleu)", "there is no bracket to close at character 5"),
        ("(bleu", "expected ')'"),
        ("bleu*", "expected a metric's name"),
        ("bleu*2", "expected a metric's name"),
        ("(bleu|nrefs:1|version:1)", "expected ')'"),
        ("(" * 100_000 + "bleu", "more than 20 deep"),
    ],
)
def test_what_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse(text)
    assert said in str(caught.value)


def test_brackets_in_values_are_quoted() -> None:
    from tertium.metrics.parameters import show

    assert show("my(1).toml") == '"my(1).toml"'


def test_first_passes_papers_and_rows() -> None:
    metric = parse("pow(nist*atec, 0.5)*nist")
    assert plain_metrics([metric]) == [parse("nist"), parse("atec")]
    assert keys_of(metric) == (*keys_of(parse("nist")), *keys_of(parse("atec")), *keys_of(parse("nist")))
    assert metric.columns[-2:] == ("atec.sum", "atec.segments")
    again = with_numbers(metric, {"exponent[1]": 2.0})
    assert isinstance(metric, Formula)
    assert isinstance(again, Formula)
    assert measured_as(again) == measured_as(metric)
    assert measured_as(metric).columns == metric.columns


def test_every_step_is_explained() -> None:
    metric = parse("pow(0.5*bleu + 0.5*chrf, 2)*mean(ribes)")
    made = metric.explain(Segment("a b c d", ("a b c e",)))
    [table] = made.tables
    steps = dict(table.rows)
    assert list(steps)[-1] == str(metric)
    assert list(steps)[:3] == ["bleu", "chrf", "0.5*bleu + 0.5*chrf"]
    assert steps["pow(0.5*bleu + 0.5*chrf, 2)"] == pytest.approx((0.5 * steps["bleu"] + 0.5 * steps["chrf"]) ** 2)
    assert made.score == pytest.approx(100 * steps[str(metric)])


def test_resamples_know_formulas() -> None:
    """A resample of rows scores as the resampled texts do."""
    metric = parse("pow(bleu*ribes, 0.5)")
    chunk = Chunk.of([HYPS], REFS)
    rows = metric.select(metric.measure(chunk)).values
    drawn = [0, 0, 3, 7, 7, 7, 11]
    texts = metric.corpus_score([HYPS[place] for place in drawn], [REFS[place] for place in drawn])
    assert float(metric.score(rows[drawn].sum(axis=0))) == pytest.approx(texts.value, rel=1e-12)


def test_a_formula_needs_what_its_metrics_need() -> None:
    plain, needy = parse("bleu*chrf"), parse("pow(kendall:align=source, 0.5)*deep")
    assert plain.requires == frozenset()
    assert needy.requires == parse("kendall:align=source").requires | parse("deep").requires
    assert needy.experimental == (parse("kendall:align=source").experimental or parse("deep").experimental)
    assert plain.experimental is False
    said = [parse(name).imperfect for name in ("nist", "atec")]
    assert parse("nist*atec*nist").imperfect == "; ".join(one for one in said if one)


def test_a_product_or_a_sum_of_nothing_is_refused() -> None:
    with pytest.raises(SpecError, match=r"^a product needs at least one factor, as in 'bleu\*chrf'\.$"):
        Product(())
    with pytest.raises(SpecError, match=r"^a combination needs at least one term, as in '0\.5\*bleu \+ 0\.5\*chrf'\.$"):
        Combination(())
