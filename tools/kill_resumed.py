"""``python tools/kill_resumed.py N``: kill a scoring run N times at random moments, and see that nothing is lost.

A corpus of random sentences is scored with ``--resume``, and the process is killed (SIGKILL) after a random time; then
the same command runs again in the same folder, until it ends by itself. Its output must have the SHA-256 of a run that
nobody killed. Then the next folder begins, until there were N kills. Moments are drawn over the whole life of a run, so
that some kills come while it starts, some between two chunks, and some while the result is written.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tertium.cli.main import main
from tertium.engine import local

METRICS = ("bleu", "chrf", "nist", "atec", "0.5*bleu + 0.5*atec")
# What a person may ask for: plain scores, segments in every format that is streamed, intervals from kept rows.
ASKED = (
    ("-sl", "-f", "tsv"),
    ("-sl", "-f", "jsonl"),
    ("-sl", "-f", "parquet"),
    ("-f", "json"),
    ("-f", "json", "-ci", "-cin", "50"),
)


@dataclass
class Tally:
    """What happened."""

    kills: int = 0
    runs: int = 0  # that ended by themselves
    went_on: int = 0  # of these, those in which an earlier one had left work
    left: Counter[str] = field(default_factory=Counter)  # how far the killed ones had come

    def __str__(self) -> str:
        came = ", ".join(f"{count} {what}" for what, count in sorted(self.left.items()))
        return f"{self.kills} kills ({came}); {self.runs} runs ended, {self.went_on} of them went on; all equal"


def corpus(folder: Path, segments: int, seed: int) -> None:
    """A reference and two systems of random words; some hypotheses are blank, some repeat, so that warnings count."""
    rng = random.Random(seed)
    words = [f"w{number}" for number in range(300)]
    with (folder / "ref.txt").open("w") as ref, (folder / "a.txt").open("w") as a, (folder / "b.txt").open("w") as b:
        for _ in range(segments):
            line = rng.choices(words, k=rng.randint(3, 20))
            ref.write(" ".join(line) + "\n")
            for file, share in ((a, 0.8), (b, 0.5)):
                kept = [word if rng.random() < share else rng.choice(words) for word in line]
                odd = rng.random()
                file.write("" if odd < 0.01 else "the same long line again and again" if odd < 0.2 else " ".join(kept))
                file.write("\n")


def begun(work: Path, chunk: int, asked: Sequence[str], *more: str) -> int:
    """The id of a process of its own that runs ``tertium score``.

    It is a copy of this one, which has imported everything: so a run is not mostly imports, and a second holds many
    kills. Chunks are smaller than usual, so that a short run has many of them.
    """
    child = os.fork()
    if child:
        return child
    os.chdir(work)
    local.chunk_size = lambda systems, workers, at_least=0: chunk
    given = ["score", "ref.txt", "-i", "a.txt", "b.txt", "-m", *METRICS, *asked, "--threads", "2", "-q", *more]
    os._exit(main(given))


def ended(child: int, within: float | None) -> int | None:
    """The exit code of a process; None if it was still running after so many seconds."""
    until = None if within is None else time.monotonic() + within
    while True:
        found, status = os.waitpid(child, 0 if until is None else os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if until is not None and time.monotonic() >= until:
            return None
        time.sleep(0.0005)


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise SystemExit(otherwise)


def _stage(work: Path) -> str:
    """How far the killed run, with those before it, had come."""
    if (work / "out").exists():
        return "after the result was there"
    sizes = [path.stat().st_size if (path := work / "kept" / name).exists() else 0 for name in ("tables", "chunks")]
    return "in the second pass" if sizes[1] else "in the first pass" if sizes[0] else "before anything was kept"


def _import_all(work: Path) -> None:
    """Everything that the runs need, so that a copy of this process imports and loads nothing.

    No thread may be running when this process is copied, and one chunk is scored without any.
    """
    for module in (
        "tertium.engine.kept_work",
        "tertium.tasks.resuming",
        "tertium.metrics.catalogue",
        "pyarrow.parquet",
    ):
        importlib.import_module(module)
    for asked in ASKED:
        given = ["score", "ref.txt", "-i", "a.txt", "b.txt", "-m", *METRICS, *asked, "--threads", "1", "-q"]
        with contextlib.chdir(work):
            expect(main([*given, "-o", "true.out"]) == 0, f"{asked}: the run failed")


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def kill_until(wanted: int, work: Path, *, segments: int, chunk: int, seed: int, report: int = 0) -> Tally:
    """``wanted`` kills; the program ends as soon as a result differs. Every ``report`` kills a line is printed."""
    rng = random.Random(seed)
    corpus(work, segments, seed)
    _import_all(work)
    tally = Tally()
    true: dict[Sequence[str], tuple[str, float]] = {}
    while tally.kills < wanted:
        asked = ASKED[tally.runs % len(ASKED)]
        if asked not in true:
            began = time.monotonic()
            expect(ended(begun(work, chunk, asked, "-o", "true.out"), None) == 0, f"{asked}: the run failed")
            true[asked] = sha256(work / "true.out"), time.monotonic() - began
        digest, lasts = true[asked]
        shutil.rmtree(work / "kept", ignore_errors=True)
        (work / "out").unlink(missing_ok=True)
        earlier = 0
        while True:
            child = begun(work, chunk, asked, "-o", "out", "--resume", "kept")
            # A busy machine is slower than it was: the longer it takes, the more time a run is given.
            longest = (1.2 + 0.1 * earlier) * lasts
            code = ended(child, rng.uniform(0.0, longest) if tally.kills < wanted else None)
            if code is None:
                os.kill(child, signal.SIGKILL)
                if ended(child, None) == 0:  # it was quicker
                    break
                tally.kills += 1
                earlier += 1
                tally.left[_stage(work)] += 1
                if (work / "out").exists():
                    expect(sha256(work / "out") == digest, f"{asked}: a result was there, and another one")
                if report and tally.kills % report == 0:
                    print(f"{tally.kills} kills, {tally.runs} runs ended", flush=True)
                continue
            expect(code == 0, f"{asked}: exit code {code} after {earlier} kills")
            break
        expect(sha256(work / "out") == digest, f"{asked}: another result after {earlier} kills")
        left = {path.name for path in work.iterdir()} - {"ref.txt", "a.txt", "b.txt", "true.out", "out", "kept"}
        expect(not left, f"{asked}: {sorted(left)} stayed behind after {earlier} kills")
        tally.runs += 1
        tally.went_on += bool(earlier)
    return tally


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", nargs="?", type=int, default=10_000)
    parser.add_argument("--segments", type=int, default=2000)
    parser.add_argument("--chunk", type=int, default=50)
    parser.add_argument("--seed", type=int, default=15)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tertium-kill-") as folder:
        tally = kill_until(
            given.kills, Path(folder), segments=given.segments, chunk=given.chunk, seed=given.seed, report=100
        )
    print(tally)


if __name__ == "__main__":
    run()
