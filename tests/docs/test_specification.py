"""docs/metrics says what the code does: its tables of defaults, empty texts, parameters and examples are computed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT
from tertium.metrics import registry
from tertium.metrics.base import Metric, Pooling
from tertium.metrics.spec import parse

PAGES = ROOT / "docs" / "metrics"
PARSED = ("shallow", "deep", "layered")  # these need a parser
EXAMPLE = ("spec", "hypothesis", "reference", "score")
DEFAULTS = ("metrics", "tok", "case", "corpus", "after")
WAYS = {"sum": Pooling.POOL, "mean": Pooling.MEAN}


def table(page: Path, *header: str) -> Iterator[list[str]]:
    """The rows of every table of a page that has this header."""
    inside = False
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif tuple(cells) == header:
            inside = True
        elif inside and not set(line) <= set("|- "):
            yield cells


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def examples() -> Iterator[tuple[str, str, str, str]]:
    for page in sorted(PAGES.glob("*.md")):
        for spec, hyp, ref, score in table(page, *EXAMPLE):
            yield names(spec)[0], hyp, ref, score


def empties() -> list[tuple[str, list[str]]]:
    header = ("metrics", "empty hypothesis", "empty reference", "both empty", "one right word", "one wrong word")
    return [(spec, row[1:]) for row in table(PAGES / "README.md", *header) for spec in names(row[0])]


def test_the_tables_speak_of_the_same_metrics_and_of_no_other() -> None:
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    listed = [name for row in table(PAGES / "README.md", "family", "metrics", "page") for name in names(row[1])]
    assert len(listed) > 40
    assert set(listed) <= set(registry.BUILTIN)  # a new metric may have its docstring alone
    assert sorted(spec.split(":")[0] for spec, _ in empties()) == sorted(listed)
    defaults = [name for row in table(PAGES / "README.md", *DEFAULTS) for name in names(row[0])]
    assert sorted(defaults) == sorted(listed)
    missing = [page.name for page in PAGES.glob("*.md") if page.name != "README.md" and f"({page.name})" not in index]
    assert missing == []


def test_the_table_of_defaults_is_the_codes() -> None:
    for row in table(PAGES / "README.md", *DEFAULTS):
        for name in names(row[0]):
            metric: Metric = parse(name)
            assert metric.pooling is WAYS[row[3]], name
            if hasattr(metric, "tok"):
                assert metric.tok == row[1], name
            if hasattr(metric, "case"):
                assert metric.case == row[2], name


@pytest.mark.parametrize(("spec", "expected"), empties(), ids=lambda value: value if isinstance(value, str) else "")
def test_the_table_of_empty_texts_is_the_codes(spec: str, expected: list[str]) -> None:
    if spec.split(":")[0] in PARSED:
        pytest.importorskip("spacy", reason="the parser needs the extra 'parse'")
    metric = parse(spec)
    pairs = [("", "a b"), ("a b", ""), ("", ""), ("a", "a"), ("a", "b")]
    scores = [metric.sentence_score(hyp, [ref]).score for hyp, ref in pairs]
    assert ["—" if score != score else f"{score:.3f}".rstrip("0").rstrip(".") for score in scores] == expected


@pytest.mark.parametrize(("spec", "hyp", "ref", "score"), list(examples()))
def test_the_examples_of_the_pages_are_what_the_code_gives(spec: str, hyp: str, ref: str, score: str) -> None:
    digits = len(score.partition(".")[2])
    assert f"{parse(spec).sentence_score(hyp, [ref]).score:.{digits}f}" == score


def test_there_are_examples_on_every_page_of_words() -> None:
    assert {"ngrams.md", "edits.md", "order.md", "words.md"} <= {
        page.name for page in PAGES.glob("*.md") if list(table(page, *EXAMPLE))
    }


def test_meteors_table_is_the_codes() -> None:
    rows = list(table(PAGES / "words.md", "task", "lang", "α", "β", "γ", "δ", "weights"))
    assert len(rows) == 11
    for task, language, *numbers, weights in rows:
        for lang in ("en", "de") if language == "all" else (language,):
            metric = parse(f"meteor:task={task},lang={lang}")
            found = [metric.alpha, metric.beta, metric.gamma, metric.delta]  # type: ignore[attr-defined]
            assert [f"{number:g}" for number in found] == numbers, (task, lang)
            assert [f"{weight:g}" for weight in metric.weights] == weights.split(), (task, lang)  # type: ignore[attr-defined]


def test_lrscores_alphas_are_the_codes() -> None:
    rows = list(table(PAGES / "combinations.md", "metric", "alpha"))
    assert len(rows) == 6
    for name, alpha in rows:
        assert f"alpha={alpha}," in parse(names(name)[0]).signature


def test_the_codes_of_warnings_are_all_in_the_catalogue() -> None:
    from tertium.analysis.doctor.codes import CODES
    from tertium.corpus.notices import CODES as NOTICES

    listed = {row[0]: row[1] for row in table(ROOT / "docs" / "faults.md", "code", "meaning")}
    assert sorted(listed) == sorted({*CODES, *NOTICES.values()})
    for code, known in CODES.items():
        if code > "T100":
            assert listed[code] == known.title
