"""What no task can do is refused in one whole sentence, before or while it runs."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tertium
from conftest import ROOT
from tertium.analysis.meta.trueskill import Rules
from tertium.analysis.tuning.methods import SearchSettings, ranking_svm
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.judgment_tables import JudgmentReading
from tertium.errors import MissingExtraError, TertiumError, install
from tertium.progress import SILENT
from tertium.render.outputs.score_segments import _write_parquet
from tertium.render.pictures.meta_plots import _Library
from tertium.results.scores import Report
from tertium.tasks import compare, gate, score, tune, unl
from tertium.tasks.campaigns import CampaignPlaces, TableTexts
from tertium.tasks.compare import CompareRequest
from tertium.tasks.diff import DiffRequest
from tertium.tasks.gate import GateRequest, MaxDrop
from tertium.tasks.outer_scores import ListScores, ToolScores, ready
from tertium.tasks.parts import FileLabels, ListLabels, Parts
from tertium.tasks.report import ReportRequest
from tertium.tasks.score import ScoreRequest, Uncertainty
from tertium.tasks.systems import Systems
from tertium.tasks.texts import ListTexts
from tertium.tasks.tune import TuneRequest
from tertium.tasks.unl import EnglishFile, UnlRequest

EXAMPLE = ROOT / "examples" / "judged" / "es-en"
REF = ["the cat sat", "one two three"]
ONE = ListTexts({"a": REF}, REF)
THREE = ListTexts({"a": REF, "b": ["a cat", "one"], "c": ["cat the sat", "two"]}, REF)
CHRF = (tertium.metric("chrf"),)
PLACES = CampaignPlaces((str(EXAMPLE),))


def bare_campaign() -> Any:
    """Nobody judged anything."""
    campaign = open_campaign(EXAMPLE)
    return replace(campaign, judgments=replace(campaign.judgments, scores=None, pairs=None, system_scores=None))


def tuned(*metrics: str) -> Any:
    return tune.run(TuneRequest(PLACES, metrics, search=SearchSettings(restarts=1)))


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "diff of three": (
        lambda: DiffRequest(THREE, CHRF),
        "diff looks at two systems, got 3: a, b, c; give two of them.",
    ),
    "diff by nothing": (
        lambda: DiffRequest(ListTexts({"a": REF, "b": REF}, REF), ()),
        "no metric to rank segments by; give at least one.",
    ),
    "a gate of three": (
        lambda: gate.run(GateRequest(Systems(THREE, CHRF), MaxDrop(1.0))),
        "a gate compares one new system with one baseline, got a, b, c; give one of each.",
    ),
    "a paired test of one": (
        lambda: score.run(ScoreRequest(ONE, CHRF, uncertainty=Uncertainty(paired="ar"))),
        "a paired test compares systems with the first one; give at least two.",
    ),
    "a report without texts": (
        lambda: ReportRequest(CompareRequest(Systems(scores=(ListScores("x", {"a": (1.0,)}),)))),
        "a report shows texts; give references and the outputs of systems.",
    ),
    "no scores": (
        lambda: ListScores("x", {}).tables(),
        "scores['x'] is empty, expected a list of numbers for each system.",
    ),
    "scores that do not pair up": (
        lambda: ListScores("x", {"a": (1.0, 2.0), "b": (1.0,)}).tables(),
        "scores['x'] has lists of 1 to 2 numbers; segments must pair up.",
    ),
    "a tool without texts": (
        lambda: ready([ToolScores("comet")], None, SILENT),
        "comet scores texts, and there are none here; give them.",
    ),
    "nothing to tune": (
        lambda: tuned(),
        "no metric is given; name one to tune its numbers, or several to weigh them in a sum.",
    ),
    "a sum among the terms": (
        lambda: tuned("chrf", "0.5*bleu + 0.5*ter"),
        "'0.5*bleu + 0.5*ter' is a sum itself; list its terms instead.",
    ),
    "a preset among the terms": (
        lambda: tuned("chrf", "lr-kb1:align=direct"),
        "'lr-kb1:align=direct' is a sum itself; tune it alone, or list its terms.",
    ),
    "a table without references": (
        lambda: CampaignPlaces(
            (str(EXAMPLE / "human_seg.tsv"),), texts=TableTexts(("direct.txt",), ("direct",))
        ).opened(),
        "metrics need references; give them with references=….",
    ),
    "the best of nothing": (
        lambda: CampaignPlaces((bare_campaign(),), top=2).opened(),
        "judged/es-en has no judgments of systems, so that top=… cannot tell the best.",
    ),
    "parses as lists in kept work": (
        lambda: tertium.score(["a"], ["a"], "chrf", parse_hyp=[_parse()], parse_ref=[_parse()], resume="kept"),
        "resume does not keep work on parses and graphs that are given as lists; leave it out.",
    ),
}


def _parse() -> str:
    return "1\ta\ta\tDET\t_\t_\t0\troot\t_\t_\n"


@pytest.mark.parametrize("name", REFUSED)
def test_the_sentence(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    attempt, sentence = REFUSED[name]
    with pytest.raises(TertiumError) as refused:
        list(attempt())
    assert str(refused.value) == sentence
    assert list(tmp_path.iterdir()) == []


def test_rows_have_no_texts_to_measure_or_to_keep(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="rows are kept with the extra 'arrow'")
    kept = str(tmp_path / "kept.tertium")
    compare.run(CompareRequest(Systems(THREE, CHRF, save_rows=kept)))
    rows = Systems(rows=(kept,))
    for systems, parts, sentence in (
        (rows, Parts(features=("order",)), "slices=… measures texts, and rows have none; slice_by=… takes labels."),
        (
            replace(rows, save_rows=str(tmp_path / "again")),
            Parts(),
            "save_rows keeps scored texts, and there are none here; leave it out.",
        ),
    ):
        with pytest.raises(TertiumError) as refused:
            compare.run(CompareRequest(systems, parts=parts))
        assert str(refused.value) == sentence
    assert [path.name for path in tmp_path.iterdir()] == ["kept.tertium"]


def test_an_evaluation_set_has_no_column_of_judgments(tmp_path: Path) -> None:
    from tertium.corpus.campaigns.eval_sets import write_eval_set

    write_eval_set(open_campaign(EXAMPLE), tmp_path)
    places = CampaignPlaces((str(tmp_path),), reading=JudgmentReading(column="score"))
    with pytest.raises(TertiumError) as refused:
        list(places.opened())
    assert str(refused.value) == (
        f"a column of judgments is for tables; {tmp_path} is an mt-metrics-eval directory, whose human scores are "
        "chosen by their kind."
    )


def test_sentences_to_draw_are_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "latin"
    path.write_bytes(b"John came.\nJos\xe9 came.\n")
    with pytest.raises(TertiumError) as refused:
        unl.run(UnlRequest(EnglishFile(str(path))))
    assert str(refused.value) == f"{path} line 2 is not UTF-8; convert it to UTF-8."


def test_sentences_of_a_file_are_its_lines(tmp_path: Path) -> None:
    pytest.importorskip("spacy", reason="parsing needs the extra 'parse'")
    path = tmp_path / "two"
    path.write_bytes("\ufeffJohn came.\r\nMary came.\n".encode())
    made = unl.run(UnlRequest(EnglishFile(str(path))))
    assert len(made) == 2
    assert [sentence.text for sentence in made] == ["John came.", "Mary came."]


def test_a_metric_that_lacks_scores_is_told_of() -> None:
    """A score file with a gap: what is compared is what is there."""
    systems = open_campaign(EXAMPLE).judgments.systems
    table = {name: [float(place * segment % 7) for segment in range(40)] for place, name in enumerate(systems)}
    table[systems[1]][3] = float("nan")
    rows = [table[name] for name in systems]
    with pytest.warns(tertium.InputWarning, match=r"mine has no score for 1 output\."):
        found = tertium.meta(EXAMPLE, "chrf", scores={"mine": rows}, resamples=5, permutations=0)
    [level] = [level for level in found.campaigns[0].levels if level.basis.endswith("of one segment")]
    assert {row.name: row.missing for row in level.rows}["mine"] == 1


def test_labels_of_a_column_are_called_by_it() -> None:
    assert [FileLabels(name).name for name in ("data/t.tsv:domain", "data/domain.txt", ".x")] == [
        "domain",
        "domain",
        ".x",
    ]
    assert ListLabels("here", ("a",)).place


@pytest.mark.parametrize(
    ("module", "attempt", "sentence"),
    [
        (
            "sklearn.svm",
            lambda: ranking_svm(np.eye(2), 1.0),
            f"the ranking SVM needs scikit-learn; run: {install('meta')}, or take method='logistic'.",
        ),
        ("trueskill", lambda: Rules(1.0), f"TrueSkill needs the extra 'meta': {install('meta')}."),
        (
            "pyarrow",
            lambda: _write_parquet(io.BytesIO(), Report("1", 0, ()), ()),
            f"writing Parquet needs the extra 'arrow': {install('arrow')}.",
        ),
        ("matplotlib", lambda: _Library(), f"pictures need the extra 'plots': {install('plots')}."),
    ],
)
def test_a_library_that_is_not_there_is_named_with_its_extra(
    module: str, attempt: Callable[[], Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError) as refused:
        attempt()
    assert str(refused.value) == sentence
