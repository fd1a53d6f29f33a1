"""People's judgments and scores of other tools on the page: tables that are kept as they are."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from cli.shell import run
from serve.started import Started

Starting = Callable[..., Started]
REF = [f"the cat number {n} sat on the mat and looked at the dog" for n in range(12)]
GOOD = [line.replace("looked", "stared") for line in REF]
POOR = [" ".join(line.split()[::-1]) for line in REF]
HUMAN = "system\tseg_id\tscore\n" + "".join(
    f"{name}\t{n + 1}\t{score + n % 3}\n" for name, score in (("good", 80), ("poor", 30)) for n in range(12)
)
COMET = "system\tseg_id\tcomet\n" + "".join(
    f"{name}\t{n + 1}\t{score - n / 100}\n" for name, score in (("good", 0.8), ("poor", 0.4)) for n in range(12)
)


def table(server: Started, label: str, content: str | bytes, status: int = 201) -> Any:
    data = content.encode() if isinstance(content, str) else content
    answer = server.ask(f"/api/texts?label={quote(label)}&whole", data)
    assert answer.status == status, answer.body
    return answer.json if status == 201 else answer.error


def texts(server: Started) -> tuple[list[str], dict[str, str]]:
    return [server.text("ref.txt", REF)], {"good": server.text("a.txt", GOOD), "poor": server.text("b.txt", POOR)}


def test_judgments_and_scores_are_in_the_report_as_on_the_command_line(server: Started, tmp_path: Path) -> None:
    people, comet = table(server, "people.tsv", HUMAN), table(server, "../odd name/comet.tsv", COMET)
    assert people["whole"]
    assert people["lines"] == 25
    assert people["others"] == []
    references, systems = texts(server)
    more = {"judgments": [people["id"]], "scores": [comet["id"]], "metrics": ["chrf", "ter"]}
    number = server.run(references, systems, **more)
    page = server.ask(f"/runs/{number}/report").body.decode()
    typed = shlex.split(unescape(re.search(r"<dt>command</dt><dd><code[^>]*>(.*?)</code>", page)[1]))
    assert typed[-6:-2] == ["--human", "people.tsv", "--scores", "../odd name/comet.tsv"]
    assert 'aria-labelledby="title_agreement"' in page
    assert "people.tsv" in page
    assert "table-" not in page  # where it lies here
    for name, content in {"people.tsv": HUMAN, "comet.tsv": COMET}.items():
        (tmp_path / name).write_text(content)
    for name, lines in {"ref.txt": REF, "a.txt": GOOD, "b.txt": POOR}.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    typed = ["comet.tsv" if word.endswith("comet.tsv") else word for word in typed[1:]]
    done = run(*typed[:-1], "there.html", cwd=tmp_path)
    assert done.code == 0, done.err
    there = (tmp_path / "there.html").read_text("utf-8")
    for section in ("leaderboard", "agreement"):
        assert _numbers(there, section) == _numbers(page, section)
    assert "comet" in _numbers(page, "leaderboard")


def _numbers(page: str, section: str) -> str:
    found = re.search(rf'<section id="{section}".*?</section>', page, re.DOTALL)
    assert found is not None
    return unescape(re.sub(r"<[^>]*>", " ", found[0])).replace("../odd name/", "")


def test_lower_scores_can_be_the_better_ones(server: Started) -> None:
    scores = table(server, "errors.tsv", COMET.replace("comet", "errors"))
    references, systems = texts(server)
    number = server.run(references, systems, scores=[scores["id"]], scores_lower=True, metrics=["chrf"])
    page = server.ask(f"/runs/{number}/report").body.decode()
    assert "--scores errors.tsv --scores-lower" in page
    refused = server.job(references, systems, scores=[scores["id"]], scores_lower="yes")
    assert refused.status == 422
    assert refused.error == "scores_lower is str, expected true or false."


def test_what_cannot_be_judgments_is_said_by_the_name_a_person_gave(server: Started) -> None:
    references, systems = texts(server)
    for content, said in (
        ("no table at all\n", "people.tsv"),
        (HUMAN.replace("good", "other").replace("poor", "nobody"), "people.tsv"),
        (HUMAN.replace("80", "many"), "people.tsv line"),
    ):
        judged = table(server, "people.tsv", content)
        outcome = server.ended(server.job(references, systems, judgments=[judged["id"]]))
        assert outcome["state"] == "failed", outcome
        assert said in outcome["error"]
        assert "table-" not in outcome["error"]
        assert "Traceback" not in outcome["error"]


def test_a_text_is_no_table_and_a_table_no_text(server: Started) -> None:
    references, systems = texts(server)
    judged = table(server, "people.tsv", HUMAN)["id"]
    assert server.job(references, systems, judgments=references).error == (
        "ref.txt is a text; judgments and scores are tables, which are added below the texts as they are."
    )
    assert server.job([judged], systems).error == (
        "people.tsv is a whole table, expected a text; add it among the texts and take a column."
    )
    assert server.job(references, systems, judgments=[judged, judged]).error == (
        "2 texts are marked as judgments; there can be one."
    )
    assert "no longer here" in server.job(references, systems, scores=["../../etc/passwd"]).error
    assert "Parquet" in table(server, "people.parquet", b"PAR1" + bytes(20), status=422)


def test_tables_have_the_limits_of_texts_and_leave_nothing(starting: Starting, tmp_path: Path) -> None:
    server = starting(text_bytes=2000, shelf_bytes=3000)
    assert "larger than" in table(server, "people.tsv", "x" * 3000, status=413)
    kept = table(server, "people.tsv", "x" * 1900)
    assert "together are larger" in table(server, "more.tsv", "x" * 1900, status=413)
    assert server.ask(f"/api/texts/{kept['id']}", method="DELETE").status == 204
    table(server, "more.tsv", "x" * 1900)
    assert [text["label"] for text in server.ask("/api/texts").json] == ["more.tsv"]


def test_tables_of_a_folder_can_be_judgments(starting: Starting, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "people.tsv").write_text(HUMAN)
    (folder / "ref.txt").write_text("\n".join(REF) + "\n")
    server = starting(folder)
    found = {text["label"]: text for text in server.ask("/api/texts").json}
    assert found["people.tsv"]["whole"]
    assert found["people.tsv[score]"]["column"] == "score"
    systems = {"good": server.text("a.txt", GOOD), "poor": server.text("b.txt", POOR)}
    server.run([found["ref.txt"]["id"]], systems, judgments=[found["people.tsv"]["id"]])
    server.ask(f"/api/texts/{found['people.tsv']['id']}", method="DELETE")
    assert (folder / "people.tsv").exists()


@pytest.mark.parametrize("label", ["..", ".", "", "/", "con", "a" * 500 + ".tsv", "\x00.tsv", "ü.tsv", "-rf"])
def test_no_name_leads_elsewhere(server: Started, label: str) -> None:
    judged = table(server, label, HUMAN)
    references, systems = texts(server)
    assert server.ended(server.job(references, systems, judgments=[judged["id"]]))["state"] in ("done", "failed")
