"""The committed Unicode tables are what their script writes."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[3] / "native" / "text" / "generate_unicode_tables.py"


def test_the_header_is_what_the_script_writes() -> None:
    regex = pytest.importorskip("regex", reason="the tables' categories come from the regex package")
    if unicodedata.unidata_version != "14.0.0" or regex.__version__ != "2026.11.9":
        pytest.skip("the tables are written with CPython 3.11 and regex 2026.11.9")
    done = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
