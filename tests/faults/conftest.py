"""A folder with a system and its reference, where the commands of these tests run; the process whose calls fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faults.cases import HYP, REF, lines
from faults.machine import Machine


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "hyp.txt").write_bytes(lines(HYP))
    (tmp_path / "ref.txt").write_bytes(lines(REF))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    made = Machine(tmp_path_factory.mktemp("machine"))
    yield made
    made.close()
