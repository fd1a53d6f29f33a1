"""Word-order forensics: blocks, what moved and how far, what is missing; and losses that add up."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.analysis.explaining.explain import ChosenSegment, explain_segment, loss_of, worst
from tertium.analysis.explaining.forensics import examine
from tertium.corpus.chunk import Chunk
from tertium.corpus.texts.lists import corpus_of
from tertium.errors import SpecError, printable
from tertium.metrics.base import Better, Segment
from tertium.metrics.formulas import of_product
from tertium.metrics.measuring import measure_alone
from tertium.metrics.spec import parse
from tertium.results.forensics import Forensics

HYP = "we read the book because he was interested in world history"
REF = "he was interested in world history because we read the book"


def seen(hyp: str, ref: str) -> Forensics:
    return explain_segment(ChosenSegment("", 0, Segment(hyp, (ref,))), [], tok="none", lang="none")


def test_a_swapped_clause_moves_two_blocks_around_one() -> None:
    found = seen(HYP, REF)
    assert found.permutation == (8, 9, 10, 11, 7, 1, 2, 3, 4, 5, 6)
    assert [(block.words, block.shift) for block in found.blocks if block.moved] == [
        (("we", "read", "the", "book"), -7),
        (("because",), -2),
    ]
    assert found.missing == found.extra == ()


def test_missing_and_extra_words_are_told_apart() -> None:
    found = seen("the cat slept", "the black cat sat")
    assert [found.ref[j] for j in found.missing] == ["black", "sat"]
    assert [found.hyp[i] for i in found.extra] == ["slept"]
    assert not any(block.moved for block in found.blocks)


def test_nothing_in_common() -> None:
    found = seen("a b", "x y z")
    assert found.links == found.blocks == ()
    assert found.missing == (0, 1, 2)
    assert found.permutation == ()


def test_the_reference_that_shares_most_words_is_shown() -> None:
    segment = Segment("the cat sat", ("a dog ran", "the cat sat down"))
    assert explain_segment(ChosenSegment("", 0, segment), [], tok="none", lang="none").reference == 2


@given(st.permutations(range(12)))
def test_blocks_cover_the_links_and_what_stays_is_in_order(order: list[int]) -> None:
    words = [str(i) for i in range(12)]
    found = examine([words[i] for i in order], words, [(r, h, "exact") for h, r in enumerate(order)])
    assert sum(block.length for block in found.blocks) == 12
    staying = [link.ref for link in sorted(found.links, key=lambda link: link.hyp) if not link.moved]
    assert staying == sorted(staying)
    # No heavier set of words could have stayed: the longest increasing run of single words bounds it from above.
    best = [1] * 12
    for i in range(12):
        best[i] = 1 + max((best[j] for j in range(i) if order[j] < order[i]), default=0)
    assert len(staying) == max(best)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_shares_of_a_product_add_up_and_are_fair(words: float, order: float, length: float) -> None:
    shares = of_product(words, order, length)
    assert shares.sum() == pytest.approx(1 - words * order * length, abs=1e-12)
    swapped = of_product(order, words, length)
    assert swapped[:2].tolist() == pytest.approx([shares[1], shares[0]], abs=1e-12)
    assert of_product(1.0, order, 1.0)[1] == pytest.approx(1 - order)
    assert of_product(words, 1.0, length)[1] == pytest.approx(0)


@pytest.mark.parametrize(
    "spec",
    ["ribes", "bleu", "ter", "per", "kendall:bp=yes", "nkt:modifier=p", "0.5*ribes + 0.5*bleu", "0.3*bleu - 0.1*ter"],
)
def test_losses_add_up_to_the_distance_from_the_best(spec: str) -> None:
    rng = random.Random(1)
    metric = parse(spec)
    for _ in range(200):
        ref = [rng.choice("abcdefgh") for _ in range(rng.randint(1, 12))]
        hyp = rng.sample(ref, rng.randint(0, len(ref))) + [rng.choice("xyz") for _ in range(rng.randint(0, 2))]
        loss = loss_of(metric, Segment(" ".join(hyp), (" ".join(ref),)).chunk())
        if loss.words is None:
            continue
        assert loss.words + loss.order + loss.length == pytest.approx(loss.lost, abs=1e-9), (spec, hyp, ref)
        distance = loss.score / metric.scale - metric.best
        assert loss.lost / metric.scale == pytest.approx(distance if metric.better is Better.LOWER else -distance)


def test_a_pure_reordering_costs_order_alone() -> None:
    for spec in ("ribes", "ter"):
        loss = loss_of(parse(spec), Segment("d e f a b c", ("a b c d e f",)).chunk())
        assert loss.words == pytest.approx(0)
        assert loss.length == pytest.approx(0)
        assert loss.order == pytest.approx(loss.lost)


def test_metrics_that_do_not_factor_say_so() -> None:
    loss = loss_of(parse("chrf"), Segment("a b", ("b a",)).chunk())
    assert loss.words is None
    assert "cannot be split" in loss.note


def test_worst_ranks_segments_by_what_they_lose_through_one_part() -> None:
    hyps = {"a": ["a b c d", "d c b a", "x y z w"], "b": ["a b c d", "b a c d", "a b"]}
    refs = ["a b c d"] * 3
    by_order = worst(corpus_of(hyps, refs), parse("ribes"), "order", 2)
    assert [(found.system, found.segment) for found in by_order] == [("a", 2), ("b", 2)]
    by_length = worst(corpus_of(hyps, refs), parse("ribes"), "length", 1)
    assert (by_length[0].system, by_length[0].segment) == ("b", 3)
    with pytest.raises(SpecError, match="cannot be split"):
        worst(corpus_of(hyps, refs), parse("chrf"), "order", 1)


@pytest.mark.parametrize("spec", ["atec", "nist", "0.5*atec + 0.5*chrf"])
def test_worst_by_metrics_that_weigh_words_by_the_whole_set(spec: str) -> None:
    """tests/cli/test_explain.py compares the scores with those of the set. Without a best score the lowest is worst."""
    hyps = {"a": ["the cat sat", "a dog ran off", "the red house"], "b": ["the cat sits", "the dog ran", "house"]}
    refs = ["the cat sat", "the dog ran off", "the red house"]
    metric = parse(spec)
    for part in (None, "all"):
        scores = [one.loss.score for one in worst(corpus_of(hyps, refs), metric, part, 6)]
        assert scores == sorted(scores)
        assert len(scores) == 6
    with pytest.raises(SpecError, match=r"cannot be split.*by='all'"):
        worst(corpus_of(hyps, refs), metric, "order", 1)


def test_a_block_between_swapped_neighbours_moved_by_nothing() -> None:
    found = seen("c b a", "a b c")
    assert [(block.words, block.shift) for block in found.blocks if block.moved and block.words == ("b",)] in (
        [],
        [(("b",), 0)],
    )
    assert sum(block.moved for block in found.blocks) == 2


def test_blocks_that_move_together_are_one_move() -> None:
    found = seen("in the big garden he planted a tree .", "he planted a tree in the garden .")
    assert [block.words for block in found.blocks if block.moved] == [("in", "the"), ("garden",)]
    [move] = found.moves
    assert (move.text, move.words, move.shift, move.to) == ("in the big garden", 3, -4, "front")
    assert (move.ref, move.ref_last, move.hyp, move.hyp_last) == (4, 6, 0, 3)
    assert move.to_dict()["ref"] == 5  # people count from 1
    far = seen("in one two three garden he planted a tree .", "he planted a tree in garden .")
    assert [move.text for move in far.moves] == ["in … garden"]


def test_large_blocks_are_named_before_single_words_that_went_further() -> None:
    ref = "The quick brown fox , said he , jumps over lazy dogs".split()
    hyp = "jumps over lazy dogs quick brown fox said he , , The".split()
    links = [(0, 11, "exact"), (1, 4, "exact"), (2, 5, "exact"), (3, 6, "exact"), (4, 9, "exact"), (5, 7, "exact")]
    links += [(6, 8, "exact"), (7, 10, "exact"), *((8 + k, k, "exact") for k in range(4))]
    moves = examine(hyp, ref, links).moves
    assert [move.text for move in moves] == ["jumps over lazy dogs", "The", ","]
    assert abs(moves[0].shift) < abs(moves[1].shift)


def test_punctuation_does_not_stand_between_a_move_and_the_end() -> None:
    assert [(m.text, m.to) for m in seen("b c d a .", "a b c d .").moves] == [("a", "end")]
    assert [(m.text, m.to) for m in seen("b c d a x .", "a b c d x .").moves] == [("a", "later")]
    assert [(m.text, m.to) for m in seen('" d a b c', '" a b c d').moves] == [("d", "front")]
    assert [m.to for m in seen("c b a", "a b c").moves if m.text == "b"] == ["around"]


def test_texts_are_shown_as_written() -> None:
    segment = Segment("Don't  say &quot;no&quot;, she said.", ("She said: don't say &quot;no&quot;.",), "Sag es nicht")
    found = explain_segment(ChosenSegment("", 0, segment), [], tok="13a", lang="none")
    assert found.hyp_text == "Don't  say &quot;no&quot;, she said."
    assert found.source == "Sag es nicht"
    assert found.hyp_written(0, 5) == "Don't say &quot;no&quot;,"
    assert "she said" in [move.text for move in found.moves]


def test_given_links_reach_the_metric_and_the_picture(tmp_path: Path) -> None:
    for name, text in (("ref", "H G F\n"), ("hyp", "F G H\n"), ("links", "0-0 1-1 2-2\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = ["explain", "ref", "-i", "hyp", "--align-direct", "links", "--line", "1", "-m", "kendall:align=direct"]
    done = subprocess.run(
        [sys.executable, "-m", "tertium", *command, "-f", "json"], cwd=tmp_path, capture_output=True, check=True
    )
    shown = json.loads(done.stdout)[0]
    assert shown["losses"][0]["score"] == 100.0
    assert [(link["ref"], link["hyp"]) for link in shown["links"]] == [(1, 1), (2, 2), (3, 3)]


def test_of_a_sum_every_term_says_what_it_loses() -> None:
    chosen = ChosenSegment("", 0, Segment("the cat sat on mat", ("the cat sat on the mat",)))
    metrics = [parse("0.25*bleu + 0.75*chrf"), parse("ribes")]
    summed, alone = explain_segment(chosen, metrics, tok="13a", lang="none").losses
    assert [term.metric for term in summed.terms] == ["0.25*bleu", "0.75*chrf"]
    assert summed.score == pytest.approx(0.25 * summed.terms[0].score + 0.75 * summed.terms[1].score)
    assert summed.lost == pytest.approx(0.25 * summed.terms[0].lost + 0.75 * summed.terms[1].lost)
    assert [term["metric"] for term in summed.to_dict()["terms"]] == ["0.25*bleu", "0.75*chrf"]
    assert alone.terms == ()
    assert "terms" not in alone.to_dict()


def test_joiners_of_emoji_and_of_persian_are_shown_as_written() -> None:
    family, word = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u0631\u0648\u062f"
    assert printable(f"{family} {word}") == f"{family} {word}"
    assert printable("a\u200db \u200c\u202e\x1b") == "a\\u200db \\u200c\\u202e\\x1b"


@pytest.mark.parametrize(
    "spec", ["ribes", "bleu", "ter", "per", "kendall:bp=yes", "nkt:modifier=p", "0.3*bleu - 0.1*ter"]
)
def test_losses_of_many_rows_are_those_of_each(spec: str) -> None:
    rng = random.Random(2)
    metric = parse(spec)
    refs = [[" ".join(rng.choices("abcdef", k=rng.randint(0, 9)))] for _ in range(60)]
    hyps = [" ".join(rng.choices("abcdefx", k=rng.randint(0, 9))) for _ in refs]
    [(_, rows)] = measure_alone(Chunk.of([hyps], refs), [metric], None)
    together = metric.losses(rows.values)
    assert together is not None
    for row, losses in zip(rows.values, together.tolist(), strict=True):
        alone = metric.attribute(row)
        if alone is None:
            assert any(map(math.isnan, losses))
        else:
            assert losses == pytest.approx([alone.words, alone.order, alone.length], abs=1e-12)
