"""Partial totals and first passes as bytes: what workers send and whoever merges reads.

Both are archives of arrays (`corpus.files.array_archive`), with a header in JSON that says what they are, which version
of tertium wrote them and by which metrics. Nothing in them is believed before it is checked, and states that were made
in different ways are refused: their sum would be a sum of nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.engine.part_rows import PartRows, array_names, from_arrays, to_arrays
from tertium.engine.partial_totals import Group, GroupKey, Layout, PartialTotals
from tertium.errors import FileError, InputError, SpecError, printable
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass
from tertium.metrics.spec import parse
from tertium.results.signatures import ReferenceCount
from tertium.version import __version__

FORMAT = 3
_TOTALS, _FIRST = "partial totals", "first pass"
_AGAIN = {
    _TOTALS: "make it again with tertium.arrow.partial_totals",
    _FIRST: "make it again with tertium.arrow.first_pass",
}
_LEVEL = 1  # of compression: states live shortly
_LARGEST_COUNT = 1 << 62


def write_totals(totals: PartialTotals) -> bytes:
    """The state as bytes."""
    layout = totals.layout
    groups = list(totals.groups.items())
    header = {
        "kind": _TOTALS,
        "format": FORMAT,
        "tertium": __version__,
        "metrics": [metric.signature for metric in layout.metrics],
        "by": list(layout.by),
        "id": layout.id_column,
        "bags": layout.bags,
        "tables": layout.tables,
        "empty_ref": layout.empty_ref,
        "missing": layout.missing,
        "systems": list(layout.systems),
        "rows_by": list(layout.rows_by),
        "notices": dict(sorted(totals.notices.items())),
        "groups": [
            {
                "key": list(key),
                "segments": group.segments,
                "references": [group.references.fewest, group.references.most, group.references.links],
                "ids": group.id_sum,
                "flags": [dict(group.flags.get(leaf, {})) for leaf in totals.leaves],
            }
            for key, group in groups
        ],
    }
    rows = to_arrays(totals.kept, totals.leaves) if totals.kept else {}
    header["text_keys"] = [f"ends{number}" in rows for number in range(len(layout.rows_by))] if rows else None
    arrays: dict[str, npt.NDArray[Any]] = {"header": _in_bytes(header)}
    for number, leaf in enumerate(totals.leaves):
        arrays[f"parts{number}"], arrays[f"lengths{number}"] = totals.sums[leaf].parts()
    return write_arrays({**arrays, **rows}, _LEVEL)


def read_totals(data: bytes) -> PartialTotals:
    """What ``write_totals`` wrote; FileError or InputError says why it is none, or one of another version."""
    header = _header(data, _TOTALS)
    try:
        layout = Layout(
            tuple(_metric(signature) for signature in header["metrics"]),
            tuple(map(str, header["by"])),
            header["id"],
            _count(header["bags"]),
            header["tables"],
            str(header["empty_ref"]),
            str(header["missing"]),
            tuple(map(str, header["systems"])),
            tuple(map(str, header["rows_by"])),
        )
        totals = PartialTotals(layout)
        names = [f"{what}{number}" for number in range(len(totals.leaves)) for what in ("parts", "lengths")]
        arrays = read_arrays(data, names, f"a state of {_TOTALS}", _AGAIN[_TOTALS])
        totals.notices = Counter({str(code): _count(count) for code, count in header["notices"].items()})
        keys: list[GroupKey] = []
        for given in header["groups"]:
            keys.append(_key(given["key"], layout.by))
            totals.places_of(keys[-1:])
            totals.groups[keys[-1]] = _group(given, totals.leaves)
        if len(totals.groups) != len(keys):
            raise ValueError("a group is listed twice")
        cells = totals.places_of(keys)
        for number, leaf in enumerate(totals.leaves):
            lengths = arrays[f"lengths{number}"]
            used, rest = divmod(len(lengths), len(leaf.columns) + 2)
            if rest or used > len(cells):
                raise ValueError("its sums do not fit its groups")
            totals.sums[leaf].add_parts(arrays[f"parts{number}"], lengths, cells[:used])
        if layout.rows_by and keys:
            totals.kept = [_rows(data, header["text_keys"], totals)]
        return totals
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as problem:
        if isinstance(problem, FileError | InputError | SpecError):
            raise
        raise FileError(f"this is not a state of {_TOTALS} ({_short(problem)}); {_AGAIN[_TOTALS]}.") from None


def _rows(data: bytes, text_keys: Any, totals: PartialTotals) -> PartRows:
    """The rows of a state that keeps them; its groups stand in the order in which it lists them."""
    if not isinstance(text_keys, list) or len(text_keys) != len(totals.layout.rows_by):
        raise ValueError("it does not say what keys its rows have")
    names = array_names(text_keys, len(totals.leaves))
    arrays = read_arrays(data, names, f"a state of {_TOTALS}", _AGAIN[_TOTALS])
    return from_arrays(arrays, text_keys, totals.leaves, [group.segments for group in totals.groups.values()])


def merged(states: Sequence[bytes]) -> PartialTotals:
    """All states as one, whatever their order."""
    if not states:
        raise InputError("there are no states to merge; give those of all parts.")
    whole = read_totals(states[0])
    for number, data in enumerate(states[1:], 2):
        part = read_totals(data)
        _refuse_difference(whole.layout, part.layout, number)
        whole.merge(part)
    return whole


def merged_state(states: Sequence[bytes]) -> bytes:
    """All states as one state: a step on the way, where there are many."""
    return states[0] if len(states) == 1 else write_totals(merged(states))


def write_tables(metrics: Sequence[Metric], tables: Mapping[Hashable, Any]) -> bytes:
    """The tables of a first pass as bytes."""
    leaves = [leaf for _, leaf in FirstPass(metrics).collectors]
    header = {
        "kind": _FIRST,
        "format": FORMAT,
        "tertium": __version__,
        "metrics": [leaf.signature for leaf in leaves],
    }
    arrays: dict[str, npt.NDArray[Any]] = {"header": _in_bytes(header)}
    for number, leaf in enumerate(leaves):
        arrays[f"table{number}"] = np.frombuffer(leaf.table_bytes(tables[leaf.table_key]), dtype=np.uint8)
    return write_arrays(arrays, 0)  # the tables are compressed already


def read_tables(data: bytes) -> dict[Metric, Any]:
    """The tables of a first pass, by a leaf that collected each."""
    header = _header(data, _FIRST)
    try:
        leaves = [_metric(signature) for signature in header["metrics"]]
        names = [f"table{number}" for number in range(len(leaves))]
        arrays = read_arrays(data, names, f"a {_FIRST}", _AGAIN[_FIRST])
        return {leaf: leaf.table_of(arrays[name].tobytes()) for leaf, name in zip(leaves, names, strict=True)}
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        if isinstance(problem, FileError | InputError | SpecError):
            raise
        raise FileError(f"this is not a {_FIRST} ({_short(problem)}); {_AGAIN[_FIRST]}.") from None


def merged_tables(parts: Sequence[bytes]) -> bytes:
    """The first passes of all parts as that of the whole."""
    if not parts:
        raise InputError("there are no first passes to merge; give those of all parts.")
    whole = read_tables(parts[0])
    for number, data in enumerate(parts[1:], 2):
        part = read_tables(data)
        if list(part) != list(whole):
            raise InputError(
                f"first pass {number} was made by {_named(part)}, the first by {_named(whole)}; collect all of them by "
                "the same metrics."
            )
        for leaf, table in part.items():
            whole[leaf].merge(table)
    return write_tables(list(whole), {leaf.table_key: table for leaf, table in whole.items()})


def tables_digest(data: bytes) -> str:
    """Which first pass it was: parts that were scored by different ones do not add up."""
    return hashlib.sha256(data).hexdigest()


def _refuse_difference(first: Layout, other: Layout, number: int) -> None:
    differences = {
        "metrics": ([m.signature for m in first.metrics], [m.signature for m in other.metrics]),
        "columns to group by": (list(first.by), list(other.by)),
        "column of ids": (first.id_column, other.id_column),
        "numbers of bags": (first.bags, other.bags),
        "first passes": (first.tables, other.tables),
        "rules for blank references": (first.empty_ref, other.empty_ref),
        "rules for missing texts": (first.missing, other.missing),
        "columns of hypotheses": (list(first.systems), list(other.systems)),
        "columns that put rows in order": (list(first.rows_by), list(other.rows_by)),
    }
    for what, (mine, theirs) in differences.items():
        if mine != theirs:
            raise InputError(
                f"state {number} was made with other {what} ({_shown(theirs)}) than the first ({_shown(mine)}); make "
                "all of them in the same way."
            )


def _header(data: bytes, kind: str) -> dict[str, Any]:
    if not isinstance(data, bytes | bytearray | memoryview):
        raise InputError(f"a state is {type(data).__name__}, expected bytes.")
    what = f"a state of {kind}" if kind == _TOTALS else f"a {kind}"
    read = read_arrays(bytes(data), ["header"], what, _AGAIN[kind])["header"]
    try:
        header = json.loads(read.tobytes())
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("kind") != kind:
        raise FileError(f"this is not {what} (its header is another one); {_AGAIN[kind]}.")
    if header.get("format") != FORMAT or header.get("tertium") != __version__:
        raise InputError(
            f"{what} was written by tertium {printable(str(header.get('tertium')))[:40]} (format "
            f"{printable(str(header.get('format')))[:20]}), this is {__version__} (format {FORMAT}); use one version "
            "for all parts."
        )
    return header


def _metric(signature: Any) -> Metric:
    return parse(str(signature))


def _key(given: Any, by: Sequence[str]) -> GroupKey:
    if len(given) != len(by) or not all(value is None or isinstance(value, str | int | bool) for value in given):
        raise ValueError("a group has an impossible key")
    return tuple(given)


def _group(given: Mapping[str, Any], leaves: Sequence[Metric]) -> Group:
    fewest, most, links = given["references"]
    references = ReferenceCount(_count(fewest), _count(most), str(links))
    flags = {
        leaf: Counter({str(flag): _count(count) for flag, count in counts.items()})
        for leaf, counts in zip(leaves, given["flags"], strict=True)
    }
    return Group(_count(given["segments"]), references, _count(given["ids"], 1 << 64), flags)


def _count(given: Any, limit: int = _LARGEST_COUNT) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < limit:
        raise ValueError("a number in it is impossible")
    return given


def _in_bytes(header: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    return np.frombuffer(json.dumps(header, sort_keys=True).encode(), dtype=np.uint8)


def _named(tables: Mapping[Metric, Any]) -> str:
    return ", ".join(map(str, tables)) or "none"


def _shown(value: Any) -> str:
    return printable(", ".join(map(str, value)) if isinstance(value, list) else str(value))[:300] or "none"


def _short(problem: Exception) -> str:
    return printable(str(problem).split("\n")[0])[:200]
