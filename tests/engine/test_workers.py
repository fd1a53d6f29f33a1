"""Threads of the engine: results in order, errors as they were, and no thread for one item."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from tertium.engine.workers import Workers


def test_results_come_in_the_order_of_the_items() -> None:
    def slow_first(item: int) -> int:
        time.sleep(0.02 if item == 0 else 0)
        return item * item

    with Workers(3) as workers:
        assert list(workers.in_order(slow_first, range(20))) == [item * item for item in range(20)]
        assert list(workers.in_order(slow_first, range(3))) == [0, 1, 4]  # a second round, as after a first pass


def test_several_threads_work_at_a_time() -> None:
    together = threading.Barrier(2, timeout=30)
    with Workers(2) as workers:
        assert sorted(workers.in_order(lambda _: together.wait(), range(2))) == [0, 1]


def test_one_item_and_one_worker_stay_in_this_thread() -> None:
    with Workers(4) as workers:
        assert list(workers.in_order(lambda _: threading.current_thread(), [1])) == [threading.current_thread()]
        assert list(workers.in_order(str, [])) == []
    with Workers(1) as workers:
        names = list(workers.in_order(lambda _: threading.current_thread(), range(5)))
    assert set(names) == {threading.current_thread()}


def test_never_more_than_a_few_items_ahead() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for item in range(100):
            taken.append(item)
            yield item

    with Workers(2) as workers:
        results = workers.in_order(str, items())
        assert next(results) == "0"
        assert len(taken) <= 4
        assert list(results) == [str(item) for item in range(1, 100)]


def test_an_error_comes_out_where_its_result_was_due_and_threads_end() -> None:
    def fails_at_three(item: int) -> int:
        if item == 3:
            raise ZeroDivisionError("three")
        return item

    before = threading.active_count()
    seen: list[int] = []
    with pytest.raises(ZeroDivisionError, match="three"), Workers(2) as workers:
        seen.extend(workers.in_order(fails_at_three, range(50)))
    assert seen == [0, 1, 2]
    for _ in range(200):
        if threading.active_count() == before:
            break
        time.sleep(0.01)
    assert threading.active_count() == before
