"""Tuning finds what is there to be found, exactly where that is possible, and says when it is nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.meta.campaign_folder import write_campaign
from tertium.analysis.meta.rankings import expected_wins, wins_and_ties
from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.folds import folds
from tertium.analysis.tuning.methods import SearchSettings, _pooled, logistic, ranking_svm
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.sweep import sweep
from tertium.analysis.tuning.targets import Alpha, Numbers, Weights
from tertium.analysis.tuning.validation import Journal, TuneSettings, _Single, journal_key, tune
from tertium.api.score import score
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.errors import SpecError, TertiumError
from tertium.metrics.spec import parse
from tertium.progress import Silent
from tertium.results.tuning import NOISE, REAL
from vectors import vectors

CONSISTENCY = Objective()


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> list[CampaignData]:
    root = tmp_path_factory.mktemp("campaigns")
    return [prepare(open_campaign(write_campaign(root / f"x{seed}", seed))) for seed in range(3)]


def share(alpha: float, order: Any, words: Any) -> float:
    return float((alpha * order + (1 - alpha) * words > 1e-12).mean())


@pytest.mark.parametrize("vector", vectors("lrscore", "alpha-tuning"))
def test_the_sweep_finds_the_specified_alpha(vector: dict[str, Any]) -> None:
    order, words = np.array(vector["pairs_dR_dB"]).T
    found = sweep(words, order - words, np.full(len(words), 1 / len(words)), 0.0, 1.0)
    expected = vector["expected"]
    assert found.value == pytest.approx(expected["best_consistency"])
    assert any(low < found.point < high for low, high in expected["optimal_open_intervals"])
    assert share(0.0, order, words) == expected["consistency@0"]
    assert share(1.0, order, words) == expected["consistency@1"]


differences = st.lists(st.tuples(*[st.integers(-4, 4)] * 2), min_size=1, max_size=12)


@given(differences)
def test_no_grid_beats_the_sweep(pairs: list[tuple[int, int]]) -> None:
    order, words = np.array(pairs, dtype=float).T
    found = sweep(words, order - words, np.ones(len(words)), 0.0, 1.0)
    assert 0 < found.point < 1
    assert share(found.point, order, words) * len(words) == pytest.approx(found.value)
    assert found.value >= max(share(alpha, order, words) for alpha in np.linspace(0, 1, 211)) * len(words) - 1e-9


def test_changes_at_one_place_leave_no_interval_between_them() -> None:
    """Multiples of 1 - 3t change sign at 1/3, and at numbers that differ from it and one another in the last bits."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        sizes = rng.uniform(0.1, 1.0, 12) * np.repeat([1.0, -1.0], 6)
        found = sweep(sizes / 3, -sizes, np.ones(12), 0.0, 1.0)
        assert found.value == np.count_nonzero(sizes / 3 - found.point * sizes > 0) == 6
        assert found.high - found.low > 0.3


def test_hill_climbing_never_beats_the_sweep_and_nearly_reaches_it(campaigns: list[CampaignData]) -> None:
    target = Alpha(parse("lr-kb1:alpha=0.5,align=direct"))  # type: ignore[arg-type]
    plan = TuneSettings(CONSISTENCY, SearchSettings("exact"), "pairs")
    exact = tune(target, campaigns, plan, validate=False)
    climbed = tune(target, campaigns, TuneSettings(CONSISTENCY, SearchSettings("climb"), "pairs"), validate=False)
    assert climbed.training <= exact.training + 1e-12
    assert climbed.training > exact.training - 0.02


@pytest.mark.parametrize("vector", vectors("layered", "svm-rank-weights"))
def test_the_ranking_svm_gives_svm_lights_weights(vector: dict[str, Any]) -> None:
    pytest.importorskip("sklearn", reason="the extra 'meta' is not installed")
    made = []
    for query in vector["queries"].values():
        for better in query:
            for worse in query:
                if better["target"] > worse["target"]:
                    made.append(np.subtract(better["features"], worse["features"]))
    for price, key in ((1.0, "C_pairs=1"), (10.0, "C_pairs=10"), (100.0, "C_pairs=100")):
        found = ranking_svm(np.array(made), price)
        assert found == pytest.approx(vector["expected"][key]["w"], abs=2e-5)


