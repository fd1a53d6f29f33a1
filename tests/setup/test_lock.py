"""tools/lock.py: what the lock must cover, and whether an environment keeps to it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def lock() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lock", ROOT / "tools" / "lock.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def project(folder: Path, dev: str) -> Path:
    file = folder / "pyproject.toml"
    file.write_text(
        '[project]\nname = "tertium"\ndependencies = ["numpy>=1"]\n'
        f'[project.optional-dependencies]\nja = ["ipadic>=1"]\nko = ["mecab-ko"]\ndev = {dev}\n',
        encoding="utf-8",
    )
    return file


def test_needs_write_out_our_own_extras(lock: ModuleType, tmp_path: Path) -> None:
    file = project(tmp_path, '["tertium[ja, ko]", "pytest>=8"]')
    assert lock.needs(file, ["dev"]) == ["numpy>=1", "pytest>=8", "ipadic>=1", "mecab-ko"]
    assert lock.needs(file, []) == ["numpy>=1"]


@pytest.mark.parametrize("line", ["tertium", "Tertium>=1", "tertium[ja]>=0.1", "tertium ; python_version > '3'"])
def test_needs_never_ask_the_index_for_tertium(lock: ModuleType, tmp_path: Path, line: str) -> None:
    with pytest.raises(SystemExit, match="from the index"):
        lock.needs(project(tmp_path, f'["{line}"]'), ["dev"])


def test_needs_know_their_extras(lock: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no extra 'nonsense'"):
        lock.needs(project(tmp_path, "[]"), ["nonsense"])


def test_differences_are_told(lock: ModuleType) -> None:
    there = {"a": "1.0", "b": "2.0", "never-installed": "3.0"}
    assert lock.differences({"a": "1.0", "b": "2.0"}, there) == []
    assert lock.differences({"a": "1.1", "c": "4"}, there) == [
        "a 1.1 is installed, the lock has 1.0.",
        "c 4 is installed, the lock has no such package.",
    ]


def test_check_fails_where_the_environment_floats(
    lock: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dev.lock"
    assert lock.main(["write", str(file)]) == 0
    assert lock.main(["check", str(file)]) == 0
    file.write_text(file.read_text(encoding="utf-8").replace("\npytest==", "\npytest==0"), encoding="utf-8")
    assert lock.main(["check", str(file)]) == 1
    assert "lock.py: pytest " in capsys.readouterr().err


def test_the_lock_pins_every_direct_need(lock: ModuleType) -> None:
    names = {
        lock.normal(line.split(";")[0].split("[")[0].split(">")[0].split("=")[0].strip())
        for line in lock.needs(ROOT / "pyproject.toml", ["dev"])
    }
    pinned = lock.locked(ROOT / "requirements" / "dev.lock")
    assert names <= pinned.keys()
    assert all(version and "*" not in version for version in pinned.values())
    assert {"pip", "setuptools", "wheel", "scikit-build-core", "nanobind", "ninja", "cmake"} <= pinned.keys()
