"""Rows of a part of a table with the keys that put them in order: for intervals and tests that draw single segments.

Statistics are mostly small counts. They are held in the smallest type that gives every one of them back to the last
bit, so that rows which travel are some dozen bytes each.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Floats, Int64s
from tertium.corpus.formats.columns import Block
from tertium.engine.rows import KeptRows
from tertium.errors import InputError, printable
from tertium.metrics.base import Metric

Array = npt.NDArray[Any]
_NARROW = (np.uint8, np.uint16, np.int32, np.float32)
_KINDS = tuple(np.dtype(kind) for kind in (*_NARROW, np.float64))


@dataclass(frozen=True, eq=False)
class PartRows:
    """Rows in the order they came: the place of their group, their keys, and by leaf their statistics."""

    group: Int64s
    keys: tuple[Array, ...]  # whole numbers, or strings as objects
    values: dict[Metric, Array]  # (rows, columns)
    masked: dict[Metric, Bools]

    def of_groups(self, places: Int64s) -> PartRows:
        """The same rows where groups stand in other places."""
        return PartRows(places[self.group], self.keys, self.values, self.masked)


def key_of(block: Any, column: str) -> Array:
    """The values of a column that puts rows in order."""
    values, places = block.labels()
    if None in values and (places == values.index(None)).any():
        raise InputError(f"column '{printable(column)}' is null in some rows, and rows are put in its order; fill it.")
    known = values[:-1]  # the last stands for null
    if known and isinstance(known[0], str):
        return np.asarray(np.array(known, dtype=object)[places])
    return np.asarray(np.array(known, dtype=np.int64)[places])


def keys_of(labels: Mapping[str, Block], columns: Sequence[str], systems: int) -> tuple[Array, ...]:
    """The keys of a chunk's rows, system by system."""
    made = (key_of(labels[column], column) for column in columns)
    return tuple(np.tile(key, systems) if systems > 1 else key for key in made)


def narrow(values: Floats) -> Array:
    """The same numbers in a smaller type, where one gives back every bit."""
    with np.errstate(invalid="ignore", over="ignore"):
        for kind in _NARROW:
            small = values.astype(kind)
            if np.array_equal(small.astype(np.float64).view(np.int64), values.view(np.int64)):
                return small
    return values


def to_arrays(parts: Sequence[PartRows], leaves: Sequence[Metric]) -> dict[str, Array]:
    """All rows as arrays for a state."""
    whole = joined(parts, leaves)
    made: dict[str, Array] = {"group": whole.group.astype(np.int32)}
    for number, key in enumerate(whole.keys):
        if key.dtype != object:
            made[f"key{number}"] = key
            continue
        texts = [text.encode() for text in key.tolist()]
        made[f"key{number}"] = np.frombuffer(b"".join(texts), dtype=np.uint8)
        made[f"ends{number}"] = np.cumsum([len(text) for text in texts], dtype=np.int64)
    for number, leaf in enumerate(leaves):
        made[f"values{number}"] = np.ascontiguousarray(whole.values[leaf].T)  # a column at a time packs better
        made[f"masked{number}"] = whole.masked[leaf]
    return made


def array_names(text_keys: Sequence[bool], leaves: int) -> list[str]:
    """What ``to_arrays`` calls them; ``text_keys`` says which keys are strings."""
    keys = [f"key{number}" for number in range(len(text_keys))]
    ends = [f"ends{number}" for number, is_text in enumerate(text_keys) if is_text]
    return ["group", *keys, *ends, *(f"{what}{number}" for number in range(leaves) for what in ("values", "masked"))]


