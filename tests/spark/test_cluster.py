"""``tertium.spark`` on a real cluster: the bits of one machine, errors without Java, a worker that dies."""

from __future__ import annotations

import struct
import threading
import time
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import tertium
from arrow.systems import HYPS, IN_LONG, IN_WIDE, LONG, NAMES, WIDE, locally
from arrow.systems import METRICS as SYSTEMS_METRICS
from arrow.systems import REFS as SYSTEMS_REFS
from arrow.tables import REFS, table
from spark.cluster import Cluster, skip_unless_spark_runs
from tertium import spark as ours

skip_unless_spark_runs()
pytestmark = pytest.mark.slow

METRICS = ["bleu", "chrf", "ter", "nist", "atec", "tertium"]
ROWS = table()
COLUMNS = {"hyp": "mt", "refs": "refs", "id": "id"}


@pytest.fixture(scope="module")
def expected() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        return tertium.score(ROWS, metrics=METRICS, hyp="mt", refs="refs", segment_scores=True)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with Cluster(tmp_path_factory.mktemp("spark")) as made:
        yield made


@pytest.fixture(scope="module")
def session(cluster: Cluster) -> Iterator[Any]:
    made = cluster.session()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def frame(session: Any) -> Any:
    return session.createDataFrame(ROWS).cache()


def bits(scores: Any) -> list[tuple[str, bytes]]:
    return [(s.signature, struct.pack(f"<{1 + len(s.rows)}d", s.value, *s.rows.values())) for s in scores]


@pytest.mark.parametrize("partitions", [1, 2, 7, 200])
def test_any_number_of_partitions_gives_the_bits_of_one_machine(frame: Any, expected: Any, partitions: int) -> None:
    spread = frame.repartition(partitions)
    made = ours.corpus(spread, METRICS if partitions < 200 else ["bleu", "atec"], **COLUMNS, by=["system"])
    wanted = expected.scores if partitions < 200 else [expected["bleu"], expected["atec"]]
    assert bits(made.scores) == bits(wanted)
    assert made.segments == len(REFS)
    assert [group.group["system"] for group in made.groups] == ["A", "B"]


def test_columns_of_scores(frame: Any, expected: Any) -> None:
    made = ours.with_scores(frame.repartition(3), METRICS, hyp="mt", refs="refs").orderBy("number").collect()
    for metric in METRICS:
        assert [row[metric] for row in made] == list(expected[metric].segment_scores)


def test_functions_of_sql(session: Any, frame: Any, expected: Any) -> None:
    ours.register(session, {"tertium_chrf": "chrf"})
    frame.createOrReplaceTempView("rows")
    made = session.sql(
        "select tertium_chrf(mt, refs) c, tertium_chrf(null, ref1) n from rows order by number"
    ).collect()
    assert [row.c for row in made] == list(expected["chrf"].segment_scores)
    assert {row.n for row in made} == {None}


def test_bags(frame: Any) -> None:
    first, second = (ours.corpus(frame.repartition(n), ["chrf"], **COLUMNS, by="system", bags=30) for n in (2, 5))
    assert first == second
    assert first["chrf"].interval.bags == 30


@pytest.mark.parametrize("partitions", [1, 2, 7, 200])
def test_rows_on_the_driver_give_the_intervals_and_tests_of_one_machine(session: Any, partitions: int) -> None:
    rows = session.createDataFrame(LONG).repartition(partitions)
    paired = {1: None, 2: "bs", 7: "ar", 200: "bs"}[partitions]
    made = ours.corpus(rows, SYSTEMS_METRICS, **IN_LONG, by="system", exact=True, paired=paired)
    assert [group.scores for group in made.groups] == [system.scores for system in locally(paired).systems]
    assert made["chrf"].interval is not None


def test_columns_of_systems_are_one_job(session: Any) -> None:
    rows = session.createDataFrame(WIDE).repartition(3)
    made = ours.corpus(rows, SYSTEMS_METRICS, **IN_WIDE, exact=True, confidence=False, paired="ar")
    wanted = locally("ar", intervals=False)
    assert [(group.group["system"], group.scores) for group in made.groups] == [
        (system.name, system.scores) for system in wanted.systems
    ]


@pytest.mark.parametrize("test", ["bs", "ar"])
def test_comparisons_are_those_of_one_machine(session: Any, test: Any) -> None:
    texts = dict(zip(NAMES, HYPS, strict=True))
    wanted = tertium.compare(texts, SYSTEMS_REFS, ["chrf", "ter"], test=test, resamples=200, trials=200)
    given = {"test": test, "resamples": 200, "trials": 200}
    long = session.createDataFrame(LONG).repartition(5)
    wide = session.createDataFrame(WIDE).repartition(2)
    for made in (
        ours.compare(long, ["chrf", "ter"], **IN_LONG, by="system", **given),
        ours.compare(wide, ["chrf", "ter"], **IN_WIDE, **given),
    ):
        assert (made.metrics, made.procedure) == (wanted.metrics, wanted.procedure)
    other = ours.compare(wide, "chrf", **IN_WIDE, baseline="C", against="baseline", **given)
    assert {difference.first for difference in other["chrf"].differences} == {"C"}


