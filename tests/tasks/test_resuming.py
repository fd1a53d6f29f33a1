"""``tertium.score(..., resume=DIR)``: lists are known by what is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import tertium
from laws.samples import random_corpus
from tertium.engine import local

HYPS, REFS = random_corpus(seed=9, segments=50)
METRICS = ["bleu", "nist", "atec"]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "chunk_size", lambda systems, workers, at_least=0: 7)


@pytest.mark.parametrize("segment_scores", [False, True])
@pytest.mark.parametrize("confidence", [False, True])
@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_the_same_call_gives_the_same_record(tmp_path: Path, segment_scores: bool, confidence: bool) -> None:
    def scored(**more: object) -> tertium.Report:
        return tertium.score(  # type: ignore[call-overload, no-any-return]
            {"a": HYPS[0], "b": HYPS[1]},
            REFS,
            METRICS,
            segment_scores=segment_scores,
            confidence=confidence,
            resamples=20,
            **more,
        )

    plain = scored()
    assert scored(resume=tmp_path / "kept") == plain
    assert scored(resume=str(tmp_path / "kept")) == plain


def test_one_system_is_one_record(tmp_path: Path) -> None:
    asked = (HYPS[0], REFS, ["bleu"])
    assert tertium.score(*asked, resume=tmp_path) == tertium.score(*asked)


@pytest.mark.parametrize(
    ("hyps", "refs", "why"),
    [
        ([*HYPS[0][:-1], "another"], REFS, "the output of system has other contents"),
        (HYPS[0], [*REFS[:-1], ["another"]], "reference 1 has other contents"),
        (HYPS[0], [*REFS[:-1], [*REFS[-1], "one more"]], "reference 1 has other contents"),
        (HYPS[0][:-1], REFS[:-1], "the output of system has other contents"),
    ],
)
def test_other_lists_are_refused(tmp_path: Path, hyps: list[str], refs: list[list[str]], why: str) -> None:
    tertium.score(HYPS[0], REFS, ["bleu"], resume=tmp_path)
    with pytest.raises(tertium.TertiumError, match=f"holds the work of another run: {why}.*give resume another folder"):
        tertium.score(hyps, refs, ["bleu"], resume=tmp_path)


def test_other_metrics_and_options_are_refused_in_pythons_words(tmp_path: Path) -> None:
    tertium.score(HYPS[0], REFS, ["bleu"], resume=tmp_path)
    with pytest.raises(tertium.TertiumError, match="the list of metrics was bleu:"):
        tertium.score(HYPS[0], REFS, ["chrf"], resume=tmp_path)
    with pytest.raises(tertium.TertiumError, match="missing=… was error, and is skip now"):
        tertium.score(HYPS[0], REFS, ["bleu"], missing="skip", resume=tmp_path)
