"""Run every kernel against its textbook version on made-up and real pairs; report differences, the smallest first.

    PYTHONPATH=tests:tools python -m judge [N] [--only NAME ...] [--seed S] [--seconds T] [--jobs J] [--data FOLDER]
                                           [--python]
    PYTHONPATH=tests:tools python -m judge programs [N] [--only NAME ...] [--seed S] [--data FOLDER]

N pairs a kernel, one in ten of them real. Both run in C++ (judge/native.py); `--python` takes the textbook versions of
tests/textbook and the kernels by their doors instead, which is 4 to 140 times as slow. `--seconds` ends a kernel
early; the table says how many pairs it had. A difference is made as small as it can be by leaving out words. `programs`
runs other people's programs instead. Exit code 1 if anything differed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from judge import native
from judge.kernels import KERNELS, Kernel, Options
from judge.pairs import ROOT, Pair, made_up, real, smaller

BATCH = 200
SHOWN = 3  # differences that are made small and printed, a kernel and process


@dataclass(frozen=True)
class Difference:
    pair: Pair
    options: Options
    native: Any
    textbook: Any


@dataclass(frozen=True)
class Verdict:
    pairs: int
    real: int
    differences: int
    shown: tuple[Difference, ...]
    seconds: float


def differs(kernel: Kernel, pair: Pair, options: Options) -> tuple[Any, Any] | None:
    """Both results of one pair alone, if they differ."""
    native, textbook = kernel.native([pair], **options)[0], kernel.textbook([pair], **options)[0]
    return None if kernel.equal(native, textbook) else (native, textbook)


def smallest(kernel: Kernel, pair: Pair, options: Options, found: tuple[Any, Any]) -> Difference:
    """The pair with all left out that can be, the results still being different."""
    alone = differs(kernel, pair, options)
    if alone is None:  # it takes the other pairs of its batch, too
        return Difference(pair, options, *found)
    going = True
    while going:
        going = False
        for other in smaller(pair):
            if result := differs(kernel, other, options):
                pair, alone, going = other, result, True
                break
    return Difference(pair, options, *alone)


def judge_natively(kernel: Kernel, pairs: int, seed: int, seconds: float, data: Path | None) -> Verdict:
    *found, counts = native.judged(kernel.name, pairs, seed, seconds, data)
    shown = [
        Difference(
            Pair(tuple(one["hyp"]), tuple(map(tuple, one["refs"]))),
            kernel.options[one["option"]],
            one["native"],
            one["textbook"],
        )
        for one in found
    ]
    return Verdict(counts["pairs"], counts["real"], counts["differences"], tuple(shown), counts["seconds"])


def judge(kernel: Kernel, pairs: int, seed: int, seconds: float, data: Path | None) -> Verdict:
    rng = Random(f"{kernel.name} {seed}")
    outputs = real(data, rng)
    started, done, of_them_real, differences = time.monotonic(), 0, 0, 0
    shown: list[Difference] = []
    turn = 0
    while done < pairs and time.monotonic() - started < seconds:
        size = min(BATCH, pairs - done)
        batch = [next(outputs) if rng.randrange(10) == 0 else made_up(rng, kernel.longest) for _ in range(size)]
        if kernel.longest is not None:
            batch = [pair.cut(kernel.longest) for pair in batch]
        options = kernel.options[turn % len(kernel.options)]
        native, textbook = kernel.native(batch, **options), kernel.textbook(batch, **options)
        for pair, one, other in zip(batch, native, textbook, strict=True):
            if not kernel.equal(one, other):
                differences += 1
                if len(shown) < SHOWN:
                    shown.append(smallest(kernel, pair, options, (one, other)))
        done, turn = done + size, turn + 1
        of_them_real += sum(pair.real for pair in batch)
    return Verdict(done, of_them_real, differences, tuple(shown), time.monotonic() - started)


def together(parts: list[Verdict]) -> Verdict:
    shown = sorted((one for part in parts for one in part.shown), key=lambda one: sum(map(len, one.pair.refs)))
    return Verdict(
        sum(part.pairs for part in parts),
        sum(part.real for part in parts),
        sum(part.differences for part in parts),
        tuple(shown[:SHOWN]),
        max(part.seconds for part in parts),
    )


def run(kernel: Kernel, asked: argparse.Namespace) -> Verdict:
    jobs = min(asked.jobs, asked.pairs)
    shares = [asked.pairs // jobs + (k < asked.pairs % jobs) for k in range(jobs)]
    rest = [(kernel, share, asked.seed * 1000 + k, asked.seconds, asked.data) for k, share in enumerate(shares)]
    if not asked.python:
        native.program(), native.real_pairs(asked.data)  # once, before the threads
        with ThreadPoolExecutor(jobs) as threads:
            return together(list(threads.map(judge_natively, *zip(*rest, strict=True))))
    if jobs == 1:
        return judge(*rest[0])
    with ProcessPoolExecutor(jobs) as pool:
        return together(list(pool.map(judge, *zip(*rest, strict=True))))


def arguments() -> argparse.Namespace:
    shared = os.environ.get("TERTIUM_SHARED")
    parser = argparse.ArgumentParser(prog="judge", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", nargs="?", default="kernels", choices=("kernels", "programs"))
    parser.add_argument("pairs", nargs="?", type=int, default=10_000, metavar="N")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="T")
    parser.add_argument("--jobs", type=int, default=1, metavar="J")
    parser.add_argument("--python", action="store_true", help="the textbook versions in Python")
    parser.add_argument("--data", type=Path, default=(Path(shared) if shared else ROOT.parent / "shared") / "data")
    given = sys.argv[1:]
    return parser.parse_args(["kernels", *given] if given and given[0].isdigit() else given)


def main() -> int:
    asked = arguments()
    if asked.what == "programs":
        from judge.programs import compare

        return compare(asked.pairs, asked.only, asked.seed, asked.data)
    unknown = set(asked.only) - {kernel.name for kernel in KERNELS}
    if unknown:
        sys.stderr.write(f"judge: no kernel {', '.join(sorted(unknown))}; {', '.join(k.name for k in KERNELS)}\n")
        return 2
    print(f"{'kernel':<16} {'pairs':>12} {'real':>10} {'differences':>12} {'seconds':>8}", flush=True)
    wrong = 0
    for kernel in KERNELS:
        if asked.only and kernel.name not in asked.only:
            continue
        made = run(kernel, asked)
        wrong += made.differences
        numbers = f"{made.pairs:>12,} {made.real:>10,} {made.differences:>12,} {made.seconds:>8.0f}"
        print(f"{kernel.name:<16} {numbers}", flush=True)
        for one in made.shown:
            print(f"  {' '.join(one.pair.hyp)!r} against {[' '.join(ref) for ref in one.pair.refs]} {one.options}")
            print(f"    native   {one.native}\n    textbook {one.textbook}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
