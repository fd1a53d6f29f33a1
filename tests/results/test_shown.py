"""Results as Python shows them: printed, in a notebook, as frames of pandas, looked up by name."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import tertium
from cli.shell import run
from tertium.analysis.mbr.choice import ChoiceRule
from tertium.corpus.texts.nbest import Candidates
from tertium.errors import InputError
from tertium.metrics.catalogue import CatalogueEntry
from tertium.render.renderers import formats_of
from tertium.render.schemas import PUBLISHED
from tertium.results.graphs import UnlGraph
from tertium.results.record import Shown
from tertium.results.scores import SegmentLine, SystemLine
from tertium.results.several import Several

HYPS = ["the cat sat on the mat", "he reads a book"]
OTHER = ["a cat is on the mat", "he read book"]
REFS = [["the cat sat on a mat"], ["he is reading a book", "he reads the book"]]
MANY = [f"the cat sat on the mat {number}" for number in range(30)]
EXAMPLE = "examples/judged/es-en"
WITHOUT_A_PICTURE = (SystemLine, SegmentLine, UnlGraph, CatalogueEntry)  # lines of JSON, and what tasks wrap

MADE: dict[str, Callable[[], Any]] = {
    "score": lambda: tertium.score({"ours": HYPS, "<i>": OTHER}, REFS, ["bleu", "nist"], segment_scores=True),
    "score of one": lambda: tertium.score(HYPS, REFS, ["bleu", "chrf"]),
    "one metric": lambda: tertium.score(HYPS, REFS, "ter")["ter"],
    "compare": lambda: tertium.compare({"a": MANY, "b": MANY[::-1]}, MANY, "chrf", ignore=["T118"]),
    "diff": lambda: tertium.diff({"a": HYPS, "<i>": OTHER}, REFS, ["chrf", "ter"], ignore=["T102"]),
    "gate": lambda: tertium.gate({"a": MANY, "b": MANY[1:] + MANY[:1]}, MANY, "chrf", max_drop=0.5),
    "doctor": lambda: tertium.doctor(["Sure, here is the translation: yes ."] * 20, ["Yes, that is so."] * 20),
    "explain": lambda: tertium.explain("on a mat sat the cat", "the cat sat on a mat", ["ribes", "meteor"]),
    "explain lines": lambda: tertium.explain({"a": HYPS}, REFS, lines=[1, 2]),
    "explain worst": lambda: tertium.explain({"a": HYPS}, REFS, worst=2),
    "explain differ": lambda: tertium.explain(
        {"<i>": HYPS, "b": ["on a mat sat the cat", "book"]}, REFS, differ=("<i>", "b")
    ),
    "order": lambda: tertium.order({"ours": HYPS, "<i>": ["on a mat sat the cat", "book"]}, REFS),
    "mbr": lambda: tertium.mbr([["the cat sat", "the cat sat down", "a dog"], ["x", "x"]]),
    "meta": lambda: tertium.meta(EXAMPLE, ["chrf", "bleu"], resamples=20, permutations=20),
    "tune": lambda: tertium.tune(EXAMPLE, "lr-kb1:align=direct", resamples=20),
}


@pytest.fixture(scope="module", params=MADE)
def result(request: pytest.FixtureRequest) -> Any:
    return MADE[request.param]()


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_every_result_prints_as_a_table_and_has_html_and_frames(result: Any) -> None:
    text, html = repr(result), result._repr_html_()
    assert str(result) == text
    assert not text.endswith("\n")
    assert type(result).__name__ not in text  # no dataclass with all its fields
    assert "<i>" not in html
    assert not any(word in html for word in ("<script", "<html", "<link", " src=", " href=", "url("))
    for table in result.tables:
        frame = result.to_pandas(table)
        assert frame.columns.is_unique
        assert not any(isinstance(value, Shown) for column in frame for value in frame[column])
    assert len(result.to_pandas()) > 0
    plain = result.to_list() if isinstance(result, Several) else result.to_dict()
    assert not isinstance(result, Several) or result.to_dict() == {"results": plain}
    assert plain


def test_every_published_result_has_the_mechanism_and_none_a_repr_of_its_own() -> None:
    records = {published.record for published in PUBLISHED.values()} - set(WITHOUT_A_PICTURE)
    assert len(records) == 13
    for record in records:
        assert record.kind, record
        assert record.__repr__ is Shown.__repr__, record


def test_what_is_printed_is_what_the_command_prints() -> None:
    from pathlib import Path

    root = Path("examples/es-en")
    texts = {name: (root / "systems" / f"{name}.txt").read_text("utf-8").splitlines() for name in ("direct", "via-ca")}
    refs = (root / "ref1.txt").read_text("utf-8").splitlines()
    ran = run("score", "ref1.txt", "-i", *(f"systems/{name}.txt" for name in texts), "-m", "bleu", "nist", cwd=root)
    assert repr(tertium.score(texts, refs, ["bleu", "nist"])) + "\n" == ran.out
    ran = run("compare", "ref1.txt", "-i", *(f"systems/{name}.txt" for name in texts), "-m", "chrf", cwd=root)
    shown = [line for line in ran.out.split("\n") if not line.startswith("--")]  # Python has no such options
    assert len(shown) < len(ran.out.split("\n"))
    assert repr(tertium.compare(texts, refs, "chrf")).split("\n") == shown[:-1]


def test_one_system_without_a_name_needs_no_column_for_it() -> None:
    assert repr(tertium.score(HYPS, REFS, ["bleu", "ter"])).splitlines()[:2] == ["bleu ↑  ter ↓", "  46.5   19.0"]
    assert repr(tertium.score({"ours": HYPS}, REFS, "bleu")["ours"]).startswith("system  bleu ↑\nours ")


def test_frames_of_scores() -> None:
    report = tertium.score({"a": HYPS, "b": OTHER}, REFS, ["bleu", "nist"], segment_scores=True, confidence=True)
    frame = report.to_pandas()
    assert list(frame.columns)[:5] == ["system", "metric", "score", "value", "signature"]
    assert frame[["system", "metric"]].values.tolist() == [["a", "bleu"], ["a", "nist"], ["b", "bleu"], ["b", "nist"]]
    assert frame["score"].tolist() == [score.score for system in report.systems for score in system.scores]
    assert frame["interval_low"].tolist() == [
        score.interval.low for system in report.systems for score in system.scores if score.interval
    ]
    assert frame.attrs == {"schema": 1, "tertium": tertium.__version__, "segments": 2}
    segments = report.to_pandas("segments")
    assert segments["segment"].tolist() == [1, 2] * 4
    assert segments["score"].tolist()[:2] == list(report["a"]["bleu"].segment_scores or ())
    assert segments.loc[3, ["system", "metric"]].tolist() == ["a", "nist"]
    with pytest.raises(
        InputError, match=r"table is 'segment'; did you mean 'segments'\? there are 'scores', 'segments'"
    ):
        report.to_pandas("segment")


def test_frames_of_judged_metrics_have_a_row_for_each_statistic() -> None:
    report = tertium.meta(EXAMPLE, ["chrf", "bleu"], level="system", resamples=20, permutations=20)
    frame = report.to_pandas()
    level = report.campaigns[0].levels[0]
    assert len(frame) == len(level.rows) * len(level.statistics)
    row = frame[(frame["metric"] == "chrf") & (frame["statistic"] == "pearson")].iloc[0]
    chrf = next(row for row in level.rows if row.name == "chrf")
    assert row["value"] == chrf.estimates["pearson"].value
    assert (row["campaign"], row["level"], row["cluster"]) == ("judged/es-en", "system", chrf.cluster)


def test_a_number_that_does_not_exist_stays_one_in_a_frame() -> None:
    result = tertium.score(["", ""], ["a b", "c d"], "ribes", ignore=["T102", "T115", "T116", "T114"])
    assert all(not math.isinf(value) for value in result.to_pandas()["score"])


def test_without_pandas_the_error_names_the_extra() -> None:
    code = (
        "import sys\nsys.modules['pandas'] = None\nimport tertium\n"
        "result = tertium.score(['a b c d'], ['a b c d'], 'bleu')\n"
        "try:\n    result.to_pandas()\nexcept tertium.TertiumError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "to_pandas() needs the extra 'pandas': pip install 'pandas>=2.1'.\n"


def test_metrics_are_found_however_their_names_are_written() -> None:
    asked = ["lr-kb4:alpha=0.5,align=direct", "bleu", "bleu:order=2", "0.5*bleu + 0.5*chrf"]
    result = tertium.score(HYPS, REFS, asked)
    assert result["lr-kb4:align=direct,alpha=0.5"] is result.scores[0]
    assert result["bleu:order=4,tok=13a"] is result.scores[1]
    assert result["bleu:tok=13a,order=2"] is result.scores[2]
    assert result["0.5*bleu:order=4+0.5*chrf"] is result.scores[3]
    assert result[result.scores[2].signature] is result.scores[2]
    for unknown in ("bleu:order=3", "no such metric", "chrf"):
        with pytest.raises(KeyError, match=r"there are lr-kb4:alpha=0\.5,align=direct, bleu, bleu:order=2, 0\.5\*bleu"):
            result[unknown]
    compared = tertium.compare({"a": MANY, "b": MANY[::-1]}, MANY, "bleu:order=2,case=lower", ignore=["T118"])
    assert compared["bleu:case=lower,order=2"] is compared.metrics[0]


def test_a_language_chooses_tokenizer_and_stems_and_metrics_keep_the_names_they_were_asked_by() -> None:
    hyps, refs = ["今天天气很好。", "他在看书。"], ["今天天气不错。", "他正在看书。"]
    result = tertium.score(hyps, refs, ["bleu", "chrf"], language="en-zh")
    assert tertium.metric(result["bleu"].signature) == tertium.metric("bleu:tok=zh")
    assert result["bleu"].score == tertium.score(hyps, refs, "bleu:tok=zh")["bleu:tok=zh"].score
    assert result["bleu:order=4"] is result["bleu:tok=zh"] is result["bleu"]
    compared = tertium.compare({"a": hyps * 10, "b": hyps * 10}, refs * 10, "bleu", language="en-zh", ignore=["T118"])
    assert compared["bleu"].signature == result["bleu"].signature
    gate = tertium.gate({"a": hyps * 10, "b": hyps * 10}, refs * 10, "bleu", max_drop=1, language="en-zh")
    assert dict(gate.signatures)[gate.checks[0].metric] == result["bleu"].signature
    with pytest.warns(tertium.InputWarning, match="there is no stemmer for 'zh'"):
        tertium.score(hyps, refs, "meteor", language="en-zh")


def test_confidence_gives_the_intervals_of_the_command() -> None:
    plain = tertium.score(MANY, MANY[::-1], "chrf")
    assert plain["chrf"].interval is None
    by_default = tertium.score(MANY, MANY[::-1], "chrf", confidence=True)["chrf"].interval
    assert by_default is not None
    assert (by_default.level, by_default.resamples, by_default.seed) == (0.95, 1000, 12345)
    wide = tertium.score(MANY, MANY[::-1], "chrf", confidence=0.99, resamples=500, seed=7)["chrf"].interval
    assert wide is not None
    assert (wide.level, wide.resamples, wide.seed) == (0.99, 500, 7)
    assert wide.high - wide.low > 0
    with pytest.raises(InputError, match=r"confidence is 'yes', expected True or False or a number\."):
        tertium.score(HYPS, REFS, "chrf", confidence="yes")  # type: ignore[call-overload]
    for level in (0, 1, 95, 1.0, math.nan):
        with pytest.raises(InputError, match=r"confidence is .*, expected True, or a level between 0 and 1"):
            tertium.score(HYPS, REFS, "chrf", confidence=level)  # type: ignore[call-overload]


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_one_metric_of_a_comparison_is_read_at_a_glance() -> None:
    refs = ["the cat sat on the mat", "a dog barks loudly", "we go home now"] * 10
    texts = {"plain": ["the cat sat on a mat", "the dog barks", "we go home"] * 10, "same": refs}
    made = tertium.compare(texts, refs, ["bleu", "nist"])
    lines = repr(made["bleu"]).split("\n")
    assert lines[0] == made["bleu"].short_signature
    assert [line.split()[0] for line in lines[1:]] == [system.name for system in made["bleu"].systems]
    (same,) = [line for line in lines if line.startswith("  same ")]
    (difference,) = made["bleu"].differences
    assert f"{100:8.2f}  {difference.delta:+.2f} from plain, p {difference.p:.4f}" in same
    assert f"{made['nist'].systems[0].score:.4f}" in repr(made["nist"])


def test_pictures_in_notebooks_have_a_table_too() -> None:
    shown = tertium.explain("sat the cat", ["the cat sat"])._repr_html_()
    assert shown.count("<svg") == shown.count("Show as table") == 1
    cells = re.findall(r"<td[^>]*>(?:<bdi>)?([^<]*)", shown)
    assert {"the cat", "sat"} <= set(cells)


def test_a_choice_shows_itself() -> None:
    choice = ChoiceRule(tertium.metric("chrf")).choose(Candidates("<7>", ("a b", "a c"), None, "line 1"))
    assert str(choice) == "<7> ||| a b ||| 62.50"
    shown = choice._repr_html_()
    assert "&lt;7&gt;" in shown
    assert "62.50" in shown
    assert "<7>" not in shown


def test_every_kind_of_result_has_html() -> None:
    kinds = {published.record.kind for published in PUBLISHED.values() if issubclass(published.record, Shown)}
    assert {kind for kind in kinds if kind and "html" not in formats_of(kind)} == set()


def test_a_system_that_is_not_there_is_named_with_those_that_are() -> None:
    report = tertium.score({"ours": HYPS, "theirs": OTHER}, REFS, "chrf")
    with pytest.raises(KeyError) as refused:
        report["other"]
    assert refused.value.args == ("no system 'other' here; there are ours, theirs",)
