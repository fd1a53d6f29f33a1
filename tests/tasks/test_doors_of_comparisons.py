"""The command line and Python run the same task: equal records for the same texts, the doctor's warnings included."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tertium
from cli.shell import run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "es-en"


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:-1]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three systems, one of which is lower-cased: the doctor warns of it."""
    for name in ("direct", "via-ca", "via-eo"):
        made = [text.lower() if name == "via-ca" else text for text in lines(EXAMPLE / "systems" / f"{name}.txt")]
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in made), "utf-8")
    for name in ("ref1", "src"):
        (tmp_path / f"{name}.txt").write_bytes((EXAMPLE / f"{name}.txt").read_bytes())
    (tmp_path / "domain.txt").write_text("".join("news\n" if place < 10 else "talk\n" for place in range(240)))
    (tmp_path / "docs.txt").write_text("".join(f"d{place // 30}\n" for place in range(240)))
    return tmp_path


def by_shell(corpus: Path, *arguments: str, code: int = 0) -> tuple[dict[str, Any], list[str]]:
    """The JSON, and the codes and other ends of warnings, which are those of the JSON, too."""
    ran = run(*arguments, "-f", "json", cwd=corpus)
    assert ran.code == code, ran.err
    made = json.loads(ran.out)
    said = ends(ran.err.splitlines())
    assert ends(made.pop("warnings", [])) == said  # the doctor's findings are its result
    return made, said


def by_python(made: Callable[[], Any]) -> tuple[dict[str, Any], list[str]]:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        record = made()
    assert all(one.category is tertium.InputWarning and one.filename == __file__ for one in seen)
    told = json.loads(json.dumps(record.to_dict()))
    assert told.pop("warnings", []) == [str(one.message) for one in seen]
    return told, ends([str(one.message) for one in seen])


def ends(sentences: list[str]) -> list[str]:
    """A finding by its code, for the two doors call places by other names; everything else up to what to do."""
    plain = [one.removeprefix("tertium: warning: ") for one in sentences]
    return [found[0] if (found := re.search(r"T\d{3}(?=\]$)", one)) else one.split(";")[0] for one in plain]


def systems(corpus: Path, *names: str) -> dict[str, list[str]]:
    return {name: lines(corpus / f"{name}.txt") for name in names}


def test_compare(corpus: Path) -> None:
    from_shell, said = by_shell(
        corpus, "compare", "ref1.txt", "-i", "direct.txt", "via-ca.txt", "via-eo.txt", "-s", "src.txt", "-n", "30",
        "-m", "chrf", "wer", "--slices", "src-length", "--slice-by", "domain.txt", "--docs", "docs.txt",
    )  # fmt: skip
    made, warned = by_python(
        lambda: tertium.compare(
            systems(corpus, "direct", "via-ca", "via-eo"),
            lines(corpus / "ref1.txt"),
            ["chrf", "wer"],
            sources=lines(corpus / "src.txt"),
            resamples=30,
            slices=["src-length"],
            slice_by={"domain": lines(corpus / "domain.txt")},
            documents=lines(corpus / "docs.txt"),
        )
    )
    assert made == from_shell
    assert warned == said
    assert "T104" in warned
    assert any("nothing can be significant" in one for one in warned)
    assert any("8 documents are few for a bootstrap" in one for one in warned)


def test_compare_with_runs_and_scores_of_others(corpus: Path) -> None:
    shape = ("compare", "ref1.txt", "-m", "chrf", "--test", "ar", "--trials", "99", "--ignore", "T104")
    from_shell, said = by_shell(corpus, *shape, "-i", "direct.txt", "--runs", "pivot=via-ca.txt,via-eo.txt")
    pivots = [lines(corpus / f"{name}.txt") for name in ("via-ca", "via-eo")]
    options: Any = {"test": "ar", "trials": 99, "ignore": ["T104"]}
    refs = lines(corpus / "ref1.txt")
    made, warned = by_python(
        lambda: tertium.compare(systems(corpus, "direct"), refs, "chrf", runs={"pivot": pivots}, **options)
    )
    assert (made, warned) == (from_shell, said)
    values = np.random.default_rng(1).normal(size=(2, 240))
    table = ["\t".join(map(repr, row)) for row in values.T.tolist()]
    (corpus / "other.tsv").write_text("direct\tvia-eo\n" + "".join(f"{row}\n" for row in table))
    from_shell, _ = by_shell(
        corpus, *shape, "-i", "direct.txt", "via-eo.txt", "--scores", "other.tsv", "--scores-lower"
    )
    given = {"other": {"via-eo": values[1], "direct": values[0]}}
    made, _ = by_python(
        lambda: tertium.compare(
            systems(corpus, "direct", "via-eo"), refs, "chrf", scores=given, scores_lower=True, **options
        )
    )
    assert made["metrics"][1].pop("signature") == "other (given scores)"
    assert from_shell["metrics"][1].pop("signature") == "other (scores of other.tsv)"
    assert made == from_shell


