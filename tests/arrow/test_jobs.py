"""Jobs as a library would spread them: pickled, run over parts that come batch by batch, joined in any tree."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

import tertium
from arrow.systems import LONG, METRICS, locally
from tertium import arrow
from tertium.arrow import jobs
from tertium.arrow.columns import Columns
from tertium.errors import InputError

COLUMNS = Columns("mt", "refs", id="id")


def spread(table: pa.Table, parts: int, seen: list[jobs.Job] | None = None, rows: int = 11) -> Callable[[Any], Any]:
    """A library of our own: parts are every so-many-th row, and their answers are joined two by two."""

    def run(job: jobs.Job) -> list[bytes]:
        if seen is not None:
            seen.append(job)
        answers = []
        for part in range(parts):
            mine = table.select(job.reads).take(pa.array(range(part, table.num_rows, parts), pa.int64()))
            worker = pickle.loads(pickle.dumps(job))
            assert worker == job
            answers += list(worker(iter(mine.to_batches(max_chunksize=rows))))
        random.Random(parts).shuffle(answers)
        if not job.shrinks:
            return answers
        return [job.join(answers[start : start + 2]) for start in range(0, len(answers), 2)]

    return run


@pytest.mark.parametrize("parts", [1, 2, 5, 300])
def test_scores_are_those_of_one_machine(parts: int) -> None:
    """Of 300 parts many are empty."""
    made = jobs.corpus_of(spread(LONG, parts), METRICS, COLUMNS, by="system")
    wanted = locally(intervals=False)
    assert [(group.name, group.scores) for group in made.groups] == [(one.name, one.scores) for one in wanted.systems]
    assert made.segments == LONG.num_rows


@pytest.mark.parametrize("paired", [None, "ar"])
def test_exact_intervals_are_those_of_one_machine(paired: Any) -> None:
    made = jobs.corpus_of(spread(LONG, 3), METRICS, COLUMNS, by=["system"], exact=True, paired=paired)
    assert [group.scores for group in made.groups] == [system.scores for system in locally(paired).systems]


def test_bags_are_those_of_the_whole_table() -> None:
    made = jobs.corpus_of(spread(LONG, 4), METRICS, COLUMNS, by="system", bags=20)
    assert made == arrow.merge([arrow.partial_totals(LONG, METRICS, COLUMNS, by="system", bags=20)])


def test_a_first_pass_runs_where_a_metric_needs_one_and_none_is_given() -> None:
    seen: list[jobs.Job] = []
    made = jobs.corpus_of(spread(LONG, 3, seen), ["nist", "chrf"], COLUMNS)
    assert [type(job) for job in seen] == [jobs.FirstPassJob, jobs.StatesJob]
    whole = tertium.score(LONG, metrics=["nist", "chrf"], hyp="mt", refs="refs")
    assert [score.score for score in made.scores] == [score.score for score in whole.scores]

    tables = jobs.first_pass_of(spread(LONG, 5), "nist", COLUMNS)
    alone = [arrow.partial_totals(LONG, ["nist"], COLUMNS, tables=arrow.first_pass(LONG, "nist", COLUMNS))]
    assert arrow.merge(alone).scores[0] == made.scores[0]
    seen.clear()
    assert jobs.corpus_of(spread(LONG, 2, seen), ["nist", "chrf"], COLUMNS, tables=tables) == made
    assert [type(job) for job in seen] == [jobs.StatesJob]
    seen.clear()
    with pytest.raises(InputError, match="atec must see all references before any batch is scored"):
        jobs.states_of(spread(LONG, 2, seen), "atec", COLUMNS, tables=tables)
    assert seen == []  # refused here, not in a worker


def test_a_worker_holds_no_more_rows_than_one_state_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ROWS_OF_A_STATE", 20)
    states = jobs.states_of(spread(LONG, 1, rows=8), "chrf", COLUMNS, by="system", rows_by="id")
    segments = [arrow.merge([state], confidence=False).segments for state in states]
    assert sorted(segments) == [12, *[24] * 7]  # 180 rows by eight: three batches each, and what is left
    assert arrow.merge(states) == arrow.merge(
        jobs.states_of(spread(LONG, 2), "chrf", COLUMNS, by="system", rows_by="id")
    )
    empty = jobs.states_of(spread(LONG.slice(0, 0), 2), "chrf", COLUMNS, rows_by="id")
    assert len(empty) == 2  # a part without rows has a state, too
    with pytest.raises(InputError, match="all states are of empty parts"):
        arrow.merge(empty)


def test_a_job_names_each_column_that_it_reads_once() -> None:
    columns = Columns(["A", "B"], ["r1", "r2"], src="src", id="id")
    options = {"by": ("domain", "A"), "rows_by": ("id", "day")}
    assert jobs.StatesJob((), columns, options).reads == ("A", "B", "r1", "r2", "src", "id", "domain", "day")
    assert jobs.FirstPassJob((), Columns("mt", "refs"), {}).reads == ("mt", "refs")


def test_exact_rows_need_ids() -> None:
    with pytest.raises(InputError) as error:
        jobs.corpus_of(spread(LONG, 1), "chrf", Columns("mt", "refs"), exact=True)
    assert str(error.value) == "exact intervals and tests sort rows by their ids; name their column, as in id='id'."
