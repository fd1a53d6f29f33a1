"""The Python door: the numbers of sacreBLEU, frozen records, and errors instead of plausible numbers."""

from __future__ import annotations

import dataclasses
import inspect
import json
import subprocess
import sys
import warnings
from typing import Any

import pytest
import sacrebleu

import tertium
from tertium.api.score import ScoreOptions

HYPS = ["The dog bit the man.", "It was not unexpected.", "The man bit him first."]
REFS = [["The dog bit the man.", "The dog had bit the man."], ["It was not unexpected.", "No one was surprised."]]
REFS.append(["The man bit it first.", "The man had bitten the dog."])
STREAMS = [list(stream) for stream in zip(*REFS, strict=True)]


def test_score_gives_sacrebleus_numbers() -> None:
    result = tertium.score(HYPS, REFS, metrics=["bleu", "chrf"])
    assert result["bleu"].score == pytest.approx(sacrebleu.corpus_bleu(HYPS, STREAMS).score, abs=1e-9)
    assert result["chrf"].score == pytest.approx(sacrebleu.corpus_chrf(HYPS, STREAMS).score, abs=1e-9)
    assert result["bleu"].score == 100 * result["bleu"].value


def test_streams_and_flat_references_are_understood() -> None:
    nested = tertium.score(HYPS, REFS, metrics="bleu")
    assert tertium.score(HYPS, tertium.streams(STREAMS), metrics="bleu") == nested
    flat = tertium.score(HYPS, STREAMS[0], metrics="bleu")
    assert flat["bleu"].score == pytest.approx(sacrebleu.corpus_bleu(HYPS, STREAMS[:1]).score, abs=1e-9)


def test_a_mapping_of_systems_gives_a_report() -> None:
    report = tertium.score({"a": HYPS, "b": STREAMS[0]}, REFS, metrics=["bleu"], segment_scores=True)
    assert [system.name for system in report.systems] == ["a", "b"]
    assert report["b"]["bleu"].score == pytest.approx(100)
    assert report["b"]["bleu"].segment_scores == pytest.approx((100, 100, 100))
    assert report.segments == 3
    assert json.loads(json.dumps(report.to_dict(), allow_nan=False))["systems"][0]["name"] == "a"


def test_classes_follow_sacrebleus_interface() -> None:
    metric = tertium.Bleu(order=2)
    assert metric == tertium.metric("bleu:order=2")
    whole = metric.corpus_score(HYPS, REFS)
    assert whole.score == pytest.approx(sacrebleu.metrics.BLEU(max_ngram_order=2).corpus_score(HYPS, STREAMS).score)
    one = tertium.Bleu().sentence_score(HYPS[2], REFS[2])
    assert one.score == pytest.approx(sacrebleu.sentence_bleu(HYPS[2], REFS[2]).score, abs=1e-9)
    assert whole.signature.startswith(f"{metric.get_signature()}|nrefs:2|version:")
    assert whole.rows["hyp_len"] == 17


def test_a_combination_is_the_weighted_sum_of_its_terms() -> None:
    result = tertium.score(HYPS, REFS, metrics=["bleu", "chrf", "0.25*bleu + 0.75*chrf"], segment_scores=True)
    bleu, chrf, both = result.scores
    assert both.value == pytest.approx(0.25 * bleu.value + 0.75 * chrf.value)
    expected = [0.25 * b + 0.75 * c for b, c in zip(bleu.segment_scores, chrf.segment_scores, strict=True)]
    assert both.segment_scores == pytest.approx(expected)
    assert tertium.metric("0.25*bleu + 0.75*chrf").corpus_score(HYPS, REFS).score == pytest.approx(both.score)


def test_records_are_frozen() -> None:
    result = tertium.score(HYPS, REFS, metrics=["bleu"])
    with pytest.raises(dataclasses.FrozenInstanceError):
        result["bleu"].score = 100.0


@pytest.mark.parametrize(
    ("hyps", "refs", "says"),
    [
        ("a string", ["a string"], "hypotheses is a str"),
        (["a"], "a", "references is a str"),
        (["a", "b", "c"], [["a", "b", "c"]], "transposed"),
        (["a", "b"], ["a"], "1"),
        ([], [], "no segments"),
        (["a", float("nan")], ["a", "b"], "segment 2"),
        (["a", None], ["a", "b"], "segment 2"),
        (["a"], [[]], "segment 1"),
        ([3], ["a"], "expected a string"),
    ],
)
def test_nonsense_is_refused_and_never_scored(hyps: object, refs: object, says: str) -> None:
    with pytest.raises(tertium.TertiumError, match=says) as caught:
        tertium.score(hyps, refs, metrics=["bleu"])
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("threads", [0, -1, 1.5])
def test_threads_are_a_positive_number(threads: Any) -> None:
    with pytest.raises(tertium.TertiumError, match="threads"):
        tertium.score(HYPS, REFS, metrics=["bleu"], threads=threads)


@pytest.mark.parametrize("metrics", [tertium.Bleu, [tertium.Bleu]])
def test_a_class_is_no_metric(metrics: Any) -> None:
    with pytest.raises(tertium.TertiumError, match=r"write Bleu\(\)"):
        tertium.score(HYPS, REFS, metrics=metrics)


