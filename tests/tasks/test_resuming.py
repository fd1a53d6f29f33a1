"""``tertium.score(..., resume=DIR)``: lists are known by what is in them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import tertium
from laws.samples import random_corpus
from tertium.corpus.formats.opening import Place
from tertium.engine import local
from tertium.tasks.resuming import _Files, _learnt, kept_work
from tertium.tasks.texts import FileTexts

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


def test_files_that_change_or_are_none_are_refused(tmp_path: Path) -> None:
    hyp, ref = tmp_path / "hyp", tmp_path / "ref"
    for path in (hyp, ref):
        path.write_text("a b\n", "utf-8")
    texts = FileTexts((Place(str(hyp)),), (Place(str(ref)),), None, ("hyp",))
    about = {"segment_scores": False, "rows": False, "threads": 1}
    with kept_work(str(tmp_path / "kept"), texts, [tertium.metric("bleu")], **about):
        pass
    files = _Files(texts, 1)
    files.refuse_change()
    hyp.write_text("a b c\n", "utf-8")
    with pytest.raises(tertium.TertiumError) as refused:
        files.refuse_change()
    assert str(refused.value) == f"{hyp} changed while it was being read; run again when nothing writes to it."
    hyp.unlink()
    (tmp_path / "train").mkdir()
    hyp.mkdir()
    with pytest.raises(tertium.TertiumError, match=f"{hyp} .*folder"):
        _Files(texts, 1)


def test_what_was_learnt_from_is_known_by_the_contents_of_its_files(tmp_path: Path) -> None:
    path = tmp_path / "more"
    path.write_text("una casa\n", "utf-8")
    first = _learnt(Place(str(path)))
    assert first == [str(path), hashlib.sha256(b"una casa\n").hexdigest()]
    assert _learnt(Place(str(path), "es"))[0] == f"{path}[es]"
    path.write_text("una casa roja\n", "utf-8")
    assert _learnt(Place(str(path))) != first
    with pytest.raises(tertium.TertiumError) as refused:
        _learnt(Place(str(tmp_path / "none")))
    assert str(refused.value).startswith(f"{tmp_path / 'none'} does not exist")
