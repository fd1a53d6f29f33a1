"""The lock of the development environment, requirements/dev.lock: what it must cover, writing it, checking it.

    lock.py needs [EXTRA ...]   what tertium with these extras asks for, one requirement a line; never tertium itself
    lock.py write FILE          the versions installed here become the lock
    lock.py check FILE          exit code 1 unless every package installed here has exactly the locked version

It runs inside the environment it speaks of and needs nothing but the standard library.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
HEADER = """\
# The development environment, exact versions: written by `make lock`, used by `make demo`, `make test` and .ci/run.
# Frozen on the lowest Python that tertium supports, so that the same versions install on the later ones.
"""


def normal(name: str) -> str:
    """The one spelling of a package's name that the index knows."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(pyproject: Path, extras: list[str]) -> list[str]:
    """What the project and its extras ask for.

    An extra that names the project's own extras is written out. Were it left as `tertium[meta]`, pip would be free to
    look for another tertium on the index, and whoever took that name there would run code here.
    """
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    own = re.compile(rf"{re.escape(project['name'])}\[([^]]*)\]")
    found: dict[str, None] = dict.fromkeys(project["dependencies"])
    waiting, seen = list(extras), set()
    while waiting:
        extra = waiting.pop(0)
        if extra in seen:
            continue
        seen.add(extra)
        if extra not in project["optional-dependencies"]:
            raise SystemExit(f"lock.py: {pyproject.name} has no extra '{extra}'.")
        for requirement in project["optional-dependencies"][extra]:
            if inner := own.fullmatch(requirement):
                waiting += [name.strip() for name in inner[1].split(",")]
            else:
                found[requirement] = None
    itself = [line for line in found if normal(re.split(r"[^\w.-]", line)[0]) == normal(project["name"])]
    if itself:
        raise SystemExit(f"lock.py: '{itself[0]}' would let pip fetch {project['name']} from the index.")
    return list(found)


def installed() -> dict[str, str]:
    """Name and version of every package of this environment but tertium."""
    pairs = ((normal(found.metadata["Name"]), found.version) for found in distributions())
    return {name: version for name, version in sorted(pairs) if name != "tertium"}


def locked(lock: Path) -> dict[str, str]:
    """The lock as written: a name, two equals signs, a version."""
    lines = (line.partition("#")[0].strip() for line in lock.read_text(encoding="utf-8").splitlines())
    pairs = (line.partition("==") for line in lines if line)
    return {normal(name): version for name, _, version in pairs}


def differences(here: dict[str, str], there: dict[str, str]) -> list[str]:
    """One sentence for every installed package that the lock does not name with this version."""
    return [
        f"{name} {version} is installed, the lock has {there.get(name, 'no such package')}."
        for name, version in here.items()
        if there.get(name) != version
    ]


def main(arguments: list[str]) -> int:
    match arguments:
        case ["needs", *extras]:
            sys.stdout.write("".join(f"{line}\n" for line in needs(PYPROJECT, extras)))
        case ["write", file]:
            lines = "".join(f"{name}=={version}\n" for name, version in installed().items())
            Path(file).write_text(HEADER + lines, encoding="utf-8")
        case ["check", file]:
            here = installed()
            if wrong := differences(here, locked(Path(file))):
                sys.stderr.write("".join(f"lock.py: {line}\n" for line in wrong))
                return 1
            sys.stdout.write(f"{len(here)} packages, each in the version that {file} names\n")
        case _:
            sys.stderr.write(__doc__ or "")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
