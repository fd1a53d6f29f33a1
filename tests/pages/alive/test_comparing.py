"""Under a filter the page says what ``tertium.compare`` says of exactly those segments, with as many draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tertium
from laws.samples import random_corpus
from pages.alive.made_data import PACK, MadeData, made_data
from tertium.analysis.comparing.comparison import CompareSettings, compare, compare_slices
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import Group, ScoreRows
from tertium.analysis.comparing.slices import label_slices
from tertium.results.comparisons import Comparison, MetricComparison

DRAWS = 201  # odd: the page draws two at a time
METRICS = ["bleu", "chrf", "ter", "ribes", "nist", "meteor", "tertium", "0.4*chrf++ + 0.6*wer"]


def again(modules: Any, made: MadeData, selected: Sequence[int], what: str = "compareSelected") -> Any:
    """What the page computes again of these segments."""
    return modules.evaluate(
        f"""async ([given, selected, draws]) => {{
            {PACK}
            const state = (await import("/state.js")).createState(pack.facts, pack.array);
            const work = (await import("/comparing.js")).{what}(state, Uint32Array.from(selected), draws);
            let step = work.next();
            while (!step.done) step = work.next();
            return step.value;
        }}""",
        [made.given, list(selected), DRAWS],
    )


def with_procedure(made: MadeData, **given: Any) -> CompareSettings:
    """The same settings for the page and for Python."""
    procedure = {"test": "bs", "sides": "two", "seed": 12345, "level": 0.95, "alpha": 0.05, "against": "all"} | given
    made.facts["procedure"] = {"unit": "segment" if made.facts["documents"] is None else "document"} | procedure
    bootstrap = Bootstrap(DRAWS, procedure["seed"], procedure["level"])
    return CompareSettings(
        bootstrap, procedure["test"], procedure["sides"], DRAWS, procedure["against"], procedure["alpha"]
    )


def same(found: Any, expected: Sequence[MetricComparison], names: Sequence[str]) -> None:
    assert len(found["measures"]) == len(expected)
    for mine, theirs in zip(found["measures"], expected, strict=True):
        assert mine["known"]
        assert [names[place] for place in mine["order"]] == [system.name for system in theirs.systems]
        for place, standing in zip(mine["order"], theirs.systems, strict=True):
            system = mine["systems"][place]
            assert system["score"] == pytest.approx(standing.score, rel=1e-9, abs=1e-9, nan_ok=True)
            same_interval(system["interval"], standing.interval)
            assert system["letters"] == standing.letters
            ranks = None if standing.rank is None else {"best": standing.rank.best, "worst": standing.rank.worst}
            assert system["rank"] == ranks
        for one, other in zip(mine["differences"], theirs.differences, strict=True):
            assert (names[one["first"]], names[one["second"]]) == (other.first, other.second)
            assert one["delta"] == pytest.approx(other.delta, rel=1e-9, abs=1e-9, nan_ok=True)
            assert one["p"] == pytest.approx(other.p, abs=0, nan_ok=True), theirs.metric
            assert one["pHolm"] == pytest.approx(other.p_holm, abs=0, nan_ok=True)
            assert (one["significant"], one["identical"]) == (other.significant, other.identical)


def same_interval(found: Any, expected: Any) -> None:
    assert (found is None) == (expected is None)
    if expected is not None:
        assert found["low"] == pytest.approx(expected.low, rel=1e-9, abs=1e-9)
        assert found["high"] == pytest.approx(expected.high, rel=1e-9, abs=1e-9)


@pytest.fixture(scope="module")
def made() -> MadeData:
    hypotheses, references = random_corpus(seed=21, segments=120, systems=3)
    systems: dict[str, list[str | None]] = {name: list(texts) for name, texts in zip("abc", hypotheses, strict=True)}
    systems["copy"] = list(hypotheses[1])
    systems["b"][4] = systems["copy"][4] = None  # masked
    systems["a"][5] = ""
    systems["worse"] = [texts if place % 3 else "x" for place, texts in enumerate(hypotheses[2])]
    return made_data(systems, references, METRICS)


SUBSETS = {
    "all": range(120),
    "every third": range(0, 120, 3),
    "a few": [3, 4, 5, 17, 18, 44, 99],
    "one": [7],
    "one masked": [4],
    "two": [5, 6],
}


@pytest.mark.parametrize("subset", SUBSETS)
@pytest.mark.parametrize(
    "procedure",
    [
        {},
        {"test": "ar"},
        {"sides": "moses", "seed": 2**40 + 3, "alpha": 0.2},
        {"sides": "one", "against": "baseline", "level": 0.8},
        {"test": "ar", "sides": "one", "against": "baseline"},
    ],
    ids=lambda given: "-".join(str(value) for value in given.values()) or "default",
)
def test_subsets(modules: Any, made: MadeData, subset: str, procedure: dict[str, Any]) -> None:
    settings = with_procedure(made, **procedure)
    places = np.array(SUBSETS[subset])
    expected = compare(made.score_rows.take(places), settings)
    found = again(modules, made, places.tolist())
    assert (found["segments"], found["units"], found["draws"]) == (len(places), len(places), DRAWS)
    same(found, expected, list(made.score_rows.names))


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_the_public_function_says_the_same_of_the_subset(modules: Any) -> None:
    hypotheses, references = random_corpus(seed=5, segments=60, systems=3)
    systems = dict(zip("abc", hypotheses, strict=True))
    metrics = ["bleu", "chrf", "ter", "wer", "ribes"]
    made = made_data(systems, references, metrics)
    with_procedure(made)
    for places in (range(0, 60, 2), [1, 2, 3, 50], [9]):
        expected: Comparison = tertium.compare(
            {name: [texts[place] for place in places] for name, texts in systems.items()},
            [references[place] for place in places],
            metrics,
            resamples=DRAWS,
        )
        same(again(modules, made, places), expected.metrics, list(systems))


def test_documents_are_drawn_whole(modules: Any) -> None:
    hypotheses, references = random_corpus(seed=6, segments=90, systems=3)
    documents = [f"d{(place * 7) // 50 if place % 10 else 3}" for place in range(90)]
    systems = dict(zip("abc", hypotheses, strict=True)) | {"copy": hypotheses[0]}
    made = made_data(systems, references, METRICS, documents)
    settings = with_procedure(made, seed=3)
    for kept in ({"d0", "d3", "d5", "d7"}, {"d1", "d3"}, set(documents)):
        places = np.array([place for place, document in enumerate(documents) if document in kept])
        part = made.score_rows.take(places).by_document([documents[place] for place in places])
        found = again(modules, made, places.tolist())
        assert (found["segments"], found["units"], found["unit"]) == (len(places), len(kept), "document")
        same(found, compare(part, settings), list(systems))


def test_one_document_has_scores_and_no_tests(modules: Any) -> None:
    hypotheses, references = random_corpus(seed=6, segments=20, systems=2)
    made = made_data(dict(zip("ab", hypotheses, strict=True)), references, ["bleu", "ribes"], ["d"] * 10 + ["e"] * 10)
    with_procedure(made)
    found = again(modules, made, range(10))
    assert found["alone"]
    scores = made.score_rows.take(np.arange(10)).observed()
    for column, measure in enumerate(found["measures"]):
        assert [system["score"] for system in measure["systems"]] == pytest.approx(scores[:, column], rel=1e-12)
        assert [system["interval"] for system in measure["systems"]] == [None, None]
        assert np.isnan(measure["differences"][0]["p"])
        assert measure["systems"][0]["letters"] is None


def test_no_segment_has_no_score(modules: Any, made: MadeData) -> None:
    with_procedure(made)
    found = again(modules, made, [])
    assert (found["segments"], found["units"]) == (0, 0)
    for measure in found["measures"]:
        for system in measure["systems"]:
            assert system["interval"] is None
            assert system["letters"] is None
        assert all(np.isnan(difference["p"]) for difference in measure["differences"])
        assert not any(difference["significant"] for difference in measure["differences"])


@pytest.mark.parametrize("test", ["bs", "ar"])
def test_runs_of_a_system_are_one_system(modules: Any, test: str) -> None:
    hypotheses, references = random_corpus(seed=8, segments=50, systems=6)
    texts = {f"run {number}": list(run) for number, run in enumerate(hypotheses)}
    plain = made_data(texts, references, ["bleu", "chrf", "ribes"])
    groups = (Group("base", (0,)), Group("three", (1, 2, 3)), Group("two", (4, 5)))
    grouped: ScoreRows = replace(plain.score_rows, groups=groups)
    made = replace(plain, score_rows=grouped)
    made.facts["groups"] = [{"name": group.name, "members": list(group.members)} for group in groups]
    settings = with_procedure(made, test=test, seed=77)
    places = np.arange(0, 50, 2)
    same(again(modules, made, places.tolist()), compare(grouped.take(places), settings), ["base", "three", "two"])


@pytest.mark.parametrize("documents", [False, True])
def test_slices_within_a_filter(modules: Any, documents: bool) -> None:
    hypotheses, references = random_corpus(seed=9, segments=80, systems=3)
    labels = {
        "domain": [("news", "talk", "law")[place % 3] for place in range(80)],
        "half": [("first", "second")[place // 40] for place in range(80)],
    }
    names = [f"d{place // 9}" for place in range(80)] if documents else None
    systems = dict(zip("abc", hypotheses, strict=True))
    systems["b"] = [
        mine if label == "law" else theirs
        for mine, theirs, label in zip(*hypotheses[:2], labels["domain"], strict=True)
    ]
    made = made_data(systems, references, ["bleu", "chrf", "ribes"], names)
    settings = with_procedure(made)
    for number, (by, mine) in enumerate(labels.items()):
        known = list(dict.fromkeys(mine))
        made.facts["slices"].append({"by": by, "labels": known})
        made.arrays[f"slice{number}"] = [1 + known.index(label) for label in mine]
    selected = np.arange(0, 42)
    part = made.score_rows.take(selected)
    slices = [one for by, mine in labels.items() for one in label_slices(by, [mine[place] for place in selected])]
    kept = None if names is None else [names[place] for place in selected]
    expected, standings = compare_slices(part, settings, slices, kept)
    found = again(modules, made, selected.tolist(), "compareSlices")
    labelled = [(place, label) for place, one in enumerate(made.facts["slices"]) for label in range(len(one["labels"]))]
    shown = [(mine["slice"], mine["label"]) for mine in found["standings"]]
    assert list(dict.fromkeys(shown)) == labelled

    def same_part(mine: Any, theirs: Any) -> None:
        slice_ = made.facts["slices"][mine["slice"]]
        assert (slice_["by"], slice_["labels"][mine["label"]]) == (theirs.by, theirs.label)
        assert (mine["segments"], made.facts["measures"][mine["measure"]]["label"]) == (theirs.segments, theirs.metric)

    for mine, theirs in zip(found["standings"], standings, strict=True):
        same_part(mine, theirs)
        assert mine["scores"] == pytest.approx(theirs.scores, rel=1e-9, abs=1e-9)
        for one, other in zip(mine["intervals"], theirs.intervals, strict=True):
            same_interval(one, other)
    for mine, theirs in zip(found["tests"], expected, strict=True):
        same_part(mine, theirs)
        assert ("abc"[mine["first"]], "abc"[mine["second"]]) == (theirs.first, theirs.second)
        assert mine["delta"] == pytest.approx(theirs.delta, rel=1e-9, abs=1e-9)
        assert mine["p"] == pytest.approx(theirs.p, abs=0, nan_ok=True)
        assert mine["pHolm"] == pytest.approx(theirs.p_holm, abs=0, nan_ok=True)
        assert mine["significant"] == theirs.significant


def test_a_metric_without_a_formula_is_not_computed(modules: Any) -> None:
    hypotheses, references = random_corpus(seed=2, segments=10, systems=2)
    made = made_data(dict(zip("ab", hypotheses, strict=True)), references, ["bleu", "chrf"])
    settings = with_procedure(made)
    expected = compare(made.score_rows, settings)
    made.facts["leaves"][0]["formula"] = None
    found = again(modules, made, range(10))
    mine, other = found["measures"]
    assert not mine["known"]
    assert all(np.isnan(system["score"]) and system["letters"] is None for system in mine["systems"])
    assert np.isnan(mine["differences"][0]["p"])
    same({"measures": [other]}, expected[1:], "ab")
