"""No command makes English trees of another language: by its name, by a folder's name, or by the words of the texts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tertium
from cli.shell import run
from conftest import ROOT
from faults.in_languages import GERMAN, OTHER_GERMAN
from tertium.errors import SpecError
from tertium.tasks.metric_choice import MetricChoice

pytest.importorskip("spacy", reason="extra 'parse'")

EXAMPLE = ROOT / "examples" / "judged" / "es-en"
NAMED, TOLD = r"has no parser for 'de'.*\[T123\]", r"the references are in German, and .* as English; .*\[T123\]"


@pytest.fixture
def named(tmp_path: Path) -> Path:
    """A campaign whose folder says that it is German."""
    shutil.copytree(EXAMPLE, tmp_path / "en-de")
    return tmp_path / "en-de"


@pytest.fixture
def unnamed(tmp_path: Path) -> Path:
    """A campaign of which only the words say it."""
    shutil.copytree(EXAMPLE, tmp_path / "judged")
    for path in (*(tmp_path / "judged").glob("ref*.txt"), *(tmp_path / "judged" / "systems").glob("*.txt")):
        lines = len(path.read_text("utf-8").splitlines())
        path.write_text("".join(f"{GERMAN[at % len(GERMAN)]}\n" for at in range(lines)), "utf-8")
    return tmp_path / "judged"


@pytest.mark.parametrize("metric", ["shallow", "deep", "layered"])
def test_meta_and_tune_refuse_german(metric: str, named: Path, unnamed: Path) -> None:
    for folder, said in ((named, NAMED), (unnamed, TOLD)):
        with pytest.raises(tertium.TertiumError, match=said):
            tertium.meta(folder, metric, resamples=5)
        with pytest.raises(tertium.TertiumError, match=said):
            tertium.tune(folder, metric if metric == "layered" else [metric, "bleu"], resamples=5)


def test_reports_comparisons_and_candidates_refuse_german(tmp_path: Path) -> None:
    systems = {"one": OTHER_GERMAN, "two": OTHER_GERMAN[::-1]}
    for work in (
        lambda: tertium.report(systems, GERMAN, metrics="shallow"),
        lambda: tertium.compare(systems, GERMAN, "deep"),
        lambda: tertium.mbr([GERMAN[:3]], "shallow"),
        lambda: tertium.explain(GERMAN, GERMAN, "deep", lines=2),
        lambda: tertium.metric("shallow").sentence_score(GERMAN[0], [GERMAN[0]]),
    ):
        with pytest.raises(tertium.TertiumError, match=TOLD):
            work()


def test_what_the_page_of_the_server_asks_for_is_refused_by_its_language() -> None:
    for metric in ("shallow", "deep", "layered", "0.5*bleu + 0.5*shallow"):
        with pytest.raises(SpecError, match=NAMED):
            MetricChoice(metrics=(metric,), language="en-de").chosen()
    [chosen], _ = MetricChoice(metrics=("layered:renormalise=yes",), language="en-de").chosen()
    assert "lang=de" in chosen.signature
    assert "without=both" in chosen.signature


def test_layered_goes_on_without_its_semantic_layers_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("".join(f"{text}\n" for text in GERMAN), "utf-8")
    (tmp_path / "sys").write_text("".join(f"{text}\n" for text in OTHER_GERMAN), "utf-8")
    texts = (str(tmp_path / "ref"), "-i", str(tmp_path / "sys"))
    refused = run("score", *texts, "-m", "layered", "-l", "en-de")
    assert "Or go on without: layered:renormalise=yes,without=both. [T123]" in refused.err
    ran = run("score", *texts, "-m", "layered:renormalise=yes", "-l", "en-de")
    assert ran.code == 0
    assert "without=both" in ran.out


def test_german_parses_are_read_as_german_or_refused(tmp_path: Path) -> None:
    sentence = "Das ist nicht der Hund und das ist nicht die Katze ."
    words = sentence.split()
    heads = [(5, "nsubj"), (5, "cop"), (5, "advmod"), (5, "det"), (0, "root"), (11, "cc"), (11, "nsubj"), (11, "cop")]
    heads += [(11, "advmod"), (11, "det"), (5, "conj"), (5, "punct")]
    tags = ["PRON", "AUX", "PART", "DET", "NOUN", "CCONJ", "PRON", "AUX", "PART", "DET", "NOUN", "PUNCT"]
    parse = "".join(
        f"{at}\t{word}\t{word}\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
        for at, (word, tag, (head, relation)) in enumerate(zip(words, tags, heads, strict=True), 1)
    )
    given = {"parse_hyp": [parse], "parse_ref": [parse]}
    with pytest.raises(
        tertium.TertiumError, match=r"would read their parses as English; say which language .*\[T123\]"
    ):
        tertium.score([sentence], [sentence], "deep", **given)
    scored = tertium.score([sentence], [sentence], ["shallow", "deep", "layered"], language="de", **given)
    assert [score.score for score in scored.scores] == pytest.approx([100, 100, 100])
    assert "lang=de" in scored.scores[1].signature
    with pytest.raises(
        tertium.TertiumError, match="shallow:matching=synset would look for them in the English WordNet"
    ):
        tertium.score([sentence], [sentence], "shallow:matching=synset", **given)
