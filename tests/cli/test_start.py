"""How the program starts: quickly, importing nothing heavy, and telling who it is."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from cli.shell import run
from tertium.kernels.text import build_info

HEAVY = ("numpy", "rich", "shtab", "pygments", "asyncio", "tertium.kernels._native")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["score", "--help"], ["metrics", "--help"], ["completion", "-h"], []]
)
def test_help_and_usage_errors_import_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom tertium.cli import main\nmain(sys.argv[1:])\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == ""


def test_help_starts_within_one_and_a_half_times_the_import_of_numpy() -> None:
    ours, numpy = [], []
    for _ in range(7):  # interleaved, so that whatever else runs here slows both
        ours.append(_cpu_seconds("-m", "tertium", "--help"))
        numpy.append(_cpu_seconds("-c", "import numpy"))
    assert statistics.median(ours) <= 1.5 * statistics.median(numpy)


# What scoring plain files may load of the standard library beyond what numpy loads anyway.
STANDARD = set("argparse atexit copy dataclasses errno gc gettext importlib locale threading unicodedata".split())


def test_scoring_files_loads_nothing_that_it_does_not_use() -> None:
    """Every module costs half a millisecond or more, and a run of 3,000 lines has 10 of its own work."""
    example = Path(__file__).parents[2] / "examples" / "es-en"
    code = (
        "import sys, numpy\nbefore = set(sys.modules)\nfrom tertium.cli import main\nmain(sys.argv[1:])\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    arguments = ["score", str(example / "ref1.txt"), "-i", str(example / "systems" / "direct.txt"), "-m", "bleu"]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert "bleu" in done.stdout
    loaded = done.stderr.splitlines()[-1].split()
    ours = [name for name in loaded if name.partition(".")[0] == "tertium"]
    others = {name.partition(".")[0] for name in loaded} - {"tertium", "numpy"}
    assert {name for name in others if not name.startswith("_")} <= STANDARD
    assert "tertium.metrics.bleu" in ours
    assert len(ours) <= 110, ours
    unused = ("tertium.metrics.chrf", "tertium.corpus.annotations.graphs", "tertium.corpus.texts.lists")
    rooms = ("tertium.views.words", "tertium.views.syntax", "tertium.corpus.campaigns", "tertium.api")
    assert [name for name in ours if name in unused or name.startswith(rooms)] == []


def test_numpy_is_loaded_without_threads_of_its_own_and_nobody_else_is_told() -> None:
    code = (
        "import os, sys\nfrom tertium.cli.numpy_threads import load_numpy_without_threads\n"
        "load_numpy_without_threads()\n"
        "print('numpy' in sys.modules, os.environ.get('OPENBLAS_NUM_THREADS'), len(os.listdir('/proc/self/task')))"
    )
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    if not Path("/proc/self/task").is_dir():
        pytest.skip("threads are counted in /proc")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "True None 1\n"
    chosen = environment | {"OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=chosen)
    assert done.stdout.split()[:2] == ["False", "2"]  # whoever sets it has decided; numpy comes when it is needed


def _cpu_seconds(*arguments: str) -> float:
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime


def test_help_lists_every_command_and_each_command_shows_examples() -> None:
    shown = run("--help").out
    for command in ("score", "metrics", "completion"):
        assert re.search(rf"^  {command} +\w", shown, re.MULTILINE)
        page = run(command, "--help")
        assert page.code == 0
        assert page.out.startswith(f"usage: tertium {command} ")
        assert f"examples:\n  tertium {command}" in page.out
    assert run("-h").out == run("help").out == shown


def test_every_help_fits_80_columns() -> None:
    overview = run("--help").out
    commands = re.findall(r"^  ([a-z-]+) ", overview.split("commands:")[1].split("options:")[0], re.MULTILINE)
    assert {"score", "order", "diff", "completion"} <= set(commands)
    for page in (overview, *(run(command, "--help").out for command in commands)):
        assert [line for line in page.splitlines() if len(line) > 80] == []


def test_version_shows_package_and_kernels() -> None:
    line = run("--version").out
    assert line.startswith(f"tertium {tertium.__version__} (kernels: {build_info()}; Python 3.")
    assert run("-V").out == line


def test_the_installed_script_is_the_same_program() -> None:
    script = Path(sys.executable).with_name("tertium")
    if not script.exists():
        pytest.skip("tertium is not installed as a script beside this Python")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == run("--version").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no command given; 'tertium score REF -i SYSTEM' scores, 'tertium --help' lists all commands."),
        (["scroe"], "unknown command 'scroe'; did you mean 'score'? 'tertium --help' lists all."),
        (["\x1b[31m"], r"unknown command '\x1b[31m'; 'tertium --help' lists all."),
        (["-i", "x"], "no command given before '-i'; did you mean 'tertium score -i ...'?"),
        ([__file__], f"no command given before '{__file__}'; did you mean 'tertium score {__file__} ...'?"),
    ],
)
def test_a_wrong_command_says_what_was_meant(arguments: list[str], message: str) -> None:
    assert run(*arguments).refusal == message


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion_scripts_know_options_and_metrics(shell: str) -> None:
    pytest.importorskip("shtab")
    done = run("completion", shell)
    assert done.code == 0, done.err
    for word in ("sentence-level", "paired-bs", "bleu", "nist", "jsonl"):
        assert word in done.out


def test_bash_accepts_and_uses_the_completion_script(tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    script = tmp_path / "tertium.bash"
    script.write_text(run("completion", "bash").out, encoding="utf-8")
    ask = (
        f"source {script}; COMP_WORDS=(tertium score ref.txt -m bl); COMP_CWORD=4; "
        "_shtab_tertium; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True)
    assert "bleu" in done.stdout.split(), done.stderr


def test_completion_without_its_library_names_the_extra() -> None:
    code = (
        "import sys\nsys.modules['shtab'] = None\nfrom tertium.cli import main\nsys.exit(main(['completion', 'bash']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        "tertium: error: completion scripts are written by shtab, which is not installed; "
        "install it with \"pip install 'shtab>=1.7'\".\n"
    )


def test_an_option_that_is_like_no_other_gets_no_suggestion() -> None:
    assert "did you mean" not in run("meta", "data", "--human", "h.tsv").err
    assert "did you mean '--judgments'?" in run("meta", "data", "--judgements", "mqm").err
