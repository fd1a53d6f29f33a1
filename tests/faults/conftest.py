"""A folder with a system and its reference, where the commands of these tests run."""

from __future__ import annotations

from pathlib import Path

import pytest

from faults.cases import HYP, REF, lines


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "hyp.txt").write_bytes(lines(HYP))
    (tmp_path / "ref.txt").write_bytes(lines(REF))
    monkeypatch.chdir(tmp_path)
    return tmp_path
