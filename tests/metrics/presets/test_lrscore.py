"""LRscore: vectors, the parts it is made of, and what it asks for."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.test_permutations import links_of
from tertium.corpus.chunk import Chunk, Notice
from tertium.engine import local
from tertium.errors import InputError, SpecError
from tertium.metrics.combination import Combination
from tertium.metrics.spec import parse
from tertium.results.scores import MetricScore
from vectors import vectors

# Cut by 13a and not by white space, letters of which lower case has two (İ), a letter of its own (ẞ), Chinese.
TEXT = st.text(alphabet="abAİẞ ,.'5中 ", max_size=12)
NAMES = ("lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4", "lr-ksb1", "lr-ksb4")


class OneChunk:
    names = ("sys",)

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk

    def at_least(self) -> int:
        return 0

    def chunks(self, segments: int) -> Iterator[Callable[[], tuple[Chunk, tuple[Notice, ...]]]]:
        yield lambda: (self.chunk, ())


def scored(chunk: Chunk, *specs: str) -> list[MetricScore]:
    report = local.score(OneChunk(chunk), [parse(spec) for spec in specs], version="test", segment_scores=True)
    return list(report.systems[0].scores)


def aligned_chunk(vector: dict[str, Any]) -> Chunk:
    sources = [" ".join("w" * length) for length in vector["source_lens"]]
    return dataclasses.replace(
        Chunk.of([vector["hyp"]], vector["refs"], sources),
        links={"hyp": links_of(*vector["hyp_alignments"]), "ref": links_of(*vector["ref_alignments"])},
    )


@pytest.mark.parametrize("vector", vectors("lrscore", "system"))
def test_system_vectors(vector: dict[str, Any]) -> None:
    chunk = aligned_chunk(vector)
    expected = vector["expected"]
    for name, key in (("hamming", "R_hamming"), ("kendall", "R_kendall"), ("kendall-sqrt", "R_kendall_sqrt")):
        [found] = scored(chunk, f"{name}:align=source,bp=yes")
        assert found.value == pytest.approx(expected[key], abs=1e-6)
        assert found.segment_scores is not None
        assert [s / 100 for s in found.segment_scores if s is not None] == pytest.approx(
            expected[f"{key}_segments"], abs=1e-6
        )
    for key, value in expected.items():
        if key.startswith("LR-"):
            name, alpha = key.lower().split("@")
            [found] = scored(chunk, f"{name}:alpha={alpha},tok=none")
            assert found.value == pytest.approx(value, abs=1e-6), key


@pytest.mark.parametrize("vector", vectors("lrscore", "sentence"))
def test_sentence_vectors(vector: dict[str, Any]) -> None:
    chunk = aligned_chunk(vector)
    for key, spec in (
        ("LR-KB4@0.5", "lr-kb4:alpha=0.5,tok=none"),
        ("sBLEU4_add1_all", "lr-kb4:alpha=0,tok=none"),
        ("sBLEU1", "lr-hb1:alpha=0,tok=none"),
    ):
        [found] = scored(chunk, spec)
        assert found.segment_scores is not None
        assert [s / 100 for s in found.segment_scores if s is not None] == pytest.approx(
            [segment[key] for segment in vector["expected"]], abs=1e-6
        )


def test_alpha_one_is_word_order_alone_and_alpha_zero_is_bleu() -> None:
    chunk = Chunk.of([["the cat the mat sat on", "a b c d e f"]], [["the cat sat on the mat"], ["a b c d e f g"]])
    order, words, lr_order, lr_words = scored(
        chunk,
        "kendall:bp=yes,align=direct",
        "bleu:smooth=none,effective_order=no",
        "lr-kb4:alpha=1,align=direct",
        "lr-kb4:alpha=0,align=direct",
    )
    assert lr_order.value == order.value
    assert lr_order.segment_scores == order.segment_scores
    assert lr_words.value == words.value


@pytest.mark.parametrize("name", NAMES)
def test_alpha_has_a_tuned_default_that_the_signature_shows(name: str) -> None:
    metric = parse(name)
    assert metric == parse(f"{name}:alpha=none") == parse(metric.signature) == parse(str(metric))
    assert str(metric) == name
    weights = [weight for weight, _ in metric.leaves()]
    assert 0 < weights[0] < 0.5 < weights[1] < 1
    assert f"alpha={weights[0]}," in metric.signature
    assert str(parse(f"{name}:alpha=0.5")) == f"{name}:alpha=0.5"
    with pytest.raises(SpecError, match="between 0 and 1"):
        parse(f"{name}:alpha=1.5")


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_preset_is_its_own(name: str) -> None:
    metric = parse(f"{name}:alpha=0.25,align=direct")
    assert str(metric) == f"{name}:alpha=0.25,align=direct"
    assert metric.signature == (
        f"{name}:align=direct,alpha=0.25,case=keep,lang=none,links=blocks,many_to_one=monotone,multi=best,"
        "norm=none,null_words=previous,one_to_many=first,tok=13a#3"
    )
    assert parse(metric.signature) == metric


def test_missing_alignments_are_an_error_in_the_name_of_the_preset() -> None:
    chunk = Chunk.of([["a"]], [["a"]])
    message = (
        r"lr-kb4 compares word order through the source: pass sources=…, and word alignments are made, or give "
        r"your own with align_hyp=… and align_ref=… too, or use lr-kb4:align=direct\."
    )
    for spec in ("lr-kb4:alpha=0.5", "0.5*lr-kb4:alpha=0.5 + 0.5*bleu"):
        with pytest.raises(InputError, match=message):
            scored(chunk, spec)


def test_a_preset_may_be_a_term_of_a_sum() -> None:
    chunk = Chunk.of([["the cat the mat sat on"]], [["the cat sat on the mat"]])
    whole, preset, bleu = scored(
        chunk, "0.4*lr-kb4:alpha=0.5,align=direct + 0.6*chrf", "lr-kb4:alpha=0.5,align=direct", "chrf"
    )
    assert whole.value == pytest.approx(0.4 * preset.value + 0.6 * bleu.value, abs=1e-15)
    metric = parse("0.4*lr-kb4:alpha=0.5,align=direct + 0.6*chrf")
    assert isinstance(metric, Combination)
    assert parse(metric.signature) == metric


def test_words_are_matched_whatever_their_case_but_bleu_keeps_it() -> None:
    chunk = Chunk.of([["Yesterday he came"]], [["He came yesterday"]])
    [found] = scored(chunk, "lr-kb1:alpha=0.5,align=direct")
    assert found.rows["kendall.linked"] == 3
    assert found.rows["bleu.match1"] == 1


@pytest.mark.parametrize("align", ["source", "direct", "occurrence", "ribes"])
@pytest.mark.parametrize("tok", ["13a", "intl", "none", "char", "zh"])
@pytest.mark.parametrize("case", ["keep", "lower"])
@given(texts=st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=3))
@settings(max_examples=15, deadline=None)
def test_one_brevity_penalty(align: str, tok: str, case: str, texts: list[tuple[str, str, str]]) -> None:
    """R and BLEU count the same words, whatever the links count."""
    hyps, first, second = map(list, zip(*texts, strict=True))
    refs = [list(pair) for pair in zip(first, second, strict=True)]
    links = {"hyp": links_of(*["0-0"] * len(hyps)), "ref": links_of(*["0-0"] * 2 * len(hyps))}
    chunk = dataclasses.replace(Chunk.of([hyps], refs, ["one two"] * len(hyps)), links=links)
    (_, order), (_, words) = parse(f"lr-kb4:align={align},tok={tok},case={case}").leaves()
    ours, bleus = order.select(order.measure(chunk)).values, words.select(words.measure(chunk)).values
    assert ours[:, 6:8].tolist() == bleus[:, -2:].tolist()


def test_one_brevity_penalty_on_text_that_is_not_tokenised() -> None:
    """White space sees 4 and 5 words here, BLEU 4 and 9: the penalties were .7788 and .2865."""
    chunk = dataclasses.replace(
        Chunk.of([["yes he did so"]], [["Well, yes, he did, so..."]], ["a b c d"]),
        links={"hyp": links_of("0-0 1-1 2-2 3-3"), "ref": links_of("0-1 1-2 2-3 3-4")},
    )
    order, lr = scored(chunk, "kendall:align=source,bp=yes", "lr-kb4:alpha=1")
    penalty = math.exp(1 - lr.rows["bleu.ref_len"] / lr.rows["bleu.hyp_len"])
    assert lr.rows["kendall.ref_len"] == lr.rows["bleu.ref_len"] > 5
    assert lr.value == order.value == pytest.approx(penalty)


def test_coverage_counts_the_words_of_the_links() -> None:
    chunk = dataclasses.replace(
        Chunk.of([["a, b, c, d,"]], [["a, b, c, d,"]], ["a b"]),
        links={"hyp": links_of("0-0 1-1"), "ref": links_of("0-0 1-1")},
    )
    [found] = scored(chunk, "kendall:align=source,coverage=yes")
    assert found.value == 0.5


def test_explain_shows_the_terms() -> None:
    from tertium.metrics.base import Segment

    shown = parse("lr-kb1:alpha=0.25,align=direct").explain(Segment("b a", ("a b",)))
    [terms] = shown.tables
    assert [(row[1], row[2]) for row in terms.rows] == [(0.25, 0.0), (0.75, 100.0)]
    assert shown.score == pytest.approx(75.0)


def test_several_references_may_be_averaged() -> None:
    """By hand: R of the first segment is .716531 = exp(1 - 4/3) with one reference and 0 with the other."""
    chunk = Chunk.of([["a b c", "a b c d"]], [["a b c d", "c b a d e f"], ["b a c d"]])
    best, average, bleu = scored(
        chunk,
        "kendall:bp=yes",
        "kendall:bp=yes,multi=average",
        "bleu:order=1,smooth=none,seg_smooth=none,effective_order=no,tok=13a",
    )
    assert best.segment_scores == pytest.approx([71.6531, 500 / 6], abs=1e-4)
    assert average.segment_scores == pytest.approx([71.6531 / 2, 500 / 6], abs=1e-4)
    assert average.value == pytest.approx((0.716531 / 2 + 5 / 6) / 2, abs=1e-6)
    lr_best, lr_average = scored(chunk, *(f"lr-kb1:alpha=0.4,align=occurrence,multi={m}" for m in ("best", "average")))
    assert lr_best.value == pytest.approx(0.4 * best.value + 0.6 * bleu.value)
    assert lr_average.value == pytest.approx(0.4 * average.value + 0.6 * bleu.value)
    assert lr_average.value < lr_best.value


def test_averaged_rows_keep_the_score_beside_the_means_of_the_counts() -> None:
    metric = parse("hamming:multi=average")
    chunk = Chunk.of([["a b c d"]], [["a b c d", "b a c d"]])
    row = metric.select(metric.measure(chunk)).values[0]
    facts = dict(zip(metric.columns, row.tolist(), strict=True))
    assert (facts["size"], facts["in_place"], facts["discordant"], facts["score"]) == (4, 3, 0.5, 0.75)
    [one] = scored(Chunk.of([["b a c d"]], [["a b c d"]]), "hamming:multi=average")
    assert one.value == 0.5


def test_an_average_over_references_has_no_parts_but_that_of_one_has() -> None:
    metric = parse(
        "kendall-sqrt:bp=yes,multi=average"
    )  # of linear similarities over as many words the mean comes apart
    rows = metric.select(metric.measure(Chunk.of([["a b c", "b a c"]], [["a b c d", "c b a d"], ["a b c d"]]))).values
    assert metric.attribute(rows[0]) is None
    parts = metric.attribute(rows[1])
    assert parts is not None
    assert parts.words + parts.order + parts.length == pytest.approx(1 - float(metric.score(rows[1])))
