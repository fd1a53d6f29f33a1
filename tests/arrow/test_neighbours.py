"""Polars, DuckDB, Ray Data, datasets: each calls ``tertium.arrow`` and gets the same bits."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

import tertium
from arrow.tables import REFS, table
from tertium import arrow

ROWS = table()
COLUMNS = {"hyp": "mt", "refs": "refs"}
METRICS = ["chrf", "ter", "tertium-2"]


@pytest.fixture(scope="module")
def expected() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        return tertium.score(ROWS, metrics=METRICS, hyp="mt", refs="refs", segment_scores=True)


@pytest.fixture(scope="module")
def first() -> bytes:
    return arrow.first_pass(ROWS, METRICS, COLUMNS)


def test_polars_expressions(expected: Any, first: bytes) -> None:
    polars = pytest.importorskip("polars")
    from tertium.compat.polars import scores

    frame = polars.from_arrow(ROWS)
    wanted = [
        scores(metric, hyp="mt", refs="refs", tables=first if metric == "tertium-2" else None) for metric in METRICS
    ]
    for made in (frame.with_columns(*wanted), frame.lazy().with_columns(*wanted).collect(engine="streaming")):
        for metric in METRICS:
            assert made[metric].to_list() == list(expected[metric].segment_scores)
    with pytest.raises(tertium.TertiumError, match="must see all references"):
        scores("tertium-2", hyp="mt", refs="refs")
    grouped = frame.group_by("system").agg(scores("chrf", hyp="mt", refs="ref1").mean().alias("mean"))
    assert len(grouped) == 2


def test_duckdb_functions(expected: Any, first: bytes) -> None:
    duckdb = pytest.importorskip("duckdb")
    from tertium.compat.duckdb import register

    connection = duckdb.connect()
    connection.register("rows", ROWS)
    register(connection, {"tertium_chrf": "chrf", "tertium_ter": "ter"}, lists=True)
    register(connection, {"tertium_itself": "tertium-2"}, lists=True, tables=first)
    asked = "select tertium_chrf(mt, refs), tertium_ter(mt, refs), tertium_itself(mt, refs) from rows order by number"
    columns = zip(*connection.sql(asked).fetchall(), strict=True)
    for metric, values in zip(METRICS, columns, strict=True):
        assert list(values) == list(expected[metric].segment_scores)
    assert connection.sql("select tertium_chrf(null, ['a'])").fetchall() == [(None,)]
    register(connection, {"one": "chrf"})
    alone = tertium.score(["the cat"], ["the cats"], "chrf", segment_scores=True)["chrf"].segment_scores
    assert connection.sql("select one('the cat', 'the cats')").fetchall() == [tuple(alone)]


def test_datasets_map_and_its_cache(expected: Any, first: bytes, tmp_path: Any) -> None:
    datasets = pytest.importorskip("datasets")
    from tertium.compat.datasets import scored

    path = str(tmp_path / "rows.parquet")
    pa.parquet.write_table(ROWS, path)
    dataset = datasets.Dataset.from_parquet(path, cache_dir=str(tmp_path / "cache"))
    made = scored(dataset, METRICS, hyp="mt", refs="refs", tables=first, batch_size=17)
    for metric in METRICS:
        assert list(made[metric]) == list(expected[metric].segment_scores)
    again = scored(dataset, METRICS, hyp="mt", refs="refs", tables=first, batch_size=17)
    assert [file["filename"] for file in again.cache_files] == [file["filename"] for file in made.cache_files]
    other = scored(dataset, ["chrf"], hyp="mt", refs="refs", batch_size=17)
    assert other.cache_files != made.cache_files
    assert made.format["type"] is None
    plain = dataset.map(arrow.Scorer("chrf", COLUMNS), batched=True, batch_size=11)  # a dictionary of lists
    assert list(plain["chrf"]) == list(expected["chrf"].segment_scores)


def test_the_hash_of_a_scorer_is_the_same_in_every_process() -> None:
    datasets = pytest.importorskip("datasets")
    code = (
        "from datasets.fingerprint import Hasher; from tertium import arrow\n"
        "print(Hasher.hash(arrow.Scorer(['chrf', 'ter'], {'hyp': 'mt', 'refs': 'refs'})))"
    )
    hashes = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert hashes == {datasets.fingerprint.Hasher.hash(arrow.Scorer(["chrf", "ter"], COLUMNS)) + "\n"}


def test_a_scorer_is_a_value(first: bytes) -> None:
    scorer = arrow.Scorer(METRICS, COLUMNS, tables=first)
    back = pickle.loads(pickle.dumps(scorer))
    assert back == scorer
    assert hash(back) == hash(scorer)
    assert back != arrow.Scorer(["chrf"], COLUMNS)
    assert back(ROWS) == scorer(ROWS)
    batch = ROWS.combine_chunks().to_batches()[0]
    assert pa.Table.from_batches([scorer(batch)]) == scorer(ROWS)
    assert scorer(ROWS.slice(0, 0)).schema == scorer(ROWS).schema
    with pytest.raises(tertium.TertiumError, match="must see all references"):
        arrow.Scorer(METRICS, COLUMNS)


@pytest.mark.slow
def test_ray_data(expected: Any, first: bytes) -> None:
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    from tertium.compat import ray as ours

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        ray.data.DataContext.get_current().enable_progress_bars = False
        dataset = ray.data.from_arrow([ROWS.slice(start, 30) for start in (0, 30, 60)])
        made = ours.scored(dataset, METRICS, hyp="mt", refs="refs", tables=first).sort("number").take_all()
        for metric in METRICS:
            assert [row[metric] for row in made] == list(expected[metric].segment_scores)
        whole = ours.corpus(dataset, METRICS, hyp="mt", refs="refs", id="id", by="system", bags=5)
        assert whole.segments == len(REFS)
        for mine, theirs in zip(whole.scores, expected.scores, strict=True):
            assert (mine.value, mine.rows) == (theirs.value, theirs.rows)
    finally:
        ray.shutdown()
