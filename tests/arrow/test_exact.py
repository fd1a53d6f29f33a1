"""States that keep their rows: intervals and tests of one machine, however rows were spread."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import tertium
from arrow.systems import IN_LONG, IN_WIDE, LONG, METRICS, WIDE, locally
from tertium import arrow
from tertium.arrow.exact import compared_rows
from tertium.engine.part_rows import narrow


def parts(table: pa.Table, count: int, seed: int = 1) -> list[pa.Table]:
    """The rows in any order, spread over so many parts, some of them empty."""
    rows = list(range(table.num_rows))
    random.Random(seed).shuffle(rows)
    cuts = sorted(random.Random(count).randrange(len(rows) + 1) for _ in range(count - 1))
    return [table.take(pa.array(rows[a:b], pa.int64())) for a, b in zip([0, *cuts], [*cuts, len(rows)], strict=True)]


def states(table: pa.Table, columns: Any, count: int, **options: Any) -> list[bytes]:
    return [arrow.partial_totals(part, METRICS, columns, rows_by="id", **options) for part in parts(table, count)]


@pytest.mark.parametrize("paired", [None, "bs", "ar"])
@pytest.mark.parametrize(("table", "columns", "by"), [(LONG, IN_LONG, "system"), (WIDE, IN_WIDE, ())])
def test_groups_get_the_intervals_and_tests_of_one_machine(table: Any, columns: Any, by: Any, paired: Any) -> None:
    wanted = locally(paired)
    for count in (1, 2, 7):
        made = arrow.merge(states(table, columns, count, by=by), paired=paired)
        assert made.by == ("system",)
        assert [group.scores for group in made.groups] == [system.scores for system in wanted.systems]
        assert all(not score.interval.bags for group in made.groups for score in group.scores)


def test_all_rows_together_are_in_the_order_of_group_and_id() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        wanted = tertium.score(LONG, metrics=METRICS, hyp="mt", refs="refs", confidence=0.9)
    for count in (1, 5):
        assert arrow.merge(states(LONG, IN_LONG, count, by="system"), confidence=0.9).scores == wanted.scores


def test_groups_of_other_segments_have_intervals_and_no_tests() -> None:
    rows = LONG.slice(0, 100)
    made = arrow.merge(states(rows, IN_LONG, 3, by="system"))
    whole = locally()
    assert made.group("A").scores == whole["A"].scores
    assert made.group("B")["chrf"].segments == 40
    assert made.group("B")["chrf"].interval.low < made.group("B")["chrf"].score
    with pytest.raises(tertium.TertiumError, match="these hold different ids; group by the column of systems alone"):
        arrow.merge(states(rows, IN_LONG, 3, by="system"), paired="bs")


def test_rows_for_a_comparison() -> None:
    rows = compared_rows(states(LONG, IN_LONG, 4, by="system"), "B")
    assert rows.names == ("B", "A", "C")
    here = locally(intervals=False, segment_scores=True)
    for place, name in enumerate(rows.names):
        for number, measure in enumerate(rows.measures):
            shown = [np.nan if score is None else score for score in here[name].scores[number].segment_scores]
            np.testing.assert_array_equal(measure.scale * measure.segment_scores[place], shown)
    with pytest.raises(tertium.TertiumError, match="no system 'D', only A, B, C; give one of these"):
        compared_rows(states(LONG, IN_LONG, 1, by="system"), "D")


def test_ids_that_come_twice_or_are_null_are_refused() -> None:
    with pytest.raises(tertium.TertiumError, match="id 000 is there twice in one group"):
        arrow.merge(states(LONG, IN_LONG, 2))
    holes = WIDE.set_column(0, "n", pa.array([None, *range(59)]))
    with pytest.raises(tertium.TertiumError, match="column 'n' is null in some rows, and rows are put in its order"):
        arrow.partial_totals(holes, "chrf", {"hyp": "A", "refs": "refs"}, rows_by="n")
    with pytest.raises(tertium.TertiumError, match="give bags or rows_by, not both"):
        arrow.partial_totals(WIDE, "chrf", IN_WIDE, rows_by="id", bags=10)


def test_states_with_and_without_rows_do_not_mix_and_damage_shows() -> None:
    kept = arrow.partial_totals(WIDE, "chrf", IN_WIDE, rows_by="id")
    with pytest.raises(tertium.TertiumError, match="other columns that put rows in order"):
        arrow.merge([kept, arrow.partial_totals(WIDE, "chrf", IN_WIDE)])
    from tertium.corpus.files.array_archive import read_arrays, write_arrays

    names = ["header", "parts0", "lengths0", "group", "key0", "values0", "masked0"]
    arrays = read_arrays(kept, names, "a state", "make it again")
    assert arrow.merge([write_arrays(arrays)]) == arrow.merge([kept])
    for name, wrong in (
        ("group", arrays["group"] + 1),
        ("group", arrays["group"][:-1]),
        ("key0", arrays["key0"][:-1]),
        ("key0", arrays["key0"].astype(float)),
        ("values0", arrays["values0"][:, :-1]),
        ("values0", arrays["values0"].astype(complex)),
        ("masked0", arrays["masked0"].astype(int)),
    ):
        with pytest.raises(tertium.TertiumError, match="this is not a state of partial totals"):
            arrow.merge([write_arrays({**arrays, name: wrong})])


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        ([0, 255], "u1"),
        ([0, 256], "u2"),
        ([-1, 70000], "i4"),
        ([0.5, 2.0], "f4"),
        ([0.1], "f8"),
        ([-0.0, 1.0], "f4"),
        ([float("nan"), float("inf")], "f4"),
        ([2.0**31], "f4"),
        ([2.0**53 - 1], "f8"),
    ],
)
def test_the_smallest_type_that_gives_every_bit_back(numbers: list[float], kind: str) -> None:
    values = np.array([numbers], dtype=np.float64)
    made = narrow(values)
    assert made.dtype == np.dtype(kind)
    assert made.astype(np.float64).tobytes() == values.tobytes()


def test_a_row_takes_some_dozen_bytes() -> None:
    many = pa.concat_tables([WIDE.set_column(0, "id", pa.array(np.arange(60) + 60 * n)) for n in range(100)])
    with_rows, without = (
        len(arrow.partial_totals(many, ["bleu", "chrf", "ter"], {"hyp": "A", "refs": "refs"}, rows_by=by))
        for by in ("id", ())
    )
    assert (with_rows - without) / many.num_rows < 50


def test_a_comparison_takes_the_first_group_where_none_is_named_and_needs_two_with_the_same_ids() -> None:
    assert compared_rows(states(LONG, IN_LONG, 2, by="system")).names == ("A", "B", "C")
    with pytest.raises(tertium.TertiumError) as error:
        compared_rows(states(LONG.slice(0, 60), IN_LONG, 1, by="system"))
    assert str(error.value) == (
        "a comparison needs two systems; group by the column that names them, or name two columns."
    )
    with pytest.raises(tertium.TertiumError) as error:
        compared_rows(states(LONG.slice(0, 100), IN_LONG, 1, by="system"))
    assert str(error.value) == (
        "a comparison needs the same segments in every group, and these hold different ids; group by the column of "
        "systems alone."
    )


class Notices:
    """Keeps what a user would be told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return self.said.append if name == "notice" else lambda *_, **__: None


