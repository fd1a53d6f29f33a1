"""What tuning maximises is what ``tertium meta`` prints and scipy computes, on wholes, parts and resamples."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.meta.campaign_folder import write_campaign
from conftest import ROOT
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import gather
from tertium.analysis.meta.evaluation import MetaSettings, evaluate
from tertium.analysis.meta.metric_tests import Permutations
from tertium.analysis.tuning.campaign_data import CampaignData, people_of_systems, prepare
from tertium.analysis.tuning.folds import folds
from tertium.analysis.tuning.methods import SearchSettings, find
from tertium.analysis.tuning.objectives import BY_LEVEL, CORRELATIONS, COUNTED, Objective, Part
from tertium.analysis.tuning.targets import Alpha, Numbers, Weights
from tertium.analysis.tuning.validation import Journal, TuneSettings, resampled_gains, tune
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.judgments import PairJudgments
from tertium.errors import InputError, SpecError, TertiumError
from tertium.metrics.spec import parse

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extras 'meta' and 'oracle'")

EXAMPLE = ROOT / "examples" / "judged" / "es-en"


@pytest.fixture(scope="module")
def example() -> CampaignData:
    """Five systems, forty segments; people left two outputs without a score."""
    data = prepare(open_campaign(EXAMPLE))
    assert data.scores is not None
    assert np.isnan(data.scores).sum() == 2
    return data


def scored(data: CampaignData, spec: str) -> tuple[Any, Any]:
    leaf, sign = data.leaf(parse(spec)), -1.0 if spec == "ter" else 1.0
    return sign * leaf.segment, lambda segments: sign * leaf.system(segments)


@pytest.mark.parametrize("spec", ["chrf", "ter"])
def test_the_values_are_those_that_meta_prints(example: CampaignData, spec: str) -> None:
    quick = MetaSettings(bootstrap=Bootstrap(5), permutations=Permutations(0))
    found = gather(open_campaign(EXAMPLE), [parse(spec)], [], quick.bootstrap, version="t")
    of_systems, of_scores, of_comparisons = (
        {name: estimate.value for name, estimate in level.rows[place].estimates.items()}
        for level in evaluate([found], quick, version="t").campaigns[0].levels
        for place in [[row.name for row in level.rows].index(spec)]
    )
    wanted = {("segment", name): of_comparisons[name] for name in COUNTED}
    wanted |= {("segment", "acc23"): of_scores["acc23"], ("segment", "tau_b"): of_scores["tau_b"]}
    wanted |= {("system", name): value for name, value in of_systems.items()}
    assert {Objective(name, level).name for level, name in wanted} == {
        *COUNTED,
        "acc23",
        *CORRELATIONS,
        "accuracy",
        "soft-accuracy",
    }
    for (level, name), value in wanted.items():
        ours = Objective(name, level).value(Part.whole(example), *scored(example, spec))
        assert ours == pytest.approx(value, abs=1e-12), (level, name)


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("pearson", lambda x, y: stats.pearsonr(x, y).statistic),
        ("spearman", lambda x, y: stats.spearmanr(x, y).statistic),
        ("kendall", lambda x, y: stats.kendalltau(x, y).statistic),
        ("kendall-c", lambda x, y: stats.kendalltau(x, y, variant="c").statistic),
    ],
)
def test_a_correlation_of_segments_is_the_mean_of_scipy_s_over_segments(
    example: CampaignData, name: str, theirs: Any
) -> None:
    """Over the systems that have both scores; a segment where one side is all equal has none."""
    segment, system = scored(example, "chrf")
    segment = segment.copy()
    segment[2, [4, 9]] = np.nan
    segment[:, 7] = 0.5
    segment[1:, 8] = np.nan
    human = example.scores
    assert human is not None
    part = dataclasses.replace(Part.whole(example), segments=np.array([3, 4, 5, 7, 8, 9, 9, 20]))
    values = []
    for place in part.segments:
        there = ~np.isnan(segment[:, place]) & ~np.isnan(human[:, place])
        x, y = human[there, place], segment[there, place]
        if len(set(x)) > 1 and len(set(y)) > 1:
            values.append(theirs(x, y))
    assert 4 < len(values) < 8
    assert Objective(name).value(part, segment, system) == pytest.approx(np.mean(values), abs=1e-9)
    nothing = dataclasses.replace(part, segments=np.array([7, 8]))
    assert np.isnan(Objective(name).value(nothing, segment, system))


def by_all_signs(human: Any, metric: Any) -> float:
    """Soft pairwise accuracy by its definition: every sign of every segment that a pair shares."""
    gaps = []
    for i in range(len(human)):
        for j in range(i + 1, len(human)):
            found = []
            for scores in (human, metric):
                difference = (scores[i] - scores[j])[~np.isnan(scores[i] - scores[j])]
                signs = 1 - 2 * ((np.arange(2 ** len(difference))[:, None] >> np.arange(len(difference))) & 1)
                found.append(float((signs @ difference >= difference.sum() - 1e-9).mean()))
            gaps.append(abs(found[0] - found[1]))
    return 1 - float(np.mean(gaps))


def test_soft_accuracy_asks_what_each_two_systems_share(example: CampaignData) -> None:
    """People seldom score every system's output of a segment: none of these segments has all scores."""
    human, (metric, system) = np.full((5, 40), np.nan), scored(example, "chrf")
    assert example.scores is not None
    human[:, :10] = example.scores[:, :10]
    human[np.arange(10) % 5, np.arange(10)] = np.nan
    data = dataclasses.replace(example, scores=human)
    ours = Objective("spa", "system").value(Part.whole(data), metric, system)
    assert ours == pytest.approx(by_all_signs(human[:, :10], metric[:, :10]), abs=1e-12)
    half = dataclasses.replace(Part.whole(data), systems=np.array([4, 0, 2]))
    expected = by_all_signs(human[[4, 0, 2], :10], metric[[4, 0, 2], :10])
    assert Objective("spa", "system").value(half, metric, system) == pytest.approx(expected, abs=1e-12)


