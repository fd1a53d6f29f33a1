"""mteval-v13a, the program of the NIST evaluations: every number it printed, for corpora, segments and orders."""

from __future__ import annotations

import dataclasses
import re
import string
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from realdata import lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.base import Metric
from tertium.metrics.bleu import Bleu
from tertium.metrics.nist import Nist
from tertium.metrics.spec import parse

SYSTEMS = ("Lan-Bridge", "M2M100_1.2B-B4", "Online-W")
DECIMALS = 5.1e-5  # mteval prints four
ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def rows_of(metric: Metric, hyps: list[str], refs: list[list[str]]) -> Any:
    chunk = Chunk.of([hyps], refs)
    tables = {} if metric.table_key is None else {metric.table_key: metric.collect(chunk)}
    return metric.measure(dataclasses.replace(chunk, tables=tables)).values


@pytest.fixture(scope="module")
def texts(shared_data: Path) -> dict[str, list[str]]:
    folder = shared_data / "wmt22-mqm200" / "zh-en"
    found = {name: lines(folder / "systems" / f"{name}.txt") for name in SYSTEMS}
    return {**found, "A": lines(folder / "refA.txt"), "B": lines(folder / "refB.txt")}


def read(path: Path) -> tuple[dict[str, float], dict[str, list[float]], dict[tuple[str, str], list[float]]]:
    """Corpus scores, segment scores in order, and the tables (individual or cumulative, metric) by order 1..9."""
    text = path.read_text("utf-8")
    corpus = dict(re.findall(r"(NIST|BLEU) score = (\d+\.\d+)", text))
    segments: dict[str, list[float]] = {"NIST": [], "BLEU": []}
    for name, number, segment in re.findall(
        r"(NIST|BLEU) score using \d-grams = (\d+\.\d+) for .* on segment (\d+) ", text
    ):
        segments[name].append(float(number))
        assert int(segment) == len(segments[name])
    tables = {}
    for kind, body in re.findall(r"(Individual|Cumulative) N-gram scoring(.*?)(?:# -|MT evaluation)", text, re.DOTALL):
        for name, numbers in re.findall(r"(NIST|BLEU):\s+((?:\d+\.\d+\s+){9})", body):
            tables[kind, name] = [float(number) for number in numbers.split()]
    return {name: float(number) for name, number in corpus.items()}, segments, tables


def check_corpus(path: Path, hyps: list[str], refs: list[list[str]], **options: str) -> None:
    corpus, _, tables = read(path)
    assert len(tables) == 4
    bleu = Bleu(order=9, smooth="mteval13a", **options)
    row = rows_of(bleu, hyps, refs).sum(axis=0)
    assert (row[:9] / row[9:18]).tolist() == pytest.approx(tables["Individual", "BLEU"], abs=DECIMALS)
    for n in range(1, 10):
        part = Bleu(order=n, smooth="mteval13a", **options)
        value = float(part.score(rows_of(part, hyps, refs).sum(axis=0)))
        assert value == pytest.approx(tables["Cumulative", "BLEU"][n - 1], abs=DECIMALS)
        if n == 4:
            assert value == pytest.approx(corpus["BLEU"], abs=DECIMALS)
    nist = Nist(order=9, mteval_zero_token=True, **options)
    row = rows_of(nist, hyps, refs).sum(axis=0)
    penalty = float(nist.score(row)) / float((row[:9] / row[9:18]).sum())  # BLEU's orders are printed without theirs
    assert (penalty * row[:9] / row[9:18]).tolist() == pytest.approx(tables["Individual", "NIST"], abs=DECIMALS)
    for n in range(1, 10):
        part = Nist(order=n, mteval_zero_token=True, **options)
        value = float(part.score(rows_of(part, hyps, refs).sum(axis=0)))
        assert value == pytest.approx(tables["Cumulative", "NIST"][n - 1], abs=DECIMALS)
        if n == 5:
            assert value == pytest.approx(corpus["NIST"], abs=DECIMALS)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("references", ["A", "AB"])
def test_corpus_and_every_order(shared_data: Path, texts: dict[str, list[str]], system: str, references: str) -> None:
    refs = [list(group) for group in zip(*(texts[name] for name in references), strict=True)]
    check_corpus(shared_data / "golden/mteval" / f"{system}.ref{references}.txt", texts[system], refs, case="lower")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("references", ["A", "AB"])
def test_every_segment(shared_data: Path, texts: dict[str, list[str]], system: str, references: str) -> None:
    refs = [list(group) for group in zip(*(texts[name] for name in references), strict=True)]
    _, segments, _ = read(shared_data / "golden/mteval" / f"{system}.ref{references}.txt")
    for name, metric in (
        ("BLEU", Bleu(smooth="mteval13a", case="lower")),
        ("NIST", Nist(case="lower", mteval_zero_token=True)),
    ):
        values = metric.segment_score(rows_of(metric, texts[system], refs))
        assert len(segments[name]) == len(values) == 200
        assert np.abs(values - np.array(segments[name])).max() < DECIMALS


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_short_name_gives_the_programs_number(shared_data: Path, texts: dict[str, list[str]], system: str) -> None:
    corpus, _, _ = read(shared_data / "golden/mteval" / f"{system}.refA.txt")
    refs = [[ref] for ref in texts["A"]]
    for name in ("BLEU", "NIST"):
        made = parse(f"{name}:like=mteval").corpus_score(texts[system], refs)
        assert made.value == pytest.approx(corpus[name], abs=DECIMALS)
    cased, _, _ = read(shared_data / "golden/mteval" / f"{system}.refA.intl-cased.txt")
    for name in ("BLEU", "NIST"):
        made = parse(f"{name}:like=wmt,case=keep").corpus_score(texts[system], refs)
        assert made.value == pytest.approx(cased[name], abs=DECIMALS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_international_tokenisation_with_case(shared_data: Path, texts: dict[str, list[str]], system: str) -> None:
    path = shared_data / "golden/mteval" / f"{system}.refA.intl-cased.txt"
    check_corpus(path, texts[system], [[ref] for ref in texts["A"]], tok="intl")


def test_russian_output_that_nltk_ships(shared_data: Path) -> None:
    folder = shared_data / "fixtures" / "nltk-wmt15-eval"

    def segments(name: str) -> list[str]:
        text = (folder / f"newstest2015-100sents-enru-{name}.ru.sgm").read_text("utf-8")
        return re.findall(r"<seg id=\"\d+\">(.*?)</seg>", text.translate(ASCII_LOWER))

    # mteval lower-cases A to Z only, case=lower every letter: the texts are prepared here and kept as they are.
    hyps, refs = segments("google"), segments("ref")
    assert len(hyps) == len(refs) == 100
    check_corpus(folder / "mteval-13a.output", hyps, [[ref] for ref in refs])


def test_a_zero_token_in_real_output_makes_the_difference(shared_data: Path, texts: dict[str, list[str]]) -> None:
    corpus, _, _ = read(shared_data / "golden/mteval/Lan-Bridge.refA.txt")
    refs = [[ref] for ref in texts["A"]]
    values = {}
    for flag in (False, True):
        metric = Nist(case="lower", mteval_zero_token=flag)
        values[flag] = float(metric.score(rows_of(metric, texts["Lan-Bridge"], refs).sum(axis=0)))
    assert values[True] == pytest.approx(corpus["NIST"], abs=DECIMALS)
    assert abs(values[False] - corpus["NIST"]) > DECIMALS
