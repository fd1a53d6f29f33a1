"""TER as a metric: the specification's vectors, several references, empty sides, options and explanations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse
from tertium.metrics.ter import Ter
from vectors import vectors

SPECS = ["ter", "ter:beam=none", "ter:search=sacrebleu"]


def corpus_rows(spec: str, hyps: list[str], refs: list[list[str]]) -> tuple[Ter, Any]:
    metric = parse(spec)
    assert isinstance(metric, Ter)
    return metric, metric.select(metric.measure(Chunk.of([hyps], refs))).values


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("vector", [*vectors("ter"), *vectors("edit-rates", "sentence")])
def test_vectors(spec: str, vector: dict[str, Any]) -> None:
    hyps = vector["hyp"] if isinstance(vector["hyp"], list) else [vector["hyp"]]
    refs = vector["refs"] if isinstance(vector["hyp"], list) else [vector["refs"]]
    metric, rows = corpus_rows(f"{spec}{',' if ':' in spec else ':'}case=keep", hyps, refs)
    total = dict(zip(metric.columns, rows.sum(axis=0).tolist(), strict=True))
    expected = vector["expected"]
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(expected["ter"], abs=vector["tolerance"])
    assert total["edits"] == expected.get("edits", expected.get("ter_edits"))
    assert total["shifts"] == expected.get("shifts", expected.get("ter_shifts", total["shifts"]))
    assert total["ref_len"] == expected.get("ref_len", expected.get("avg_ref_len", total["ref_len"]))


@pytest.mark.parametrize(
    ("joined", "parted", "edits"),
    [
        ("the dog's", "the dog 's", 0),  # at the end of the text
        ("the dog's tail", "the dog 's tail", 0),
        ("the dog's! too", "the dog 's ! too", 0),  # before a character that the first rule sets apart
        ("the dog'stail", "the dog 'stail", 2),  # no possessive
    ],
)
def test_normalising_sets_possessives_apart(joined: str, parted: str, edits: int) -> None:
    metric, rows = corpus_rows("ter:normalized=yes", [joined], [[parted]])
    assert dict(zip(metric.columns, rows[0].tolist(), strict=True))["edits"] == edits


@pytest.mark.parametrize("spec", SPECS)
def test_rows_of_known_paths_are_those_that_are_searched(spec: str) -> None:
    """Whoever explains a corpus has the paths already; references of different lengths have one mean."""
    metric = parse(spec)
    assert isinstance(metric, Ter)
    hyps, refs = [["a b c d", "x y"]], [["d a b c", "a b d", "a"], ["x y z"]]
    plain = metric.measure(Chunk.of(hyps, refs))
    chunk = Chunk.of(hyps, refs)
    metric.paths(chunk, np.array([0, 0, 0, 1]), np.array([0, 1, 2, 0]))
    known = metric.measure(chunk)
    there = np.array([[True, True, True], [True, False, False]])
    assert known.values[there].tolist() == plain.values[there].tolist()
    assert known.values[0, 0, metric.columns.index("ref_len")] == pytest.approx((4 + 3 + 1) / 3)


def test_edits_are_the_sum_of_their_kinds() -> None:
    _, rows = corpus_rows("ter", ["b a x c e f", "a"], [["a b c d"], ["q r s"]])
    assert (rows[:, 0] == rows[:, 2:].sum(axis=1)).all()


def test_the_reference_with_fewest_edits_is_chosen_and_the_first_on_ties() -> None:
    _, rows = corpus_rows("ter", ["a b c", "a b c"], [["a b c d e", "a b", "x y z"], ["a b", "a b c d"]])
    assert rows[:, :2].tolist() == [[1.0, 10 / 3], [1.0, 3.0]]
    assert rows[1, 2:5].tolist() == [1.0, 0.0, 0.0]  # a word too many against the first, none missing


@pytest.mark.parametrize("spec", SPECS)
def test_empty_sides(spec: str) -> None:
    metric, rows = corpus_rows(spec, ["", "a b", "", "a", "a"], [["a b c"], [""], [""], ["a"], ["b"]])
    assert metric.segment_score(rows).tolist() == [1.0, 1.0, 0.0, 0.0, 1.0]
    assert rows[:, 0].tolist() == [3.0, 2.0, 0.0, 0.0, 1.0]
    assert rows[1, 1] == 0.0
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(6 / 5)


def test_no_segment_of_ordinary_length_is_capped() -> None:
    metric = Ter()
    rows = metric.measure(Chunk.of([["b a " * 40]], [["a b " * 40]]))
    assert not rows.flags["capped"].any()


def test_case_is_folded_unless_kept() -> None:
    assert corpus_rows("ter", ["The Cat"], [["the cat"]])[1][0, 0] == 0
    assert corpus_rows("ter:case=keep", ["The Cat"], [["the cat"]])[1][0, 0] == 2


def test_a_beam_for_sacrebleus_search_is_refused() -> None:
    with pytest.raises(SpecError, match="beam belongs to search=tercom"):
        parse("ter:search=sacrebleu,beam=none")
    with pytest.raises(SpecError, match="beam"):
        parse("ter:beam=-1")


def test_the_beam_is_felt_on_long_unequal_pairs_only() -> None:
    # docs/metrics/edits.md#ter-step-1: tercom itself gives more edits than the edit distance where its beam cuts the
    # best path off.
    rng = np.random.default_rng(7)
    differing = 0
    for _ in range(60):
        ref = " ".join(map(str, rng.integers(0, 40, 90)))
        hyp = " ".join(map(str, rng.integers(0, 40, 45)))
        with_beam, without = (corpus_rows(spec, [hyp], [[ref]])[1][0, 0] for spec in ("ter", "ter:beam=none"))
        differing += with_beam != without
    assert 0 < differing < 60


@pytest.mark.parametrize("spec", SPECS)
def test_an_explanation_shows_shifts_and_edits_that_lead_to_the_reference(spec: str) -> None:
    metric = parse(spec)
    rng = np.random.default_rng(11)
    for _ in range(40):
        ref = rng.permutation(12).tolist()
        hyp = [*ref[7:], *ref[2:5], 99, *ref[:3]]
        explanation = metric.explain(Segment(" ".join(map(str, hyp)), ("other words", " ".join(map(str, ref)))))
        shifts, edits = explanation.tables
        assert explanation.facts["reference"] == 2
        assert len(shifts.rows) == explanation.facts["shifts"]
        assert [word for _, _, word in edits.rows if word is not None] == [str(word) for word in ref]
        matches = [hyp_word == ref_word for _, hyp_word, ref_word in edits.rows]
        assert matches == [name == "match" for name, _, _ in edits.rows]
        assert matches.count(False) + len(shifts.rows) == explanation.facts["edits"]


def test_the_shift_of_an_explanation_names_the_words_that_move() -> None:
    explanation = Ter(case="keep").explain(
        Segment("The blue house , green or brown", ("The blue , green or brown house",))
    )
    assert explanation.tables[0].rows == ((3, 3, 7, "house"),)
    assert explanation.facts["edits"] == 1


def test_signature_names_every_parameter() -> None:
    assert Ter().signature == ("ter:asian=no,beam=20,case=lower,norm=none,normalized=no,punct=keep,search=tercom#1")
    assert parse("ter:beam=none").signature == (
        "ter:asian=no,beam=none,case=lower,norm=none,normalized=no,punct=keep,search=tercom#1"
    )


@pytest.mark.parametrize("spec", SPECS)
def test_the_shifts_of_an_explanation_lead_to_the_words_of_its_edits(spec: str) -> None:
    """Few different words: blocks then move left, right, and behind a word of their own."""
    metric = parse(spec)
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(400):
        hyp, ref = (rng.integers(0, 4, size=rng.integers(3, 14)).tolist() for _ in range(2))
        explanation = metric.explain(Segment(" ".join(map(str, hyp)), (" ".join(map(str, ref)),)))
        shifts, edits = explanation.tables
        for start, end, behind, _ in shifts.rows:
            seen.add("left" if behind < start else "inside" if behind <= end else "right")
        assert sorted(word for _, word, _ in edits.rows if word is not None) == sorted(map(str, hyp))
        for name, hyp_word, ref_word in edits.rows:
            assert (name == "match") == (hyp_word == ref_word), explanation
    assert seen == {"left", "inside", "right"}