def test_exact_needs_ids_that_differ(session: Any, frame: Any) -> None:
    with pytest.raises(tertium.TertiumError, match="sort rows by their ids; name their column, as in id='id'"):
        ours.corpus(frame, "chrf", hyp="mt", refs="refs", exact=True)
    rows = session.createDataFrame([(1, "a", "b"), (1, "c", "c")], "id int, mt string, ref string")
    with pytest.raises(tertium.TertiumError, match="id 1 is there twice in one group"):
        ours.corpus(rows, "chrf", hyp="mt", refs="ref", id="id", exact=True)


def test_errors_name_column_and_id_and_hold_no_java(session: Any, frame: Any) -> None:
    rows = session.createDataFrame([(1, "a", "b"), (17, None, "c"), (3, "d", "e")], "id int, mt string, ref string")
    given = {"hyp": "mt", "refs": "ref", "id": "id"}
    with pytest.raises(tertium.TertiumError, match=r"column 'mt' \(id 17\) is null, expected a text") as caught:
        ours.corpus(rows, "chrf", **given)
    assert str(caught.value).startswith("column")  # rows are not numbered: a part counts only its own
    assert "java" not in str(caught.value).lower()
    with pytest.raises(tertium.TertiumError, match="id=… would tell which row it is"):
        ours.corpus(rows, "chrf", hyp="mt", refs="ref")
    with pytest.warns(tertium.InputWarning, match="1 row without a hypothesis or a reference: left out"):
        skipped = ours.corpus(rows, "chrf", **given, missing="skip")
    assert (skipped.skipped, skipped.segments) == (1, 3)
    for columns, message in (
        ({"hyp": "mtt", "refs": "refs"}, "no column 'mtt'.*did you mean 'mt'"),
        ({"hyp": "number", "refs": "refs"}, "column 'number' is bigint, expected strings; cast it"),
        ({"hyp": "mt", "refs": "number"}, "expected strings or arrays of strings"),
    ):
        with pytest.raises(tertium.TertiumError, match=message):
            ours.corpus(frame, "chrf", **columns)
        with pytest.raises(tertium.TertiumError, match=message):
            ours.with_scores(frame, "chrf", **columns)


def test_odd_frames(session: Any) -> None:
    rows = session.createDataFrame([("the cat", "a cat")], "`a.mt` string, `b``c` string")
    made = ours.with_scores(rows, "chrf", hyp="a.mt", refs="b`c")
    wanted = tertium.score(["the cat"], ["a cat"], "chrf").scores[0].score
    assert (made.columns, made.head()[2]) == (["a.mt", "b`c", "chrf"], wanted)
    first = ours.first_pass(rows, "nist", hyp="a.mt", refs="b`c")
    assert ours.corpus(rows, "nist", hyp="a.mt", refs="b`c", tables=first).segments == 1
    for df, message in ((rows.limit(0), "there are no segments to score"), (ROWS, "df is Table, expected a DataFrame")):
        with pytest.raises(tertium.TertiumError, match=message):
            ours.corpus(df, "chrf", hyp=df.columns[0] if df is not ROWS else "mt", refs="b`c")
    assert ours.with_scores(rows.limit(0), "chrf", hyp="a.mt", refs="b`c").collect() == []


def test_columns_of_scores_refuse_a_row_before_there_are_any(session: Any, capfd: pytest.CaptureFixture[str]) -> None:
    rows = session.createDataFrame(
        [(1, "a", ["b"]), (17, None, ["c"]), (3, "d", ["e"]), (4, "f", ["g"])], "id int, mt string, refs array<string>"
    )
    given = {"hyp": "mt", "refs": "refs", "id": "id"}
    capfd.readouterr()
    with pytest.raises(tertium.TertiumError, match=r"column 'mt' \(id 17\) is null, expected a text"):
        ours.with_scores(rows, ["chrf"], **given)
    assert capfd.readouterr().err == ""
    for broken, message in (("array()", "the segment has no reference"), ("array('', ' ')", "references are blank")):
        without = rows.selectExpr("id", "'x' mt", f"case when id = 3 then {broken} else refs end refs")
        with pytest.raises(tertium.TertiumError, match=rf"\(id 3\): .*{message}"):
            ours.with_scores(without, ["chrf"], **given)
    with pytest.warns(tertium.InputWarning, match="1 row without a hypothesis or a reference: no score"):
        scored = ours.with_scores(rows, ["chrf"], **given, missing="skip")
    assert [row.id for row in scored.collect() if row.chrf is None] == [17]
    late = ours.with_scores(rows, ["chrf"], **given, check=False)
    with pytest.raises(Exception, match=r"column 'mt' \(id 17\) is null, expected a text"):
        late.collect()


def test_a_worker_that_dies_in_the_middle_changes_nothing(
    session: Any, cluster: Cluster, frame: Any, expected: Any
) -> None:
    """Last of all, for the cluster has one worker less from here on."""
    tracker = session.sparkContext.statusTracker()
    made: list[Any] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            made.append(ours.corpus(frame.repartition(60), METRICS[:3], **COLUMNS))
        except BaseException as problem:
            failed.append(problem)

    work = threading.Thread(target=run)
    work.start()
    begun = 0
    while work.is_alive() and begun < 5:
        stages = (tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds())
        begun = max((stage.numCompletedTasks for stage in stages if stage and stage.numTasks >= 60), default=0)
        time.sleep(0.02)
    assert work.is_alive(), "the job was done before the worker could be killed"
    cluster.kill_worker()
    work.join(300)
    assert not failed
    assert bits(made[0].scores) == bits(expected.scores[:3])
