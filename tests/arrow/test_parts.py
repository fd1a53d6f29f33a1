"""Parts of a table merge into the scores of the whole, bit for bit, by every registered metric; others are refused."""

from __future__ import annotations

import random
import struct
import warnings
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from arrow.tables import REFS
from arrow.tables import table as made_table
from laws.test_laws import NAMES, make
from tertium import arrow
from tertium.engine import states
from tertium.kernels.sums import cell_sums, column_sums
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass
from tertium.results.scores import MetricScore
from tertium.views.syntax.text_language import not_english

COLUMNS = {"hyp": "mt", "refs": "refs", "id": "id"}
FIRST_PASS = ("nist", "atec", "tertium-2")
ROWS = made_table()


def whole(metrics: Any, rows: pa.Table = ROWS, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        return tertium.score(rows, metrics=metrics, hyp="mt", refs="refs", **options)


def rows_for(metric: Metric) -> pa.Table:
    """Metrics that parse refuse a part that is not English as a whole."""
    if not any(leaf.parser for leaf in metric.plain()):
        return ROWS
    texts = zip(ROWS["mt"].to_pylist(), ROWS["refs"].to_pylist(), strict=True)
    return ROWS.filter(pa.array([not (not_english([hyp]) or not_english(refs)) for hyp, refs in texts]))


def split(rows: pa.Table, seed: int, parts: int = 5) -> list[pa.Table]:
    """Every row in one of the parts, in any order; one part is empty."""
    rng = random.Random(seed)
    order = list(range(len(rows)))
    rng.shuffle(order)
    ends = sorted(rng.randrange(len(rows) + 1) for _ in range(parts - 1))
    spans = zip([0, *ends], [*ends, len(rows)], strict=True)
    return [rows.take(pa.array(order[start:end], pa.int64())) for start, end in spans] + [rows.slice(0, 0)]


def tables_for(metrics: Any, parts: list[pa.Table]) -> bytes | None:
    if not FirstPass([tertium.metric(m) if isinstance(m, str) else m for m in metrics]).needed:
        return None
    made = [arrow.first_pass(part, metrics, COLUMNS) for part in parts]
    return arrow.merge_first_passes(made[::-1])


def same_bits(mine: MetricScore, theirs: MetricScore) -> bool:
    def bits(score: MetricScore) -> list[bytes]:
        return [struct.pack("<d", value) for value in (score.value, score.score, *score.rows.values())]

    blank = {"interval": None, "segment_scores": None, "value": 0.0, "score": 0.0, "rows": {}, "unscored": 0}
    return bits(mine) == bits(theirs) and replace(mine, **blank) == replace(theirs, **blank)


@pytest.mark.parametrize("name", NAMES)
def test_parts_of_any_split_merge_into_the_whole(name: str) -> None:
    metric = make(name)
    table = rows_for(metric)
    expected = whole([metric], table).scores[0]
    for seed in (1, 2):
        parts = split(table, seed)
        tables = tables_for([metric], parts)
        made = [arrow.partial_totals(part, [metric], COLUMNS, by="system", bags=3, tables=tables) for part in parts]
        random.Random(seed).shuffle(made)
        merged = arrow.merge(made, confidence=False)
        assert same_bits(merged.scores[0], expected)
        assert merged.scores[0].unscored == expected.unscored
        for group in merged.groups:
            rows = table.filter(pa.compute.equal(table["system"], group.group["system"]))
            if name not in FIRST_PASS:  # those weigh words by all rows, not by the group's
                assert same_bits(group.scores[0], whole([metric], rows).scores[0])


@pytest.mark.parametrize("name", NAMES)
def test_batches_get_the_segment_scores_of_the_whole(name: str) -> None:
    metric = make(name)
    table = rows_for(metric)
    expected = whole([metric], table, segment_scores=True).scores[0].segment_scores
    tables = tables_for([metric], [table])
    made = pa.Table.from_batches(
        arrow.segment_scores(table.to_batches(max_chunksize=13), {"score": metric}, COLUMNS, tables=tables)
    )
    assert made["score"].to_pylist() == list(expected)
    assert made.drop_columns(["score"]) == table


@pytest.mark.parametrize("name", FIRST_PASS)
def test_batches_without_their_first_pass_are_refused(name: str) -> None:
    for call in (arrow.partial_totals, arrow.segment_scores):
        with pytest.raises(tertium.TertiumError, match=f"{name} must see all references before any batch is scored"):
            call(ROWS, ["bleu", name], COLUMNS)
    other = arrow.first_pass(ROWS, ["nist:order=2"], COLUMNS)
    with pytest.raises(tertium.TertiumError, match="must see all references"):
        arrow.partial_totals(ROWS, name, COLUMNS, tables=other)
    with pytest.raises(tertium.TertiumError, match="none of these metrics needs a first pass"):
        arrow.first_pass(ROWS, "bleu", COLUMNS)


def test_batch_by_batch_without_a_first_pass_would_give_other_numbers() -> None:
    """Why it is refused."""
    expected = whole(["nist"], segment_scores=True).scores[0].segment_scores
    alone = [
        s
        for part in ROWS.to_batches(max_chunksize=30)
        for s in whole(["nist"], pa.Table.from_batches([part]), segment_scores=True).scores[0].segment_scores
    ]
    assert max(abs(a - b) for a, b in zip(alone, expected, strict=True)) > 0.01


def test_a_saved_first_pass_is_taken_from_its_file(tmp_path: Any) -> None:
    data = arrow.first_pass(ROWS, ["nist", "tertium-2"], COLUMNS)
    (tmp_path / "first").write_bytes(data)
    made = arrow.partial_totals(ROWS, ["nist"], COLUMNS, tables=tmp_path / "first")
    assert same_bits(arrow.merge([made]).scores[0], whole(["nist"]).scores[0])


def test_groups_have_values_of_their_types_and_rows_of_nulls() -> None:
    system = pa.array([None if i % 5 == 0 else "AB"[i % 2] for i in range(len(ROWS))])
    rows = ROWS.set_column(2, "system", system.dictionary_encode())
    made = arrow.merge([arrow.partial_totals(part, "chrf", COLUMNS, by=["system", "odd"]) for part in split(rows, 3)])
    assert made.by == ("system", "odd")
    assert [tuple(g.group.values()) for g in made.groups] == [
        ("A", False),
        ("A", True),
        ("B", False),
        ("B", True),
        (None, False),
        (None, True),
    ]
    assert sum(g.segments for g in made.groups) == made.segments == len(ROWS)
    frame = made.to_polars()
    assert frame.columns[:2] == ["system", "odd"]
    assert frame["odd"].to_list() == [False, True] * 3
    assert made.group(None, True).segments == sum(i % 5 == 0 and i % 3 == 0 for i in range(len(ROWS)))
    with pytest.raises(KeyError, match="no group"):
        made.group("C", True)
    numbers = arrow.merge([arrow.partial_totals(ROWS, "chrf", COLUMNS, by="number")])
    assert [g.group["number"] for g in numbers.groups] == list(range(len(ROWS)))


def test_the_sum_of_ids_shows_rows_that_are_missing_or_came_twice() -> None:
    def ids(*parts: pa.Table, column: str = "id") -> str | None:
        columns = {**COLUMNS, "id": column}
        return arrow.merge([arrow.partial_totals(part, "chrf", columns) for part in parts]).ids

    expected = ids(ROWS)
    assert expected == ids(*split(ROWS, 8))
    assert expected != ids(ROWS.slice(1))
    assert expected != ids(ROWS.slice(1), ROWS.slice(1, 1))
    # Numbers count as their digits, so that a column may be read as either.
    texts = ROWS.set_column(1, "number", ROWS["number"].cast(pa.string()))
    assert ids(ROWS, column="number") == ids(texts, column="number")
    assert arrow.merge([arrow.partial_totals(ROWS, "chrf", {"hyp": "mt", "refs": "refs"})]).ids is None


def test_the_hash_of_an_id_is_the_same_for_ever() -> None:
    rows = pa.table({"id": ["a", "Ж-17", ""], "mt": ["x"] * 3, "refs": [["x"]] * 3})
    sums = [arrow.merge([arrow.partial_totals(rows.slice(i, 1), "chrf", COLUMNS)]).ids for i in range(3)]
    assert sums == [f"{hashed(text.encode()):016x}" for text in ("a", "Ж-17", "")]


def hashed(data: bytes) -> int:
    """FNV-1a, then the mixing of SplitMix64: what is promised to stay."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
    return value ^ value >> 31


def test_bags_give_intervals_that_do_not_depend_on_the_split() -> None:
    metrics = ["bleu", "chrf-mean", "0.5*bleu + 0.5*ter"]

    def merged(seed: int, **options: Any) -> arrow.GroupedScores:
        made = [arrow.partial_totals(part, metrics, COLUMNS, by="system", bags=40) for part in split(ROWS, seed)]
        return arrow.merge(made, resamples=200, **options)

    first, second = merged(1), merged(2)
    assert first == second
    for score in (*first.scores, *(score for group in first.groups for score in group.scores)):
        assert score.interval is not None
        assert score.interval.bags == 40
        assert score.interval.low < score.score < score.interval.high
    assert "bootstrap of 40 bags" in str(first)
    assert merged(1, confidence=False).scores[0].interval is None
    assert merged(1, confidence=0.5).scores[0].interval.high < first.scores[0].interval.high


def test_as_many_bags_as_segments_draw_what_single_segments_would() -> None:
    """The spread of bags is that of segments, as far as two bootstraps agree."""
    exact = whole(["chrf"], confidence=True)["chrf"].interval
    bags = arrow.merge([arrow.partial_totals(ROWS, "chrf", COLUMNS, bags=1000)])["chrf"].interval
    assert (bags.high - bags.low) / (exact.high - exact.low) == pytest.approx(1.0, abs=0.15)


def test_paired_tests_need_the_same_segments() -> None:
    twice = pa.concat_tables(
        [ROWS.set_column(2, "system", pa.array([name] * len(ROWS))) for name in ("first", "second")]
    )
    worse = [text if i < len(ROWS) else " ".join(text.split()[::2]) for i, text in enumerate(twice["mt"].to_pylist())]
    twice = twice.set_column(4, "mt", pa.array(worse))
    made = [arrow.partial_totals(part, "chrf", COLUMNS, by="system", bags=60) for part in split(twice, 4)]
    for test in ("bs", "ar"):
        tested = arrow.merge(made, paired=test, resamples=300, trials=300)
        assert tested.groups[0]["chrf"].test is None
        assert tested.group("second")["chrf"].test.p < 0.05
    uneven = [arrow.partial_totals(ROWS, "chrf", COLUMNS, by="system", bags=60)]
    with pytest.raises(tertium.TertiumError, match="the same segments in every group"):
        arrow.merge(uneven, paired="bs")
    with pytest.raises(tertium.TertiumError, match="compares groups"):
        arrow.merge([arrow.partial_totals(ROWS, "chrf", COLUMNS, bags=60)], paired="bs")


def test_states_of_different_kinds_are_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    base = arrow.partial_totals(ROWS, ["bleu"], COLUMNS, by="system", bags=5)
    others = {
        "metrics": arrow.partial_totals(ROWS, ["bleu:order=2"], COLUMNS, by="system", bags=5),
        "columns to group by": arrow.partial_totals(ROWS, ["bleu"], COLUMNS, by="odd", bags=5),
        "numbers of bags": arrow.partial_totals(ROWS, ["bleu"], COLUMNS, by="system", bags=6),
        "column of ids": arrow.partial_totals(ROWS, ["bleu"], {**COLUMNS, "id": "number"}, by="system", bags=5),
        "rules for missing texts": arrow.partial_totals(ROWS, ["bleu"], COLUMNS, by="system", bags=5, missing="skip"),
        "rules for blank references": arrow.partial_totals(
            ROWS, ["bleu"], COLUMNS, by="system", bags=5, empty_ref="keep"
        ),
    }
    for what, other in others.items():
        with pytest.raises(tertium.TertiumError, match=f"state 2 was made with other {what}"):
            arrow.merge([base, other])
    first = [arrow.first_pass(part, "nist", COLUMNS) for part in (ROWS, ROWS.slice(10))]
    scored = [arrow.partial_totals(ROWS.slice(10), "nist", COLUMNS, tables=one) for one in first]
    with pytest.raises(tertium.TertiumError, match="other first passes"):
        arrow.merge(scored)
    with pytest.raises(tertium.TertiumError, match="was made by atec, the first by nist"):
        arrow.merge_first_passes([first[0], arrow.first_pass(ROWS, "atec", COLUMNS)])
    monkeypatch.setattr(states, "__version__", "0.0.1")
    old = arrow.partial_totals(ROWS, ["bleu"], COLUMNS, by="system", bags=5)
    old_first = arrow.first_pass(ROWS, "nist", COLUMNS)
    monkeypatch.undo()
    with pytest.raises(tertium.TertiumError, match=r"written by tertium 0\.0\.1 \(format 3\)"):
        arrow.merge([base, old])
    with pytest.raises(tertium.TertiumError, match=r"written by tertium 0\.0\.1"):
        arrow.partial_totals(ROWS, "nist", COLUMNS, tables=old_first)
    for wrong in ([], [b""], [b"PK\x03\x04"], [first[0]], ["text"], [base, base[:-20]]):
        with pytest.raises(tertium.TertiumError):
            arrow.merge(wrong)


def test_damaged_states_are_refused_or_say_the_same() -> None:
    state = arrow.partial_totals(
        ROWS, ["bleu", "atec"], COLUMNS, by="system", bags=5, tables=arrow.first_pass(ROWS, "atec", COLUMNS)
    )
    expected = arrow.merge([state])
    rng = random.Random(6)
    refused = 0
    for _ in range(300):
        damaged = bytearray(state)
        damaged[rng.randrange(len(state))] ^= 1 << rng.randrange(8)
        try:
            assert arrow.merge([bytes(damaged)]) == expected  # a bit of a file's date, say
        except tertium.TertiumError:
            refused += 1
    assert refused > 200


def test_rows_without_a_text_are_errors_that_name_column_row_and_id_or_are_counted() -> None:
    mt = ["a b"] * 5 + [None] + ["c"] * 4
    rows = pa.table({"id": [f"s{i}" for i in range(10)], "mt": mt, "refs": [["a b"]] * 10})
    for call in (arrow.partial_totals, lambda *given: list(arrow.segment_scores(*given))):
        with pytest.raises(tertium.TertiumError, match=r"^table row 6 column 'mt' \(id s5\) is null"):
            call(rows.to_batches(max_chunksize=2), "chrf", COLUMNS)
    made = arrow.merge([arrow.partial_totals(part, "chrf", COLUMNS, missing="skip") for part in (rows[:3], rows[3:])])
    assert made.skipped == 1
    assert made.segments == 10
    assert made["chrf"].value == whole("chrf", rows, missing="skip")["chrf"].value
    scores = pa.Table.from_batches(arrow.segment_scores(rows, "chrf", COLUMNS, missing="skip"))["chrf"]
    assert scores.is_null().to_pylist() == [text is None for text in mt]
    nameless = rows.set_column(0, "id", pa.array(["a", None] * 5))
    with pytest.raises(tertium.TertiumError, match=r"row 2 column 'id' is null"):
        arrow.partial_totals(nameless, "chrf", COLUMNS, missing="skip")


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ({"hyp": "mt"}, {}, "columns names no 'refs'"),
        (
            {"hyp": "mt", "reff": "refs"},
            {},
            "columns has 'reff', expected some of hyp, refs, src, id; did you mean 'refs'?",
        ),
        (["mt"], {}, "columns is list, expected a mapping"),
        ({"hyp": 1, "refs": "refs"}, {}, "columns are given by their names, got 1"),
        ({"hyp": "mt", "refs": "refs"}, {"bags": 10}, "bags are made by the ids of segments"),
        (COLUMNS, {"bags": 1}, "bags is 1, expected 0 for none"),
        (COLUMNS, {"bags": True}, "bags is True, expected"),
        (COLUMNS, {"by": "nowhere"}, "table has no column 'nowhere'"),
        (COLUMNS, {"by": "refs"}, "table row 1 column 'refs' (id doc0-0) is a list, expected one label"),
        (COLUMNS, {"threads": 0}, "threads is 0, expected"),
        (COLUMNS, {"missing": "drop"}, "missing must be 'error' or 'skip', got 'drop'"),
    ],
)
def test_wrong_requests_are_refused(columns: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(tertium.TertiumError) as caught:
        arrow.partial_totals(ROWS, "chrf", columns, **options)
    assert str(caught.value).startswith(message)


def test_scores_do_not_overwrite_columns() -> None:
    with pytest.raises(tertium.TertiumError, match="has a column 'odd' already"):
        list(arrow.segment_scores(ROWS, {"odd": "bleu"}, COLUMNS))
    with pytest.raises(tertium.TertiumError, match="named twice"):
        arrow.segment_scores(ROWS, ["bleu", "bleu"], COLUMNS)


def test_all_parts_empty_is_an_error_and_one_is_none() -> None:
    empty = arrow.partial_totals([], "chrf", COLUMNS)
    with pytest.raises(tertium.TertiumError, match="all states are of empty parts"):
        arrow.merge([empty, empty])
    assert arrow.merge([empty, arrow.partial_totals(ROWS, "chrf", COLUMNS)]).segments == len(REFS)
    assert list(arrow.segment_scores([], "chrf", COLUMNS)) == []


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.floats(allow_nan=True, allow_infinity=True, min_value=None),
            st.floats(-1e-300, 1e-300),
            st.integers(-(2**60), 2**60).map(float),
        ).filter(lambda x: not abs(x) > 1e300 or x in (float("inf"), float("-inf"))),
        max_size=40,
    ),
    st.integers(1, 4),
)
def test_sums_of_cells_are_those_of_one_exact_sum(values: list[float], parts: int) -> None:
    rows = np.array(values, dtype=np.float64).reshape(-1, 1)
    expected = column_sums(1)
    expected.add(rows, np.zeros(len(rows), dtype=bool))
    together = cell_sums(1)
    for part in range(parts):
        mine = np.ascontiguousarray(rows[part::parts])
        sums = cell_sums(1)
        sums.add(mine, np.zeros(len(mine), dtype=bool), np.zeros(len(mine), dtype=np.int64))
        sent, lengths = sums.parts()
        together.add_parts(sent, lengths, np.zeros(sums.cells, dtype=np.int64))
    made = together.values(np.zeros(1, dtype=np.int64))
    assert made.tobytes() == expected.values().tobytes() or (np.isnan(made[0]) and np.isnan(expected.values()[0]))