def test_gate(corpus: Path) -> None:
    from_shell, said = by_shell(
        corpus, "gate", "ref1.txt", "--baseline", "direct.txt", "-i", "via-ca.txt", "-m", "chrf", "wer",
        "--max-drop", "5", "wer=9", "--slice-by", "domain.txt", "--slice-max-drop", "20", code=1,
    )  # fmt: skip
    made, warned = by_python(
        lambda: tertium.gate(
            systems(corpus, "direct", "via-ca"),
            lines(corpus / "ref1.txt"),
            ["chrf", "wer"],
            max_drop={"chrf": 5, "wer": 9},
            slice_max_drop=20,
            slice_by={"domain": lines(corpus / "domain.txt")},
        )
    )
    assert made == from_shell
    assert warned == said
    assert "T104" in warned
    assert any("slice domain news has 10 segments" in one for one in warned)


def test_doctor(corpus: Path) -> None:
    from_shell, _ = by_shell(corpus, "doctor", "ref1.txt", "-i", "direct.txt", "via-ca.txt", "-s", "src.txt")
    made, _ = by_python(
        lambda: tertium.doctor(
            systems(corpus, "direct", "via-ca"), lines(corpus / "ref1.txt"), sources=lines(corpus / "src.txt")
        )
    )
    for record in (made, from_shell):  # files have other names in memory, and options in Python
        for finding in record["findings"]:
            del finding["file"], finding["saw"], finding["fix"]
    assert made == from_shell
    assert [finding["code"] for finding in made["findings"] if finding["severity"] == "warning"] == ["T104"]


@pytest.mark.parametrize("door", ["compare", "gate"])
def test_strict_refuses_and_ignore_leaves_out(corpus: Path, door: str) -> None:
    options: Any = {"max_drop": 50} if door == "gate" else {"resamples": 50}
    texts = systems(corpus, "direct", "via-ca"), lines(corpus / "ref1.txt"), "chrf"
    work = getattr(tertium, door)
    with pytest.raises(tertium.TertiumError, match="T104"):
        work(*texts, strict=True, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        work(*texts, strict=True, ignore="T104", **options)


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "one system": ("gate", {"systems": {"a": ["x"]}, "max_drop": 1}, "the baseline first"),
    "a negative limit": ("gate", {"max_drop": -1}, "max_drop is -1, expected how much may be lost"),
    "an unknown metric": ("gate", {"max_drop": {"blue": 1}}, "max_drop blue=1: no such metric among bleu; did"),
    "a metric without a limit": ("gate", {"max_drop": {}}, "max_drop says nothing about bleu"),
    "unproven": ("gate", {"max_drop": 1, "unproven": "maybe"}, "unproven is 'maybe', expected 'fail' or 'pass'"),
    "labels": ("compare", {"slice_by": {"domain": ["x"]}}, "domain has 1 labels but there are 2 segments"),
    "documents": ("compare", {"documents": ["x"]}, "documents has 1 labels but there are 2 segments"),
    "one run": ("compare", {"runs": {"c": [["x", "y"]]}}, "runs\\['c'\\] needs at least two lists"),
    "bins": ("compare", {"slices": ["freq"], "bins": 1}, "bins is 1"),
    "a slice": ("compare", {"slices": "freq"}, r"write \['freq'\]"),
    "a score": ("compare", {"scores": {"m": {"a": [1, 2], "b": [1, float("nan")]}}}, "has nan for segment 2 of 'b'"),
    "scores of others": ("compare", {"scores": {"m": {"a": [1, 2]}}}, "has no scores of 'b'"),
    "scores of other segments": ("compare", {"scores": {"m": {"a": [1], "b": [1]}}}, "scores of 1 segments but there"),
    "scores and runs": (
        "compare",
        {"scores": {"m": {"a": [1, 2]}}, "runs": {"c": [["x", "y"], ["x", "y"]]}},
        "scores cannot be combined with runs; give the runs as systems",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_python_refuses_with_a_reason(case: str) -> None:
    door, options, said = REFUSED[case]
    given = dict(options)
    texts = given.pop("systems", {"a": ["x y", "z"], "b": ["x", "z"]})
    with pytest.raises(tertium.TertiumError, match=said):
        getattr(tertium, door)(texts, ["x y", "z"], "bleu", ignore=["T112"], **given)
