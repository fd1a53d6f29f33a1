"""Runs on one machine: what a run without segments says, and that many notices cost little and lose nothing."""

from __future__ import annotations

import pytest

from tertium.arrow.columns import Reading
from tertium.corpus.texts.lists import corpus_of
from tertium.engine import local
from tertium.errors import InputError
from tertium.metrics.spec import parse


def test_no_segments_are_an_error() -> None:
    batches = Reading.of("bleu", {"hyp": "mt", "refs": "ref"}, "absent", "error", 1).corpus([])
    with pytest.raises(InputError) as error:
        local.score(batches, [parse("bleu")], version="test")
    assert str(error.value) == "there are no segments to score; the hypotheses and references are empty."


def test_many_notices_are_put_together_on_the_way_and_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    hyps = ["", "the cat", "a \ufffd b", "x\u200by"] * 12
    corpus = corpus_of({"a": hyps, "b": hyps[::-1]}, [["the cat"]] * len(hyps))
    whole = local.score(corpus, [parse("chrf")], version="test")
    assert whole.notices
    monkeypatch.setattr(local, "_MANY_NOTICES", 2)
    for chunk in (1, 5):
        found = local.score(corpus, [parse("chrf")], version="test", segments_per_chunk=chunk)
        assert [(one.code, one.file, one.line, one.count) for one in found.notices] == [
            (one.code, one.file, one.line, one.count) for one in whole.notices
        ]


def test_cores_where_the_system_cannot_say_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(local.os, "sched_getaffinity", raising=False)
    for counted, wanted in ((6, 6), (None, 1)):
        monkeypatch.setattr(local.os, "cpu_count", lambda counted=counted: counted)
        assert local.usable_cores() == wanted
