"""Change places chosen blindly, and see whether the tests that reach them notice.

    python tools/mutants/sample.py 50 [--seed 1] [--rooms metrics analysis corpus] [--tests tests/metrics] [--jobs 2]

The lists beside this file were made by who also wrote the tests. Here a seeded draw chooses among all operators,
constants, conditions and calls of the rooms (places.py). One copy of the package has a switch at each chosen place.
First the tests run with all switches off, and every switch notes which tests reach it. Then each mutant runs with those
tests alone, the quick ones of its room first, in programs that the tests start, too. What no test reaches survives.

A survivor is either a test that is missing or a change that makes no difference; who reads the list must say which.
"""

# ruff: noqa: T201 - its table is what it is for
from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from places import Place, find_places, switched
from run import ROOT, copy_package

COPY = ROOT / "build" / "sampled_mutants"
NOTES = COPY / "notes"
TESTS = [f"tests/{name}" for name in "metrics analysis corpus views engine laws golden tasks cli test_api.py".split()]
SECONDS = 150.0  # of tests for a mutant, as they took without it; the rest is left out, and said
BYTES = 12 << 30  # of memory: a mutant may loop while it collects

SWITCH = """
import os
_chosen = int(os.environ.get("TERTIUM_MUTANT", "-1"))
_notes = os.environ.get("TERTIUM_MUTANT_NOTES")
_seen = set()

def on(number):
    if _notes:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").split(" (")[0].split("[")[0]
        if (number, test) not in _seen:
            _seen.add((number, test))
            try:
                with open(os.path.join(_notes, str(os.getpid())), "a") as notes:
                    notes.write(f"{number}\\t{test}\\n")
            except OSError:
                pass  # a test of full disks or few open files
    return number == _chosen
"""

# The editable install answers every import of tertium by itself: it must go before the copy is seen.
BEGINNING = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]
"""

# That hypothesis finds an example is enough. How long each test took without a mutant orders those of a mutant.
PLUGIN = """
import json, os
from collections import defaultdict
import hypothesis
phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
hypothesis.settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=phases,
    suppress_health_check=[hypothesis.HealthCheck.too_slow])
seconds, failed = defaultdict(float), set()

def pytest_runtest_logreport(report):
    test = report.nodeid.split("[")[0]
    seconds[test] += report.duration
    if report.failed:
        failed.add(test)

def pytest_sessionfinish(session):
    if (target := os.environ.get("TERTIUM_MUTANT_TIMES")) and "PYTEST_XDIST_WORKER" not in os.environ:
        with open(target, "w") as file:
            json.dump({"seconds": seconds, "failed": sorted(failed)}, file)
