"""Columns of rows, told from one another: from what is kept, every number of every segment can be had again."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

SEGMENTS, SYSTEMS, EXACT_BITS = 400, 3, 53
Numbers = npt.NDArray[np.float64]

_PREPARE = """async ([leaves, systems, segments, units, unitOf]) => {
    const { prepareColumns } = await import("/columns.js");
    const given = leaves.map(({ values, columns, used }) => ({ values: Float64Array.from(values), columns, used }));
    const preparing = prepareColumns(given, systems, segments, units, unitOf && Int32Array.from(unitOf));
    let steps = 0;
    let step = preparing.next();
    for (; !step.done; step = preparing.next()) steps += 1;
    const { slots, base, constant, rest, groups, ...others } = step.value;
    const plain = { slots: slots.map((one) => [...one]), base: [...base], constant: [...constant], rest: [...rest] };
    return { ...plain, groups: groups.map((one) => [...one]), ...others, steps };
}"""


def prepared(modules: Any, leaves: list[Numbers], used: list[int], units: npt.NDArray[np.int64] | None = None) -> Any:
    given = [{"values": leaf.ravel().tolist(), "columns": leaf.shape[2], "used": used} for leaf in leaves]
    count = SEGMENTS if units is None else int(units.max()) + 1
    return modules.evaluate(_PREPARE, [given, SYSTEMS, SEGMENTS, count, None if units is None else units.tolist()])


def had_again(found: Any) -> Numbers:
    """(segments, columns), from the lanes, the columns they are told from and the exceptions."""
    width = max(len(group) for group in found["groups"]) // SEGMENTS
    lanes = np.concatenate([np.reshape(group, (SEGMENTS, width)) for group in found["groups"]], axis=1).astype(float)
    rests = np.zeros((SEGMENTS, found["rests"]))
    for lane, parts in enumerate(found["lanes"]):
        left = lanes[:, lane].copy()
        for part in parts:  # from high to low
            is_alone = len(parts) == 1
            rests[:, part["rest"]] = left if is_alone else np.floor(left / part["step"])
            left -= rests[:, part["rest"]] * part["step"]
    made = np.zeros((SEGMENTS, found["count"]))
    for column, (base, constant, rest) in enumerate(zip(found["base"], found["constant"], found["rest"], strict=True)):
        assert base < column  # whoever adds up has that sum already
        made[:, column] = constant + (made[:, base] if base >= 0 else 0.0) + (rests[:, rest] if rest >= 0 else 0.0)
        for one in found["exceptions"]:
            if one["column"] == column:
                made[one["segment"], column] += one["value"]
    np.testing.assert_array_equal(rests[:, found["ones"]], 1.0)
    return made


def ngrams(seed: int) -> Numbers:
    """Rows as BLEU has them: matches and totals of four orders, lengths of output and reference."""
    rng = np.random.default_rng(seed)
    length = rng.integers(4, 60, (SEGMENTS, SYSTEMS))
    length[:2] = 1  # too short for longer n-grams
    reference = np.repeat(rng.integers(1, 60, (SEGMENTS, 1)), SYSTEMS, axis=1)
    totals = [np.maximum(length - order, 0) for order in range(4)]
    matches = [np.rint(total * rng.random((SEGMENTS, SYSTEMS)) / (order + 1)) for order, total in enumerate(totals)]
    return np.stack([*matches, *totals, length, reference], axis=-1).astype(float)


def same(found: Any, leaves: list[Numbers], used: list[int]) -> None:
    made = had_again(found)
    for slots, leaf in zip(found["slots"], leaves, strict=True):
        places = np.reshape(slots, (SYSTEMS, len(used)))
        np.testing.assert_array_equal(made[:, places], leaf[..., used])


@pytest.mark.parametrize("documents", [False, True])
def test_every_number_can_be_had_again(modules: Any, documents: bool) -> None:
    leaves, used = [ngrams(1), ngrams(2)], list(range(10))
    found = prepared(modules, leaves, used, np.arange(SEGMENTS) // 40 if documents else None)
    same(found, leaves, used)
    assert found["steps"] > SYSTEMS  # it stops now and then, so that a page can breathe


def test_columns_that_others_tell_cost_no_lane_of_their_own(modules: Any) -> None:
    rows = ngrams(3)
    found = prepared(modules, [rows], list(range(10)))
    places = np.reshape(found["slots"][0], (SYSTEMS, 10))
    assert len(set(places[:, 9])) == 1  # the reference is the same for all systems
    np.testing.assert_array_equal(places[:, 4], places[:, 8])  # as many unigrams as words
    longer = places[:, 5:8].ravel().tolist()  # one fewer of each order, but in the shortest segments
    assert all(found["rest"][column] == -1 for column in longer)
    assert all(found["base"][column] >= 0 for column in longer)
    assert {one["segment"] for one in found["exceptions"]} == {0, 1}
    assert len(found["lanes"]) < found["count"] / 2


def test_sums_of_a_lane_stay_exact(modules: Any) -> None:
    rng = np.random.default_rng(4)
    large = rng.integers(0, 2**20, (SEGMENTS, SYSTEMS, 6)).astype(float)
    found = prepared(modules, [large], list(range(6)))
    same(found, [large], list(range(6)))
    for group in found["groups"]:
        lanes = np.reshape(group, (SEGMENTS, -1))
        assert SEGMENTS * lanes.max() < 2.0**EXACT_BITS  # a resample may draw the largest one every time


def test_numbers_that_are_not_whole_are_kept_to_the_last_bit(modules: Any) -> None:
    rng = np.random.default_rng(5)
    scores = rng.random((SEGMENTS, SYSTEMS, 2))
    scores[..., 1] = 1.0  # a score, and that there is one
    found = prepared(modules, [scores], [0, 1])
    same(found, [scores], [0, 1])
    of_scores = {found["rest"][slot] for slot in np.reshape(found["slots"][0], (SYSTEMS, 2))[:, 0].tolist()}
    alone = {part["rest"] for parts in found["lanes"] if len(parts) == 1 for part in parts}
    assert len(of_scores) == SYSTEMS
    assert of_scores <= alone


def test_only_the_columns_that_a_formula_uses_are_kept(modules: Any) -> None:
    rows = ngrams(6)
    found = prepared(modules, [rows], [0, 9])
    same(found, [rows], [0, 9])
    assert found["count"] == SYSTEMS + 1
