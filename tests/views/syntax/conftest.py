"""A cache of parses for one test, and the shipped parser for those of a module."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.corpus.files.packaged import packaged_folder
from tertium.views.syntax import parsing
from tertium.views.syntax.spacy_parser import SpacyParser


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", str(tmp_path / "parses"))
    return tmp_path / "parses"


@pytest.fixture(scope="module")
def english() -> SpacyParser:
    return SpacyParser(str(packaged_folder(parsing.MODEL)))
