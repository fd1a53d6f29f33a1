"""Graphs are made where the parses are: in the parsing processes, and the same as in this one."""

from __future__ import annotations

from pathlib import Path

import pytest

import tertium
from analysis.meta.campaign_folder import write_campaign
from tertium.corpus.annotations.parse_cache import text_key
from tertium.views.syntax import parsing
from tertium.views.unl import graphs
from tertium.views.unl.graphs import Enconversion, prepare

pytest.importorskip("spacy", reason="extra 'parse'")

TEXTS = [f"The {word} did not see {number} cars in Paris ." for number in range(12) for word in ("man", "woman")]


@pytest.fixture
def two_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", str(tmp_path))
    monkeypatch.setattr(parsing, "_HERE", 0)
    monkeypatch.setattr(parsing, "_TASK", 8)
    monkeypatch.setattr(parsing, "_cores", lambda: 2)
    parsing._parser.cache_clear()
    graphs._cache.cache_clear()


@pytest.fixture(autouse=True)
def forgotten() -> object:
    yield
    parsing._parser.cache_clear()
    graphs._cache.cache_clear()


def unavailable(*_: object, **__: object) -> None:
    raise AssertionError("a graph was made in this process")


def test_processes_make_the_graphs_of_this_one(two_processes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert prepare([*TEXTS, "", "Yes ."], "en", "en") == len(TEXTS) + 2
    follower = Enconversion(parsing.identity("en"), "en")
    keys = [text_key(text) for text in (*TEXTS, "", "Yes .")]
    made = follower.cache.get(keys)
    parses = parsing.parser("en").parses([*TEXTS, "", "Yes ."])
    assert [made[key] for key in keys] == follower.made_of(parses)
    assert made[text_key("")] == ""
    monkeypatch.setattr(graphs, "enconvert", unavailable)
    scored = tertium.score(TEXTS[1:], [[text] for text in TEXTS[:-1]], "deep")
    assert 50 < scored["deep"].score < 100


def test_scoring_makes_no_graph_in_its_own_process(two_processes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "enconvert", unavailable)
    for metric in ("deep", "layered"):
        tertium.score(TEXTS, [[text] for text in TEXTS], metric, ignore=("T109",))


def test_meta_and_tune_make_no_graph_in_their_own_process(
    two_processes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "enconvert", unavailable)
    meta, tune = (write_campaign(tmp_path / name / "en-en", seed, 12, 3) for seed, name in enumerate(("meta", "tune")))
    found = tertium.meta(meta, ["shallow", "deep"], resamples=20)
    assert len(found.campaigns) == 1
    tuned = tertium.tune(tune, "layered", method="svm", resamples=20, threads=2)
    assert "deep" in tuned.metric


def test_parses_without_tags_have_no_graph_and_are_told(two_processes: None) -> None:
    untagged = "1\tA\ta\t_\t_\t_\t0\troot\t_\t_\n"
    assert Enconversion("", "en").made_of([untagged, ""]) == [None, ""]


def test_what_was_parsed_before_is_not_parsed_again_for_its_graph(
    two_processes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsing.parser("en").prepare(TEXTS)
    monkeypatch.setattr(parsing.Parser, "_answers", unavailable)
    tertium.score(TEXTS, [[text] for text in TEXTS], "deep", ignore=("T109",))
