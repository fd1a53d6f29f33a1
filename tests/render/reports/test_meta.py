"""The tables of a meta-evaluation: what is shown only where there is something to show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conftest import ROOT
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import gather
from tertium.analysis.meta.evaluation import MetaSettings, evaluate
from tertium.analysis.meta.metric_tests import Permutations
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.metrics.spec import parse
from tertium.render.reports import meta
from tertium.results.meta import MetaReport

EXAMPLE = ROOT / "examples" / "judged" / "es-en"


@pytest.fixture(scope="module")
def report() -> MetaReport:
    found = [gather(open_campaign(EXAMPLE), [parse("chrf"), parse("ter")], [], Bootstrap(20), version="t")] * 2
    return evaluate(found, MetaSettings(bootstrap=Bootstrap(20), permutations=Permutations(50)), version="t")


def test_several_campaigns_have_their_mean_below_them(report: MetaReport) -> None:
    shown = meta.text(report, 3, short=True)
    blocks = shown.split("Mean of 2 campaigns\n")
    assert len(blocks) == 1 + len(report.average) == 4
    for block, level in zip(blocks[1:], report.average, strict=True):
        first, header, *rows = block.split("\n")
        assert first.startswith(f"{level.level} level, against ")
        assert header.split()[:2] == ["metric", "cluster"]
        table = [row.split() for row in rows[: len(level.rows)]]
        values = {row[0]: row[2] for row in table if row[0] in ("chrf", "ter")}
        assert values == {
            row.name: f"{row.estimates[level.main].value:.3f}" for row in level.rows if row.name in ("chrf", "ter")
        }
    titles = [section.sheet.title for section in meta.sections(report, 3, True) if section.sheet is not None]
    assert titles[-3:] == ["mean, system level", "mean, segment level", "mean, segment level"]
    whole = list(meta.sections(report, 3, False))
    assert whole[-1].sheet is None
    assert whole[-1].notes[0].startswith("intervals: 95 % bootstrap, 20 resamples, seed 12345;")
    assert len(whole) == len(titles) + 1


def test_outliers_and_systems_without_judgments_are_named(report: MetaReport) -> None:
    [campaign, _] = report.campaigns
    level = campaign.levels[0]
    rows = tuple(
        replace(
            row, without_outliers={level.main: 0.125} if row.name == "chrf" else {}, missing=1200 * (row.name == "ter")
        )
        for row in level.rows
    )
    odd = replace(campaign, levels=(replace(level, rows=rows),), outliers=("clipped",), unrated=("x", "y"))
    lines = meta.text(replace(report, campaigns=(odd,), average=()), 3, short=True).split("\n")
    assert "not judged and left out: x, y" in lines
    assert "outlier by human score: clipped" in lines
    header = next(line for line in lines if line.startswith("metric "))
    assert header.endswith("without outliers  no score")
    chrf, ter = (next(line for line in lines if line.startswith(f"{name} ")).split() for name in ("chrf", "ter"))
    assert chrf[-2:] == ["0.125", "0"]
    assert ter[-2:] == ["n/a", "1,200"]
    two = replace(odd, outliers=("clipped", "scrambled"))
    assert "outliers by human score: clipped, scrambled" in meta.text(
        replace(report, campaigns=(two,), average=()), 3, short=True
    )
