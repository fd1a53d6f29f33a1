"""Rows on disk: what comes back is what went in, and what does not belong together is refused with the reason."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import pytest

from laws.samples import random_corpus
from tertium.analysis.comparing.score_rows import score_rows_of
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import AlignmentLists, corpus_of, streams
from tertium.engine import local
from tertium.engine.digests import DigestWatch, InputDigests
from tertium.engine.rows import KeptRows
from tertium.engine.stored_rows import StoredRun, beside, load_rows, save_rows
from tertium.errors import FileError, InputError, MissingExtraError, install
from tertium.metrics.spec import parse

HYPS, REFS = random_corpus(seed=5, segments=60)
METRICS = [parse(spec) for spec in ("bleu", "nist", "ribes", "0.5*chrf - 0.5*ter")]


def scored(
    systems: dict[str, list[str]], references: list[list[str]] = REFS, chunk: int = 17
) -> tuple[KeptRows, InputDigests]:
    keep, watch = KeptRows(), DigestWatch(len(systems))
    corpus = corpus_of(systems, references)
    local.score(corpus, METRICS, version="test", keep=keep, watch=[watch], segments_per_chunk=chunk)
    return keep, watch.digests()


def saved(path: Path, systems: dict[str, list[str]], references: list[list[str]] = REFS) -> str:
    keep, digests = scored(systems, references)
    save_rows(str(path), list(systems), METRICS, keep, digests, "1.2.3")
    return str(path)


def test_rows_come_back_bit_for_bit(tmp_path: Path) -> None:
    run = load_rows(saved(tmp_path / "run.tertium", {"a": HYPS[0], "b": HYPS[1]}))
    keep, digests = scored({"a": HYPS[0], "b": HYPS[1]}, chunk=60)
    assert (run.systems, run.segments, run.version) == (("a", "b"), 60, "1.2.3")
    assert run.digests == digests, "digests do not depend on chunks"
    assert list(run.metrics) == METRICS
    for leaf in keep.leaves():
        for mine, theirs in zip(run.rows.of(leaf), keep.of(leaf), strict=True):
            assert np.array_equal(mine, theirs)


def test_two_files_compare_as_one_run(tmp_path: Path) -> None:
    runs = [load_rows(saved(tmp_path / f"{n}.tertium", {n: h})) for n, h in zip("ab", HYPS, strict=False)]
    names, kept = beside(runs, METRICS)
    apart = score_rows_of(names, METRICS, kept)
    together = score_rows_of(["a", "b"], METRICS, scored({"a": HYPS[0], "b": HYPS[1]})[0])
    assert apart.observed().tolist() == together.observed().tolist()


def test_other_references_are_refused_with_the_reason(tmp_path: Path) -> None:
    changed = [*REFS[:-1], ["something else"]]
    runs = [
        load_rows(saved(tmp_path / "a.tertium", {"a": HYPS[0]})),
        load_rows(saved(tmp_path / "b.tertium", {"b": HYPS[1]}, changed)),
    ]
    with pytest.raises(InputError, match=r"b\.tertium and .*a\.tertium were made with different references \(SHA-256"):
        beside(runs, METRICS)


def test_other_sources_and_alignments_are_refused_with_the_reason(tmp_path: Path) -> None:
    sources = ["a b", "c d"]

    def run(name: str, src: list[str], links: list[str], chunk: int = 2) -> StoredRun:
        keep, watch = KeptRows(), DigestWatch(1)
        given = AlignmentLists({name: ["0-0 1-1", "0-1"]}, streams([links]), None, Reading())
        corpus = corpus_of({name: ["x y", "z w"]}, streams([["x y", "w z"]]), src, alignments=given)
        metric = parse("kendall:align=source")
        local.score(corpus, [metric], version="test", keep=keep, watch=[watch], segments_per_chunk=chunk)
        save_rows(str(tmp_path / name), [name], [metric], keep, watch.digests(), "1")
        return load_rows(str(tmp_path / name))

    first = run("a", sources, ["0-0 1-1", "0-0 1-1"])
    beside([first, run("b", sources, ["0-0 1-1", "0-0 1-1"], chunk=1)], first.metrics)
    with pytest.raises(InputError, match=r"c and .*a were made with different alignments of the references"):
        beside([first, run("c", sources, ["0-0 1-1", "0-1 1-0"])], first.metrics)
    with pytest.raises(InputError, match=r"d and .*a were made with different sources"):
        beside([first, run("d", ["a b", "c e"], ["0-0 1-1", "0-0 1-1"])], first.metrics)


def test_other_parses_of_the_references_are_refused_with_the_reason(tmp_path: Path) -> None:
    metric = parse("shallow:parse=files")
    tree = "1\tx\tx\tNOUN\t_\t_\t2\t{}\t_\t_\n2\ty\ty\tVERB\t_\t_\t0\troot\t_\t_\n"

    def run(name: str, relation: str, chunk: int = 2) -> StoredRun:
        keep, watch = KeptRows(), DigestWatch(1)
        parses = ([tree.format("nsubj")] * 2, [tree.format("nsubj"), tree.format(relation)])
        corpus = corpus_of(["x y", "x y"], ["x y", "x y"], parses=parses)
        local.score(corpus, [metric], version="test", keep=keep, watch=[watch], segments_per_chunk=chunk)
        save_rows(str(tmp_path / name), [name], [metric], keep, watch.digests(), "1")
        return load_rows(str(tmp_path / name))

    first = run("a", "nsubj")
    beside([first, run("b", "nsubj", chunk=1)], [metric])
    with pytest.raises(InputError, match=r"c and .*a were made with different parses or UNL documents"):
        beside([first, run("c", "obj")], [metric])


def test_a_metric_that_is_not_there_is_named(tmp_path: Path) -> None:
    run = load_rows(saved(tmp_path / "a.tertium", {"a": HYPS[0]}))
    with pytest.raises(InputError, match=r"has no rows of bleu:.*order=2.*, only of bleu, nist"):
        beside([run], [parse("bleu:order=2")])
    beside([run], [parse("bleu + 3*nist")])  # another sum of the same leaves


def rewritten(path: Path, old: str, new: str) -> str:
    """The file with its header changed."""
    table = parquet.read_table(path)
    header = (table.schema.metadata or {})[b"tertium"].decode()
    assert old in header
    parquet.write_table(table.replace_schema_metadata({b"tertium": header.replace(old, new).encode()}), path)
    return str(path)


def test_another_definition_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.tertium"
    saved(path, {"a": HYPS[0]})
    version = parse("nist").version
    rewritten(path, f"tok=13a#{version}", f"tok=13a#{version + 6}")
    with pytest.raises(
        InputError, match=rf"a\.tertium cannot be compared here: this is definition \d+ of \w+, .* #{version + 6}"
    ):
        load_rows(str(path))


def test_another_format_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tertium"
    saved(path, {"a": HYPS[0]})
    with pytest.raises(FileError, match="another format than this version reads"):
        load_rows(rewritten(path, '"format": 1', '"format": 2'))
    text = tmp_path / "text.txt"
    text.write_text("a\n")
    with pytest.raises(FileError, match="is not a file of rows"):
        load_rows(str(text))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError, match="damaged or truncated"):
        load_rows(str(path))
    plain = tmp_path / "plain.parquet"
    parquet.write_table(parquet.read_table(saved(path, {"a": HYPS[0]})).replace_schema_metadata({}), plain)
    with pytest.raises(FileError, match="is Parquet but not a file of rows"):
        load_rows(str(plain))


def test_a_header_that_lacks_something_is_an_error_not_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "a.tertium"
    saved(path, {"a": HYPS[0]})
    for key in ("systems", "leaves", "references", "segments", "metrics"):
        table = parquet.read_table(path)
        header = json.loads((table.schema.metadata or {})[b"tertium"])
        del header[key]
        broken = tmp_path / "broken.tertium"
        parquet.write_table(table.replace_schema_metadata({b"tertium": json.dumps(header).encode()}), broken)
        with pytest.raises(FileError, match="not a complete file of rows"):
            load_rows(str(broken))


def with_header(path: Path, data: bytes) -> str:
    parquet.write_table(parquet.read_table(path).replace_schema_metadata({b"tertium": data}), path)
    return str(path)


def test_a_header_that_is_no_json_or_contradicts_the_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tertium"
    saved(path, {"a": HYPS[0]})
    header = json.loads((parquet.read_table(path).schema.metadata or {})[b"tertium"])
    fewer = {**header, "segments": 59}
    first = header["leaves"][0]
    columns = {**header, "leaves": [{**first, "columns": first["columns"][::-1]}, *header["leaves"][1:]]}
    for data, said in (
        (b"{", "is not a file of rows: its header is not JSON; write it again."),
        (b"[" * 100_000, "is not a file of rows: its header is not JSON; write it again."),
        (b"[]", "has another format than this version reads (1); use the tertium that wrote it."),
        (json.dumps(fewer).encode(), "has 60 rows, expected 59; write it again."),
        (json.dumps(columns).encode(), "holds other statistics of bleu than this version uses; write it again."),
    ):
        with pytest.raises(FileError) as error:
            load_rows(with_header(path, data))
        assert str(error.value) == f"{path} {said}"


def test_without_pyarrow_the_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "a.tertium", {"a": HYPS[0]})
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError) as error:
        load_rows(path)
    assert str(error.value) == f"rows on disk need the extra 'arrow': {install('arrow')}."
