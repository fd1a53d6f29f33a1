"""One digest over all metrics, whatever the threads, chunks, order of systems, hash seed and locale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]


def digest(seed: int, *ways: str, **environment: str) -> tuple[str, str]:
    """(locale, digest) that a process of its own prints."""
    path = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_") and name != "LANG"}
    done = subprocess.run(
        [sys.executable, "-m", "laws.determinism", *ways],
        env=kept | {"PYTHONPATH": path, "PYTHONHASHSEED": str(seed)} | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    spoken, _, made = done.stdout.strip().rpartition(" ")
    return spoken, made


@pytest.fixture(scope="module")
def turkish(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where i is not the lower case of I, and numbers have commas; made for the test, for machines seldom have it."""
    if shutil.which("localedef") is None or not Path("/usr/share/i18n/locales/tr_TR").exists():
        said = "localedef and the locales' sources (Debian's package locales) are not here"
        if os.environ.get("TERTIUM_LOCALES") == "required":
            pytest.fail(said)
        pytest.skip(said)
    folder = tmp_path_factory.mktemp("locales")
    subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / "tr_TR.UTF-8")], check=True)
    return {"LOCPATH": str(folder), "LC_ALL": "tr_TR.UTF-8"}


def test_hash_seeds_and_locales_change_nothing(turkish: dict[str, str]) -> None:
    spoken, made = digest(0, LC_ALL="C")
    assert spoken == "C"
    spoken, turkish_made = digest(1, "once", **turkish)
    assert "tr_TR" in spoken
    assert turkish_made == made


@pytest.mark.slow
def test_fifty_hash_seeds_in_two_locales_change_nothing(turkish: dict[str, str]) -> None:
    ways = [(seed, environment) for seed in range(50) for environment in ({"LC_ALL": "C"}, turkish)]
    found = [digest(seed, "once", **environment) for seed, environment in ways]
    assert {spoken for spoken, _ in found} == {"C", "tr_TR.UTF-8"}
    assert len({made for _, made in found}) == 1
