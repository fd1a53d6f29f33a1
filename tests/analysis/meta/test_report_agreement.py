"""Agreement in a report: the numbers of ``tertium meta``, and of scipy."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tertium
from cli.shell import run
from conftest import ROOT
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import mean_score_rows
from tertium.analysis.meta.campaign_scores import scores_of_rows
from tertium.analysis.meta.report_agreement import _bins
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.results.report import FullReport

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extras 'meta' and 'oracle'")

JUDGED = ROOT / "examples" / "judged" / "es-en"
FILES = sorted((JUDGED / "systems").glob("*.txt"))
METRICS = ("bleu", "chrf", "ter")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


TEXTS = {path.stem: lines(path) for path in FILES}


@pytest.fixture(scope="module")
def report() -> FullReport:
    return tertium.report(
        TEXTS,
        lines(JUDGED / "refA.txt"),
        METRICS,
        human=str(JUDGED / "human_seg.tsv"),
        slices=(),
        resamples=50,
        ignore=["T102"],
    )


def test_agreement_with_people_is_what_meta_says(report: FullReport) -> None:
    done = run(
        *("meta", str(JUDGED / "human_seg.tsv"), "-r", str(JUDGED / "refA.txt"), "-i", *map(str, FILES)),
        *("-m", *METRICS, "--no-sentinels", "-f", "json", "-q"),
    )
    assert done.code == 0, done.err
    [meta] = json.loads(done.out)["campaigns"]
    assert report.human is not None
    mine = json.loads(json.dumps(report.human.found.to_dict()))
    assert mine["systems"] == meta["systems"]
    assert mine["levels"] == meta["levels"]
    assert report.human.systems == tuple(TEXTS)


def test_pictures_have_the_scores_of_both(report: FullReport) -> None:
    human = report.human
    assert human is not None
    table = {name: np.full(len(lines(JUDGED / "refA.txt")), np.nan) for name in TEXTS}
    for line in lines(JUDGED / "human_seg.tsv")[1:]:
        system, segment, score = line.split("\t")
        table[system][int(segment) - 1] = float(score)
    means = {name: float(np.nanmean(table[name])) for name in TEXTS}
    assert human.people == pytest.approx([means[name] for name in TEXTS])
    assert [human.systems[place] for place in human.ranks] == sorted(TEXTS, key=lambda name: -means[name])
    scored = tertium.score(TEXTS, lines(JUDGED / "refA.txt"), METRICS, segment_scores=True, ignore=["T102"])
    for metric in human.metrics:
        assert metric.systems == pytest.approx([scored[name][metric.name].score for name in TEXTS])
        assert metric.higher_is_better == (metric.name != "ter")
        assert metric.bins is not None
        x = np.array([table[name] for name in TEXTS]).ravel()
        y = np.array([scored[name][metric.name].segment_scores for name in TEXTS], dtype=float).ravel()
        x, y = x[~np.isnan(x)], y[~np.isnan(x)]
        assert metric.bins.segments == len(x)
        counts, _, _ = np.histogram2d(y, x, bins=(np.array(metric.bins.metric), np.array(metric.bins.people)))
        assert counts.tolist() == [list(row) for row in metric.bins.counts]


def test_metrics_agree_as_scipy_says_and_systems_ordered_apart_are_named(report: FullReport) -> None:
    found = report.agreement
    assert found is not None
    scored = tertium.score(TEXTS, lines(JUDGED / "refA.txt"), METRICS, segment_scores=True, ignore=["T102"])
    sign = {"bleu": 1, "chrf": 1, "ter": -1}
    systems = {m: sign[m] * np.array([scored[name][m].score for name in TEXTS]) for m in METRICS}
    tables = {m: sign[m] * np.array([scored[name][m].segment_scores for name in TEXTS], dtype=float) for m in METRICS}
    assert [(pair.first, pair.second) for pair in found.pairs] == [("bleu", "chrf"), ("bleu", "ter"), ("chrf", "ter")]
    names = list(TEXTS)
    for pair in found.pairs:
        one, two = systems[pair.first], systems[pair.second]
        assert pair.systems == pytest.approx(stats.pearsonr(one, two)[0])
        centred = [(tables[m] - tables[m].mean(axis=0)).ravel() for m in (pair.first, pair.second)]
        assert pair.segments == pytest.approx(stats.pearsonr(*centred)[0])
        assert pair.pairs == len(names) * (len(names) - 1) // 2
        apart = {
            (names[i], names[j]) if one[i] > one[j] else (names[j], names[i])
            for i in range(len(names))
            for j in range(i)
            if (one[i] - one[j]) * (two[i] - two[j]) < 0
        }
        assert {(each.one, each.other) for each in pair.apart} == apart
        assert list(pair.apart) == sorted(pair.apart, key=lambda each: -each.clearly)
    assert found.between("ter", "bleu") is found.pairs[1]


def test_one_metric_alone_agrees_with_nobody_and_two_systems_have_no_correlation() -> None:
    texts = {"a": ["x y z", "p q", "r s t"], "b": ["x y", "q p", "r t"]}
    refs = ["x y", "p q", "r s t"]
    assert tertium.report(texts, refs, "chrf", slices=(), ignore=["T102"]).agreement is None
    found = tertium.report(texts, refs, ("chrf", "ter"), slices=(), ignore=["T102"]).agreement
    assert found is not None
    assert np.isnan(found.pairs[0].systems)
    assert found.to_dict()["pairs"][0]["systems"] is None


def test_judgments_of_strangers_are_refused_before_anything_is_scored(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("a b\nc d\n", encoding="utf-8")
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text("a b\nc\n", encoding="utf-8")
    files = ("report", "ref.txt", "-i", "one.txt", "two.txt", "--human", "human.tsv", "-o", "r.html")
    for judged, said in (
        ("nobody", "human.tsv has no judgment of the systems here."),
        ("one", "human.tsv judges fewer than two of the systems of this report (one, two)."),
    ):
        (tmp_path / "human.tsv").write_text(f"system\tscore\nstranger\t3\n{judged}\t2\n", encoding="utf-8")
        assert run(*files, cwd=tmp_path).refusal == said
        assert not (tmp_path / "r.html").exists()


def test_judgments_of_systems_that_are_not_in_the_report_are_left_out_and_counted() -> None:
    some = {name: TEXTS[name] for name in list(TEXTS)[:3]}
    made = tertium.report(
        some,
        lines(JUDGED / "refA.txt"),
        "chrf",
        human=str(JUDGED / "human_seg.tsv"),
        slices=(),
        resamples=20,
        ignore=["T102"],
    )
    assert made.human is not None
    assert made.human.systems == tuple(some)
    [note] = made.human.found.notes
    assert note.endswith("judgments of 2 systems without output left out: via-ca, via-eo")


def test_systems_that_nobody_judged_are_left_out(tmp_path: Path) -> None:
    names = list(TEXTS)
    rows = [line for line in lines(JUDGED / "human_seg.tsv") if not line.startswith(f"{names[0]}\t")]
    (tmp_path / "human.tsv").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    made = tertium.report(
        TEXTS,
        lines(JUDGED / "refA.txt"),
        "chrf",
        human=str(tmp_path / "human.tsv"),
        slices=(),
        resamples=20,
        ignore=["T102"],
    )
    assert made.human is not None
    assert made.human.systems == tuple(names[1:])
    assert made.human.found.unrated == (names[0],)


def test_systems_that_nobody_judged_and_scores_that_are_all_equal() -> None:
    judgments = open_campaign(JUDGED).judgments
    rows = mean_score_rows(["mine", "direct"], "x", "", np.zeros((2, 40)), True)
    with pytest.raises(tertium.TertiumError) as refused:
        scores_of_rows("x", rows, judgments, Bootstrap(5))
    assert str(refused.value) == "people judged fewer than two of these systems; agreement with people needs two."
    people, metric = np.array([[1.0, 2.0], [3.0, np.nan]]), np.array([[0.5, 0.5], [0.5, 0.9]])
    assert _bins(people, metric) is None
    assert _bins(metric, people) is None
    assert _bins(people, people) is not None