@pytest.mark.parametrize("nonnegative", [False, True])
def test_logistic_regression_stops_where_nothing_can_be_gained(nonnegative: bool) -> None:
    rng = np.random.default_rng(3)
    made = rng.normal(size=(400, 4)) + np.array([0.5, 0.2, -0.3, 0.0])
    weight = rng.uniform(size=400)
    found = logistic(made, weight, 0.01, nonnegative)
    gradient = -(made.T @ (weight / (1 + np.exp(made @ found)))) + 0.01 * found
    if nonnegative:
        assert (found >= 0).all()
        assert found[2] == 0
        assert (gradient[found == 0] >= 0).all()
        assert np.abs(gradient[found > 0]).max() < 1e-6
    else:
        assert found[2] < 0
        assert np.abs(gradient).max() < 1e-6


def test_tuned_scores_are_those_of_the_metric_that_comes_out(tmp_path: Path) -> None:
    """System scores and consistency from kept rows equal those of the tuned metric over the texts."""
    folder = write_campaign(tmp_path / "one", 9)
    campaign = prepare(open_campaign(folder))
    terms = ["chrf", "ribes", "ter", "bleu"]
    target = Weights([parse(term) for term in terms])
    tuned = tune(target, [campaign], TuneSettings(CONSISTENCY, SearchSettings(), "segments"), validate=False)
    refs = (folder / "refA.txt").read_text().splitlines()
    hyps = {path.stem: path.read_text().splitlines() for path in sorted((folder / "systems").iterdir())}
    report = score(hyps, refs, tuned.metric, segment_scores=True)
    segment = np.array([system.scores[0].segment_scores for system in report.systems])
    assert CONSISTENCY.value(Part.whole(campaign), segment, lambda _: segment) == pytest.approx(tuned.training)
    system = Objective("pearson", "system").of_systems(
        Part.whole(campaign), np.array([system.scores[0].value for system in report.systems])
    )
    assert system == pytest.approx(target.value(Objective("pearson", "system"), [Part.whole(campaign)], _point(tuned)))


def _point(tuned: Any) -> Any:
    signs = [-1.0 if name == "ter" else 1.0 for name in tuned.names]
    return np.array(tuned.numbers) * signs


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        ("ribes", ()),
        ("meteor", ()),
        ("chrf", ()),
        ("atec", ("w_pos", "w_order", "alpha")),
        ("atec", ("all",)),
        ("pow(nsr*pow(precision, 1/4), 1.5)", ()),
        ("mean(chrf*pow(ter, -0.5))", ("exponent[1]",)),
        ("pow(0.5*bleu + 0.5*chrf, 2)", ("all",)),
    ],
)
def test_a_metrics_own_numbers_are_tuned(campaigns: list[CampaignData], spec: str, wanted: tuple[str, ...]) -> None:
    target = Numbers(parse(spec), wanted)
    plan = TuneSettings(CONSISTENCY, SearchSettings(restarts=1), "pairs", resamples=50)
    tuned = tune(target, campaigns[:1], plan, validate=False)
    assert tuned.training >= tuned.untuned_training
    assert type(tuned.metric) is type(parse(spec))
    assert parse(tuned.metric.signature) == tuned.metric


@pytest.mark.parametrize("spec", ["ribes", "atec", "bleu"])
def test_measuring_judged_segments_alone_changes_nothing(tmp_path: Path, spec: str) -> None:
    folder = write_campaign(tmp_path / "few", 5)
    table = folder / "rankings.tsv"
    rows = table.read_text("utf-8").split("\n")
    table.write_text("\n".join(row for row in rows if not row or row.startswith(("seg", "7\t", "31\t"))), "utf-8")
    campaign = open_campaign(folder)
    whole, judged = prepare(campaign), prepare(campaign, judged_only=True)
    assert judged.judged is not None
    assert judged.judged.tolist() == [6, 30]
    leaves = [campaign.leaf(parse(spec)).segment[:, [6, 30]] for campaign in (whole, judged)]
    assert np.array_equal(*leaves)


