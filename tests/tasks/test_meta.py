"""Meta-evaluation by its request: the same numbers through every door, and through JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tertium
from cli.shell import run
from conftest import ROOT
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.evaluation import MetaSettings
from tertium.analysis.meta.metric_tests import Permutations
from tertium.analysis.tuning.campaign_data import people_of_systems
from tertium.api.warned import InputWarning
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.judgment_tables import JudgmentReading
from tertium.errors import InputError
from tertium.tasks import meta
from tertium.tasks.campaigns import CampaignPlaces, TableTexts
from tertium.tasks.meta import MetaRequest, OuterFiles, OuterLists
from tertium.tasks.metric_choice import MetricChoice
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.score_folders import ScoreFolders

EXAMPLE = ROOT / "examples" / "judged" / "es-en"


def test_python_and_the_command_line_give_one_report() -> None:
    report = tertium.meta(EXAMPLE, ["chrf", "meteor"], resamples=50, permutations=200, seed=0)
    options = ("--resamples", "50", "--permutations", "200", "--seed", "0", "-f", "json", "-q")
    ran = run("meta", str(EXAMPLE), "-m", "chrf", "meteor", *options)
    assert json.loads(json.dumps(report.to_dict())) == json.loads(ran.out)


def test_scores_of_ones_own_stand_beside_metrics() -> None:
    systems = tertium.meta(EXAMPLE, "chrf", level="system", resamples=10, permutations=0).campaigns[0].systems
    perfect = np.arange(5.0)
    report = tertium.meta(
        EXAMPLE, "chrf", scores={"mine": perfect, "error": -perfect}, lower=["error"], resamples=10, level="system"
    )
    rows = {row.name: row.estimates["pearson"].value for row in report.campaigns[0].levels[0].rows}
    assert len(systems) == 5
    assert rows["mine"] == rows["error"]


def test_wrong_scores_and_folders_are_refused() -> None:
    with pytest.raises(tertium.TertiumError, match=r"shape \(3,\), expected \(5, 40\) or \(5,\)"):
        tertium.meta(EXAMPLE, "chrf", scores={"x": [1, 2, 3]}, resamples=5)
    with pytest.raises(tertium.TertiumError, match="infinity"):
        tertium.meta(EXAMPLE, "chrf", scores={"x": [1, 2, 3, 4, float("inf")]}, resamples=5)
    with pytest.raises(tertium.TertiumError, match="holds no campaign"):
        tertium.meta(EXAMPLE / "systems", "chrf")
    with pytest.raises(tertium.TertiumError, match="belong to one campaign"):
        tertium.meta([EXAMPLE, EXAMPLE], "chrf", scores={"x": [1.0] * 5})


def test_a_request_comes_back_equal_through_json() -> None:
    request = MetaRequest(
        CampaignPlaces(
            ("judgments.tsv", "wmt13"),
            "mqm",
            "en-de",
            TableTexts(("a.txt", "b.txt"), ("a", "b"), ("ref.txt",), "src.txt"),
            JudgmentReading("da", "lower", 0, "mean", "skip", "skip"),
            first_reference=True,
            align="links",
        ),
        MetricChoice(("bleu:order=2", "chrf"), language="en-de", own=(("chrf:beta", 3),)),
        labels=("bleu:order=2", "chrf"),
        scores=OuterFiles(("{}.comet.seg.score",)),
        lower=("comet",),
        settings=MetaSettings("system", "spa", "acc23", "none", True, Bootstrap(10, 7), Permutations(5, 7)),
        systems_by="expected_wins",
        sentinels=False,
        write=ScoreFolders("scores", "set"),
        threads=2,
    )
    assert from_plain(MetaRequest, json.loads(json.dumps(to_plain(request)))) == request


def test_a_request_gives_the_same_report_after_the_way_through_json() -> None:
    request = MetaRequest(
        CampaignPlaces((str(EXAMPLE),)),
        MetricChoice(("wer",)),
        scores=OuterLists({"mine": [5.0, 4.0, 3.0, 2.0, 1.0]}),
        settings=MetaSettings("system", bootstrap=Bootstrap(10), permutations=Permutations(10)),
    )
    back = from_plain(MetaRequest, json.loads(json.dumps(to_plain(request))))
    assert meta.run(back).report.to_dict() == meta.run(request).report.to_dict()


def test_a_table_with_texts_gives_what_the_folder_gives() -> None:
    files = {path.stem: path for path in sorted((EXAMPLE / "systems").glob("*.txt"))}
    options = {"level": "segment", "resamples": 10, "permutations": 10, "language": "es-en"}
    references = [EXAMPLE / "refA.txt", EXAMPLE / "refB.txt"]
    of_table = tertium.meta(
        EXAMPLE / "human_seg.tsv",
        "chrf",
        systems=files,
        references=references,
        **options,
    )
    of_folder = tertium.meta(EXAMPLE, "chrf", **options)
    rows = [
        {row.name: row.estimates for row in report.campaigns[0].levels[0].rows if row.kind == "metric"}
        for report in (of_table, of_folder)
    ]
    assert rows[0] == rows[1]


def test_a_campaign_may_be_opened_before_but_not_sent() -> None:
    campaign = open_campaign(EXAMPLE)
    options = {"level": "system", "resamples": 10, "permutations": 10}
    again, named = (tertium.meta(data, "chrf", **options) for data in (campaign, EXAMPLE))
    assert again.to_dict() == named.to_dict()
    with pytest.raises(InputError, match="plain data cannot express"):
        to_plain(CampaignPlaces((campaign,)))


def test_what_is_odd_is_warned_of() -> None:
    with pytest.warns(InputWarning, match="asked for twice"):
        tertium.meta(EXAMPLE, ["wer", "wer"], level="system", resamples=5, permutations=0)
    with pytest.raises(InputError, match="texts go with a table of judgments"):
        tertium.meta(EXAMPLE, "wer", references=["ref.txt"])
    with pytest.raises(InputError, match="both given"):
        tertium.meta(EXAMPLE, "wer", scores={"x": [1.0] * 5}, score_files=["x.score"])


def test_the_best_systems_alone() -> None:
    """``--top``: the systems that people rate best, in meta and in tune, and the report says so."""
    whole = tertium.meta(EXAMPLE, "chrf", level="system", resamples=10, permutations=0).campaigns[0]
    campaign = open_campaign(EXAMPLE)
    people, how = people_of_systems(campaign.judgments)
    assert people is not None
    named = dict(zip(campaign.judgments.systems, people.tolist(), strict=True))
    best = sorted(named, key=lambda name: -named[name])[:3]
    top = tertium.meta(EXAMPLE, "chrf", level="system", resamples=10, permutations=0, top=3).campaigns[0]
    assert set(top.systems) == set(best) < set(whole.systems)
    assert f"the 3 best of {len(named)} systems ({how})" in top.notes
    assert top.unrated == whole.unrated, "those left out by --top were judged"
    ran = run(
        "meta", str(EXAMPLE), "-m", "chrf", "--top", "3", "--resamples", "10", "--permutations", "0", "-f", "json"
    )
    assert set(json.loads(ran.out)["campaigns"][0]["systems"]) == set(best)
    all_of_them = tertium.meta(EXAMPLE, "chrf", level="system", resamples=10, permutations=0, top=99).campaigns[0]
    assert all_of_them == whole
    assert run("meta", str(EXAMPLE), "--top", "1").code == 2
    tuned = run("tune", str(EXAMPLE), "bleu", "chrf", "--level", "system", "--top", "3", "--leave-out", "nothing", "-q")
    assert tuned.code == 0, tuned.err
