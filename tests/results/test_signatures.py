"""What one quotes: signatures of scores name the references and the version, in a long and in a short form."""

from __future__ import annotations

import pytest

import tertium
from tertium.errors import SpecError
from tertium.results.signatures import ReferenceCount

HYPS = ["the cat sat on the mat", "it rains today", "we saw him"]
ONE = [["the cat sat on a mat"], ["it is raining today"], ["we saw him there"]]
TWO = [[*refs, "something else"] for refs in ONE]
VERSION = tertium.__version__


def tail(references: str) -> str:
    return f"|nrefs:{references}|version:{VERSION}"


def test_another_number_of_references_is_another_signature() -> None:
    one, two = (tertium.score(HYPS, refs, ["bleu"])["bleu"].signature for refs in (ONE, TWO))
    assert one == tertium.Bleu().signature + tail("1")
    assert two == tertium.Bleu().signature + tail("2")
    varying = tertium.score(HYPS, [ONE[0], *TWO[1:]], ["bleu"])["bleu"].signature
    assert varying == tertium.Bleu().signature + tail("var")


def test_a_reference_that_is_absent_does_not_count() -> None:
    with_gap = [TWO[0], [*ONE[1], ""], TWO[2]]
    assert tertium.score(HYPS, with_gap, ["bleu"])["bleu"].signature.endswith(tail("var"))
    none_at_all = [[""], *ONE[1:]]
    found = tertium.score(HYPS, none_at_all, ["bleu"], missing="skip", ignore=["T106"])["bleu"].signature
    assert found.endswith(tail("1"))  # of the segments that have a reference


def test_the_count_is_that_of_all_chunks() -> None:
    many = HYPS * 3000
    refs = [*(ONE * 2999), *TWO]
    assert tertium.Wer().corpus_score(many, refs).signature.endswith(tail("var"))
    assert tertium.Wer().corpus_score(many, ONE * 3000).signature.endswith(tail("1"))
    assert tertium.score(many, refs, ["wer"], threads=2)["wer"].signature.endswith(tail("var"))


@pytest.mark.parametrize("count", [1, 3])
def test_a_single_sentence_says_its_references_too(count: int) -> None:
    assert tertium.Bleu().sentence_score(HYPS[0], ["the cat sat"] * count).signature.endswith(tail(str(count)))


@pytest.mark.parametrize(
    "spec",
    [
        "bleu",
        "bleu:tok=none,order=2",
        "chrf++",
        "0.5*bleu + 0.5*chrf:beta=3",
        "-0.5*ter + lr-kb4:align=direct,alpha=0.3",
    ],
)
def test_both_forms_are_read_back_and_the_short_one_has_no_defaults(spec: str) -> None:
    score = tertium.score(HYPS, ONE, [spec]).scores[0]
    metric = tertium.metric(spec)
    assert score.short_signature == f"{metric}{tail('1')}"
    assert tertium.metric(score.signature) == tertium.metric(score.short_signature) == metric


def test_a_result_is_found_by_any_of_its_names() -> None:
    result = tertium.score(HYPS, ONE, ["bleu"])
    score = result["bleu"]
    assert result[score.signature] is result[tertium.Bleu().signature] is score


def test_a_comparison_has_both_forms() -> None:
    compared = tertium.compare({"a": HYPS, "b": HYPS[::-1]}, TWO, ["chrf"], resamples=50)["chrf"]
    assert compared.signature == tertium.ChrF().signature + tail("2")
    assert compared.short_signature == f"chrf{tail('2')}"


@pytest.mark.parametrize(
    "rest", ["|", "|nrefs:x|version:1", "|nrefs:1", "|version:1|nrefs:1", "|nrefs:1|version:1 + ter"]
)
def test_what_is_not_the_end_of_a_signature_is_refused(rest: str) -> None:
    with pytest.raises(SpecError, match="as signatures of scores end"):
        tertium.metric(f"bleu{rest}")


def test_a_value_with_a_bar_is_quoted_and_read_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("a|nrefs:1")
    (folder / "t.txt").write_text("big\tlarge\n", encoding="utf-8")
    metric = tertium.metric(f'atec:synonyms="{folder}/t.txt"')
    assert tertium.metric(str(metric)) == tertium.metric(metric.signature) == metric
    score = metric.corpus_score(HYPS, ONE)
    assert tertium.metric(score.signature) == tertium.metric(score.short_signature) == metric


def test_counts_merge() -> None:
    one, two, none = ReferenceCount(1, 1), ReferenceCount(2, 2), ReferenceCount()
    assert [str(count) for count in (one.merged(one), one.merged(two), one.merged(none), none.merged(two), none)] == [
        "1",
        "var",
        "1",
        "2",
        "0",
    ]
