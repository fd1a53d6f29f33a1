"""Builds and runs the fuzzing targets: `run.py native|plain|python|replay|clang [--seconds N] [--jobs N] [TARGET ...]`.

native    libFuzzer (clang) over fuzz/native/targets, with sanitizers: every target gets an equal share of the time
plain     the same without sanitizers: only broken laws and crashes are seen
python    atheris over fuzz/python/targets.py, likewise
replay    the native targets built by g++ with its sanitizers, without libFuzzer: the corpus and changed copies of it
clang     only says which clang would be taken, or that none here has libFuzzer

A finding ends the run with exit code 1 and says with which file it can be repeated. What a run learns stays in
build/fuzz/corpus; `--minimise` writes what is needed of it to fuzz/corpus, for the repository.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build" / "fuzz"
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
SANITIZERS += ["-D_GLIBCXX_ASSERTIONS"]
PLAIN: list[str] = []
FLAGS = ["-std=c++20", "-g1", "-ffp-contract=off", f"-I{HERE}/native", f"-I{HERE}/../native"]
# Bytes of an input: sentences of a few words, of which kernels have all the cases; readers of files need more. Long
# inputs cost most of the time and show little that short ones do not.
LONGEST = 128
LONGER = {"conllu": 512, "doctor": 512, "interning": 512, "packs": 512, "parses": 512, "unl": 512, "judgments": 512}
SEED = int(os.environ.get("FUZZ_SEED", "0"))  # of libFuzzer; 0: another one each time
MEMORY = "2048"  # MB
CHANGED_COPIES = "3000"


@dataclass(frozen=True)
class Result:
    target: str
    inputs: int
    failed: bool
    said: str


def native_targets() -> list[str]:
    return sorted(path.stem for path in (HERE / "native" / "targets").glob("*.cpp"))


def python_targets() -> list[str]:
    return re.findall(r"^def fuzz_(\w+)", (HERE / "python" / "targets.py").read_text(encoding="utf-8"), re.MULTILINE)


def has_libfuzzer(compiler: str) -> bool:
    """Does it make a program with libFuzzer? Debian has clang and its libraries in separate packages."""
    BUILD.mkdir(parents=True, exist_ok=True)
    empty = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
    command = [compiler, "-fsanitize=fuzzer,address,undefined", "-x", "c++", "-", "-o", str(BUILD / "empty")]
    return subprocess.run(command, input=empty.encode(), capture_output=True).returncode == 0


@cache
def clang() -> str:
    """The clang++ of CLANG, else the newest here that has libFuzzer."""
    named = os.environ.get("CLANG")
    names = [named] if named else [*(f"clang++-{version}" for version in range(30, 13, -1)), "clang++"]
    for name in names:
        if shutil.which(name) and has_libfuzzer(name):
            return name
    sys.exit(f"no {named or 'clang++'} with libFuzzer here: fuzzing in C++ needs it (Debian: bash .ci/clang)")


def build(target: str, kind: str) -> Path:
    """The program of a target for `native`, `plain` or `replay`, made again only if a source is newer."""
    source = HERE / "native" / "targets" / f"{target}.cpp"
    program = BUILD / kind / target
    sources = [
        source,
        *(HERE / "native").glob("*.?pp"),
        *(HERE / "native" / "judge").glob("textbook*"),
        *(HERE.parent / "native").rglob("*.hpp"),
    ]
    if program.exists() and program.stat().st_mtime > max(path.stat().st_mtime for path in sources):
        return program
    program.parent.mkdir(parents=True, exist_ok=True)
    if kind == "replay":
        compiler, entry = [os.environ.get("CXX", "g++"), "-O1"], "replay.cpp"
    else:
        compiler, entry = [clang(), "-O2", "-fsanitize=fuzzer"], "entry.cpp"
    checks = PLAIN if kind == "plain" else SANITIZERS
    files = [str(source), str(HERE / "native" / entry)]
    subprocess.run([*compiler, *checks, *FLAGS, *files, "-o", str(program)], check=True)
    return program


def ended(target: str, done: subprocess.CompletedProcess[str], inputs: int) -> Result:
    return Result(target, inputs, done.returncode != 0, done.stderr + done.stdout)


def replay(target: str, _: int) -> Result:
    program = build(target, "replay")
    seeds = HERE / "corpus" / target
    command = [str(program), "-n", CHANGED_COPIES, *([str(seeds)] if seeds.is_dir() else [])]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return ended(target, done, sum(map(int, re.findall(r"\d+", done.stdout))))


def fuzzed(target: str, seconds: int, program: list[str]) -> Result:
    """A run of libFuzzer, in C++ or under atheris: both take the same options and say the same."""
    learned, findings = BUILD / "corpus" / target, BUILD / "findings"
    learned.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    seeds = HERE / "corpus" / target
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGER.get(target, LONGEST)}",
        f"-rss_limit_mb={MEMORY}",
        "-timeout=20",
        f"-seed={SEED}",
    ]
    options += ["-print_final_stats=1", "-verbosity=1", f"-artifact_prefix={findings}/{target}-"]
    folders = [str(learned), *([str(seeds)] if seeds.is_dir() else [])]
    done = subprocess.run([*program, *options, *folders], capture_output=True, text=True, errors="replace")
    counted = re.findall(r"stat::number_of_executed_units:\s*(\d+)|^Done (\d+) ", done.stderr, re.MULTILINE)
    return ended(target, done, max((int(a or b) for a, b in counted), default=0))


def fuzz_native(target: str, seconds: int) -> Result:
    return fuzzed(target, seconds, [str(build(target, "native"))])


def fuzz_plain(target: str, seconds: int) -> Result:
    return fuzzed(target, seconds, [str(build(target, "plain"))])


def fuzz_python(target: str, seconds: int) -> Result:
    return fuzzed(target, seconds, [sys.executable, str(HERE / "python" / "targets.py"), target])


def minimise(targets: list[str], kind: str) -> None:
    """As few and as short inputs as reach all that was reached."""
    for target in targets:
        wanted, learned = HERE / "corpus" / target, BUILD / "corpus" / target
        fewest = BUILD / "fewest" / target
        shutil.rmtree(fewest, ignore_errors=True)
        fewest.mkdir(parents=True)
        python = [sys.executable, str(HERE / "python" / "targets.py"), target]
        program = python if kind == "python" else [str(build(target, "native"))]
        folders = [str(folder) for folder in (wanted, learned) if folder.is_dir()]
        subprocess.run(
            [*program, "-merge=1", f"-max_len={LONGER.get(target, LONGEST)}", str(fewest), *folders],
            check=True,
            capture_output=True,
        )
        shutil.rmtree(wanted, ignore_errors=True)
        shutil.copytree(fewest, wanted)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["native", "plain", "python", "replay", "clang"])
    parser.add_argument("targets", nargs="*", help="default: all")
    parser.add_argument("--seconds", type=int, default=300, help="for all targets together, on all jobs (default: 300)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minimise", action="store_true", help="afterwards, write the corpus of the repository again")
    chosen = parser.parse_args()
    if chosen.kind == "clang":
        print(clang())
        return 0
    targets = chosen.targets or (python_targets() if chosen.kind == "python" else native_targets())
    run = {"native": fuzz_native, "plain": fuzz_plain, "python": fuzz_python, "replay": replay}[chosen.kind]
    failed = inputs = 0
    with ThreadPoolExecutor(chosen.jobs) as jobs:
        if chosen.kind in ("native", "plain"):
            clang()  # not once for every job
        if chosen.kind != "python":  # first, so that building takes no time from fuzzing
            list(jobs.map(lambda target: build(target, chosen.kind), targets))
        share = max(1, chosen.seconds * chosen.jobs // len(targets))
        for result in jobs.map(lambda target: run(target, share), targets):
            inputs += result.inputs
            failed += result.failed
            print(f"{result.target:<16} {result.inputs:>12,} inputs{'   FAILED' if result.failed else ''}", flush=True)
            if result.failed:
                print(result.said[-6000:], flush=True)
    print(f"{inputs:,} inputs, {failed} of {len(targets)} targets failed")
    if chosen.minimise and not failed:
        minimise(targets, chosen.kind)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
