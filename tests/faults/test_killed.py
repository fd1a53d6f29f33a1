"""Scoring that is killed again and again ends with the result of a run that nobody killed (tools/kill_resumed.py)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "kill_resumed.py"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not copied on this system")


def killed(times: int) -> str:
    asked = [sys.executable, str(TOOL), str(times), "--segments", "600", "--chunk", "20"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_thirty_kills_change_nothing() -> None:
    assert re.search(r"^30 kills .*all equal$", killed(30), re.MULTILINE)


@pytest.mark.slow
def test_three_hundred_kills_change_nothing() -> None:
    assert re.search(r"^300 kills .*in the second pass.*all equal$", killed(300), re.MULTILINE)
