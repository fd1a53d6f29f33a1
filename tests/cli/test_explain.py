"""``tertium explain`` as a person runs it."""

from __future__ import annotations

import html
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


def test_texts_of_a_page_say_their_language() -> None:
    """Browsers choose by it: one character of Han looks different in Chinese and in Japanese."""
    given = ("--hyp", "猫 直", "--ref", "直 猫", "--src", "a cat", "-f", "html")
    page = explain(*given, "-l", "en-ja")
    assert re.findall(r'<dd dir="auto"([^>]*)>', page) == [' lang="en"', ' lang="ja"', ' lang="ja"']
    assert re.findall(r'<dd dir="auto"([^>]*)>', explain(*given)) == ["", "", ""]


def test_a_page_shows_what_the_metrics_matched() -> None:
    given = ("--hyp", "the <b> houses", "--ref", "a <b> house")
    page = explain(*given, "-m", "meteor", "atec:idf=none", "-f", "html")
    assert re.search(
        r"meteor: matches</h3><div.*<table.*>houses</td>.*>house</td>.*>stem</td>.*atec:idf=none: phrases", page
    )
    assert "<b>" not in page
    assert "matches" not in explain(*given, "-f", "html").partition("</style>")[2]  # only of metrics asked for


def test_the_worst_segments_are_listed_from_the_worst_on() -> None:
    found = json.loads(explain(*FILES, "--worst", "20", "--by", "order", "-f", "json"))
    assert len(found) == 20
    costs = [one["order"] for one in found]
    assert costs == sorted(costs, reverse=True)
    assert "through order, by ribes" in explain(*FILES, "--worst", "3", "--by", "order")


def test_a_metric_in_two_formulas_is_named_once_in_a_remark() -> None:
    shown = explain("--hyp", "a b c d", "--ref", "b a c d", "-m", "pow(nsr*pow(precision, 1/4), 1.5)", "mean(nsr*bleu)")
    assert shown.count("nsr – exact: product") == 1
    assert "nsr, nsr" not in shown


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


SYSTEMS = [str(EXAMPLE / "systems" / f"{name}.txt") for name in ("direct", "via-ca", "via-eo")]
SEVERAL = [*FILES[:2], "-i", *SYSTEMS, "-s", str(EXAMPLE / "src.txt")]


def lines_of(name: str) -> list[str]:
    return (EXAMPLE / name).read_text(encoding="utf-8").split("\n")


def without_signs(page: str) -> str:
    """The page without what is not part of the texts: signs of marks, and words for those who listen."""
    bare = re.sub(r'<span class="(?:sign|said)"[^>]*>[^<]*</span>', "", page)
    return html.unescape(re.sub(r'</?span(?: class="(?:lead|mark [a-z-]+)")?>', "", bare))


def test_the_worst_segments_are_a_page_with_texts_as_in_the_files_and_a_picture_each() -> None:
    found = json.loads(explain(*SEVERAL, "--worst", "20", "-f", "json"))
    page = explain(*SEVERAL, "--worst", "20", "-f", "html")
    assert page.count("<section ") == page.count("<svg ") == 20
    assert "<script" not in page
    assert " style=" not in page
    plain = without_signs(page)
    sections = plain.split("<section ")[1:]
    for section, one in zip(sections, found, strict=True):
        assert f"{one['system']}</bdi>, segment {one['segment']}</h2>" in section
        assert f"ribes {one['score']:.1f}, lost {one['lost']:.1f} (words {one['words']:.1f}" in section
        place = one["segment"] - 1
        for file in ("src.txt", "ref1.txt", "ref2.txt", f"systems/{one['system']}.txt"):
            assert f'<dd dir="auto">{lines_of(file)[place]}</dd>' in section
        for metric in ("ribes", "bleu", "ter", "chrf"):
            assert f'<th scope="row">{metric}</th>' in section
    assert re.search(rf'<a href="#worst20">20</a></td><th scope="row"><span[^>]*>{found[19]["system"]}</span>', page)


def test_a_page_of_the_worst_shows_what_several_metrics_lost_and_ranks_by_the_first() -> None:
    page = explain(*FILES, "--worst", "2", "-m", "ter", "chrf", "--by", "all", "-f", "html")
    assert "2 segments that lose most, by ter</h1>" in page
    assert page.count('<th scope="row">chrf</th>') == 2
    assert "bleu" not in page


def test_where_two_systems_differ_is_what_diff_finds_explained_for_both() -> None:
    made = json.loads(explain(*SEVERAL, "--differ", "via-eo", "direct", "-n", "2", "-m", "chrf", "ter", "-f", "json"))
    files = [*FILES[:2], "-i", SYSTEMS[2], SYSTEMS[0], "-s", str(EXAMPLE / "src.txt")]
    command = [sys.executable, "-m", "tertium", "diff", *files, "-n", "2", "-m", "chrf", "ter", "-f", "json", "-q"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    diff = json.loads(done.stdout)
    assert [one["segment"] for one in made["explained"]] == [one["segment"] for one in diff["contrasts"]]
    assert {key: made[key] for key in diff if key != "warnings"} == {
        key: diff[key] for key in diff if key != "warnings"
    }
    for one in made["explained"]:
        for side in ("first", "second"):
            [alone] = [
                each
                for each in json.loads(
                    explain(*SEVERAL, "--line", str(one["segment"]), "-m", "chrf", "ter", "-f", "json")
                )
                if each["system"] == made[side]
            ]
            assert one[side] == alone


def test_where_two_systems_differ_is_a_text_and_a_page() -> None:
    text = explain(*SEVERAL, "--differ", "direct", "via-eo", "-n", "1")
    assert text.startswith("direct and via-eo, segment by segment\nby chrf, direct is better in ")
    assert text.count("correspond,") == 4  # two segments, two systems
    assert re.search(r"metric  system  +score  +lost  +words  +order  +length\n  chrf    direct ", text)
    assert max(map(len, text.split("\nchrf: ")[0].splitlines())) <= 80
    page = explain(*SEVERAL, "--differ", "direct", "via-eo", "-n", "1", "-f", "html")
    found = json.loads(explain(*SEVERAL, "--differ", "direct", "via-eo", "-n", "1", "-f", "json"))
    assert page.count("<section ") == 2
    assert page.count("<svg ") == 4
    plain = without_signs(page)
    for one in found["contrasts"]:
        assert f'id="segment{one["segment"]}"' in page
        for file in ("src.txt", "ref1.txt", "ref2.txt", "systems/direct.txt", "systems/via-eo.txt"):
            assert f'<dd dir="auto">{lines_of(file)[one["segment"] - 1]}</dd>' in plain
    assert "<script" not in page
    assert " style=" not in page


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
        ([*FILES, "--worst", "2", "-f", "svg"], "--worst is a list: -f text, json or html, not svg"),
        ([*FILES, "--line", "1", "--top", "2"], "--top says how many segments --differ shows"),
        ([*FILES, "--differ", "a", "b"], "there is no system 'a'; there are direct"),
    ],
)
def test_wrong_questions_get_one_sentence(arguments: list[str], says: str) -> None:
    answer = explain(*arguments, code=2)
    assert says in answer
    assert len(answer.strip().split("\n")) == 1