def test_copies_of_a_system_are_no_pair_of_systems(example: CampaignData) -> None:
    soft, scores = Objective("soft-accuracy", "system"), scored(example, "chrf")
    whole = Part.whole(example)
    once, copied, alone = (dataclasses.replace(whole, systems=np.array(some)) for some in ([0, 3], [0, 0, 3], [2, 2]))
    assert soft.value(copied, *scores) == soft.value(once, *scores)
    assert np.isnan(soft.value(alone, *scores))
    unjudged = dataclasses.replace(example, scores=np.full((5, 40), np.nan))
    assert np.isnan(soft.value(Part.whole(unjudged), *scores))


@pytest.mark.parametrize(("name", "level"), [("acc23", "segment"), ("kendall", "segment"), ("spa", "system")])
def test_gains_are_drawn_over_what_was_judged(example: CampaignData, name: str, level: str) -> None:
    """Segments for an objective of segments, systems for one of systems; each turn is the plain difference."""
    objective, mine, theirs = Objective(name, level), scored(example, "chrf"), scored(example, "ter")
    part = dataclasses.replace(Part.whole(example), segments=np.arange(5, 35))
    found = resampled_gains(objective, [(part, mine, theirs)], 12, seed=7)
    generator = np.random.Generator(np.random.Philox(key=np.array([7, 0], dtype=np.uint64)))
    expected = []
    for _ in range(12):
        unit = "systems" if level == "system" else "segments"
        drawn = generator.choice(getattr(part, unit), len(getattr(part, unit)))
        again = dataclasses.replace(part, **{unit: drawn})
        expected.append(objective.value(again, *mine) - objective.value(again, *theirs))
    np.testing.assert_array_equal(found, expected)
    assert len(set(expected)) > 6


def test_gains_of_counted_pairs_take_rounding_for_a_tie_as_the_objective_does(example: CampaignData) -> None:
    """Scores that differ in the last bits alone decide nothing, however segments are drawn."""
    segment, system = scored(example, "chrf")
    shaken = np.full_like(segment, 0.1) + np.arange(5)[:, None] * 1e-17
    shaken[1] = 0.1 + 2e-17
    shaken[2] = np.nextafter(0.1, 1)
    part = Part.whole(example)
    assert Objective("consistency").value(part, shaken, system) == 0
    found = resampled_gains(Objective(), [(part, (shaken, system), (np.zeros_like(segment), system))], 20, seed=1)
    assert found.tolist() == [0.0] * 20


