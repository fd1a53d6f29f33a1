"""A folder with a reference and two systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.shell import GOOD, POOR, REF, write


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    write(tmp_path, ref=REF, good=GOOD, poor=POOR)
    return tmp_path
