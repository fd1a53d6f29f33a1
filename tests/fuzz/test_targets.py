"""The fuzzing targets are whole: each has seeds, every room has a target, and the driver finds a mistake."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

FUZZ = Path(__file__).resolve().parents[2] / "fuzz"


@pytest.fixture(scope="module")
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz_run", FUZZ / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_run"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_every_target_has_seeds_and_every_folder_of_seeds_its_target(run: ModuleType) -> None:
    targets = {*run.native_targets(), *run.python_targets()}
    assert len(targets) == len(run.native_targets()) + len(run.python_targets())
    folders = {path.name for path in (FUZZ / "corpus").iterdir() if any(path.iterdir())}
    assert folders == targets


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in (FUZZ / "corpus").rglob("*") if path.is_file()) < 300_000


def test_every_room_of_the_native_code_is_reached_by_a_target() -> None:
    included = "".join(path.read_text(encoding="utf-8") for path in (FUZZ / "native").rglob("*.?pp"))
    native = FUZZ.parent / "native"
    rooms = {path.parent.name for path in native.rglob("*.hpp")} - {"bindings"}
    assert {room for room in rooms if f'"{room}/' not in included} == set()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_driver_dies_of_a_broken_law(tmp_path: Path) -> None:
    source = tmp_path / "broken.cpp"
    source.write_text(
        '#include "invariants.hpp"\n'
        "void tertium::fuzz::target(Input& input) {\n"
        '    must(input.byte() != 7, "no input begins with 7");\n'
        "}\n",
        encoding="utf-8",
    )
    program, seed = tmp_path / "broken", tmp_path / "seed"
    includes = [f"-I{FUZZ / 'native'}", f"-I{FUZZ.parent / 'native'}"]
    sources = [str(source), str(FUZZ / "native" / "replay.cpp")]
    subprocess.run(["g++", "-std=c++20", *includes, *sources, "-o", str(program)], check=True)
    seed.write_bytes(b"\6")
    assert subprocess.run([str(program), str(seed)], capture_output=True).returncode == 0
    changed = subprocess.run([str(program), "-n", "20000", str(seed)], capture_output=True, text=True)
    assert changed.returncode != 0
    assert "broken: no input begins with 7" in changed.stderr
