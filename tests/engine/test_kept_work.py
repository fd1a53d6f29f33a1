"""Work on disk: what is gone on with gives the bits of a run that nobody stopped, and nothing else is gone on with."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from laws.samples import random_corpus
from tertium.analysis.doctor.run import Watch
from tertium.corpus.files.journal import Appended, Journal
from tertium.corpus.texts.lists import corpus_of
from tertium.engine import chunk_records, kept_work, local
from tertium.engine.chunk_records import joined_rows, parted_rows, row_width
from tertium.engine.kept_work import CHUNKS, RUN, SCORES, TABLES, KeptWork
from tertium.engine.packing import pack, unpack
from tertium.engine.rows import KeptRows
from tertium.engine.segment_store import SegmentStore
from tertium.errors import FileError, InputError
from tertium.metrics.base import Rows
from tertium.metrics.measuring import unique_leaves
from tertium.metrics.spec import parse
from tertium.metrics.totals import Totals
from tertium.results.diagnosis import Finding
from tertium.results.scores import Report

HYPS, REFS = random_corpus(seed=7, segments=90)
SYSTEMS = {"a": HYPS[0], "b": HYPS[1]}
METRICS = [parse(spec) for spec in ("bleu", "nist", "atec", "0.5*chrf - 0.5*ter", "tertium", "tertium-2")]
LEAVES = unique_leaves(METRICS)
WIDTHS = (len(SYSTEMS) * len(METRICS), row_width(LEAVES, len(SYSTEMS)))
CHUNK = 17


@pytest.fixture(autouse=True)
def every_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for a slow disk: every chunk is kept at once."""
    monkeypatch.setattr(kept_work, "_SHARE", 0)


class StopError(Exception):
    """Stands for whatever ends a process."""


def scored(folder: Path, *, stop_at: int | None = None, threads: int = 2, header: str = "x") -> tuple[Report, KeptRows]:
    """A run that keeps its work; it stops after so many chunks have been taken, or never."""

    class Stopping:
        def progress(self, doing: str, done: int, total: int) -> None:
            if stop_at is not None and done >= stop_at * CHUNK:
                raise StopError

        def notice(self, sentence: str) -> None:
            return

    keep = KeptRows()
    with KeptWork(str(folder), {"texts": header}, CHUNK, WIDTHS) as work:
        report = local.score(
            corpus_of(SYSTEMS, REFS),
            METRICS,
            version="test",
            threads=threads,
            keep=keep,
            work=work,
            listener=Stopping(),
        )
        assert work.scores is not None
        assert work.scores.segments == report.segments
    return report, keep


def plain() -> tuple[Report, KeptRows, SegmentStore]:
    keep, store = KeptRows(), SegmentStore.unnamed(WIDTHS[0])
    corpus = corpus_of(SYSTEMS, REFS)
    report = local.score(corpus, METRICS, version="test", keep=keep, store=store, segments_per_chunk=CHUNK)
    return report, keep, store


@pytest.mark.parametrize("stops", [[1], [2, 1, 4], [3, 5], [1, 2, 3, 4, 5]])
def test_a_stopped_run_goes_on_with_the_same_bits(tmp_path: Path, stops: list[int]) -> None:
    for place, stop in enumerate(stops):
        with pytest.raises(StopError):
            scored(tmp_path / "kept", stop_at=stop, threads=1 + place % 3)
    report, keep = scored(tmp_path / "kept")
    true, true_keep, store = plain()
    assert report == true
    with KeptWork(str(tmp_path / "kept"), {"texts": "x"}, CHUNK, WIDTHS) as work:
        assert work.scores is not None
        assert [block.tobytes() for block in work.scores.blocks()] == [block.tobytes() for block in store.blocks()]
    for leaf in LEAVES:
        for mine, theirs in zip(keep.of(leaf), true_keep.of(leaf), strict=True):
            assert np.array_equal(mine, theirs)


def test_a_finished_run_measures_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = scored(tmp_path / "kept")

    def measured(*_: object, **__: object) -> None:
        raise AssertionError("a chunk was measured again")

    monkeypatch.setattr(local, "_part", measured)
    assert scored(tmp_path / "kept")[0] == first


def test_segment_scores_of_a_store_are_those_of_the_report() -> None:
    _, _, store = plain()
    corpus = corpus_of(SYSTEMS, REFS)
    whole = local.score(corpus, METRICS, version="test", segment_scores=True)
    listed = np.array([score.segment_scores for system in whole.systems for score in system.scores], dtype=np.float64)
    assert np.array_equal(np.concatenate(list(store.blocks())).T, listed, equal_nan=True)