"""


@dataclass(frozen=True)
class Reach:
    """Which tests reach what: by mutant, and by module (whose functions note its mark), with the time of each test."""

    tests: dict[int, set[str]]
    seconds: dict[str, float]

    def chosen(self, mutant: int, mark: int, room: str) -> tuple[list[str], int]:
        """The tests to run for a mutant, in order, and how many more would have reached it.

        What is computed at import is reached by all tests of its module, or else of its room.
        """
        found = self.tests[mutant]
        if "" in found:
            found = self.tests[mark] or {test for test in self.seconds if test.startswith(f"tests/{room}/")}
        known = [test for test in found if test in self.seconds]
        ordered = sorted(known, key=lambda test: (not test.startswith(f"tests/{room}/"), self.seconds[test], test))
        kept, spent = [], 0.0
        for test in ordered:
            if not kept or spent + self.seconds[test] <= SECONDS:
                kept.append(test)
                spent += self.seconds[test]
        return kept, len(ordered) - len(kept)


def draw(count: int, seed: int, rooms: Iterable[str]) -> list[Place]:
    files = sorted(path for room in rooms for path in (ROOT / "src" / "tertium" / room).rglob("*.py"))
    named = [(path.relative_to(ROOT / "src").as_posix(), path.read_text(encoding="utf-8")) for path in files]
    every = [place for file, text in named for place in find_places(file, text)]
    print(f"{count} of {len(every)} places in {len(files)} modules, seed {seed}", flush=True)
    return random.Random(seed).sample(every, count)


def write_copy(places: list[Place]) -> dict[str, int]:
    """The package with its switches; the mark of each module that has one."""
    copy_package(COPY)
    for name, text in (("mutant_switch", SWITCH), ("sitecustomize", BEGINNING), ("mutant_times", PLUGIN)):
        (COPY / f"{name}.py").write_text(text, encoding="utf-8")
    marks = {file: -2 - number for number, file in enumerate(sorted({place.file for place in places}))}
    for file, mark in marks.items():
        chosen = {place.number: mutant for mutant, place in enumerate(places) if place.file == file}
        text = (ROOT / "src" / file).read_text(encoding="utf-8")
        (COPY / file).write_text(switched(file, text, chosen, mark), encoding="utf-8")
    return marks


def run_pytest(arguments: list[str], seconds: float | None, **environment: str) -> tuple[int, str]:
    """How pytest ended with the package of the copy, and its last words; -9 if it did not end in time."""
    options = ["-q", "-p", "no:cacheprovider", "-p", "mutant_times", "-m", "not slow", "--hypothesis-profile=mutants"]
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(COPY)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES)),
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return -9, ""
    return process.returncode, said


def probe(jobs: int, tests: list[str]) -> Reach:
    """Run all tests without a mutant. Tests that fail so are left out: they could kill anything."""
    shutil.rmtree(NOTES, ignore_errors=True)
    NOTES.mkdir()
    times = COPY / "times.json"
    environment = {"TERTIUM_MUTANT_NOTES": str(NOTES), "TERTIUM_MUTANT_TIMES": str(times)}
    status, said = run_pytest(["-n", str(jobs), *tests], None, **environment)
    if status not in (0, 1):
        raise SystemExit(f"pytest ended with {status} without a mutant:\n{said[-3000:]}")
    seen = json.loads(times.read_text())
    for test in seen["failed"]:
        print(f"left out, it fails without a mutant: {test}", flush=True)
    tests_of: dict[int, set[str]] = defaultdict(set)
    for path in NOTES.iterdir():
        for line in path.read_text().splitlines():
            number, _, test = line.partition("\t")
            if test not in seen["failed"]:
                tests_of[int(number)].add(test)
    return Reach(tests_of, {test: time for test, time in seen["seconds"].items() if test not in seen["failed"]})


def try_mutant(mutant: int, place: Place, mark: int, reach: Reach) -> tuple[bool, str]:
    """Whether it was killed, and its line of the table."""
    room = place.file.split("/")[1]
    tests, left = reach.chosen(mutant, mark, room)
    began = time.monotonic()
    state = "SURVIVED"
    if tests:
        expected = sum(reach.seconds[test] for test in tests)
        status, said = run_pytest(["-x", *tests], 300 + 6 * expected, TERTIUM_MUTANT=str(mutant))
        if status == 5:
            raise SystemExit(f"no test was found for mutant {mutant}:\n{said[-2000:]}")
        state = "SURVIVED" if status == 0 else "no end" if status == -9 else "killed"
    note = f"{len(tests)} tests" + (f", {left} more left out" if left else "") if tests else "no test reaches it"
    change = f"{' '.join(place.before.split())[:90]}  ->  {' '.join(place.after.split())[:90]}"
    spent = time.monotonic() - began
    return state != "SURVIVED", f"{state:8} {spent:5.1f} s  {place.file}:{place.line}: {change}  ({note})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", nargs="+", default=["metrics", "analysis", "corpus"])
    parser.add_argument("--tests", nargs="+", default=TESTS, help="what may notice them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="show the places, run nothing")
    options = parser.parse_args()
    places = draw(options.count, options.seed, options.rooms)
    if options.list:
        for place in places:
            print(f"{place.file}:{place.line}: {place.before}  ->  {place.after}")
        return
    marks = write_copy(places)
    reach = probe(options.jobs, options.tests)
    died = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        waiting = [pool.submit(try_mutant, n, place, marks[place.file], reach) for n, place in enumerate(places)]
        for done in waiting:
            killed, line = done.result()
            died += killed
            print(line, flush=True)
    print(f"{died} of {len(places)} blind mutants killed")


if __name__ == "__main__":
    main()
