"""Scores of single segments from whatever holds columns; what cannot be scored is refused in a sentence."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import tertium
from tertium import arrow
from tertium.arrow.segments import score_arrays
from tertium.errors import InputError, MissingExtraError, install

ROWS = pa.table({"mt": ["a cat sat", "dogs", "a b"], "ref": ["the cat sat", "dogs", "c d"]})
COLUMNS = {"hyp": "mt", "refs": "ref"}
WANTED = list(tertium.score(ROWS, metrics="chrf", hyp="mt", refs="ref", segment_scores=True).scores[0].segment_scores)


class Streamed:
    """Knows the protocol of streams and nothing else."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return ROWS.__arrow_c_stream__(requested_schema)


class Given:
    """Knows the protocol of one batch and nothing else."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        return ROWS.to_batches()[0].__arrow_c_array__(requested_schema)


@pytest.mark.parametrize(
    "batches",
    [ROWS, ROWS.to_batches()[0], Streamed(), Given(), ROWS.to_batches(max_chunksize=1), [ROWS[:1], Streamed()]],
    ids=["table", "batch", "stream", "array", "list", "mixed"],
)
def test_whatever_holds_columns_is_scored(batches: Any) -> None:
    made = pa.Table.from_batches(arrow.segment_scores(batches, "chrf", COLUMNS))
    assert made["chrf"].to_pylist() == (
        WANTED[:1] + WANTED if isinstance(batches, list) and len(batches) == 2 else WANTED
    )
    assert made["mt"].to_pylist()[-3:] == ROWS["mt"].to_pylist()


def test_a_data_set_of_hugging_face_is_scored() -> None:
    datasets = pytest.importorskip("datasets")
    made = pa.Table.from_batches(arrow.segment_scores(datasets.Dataset(ROWS), "chrf", COLUMNS))
    assert made["chrf"].to_pylist() == WANTED


@pytest.mark.parametrize("wrong", ["rows", b"rows", {"mt": ["a"]}, 7])
def test_what_holds_no_columns_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError) as error:
        list(arrow.segment_scores(wrong, "chrf", COLUMNS))
    assert str(error.value) == f"batches is {type(wrong).__name__}, expected Arrow batches, or a table."


def test_several_systems_have_no_place_in_one_column() -> None:
    for call in (arrow.segment_scores, score_arrays):
        with pytest.raises(InputError) as error:
            call(ROWS, "chrf", {"hyp": ["mt", "ref"], "refs": "ref"})
        assert str(error.value) == (
            "segment scores are those of one system, got 2 columns of hypotheses; score one after the other, each with "
            "names of its own, as in {'chrf_a': 'chrf'}."
        )


def test_no_rows_have_no_scores() -> None:
    empty = ROWS.slice(0, 0)
    for name, values in score_arrays(empty, {"x": "chrf", "y": "0.5*bleu + 0.5*ter"}, COLUMNS).items():
        assert name in "xy"
        assert values.shape == (0,)
    assert score_arrays(ROWS, "chrf", COLUMNS)["chrf"] == pytest.approx(np.array(WANTED))
    batch = pa.RecordBatch.from_pylist([], schema=ROWS.schema)
    (made,) = arrow.segment_scores(batch, "chrf", COLUMNS)
    assert made.schema.names == ["mt", "ref", "chrf"]
    assert made.num_rows == 0


def test_without_pyarrow_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def without(name: str, package: str | None = None) -> Any:
        if name.split(".")[0] == "pyarrow":
            raise ImportError(name)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(MissingExtraError) as error:
        list(arrow.segment_scores(ROWS, "chrf", COLUMNS))
    assert str(error.value) == f"columns of scores need the extra 'arrow': {install('arrow')}."


def test_a_scorer_is_a_value() -> None:
    from tertium.arrow.columns import Columns
    from tertium.arrow.scorer import Scorer

    one, same, other = (Scorer({"s": name}, Columns("mt", "ref")) for name in ("chrf", "chrf", "bleu"))
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert repr(one) == f"Scorer({one.metrics}, {one.columns})"
    assert list(one.metrics) == ["s"]
