"""LAYERED: vectors of its layers and of the sum, what is left out and how that is said."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from metrics.presets.test_lrscore import scored
from metrics.test_deep import parsed_chunk
from tertium.corpus.annotations.parse_cache import VARIABLE, ParseCache, text_key
from tertium.corpus.annotations.parses import write_conllu
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, MissingExtraError, SpecError
from tertium.metrics.presets import layered
from tertium.metrics.spec import parse
from tertium.views.syntax import parsing
from tertium.views.unl import graphs as unl_graphs
from tertium.views.unl.rules import example_parse
from vectors import vectors
from views.unl.test_enconvert import ACTIVE, PASSIVE, SWAPPED

WEIGHTS = {"bleu": 0.26, "hamming": 0.13, "kendall-sqrt": 0.03, "spearman": 0.04, "shallow": 0.28, "deep": 0.26}


@pytest.mark.parametrize("vector", vectors("layered", "syntactic"))
def test_the_syntactic_layer(vector: dict[str, Any]) -> None:
    chunk = Chunk.of([[vector["hyp"]]], [vector["refs"]])
    terms = [leaf for _, leaf in parse("layered:tok=none").leaves()][1:4]
    expected = [vector["expected"][key] for key in ("hamming", "ktd", "spearman_01")]
    found = [float(leaf.segment_score(leaf.select(leaf.measure(chunk)).values)[0]) for leaf in terms]
    assert found == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("vector", vectors("layered", "final-score"))
def test_the_weighted_sum(vector: dict[str, Any]) -> None:
    parts = vector["components"] | {"kendall-sqrt": vector["components"]["ktd"]}
    leaves = parse("layered").leaves()
    assert sum(weight * parts[leaf.name] for weight, leaf in leaves) == pytest.approx(vector["expected"]["final"])
    assert sum(weight for weight, _ in leaves) == pytest.approx(vector["expected"]["weight_sum"])
    assert {leaf.name: weight for weight, leaf in leaves} == WEIGHTS


def test_the_whole_is_the_sum_of_its_terms() -> None:
    chunk = parsed_chunk([PASSIVE, SWAPPED], [[ACTIVE], [ACTIVE]])
    names = [str(leaf) for _, leaf in parse("layered:parse=files").leaves()]
    whole, *terms = scored(chunk, "layered:parse=files", *names)
    assert whole.value == pytest.approx(sum(w * t.value for w, t in zip(WEIGHTS.values(), terms, strict=True)))


def test_several_references_each_term_takes_its_best() -> None:
    chunk = parsed_chunk([ACTIVE], [[SWAPPED, PASSIVE]])
    deep, shallow = scored(chunk, "deep:parse=files", "shallow:parse=files")
    assert deep.value == 1.0  # of the second reference
    assert shallow.value < 1.0  # which has other dependencies


def test_a_layer_that_is_missing_is_an_error_that_says_what_to_pass() -> None:
    chunk = Chunk.of([["a"]], [["a"]])
    with pytest.raises(InputError, match=r"layered lacks its layer 'shallow'.*parse_hyp.*without=shallow"):
        parse("layered:parse=files").check(chunk)
    with pytest.raises(InputError, match=r"layered lacks its layer 'deep'.*unl_hyp.*without=deep"):
        parse("layered:graphs=documents").check(parsed_chunk([ACTIVE], [[ACTIVE]]))


def test_renormalised_without_a_layer_and_the_signature_says_so() -> None:
    metric = parse("layered:renormalise=yes,without=deep,parse=files")
    assert [leaf.name for _, leaf in metric.leaves()] == list(WEIGHTS)[:5]
    assert sum(weight for weight, _ in metric.leaves()) == pytest.approx(1.0)
    assert metric.leaves()[0][0] == pytest.approx(0.26 / 0.74)
    assert "renormalise=yes" in metric.signature
    assert "without=deep" in metric.signature
    with pytest.raises(SpecError, match="say renormalise=yes as well"):
        parse("layered:without=deep")
    with pytest.raises(SpecError, match="sum to 0"):
        parse("layered:renormalise=yes,without=both,bleu=0,hamming=0,ktd=0,spearman=0")


def test_without_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(layered.importlib.util, "find_spec", lambda name: None if name == "spacy" else real(name))
    metric = parse("layered:renormalise=yes")
    assert "without=both" in metric.signature
    assert [leaf.name for _, leaf in metric.leaves()] == list(WEIGHTS)[:4]
    assert parse(metric.signature) == metric == parse(str(metric))
    documents = parse("layered:renormalise=yes,graphs=documents")  # which need no parser
    assert "without=shallow" in documents.signature
    assert [leaf.name for _, leaf in documents.leaves()] == [*list(WEIGHTS)[:4], "deep"]
    assert parse(documents.signature) == documents == parse(str(documents))


def test_without_a_parser_the_error_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And parses that an earlier run kept are enough."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setitem(sys.modules, "spacy", None)
    text = "John killed Mary ."
    parsing._parser.cache_clear()
    unl_graphs._cache.cache_clear()
    try:
        with pytest.raises(MissingExtraError, match=r"pip install 'spacy<4,>=3.8'.*layered:renormalise=yes"):
            scored(Chunk.of([[text]], [[text]]), "layered:tok=none")
        kept = ParseCache(parsing.identity("en"))
        kept.put({text_key(text): write_conllu([example_parse(ACTIVE)])})
        kept.close()
        assert scored(Chunk.of([[text]], [[text]]), "layered:tok=none")[0].value == pytest.approx(1.0)
    finally:
        parsing._parser.cache_clear()
        unl_graphs._cache.cache_clear()


def test_names_stay_short() -> None:
    assert str(parse("layered")) == "layered"
    assert str(parse("layered:deep=0.5")) == "layered:deep=0.5"
