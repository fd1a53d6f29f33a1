"""``tertium.load``: the shape of Hugging Face's ``evaluate``, with the library itself absent or present."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import tertium

HYPS = ["the cat sat on the mat", "he reads a book"]
REFS = [["the cat sat on a mat"], ["he is reading a book", "he reads the book"]]


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "ribes", "nist", "0.5*bleu + 0.5*chrf"])
def test_all_ways_of_giving_texts_give_the_score_of_the_whole(name: str) -> None:
    metric = tertium.load(name)
    expected = metric.metric.corpus_score(HYPS, REFS).score
    assert metric.compute(predictions=HYPS, references=REFS)["score"] == expected
    for hyp, refs in zip(HYPS, REFS, strict=True):
        metric.add(prediction=hyp, reference=refs)
    assert metric.compute()["score"] == expected
    metric.add_batch(predictions=HYPS[:1], references=REFS[:1])
    assert metric.compute(predictions=HYPS[1:], references=REFS[1:])["score"] == expected
    flat = [refs[0] for refs in REFS]
    assert metric.compute(predictions=HYPS, references=flat) == metric.compute(
        predictions=tuple(HYPS), references=[[ref] for ref in flat]
    )


def test_the_answer_is_plain_data_with_the_signature_and_what_bleu_is_made_of() -> None:
    found = tertium.load("bleu").compute(predictions=HYPS, references=REFS)
    assert found["signature"].startswith("bleu:")
    assert found["value"] == pytest.approx(found["score"] / 100)
    assert (found["counts"], found["totals"]) == ([9, 5, 2, 1], [10, 8, 6, 4])
    assert found["precisions"] == pytest.approx([90, 62.5, 100 / 3, 25])
    assert (found["bp"], found["sys_len"], found["ref_len"]) == (1.0, 10, 10)
    assert set(tertium.load("chrf").compute(predictions=HYPS, references=REFS)) == {"score", "value", "signature"}


def test_parameters_may_be_given_when_it_computes() -> None:
    chrf = tertium.load("chrf")
    plus = chrf.compute(predictions=HYPS, references=REFS, word_order=2)
    assert plus["score"] == tertium.load("chrf++").compute(predictions=HYPS, references=REFS)["score"]
    assert chrf.compute(predictions=HYPS, references=REFS)["score"] != plus["score"]
    with pytest.raises(ValueError, match=r"chrf has no parameter 'wordorder'; did you mean 'word_order'\?"):
        chrf.compute(predictions=HYPS, references=REFS, wordorder=2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"predictions": HYPS}, "predictions and references are needed"),
        ({"predictions": "a b", "references": ["a b"]}, "predictions and references are lists"),
        ({"predictions": HYPS, "references": REFS[:1]}, "there are 2 predictions and 1 references"),
        ({}, "there is nothing to score"),
    ],
)
def test_what_cannot_be_scored_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tertium.load("chrf").compute(**given)


def test_a_prediction_is_a_string() -> None:
    with pytest.raises(ValueError, match="prediction is list, expected a string"):
        tertium.load("chrf").add(prediction=["a"], reference="a")
    with pytest.raises(ValueError, match="'sources' is not known here"):
        tertium.load("chrf").add_batch(predictions=["a"], references=["a"], sources=["b"])


def test_evaluate_is_not_imported() -> None:
    code = (
        "import sys\nsys.modules['evaluate'] = sys.modules['datasets'] = None\nimport tertium\n"
        "print(tertium.load('chrf').compute(predictions=['a b'], references=['a b'])['score'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "100.0\n"


def test_evaluate_combines_them_with_its_own() -> None:
    evaluate = pytest.importorskip("evaluate", reason="Hugging Face's evaluate is not installed")
    both = evaluate.combine([tertium.load("chrf"), tertium.load("ter")])
    found = both.compute(predictions=HYPS, references=REFS)
    assert found["chrf_score"] == tertium.score(HYPS, REFS, "chrf")["chrf"].score
    assert found["ter_score"] == tertium.score(HYPS, REFS, "ter")["ter"].score
    for hyp, refs in zip(HYPS, REFS, strict=True):
        both.add(prediction=hyp, reference=refs)
    assert both.compute()["chrf_score"] == found["chrf_score"]
    named = evaluate.combine({"a": tertium.load("chrf"), "b": tertium.load("chrf++")}, force_prefix=True)
    named.add_batch(predictions=HYPS, references=REFS)
    assert named.compute()["a_score"] == found["chrf_score"]


def test_a_module_says_what_it_is() -> None:
    metric = tertium.load("bleu:order=2")
    assert repr(metric) == "tertium.load('bleu:order=2')"
    assert metric.features == {"predictions": "string", "references": "string"}
    assert metric._feature_names() == ["predictions", "references"]
    assert metric.description == (tertium.Bleu.__doc__ or "").strip()
    assert metric.description
