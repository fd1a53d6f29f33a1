"""Alignment error rate: by hand, and where it does not exist."""

from __future__ import annotations

import math

import pytest

from tertium.errors import InputError
from textbook.alignment_error import alignment_error, read_gold

GOLD = read_gold(["1-1 2p2 2-3", "1p1"])


def test_sure_links_are_possible_too() -> None:
    assert GOLD[0].sure == {(0, 0), (1, 2)}
    assert GOLD[0].possible == {(0, 0), (1, 1), (1, 2)}
    assert GOLD[1].sure == frozenset()


def test_a_small_corpus_by_hand() -> None:
    """A has 4 links: (0,0) sure, (1,1) possible, (0,5) wrong, and in line 2 (0,0) possible. S has 2."""
    made = alignment_error([{(0, 0), (1, 1), (0, 5)}, {(0, 0)}], GOLD)
    assert made.precision == pytest.approx(3 / 4)
    assert made.recall == pytest.approx(1 / 2)
    assert made.aer == pytest.approx(1 - (1 + 3) / (4 + 2))


def test_all_sure_links_and_only_possible_ones_are_no_error() -> None:
    for second in (set(), {(0, 0)}):
        assert alignment_error([{(0, 0), (1, 2)}, second], GOLD).aer == 0


def test_nothing_found_is_all_wrong_and_nothing_to_find_is_not() -> None:
    nothing = alignment_error([set(), set()], GOLD)
    assert (nothing.recall, nothing.aer) == (0.0, 1.0)
    assert math.isnan(nothing.precision)
    assert alignment_error([], []).aer == 0


def test_gold_is_checked() -> None:
    with pytest.raises(InputError, match=r"gold line 2: '1=1' is no link, expected i-j or ipj\."):
        read_gold(["1-1", "1=1"])
    with pytest.raises(InputError, match=r"gold line 1: '0-1' is below 1"):
        read_gold(["0-1"])
    with pytest.raises(InputError, match="1 lines of links but 2 of gold ones"):
        alignment_error([set()], GOLD)