def test_few_segments_are_told_as_on_one_machine() -> None:
    few = LONG.filter(pa.compute.less(LONG["id"], "010"))
    for paired, rest in ((None, False), ("bs", True)):
        listener: Any = Notices()
        arrow.merge(states(few, IN_LONG, 2, by="system"), paired=paired, listener=listener)
        assert listener.said
        assert all("10 segments" in sentence for sentence in listener.said)
        assert any("keeps its level" in sentence for sentence in listener.said) == rest
    quiet: Any = Notices()
    made = arrow.merge(states(few, IN_LONG, 2, by="system"), paired="ar", confidence=False, listener=quiet)
    assert quiet.said == []  # nothing is drawn that is few
    assert made.scores[0].interval is None
    assert made.groups[1].scores[0].test is not None


def test_levels_that_are_none_and_states_without_anything_to_draw_are_refused() -> None:
    plain = [arrow.partial_totals(WIDE, "chrf", IN_WIDE)]
    for asked in ({"confidence": True}, {"paired": "bs"}):
        with pytest.raises(tertium.TertiumError) as error:
            arrow.merge(plain, **asked)
        assert str(error.value) == (
            "the states have no bags to draw; make them with bags=1000, or pass confidence=False."
        )
    for level in (1.0, 0.0, 95):
        with pytest.raises(tertium.TertiumError) as error:
            arrow.merge(states(WIDE, IN_WIDE, 1), confidence=level)
        assert str(error.value) == (f"confidence is {level!r}, expected True, or a level between 0 and 1 such as 0.99.")


def test_names_that_clash_or_come_twice_are_refused() -> None:
    with pytest.raises(tertium.TertiumError) as error:
        arrow.partial_totals(WIDE, "chrf", IN_WIDE, by="system")
    assert (
        str(error.value) == "columns of hypotheses are groups called 'system', as is a column to group by; rename it."
    )
    for hyp in ([], ["A", "A"]):
        with pytest.raises(tertium.TertiumError) as error:
            arrow.partial_totals(WIDE, "chrf", {"hyp": hyp, "refs": "refs"})
        assert str(error.value) == (
            "the columns of hypotheses are none, or one of them is named twice; name each once."
        )


def test_bags_without_intervals_still_test() -> None:
    parts_of_it = [arrow.partial_totals(LONG, METRICS, IN_LONG, by="system", bags=30)]
    made = arrow.merge(parts_of_it, paired="ar", confidence=False)
    with_intervals = arrow.merge(parts_of_it, paired="ar")
    for mine, theirs in zip(made.groups, with_intervals.groups, strict=True):
        assert [score.test for score in mine.scores] == [score.test for score in theirs.scores]
        assert all(score.interval is None for score in mine.scores)
    assert all(score.interval is None for score in made.scores)
    assert all(score.interval is not None for score in with_intervals.scores)