def test_a_sample_has_the_scores_of_the_whole(tmp_path: Path) -> None:
    whole = prepare(open_campaign(write_campaign(tmp_path / "whole", 6)), judged_only=True)
    scores = whole.leaf(parse("atec")).segment
    some = whole.sample(7)
    assert some.judged is not None
    assert len(some.judged) == 7
    assert set(some.pairs.segment.tolist()) == set(some.judged.tolist())
    assert np.array_equal(some.leaf(parse("atec")).segment[:, some.judged], scores[:, some.judged])


def test_rows_are_measured_once_for_all_values_of_tunables(campaigns: list[CampaignData], monkeypatch: Any) -> None:
    from tertium.metrics.ribes import Ribes

    campaign = campaigns[0]
    campaign.forget()
    counted = []
    measure = Ribes.measure
    monkeypatch.setattr(Ribes, "measure", lambda self, chunk: counted.append(1) or measure(self, chunk))
    tune(
        Numbers(parse("ribes")),
        [campaign],
        TuneSettings(CONSISTENCY, SearchSettings(restarts=3), "segments"),
        validate=False,
    )
    assert len(counted) == len(campaign.chunks)


@pytest.mark.parametrize("unit", ["pairs", "systems", "segments"])
@pytest.mark.parametrize("objective", [CONSISTENCY, Objective("pearson", "system")])
def test_nothing_learnt_from_is_judged(campaigns: list[CampaignData], unit: str, objective: Objective) -> None:
    for fold in folds(campaigns, objective, unit, 3, 1):
        for train in fold.train:
            for test in fold.test:
                if train.campaign is not test.campaign:
                    continue
                assert not set(train.pairs) & set(test.pairs)
                assert not (set(train.systems) & set(test.systems) and set(train.segments) & set(test.segments))


def test_no_comparison_with_a_system_that_is_left_out_is_learnt_from(campaigns: list[CampaignData]) -> None:
    """Nor is one lost: it is judged on."""
    for fold in folds(campaigns, CONSISTENCY, "systems", 3, 1):
        for train, test in zip(fold.train, fold.test, strict=True):
            pairs = train.campaign.pairs
            seen = set(pairs.first[train.pairs].tolist()) | set(pairs.second[train.pairs].tolist())
            assert seen <= set(train.systems.tolist())
            assert sorted([*train.pairs.tolist(), *test.pairs.tolist()]) == list(range(len(pairs)))


def test_every_fold_is_judged_and_together_they_are_everything(campaigns: list[CampaignData]) -> None:
    for unit in ("pairs", "segments"):
        made = folds(campaigns, CONSISTENCY, unit, 4, 1)
        judged = sum(len(part.pairs) for fold in made for part in fold.test)
        assert judged == sum(len(campaign.pairs) for campaign in campaigns)


def test_a_gain_that_is_there_is_called_real(campaigns: list[CampaignData]) -> None:
    """Judges mind lost words most, which precision alone sees and word order alone does not."""
    target = Weights([parse("nkt"), parse("rouge-l"), parse("precision")], nonnegative=True)
    tuned = tune(target, campaigns, TuneSettings(CONSISTENCY, SearchSettings(), "pairs"), baseline=parse("nkt"))
    assert tuned.validation is not None
    assert tuned.validation.verdict == REAL
    assert tuned.validation.low > 0
    assert all(number >= 0 for number in tuned.numbers)


def test_a_gain_on_random_judgments_is_called_noise(tmp_path: Path) -> None:
    noise = [prepare(open_campaign(write_campaign(tmp_path / f"n{k}", k, noise=True))) for k in range(3)]
    target = Weights([parse("bleu"), parse("chrf"), parse("ribes")])
    tuned = tune(target, noise, TuneSettings(CONSISTENCY, SearchSettings("exact"), "pairs"))
    assert tuned.training > tuned.untuned_training  # in sample it looks like a gain
    assert tuned.validation is not None
    assert tuned.validation.verdict == NOISE


