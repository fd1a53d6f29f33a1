"""Interning: equal strings get one id, in the order first seen, whatever their length, bytes and memory."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels.text import TokenView, intern_tokens, new_pool, tokenize

# Words of all lengths around the 8, 15 and 16 bytes at which the table works differently; NUL is a letter like others.
letters = st.sampled_from(["a", "b", "\0", "ß", "猫", "😀"])
words = st.one_of(
    st.text(letters, min_size=1, max_size=20),
    st.builds(lambda head, size: (head * size)[:size], st.sampled_from(["ab", "a\0", "é"]), st.integers(1, 40)),
)


def check(view: TokenView, sentences: list[list[str]]) -> None:
    seen: dict[str, int] = {}
    flat = [seen.setdefault(word, len(seen)) for sentence in sentences for word in sentence]
    assert view.values.tolist() == flat
    assert [view.word(i) for i in range(view.vocabulary_size)] == list(seen)


@given(st.lists(st.lists(words, max_size=12), min_size=1, max_size=8))
def test_words_of_separate_strings(sentences: list[list[str]]) -> None:
    check(intern_tokens(sentences), sentences)


@given(st.lists(st.lists(words, min_size=1, max_size=12), min_size=1, max_size=8, unique_by=tuple))
def test_words_inside_a_text(sentences: list[list[str]]) -> None:
    pool = new_pool()
    assert pool.add_strings([" ".join(sentence) for sentence in sentences]).tolist() == list(range(len(sentences)))
    check(tokenize(pool, "none"), sentences)


def test_many_words_outgrow_every_table() -> None:
    sentences = [[f"{'x' * (i % 23)}{i % 5000}" for i in range(k, 40_000, 7)] for k in range(7)]
    check(intern_tokens(sentences), sentences)
    assert intern_tokens([["", "a", ""]]).values.tolist() == [0, 1, 0]


WORD = (1 << 64) - 1
K0, K1 = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
ASCII = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def eight(rng: random.Random) -> bytes:
    return bytes(rng.choices(ASCII, k=8))


def folded(a: int, b: int) -> int:
    return (a * b & WORD) ^ (a * b >> 64)


def written_to_collide(lane: str, count: int, rng: random.Random) -> bytes:
    """Lines of 32 bytes that have one hash if a lane of base/string_key.hpp starts from its constants alone: eight
    bytes at the end are what that lane holds by then, so that the last multiplication is by zero."""
    while True:
        free = eight(rng)
        known = int.from_bytes(free, "little")
        end = folded(known ^ K0 ^ (32 * K1 & WORD), K1) if lane == "left" else folded(known ^ K1, K0) ^ K0
        fixed = end.to_bytes(8, "little")
        if all(33 <= byte < 127 for byte in fixed):
            break
    if lane == "left":
        return b"".join(free + eight(rng) + fixed + eight(rng) + b"\n" for _ in range(count))
    return b"".join(eight(rng) + free + eight(rng) + fixed + b"\n" for _ in range(count))


def seconds_to_intern(lines: bytes, count: int) -> float:
    start = time.process_time()
    ids, _ = new_pool().add_lines(np.frombuffer(lines, dtype=np.uint8), count)
    took = time.process_time() - start
    assert len(set(ids.tolist())) == count
    return took


@pytest.mark.parametrize("lane", ["left", "right"])
def test_words_written_to_collide_cost_no_more_than_others(lane: str) -> None:
    rng, count = random.Random(7), 40_000
    others = b"".join(bytes(rng.choices(ASCII, k=32)) + b"\n" for _ in range(count))
    usual = min(seconds_to_intern(others, count) for _ in range(3))
    # All in one place took hundreds of times as long.
    assert seconds_to_intern(written_to_collide(lane, count, rng), count) < 30 * usual + 0.2
