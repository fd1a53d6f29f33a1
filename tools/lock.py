"""The lock of the development environment, requirements/dev.lock: what it must cover, writing it, checking it.

    lock.py needs [EXTRA ...]   what tertium with these extras asks for, one requirement a line; never tertium itself
    lock.py write FILE          the versions installed here become the lock, with the hashes of their files
    lock.py hash FILE           the same versions, the hashes asked of the index again
    lock.py pick FILE NAME ...  the lines of these packages, as requirements: an old pip knows no hashes of constraints
    lock.py check FILE          exit code 1 unless every package installed here has exactly the locked version

It runs inside the environment it speaks of and needs nothing but the standard library; where no index is set, pip says
which one is its own. Where a constraint has hashes,
pip installs only files with these hashes, and nothing that has none: what the index hands out tomorrow under the same
name and version is refused.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
HEADER = """\
# The development environment, exact versions: written by `make lock`, used by `make demo`, `make test` and .ci/run.
# Frozen on the lowest Python that tertium supports, so that the same versions install on the later ones. The hashes are
# those of the index, of all files for Linux and macOS: pip refuses any other file.
"""
# Of a wheel: a Python and a platform that the development environment can be. Windows cannot: make and bash run here.
USABLE = re.compile(
    r"-(?:(?:py2\.)?py3|cp3(?:\d|1[0-4]))[^-]*-[^-]+-(?:any|.*linux.*_(?:x86_64|aarch64)|macosx.*)\.whl"
)
OLD = re.compile(r"-cp3(?:\d|10)-(?!abi3)")  # only for a Python before 3.11


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
    """The lock as written: a name, two equals signs, a version; then the hashes, which are pip's to check."""
    lines = (line.partition("#")[0].split() for line in lock.read_text(encoding="utf-8").splitlines())
    pairs = (words[0].partition("==") for words in lines if words and not words[0].startswith("--hash"))
    return {normal(name): version for name, _, version in pairs}


def entries(lock: Path) -> dict[str, str]:
    """What the lock says of each package, hashes included."""
    text = lock.read_text(encoding="utf-8")
    return {normal(found[1]): found[0] for found in re.finditer(r"^([\w.-]+)==(?:.*\\\n)*.*\n", text, re.MULTILINE)}


def page(name: str) -> str:
    """What the index says about a package: a link for each file, with its hash."""
    index = (os.environ.get("PIP_INDEX_URL") or import_module("pip._internal.models.index").PyPI.simple_url).rstrip("/")
    with urllib.request.urlopen(f"{index}/{name}/") as answer:
        return str(answer.read().decode("utf-8"))


def hashes(name: str, version: str, listed: str) -> list[str]:
    """Of the files of this version that can be installed here, in order."""
    links = re.findall(r"#sha256=([0-9a-f]{64})[^>]*>\s*([^<\s]+)\s*</a>", listed)
    found = []
    for digest, file in links:
        stem = re.fullmatch(r"(.+?)-(\d[^-]*?)(?:-.+\.whl|\.tar\.gz|\.zip)", file)
        if stem is None or normal(stem[1]) != name or stem[2] != version:
            continue
        if not file.endswith(".whl") or (USABLE.search(file) and not OLD.search(file)):
            found.append(digest)
    if not found:
        raise SystemExit(f"lock.py: the index has no file of {name} {version} with a hash.")
    return sorted(found)


def hashed(versions: dict[str, str], ask: Callable[[str], str]) -> Iterable[str]:
    """A requirement with its hashes for each package, as pip reads it."""
    with ThreadPoolExecutor(8) as jobs:
        for (name, version), listed in zip(versions.items(), jobs.map(ask, versions), strict=True):
            lines = [f"{name}=={version}", *(f"--hash=sha256:{digest}" for digest in hashes(name, version, listed))]
            yield " \\\n    ".join(lines) + "\n"


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
            Path(file).write_text(HEADER + "".join(hashed(installed(), page)), encoding="utf-8")
        case ["hash", file]:
            text = Path(file).read_text(encoding="utf-8")
            header = re.match(r"(?:#.*\n)*", text)
            lines = "".join(hashed(locked(Path(file)), page))
            Path(file).write_text((header[0] if header else "") + lines, encoding="utf-8")
        case ["pick", file, *names]:
            sys.stdout.write("".join(entries(Path(file))[normal(name)] for name in names))
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
