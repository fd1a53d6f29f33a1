"""tools/make_venv.sh makes an environment, or says in one sentence what is missing and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "make_venv.sh"
SHELL_TOOLS = ("sh", "mktemp", "rm", "grep", "tail", "printf")
BASE_PYTHON = str(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}")
NO_ENSUREPIP = 'raise ModuleNotFoundError("No module named ensurepip", name="ensurepip")\n'
OLD_PYTHON = "import sys\nsys.version_info = (3, 9, 18)\n"
NO_HEADERS = """\
import sysconfig
path = sysconfig.get_path
sysconfig.get_path = lambda name, *more, **named: "nowhere" if name == "include" else path(name, *more, **named)
"""


class Machine:
    """A machine with a chosen PATH: the shell's tools, and the programs a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.modules = folder / "modules"
        self.venv = folder / "venv"
        self.bin.mkdir()
        self.modules.mkdir()
        for name in SHELL_TOOLS:
            self.link(name, shutil.which(name))

    def link(self, name: str, target: str | None) -> None:
        if target is None:
            pytest.skip(f"no {name} on this machine")
        # Not a symbolic link: a Python looks for its library beside the name it was called by.
        (self.bin / name).write_text(f'#!/bin/sh\nexec "{target}" "$@"\n', encoding="utf-8")
        (self.bin / name).chmod(0o755)

    def module(self, name: str, text: str) -> None:
        """A module that every Python of this machine meets before its own."""
        (self.modules / f"{name}.py").write_text(text, encoding="utf-8")

    def run(self, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": str(self.bin),
            "PYTHONPATH": str(self.modules),
            "TMPDIR": str(self.bin.parent),
        } | variables
        sh = shutil.which("sh") or "/bin/sh"
        command = [sh, str(SCRIPT), str(self.venv)]
        folder = self.bin.parent  # what a wrong path creates belongs there, not into the checkout
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    def sentence(self, **variables: str) -> str:
        """The one sentence of a machine on which something is missing."""
        done = self.run(**variables)
        assert done.returncode == 1
        assert done.stdout == ""
        assert not self.venv.exists()
        assert done.stderr.count("\n") == 1
        assert "Traceback" not in done.stderr
        return done.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.link("c++", shutil.which("c++") or shutil.which("g++") or shutil.which("clang++"))
    made.link("as", shutil.which("as"))  # a compiler looks for its assembler on PATH
    if not Path(BASE_PYTHON).exists():
        pytest.skip(f"no {BASE_PYTHON}")
    made.link("python3", BASE_PYTHON)
    return made


def test_a_whole_machine_gets_an_environment_with_pip(machine: Machine) -> None:
    done = machine.run()
    assert done.returncode == 0, done.stderr
    pip = [str(machine.venv / "bin" / "python"), "-m", "pip", "--version"]
    assert str(machine.venv) in subprocess.run(pip, capture_output=True, text=True, check=True).stdout


def test_without_ensurepip_the_sentence_names_the_package(machine: Machine) -> None:
    machine.module("ensurepip", NO_ENSUREPIP)
    machine.module("virtualenv", 'raise ModuleNotFoundError("virtualenv")\n')
    assert "python3 lacks ensurepip: install it (Debian: apt install python3-venv)" in machine.sentence()


def test_half_an_environment_of_an_earlier_try_is_removed(machine: Machine) -> None:
    machine.module("ensurepip", NO_ENSUREPIP)
    machine.module("virtualenv", 'raise ModuleNotFoundError("virtualenv")\n')
    machine.venv.mkdir()
    machine.sentence()


def test_an_old_python_is_named_with_its_version(machine: Machine) -> None:
    machine.module("sitecustomize", OLD_PYTHON)
    sentence = machine.sentence()
    assert "needs Python 3.11 or later, and python3 is Python 3.9" in sentence
    assert "Debian: apt install python3" in sentence


def test_a_python_one_named_is_not_replaced(machine: Machine) -> None:
    machine.module("sitecustomize", OLD_PYTHON)
    machine.link("python3.9", BASE_PYTHON)
    machine.link("uv", shutil.which("false"))  # were it called, the sentence would be another
    assert "python3.9 is Python 3.9: name another with PYTHON=..." in machine.sentence(PYTHON="python3.9")


def test_no_python_at_all(machine: Machine) -> None:
    (machine.bin / "python3").unlink()
    assert "needs Python 3.11 or later, and there is no python3" in machine.sentence()


def test_a_python_that_does_not_run(machine: Machine) -> None:
    (machine.bin / "python3").write_text("#!/bin/sh\necho broken library >&2\nexit 127\n", encoding="utf-8")
    assert "python3 does not run (broken library)" in machine.sentence()


def test_no_compiler(machine: Machine) -> None:
    (machine.bin / "c++").unlink()
    assert "needs a C++20 compiler, and there is no c++, g++ or clang++" in machine.sentence()


def test_a_compiler_that_cannot(machine: Machine) -> None:
    machine.link("old-c++", shutil.which("false"))
    assert "'old-c++ -O2' does not compile C++20" in machine.sentence(CXX="old-c++ -O2")


def test_no_headers(machine: Machine) -> None:
    machine.module("sitecustomize", NO_HEADERS)
    assert "python3 comes without Python.h: install them (Debian: apt install python3-dev)" in machine.sentence()


def test_the_script_is_run_by_make(tmp_path: Path) -> None:
    """`make demo` on a machine without a compiler ends with the sentence, not with pip's pages."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("no make on this machine")
    # Under `make latest` these variables would hand its environment on to the make below.
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKEOVERRIDES")}
    environment |= {"CXX": "no-such-compiler", "TERTIUM_VENV": str(tmp_path / "venv")}
    done = subprocess.run(
        [make, "demo"], cwd=SCRIPT.parents[1], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "tertium needs a C++20 compiler, and 'no-such-compiler' does not compile C++20" in done.stderr
    assert not (tmp_path / "venv").exists()