def cut(path: Path, left: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(left * len(data))])


def changed(path: Path, place: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(place * (len(data) - 1))] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [cut, changed])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("name", [TABLES, CHUNKS])
def test_a_journal_that_was_cut_or_changed_is_taken_up_to_there(
    tmp_path: Path, damage: Callable[[Path, float], None], share: float, name: str
) -> None:
    with pytest.raises(StopError):
        scored(tmp_path / "kept", stop_at=3)
    damage(tmp_path / "kept" / name, share)
    assert scored(tmp_path / "kept")[0] == plain()[0]


@pytest.mark.parametrize("damage", [cut, changed])
def test_segment_scores_that_do_not_fit_their_record_are_refused(
    tmp_path: Path, damage: Callable[[Path, float], None]
) -> None:
    scored(tmp_path / "kept")
    damage(tmp_path / "kept" / SCORES, 0.6)
    with pytest.raises(FileError, match=r"kept is damaged: segments 52 to 68 are not as they were kept; delete it"):
        scored(tmp_path / "kept")


def test_another_run_is_refused_with_what_differs(tmp_path: Path) -> None:
    scored(tmp_path / "kept")
    with pytest.raises(InputError, match=r"kept holds the work of another run: texts was x, and is y now; give resume"):
        scored(tmp_path / "kept", header="y")
    (tmp_path / "kept" / RUN).write_text("{}")
    with pytest.raises(FileError, match="does not hold work that this version can go on with"):
        scored(tmp_path / "kept")


def test_records_of_another_run_do_not_count(tmp_path: Path) -> None:
    scored(tmp_path / "one")
    with pytest.raises(StopError):
        scored(tmp_path / "two", stop_at=1, header="y")
    (tmp_path / "two" / CHUNKS).write_bytes((tmp_path / "one" / CHUNKS).read_bytes())
    with KeptWork(str(tmp_path / "two"), {"texts": "y"}, CHUNK, WIDTHS) as work:
        assert list(work.chunks()) == []


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(FileError, match=r"holds other files \(thesis.tex\); give resume a folder of its own"):
        scored(tmp_path)


def test_two_runs_do_not_work_in_one_folder(tmp_path: Path) -> None:
    with KeptWork(str(tmp_path), {"texts": "x"}, CHUNK, WIDTHS), pytest.raises(FileError, match="another run is work"):
        scored(tmp_path)


@pytest.mark.parametrize(
    "rows",
    [
        [[1e300], [1.0], [-1e300], [1e-300]],
        [[0.1]] * 10,
        [[math.inf], [1.0]],
        [[math.inf], [-math.inf]],
        [[math.nan], [2.0]],
        [[-0.0]],
        [],
    ],
)
def test_totals_come_back_exactly(rows: list[list[float]]) -> None:
    metric = parse("wer")
    width = len(metric.columns)
    values = np.array([row * width for row in rows], dtype=np.float64).reshape(len(rows), width)
    made = Totals(metric)
    made.add(Rows(values, np.zeros(len(rows), dtype=bool)), want_scores=False)
    back = Totals.restored(metric, unpack(pack(made.state())))
    more = Rows(np.full((3, width), 1e-17), np.zeros(3, dtype=bool))
    assert np.array_equal(made.sums(), back.sums(), equal_nan=True)
    for total in (made, back):
        total.add(more, want_scores=False)
    assert np.array_equal(made.sums(), back.sums(), equal_nan=True)


def test_packed_values_come_back() -> None:
    value = {
        "a": [1, 2.5, None, True, "ü\ud800"],
        "b": np.arange(6, dtype=np.int32).reshape(2, 3),
        "c": b"\0\1",
        "d": np.zeros((0, 4)),
        "e": np.array([True, False]),
        "f": (np.int64(3), (1, 2)),
    }
    back = unpack(pack(value))
    assert back["a"] == value["a"]
    for name in "bde":
        assert back[name].dtype == value[name].dtype  # type: ignore[attr-defined]
        assert np.array_equal(back[name], value[name])
    assert (back["c"], back["f"]) == (b"\0\1", [3, [1, 2]])
    forged = pack({"\0array": [8, "|O", [1]]})
    with pytest.raises(ValueError, match="it holds an array of"):
        unpack(forged)
    with pytest.raises(ValueError, match="decompressing"):
        unpack(b"nothing")


