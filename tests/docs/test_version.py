"""The version is written once, in the package; what is installed, the changelog and the citation say the same."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version

import tertium
from conftest import ROOT


def test_the_version_is_written_in_the_package_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert "version" in project["project"]["dynamic"]
    source = ROOT / project["tool"]["scikit-build"]["metadata"]["version"]["input"]
    assert source == ROOT / "src" / "tertium" / "version.py"


def test_what_is_installed_has_the_packages_version() -> None:
    assert version("tertium") == tertium.__version__


def test_the_citation_has_the_packages_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (\S+)$", citation, re.MULTILINE) == [tertium.__version__]


def test_the_changelog_opens_with_the_packages_version_and_what_changed_in_scores() -> None:
    headings = re.findall(r"^##+ (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0].split()[0] == tertium.__version__
    assert headings[1] == "Scores changed"