def test_what_an_objective_lacks_is_said_in_words(example: CampaignData) -> None:
    bare = dataclasses.replace(example, scores=None, system_scores=None, pairs=PairJudgments.of([]))
    one = dataclasses.replace(example, system_scores=np.array([1.0, 2.0, np.nan, np.nan, np.nan]))
    assert Objective("soft-accuracy", "system").lacks(bare) == "scores of segments"
    assert Objective("acc23").lacks(bare) == "scores of segments"
    assert Objective("consistency").lacks(bare) == "decided comparisons or scores of segments"
    assert Objective("pearson", "system").lacks(bare) == "scores of at least 3 systems (it has 0)"
    assert Objective("pearson", "system").lacks(one) == "scores of at least 3 systems (it has 2)"
    for level, names in BY_LEVEL.items():
        assert all(Objective(name, level).lacks(example) == "" for name in names)
    unscored = [Objective(name, level) for level, names in BY_LEVEL.items() for name in names if name not in COUNTED]
    assert all(np.isnan(one.value(Part.whole(bare), *scored(example, "chrf"))) for one in unscored)
    with pytest.raises(InputError) as refused:
        tune(
            Weights([parse("bleu"), parse("chrf")]),
            [bare],
            TuneSettings(Objective("spa", "system"), SearchSettings(), "segments"),
        )
    assert str(refused.value) == f"{example.name} lacks scores of segments, which soft-accuracy of systems needs."


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(SpecError) as refused:
        Objective("pearson", "word")
    assert str(refused.value) == "the level is 'word', expected segment or system."


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"method": "guess"}, "no method 'guess'; there are exact, climb, svm, logistic."),
        ({"seed": -1}, "a seed is a whole number between 0 and 2**64 - 1, got -1."),
        ({"seed": 2**64}, "a seed is a whole number between 0 and 2**64 - 1, got 18446744073709551616."),
    ],
)
def test_a_search_refuses_what_it_cannot_do(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SpecError) as refused:
        SearchSettings(**wrong)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("method", ["exact", "climb"])
def test_alpha_by_wmt13_divides_by_the_pairs_that_the_metric_decides(example: CampaignData, method: str) -> None:
    """The exact sweep knows concordant pairs alone; it must not lose to climbing on pairs that stay tied."""
    target = Alpha(parse("lr-kb1:alpha=0.5,align=direct"))  # type: ignore[arg-type]
    objective, parts = Objective("wmt13"), [Part.whole(example)]
    point = find(target, objective, parts, SearchSettings(method), None)
    grid = max(target.value(objective, parts, np.array([alpha])) for alpha in np.linspace(0.01, 0.99, 99))
    assert target.value(objective, parts, point) >= grid - 0.02


def test_terms_that_order_nothing_are_refused(tmp_path: Path) -> None:
    """Six systems with one and the same text."""
    folder = write_campaign(tmp_path / "same", 1)
    for path in (folder / "systems").iterdir():
        path.write_bytes((folder / "systems" / "s0.txt").read_bytes())
    data, target = [prepare(open_campaign(folder))], Weights([parse("bleu"), parse("chrf")])
    wanted = {
        Objective("pearson", "system"): (
            "pearson of systems has no value for any of bleu, chrf: their scores of what is learnt from, or people's, "
            "are all equal; take other metrics or another objective."
        ),
        Objective(): "every weight came out as 0: these terms do not agree with the judgments at all.",
    }
    for objective, sentence in wanted.items():
        with pytest.raises(TertiumError) as refused:
            tune(target, data, TuneSettings(objective, SearchSettings(), "segments", resamples=5))
        assert str(refused.value) == sentence
    undecided = dataclasses.replace(Part.whole(data[0]), pairs=np.array([], dtype=np.int64))
    with pytest.raises(SpecError) as refused:
        find(target, Objective(), [undecided], SearchSettings(), 0.1)
    assert str(refused.value) == "there is no decided comparison to learn from."


