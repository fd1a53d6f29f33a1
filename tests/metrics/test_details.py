"""What stands behind a score, beside sacreBLEU's own words where it has them."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sacrebleu

import tertium
from cli.shell import POOR, REF, run
from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError
from tertium.metrics import catalogue, registry
from tertium.metrics.base import Segment
from tertium.metrics.nist import Nist
from tertium.metrics.spec import parse
from tertium.results.explanations import Attribution

HYPS = ["the cat sat on the mat and slept", "it rains cats today", "we saw him there again"]
REFS = [["the cat sat on a mat and slept", "a cat slept"], ["it is raining today", "rain"], ["we saw him there", "we"]]
STREAMS = [list(stream) for stream in zip(*REFS, strict=True)]


@pytest.mark.parametrize("smooth", ["exp", "none", "floor"])
def test_bleu_has_sacrebleus_precisions_penalty_and_lengths(smooth: str) -> None:
    details = tertium.Bleu(smooth=smooth).corpus_score(HYPS, REFS).details
    theirs = sacrebleu.metrics.BLEU(smooth_method=smooth).corpus_score(HYPS, STREAMS)
    assert details["precisions"] == pytest.approx(theirs.precisions)
    assert details["bp"] == pytest.approx(theirs.bp)
    assert details["ratio"] == pytest.approx(theirs.ratio)
    assert (details["hyp_len"], details["ref_len"]) == (theirs.sys_len, theirs.ref_len)


def test_ter_has_edits_by_kind_that_sum_up() -> None:
    score = tertium.Ter().corpus_score(HYPS, REFS)
    details = score.details
    kinds = [details[name] for name in ("insertions", "deletions", "substitutions", "shifts")]
    assert sum(kinds) == details["edits"]  # type: ignore[arg-type]
    assert score.value == pytest.approx(details["edits"] / details["ref_len"])  # type: ignore[operator]


def test_chrf_has_precision_and_recall_that_give_its_score() -> None:
    score = tertium.ChrF(beta=1).corpus_score(HYPS, REFS)
    precision, recall = score.details["precision"], score.details["recall"]
    assert isinstance(precision, float)
    assert isinstance(recall, float)
    assert score.score == pytest.approx(2 * precision * recall / (precision + recall))
    assert tertium.ChrFMean().corpus_score(HYPS, REFS).details == {}  # sums say nothing of a mean


def test_meteor_and_wer_have_theirs() -> None:
    meteor = tertium.Meteor().corpus_score(HYPS, REFS).details
    assert meteor["fragmentation"] == pytest.approx(meteor["chunks"] / meteor["matches"])  # type: ignore[operator]
    wer = tertium.Wer().corpus_score(HYPS, REFS)
    assert wer.value == pytest.approx(wer.details["edits"] / wer.details["ref_len"])  # type: ignore[operator]


def test_losses_of_many_rows_are_the_attributions_of_each_where_a_metric_has_only_these() -> None:
    """A metric of another package may know single rows alone; one that says nothing has no losses."""

    class Told(Nist):
        def attribute(self, values: Floats) -> Attribution | None:
            return None if values[0] == 0 else Attribution(float(values[0]), 0.0, float(values[1]), "as told")

    rows = np.array([[[1.0, 2.0], [0.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]])
    made = Told().losses(rows)
    assert made is not None
    expected = [[[1, 0, 2], [np.nan] * 3], [[4, 0, 5], [6, 0, 7]]]
    np.testing.assert_array_equal(made, expected)
    assert Nist().losses(rows) is None
    assert Nist().attribute(rows[0, 0]) is None


def test_sums_and_scores_of_others_have_none() -> None:
    assert tertium.metric("0.5*bleu + 0.5*chrf").corpus_score(HYPS, REFS).details == {}


def test_the_command_shows_them_with_v_and_json_always(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("\n".join(REF) + "\n", encoding="utf-8")
    (tmp_path / "sys.txt").write_text("\n".join(POOR) + "\n", encoding="utf-8")
    asked = ("score", "ref.txt", "-i", "sys.txt", "-m", "bleu", "ter", "rouge-l", "-q")
    theirs = sacrebleu.corpus_bleu(POOR, [REF])
    shown = run(*asked, "-v", cwd=tmp_path).out
    line = next(line for line in shown.split("\n") if line.startswith("sys  bleu"))
    assert line.removeprefix("sys  bleu  ") == (
        f"{'/'.join(f'{p:.1f}' for p in theirs.precisions)} (bp = {theirs.bp:.3f} ratio = {theirs.ratio:.3f} "
        f"hyp_len = {theirs.sys_len} ref_len = {theirs.ref_len})"
    )
    assert "sys  ter   edits = " in shown
    assert " = " not in run(*asked, cwd=tmp_path).out
    bleu, _, rouge = json.loads(run(*asked, "-f", "json", cwd=tmp_path).out)["systems"][0]["scores"]
    assert bleu["details"]["precisions"] == pytest.approx(theirs.precisions)
    assert "details" not in rouge


def test_citations_are_bibtex_of_each_paper_once_and_of_tertium(tmp_path: Path) -> None:
    made = run("score", "--citation", "-m", "BLEU", "0.5*bleu + 0.5*chrf", cwd=tmp_path)
    assert (made.code, made.err) == (0, "")
    assert [line.partition("{")[2].rstrip(",") for line in made.out.split("\n") if line.startswith("@")] == [
        "papineni-etal-2002-bleu",
        "popovic-2015-chrf",
        "tertium",
    ]
    assert f"version   = {{{tertium.__version__}}}" in made.out
    assert run("metrics", "bleu", "--citation", cwd=tmp_path).out.count("@") == 2


def test_every_metric_of_ours_is_cited_and_entries_are_balanced(tmp_path: Path) -> None:
    from tertium.metrics import citations, registry

    assert set(citations._OF) == set(registry.BUILTIN)
    cited = {key for keys in citations._OF.values() for key in keys}
    assert cited | {"tertium"} == set(citations._PAPERS)
    text = run("metrics", "--citation", cwd=tmp_path).out
    assert text.count("{") == text.count("}")
    assert text.count("@") == len(citations._PAPERS)


def test_scores_that_mix_words_with_length_do_not_come_apart() -> None:
    rows = np.array([[3.0, 4.0, 5.0, 6.0, 7.0]])
    assert parse("per:variant=recall").losses(rows) is None
    for spec in ("nkt:modifier=r", "nkt:modifier=f"):
        metric = parse(spec)
        chunk = Chunk.of([["a b c d"]], [["a c b d"]])
        assert metric.losses(metric.select(metric.measure(chunk)).values) is None
    mixed = parse("0.5*bleu + 0.5*per:variant=recall")
    chunk = Chunk.of([["a b c d"]], [["a c b d"]])
    parts = [leaf.select(leaf.measure(chunk)).values for _, leaf in mixed.leaves()]
    assert mixed.losses(np.concatenate(parts, axis=1)) is None  # one of its terms does not


def test_what_a_metric_does_not_have_is_told() -> None:
    metric = parse("ter")
    with pytest.raises(TypeError, match=r"^ter has no first pass$"):
        metric.collect(Chunk.of([["a"]], [["a"]]))
    with pytest.raises(InputError, match=r"^ter has a first pass whose table cannot be read back from bytes\.$"):
        metric.table_of(b"")
    with pytest.raises(TypeError, match=r"^atec is like no program$"):
        type(parse("atec")).like("anything", {})


def test_a_chunk_without_the_table_of_its_set_is_refused() -> None:
    metric = parse("atec:idf=set")
    with pytest.raises(InputError) as error:
        metric.measure(Chunk.of([["a b"]], [["a c"]]))
    assert str(error.value) == (
        f"{metric} weighs words by how many references have them, and this chunk came without that table; pass "
        "tables={metric.table_key: metric.collect(chunk)}, merged over all chunks."
    )


def test_nothing_is_explained_where_there_is_no_reference() -> None:
    with pytest.raises(InputError) as error:
        parse("tertium").explain(Segment("a b", ()))
    assert str(error.value) == "tertium has nothing to explain: the segment has no reference; give at least one."
    told = parse("meteor").explain(Segment("a b", ()))
    assert (told.score, told.tables) == (0.0, ())


def test_the_catalogue_says_of_what_it_knows_nothing_and_what_cannot_be_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(SpecError) as error:
        catalogue.entry("card")
    assert str(error.value) == (
        "a card is the metric that its file names, so nothing is known of it without the file; score with it as in "
        "'card:my.toml' (docs/metrics/combinations.md)."
    )
    assert catalogue.entry("bleu").signature == parse("bleu").signature
    monkeypatch.setattr(catalogue.registry, "find", broken)
    monkeypatch.setattr(catalogue.registry, "names", lambda: ("bleu",))
    with pytest.raises(SpecError, match=r"^bleu cannot be loaded\.$"):
        catalogue.entries()  # one of ours: a bug, not a problem of a plugin
    monkeypatch.setattr(catalogue.registry, "names", lambda: ("theirs",))
    found, problems = catalogue.entries()
    assert (found, [str(problem) for problem in problems]) == ((), ["theirs cannot be loaded."])


def test_a_metric_that_must_be_given_a_parameter_has_no_signature_of_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    class Needy(Nist):
        """It wants more."""

        def __post_init__(self) -> None:
            raise SpecError("needy needs a file.")

    monkeypatch.setattr(catalogue.registry, "find", lambda name: Needy)
    assert catalogue.entry("nist").signature is None
    assert [one.name for one in catalogue.entry("nist").parameters] == [one.name for one in fields(Nist)]


def broken(name: str) -> Any:
    raise SpecError(f"{name} cannot be loaded.")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("from tertium.metrics.bleu import Bleu as Bleu  # bleu", "twice"),
        ("import tertium", "not as 'from MODULE import CLASS as CLASS  # NAME'"),
    ],
)
def test_a_line_that_registers_no_metric_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, problem: str
) -> None:
    first = "from tertium.metrics.bleu import Bleu as Bleu  # bleu"
    (tmp_path / "builtin.pyi").write_text(f"# ours\n\n{first}\n", "utf-8")
    monkeypatch.setattr(registry, "__file__", str(tmp_path / "registry.py"))
    assert registry._read_builtin() == {"bleu": "tertium.metrics.bleu:Bleu"}
    (tmp_path / "builtin.pyi").write_text(f"{first}\n{line}\n", "utf-8")
    with pytest.raises(SpecError) as error:
        registry._read_builtin()
    assert str(error.value) == f"metrics/builtin.pyi registers a metric {problem}: {line}"


def test_order_through_the_source_needs_both_alignments() -> None:
    bare = Chunk.of([["a b"]], [["a b"]])
    with pytest.raises(InputError) as error:
        parse("lr-kb4:align=source").check(bare)
    assert str(error.value) == (
        "lr-kb4 compares word order through the source: pass sources=…, and word alignments are made, or give your own "
        "with align_hyp=… and align_ref=… too, or use lr-kb4:align=direct."
    )
    with pytest.raises(InputError) as error:
        parse("lr-kb4:align=source").check(Chunk.of([["a b"]], [["a b"]], sources=["x y"]))
    assert str(error.value) == (
        "lr-kb4 needs word alignments of the source with outputs and with references; pass both align_hyp=… and "
        "align_ref=…, or use lr-kb4:align=direct."
    )


def test_rows_whose_reference_is_chosen_stay_as_they_are() -> None:
    metric = parse("rouge-1")
    rows = metric.select(metric.measure(Chunk.of([["a b"]], [["a b", "c"]])))
    assert metric.select(rows) is rows
