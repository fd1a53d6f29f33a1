"""P-values, Holm's correction, letters: by hand, by laws, and by what other programs published."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.analysis.comparing.comparison import CompareSettings, compare
from tertium.analysis.comparing.resampling import Bootstrap, randomise, resample
from tertium.analysis.comparing.score_rows import Group, ScoreRows, mean_score_rows, score_rows_of
from tertium.analysis.comparing.significance import bootstrap_p, holm, letters, randomised_p, units_needed
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.kernels.draws import draw_swaps
from tertium.metrics.spec import parse

ROOT = Path(__file__).resolve().parents[3]


def score_rows(systems: dict[str, Path], reference: Path, *specs: str) -> ScoreRows:
    keep = KeptRows()
    metrics = [parse(spec) for spec in specs]
    places = [Place(str(path)) for path in systems.values()]
    corpus = open_corpus(places, [Place(str(reference))], names=list(systems))
    local.score(corpus, metrics, version="test", keep=keep)
    return score_rows_of(list(systems), metrics, keep)


@pytest.fixture(scope="module")
def example() -> ScoreRows:
    folder = ROOT / "examples" / "es-en"
    systems = {name: folder / "systems" / f"{name}.txt" for name in ("direct", "via-ca", "via-eo")}
    return score_rows(systems, folder / "ref1.txt", "bleu", "chrf", "ribes", "nist", "0.5*bleu - 0.5*ter")


def test_p_counts_draws_at_least_as_extreme_and_itself() -> None:
    drawn = np.array([-3.0, -1.0, 1.0, 3.0])
    assert randomised_p(drawn, 3.0, "two") == 3 / 5
    assert randomised_p(drawn, 3.0, "one") == 2 / 5
    assert randomised_p(drawn, 3.0, "one", higher=False) == 1.0
    assert randomised_p(drawn, 4.0, "two") == 1 / 5, "never 0"
    assert bootstrap_p(drawn + 5, 3.0, "two", True) == 3 / 5, "centred first"
    assert bootstrap_p(drawn + 5, 3.0, "one", True) == 2 / 5
    assert bootstrap_p(drawn, 1.0, "moses", True) == 3 / 5, "sizes 3 1 1 3, mean 2"


def test_nothing_observed_is_no_evidence_at_all() -> None:
    assert randomised_p(np.zeros(99), 0.0, "two") == 1.0
    for sides in ("two", "one", "moses"):
        assert bootstrap_p(np.zeros(99), 0.0, sides, True) == 1.0
    assert np.isnan(randomised_p(np.full(9, np.nan), 1.0, "two"))
    assert np.isnan(bootstrap_p(np.zeros(9), float("nan"), "two", True))
    assert np.isnan(bootstrap_p(np.full(9, np.nan), 1.0, "two", True))
    assert bootstrap_p(np.array([1.0]), 1.0, "two", True) == 1 / 2, "one draw is one"


def test_few_units_are_never_certain() -> None:
    """Resamples of one segment are all alike; a test of signs of n segments cannot go below 2 ** (1 - n)."""
    for units in range(1, 9):
        scores = np.stack([np.zeros(units), np.ones(units) + np.arange(units) / 100])
        (metric,) = compare(mean_score_rows(["a", "b"], "x", "x", scores, True), CompareSettings(Bootstrap(500)))
        (difference,) = metric.differences
        assert difference.p == pytest.approx(max(2.0 ** (1 - units), 1 / 501))
        assert difference.significant == (units >= 6)
    one = compare(
        mean_score_rows(["a", "b"], "x", "x", np.array([[0.0], [1.0]]), True), CompareSettings(Bootstrap(50), "ar")
    )
    assert one[0].differences[0].p == 1.0
    assert np.isnan(one[0].differences[0].effect)
    assert one[0].differences[0].needed is None


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    mixed = holm([0.01, float("nan"), 0.04])
    assert mixed[0] == pytest.approx(0.02)
    assert np.isnan(mixed[1])


@given(st.integers(1, 7), st.data())
def test_systems_share_a_letter_exactly_if_they_do_not_differ(count: int, data: st.DataObject) -> None:
    differ = np.zeros((count, count), dtype=bool)
    for i, j in combinations(range(count), 2):
        differ[i, j] = differ[j, i] = data.draw(st.booleans())
    order = data.draw(st.permutations(range(count)))
    shown = letters(differ, order)
    for i, j in combinations(range(count), 2):
        assert bool(set(shown[i]) & set(shown[j])) != differ[i, j]
    assert "a" in shown[order[0]]
    assert all(shown)


def test_no_letter_says_what_others_say() -> None:
    """Ten systems in a row, each different from those three places away: eight overlapping groups of three."""
    places = np.arange(10)
    shown = letters(np.abs(places[:, None] - places) > 2, places.tolist())
    assert shown == ["a", "ab", "abc", "bcd", "cde", "def", "efg", "fgh", "gh", "h"]
    rng = np.random.default_rng(0)
    for _ in range(50):
        differ = np.triu(rng.random((9, 9)) < 0.5, 1)
        shown = letters(differ | differ.T, list(range(9)))
        columns = [{system for system in range(9) if letter in shown[system]} for letter in sorted(set("".join(shown)))]
        for column in columns:
            rest = [other for other in columns if other is not column]
            pairs = [any({first, second} <= other for other in rest) for first in column for second in column]
            assert not all(pairs), "nothing could be left out"


def test_needed_units_grow_with_the_square() -> None:
    assert units_needed(100, 1.0, 2.0) == 400
    assert units_needed(100, -4.0, 2.0) == 25
    assert units_needed(100, 0.0, 2.0) is None


def test_identical_outputs_give_one_and_no_star() -> None:
    folder = ROOT / "examples" / "es-en"
    same = folder / "systems" / "direct.txt"
    both = score_rows(
        {"a": same, "b": same, "c": folder / "systems" / "via-eo.txt"}, folder / "ref1.txt", "bleu", "nist"
    )
    for test in ("bs", "ar"):
        for metric in compare(both, CompareSettings(Bootstrap(200), test=test, trials=200)):
            twins, other, _ = metric.differences
            assert (twins.delta, twins.p, twins.p_holm, twins.significant, twins.identical) == (0, 1, 1, False, True)
            assert (twins.wins, twins.ties, twins.losses) == (0, 240, 0)
            assert twins.needed is None
            assert other.significant
            assert [system.letters for system in metric.systems] == ["a", "a", "b"]


def test_threads_leave_every_bit(example: ScoreRows) -> None:
    settings = CompareSettings(Bootstrap(300, seed=0), test="ar", trials=500)
    assert compare(example, settings, threads=8) == compare(example, settings, threads=1)
    again = CompareSettings(Bootstrap(300, seed=1), test="ar", trials=500)
    assert compare(example, again) != compare(example, settings)


def test_a_swap_equals_swapping_the_rows(example: ScoreRows) -> None:
    """The plain version swaps row by row and scores from scratch."""
    swaps = draw_swaps(example.units, 3, 0, 4)
    made = randomise(example, [(0, 1), (2, 1)], 4, 3, 1)
    for trial, pair in ((0, 0), (3, 1)):
        first, second = [(0, 1), (2, 1)][pair]
        values = []
        for leaf in example.leaves:
            rows = leaf.rows.copy()
            where = swaps[trial].astype(bool)
            rows[where, first], rows[where, second] = leaf.rows[where, second], leaf.rows[where, first]
            sums = rows.sum(axis=0)
            values.append(leaf.finish(sums[second]) - leaf.finish(sums[first]))
        assert made[trial, pair] == pytest.approx(example.combine(values), abs=1e-9)


def test_observed_scores_are_those_of_scoring_to_the_last_bit(example: ScoreRows) -> None:
    folder = ROOT / "examples" / "es-en"
    places = [Place(str(folder / "systems" / f"{name}.txt")) for name in example.names]
    metrics = [parse(measure.signature) for measure in example.measures]
    corpus = open_corpus(places, [Place(str(folder / "ref1.txt"))], names=list(example.names))
    report = local.score(corpus, metrics, version="test")
    scores = [[score.score for score in system.scores] for system in report.systems]
    assert example.observed().tolist() == scores


def test_the_false_alarm_rate_is_what_alpha_says() -> None:
    """Two systems of equal quality, 300 times: a test at 5 % is wrong about 5 % of the time."""
    rng = np.random.default_rng(1)
    for test in ("bs", "ar"):
        alarms = 0
        for number in range(300):
            scores = rng.normal(size=(2, 60))
            found = compare(
                mean_score_rows(["a", "b"], "x", "x", scores, True),
                CompareSettings(Bootstrap(199, seed=number), test=test, trials=199),
            )
            alarms += found[0].differences[0].significant
        assert 4 <= alarms <= 30, (test, alarms)  # a binomial of 300 and 0.05 lies outside once in 2,000


def test_the_smallest_detectable_difference_is_found_as_often_as_power_says() -> None:
    rng = np.random.default_rng(2)
    settings = CompareSettings(Bootstrap(199), test="ar", trials=399)
    error = np.sqrt(2 / 80)
    delta = 2.8016 * error  # z of 0.975 and of 0.8
    shown, found = [], 0
    for number in range(200):
        scores = rng.normal(size=(2, 80))
        scores[1] += delta
        result = compare(
            mean_score_rows(["a", "b"], "x", "x", scores, True),
            CompareSettings(Bootstrap(199, number), "ar", trials=399),
        )
        shown.append(result[0].differences[0].detectable)
        found += result[0].differences[0].significant
    assert np.mean(shown) == pytest.approx(delta, rel=0.1)
    assert found / 200 == pytest.approx(settings.power, abs=0.1)


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for number in range(200):
        scores = rng.normal(loc=[[0.0], [0.3]], size=(2, 100))
        found = compare(mean_score_rows(["a", "b"], "x", "x", scores, True), CompareSettings(Bootstrap(299, number)))
        interval = found[0].differences[0].interval
        assert interval is not None
        covered += interval.low <= 0.3 <= interval.high
    assert 0.88 <= covered / 200 <= 0.99


def test_runs_are_averaged_in_scores_resamples_and_swaps(example: ScoreRows) -> None:
    runs = replace(example, groups=(Group("direct", (0,)), Group("pivot", (1, 2))))
    metric = compare(runs, CompareSettings(Bootstrap(400), test="ar", trials=300))[1]
    direct, pivot = metric.systems
    scores = example.observed()[:, 1]
    assert pivot.score == pytest.approx((scores[1] + scores[2]) / 2)
    assert pivot.runs is not None
    assert direct.runs is None
    assert pivot.runs.between == pytest.approx(np.std(scores[1:], ddof=1))
    fixed = resample(example, Bootstrap(400), 1)[:, :, 1]
    assert pivot.runs.segments == pytest.approx(np.std(fixed[:, 1:].mean(axis=1), ddof=1))
    assert pivot.interval is not None
    assert pivot.interval.high - pivot.interval.low > 3.5 * pivot.runs.segments, "runs are drawn beside segments"
    swapped = randomise(runs, [(0, 1)], 300, 12345, 1)[:, 0]
    apart = randomise(example, [(0, 1), (0, 2)], 300, 12345, 1).mean(axis=1)
    assert swapped == pytest.approx(apart)
    both_ways = randomise(runs, [(0, 1), (1, 0)], 300, 12345, 1)
    back = randomise(example, [(1, 0), (2, 0)], 300, 12345, 1).mean(axis=1)
    assert both_ways[:, 0] == pytest.approx(apart)
    assert both_ways[:, 1] == pytest.approx(back), "every pair has the runs of its own systems"
    twice = replace(example, groups=(Group("a", (1, 2)), Group("b", (1, 2))))
    assert compare(twice, CompareSettings(Bootstrap(50)))[0].differences[0].p == 1.0


def test_documents_are_drawn_whole(example: ScoreRows) -> None:
    labels = [f"d{segment // 10}" for segment in range(example.units)]
    blocks = example.by_document(labels)
    assert (blocks.units, blocks.unit, blocks.segments) == (24, "document", 240)
    assert blocks.observed() == pytest.approx(example.observed(), abs=1e-10)
    assert (
        compare(blocks, CompareSettings(Bootstrap(100)))[0].differences[0].wins
        == compare(example, CompareSettings(Bootstrap(100)))[0].differences[0].wins
    )


# --- published p-values: WMT17 English-German, baseline LIUM-NMT -----------------------------------------------------

BASELINE = "newstest2017.LIUM-NMT.4900.en-de"


@pytest.fixture(scope="module")
def wmt17(shared_data: Path) -> tuple[ScoreRows, dict[str, list[float]]]:
    folder = shared_data / "fixtures" / "sacrebleu-wmt17-ende"
    lines = (folder / "expected_pvalues.tsv").read_text("utf-8").split("\n")[1:-1]
    table = {name: list(map(float, numbers)) for name, *numbers in (line.split("\t") for line in lines)}
    systems = {name: folder / "systems" / f"{name}.txt" for name in (BASELINE, *table)}
    return score_rows(systems, folder / "refA.txt", "bleu:tok=none", "ter:search=sacrebleu"), table


def test_moses_bootstrap_of_wmt17(wmt17: tuple[ScoreRows, dict[str, list[float]]]) -> None:
    made, table = wmt17
    found = compare(made, CompareSettings(Bootstrap(4000), sides="moses", against="baseline"))[0]
    for difference in found.differences:
        published = table[difference.second][0]
        assert difference.p == pytest.approx(published, abs=_noise(published, 4000, 6000)), difference.second


def test_multeval_randomisation_of_wmt17(wmt17: tuple[ScoreRows, dict[str, list[float]]]) -> None:
    made, table = wmt17
    bleu, ter = compare(made, CompareSettings(Bootstrap(50), test="ar", trials=5000, against="baseline"))
    for difference in bleu.differences:
        published = table[difference.second][1]
        assert difference.p == pytest.approx(published, abs=_noise(published, 5000, 10000)), difference.second
    for difference in ter.differences:
        published = table[difference.second][2]
        # MultEval's TER is tercom's: single segments differ by an edit from sacreBLEU's and ours.
        assert difference.p == pytest.approx(published, abs=_noise(published, 5000, 10000) + 0.01), difference.second


def _noise(p: float, ours: int, theirs: int) -> float:
    """Four standard errors of the difference of two estimated p-values, and the smallest p-value there is."""
    return 4 * float(np.sqrt(p * (1 - p) * (1 / ours + 1 / theirs))) + 1 / ours + 1 / theirs


# --- sacreBLEU 2.6's paired tests on the example corpus --------------------------------------------------------------


@pytest.mark.parametrize("test", ["bs", "ar"])
def test_sacrebleus_paired_tests_within_sampling_error(test: str) -> None:
    from sacrebleu.metrics import BLEU, CHRF
    from sacrebleu.significance import PairedTest

    folder = ROOT / "examples" / "es-en"
    reference = (folder / "ref1.txt").read_text("utf-8").split("\n")[:-1]
    names = ("via-ca", "via-eo", "direct")
    texts = {name: (folder / "systems" / f"{name}.txt").read_text("utf-8").split("\n")[:-1] for name in names}
    draws = 2000
    runner = PairedTest(
        list(texts.items()), {"BLEU": BLEU(), "chrF2": CHRF()}, [reference], test_type=test, n_samples=draws
    )
    _, theirs = runner()
    made = score_rows({name: folder / "systems" / f"{name}.txt" for name in names}, folder / "ref1.txt", "bleu", "chrf")
    sides = "moses" if test == "bs" else "two"
    settings = CompareSettings(
        Bootstrap(draws), test=test, sides=sides, trials=draws, against="baseline", order="given"
    )
    for ours, label in zip(compare(made, settings), ("BLEU", "chrF2"), strict=True):
        for place, difference in enumerate(ours.differences, 1):
            other = theirs[label][place]
            assert difference.p == pytest.approx(other.p_value, abs=_noise(other.p_value, draws, draws))
            assert ours.systems[place].score == pytest.approx(other.score, abs=1e-9)
            if test == "bs":
                interval = ours.systems[place].interval
                assert interval is not None
                assert (interval.high - interval.low) / 2 == pytest.approx(other.ci, rel=0.08)


def test_resamples_of_many_units_take_little_memory() -> None:
    import tracemalloc

    rng = np.random.default_rng(0)
    many = mean_score_rows(["a", "b"], "x", "x", rng.normal(size=(2, 100_000)), True)
    tracemalloc.start()
    resample(many, Bootstrap(300), 1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64 * 1024 * 1024  # 300 resamples of 100,000 counts would be 240 MB at once


def test_draws_are_centred_on_their_own_mean() -> None:
    """What resampling shifts all differences by is no evidence; by hand, where the mean is not the observed one."""
    drawn = np.arange(5.0)  # mean 2
    assert bootstrap_p(drawn, 3.0, "two", True) == pytest.approx(1 / 6)  # |-2|, |-1|, 0, 1, 2: none reaches 3
    assert bootstrap_p(drawn, 1.0, "one", True) == pytest.approx(3 / 6)  # 1 and 2 do
    assert bootstrap_p(-drawn, -1.0, "one", False) == pytest.approx(3 / 6)
    assert bootstrap_p(drawn, 1.0, "moses", True) == pytest.approx(3 / 6)
