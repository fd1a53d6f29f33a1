"""The judge in C++ (fuzz/native/judge): kernel and textbook version, no Python between them, 4 to 140 times as fast.

Its textbook versions are those of tests/textbook written again; tests/kernels/test_native_judge.py compares both.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from judge.pairs import ROOT, outputs

BUILD = ROOT / "build" / "judge"
FLAGS = ("-std=c++20", "-ffp-contract=off", f"-I{ROOT}/fuzz/native", f"-I{ROOT}/native")


def build(program: Path, *options: str) -> Path:
    """Made again only if a source is newer."""
    source = ROOT / "fuzz" / "native" / "judge" / "judge.cpp"
    sources = [*(ROOT / "fuzz" / "native").glob("*.hpp"), *source.parent.glob("*"), *(ROOT / "native").rglob("*.hpp")]
    if not program.exists() or program.stat().st_mtime < max(path.stat().st_mtime for path in sources):
        program.parent.mkdir(parents=True, exist_ok=True)
        command = [os.environ.get("CXX", "g++"), *options, *FLAGS, str(source), "-o", str(program)]
        subprocess.run(command, check=True)
    return program


@cache
def program() -> Path:
    return build(BUILD / "judge", "-O2")


@cache
def real_pairs(data: Path | None) -> Path:
    """A file of all real pairs, for the program: sides between tabs, words between blanks."""
    path = BUILD / f"pairs-{os.getpid()}.tsv"
    path.parent.mkdir(parents=True, exist_ok=True)
    atexit.register(path.unlink, missing_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for hyp, refs in outputs(data):
            file.write("\t".join(" ".join(side.split()) for side in (hyp, *refs[:3])) + "\n")
    return path


def lines(arguments: list[str], made: Path) -> Iterator[dict[str, Any]]:
    """What the program prints; it fails where it could not run, not where something differed."""
    done = subprocess.run([str(made), *arguments], capture_output=True, text=True, encoding="utf-8")
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr or f"judge ended with {done.returncode}")
    for line in done.stdout.splitlines():
        yield json.loads(line)


def judged(kernel: str, pairs: int, seed: int, seconds: float, data: Path | None) -> list[dict[str, Any]]:
    """The differences shown, then one record with the counts."""
    limit = str(min(seconds, 1e9))
    return list(lines([kernel, str(pairs), str(seed), limit, str(real_pairs(data))], program()))
