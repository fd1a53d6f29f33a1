"""Blocks and moves of the native core against the textbook."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels.permutations import moved_blocks
from textbook import moved_blocks as textbook

PAIRS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=14)
ORDERS = st.permutations(range(9)).map(lambda order: list(zip(order, range(9), strict=True)))


@given(st.lists(PAIRS | ORDERS, max_size=5))
def test_blocks_are_those_of_the_textbook(items: list[list[tuple[int, int]]]) -> None:
    links = np.array([link for item in items for link in item], dtype=np.int32).reshape(-1, 2)
    offsets = np.concatenate([[0], np.cumsum([len(item) for item in items])]).astype(np.int64)
    found = moved_blocks(links, offsets)
    for k, item in enumerate(items):
        rows = found.rows[found.offsets[k] : found.offsets[k + 1]].tolist()
        assert [tuple(row) for row in rows] == textbook.moved_blocks(item)


def test_a_long_sentence_takes_no_time() -> None:
    size = 100_000
    order = np.random.default_rng(1).permutation(size)
    links = np.stack([order, np.arange(size)], axis=1).astype(np.int32)
    begun = time.process_time()
    rows = moved_blocks(links, np.array([0, size], dtype=np.int64)).rows
    assert time.process_time() - begun < 2
    assert rows[:, 2].sum() == size


def test_bad_arrays_are_refused() -> None:
    with pytest.raises(ValueError, match="leaves its sentence"):
        moved_blocks(np.array([[-1, 0]], dtype=np.int32), np.array([0, 1], dtype=np.int64))
    with pytest.raises(ValueError, match="offsets"):
        moved_blocks(np.array([[0, 0]], dtype=np.int32), np.array([0, 2], dtype=np.int64))