def test_the_svm_takes_terms_as_they_are_and_scaling_is_an_option(campaigns: list[CampaignData]) -> None:
    """As SVM-rank does: the weights are those of the plain machine on the unscaled differences of systems."""
    pytest.importorskip("sklearn", reason="the extra 'meta' is not installed")
    target, systems = Weights([parse("bleu"), parse("ribes"), parse("chrf")]), Objective("pearson", "system")
    made = [target.differences(systems, Part.whole(campaign)) for campaign in campaigns]
    assert all(count.min() == count.max() == 1.0 for _, count in made)
    assert len({len(count) for _, count in made}) == 1  # so that every pair weighs the same

    def found(scale: str | None) -> list[float]:
        search = SearchSettings("svm", strength=1.0, scale=scale)
        return list(tune(target, campaigns, TuneSettings(systems, search, "pairs"), validate=False).numbers)

    plain = ranking_svm(np.concatenate([differences for differences, _ in made]), 1.0)
    assert found(None) == pytest.approx((plain / np.abs(plain).sum()).tolist(), abs=1e-6)
    assert found("raw") == found(None)
    assert found("spread") != pytest.approx(found("raw"), abs=1e-3)
    with pytest.raises(SpecError, match="no scale 'rank'"):
        SearchSettings("svm", scale="rank")


