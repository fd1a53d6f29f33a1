"""Apache Spark: what tertium adds to Spark's own transport, beside sacreBLEU in a pandas UDF, in one run.

Every function that Spark calls is timed inside of its Python worker: CPU seconds from the first batch it asks for to
the last it gives, which is the transport of both ways and the work. A function that hands batches on, or only counts
them, costs the transport alone. Scoring here is that of the same table in this process, on one thread.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.data import Files
from bench.growth import varied
from bench.timing import seconds

METRICS = ("bleu", "chrf", "ter")
SEGMENTS = 100_000
PEERS = 4_000  # segments that sacreBLEU scores
LARGE = 1_000_000  # rows of one partition
ROUNDS = 5
OVERHEAD, TIMES, MEMORY = 1.0, 50.0, 300.0  # goals: µs a segment, times as fast, MiB


@dataclass(frozen=True)
class Timed:
    """A function of batches that writes down what it cost, in a file for each call."""

    work: Callable[[Iterator[Any]], Iterator[Any]]
    folder: str

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        began = time.process_time()
        yield from self.work(batches)
        cost = {
            "cpu": time.process_time() - began,
            "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
        Path(self.folder, f"{os.getpid()}-{time.monotonic_ns()}").write_text(json.dumps(cost), "utf-8")


@dataclass(frozen=True)
class Cost:
    each: float  # µs of CPU a segment, the median of the rounds
    peak: float  # MiB of the worker


def hand_on(batches: Iterator[Any]) -> Iterator[Any]:
    yield from batches


def count(batches: Iterator[Any]) -> Iterator[Any]:
    import pyarrow

    rows = sum(batch.num_rows for batch in batches)
    yield pyarrow.record_batch({"state": [str(rows).encode()], "error": pyarrow.array([None], pyarrow.string())})


def report(files: Files, work: Path, say: Callable[[str], None]) -> None:
    import pyarrow
    import pyarrow.parquet

    import tertium
    from tertium.arrow import Columns, Scorer, segment_scores
    from tertium.arrow.jobs import StatesJob
    from tertium.metrics.spec import parse
    from tertium.spark.session import session
    from tertium.spark.workers import Answers, Scores

    base = varied(files, work)
    hyps, refs = (path.read_text("utf-8").split("\n")[:-1] for path in (base.hyp, base.ref))
    table = pyarrow.table({"id": range(SEGMENTS), "mt": hyps[:SEGMENTS], "ref": refs[:SEGMENTS]})
    pyarrow.parquet.write_table(table, work / "spark.parquet")
    columns = Columns("mt", "ref", None, "id")
    options = {"by": (), "bags": 0, "rows_by": (), "tables": None, "empty_ref": "absent", "missing": "error"}
    job = StatesJob(tuple(parse(metric).signature for metric in METRICS), columns, options)
    state = "state binary, error string"

    def here() -> None:
        tertium.score(table, metrics=METRICS, hyp="mt", refs="ref", threads=1)

    def here_by_segment() -> None:
        for _ in segment_scores(table.to_batches(max_chunksize=10_000), METRICS, columns, threads=1):  # as Spark does
            pass

    with session("local[1]") as spark:
        df = spark.read.parquet(str(work / "spark.parquet")).coalesce(1)
        scored = f"id bigint, mt string, ref string, {', '.join(f'{metric} double' for metric in METRICS)}"

        def of(name: str, work_: Any, schema: str, rows: int = SEGMENTS, frame: Any = df, rounds: int = ROUNDS) -> Cost:
            return _cost(frame, work_, schema, work / name, rows, rounds)

        transport = of("on", hand_on, "id bigint, mt string, ref string")
        counted = of("count", count, state)
        columns_of_scores = of("scores", Scores(Scorer(list(METRICS), columns)), scored)
        corpus = of("corpus", Answers(job), state)
        single = {
            metric: of(metric, Scores(Scorer([metric], columns)), f"id bigint, mt string, ref string, {metric} double")
            for metric in ("bleu", "chrf")
        }
        peers = {metric: _peer(df.limit(PEERS).coalesce(1), metric, work / f"peer-{metric}") for metric in single}
        large = df.selectExpr("explode(sequence(1, 10)) turn", "*").selectExpr("id + turn * 1000000 id", "mt", "ref")
        peaks = {
            "columns of scores": of("large", Scores(Scorer(list(METRICS), columns)), scored, LARGE, large, 1).peak,
            "corpus": of("large-corpus", Answers(job), state, LARGE, large, 1).peak,
        }
    local = statistics.median(seconds(here) for _ in range(3)) / SEGMENTS * 1e6
    local_segments = statistics.median(seconds(here_by_segment) for _ in range(3)) / SEGMENTS * 1e6
    say("| what | in a worker | Spark's transport | scored here | overhead | goal | |")
    say("|---|---|---|---|---|---|---|")
    for name, ours, bare, alone in (
        ("corpus", corpus, counted, local),
        ("columns of scores", columns_of_scores, transport, local_segments),
    ):
        over = ours.each - bare.each - alone
        say(
            f"| {name}, {' '.join(METRICS)} | {ours.each:.2f} | {bare.each:.2f} | {alone:.2f} | {over:.2f} "
            f"| ≤ {OVERHEAD} | {_verdict(over <= OVERHEAD)} |"
        )
    say("")
    say("| metric | ours in a worker | sacreBLEU in a pandas UDF | times faster | goal | |")
    say("|---|---|---|---|---|---|")
    for metric, cost in single.items():
        times = peers[metric].each / cost.each
        say(
            f"| {metric} | {cost.each:.2f} | {peers[metric].each:.1f} | {times:.0f} | ≥ {TIMES:.0f} "
            f"| {_verdict(times >= TIMES)} |"
        )
    say("")
    for name, peak in peaks.items():
        say(
            f"- {name} of {LARGE:,} rows in one partition: peak of the Python worker {peak:.0f} MiB (goal: below "
            f"{MEMORY:.0f}): {_verdict(peak < MEMORY)}"
        )


def _cost(df: Any, work: Any, schema: str, folder: Path, rows: int, rounds: int) -> Cost:
    folder.mkdir()
    if rounds > 1:  # once more, for what a worker imports
        df.limit(1000).coalesce(1).mapInArrow(work, schema).write.format("noop").mode("overwrite").save()
    for _ in range(rounds):
        df.mapInArrow(Timed(work, str(folder)), schema).write.format("noop").mode("overwrite").save()
    return _read(folder, rows, rounds)


def _peer(df: Any, metric: str, folder: Path) -> Cost:
    """sacreBLEU as people put it into a pandas UDF: sentence by sentence."""
    import pandas
    from pyspark.sql.functions import pandas_udf

    folder.mkdir()

    def scores(batches: Iterator[Any]) -> Iterator[Any]:
        from sacrebleu.metrics import BLEU, CHRF

        scorer = BLEU(effective_order=True) if metric == "bleu" else CHRF()
        for hyps, refs in batches:
            made = [scorer.sentence_score(h, [r]).score for h, r in zip(hyps, refs, strict=True)]
            yield pandas.Series(made)

    timed = Timed(scores, str(folder))

    def udf(batches: Iterator[tuple[pandas.Series, pandas.Series]]) -> Iterator[pandas.Series]:
        yield from timed(batches)

    udf.__annotations__ = {  # Spark reads the types themselves
        "batches": Iterator[tuple[pandas.Series, pandas.Series]],
        "return": Iterator[pandas.Series],
    }
    made = df.select(pandas_udf(udf, "double")("mt", "ref"))  # type: ignore[call-overload]
    for _ in range(2):  # the first run imports
        made.write.format("noop").mode("overwrite").save()
    costs = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for path in costs[:-1]:
        path.unlink()
    return _read(folder, PEERS, 1)


def _read(folder: Path, rows: int, rounds: int) -> Cost:
    costs = [json.loads(path.read_text("utf-8")) for path in folder.iterdir()]
    if len(costs) != rounds:
        raise RuntimeError(f"{folder.name}: {len(costs)} calls in {rounds} rounds; the rows were in several partitions")
    return Cost(statistics.median(cost["cpu"] for cost in costs) / rows * 1e6, max(cost["peak"] for cost in costs))


def _verdict(reached: bool) -> str:
    return "reached" if reached else "**not reached**"
