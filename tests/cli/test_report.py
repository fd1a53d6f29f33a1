"""``tertium report``: one file, written whole, with what was asked for in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.shell import run
from conftest import ROOT

EXAMPLE = ROOT / "examples" / "es-en"
TEXTS = ("ref1.txt", "-i", "systems/direct.txt", "systems/via-ca.txt")


def sections(page: str) -> list[str]:
    return re.findall(r'<section id="(\w+)"', page)


def test_a_page_is_written_and_nothing_is_said(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    done = run("report", *TEXTS, "-s", "src.txt", "-l", "es-en", "-n", "99", "-o", str(file), cwd=EXAMPLE)
    assert (done.code, done.out, done.err) == (0, "", "")
    page = file.read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert {"about", "leaderboard", "pairs", "slices", "segments"} <= set(sections(page))
    assert "direct and via-ca compared" in page
    assert "es → en" in page
    command = re.search(r'<dt>command</dt><dd><code dir="ltr">(.*?)</code>', page)
    assert command is not None
    assert command[1] == f"tertium report {' '.join(TEXTS)} -s src.txt -l es-en -n 99 -o {file}"


def test_dash_is_standard_output() -> None:
    done = run("report", *TEXTS, "-n", "20", "-m", "chrf", "--slices", "none", "-q", "-o", "-", cwd=EXAMPLE)
    assert done.code == 0
    assert done.out.startswith("<!doctype html>")
    assert "slices" not in sections(done.out)


def test_a_file_is_needed_and_looked_at_before_any_work(tmp_path: Path) -> None:
    assert "-o" in run("report", *TEXTS, cwd=EXAMPLE).refusal
    (tmp_path / "file").touch()
    nowhere = tmp_path / "file" / "page.html"  # no folder can be made there
    assert (
        str(nowhere.parent)
        in run("report", "missing.txt", "-i", "missing.txt", "-o", str(nowhere), cwd=EXAMPLE).refusal
    )
    same = run("report", *TEXTS, "-o", "systems/direct.txt", cwd=EXAMPLE)
    assert same.code == 2
    assert (EXAMPLE / "systems" / "direct.txt").read_text("utf-8")[:1] != "<"


def test_one_system_alone(tmp_path: Path) -> None:
    file = tmp_path / "one.html"
    done = run("report", "ref1.txt", "-i", "systems/direct.txt", "-n", "20", "-o", str(file), cwd=EXAMPLE)
    assert done.code == 0, done.err
    assert "pairs" not in sections(file.read_text("utf-8"))


def test_documents_labels_and_scores_of_other_tools(tmp_path: Path) -> None:
    labels, scores, file = tmp_path / "docs.txt", tmp_path / "comet.tsv", tmp_path / "page.html"
    lines = len((EXAMPLE / "ref1.txt").read_text("utf-8").splitlines())
    labels.write_text("".join(f"doc{i // 60}\n" for i in range(lines)), "utf-8")
    rows = [f"{name}\t{i + 1}\t{0.5 + i / 1000}\n" for name in ("direct", "via-ca") for i in range(lines)]
    scores.write_text("system\tsegment\tcomet\n" + "".join(rows), "utf-8")
    given = ("--docs", str(labels), "--slice-by", str(labels), "--scores", str(scores))
    done = run("report", *TEXTS, "-n", "20", *given, "-q", "-o", str(file), cwd=EXAMPLE)
    assert done.code == 0, done.err
    page = file.read_text("utf-8")
    assert "By document" in page
    assert "By docs" in page
    assert 'title="comet"' in page
    assert "4, drawn whole" in page


def test_fewer_segments_make_a_smaller_page_that_says_so(tmp_path: Path) -> None:
    whole, some = tmp_path / "whole.html", tmp_path / "some.html"
    for file, more in ((whole, ()), (some, ("--max-segments", "20"))):
        done = run("report", *TEXTS, "-n", "20", "-q", *more, "-o", str(file), cwd=EXAMPLE)
        assert done.code == 0, done.err
    assert some.stat().st_size < whole.stat().st_size - 10_000  # its slices are drawn by Python, which takes room
    assert "this page has the texts of 20 of them" in some.read_text("utf-8")
    assert "--max-segments" in run("report", *TEXTS, "--max-segments", "0", "-o", "-", cwd=EXAMPLE).refusal


def test_numbers_alone(tmp_path: Path) -> None:
    done = run("report", *TEXTS, "-n", "20", "-m", "chrf", "-q", "-f", "json", "-o", "-", cwd=EXAMPLE)
    found = json.loads(done.out)
    compared = run("compare", *TEXTS, "-n", "20", "-m", "chrf", "-q", "-f", "json", cwd=EXAMPLE)
    assert found["comparison"]["metrics"] == json.loads(compared.out)["metrics"]
    text = run("report", *TEXTS, "-n", "20", "-m", "chrf", "-q", "-f", "text", "-o", "-", cwd=EXAMPLE)
    assert "via-ca against direct" in text.out


def test_the_same_command_writes_the_same_page(tmp_path: Path) -> None:
    command = ("report", *TEXTS, "-n", "20", "-q", "-o", "-")
    one, other = run(*command, "--threads", "1", cwd=EXAMPLE).out, run(*command, "--threads", "2", cwd=EXAMPLE).out
    without = [re.sub(r"--threads \d", "", page) for page in (one, other)]
    assert without[0] == without[1]


@pytest.mark.parametrize("names", [("none", "order"), ("order", "none")])
def test_no_slices_and_some_slices_contradict_each_other(names: tuple[str, str]) -> None:
    refused = run("report", *TEXTS, "--slices", *names, "-o", "-", cwd=EXAMPLE).refusal
    assert refused == "--slices none stands alone; leave out the others, or 'none'."


def test_three_thousand_segments_of_five_systems_fit_into_two_megabytes(shared: Path, tmp_path: Path) -> None:
    folder, file = shared / "data" / "wmt13" / "de-en", tmp_path / "large.html"
    names = ("CNGL_DCU.2703", "JHU.2887", "KIT_primary.2653", "online-A", "umd.2922")
    systems = [f"systems/{name}.txt" for name in names]
    documents = tmp_path / "documents.txt"
    documents.write_text("".join(f"doc{line // 75}\n" for line in range(3000)), encoding="utf-8")
    given = ("-s", "src.txt", "-l", "de-en", "-n", "100", "-q", "--docs", str(documents), "--human", "human_sys.tsv")
    done = run("report", "refA.txt", "-i", *systems, *given, "-o", str(file), cwd=folder)
    assert done.code == 0, done.err
    assert file.stat().st_size <= 2_000_000
