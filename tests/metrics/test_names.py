"""Names as people write them: any case, classes, and metrics of other programs."""

from __future__ import annotations

import pytest

import tertium
from tertium.errors import SpecError
from tertium.metrics import registry


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("BLEU", "bleu"),
        ("chrF", "chrf"),
        ("chrF++", "chrf++"),
        ("ChrFPlusPlus", "chrf++"),
        ("TER", "ter"),
        ("RougeL", "rouge-l"),
        ("ROUGE-L", "rouge-l"),
        ("LR-KB4", "lr-kb4"),
        ("LAYERED", "layered"),
        ("Tertium", "tertium"),
        ("Tertium2", "tertium-2"),
        ("chrf_mean", "chrf-mean"),
    ],
)
def test_letters_may_be_of_any_case(written: str, name: str) -> None:
    assert registry.canonical(written) == name
    assert registry.find(written) is registry.find(name)


def test_parameters_and_sums_follow_such_names() -> None:
    assert tertium.metric("BLEU:order=2") == tertium.Bleu(order=2)
    assert tertium.metric("0.5*BLEU + 0.5*chrF:beta=3") == tertium.metric("0.5*bleu + 0.5*chrf:beta=3")
    assert tertium.metric("BLEU", {"bleu:order": 2}) == tertium.Bleu(order=2)


def test_every_name_is_one_metric_in_any_case() -> None:
    folded = [name.lower().replace("-", "") for name in registry.names()]
    assert len(set(folded)) == len(folded)
    for name in registry.names():
        assert registry.canonical(name.upper()) == name
        assert registry.canonical(registry.find(name).__name__) == name


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("spbleu", r"bleu:tok=spm:MODEL"),
        ("spBLEU", r"bleu:tok=spm:MODEL"),
        ("comet", r"scores="),
        ("COMET-22", r"scores="),
        ("xCOMET-XL", r"scores="),
        ("BERTScore", r"embed:model=DIR"),
        ("bleurt", r"scores="),
        ("metricx24", r"scores="),
        ("sacrebleu", r"its BLEU is bleu"),
    ],
)
def test_metrics_of_others_get_an_answer(name: str, advice: str) -> None:
    with pytest.raises(SpecError, match=advice) as refused:
        tertium.metric(name)
    assert "did you mean" not in str(refused.value)


def test_suggestions_are_close() -> None:
    with pytest.raises(SpecError, match="did you mean 'bleu'"):
        tertium.metric("blue")
    with pytest.raises(SpecError, match="did you mean 'meteor'"):
        tertium.metric("metor")
    for far in ("moverscore", "quality", "xyz"):
        with pytest.raises(SpecError, match=f"unknown metric '{far}'; 'tertium metrics' lists all"):
            tertium.metric(far)