def test_rows_side_by_side_come_apart_again() -> None:
    rng = np.random.default_rng(1)
    made = {leaf: [Rows(rng.random((5, len(leaf.columns))), rng.random(5) < 0.5) for _ in range(2)] for leaf in LEAVES}
    joined = joined_rows(made)
    assert joined.shape == (5, WIDTHS[1])
    for leaf, systems in parted_rows(joined, LEAVES, 2).items():
        for mine, theirs in zip(systems, made[leaf], strict=True):
            assert np.array_equal(mine.values, theirs.values)
            assert np.array_equal(mine.masked, theirs.masked)


def test_a_journal_holds_what_was_appended_last(tmp_path: Path) -> None:
    bodies = [b"", b"one", bytes(1000)]
    journal = Journal(tmp_path / "j", b"seed")
    assert list(journal.records()) == []
    for body in bodies:
        journal.append(body)
    journal.close()
    size = (tmp_path / "j").stat().st_size
    with (tmp_path / "j").open("ab") as file:
        file.write((10**12).to_bytes(8, "little") + bytes(100))  # a length that is nonsense
    again = Journal(tmp_path / "j", b"seed")
    assert list(again.records()) == bodies
    assert (tmp_path / "j").stat().st_size == size
    again.append(b"more")
    again.close()
    assert list(Journal(tmp_path / "j", b"seed").records()) == [*bodies, b"more"]
    assert list(Journal(tmp_path / "j", b"another").records()) == []


def test_appended_bytes_are_cut_and_read(tmp_path: Path) -> None:
    for file in (Appended(tmp_path / "f"), Appended.unnamed(str(tmp_path)), Appended.unnamed()):
        file.append(b"hello world", sync=True)
        file.cut(5)
        file.append(b"!", sync=False)
        assert (file.size, file.read(0, 100), file.read(4, 2)) == (6, b"hello!", b"o!")
        file.close()
    assert [path.name for path in tmp_path.iterdir()] == ["f"]


def test_what_the_checks_saw_is_kept_as_it_was_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks may wait before they are written, and a watch adds to what it saw first."""
    odd = {"a": ["the same line again and again, and again"] * len(REFS)}

    def found(work: KeptWork | None) -> tuple[Finding, ...]:
        corpus = corpus_of(odd, REFS)
        watch = Watch(corpus, METRICS[:1])
        local.score(corpus, METRICS[:1], version="test", watch=[watch], segments_per_chunk=CHUNK, work=work)
        return watch.findings()

    true = found(None)
    assert any(one.code == "T111" for one in true)
    monkeypatch.setattr(kept_work, "_SHARE", 10**9)
    for _ in range(2):
        with KeptWork(str(tmp_path), {"texts": "x"}, CHUNK, (0, 0)) as work:
            assert found(work) == true


def test_what_was_given_then_and_not_now_is_named(tmp_path: Path) -> None:
    def begun(**inputs: str) -> None:
        with KeptWork(str(tmp_path / "kept"), {"inputs": inputs}, CHUNK, WIDTHS):
            return

    begun(hyp="aa", src="bb")
    for inputs, said in (
        ({"hyp": "aa"}, "src was bb, and is not given now"),
        ({"hyp": "aa", "src": "bb", "doc": "cc"}, "doc was not given, and is cc now"),
        ({"hyp": "aa", "src": "b2"}, "src has other contents (SHA-256 bb then, b2 now)"),
    ):
        with pytest.raises(InputError) as error:
            begun(**inputs)
        assert str(error.value) == (
            f"{tmp_path / 'kept'} holds the work of another run: {said}; give resume another folder, or delete this "
            "one to start again."
        )


def test_packed_bytes_that_end_early_are_refused() -> None:
    import zlib

    whole = zlib.decompress(pack({"a": b"12345", "b": np.arange(3)}))
    assert unpack(zlib.compress(whole))["b"].tolist() == [0, 1, 2]
    for shorter in (whole[:-1], whole[:-24]):
        with pytest.raises(ValueError, match=r"^it ends too early$"):
            unpack(zlib.compress(shorter))
    with pytest.raises(ValueError, match=r"^it ends too early$"):
        unpack(pack({"a": {"\0bytes": -5}}))


def test_only_watches_that_can_be_written_are_kept() -> None:
    class Seen:
        """Looks, and cannot write what it saw."""

    with pytest.raises(TypeError, match=r"^what Seen sees cannot be kept on disk$"):
        chunk_records._keepable(Seen())  # type: ignore[arg-type]