def test_an_svm_gets_weights_whose_mean_is_one(campaigns: list[CampaignData], monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a price means the same however many comparisons a campaign has."""
    pytest.importorskip("sklearn", reason="the extra 'meta' is not installed")
    means = []

    def machine(differences: Any, price: float, weight: Any) -> Any:
        means.append(float(np.mean(weight)))
        return np.array([1.0, 0.5])

    monkeypatch.setattr("tertium.analysis.tuning.methods.ranking_svm", machine)
    search = SearchSettings("svm", strength=1.0)
    for objective in (CONSISTENCY, Objective("wmt13", "segment")):  # the latter counts what the metric decides alone
        target = Weights([parse("bleu:smooth=none"), parse("bleu:order=3,smooth=none")])
        tune(target, campaigns, TuneSettings(objective, search, "pairs"), validate=False)
    assert means == pytest.approx([1.0] * len(means))
    assert means


def test_a_campaign_in_which_no_term_decides_leaves_the_others_their_weights() -> None:
    """By wmt13 it has no decided pairs to divide by."""

    class Told:
        def differences(self, objective: Objective, part: Any) -> Any:
            return np.array(part, dtype=float), np.full(len(part), 2.0)

    told, nobody = [[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0]]
    made, weight = _pooled(Told(), Objective("wmt13", "segment"), [told, nobody])  # type: ignore[arg-type, list-item]
    np.testing.assert_array_equal(made, [*told, *nobody])
    np.testing.assert_array_equal(weight, [0.5, 0.5, 0.0])


def test_one_term_alone_has_its_own_scores_turned_where_lower_is_better(campaigns: list[CampaignData]) -> None:
    target = Weights([parse("chrf"), parse("ter")])
    segment, system = _Single(target, 1).of(campaigns[0])
    leaf = target.leaf_scores(campaigns[0])[1]
    np.testing.assert_array_equal(segment, -leaf.segment)
    np.testing.assert_array_equal(system(None), -leaf.system(None))


def test_of_the_svms_prices_those_without_a_turned_term_come_first(
    campaigns: list[CampaignData], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sklearn", reason="the extra 'meta' is not installed")
    target, systems = Weights([parse("bleu"), parse("ribes")]), Objective("pearson", "system")
    given = {0.01: [1.0, -0.2], 0.1: [1.0, 0.2], 1.0: [1.0, 0.1], 10.0: [2.0, -1.0], 100.0: [1.0, -3.0]}

    def machine(differences: Any, price: float, weight: Any = None) -> Any:
        return np.array(given[price])

    monkeypatch.setattr("tertium.analysis.tuning.methods.ranking_svm", machine)
    plan = TuneSettings(systems, SearchSettings("svm"), "pairs")
    assert tune(target, campaigns, plan, validate=False).strength in (0.1, 1.0)
    given[0.1] = given[1.0] = [1.0, -1.0]
    assert tune(target, campaigns, plan, validate=False).strength == 0.01  # the least weight is turned


@pytest.mark.parametrize("method", ["exact", "climb", "svm", "logistic"])
def test_a_seed_gives_one_result(campaigns: list[CampaignData], method: str) -> None:
    if method == "svm":
        pytest.importorskip("sklearn", reason="the extra 'meta' is not installed")
    target = Weights([parse("bleu"), parse("ribes"), parse("ter")])
    plan = TuneSettings(CONSISTENCY, SearchSettings(method, restarts=2), "pairs", resamples=100)
    first, second = (tune(target, campaigns, plan) for _ in range(2))
    assert first == second


def test_a_journal_goes_on_where_it_was(campaigns: list[CampaignData], tmp_path: Path) -> None:
    target, plan = Numbers(parse("ribes")), TuneSettings(CONSISTENCY, SearchSettings(restarts=1), "pairs", resamples=50)
    key = journal_key(target, plan, campaigns, "ribes")
    path = str(tmp_path / "state")
    whole = tune(target, campaigns, plan)

    class Interrupted(Silent):
        def progress(self, doing: str, done: int, total: int) -> None:
            if done == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(target, campaigns, plan, journal=Journal(path, key), listener=Interrupted())
    again = Journal(path, key)
    assert again.resumed == 2
    assert tune(target, campaigns, plan, journal=again) == whole
    with pytest.raises(TertiumError, match="another run"):
        Journal(path, "other")
    Path(path).write_text("[]", encoding="utf-8")
    with pytest.raises(TertiumError, match="not a state file"):
        Journal(path, key)


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall", "kendall-c", "accuracy"])
def test_systems_can_be_what_is_judged(campaigns: list[CampaignData], name: str) -> None:
    objective = Objective(name, "system")
    target = Weights([parse("bleu"), parse("chrf")], nonnegative=True)
    tuned = tune(target, campaigns, TuneSettings(objective, SearchSettings(), "pairs", resamples=20))
    assert tuned.training > 0.5


def test_scores_of_systems_are_made_as_meta_makes_them(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "made", 4)
    given = prepare(open_campaign(folder))
    assert given.systems_by == "given scores"
    (folder / "human_sys.tsv").unlink()
    made = prepare(open_campaign(folder))
    assert made.systems_by == "expected wins of comparisons"
    pairs = open_campaign(folder).judgments.pairs
    assert pairs is not None
    assert made.system_scores == pytest.approx(expected_wins(*wins_and_ties(pairs, len(made.systems))))
    examples = prepare(open_campaign(Path(__file__).parents[3] / "examples/judged/es-en"))
    assert examples.systems_by == "means of segment scores"
    assert examples.scores is not None
    assert examples.system_scores == pytest.approx(np.nanmean(examples.scores, axis=1))


def test_what_cannot_be_done_is_refused(campaigns: list[CampaignData]) -> None:
    with pytest.raises(TertiumError, match="did you mean 'consistency'"):
        Objective("consistncy")
    with pytest.raises(TertiumError, match="at system level"):
        Objective("wmt13", "system")
    with pytest.raises(TertiumError, match="scores of segments"):
        tune(Numbers(parse("ribes")), campaigns, TuneSettings(Objective("acc23"), SearchSettings(), "pairs"))
    with pytest.raises(TertiumError, match="did you mean 'alpha'"):
        Numbers(parse("ribes"), ("alfa",))
    with pytest.raises(TertiumError, match="no tunable number"):
        Numbers(parse("ter"))
    with pytest.raises(TertiumError, match="exact sweep needs"):
        SearchSettings("exact").of(Numbers(parse("ribes")), CONSISTENCY)
    with pytest.raises(TertiumError, match="weights of a sum"):
        SearchSettings("svm").of(Numbers(parse("ribes")), CONSISTENCY)
    with pytest.raises(TertiumError, match="twice"):
        Weights([parse("bleu"), parse("bleu")])
    with pytest.raises(TertiumError, match="at least 2 campaigns"):
        folds(campaigns[:1], CONSISTENCY, "pairs", 3, 1)
