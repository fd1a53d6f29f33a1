"""The order of whole systems is the sum of what ``explain`` shows of their segments."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from pathlib import Path

import pytest

import tertium
from tertium.analysis.explaining import system_order
from tertium.results.forensics import Forensics
from tertium.results.order import OrderFacts

WORDS = "the a of to cat dog house garden tree sat ran planted big small red , .".split()


def texts(seed: int, segments: int) -> tuple[list[str], list[list[str]]]:
    rng = random.Random(seed)
    hyps, refs = [], []
    for _ in range(segments):
        ref = [rng.choice(WORDS) for _ in range(rng.choice((1, 3, 8, 15, 25, 40, 60)))]
        cut = rng.randrange(len(ref) + 1)
        hyp = ref[cut:] + ref[:cut] if rng.random() < 0.6 else list(ref)
        if rng.random() < 0.5:
            hyp[rng.randrange(len(hyp))] = "unknown"
        hyps.append(" ".join(hyp))
        refs.append([" ".join(ref), " ".join(reversed(ref))][: rng.randint(1, 2)])
    return hyps, refs


def pictures(hyps: list[str], refs: list[list[str]]) -> list[Forensics]:
    found = tertium.explain(hyps, refs, "ter", lines=list(range(1, len(hyps) + 1)))
    return [one.picture for one in found]


def added_up(seen: list[Forensics]) -> dict[str, float]:
    """What the facts are, word by word."""
    shifts = [block.shift for one in seen for block in one.blocks if block.moved for _ in range(block.length)]
    compared = [one for one in seen if len(one.links) >= 2]
    return {
        "segments": len(seen),
        "compared": len(compared),
        "monotone": sum(not one.moves for one in compared),
        "words": sum(len(one.links) for one in seen),
        "moved": len(shifts),
        "distance": sum(map(abs, shifts)) / len(shifts) if shifts else math.nan,
    }


def facts_of(facts: OrderFacts) -> dict[str, float]:
    return {name: getattr(facts, name) for name in ("segments", "compared", "monotone", "words", "moved", "distance")}


@pytest.mark.parametrize("seed", range(4))
def test_facts_are_those_of_the_segments(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hyps, refs = texts(seed, 60)
    monkeypatch.setattr(system_order, "SEGMENTS_PER_CHUNK", 7)  # chunks add up
    [system] = tertium.order(hyps, refs).systems
    seen = pictures(hyps, refs)
    assert facts_of(system.facts) == pytest.approx(added_up(seen), nan_ok=True)
    for each in system.lengths:
        inside = [one for one in seen if each.least <= len(one.ref) <= (each.most or math.inf)]
        assert facts_of(each.facts) == pytest.approx(added_up(inside), nan_ok=True)
    assert sum(each.facts.segments for each in system.lengths) == 60
    shifts = Counter(block.shift for one in seen for block in one.blocks if block.moved for _ in range(block.length))
    for each in system.facts.displacement:
        low = -math.inf if each.least is None else each.least
        high = math.inf if each.most is None else each.most
        assert each.words == sum(number for shift, number in shifts.items() if low <= shift <= high)
        assert each.share == pytest.approx(each.words / system.facts.words)


def test_similarities_are_those_that_score_gives_for_one_reference() -> None:
    hyps, refs = texts(9, 50)
    one = [segment[0] for segment in refs]
    [system] = tertium.order(hyps, one).systems
    metrics = [f"{name}:align=direct" for name in ("kendall", "hamming", "ulam")]
    scored = [tertium.score(hyps, one, [metric])[metric].score for metric in metrics]
    facts = system.facts
    assert [facts.kendall, facts.hamming, facts.ulam] == pytest.approx(scored)


def test_kinds_are_counted_word_by_word() -> None:
    hyps, refs = texts(5, 80)
    [system] = tertium.order(hyps, [segment[0] for segment in refs]).systems
    one = [segment[:1] for segment in refs]
    moved, linked = Counter[str](), Counter[str]()
    for seen in pictures(hyps, one):
        for link in seen.links:
            linked[seen.ref[link.ref]] += 1
            moved[seen.ref[link.ref]] += link.moved
    marks = next(kind for kind in system.facts.kinds if kind.kind == "punctuation")
    assert (marks.words, marks.moved) == (linked[","] + linked["."], moved[","] + moved["."])
    assert marks.examples == tuple(word for word, _ in moved.most_common() if word in ",.")
    assert sum(kind.words for kind in system.facts.kinds) == system.facts.words
    assert sum(kind.moved for kind in system.facts.kinds) == system.facts.moved


def test_frequency_classes() -> None:
    refs = ["the the the the the the cat cat dog ."]
    [system] = tertium.order(refs, refs).systems
    assert [(kind.kind, kind.words) for kind in system.facts.kinds] == [
        ("punctuation", 1),
        ("very frequent", 6),
        ("frequent", 2),
        ("once", 1),
    ]
    # The same words in a second reference are no more frequent for that.
    [again] = tertium.order(refs, [refs * 2]).systems
    assert [(kind.kind, kind.words) for kind in again.facts.kinds] == [
        (kind.kind, kind.words) for kind in system.facts.kinds
    ]


def test_the_longest_moves_are_one_a_segment_and_the_heaviest_first() -> None:
    refs = ["a b c d e f g h", "one two three four five six", "x y z"]
    hyps = ["e f g h a b c d", "six one two three four five", "x y z"]
    [system] = tertium.order(hyps, refs, moves=9).systems
    assert [(found.segment, found.move.words, abs(found.move.shift)) for found in system.longest] == [
        (1, 4, 4),
        (2, 1, 5),
    ]
    assert tertium.order(hyps, refs, moves=0).systems[0].longest == ()


def test_the_nearest_reference_is_the_one_that_explain_shows() -> None:
    hyp = "the cat sat on the mat"
    refs = ["a dog ran", "on the mat the cat sat", "the cat slept"]
    [system] = tertium.order([hyp], [refs]).systems
    assert [found.reference for found in system.longest] == [tertium.explain(hyp, refs).picture.reference] == [2]


def test_given_links_are_used_and_count_whitespace_words() -> None:
    report = tertium.order(["F G H."], ["H. G F"], align_direct=["0-0 1-1 2-2"])
    assert (report.links, report.tokenizer) == ("given", "none")
    assert report.systems[0].facts.monotone == 1
    # Of several links of a word the first counts.
    [system] = tertium.order(["b a"], ["a b"], align_direct=["0-1 0-0 1-0"]).systems
    assert (system.facts.words, system.facts.moved) == (1, 0)


def test_characters_are_called_characters() -> None:
    refs = ["在经历了三年的谈判之后，两国政府星期二签署了协定。"]
    hyps = ["星期二，经过三年的谈判，两国政府签署了协定。"]
    report = tertium.order(hyps, refs, language="en-zh")
    assert report.unit == "character"
    assert report.systems[0].longest[0].move.text == "星期二"
    assert "moved characters went" in repr(report)


def test_three_thousand_segments_of_several_systems_take_little_time(shared: Path) -> None:
    folder = shared / "data" / "wmt13" / "de-en"
    ref = (folder / "refA.txt").read_text("utf-8").split("\n")[:-1]
    systems = {path.stem: path.read_text("utf-8").split("\n")[:-1] for path in sorted(folder.glob("systems/*"))[:5]}
    begun = time.process_time()
    report = tertium.order(systems, ref)
    assert time.process_time() - begun < 2
    assert report.segments == len(ref) == 3000