def test_a_system_is_never_lost_to_another_of_the_same_name() -> None:
    systems: Any = {1: ["a"], "1": ["b"]}
    with pytest.raises(tertium.TertiumError, match="same name"):
        tertium.score(systems, ["a"], metrics=["wer"])


def test_a_sum_of_two_metrics_of_one_name_keeps_the_rows_of_both() -> None:
    both = tertium.metric("0.5*bleu:order=1,tok=none + 0.5*bleu:order=2,tok=char").corpus_score(["a bc"], ["a bc"])
    assert both.rows["bleu:tok=none,order=1.match1"] == 2
    assert both.rows["bleu:tok=char,order=2.match1"] == 3


def test_unknown_metrics_say_what_was_meant() -> None:
    with pytest.raises(tertium.TertiumError, match="did you mean 'bleu'"):
        tertium.score(HYPS, REFS, metrics=["blue"])
    with pytest.raises(tertium.TertiumError, match="at least one"):
        tertium.score(HYPS, REFS, metrics=[])


def test_warnings_reach_python() -> None:
    with pytest.warns(tertium.InputWarning, match="blank"):
        tertium.score(["a", "b"], ["a", " "], metrics=["bleu"])


def test_comparing_a_few_segments_by_bootstrap_is_warned_of() -> None:
    systems = {"a": ["x y z", "p q"], "b": ["x y", "p q"]}
    with pytest.warns(tertium.InputWarning, match=r"2 segments are few for a bootstrap.*test='ar' keeps its level\."):
        tertium.compare(systems, ["x y", "p q"], "chrf", resamples=100)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tertium.compare(systems, ["x y", "p q"], "chrf", test="ar", trials=100)


def test_type_checkers_know_every_keyword_of_score() -> None:
    given = inspect.signature(tertium.score).parameters.values()
    of_tables = {"hyp", "refs", "src"}  # in overloads of their own
    named = {one.name for one in given if one.kind is one.KEYWORD_ONLY}
    assert named == set(ScoreOptions.__annotations__) | of_tables


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, tertium; print([m for m in ('numpy', 'rich', 'argparse') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_metric_class_is_an_attribute_of_the_package() -> None:
    assert {"Bleu", "ChrF", "Ribes", "Wer", "score", "streams"} <= set(dir(tertium))
    for name in dir(tertium):
        assert getattr(tertium, name) is not None
    with pytest.raises(AttributeError):
        tertium.NoSuchMetric  # noqa: B018 - looking it up is the test


HYP_LINKS = ["0-6 2-1 4-3", "0-0 1-1 2-2", "0-0 1-1 2-2 3-3 4-5 5-4"]
REF_LINKS = ["0-1 2-4 4-2", "0-0 1-1 2-2 3-3", "0-0 1-1 2-2 3-3 4-4 5-5"]
BOOK = ["the book was read by the boy", "a b c", "a b c d f e"]
BOOK_REFS = ["the boy read the book", "a b c d", "a b c d e f"]
BOOK_SOURCES = ["v w x y z", "v w x y", "u v w x y z"]


def test_lrscore_takes_alignments_as_lists() -> None:
    """The specification's vector; the references as strings, as lists of one, and as a stream."""
    for references in (BOOK_REFS, [[ref] for ref in BOOK_REFS], tertium.streams([BOOK_REFS])):
        for links in (REF_LINKS, tertium.streams([REF_LINKS])):
            made = tertium.score(
                BOOK,
                references,
                "lr-kb4:alpha=0.5,tok=none",
                sources=BOOK_SOURCES,
                align_hyp=HYP_LINKS,
                align_ref=links,
            )
            assert made.scores[0].value == pytest.approx(0.496791303, abs=1e-8)


def test_alignments_of_several_systems_and_references() -> None:
    made = tertium.score(
        {"one": ["b a"], "two": ["a b"]},
        tertium.streams([["a b"], ["a b"]]),
        "kendall:align=direct",
        align_direct={
            "two": tertium.streams([["0-0 1-1"], ["0-0"]]),
            "one": tertium.streams([["0-1 1-0"], ["0-1 1-0"]]),
        },
    )
    assert [system.scores[0].value for system in made.systems] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ({"align_direct": ["0-0"]}, r"align_direct has 1 segments but hypotheses has 2; segments must pair up\."),
        ({"align_direct": "0-0"}, r"align_direct is a str, expected a list of strings such as '0-0 1-2'"),
        ({"align_direct": ["0-0", "0-7"]}, r"align_direct segment 2: link 0-7 points outside its sentence: hypotheses"),
        ({"align_direct": ["0-0", ""]}, r"align_direct segment 2 has no links although both sentences have words"),
        ({"align_direct": {"x": ["0-0"]}}, r"align_direct has links for x, expected them for the systems system\."),
        ({"align_hyp": ["0-0", "0-0"]}, r"align_hyp and align_ref count words of the source"),
    ],
)
def test_bad_alignments_are_refused(links: dict[str, object], message: str) -> None:
    with pytest.raises(tertium.TertiumError, match=message):
        tertium.score(["a", "b"], ["a", "b"], "kendall:align=direct", **links)  # type: ignore[call-overload]
