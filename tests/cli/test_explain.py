"""``tertium explain`` as a person runs it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "es-en"
FILES = [str(EXAMPLE / "ref1.txt"), str(EXAMPLE / "ref2.txt"), "-i", str(EXAMPLE / "systems" / "direct.txt")]


def explain(*arguments: str, code: int = 0) -> str:
    command = [sys.executable, "-m", "tertium", "explain", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr if code else done.stdout


def test_two_strings() -> None:
    shown = explain("--hyp", "on a mat sat the cat", "--ref", "the cat sat on a mat", "-m", "ribes", "ter")
    assert "'the cat' moved 4 words to the end" in shown
    assert "6 correspond, 0 missing, 0 extra" in shown
    assert "ribes" in shown


def test_the_source_is_shown_if_it_is_given(tmp_path: Path) -> None:
    texts = ("--hyp", "a cat", "--ref", "the cat", "-m", "ter")
    assert "source" not in explain(*texts)
    assert explain(*texts, "--src", "eine  Katze").startswith("source      eine Katze\nreference   the cat\n")
    assert json.loads(explain(*texts, "--src", "eine  Katze", "-f", "json"))[0]["source"] == "eine  Katze"
    source = tmp_path / "src.txt"
    source.write_text("Quelle\n" * 240, encoding="utf-8")
    assert "source      Quelle" in explain(*FILES, "-s", str(source), "--line", "7")


def test_metrics_that_match_by_stages_show_what_matched_how() -> None:
    texts = ("--hyp", "the fast car stopped at the houses", "--ref", "the quick automobile stops at the house")
    shown = explain(*texts, "-m", "meteor", "bleu")
    table = shown[shown.index("meteor: matches") :]
    rows = [line.split() for line in table.splitlines()[2:]]
    assert [(row[1], row[3], row[4]) for row in rows] == [
        ("the", "the", "exact"),
        ("fast", "quick", "synonym"),
        ("car", "automobile", "synonym"),
        ("stopped", "stops", "stem"),
        ("at", "at", "exact"),
        ("the", "the", "exact"),
        ("houses", "house", "stem"),
    ]
    data = json.loads(explain(*texts, "-m", "meteor", "atec", "gtm", "bleu", "-f", "json"))
    assert [each["metric"] for each in data[0]["explanations"]] == ["meteor", "atec", "gtm"]


def test_words_weigh_as_they_do_in_the_whole_set() -> None:
    command = [sys.executable, "-m", "tertium", "score", *FILES, "-m", "atec", "nist", "-sl", "-f", "tsv", "-q"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    scored = {row[2]: float(row[3]) for row in rows if row[0] == "3"}
    [shown] = json.loads(explain(*FILES, "--line", "3", "-m", "atec", "nist", "-f", "json"))
    assert {loss["metric"]: loss["score"] for loss in shown["losses"]} == pytest.approx(scored)
    assert shown["explanations"][0]["score"] == pytest.approx(scored["atec"])


def test_a_line_of_files_in_every_form(tmp_path: Path) -> None:
    assert "direct segment 7, reference" in explain(*FILES, "--line", "7")
    data = json.loads(explain(*FILES, "--line", "7", "8", "-f", "json"))
    assert [one["segment"] for one in data] == [7, 8]
    assert {loss["metric"] for loss in data[0]["losses"]} == {"bleu", "ter", "ribes", "chrf"}
    target = tmp_path / "order.svg"
    assert explain(*FILES, "--line", "7", "-f", "svg", "-o", str(target)) == ""
    ET.fromstring(target.read_text("utf-8"))
    assert explain(*FILES, "--line", "7", "8", "-f", "html").count("<svg") == 2


def test_a_page_shows_what_the_metrics_matched() -> None:
    given = ("--hyp", "the <b> houses", "--ref", "a <b> house")
    page = explain(*given, "-m", "meteor", "atec:idf=none", "-f", "html")
    assert re.search(r"meteor: matches</p><table.*>houses</td>.*>house</td>.*>stem</td>.*atec:idf=none: phrases", page)
    assert "<b>" not in page
    assert "matches" not in explain(*given, "-f", "html").partition("</style>")[2]  # only of metrics asked for


def test_the_worst_segments_are_listed_from_the_worst_on() -> None:
    found = json.loads(explain(*FILES, "--worst", "20", "--by", "order", "-f", "json"))
    assert len(found) == 20
    costs = [one["order"] for one in found]
    assert costs == sorted(costs, reverse=True)
    assert "through order, by ribes" in explain(*FILES, "--worst", "3", "--by", "order")


@pytest.mark.parametrize("metric", ["atec", "nist", "chrf"])
def test_the_worst_by_any_metric_have_the_scores_that_score_gives(metric: str) -> None:
    """By all there is to lose where a metric has no parts; atec and nist weigh words by the whole set."""
    found = json.loads(explain(*FILES, "--worst", "240", "-m", metric, "-f", "json"))
    scores = [one["score"] for one in found]
    assert len(scores) == 240
    assert scores == sorted(scores)
    command = [sys.executable, "-m", "tertium", "score", *FILES, "-m", metric, "-sl", "-f", "json", "-q"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    given = json.loads(done.stdout)["systems"][0]["scores"][0]["segment_scores"]
    assert {one["segment"]: one["score"] for one in found} == pytest.approx(dict(enumerate(given, 1)))
    text = explain(*FILES, "--worst", "2", "-m", metric)
    assert f"2 segments that lose most, by {metric}:" in text
    assert "inf" not in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([*FILES, "--line", "241"], "there is no segment 241"),
        ([*FILES], "--line N"),
        ([*FILES, "--line", "0"], "at least 1"),
        (["--hyp", "a"], "--ref"),
        ([*FILES, "--line", "1", "--src", "a"], "-s FILE"),
        ([*FILES, "--worst", "3", "--by", "order", "-m", "chrf"], "cannot be split"),
        ([*FILES, "--worst", "3", "-m", "ribes", "bleu"], "one metric"),
        ([*FILES, "--line", "1", "2", "-f", "svg"], "-f html shows several"),
    ],
)
def test_wrong_questions_get_one_sentence(arguments: list[str], says: str) -> None:
    answer = explain(*arguments, code=2)
    assert says in answer
    assert len(answer.strip().split("\n")) == 1
