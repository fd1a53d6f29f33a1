"""tools/lock.py: what the lock must cover, and whether an environment keeps to it."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
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


def link(file: str, digit: str) -> str:
    return (
        f'<a href="https://files.example/{file}#sha256={digit * 64}" data-requires-python="&gt;=3.8">{file}</a><br/>\n'
    )


def test_check_fails_where_the_environment_floats(
    lock: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "dev.lock"
    here = lock.installed()
    monkeypatch.setattr(lock, "page", lambda name: link(f"{name.replace('-', '_')}-{here[name]}.tar.gz", "a"))
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


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").glob("*.lock")), ids=lambda path: path.name)
def test_every_package_of_every_lock_has_hashes(lock: ModuleType, path: Path) -> None:
    entries = lock.entries(path)
    assert entries.keys() == lock.locked(path).keys()
    assert entries
    for name, entry in entries.items():
        first, *hashes = entry.splitlines()
        assert re.fullmatch(r"[\w.-]+==[^ ]+ \\", first), name
        assert hashes, name
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes), name


def test_hashes_are_those_of_the_files_that_can_be_installed_here(lock: ModuleType) -> None:
    listed = "".join(
        link(file, digit)
        for file, digit in (
            ("A_b-1.0.tar.gz", "1"),
            ("a_b-1.0-py3-none-any.whl", "2"),
            ("a_b-1.0-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl", "3"),
            ("a_b-1.0-cp39-abi3-macosx_11_0_arm64.whl", "4"),
            ("a_b-1.0-cp311-cp311-win_amd64.whl", "5"),
            ("a_b-1.0-cp39-cp39-manylinux_2_17_x86_64.whl", "6"),
            ("a_b-1.0.1-py3-none-any.whl", "7"),
            ("a_b_c-1.0-py3-none-any.whl", "8"),
            ("a_b-1.0-py2-none-any.whl", "9"),
        )
    )
    assert lock.hashes("a-b", "1.0", listed) == [digit * 64 for digit in "1234"]
    with pytest.raises(SystemExit, match=r"no file of a-b 2\.0 with a hash"):
        lock.hashes("a-b", "2.0", listed)


def wheel(folder: Path, name: str, needs: str) -> Path:
    """A whole wheel with nothing in it."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needs}")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text, ""),
        (lambda text: re.sub(r"sha256:.{8}", "sha256:00000000", text), "DO NOT MATCH THE HASHES"),
        (lambda text: text.partition("outer==")[0] + "outer==1.0\n", "--require-hashes mode"),
        (lambda text: "outer==" + text.partition("outer==")[2], "--require-hashes mode"),
    ],
    ids=["whole", "another hash", "no hash", "no line for what it needs"],
)
def test_pip_takes_no_file_without_its_hash_in_the_lock(
    lock: ModuleType, tmp_path: Path, change: Callable[[str], str], said: str
) -> None:
    """As the Makefile calls it: the lock as a constraint, with names that have no version."""
    files = {name: wheel(tmp_path, name, needs) for name, needs in (("inner", ""), ("outer", "Requires-Dist: inner\n"))}
    pages = {
        name: f'<a href="{path.name}#sha256={hashlib.sha256(path.read_bytes()).hexdigest()}">{path.name}</a>'
        for name, path in files.items()
    }
    text = "".join(lock.hashed(dict.fromkeys(files, "1.0"), pages.__getitem__))
    (tmp_path / "lock").write_text(change(text), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--dry-run"]
    places = ["--no-index", "--find-links", tmp_path, "--target", tmp_path / "here"]
    command = [*pip, *places, "--constraint", tmp_path / "lock", "outer"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode == 0) == (not said), done.stderr
    assert said in done.stderr
