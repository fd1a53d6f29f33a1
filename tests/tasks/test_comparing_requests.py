"""Requests of compare, gate and doctor come back equal from JSON, and give the same records after the way."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

import tertium
from tertium.analysis.comparing.comparison import CompareSettings
from tertium.analysis.comparing.gate import Share
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import Group
from tertium.corpus.formats.opening import Place
from tertium.errors import InputError
from tertium.tasks import compare, doctor, gate
from tertium.tasks.compare import CompareRequest
from tertium.tasks.diff import DiffRequest
from tertium.tasks.doctor import DoctorRequest
from tertium.tasks.gate import Floors, GateRequest, MaxDrop
from tertium.tasks.outer_scores import FileScores, ListScores
from tertium.tasks.parts import FileLabels, ListLabels, Parts
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.scored import Checks
from tertium.tasks.systems import Systems
from tertium.tasks.texts import FileTexts, ListTexts

R = TypeVar("R")

FILES = FileTexts((Place("a.txt"), Place("b.txt"), Place("c.txt")), (Place("ref.txt"),), None, ("a", "b 1", "b 2"))
METRICS = (tertium.metric("bleu:order=2"), tertium.metric("0.5*chrf + 0.5*ter"))
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "es-en"


def there_and_back(request: R) -> R:
    return from_plain(type(request), json.loads(json.dumps(to_plain(request))))


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:-1]


@pytest.fixture
def texts() -> ListTexts:
    systems = {name: lines(EXAMPLE / "systems" / f"{name}.txt") for name in ("direct", "via-ca")}
    return ListTexts(systems, tertium.streams([lines(EXAMPLE / "ref1.txt"), lines(EXAMPLE / "ref2.txt")]))


def test_a_comparison_of_files_comes_back_equal() -> None:
    request = CompareRequest(
        Systems(
            FILES,
            METRICS,
            (Group("a", (0,)), Group("b", (1, 2))),
            rows=("old.tertium",),
            save_rows="new.tertium",
        ),
        CompareSettings(Bootstrap(50, 7, 0.9), "ar", "one", 99, "baseline", 0.01, 0.9),
        Parts(FileLabels("docs.tsv:doc"), ("order", "freq"), (FileLabels("domain.txt"),), 3, "intl"),
        Checks(strict=True, ignore=("T106",)),
        2,
    )
    assert there_and_back(request) == request
    of_scores = CompareRequest(Systems(scores=(FileScores("comet.tsv", False), ListScores("x", {"a": (0.5, 1.0)}))))
    assert there_and_back(of_scores) == of_scores


def test_a_gate_of_files_comes_back_equal() -> None:
    request = GateRequest(
        Systems(FILES, METRICS),
        MaxDrop(0.5, (("ter", 1.0), ("chrf", Share(0.02)))),
        MaxDrop(Share(0.1)),
        "pass",
        0.1,
        Bootstrap(99, 3),
        Parts(labels=(ListLabels("domain", ("x", "y")),)),
        floors=Floors(None, (("bleu", 30.0),)),
    )
    assert there_and_back(request) == request


def test_a_diff_comes_back_equal() -> None:
    two = replace(FILES, systems=FILES.systems[:2], names=FILES.names[:2])
    request = DiffRequest(two, METRICS, (FileScores("comet.tsv", False),), 7, Checks(True, ("T104",)), 2)
    assert there_and_back(request) == request


def test_a_visit_to_the_doctor_comes_back_equal() -> None:
    request = DoctorRequest(FILES, METRICS, ("T104",))
    assert there_and_back(request) == request


def test_requests_of_lists_give_the_same_records_after_the_way(texts: ListTexts) -> None:
    parts = Parts(ListLabels("documents", tuple(str(place // 12) for place in range(240))), ("order",))
    numbers = np.random.default_rng(0).normal(size=(2, 240)).tolist()
    given = ListScores("mine", {name: tuple(row) for name, row in zip(texts.names, numbers, strict=True)})
    systems = Systems(texts, METRICS, scores=(given,))
    comparison = CompareRequest(systems, CompareSettings(Bootstrap(50)), parts)
    assert compare.run(there_and_back(comparison)) == compare.run(comparison)
    held = GateRequest(systems, MaxDrop(5.0), parts=Parts(bins=2, features=("ref-length",)))
    assert gate.run(there_and_back(held)) == gate.run(held)
    visit = DoctorRequest(texts, METRICS)
    assert doctor.run(there_and_back(visit)) == doctor.run(visit)


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        (CompareRequest, {"settings": {"type": "CompareSettings", "test": "t"}}, "settings.test is 't', expected one"),
        (CompareRequest, {"parts": {"type": "Parts", "bins": 1}}, "bins is 1, expected a whole number from 2 to 50"),
        (CompareRequest, {"parts": {"type": "Parts", "features": ["length"]}}, "is 'length', expected one of"),
        (GateRequest, {"unproven": "maybe"}, "unproven is 'maybe', expected one of"),
        (GateRequest, {"alpha": 5}, "alpha must lie between 0 and 1"),
        (GateRequest, {"max_drop": 5}, "max_drop is 5, expected an object"),
    ],
)
def test_what_does_not_fit_is_refused(kind: Any, change: dict[str, Any], said: str) -> None:
    whole = CompareRequest(Systems(FILES, METRICS))
    plain = to_plain(whole if kind is CompareRequest else GateRequest(Systems(FILES, METRICS), MaxDrop(1.0)))
    with pytest.raises(InputError, match=said):
        from_plain(kind, plain | change)


def test_a_request_without_systems_or_metrics_is_refused() -> None:
    with pytest.raises(InputError, match="nothing to compare"):
        compare.run(CompareRequest(Systems()))
    with pytest.raises(InputError, match="no metric to score with"):
        compare.run(CompareRequest(Systems(FILES)))
    with pytest.raises(InputError, match="two systems are called 'a'"):
        Systems(FILES, METRICS, (Group("a", (0,)), Group("a", (1, 2))))
