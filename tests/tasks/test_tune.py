"""Tuning by its request: the same numbers through every door, and through JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tertium
from cli.shell import run
from conftest import ROOT
from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import Objective
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.errors import FileError, SpecError
from tertium.progress import Silent
from tertium.tasks import tune
from tertium.tasks.campaigns import CampaignPlaces
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.tune import TuneRequest

EXAMPLE = ROOT / "examples" / "judged" / "es-en"


def test_python_and_the_command_line_give_one_report_and_one_card(tmp_path: Path) -> None:
    ours, theirs = (tmp_path / door / "card.toml" for door in ("python", "shell"))
    for card in (ours, theirs):
        card.parent.mkdir()
    report = tertium.tune(EXAMPLE, ["chrf", "ter"], resamples=50, seed=3, card=ours)
    options = ("--resamples", "50", "--seed", "3", "-f", "json", "-q")
    ran = run("tune", str(EXAMPLE), "chrf", "ter", *options, "-o", str(theirs))
    assert ran.code == 0, ran.err
    assert json.loads(json.dumps(report.to_dict())) == json.loads(ran.out)
    assert ours.read_bytes() == theirs.read_bytes()
    assert tertium.metric(f"card:{ours}").leaves() == tertium.metric(report.signature).leaves()


def test_a_request_comes_back_equal_through_json() -> None:
    request = TuneRequest(
        CampaignPlaces(("wmt13", "wmt08"), "da", "en-de", first_reference=True, align="links", top=10),
        ("ribes", "chrf:beta=3"),
        parameters=("alpha",),
        baseline="bleu",
        objective=Objective("pearson", "system"),
        search=SearchSettings("climb", 7, 3, None, "raw"),
        nonnegative=True,
        leave_out="systems",
        folds=4,
        resamples=10,
        state="card.state",
        threads=2,
    )
    assert from_plain(TuneRequest, json.loads(json.dumps(to_plain(request)))) == request


def test_metrics_may_be_objects_and_then_take_no_language() -> None:
    options = {"leave_out": "nothing", "restarts": 1}
    named, made = (tertium.tune(EXAMPLE, what, **options) for what in ("ribes", tertium.metric("ribes")))
    assert named.to_dict() == made.to_dict()


def test_the_state_of_an_interrupted_run_is_taken_up(tmp_path: Path) -> None:
    class Interrupted(Silent):
        def progress(self, doing: str, done: int, total: int) -> None:
            if doing.startswith("tuning") and done == 2:
                raise KeyboardInterrupt

    class Noticing(Silent):
        def __init__(self) -> None:
            self.sentences: list[str] = []

        def notice(self, sentence: str) -> None:
            self.sentences.append(sentence)

    places = CampaignPlaces((str(EXAMPLE),))
    search = SearchSettings(restarts=1)
    request = TuneRequest(places, ("ribes",), search=search, resamples=20, state=str(tmp_path / "state"))
    with pytest.raises(KeyboardInterrupt):
        tune.run(request, Interrupted())
    assert (tmp_path / "state").exists()
    listener = Noticing()
    again = tune.run(request, listener)
    assert listener.sentences == ["2 steps were done already, by an earlier run that was interrupted."]
    assert not (tmp_path / "state").exists()
    assert again == tune.run(TuneRequest(places, ("ribes",), search=search, resamples=20))


def test_what_cannot_be_done_is_refused_before_any_reading(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for wanted, error, message in (
        ({"metrics": "ribes", "nonnegative": True}, SpecError, "weights of a sum"),
        ({"metrics": "ribes", "strength": 1.0}, SpecError, "no penalty"),
        ({"metrics": ["bleu", "chrf"], "parameters": ["beta"]}, SpecError, "one plain metric"),
        ({"metrics": []}, SpecError, "at least one"),
        ({"metrics": "ribes", "card": tmp_path / "file" / "card.toml"}, FileError, "cannot be written"),
    ):
        with pytest.raises(error, match=message):
            tertium.tune(tmp_path / "not there", **wanted)  # type: ignore[arg-type]
    with pytest.raises(FileError, match="is not a folder"):
        tertium.tune(tmp_path / "not there", "ribes")
    with pytest.raises(FileError, match="holds no campaign"):
        tertium.tune(tmp_path, "ribes")


def test_a_campaign_that_is_open_already_gives_the_same() -> None:
    asked = {"search": SearchSettings(restarts=1), "leave_out": "nothing"}
    named, opened = (
        tune.run(TuneRequest(CampaignPlaces((data,)), ("chrf",), **asked))
        for data in (str(EXAMPLE), open_campaign(EXAMPLE))
    )
    assert opened == named