def test_too_little_to_leave_out_is_said(example: CampaignData) -> None:
    pearson = Objective("pearson", "system")
    few = dataclasses.replace(example, segments=1)
    for data, objective, unit, sentence in (
        (example, pearson, "systems", "leaving out systems needs at least 6 systems, one campaign has 5."),
        (few, pearson, "segments", "leaving out segments needs at least 2 segments."),
    ):
        with pytest.raises(InputError) as refused:
            folds([data], objective, unit, 5, 1)
        assert str(refused.value) == sentence


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "state"
    for kept in (b"\xff\xfe", b"{not json", b"[1]", b'{"key": "k"}'):
        path.write_bytes(kept)
        with pytest.raises(InputError) as refused:
            Journal(str(path), "k")
        assert str(refused.value) == f"{path} is not a state file of 'tertium tune'; give another name."
        assert path.read_bytes() == kept


def test_scores_of_systems_alone_make_a_campaign_without_comparisons(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "systems", 2)
    (folder / "rankings.tsv").unlink()
    data = prepare(open_campaign(folder))
    assert len(data.pairs) == 0
    assert data.scores is None
    tuned = tune(
        Numbers(parse("chrf")), [data], TuneSettings(Objective("pearson", "system"), SearchSettings(), "segments", 2, 5)
    )
    assert tuned.training >= tuned.untuned_training > 0.5
    judgments = dataclasses.replace(open_campaign(folder).judgments, system_scores=None)
    assert people_of_systems(judgments) == (None, "none")


def test_texts_must_have_as_many_segments_as_people_judged(tmp_path: Path) -> None:
    campaign = open_campaign(write_campaign(tmp_path / "x", 3))
    fewer = dataclasses.replace(campaign, judgments=dataclasses.replace(campaign.judgments, segments=59))
    for wrong, sentence in (
        (fewer, "x has 60 segments of text but judgments of 59."),
        (
            dataclasses.replace(campaign, references=()),
            "x has no references, and metrics compare with references.",
        ),
    ):
        with pytest.raises(InputError) as refused:
            prepare(wrong)
        assert str(refused.value) == sentence


def test_where_only_judged_segments_were_measured_systems_have_no_scores(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "few", 5)
    table = folder / "rankings.tsv"
    rows = table.read_text("utf-8").split("\n")
    table.write_text("\n".join(row for row in rows if not row or row.startswith(("seg", "7\t"))), "utf-8")
    leaf = prepare(open_campaign(folder), judged_only=True).leaf(parse("chrf"))
    with pytest.raises(TypeError, match="only the judged segments were measured; systems have no scores here"):
        leaf.system()


def test_threads_and_links_leave_scores_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of 256 segments, so that there are several to measure at once."""
    monkeypatch.setattr("tertium.analysis.tuning.campaign_data.SEGMENTS_PER_CHUNK", 1)
    campaign = open_campaign(write_campaign(tmp_path / "many", 1, segments=600))
    seen = []
    alone, together = (
        prepare(campaign, threads=threads, linking=lambda corpus: seen.append(corpus) or corpus) for threads in (1, 3)
    )
    assert len(seen) == 2
    assert len(together.chunks) == 3
    for spec in ("chrf", "bleu", "nist"):
        one, other = (data.leaf(parse(spec)) for data in (alone, together))
        np.testing.assert_array_equal(one.segment, other.segment)
        np.testing.assert_array_equal(one.system(), other.system())


def test_chunks_without_a_judged_segment_are_not_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.analysis.tuning.campaign_data.SEGMENTS_PER_CHUNK", 1)
    folder = write_campaign(tmp_path / "many", 1, segments=600)
    table = folder / "rankings.tsv"
    rows = table.read_text("utf-8").split("\n")
    table.write_text("\n".join(row for row in rows if not row or row.startswith(("seg", "300\t"))), "utf-8")
    some, whole = (prepare(open_campaign(folder), judged_only=judged) for judged in (True, False))
    assert len(some.chunks) == 3
    assert [chunk.segments for chunk in some._to_measure()] == [1]
    np.testing.assert_array_equal(some.leaf(parse("chrf")).segment[:, 299], whole.leaf(parse("chrf")).segment[:, 299])
