"""Whoever cites a page of ours finds it: every page, heading and decision that code, tests or docs name is there.

Anywhere: ``docs/PAGE.md``, ``docs/PAGE.md#heading``, ``docs/faults.md A3``, ``ADR 56``. In pages also links, with and
without a heading, and files of the repository between backticks. The documents that the project began with are not in
the repository, so nobody may cite them.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from conftest import ROOT

FOLDERS = ("src", "native", "tests", "tools", "bench", "docs", "examples", ".github")
SUFFIXES = {".py", ".pyi", ".hpp", ".cpp", ".md", ".toml", ".txt", ".yml", ".yaml"}
CITED = re.compile(r"\b(?:SPEC|FAULTS|DESIGN)\b")  # the documents that the project began with
FAULT = re.compile(r"\bdocs/faults\.md\s+(?:(?://|#)\s*)?(A\d+)\b")
PAGE = re.compile(r"\bdocs/([A-Za-z0-9_./-]+\.md)(?:#([A-Za-z0-9_-]+))?")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
PLACE = re.compile(r"`((?:src|native|tests|tools|bench|requirements|examples|docs|\.ci|\.github)/[^`\s]*)`")
DECISION = re.compile(r"\bADRs? (\d+)")


def texts() -> list[Path]:
    """Every file that people write, this one aside: it cites pages that do not exist."""
    found = list(ROOT.glob("*.md"))
    for folder in FOLDERS:
        found += [path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES and path.is_file()]
    kept = [path for path in found if not {"data", "generated"} & set(path.parts) and path.name != Path(__file__).name]
    return sorted(kept)


@cache
def headings(page: Path) -> frozenset[str]:
    """The anchors of a page, made of its headings as GitHub does."""
    anchors: set[str] = set()
    fenced = False
    for line in page.read_text(encoding="utf-8").splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = re.match(r"#{1,6} (.+)", line)
        if heading and not fenced:
            anchors.add(anchor(heading[1]))
    return frozenset(anchors)


def fault_sections() -> frozenset[str]:
    """A1, A2 ...: the sections of the catalogue of faults."""
    anchors = headings(ROOT / "docs" / "faults.md")
    return frozenset(name.split("-")[0].upper() for name in anchors if re.match(r"a\d+-", name))


@cache
def built() -> frozenset[str]:
    """What is made here and not kept: the lines of .gitignore."""
    return frozenset(line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines())


def anchor(heading: str) -> str:
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def is_there(name: str) -> bool:
    """A file or a folder, or FILE::TEST."""
    file, _, test = name.partition("::")
    path = ROOT / file
    return path.exists() and (not test or f"def {test.partition('[')[0]}" in path.read_text(encoding="utf-8"))


def problems(text: str, page: Path | None = None) -> Iterator[str]:
    """What a text cites that is not there; `page` is where it stands, if its links are to be followed."""
    cited = [(ROOT / "docs" / name, heading, f"docs/{name}") for name, heading in PAGE.findall(text)]
    if page is not None:
        for name in PLACE.findall(text):
            made_up = re.search(r"[*…<{#]|NAME|PAGE|AREA|ROOM", name) or name.strip("/") in built()
            if not made_up and not is_there(name):
                yield f"there is no {name}"
        for name, heading in LINK.findall(text):
            if "://" not in name:
                cited.append((page.parent / name if name else page, heading, name or page.name))
    for target, heading, name in cited:
        if not target.exists():
            yield f"there is no {name}"
        elif heading and heading not in headings(target):
            yield f"{name} has no heading #{heading}"
    for section in FAULT.findall(text):
        if section not in fault_sections():
            yield f"docs/faults.md has no section {section}"
    for number in DECISION.findall(text):
        if not list((ROOT / "docs" / "adr").glob(f"{int(number):04}-*.md")):
            yield f"there is no ADR {number}"


def prose(path: Path) -> Iterator[str]:
    """What a file says to people: comments and docstrings of code, all of a page.

    A name that a Python file uses itself may be spoken of in it (a constant ``SPEC``).
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".hpp", ".cpp"):
        yield from re.findall(r"//.*", text)
    elif path.suffix in (".py", ".pyi"):
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        own = {token.string for token in tokens if token.type == tokenize.NAME}
        for token in tokens:
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield CITED.sub(lambda found: "" if found[0] in own else found[0], token.string)
    else:
        yield text


def retired(path: Path) -> list[str]:
    return [said.strip()[:120] for part in prose(path) for said in part.splitlines() if CITED.search(said)]


def test_every_page_heading_and_decision_cited_is_there() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {problem}"
        for path in texts()
        for problem in problems(path.read_text(encoding="utf-8"), path if path.suffix == ".md" else None)
    ]
    assert broken == []


def test_nobody_cites_a_document_that_the_repository_does_not_hold() -> None:
    cited = [f"{path.relative_to(ROOT)}: {said}" for path in texts() for said in retired(path)]
    assert cited == []


def test_the_cases_of_faults_name_sections_of_the_catalogue() -> None:
    from faults.in_bytes import CHARACTERS, CONTAINERS
    from faults.in_files import EMPTY, SHAPE
    from faults.in_lists import LIST_CASES

    sections = fault_sections()
    for case in (*CHARACTERS, *CONTAINERS, *EMPTY, *SHAPE, *LIST_CASES):
        named = set(re.findall(r"\bA\d+\b", case.fault))
        assert named <= sections, case
        assert named or case.fault == "unreadable file", case


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("see docs/metrics/edits.md#no-such-heading", "docs/metrics/edits.md has no heading #no-such-heading"),
        ("see docs/nowhere.md", "there is no docs/nowhere.md"),
        ("see docs/faults.md A77", "docs/faults.md has no section A77"),
        ("as ADR 9999 says", "there is no ADR 9999"),
    ],
)
def test_a_citation_that_leads_nowhere_is_found(text: str, problem: str) -> None:
    assert list(problems(text)) == [problem]


def test_a_link_to_a_missing_page_or_heading_and_a_missing_file_are_found() -> None:
    page = ROOT / "docs" / "README.md"
    assert list(problems("[x](nowhere.md)", page)) == ["there is no nowhere.md"]
    assert list(problems("`src/tertium/nowhere.py`", page)) == ["there is no src/tertium/nowhere.py"]
    here = "tests/docs/test_citations.py"
    assert list(problems(f"`{here}::test_a_citation_that_leads_nowhere_is_found`", page)) == []
    assert list(problems(f"`{here}::test_" + "nowhere`", page)) == [f"there is no {here}::test_nowhere"]
    assert list(problems("[x](cli.md#no-such-heading)", page)) == ["cli.md has no heading #no-such-heading"]


def test_a_retired_document_is_found_in_comments_docstrings_and_pages(tmp_path: Path) -> None:
    cites = {
        "a.py": '"""As SPEC 4.3 says."""\n',
        "b.py": "x = 1  # FAULTS A9\n",
        "c.hpp": "int x;  // DESIGN\n",
        "d.md": "By SPEC §1.\n",
    }
    own = {"e.py": '"""The SPEC of this table."""\nSPEC = "bleu"\n', "f.hpp": "int SPEC;\n"}
    for name, text in (cites | own).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [name for name in sorted(cites | own) if retired(tmp_path / name)] == sorted(cites)
