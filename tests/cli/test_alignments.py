"""Alignments on the command line: flags, refusals, and the language of stems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.shell import Ran, run, score, write

BOOK = {
    "ref": ["the boy read the book", "a b c d", "a b c d e f"],
    "hyp": ["the book was read by the boy", "a b c", "a b c d f e"],
    "src": ["v w x y z", "v w x y", "u v w x y z"],
}
HYP_LINKS = ["0-6 2-1 4-3", "0-0 1-1 2-2", "0-0 1-1 2-2 3-3 4-5 5-4"]
REF_LINKS = ["0-1 2-4 4-2", "0-0 1-1 2-2 3-3", "0-0 1-1 2-2 3-3 4-4 5-5"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, **BOOK, hyp_links=HYP_LINKS, ref_links=REF_LINKS)
    return tmp_path


def scores(ran: Ran) -> list[float]:
    assert ran.code == 0, ran.err
    return [system["score"] for system in json.loads(ran.out)["systems"][0]["scores"]]


ALIGNED = ("-s", "src.txt", "--align-hyp", "hyp_links.txt", "--align-ref", "ref_links.txt")


def test_lrscore_from_files(folder: Path) -> None:
    """The specification's vector, in percent."""
    metrics = ("-tok", "none", "-m", "lr-hb1:alpha=0.5", "lr-kb4:alpha=0.5", "-f", "json")
    ran = score(folder, "ref.txt", "-i", "hyp.txt", *ALIGNED, *metrics)
    assert scores(ran) == pytest.approx([70.136633, 49.6791303], abs=1e-5)


def test_positions_from_one_give_the_same(folder: Path) -> None:
    def moved(lines: list[str]) -> list[str]:
        pairs = [[map(int, link.split("-")) for link in line.split()] for line in lines]
        return [" ".join(f"{i + 1}-{j + 1}" for i, j in line) for line in pairs]

    arguments = ("ref.txt", "-i", "hyp.txt", *ALIGNED, "-m", "kendall:align=source", "-f", "json")
    before = scores(score(folder, *arguments))
    write(folder, hyp_links=moved(HYP_LINKS), ref_links=moved(REF_LINKS))
    assert scores(score(folder, *arguments, "--align-base", "1")) == before
    refusal = score(folder, *arguments).refusal
    assert "points outside its sentence" in refusal
    assert "pass --align-base 1 if positions count from 1" in refusal


def test_moses_traces_and_phrases_are_read(folder: Path) -> None:
    write(folder, hyp=["b a c"], ref=["a b c"], src=["A B C"], phrases=["1=0 0=1 2=2"], trace=["b |1| a |0| c |2|"])
    write(folder, ref_phrases=["0=0 1=1 2=2"], ref_trace=["a b c |0-2|"])
    for form, hyp, ref in (("segments", "phrases", "ref_phrases"), ("trace", "trace", "ref_trace")):
        files = ("-s", "src.txt", "--align-hyp", f"{hyp}.txt", "--align-ref", f"{ref}.txt", "--align-format", form)
        ran = score(folder, "ref.txt", "-i", "hyp.txt", *files, "-m", "kendall:align=source", "-f", "json")
        assert scores(ran) == pytest.approx([100 * 2 / 3])


def test_direct_links_from_a_file_or_from_the_built_in_aligner(folder: Path) -> None:
    write(folder, hyp=["c b a"], ref=["a b c"], direct=["0-2 1-1 2-0"])
    base = ("ref.txt", "-i", "hyp.txt", "-m", "lr-kb1:alpha=1,align=direct", "-f", "json")
    assert scores(score(folder, *base, "--align-direct", "direct.txt")) == scores(score(folder, *base)) == [0.0]


def test_what_is_missing_is_said_with_the_way_out(folder: Path) -> None:
    assert score(folder, "ref.txt", "-i", "hyp.txt", "-m", "lr-kb4").refusal == (
        "lr-kb4 compares word order through the source: pass -s, and word alignments are made, or give your own with "
        "--align-hyp and --align-ref too, or use lr-kb4:align=direct."
    )


def test_the_language_pair_chooses_the_stems(folder: Path) -> None:
    arguments = ("ref.txt", "-i", "hyp.txt", "-m", "lr-kb4:alpha=0.3,align=direct", "kendall:align=direct,lang=de")
    ran = score(folder, *arguments, "-l", "sk-en", "-f", "json")
    signatures = [made["signature"] for made in json.loads(ran.out)["systems"][0]["scores"]]
    assert "lang=en" in signatures[0]
    assert "lang=de" in signatures[1]
    assert ran.err == ""


def test_a_language_without_a_stemmer_is_said(folder: Path) -> None:
    ran = score(folder, "ref.txt", "-i", "hyp.txt", "-m", "kendall:align=direct", "-l", "en-xh", "-f", "json")
    assert "lang=none" in ran.out
    said = "there is no stemmer for 'xh': kendall matches words without stems (lang=none)."
    assert ran.err == f"tertium: warning: {said}\n"
    assert score(folder, "ref.txt", "-i", "hyp.txt", "-m", "bleu", "-l", "en-xh").err == ""


@pytest.mark.parametrize("metric", ["meteor", "atec", "tertium-2"])
def test_a_language_without_a_stemmer_is_not_taken_for_english(folder: Path, metric: str) -> None:
    ran = score(folder, "ref.txt", "-i", "hyp.txt", "-m", metric, "-l", "en-xh", "-f", "json")
    asked = score(folder, "ref.txt", "-i", "hyp.txt", "-m", f"{metric}:lang=none", "-f", "json")
    assert "lang=none" in ran.out
    assert scores(ran) == scores(asked)
    assert "(lang=none)" in ran.err


def test_segments_without_links_score_zero_if_asked_and_are_counted(folder: Path) -> None:
    write(folder, hyp_links=["", *HYP_LINKS[1:]])
    arguments = ("ref.txt", "-i", "hyp.txt", *ALIGNED, "-m", "kendall:align=source", "-f", "json")
    assert "hyp_links.txt line 1 has no links" in score(folder, *arguments).refusal
    ran = score(folder, *arguments, "--align-empty", "zero")
    assert scores(ran) == pytest.approx([(0 + 100 + 100 * 14 / 15) / 3])
    assert "hyp_links.txt line 1: no alignment links although there are words; scored 0." in ran.err


def test_explain_takes_the_language_of_its_stems_from_the_pair_too(folder: Path) -> None:
    texts = ("--hyp", "working he was", "--ref", "he was at work", "-m", "bleu", "-f", "json")
    stages = []
    for language in ((), ("-l", "de-en"), ("--lang", "en")):
        ran = run("explain", *texts, *language, cwd=folder)
        assert ran.code == 0, ran.err
        stages.append(sorted(link["stage"] for link in json.loads(ran.out)[0]["links"]))
    assert stages == [["exact", "exact"], ["exact", "exact", "stem"], ["exact", "exact", "stem"]]
