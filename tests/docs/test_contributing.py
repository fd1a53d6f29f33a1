"""CONTRIBUTING.md and the hooks of pre-commit speak of commands that exist and that CI runs."""

from __future__ import annotations

import re

from conftest import ROOT


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_every_make_target_that_is_named_exists() -> None:
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    named = {
        word for words in re.findall(r"(?:^|`)make ((?:[a-z-]+ ?)+)", text, re.MULTILINE) for word in words.split()
    }
    assert {"demo", "test", "lint", "types", "imports"} <= named
    assert named - targets() == set()


def test_the_hooks_are_the_checks_of_ci() -> None:
    hooks = set(re.findall(r"^ +entry: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"), re.MULTILINE))
    ci = set(re.findall(r"^ *(make [a-z-]+)", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE))
    assert {"make lint", "make types", "make imports"} == hooks
    assert hooks <= ci


def test_nothing_of_the_hooks_comes_from_elsewhere() -> None:
    repositories = re.findall(r"- repo: (\S+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert repositories == ["local"]
