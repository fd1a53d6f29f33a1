"""The section about word order: the numbers of ``tertium order``, beside the baseline, read in the same pass."""

from __future__ import annotations

import html
import re

import pytest

import tertium
from tertium.render.page import order
from tertium.results.order import OrderReport
from tertium.results.report import FullReport

REFS = [
    "he planted a small tree in the garden yesterday",
    "the cat sat on the mat",
    "she said that it would rain all day",
    "we read the old book again",
]
TEXTS = {
    "first": REFS,
    "<i>second</i>": [
        "in the garden he planted a small tree yesterday",
        "on the mat the cat sat",
        "she said that it would rain all day",
        "the old book we read again",
    ],
    "third": ["yesterday he planted a small tree in the garden", "the cat sat on the mat", "rain", "we read"],
}


@pytest.fixture(scope="module")
def report() -> FullReport:
    return tertium.report(TEXTS, REFS, ("chrf", "ter"), slices=(), resamples=20, ignore=["T102", "T109"])


def numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]


def profiles(shown: str) -> list[str]:
    return re.findall(r'<figure class="picture profile".*?</figure>', shown, re.S)


def found(report: FullReport) -> OrderReport:
    assert report.order is not None
    return report.order


def test_the_numbers_are_those_of_order(report: FullReport) -> None:
    assert found(report).to_dict() == tertium.order(TEXTS, REFS).to_dict()


def test_several_references_take_the_nearest_and_say_so() -> None:
    refs = [[ref, " ".join(reversed(ref.split()))] for ref in REFS]
    made = tertium.report(TEXTS, refs, "chrf", slices=(), resamples=20, ignore=["T102", "T109"])
    assert found(made).to_dict() == tertium.order(TEXTS, refs).to_dict()
    assert "the reference that is nearest to the output" in order.body(found(made), 0)
    assert ", reference " in order.body(found(made), 0)


def test_every_system_has_a_profile_beside_the_baseline(report: FullReport) -> None:
    shown = profiles(order.body(found(report), 0))
    assert len(shown) == 3
    for profile, system in zip(shown, found(report).systems, strict=True):
        attributes = dict(re.findall(r'data-([a-z]+)="([^"]*)"', profile[: profile.index("<figcaption")]))
        shares = [each.share for each in system.facts.displacement]
        assert numbers(attributes["shares"]) == pytest.approx(shares, abs=1e-6)
        assert numbers(attributes["kendall"]) == pytest.approx(
            [each.facts.kendall for each in system.lengths], abs=1e-3
        )
        bars = re.findall(r'<rect class="bar (?:earlier|around|later)"[^>]* height="([\d.]+)"', profile)
        assert [float(bar) for bar in bars] == pytest.approx([s * float(attributes["unit"]) for s in shares], abs=0.06)
        base = [each.share for each in found(report).systems[0].facts.displacement]
        differences = re.findall(r'<text class="tick difference"[^>]*>([^<]*)</text>', profile)
        expected = [f"{100 * (mine - other):+.1f}" for mine, other in zip(shares, base, strict=True)]
        assert differences == ["" if said in ("+0.0", "-0.0") else said for said in expected]
        assert f"monotone {100 * system.facts.monotone_share:.1f} %" in profile
        assert "Show as table" in profile
        assert " style=" not in profile
        assert "<i>" not in profile


def test_the_most_displaced_blocks_are_quoted(report: FullReport) -> None:
    shown = profiles(order.body(found(report), 0))
    assert "Most displaced blocks" not in shown[0]
    said = html.unescape(re.sub("</?bdi>", "", shown[1]))
    for one in found(report).systems[1].longest:
        assert f"segment {one.segment}: '{one.move.text}' moved" in said


def test_another_baseline_is_drawn_beside_the_others(report: FullReport) -> None:
    shown = profiles(order.body(found(report), 2))
    assert "beside <bdi>third</bdi>" in shown[0]
    assert '<span class="beside">the baseline</span>' in shown[2]


def test_a_single_system_has_nothing_beside_it_and_no_words_no_section() -> None:
    alone = tertium.report({"only": TEXTS["third"]}, REFS, "chrf", slices=(), ignore=["T102"])
    body = order.body(found(alone), 0)
    assert "outline" not in body
    assert 'class="choice"' not in body
    nothing = tertium.report({"only": ["x", "y", "z", "w"]}, REFS, "chrf", slices=(), ignore=["T102", "T114", "T116"])
    assert order.section(nothing) is None


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_a_curve_is_broken_where_a_system_has_no_reference_of_a_length() -> None:
    """The nearest of several references counts: the middle length is that of the second system alone."""
    middle, long = (" ".join(f"{word}{number}" for number in range(size)) for word, size in (("m", 15), ("w", 30)))
    refs = [["one two"], ["red blue", middle], [long]]
    texts = {"a": ["one two", "red blue", long], "b": ["one two", middle, f"x {long}"]}
    shown = order.section(tertium.report(texts, refs, "chrf", slices=(), resamples=20))
    assert shown is not None
    broken, whole = (re.findall(r'<path class="curve" d="([^"]*)"', one)[-1] for one in profiles(shown.body))
    assert re.sub(r"[\d. ]", "", broken) == "MM"
    assert re.sub(r"[\d. ]", "", whole) == "MLL"
    first, second = profiles(shown.body)
    assert (first.count('class="point"'), second.count('class="point"')) == (2, 3)
