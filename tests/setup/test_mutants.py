"""tools/mutants: every place that the list names is there, so that `make mutants` can begin."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_list_of_mutants_fits_the_sources_and_the_tests() -> None:
    """A changed line of the source moves its mutant, too. Files and tests that are not there end it as well."""
    listed = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "mutants" / "run.py"), "--list"], capture_output=True, text=True
    )
    assert (listed.returncode, listed.stderr) == (0, "")
    assert sum(line.startswith("native/") for line in listed.stdout.splitlines()) >= 12
    assert sum(line.startswith("src/") for line in listed.stdout.splitlines()) >= 50
