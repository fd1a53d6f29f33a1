"""Change one place of the source after the other, and see whether the tests notice.

    python tools/mutants/run.py [--only TEXT] [--list]

A mutant is a small mistake somebody could make. The lists beside this file (metrics.toml, native.toml, ...) say the
file, a text that stands there once, what it becomes, and the tests that should fail. Files are changed in a copy of the
package, never in the tree itself; of native code a module is built for each (native_build.py). The tests run once
without a change first: a mutant killed by a test that always fails would say nothing. Ends with an error if a mutant
survives that is not marked as one that no test can see (`survives`), or if one so marked is killed after all.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

from native_build import NativeBuild

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / "build" / "mutants"
LISTS = Path(__file__).parent
SECONDS = 600.0  # a mutant that loops is noticed, too

# The editable install answers every import of tertium by itself: it must go before the copy is seen. That hypothesis
# finds an example is enough; making it small and explaining it would take minutes.
PYTEST = """
import sys
copy, *arguments = sys.argv[1:]
sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]
sys.path.insert(0, copy)
import tertium
assert tertium.__file__.startswith(copy), tertium.__file__
import hypothesis, pytest
phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
hypothesis.settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=phases,
    suppress_health_check=[hypothesis.HealthCheck.too_slow])
options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", "--hypothesis-profile=mutants"]
sys.exit(pytest.main([*options, *arguments]))
"""


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    survives: str = ""  # why no test can see it


def read_list() -> list[Mutant]:
    lists = sorted(LISTS.glob("*.toml"))
    entries = [entry for path in lists for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]]
    made = [Mutant(**(entry | {"tests": tuple(entry["tests"])})) for entry in entries]
    if len({mutant.name for mutant in made}) < len(made):
        raise SystemExit("two mutants have the same name")
    for mutant in made:
        if (found := (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.old)) != 1:
            raise SystemExit(f"{mutant.name}: its text is {found} times in {mutant.file}, expected once")
        for test in mutant.tests:
            if not (ROOT / test.split("::")[0]).exists():
                raise SystemExit(f"{mutant.name}: there is no {test}")
    return made


def copy_package(copy: Path) -> Path:
    """The package as it is, with the native module of the installed one, whose place is returned."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT / "src" / "tertium", copy / "tertium", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    installed = subprocess.run(
        [sys.executable, "-c", "from tertium.kernels import _native; print(_native.__file__)"],
        capture_output=True,
        text=True,
        check=True,
    )
    native = Path(installed.stdout.strip())
    return Path(shutil.copy(native, copy / "tertium" / "kernels" / native.name))


def failure(tests: list[str], seconds: float = SECONDS) -> str:
    """What pytest says if a test fails with the package of the copy. No test at all is a mistake in the list."""
    command = [sys.executable, "-B", "-c", PYTEST, str(COPY), *tests]
    try:
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"no end within {seconds:g} seconds"
    if ran.returncode < 0:
        return f"ended by signal {-ran.returncode}"
    if ran.returncode not in (0, 1) or "error during collection" in ran.stdout:  # one that cannot be imported
        raise SystemExit(f"pytest ended with {ran.returncode}:\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}")
    return ran.stdout[-3000:] if ran.returncode else ""


def killed_native(mutant: Mutant, build: NativeBuild, module: Path) -> bool:
    changed = (ROOT / mutant.file).read_text(encoding="utf-8").replace(mutant.old, mutant.new)
    original = module.read_bytes()
    module.unlink()  # a process of before may have it mapped
    build.make(mutant.file, changed, module)
    try:
        return bool(failure(list(mutant.tests)))
    finally:
        module.unlink()
        module.write_bytes(original)


def killed(mutant: Mutant) -> bool:
    changed = COPY / Path(mutant.file).relative_to("src")
    original = changed.read_text(encoding="utf-8")
    changed.write_text(original.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return bool(failure(list(mutant.tests)))
    finally:
        changed.write_text(original, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="only mutants with this text in their name or file")
    parser.add_argument("--list", action="store_true", help="show the mutants, run nothing")
    options = parser.parse_args()
    chosen = [mutant for mutant in read_list() if options.only in f"{mutant.name} {mutant.file}"]
    if options.list:
        for mutant in chosen:
            print(f"{mutant.file}: {mutant.name}")
        return
    module = copy_package(COPY)
    native = any(mutant.file.startswith("native/") for mutant in chosen)
    build = NativeBuild(ROOT, COPY / "build") if native else None
    every_test = sorted({test for mutant in chosen for test in mutant.tests})
    if said := failure(every_test, SECONDS * len(every_test)):
        raise SystemExit(f"the tests fail without a mutant: pytest {' '.join(every_test)}\n{said}")
    wrong = died = 0
    for mutant in chosen:
        began = time.monotonic()
        if build is not None and mutant.file.startswith("native/"):
            dead = killed_native(mutant, build, module)
        else:
            dead = killed(mutant)
        died += dead
        expected = dead == (not mutant.survives)
        wrong += not expected
        state = "killed" if dead else f"survived ({mutant.survives})" if mutant.survives else "SURVIVED"
        print(f"{state:9} {time.monotonic() - began:5.1f} s  {mutant.file}: {mutant.name}", flush=True)
        if dead and mutant.survives:
            print("          but it is said to survive: take that out of the list")
    print(f"{died} of {len(chosen)} mutants killed")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