def from_arrays(
    arrays: Mapping[str, Array], text_keys: Sequence[bool], leaves: Sequence[Metric], counts: Sequence[int]
) -> PartRows:
    """What ``to_arrays`` made of rows whose groups have these ``counts``; ValueError if it cannot have."""
    group = arrays["group"].astype(np.int64)
    rows = len(group)
    fits = group.ndim == 1 and (not rows or (group.min() >= 0 and group.max() < len(counts)))
    if not fits or np.bincount(group, minlength=len(counts)).tolist() != list(counts):
        raise ValueError("its rows do not fit its groups")
    keys = []
    for number, is_text in enumerate(text_keys):
        key = arrays[f"key{number}"]
        if is_text:
            key = _strings(key, arrays[f"ends{number}"])
        elif key.dtype != np.int64:
            raise ValueError("a key of its rows is no number")
        if key.shape != (rows,):
            raise ValueError("its keys do not fit its rows")
        keys.append(key)
    values, masked = {}, {}
    for number, leaf in enumerate(leaves):
        given, marks = arrays[f"values{number}"].T, arrays[f"masked{number}"]
        if given.shape != (rows, len(leaf.columns)) or given.dtype not in _KINDS:
            raise ValueError("its statistics do not fit its rows")
        if marks.shape != (rows,) or marks.dtype != bool:
            raise ValueError("its marks do not fit its rows")
        values[leaf], masked[leaf] = given, marks
    return PartRows(group, tuple(keys), values, masked)


def joined(parts: Sequence[PartRows], leaves: Sequence[Metric]) -> PartRows:
    """All parts as one, one after the other."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        nothing = {leaf: np.zeros((0, len(leaf.columns))) for leaf in leaves}
        return PartRows(np.zeros(0, np.int64), (), nothing, {leaf: np.zeros(0, bool) for leaf in leaves})
    return PartRows(
        np.concatenate([part.group for part in parts]),
        tuple(map(_together, zip(*(part.keys for part in parts), strict=True))),
        {leaf: np.concatenate([part.values[leaf] for part in parts]) for leaf in leaves},
        {leaf: np.concatenate([part.masked[leaf] for part in parts]) for leaf in leaves},
    )


def _together(keys: Sequence[Array]) -> Array:
    if len({key.dtype == object for key in keys if len(key)}) > 1:
        raise InputError("the ids of some parts are numbers and those of others strings; cast them.")
    return np.concatenate([key for key in keys if len(key)] or keys[:1])


def _strings(data: Array, ends: Array) -> Array:
    whole = data.tobytes()
    places = [0, *ends.tolist()]
    if places[-1] != len(whole) or places != sorted(places):
        raise ValueError("its keys are damaged")
    made = np.empty(len(ends), dtype=object)
    made[:] = [whole[start:end].decode() for start, end in itertools.pairwise(places)]
    return made


class OrderedRows:
    """All rows by group, in each by their keys. ``paired``: every group has the same keys."""

    def __init__(self, parts: Sequence[PartRows], leaves: Sequence[Metric], groups: Sequence[int]) -> None:
        """``groups`` are their places, in order."""
        self._rows = joined(parts, leaves)
        self._leaves = leaves
        rank = np.zeros(max(groups, default=0) + 1, dtype=np.int64)
        rank[list(groups)] = np.arange(len(groups))
        group = rank[self._rows.group]
        keys = [np.unique(key, return_inverse=True)[1].reshape(-1) for key in self._rows.keys]
        self._order = np.lexsort((*reversed(keys), group))
        self._sizes = np.bincount(group, minlength=len(groups))
        sorted_keys = np.array([key[self._order] for key in keys])
        self._refuse_twice(group[self._order], sorted_keys)
        size = int(self._sizes[0])
        self.paired = bool((self._sizes == size).all()) and all(
            np.array_equal(one[:size], part) for one in sorted_keys for part in one.reshape(len(groups), size)[1:]
        )

    def kept(self, first: int, last: int, *, together: bool = False) -> KeptRows:
        """The rows of some groups, each a system; or ``together``, as one system."""
        start, end = int(self._sizes[:first].sum()), int(self._sizes[:last].sum())
        chosen = self._order[start:end]
        made = KeptRows()
        for leaf in self._leaves:
            values = self._rows.values[leaf][chosen].astype(np.float64)
            shape = (1 if together else last - first, -1)
            made.put(leaf, values.reshape(*shape, values.shape[1]), self._rows.masked[leaf][chosen].reshape(shape))
        return made

    def _refuse_twice(self, group: Int64s, keys: Array) -> None:
        same = (group[1:] == group[:-1]) & (keys[:, 1:] == keys[:, :-1]).all(axis=0)
        if same.any():
            row = self._order[int(np.argmax(same))]
            shown = ", ".join(printable(str(key[row])) for key in self._rows.keys)
            raise InputError(
                f"id {shown} is there twice in one group, and draws of single segments need ids that differ; group by "
                "the column of systems, or drop rows that came twice."
            )
