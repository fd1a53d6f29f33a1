"""Growth: how time and memory grow from 10^5 to 10^7 segments in compressed files, and what 10^9 would take.

Every run is ``tertium score`` in a process of its own; its wall-clock time, its CPU time and its largest memory are
what the system says of it (``wait4``). Files of 10^6 and 10^7 segments hold the 10^5 segments of the smallest several
times, as further members of the archive or row groups of the table: no cache lives longer than a chunk, and a chunk has
some thousand segments.
"""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.data import ROOT, Files
from bench.timing import seconds

METRICS = ("bleu", "chrf", "ter")
SMALLEST = 100_000
SIZES = (100_000, 1_000_000, 10_000_000)
FORMS = ("txt.gz", "txt.zst", "parquet")
CORES = (1, 10, 100)
TARGET = 10**9
PAGE = ROOT / "docs" / "scale.md"
BEGIN, END = "<!-- growth: written by python -m bench growth --update -->", "<!-- growth: end -->"
SPEED_UP = 1.8  # the goal for two cores
LINEAR = 1.15  # the goal for time a segment, the largest against the smallest size
FLAT = 32.0  # MiB that memory may grow by, from 10^5 to the largest size


@dataclass(frozen=True)
class Run:
    """One run of the program."""

    form: str
    segments: int
    threads: int
    wall: float
    cpu: float
    peak: float  # MiB

    @property
    def each(self) -> float:
        """Microseconds of CPU a segment."""
        return self.cpu / self.segments * 1e6


@dataclass(frozen=True)
class Part:
    """What one step costs, in microseconds of CPU a segment."""

    name: str
    each: float


# A new process is said to have used as much memory as the one that started it had, and this one may be large.
_LAUNCHER = """
import os, sys, time
began = time.monotonic()
out = os.open(os.devnull, os.O_WRONLY)
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out, 1)])
_, status, usage = os.wait4(child, 0)
code = os.waitstatus_to_exitcode(status)
print(time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
sys.exit(code)
"""


def make_files(files: Files, segments: int, form: str, work: Path) -> tuple[Path, Path]:
    """(reference, system) of so many segments."""
    base = varied(files, work)
    times = segments // SMALLEST
    made = tuple(work / f"{name}{segments}.{form}" for name in ("ref", "hyp"))
    for source, target in zip((base.ref, base.hyp), made, strict=True):
        if form == "parquet":
            _write_parquet(source, target, times)
            continue
        packed = _packed(source.read_bytes(), form)
        with target.open("wb") as file:
            for _ in range(times):
                file.write(packed)
    return made[0], made[1]


def varied(files: Files, work: Path) -> Files:
    """The smallest corpus: real sentences in which most words were exchanged, in both texts alike.

    Sentences that repeat would be packed a hundred times smaller than text is, and so be read too quickly.
    """
    made = Files(f"{files.name}, varied", work / "hyp.varied.txt", work / "ref.varied.txt")
    if made.ref.exists():
        return made
    rng = random.Random(15)
    pairs = list(zip(*(path.read_text("utf-8").split("\n")[:-1] for path in (files.hyp, files.ref)), strict=True))
    words = [word for _, ref in pairs for word in ref.split()]
    with made.hyp.open("w", encoding="utf-8") as hyps, made.ref.open("w", encoding="utf-8") as refs:
        for number in range(SMALLEST):
            hyp, ref = (line.split() for line in pairs[number % len(pairs)])
            other = {word: rng.choice(words) for word in sorted({*hyp, *ref}) if rng.random() < 0.7}
            for file, line in ((hyps, hyp), (refs, ref)):
                file.write(" ".join(other.get(word, word) for word in line) + "\n")
    return made


def _packed(data: bytes, form: str) -> bytes:
    if form == "txt":
        return data
    if form == "txt.gz":
        return gzip.compress(data, 6, mtime=0)
    from backports import zstd

    packed: bytes = zstd.compress(data, 3)
    return packed


def _write_parquet(source: Path, target: Path, times: int) -> None:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({"text": source.read_text("utf-8").split("\n")[:-1]})
    with pyarrow.parquet.ParquetWriter(target, table.schema, compression="zstd") as writer:
        for _ in range(times):
            writer.write_table(table)


def command(ref: Path, hyp: Path, threads: int, *more: str) -> list[str]:
    columns = ("--ref-col", "text", "--hyp-col", "text") if ref.suffix == ".parquet" else ()
    program = [sys.executable, "-m", "tertium", "score", str(ref), "-i", str(hyp), "-m", *METRICS, *columns]
    return [*program, "--names", "system", "--threads", str(threads), "-q", *more]


def measured(arguments: Sequence[str]) -> tuple[float, float, float]:
    """(wall-clock seconds, CPU seconds, MiB at most) of a process."""
    done = subprocess.run([sys.executable, "-S", "-c", _LAUNCHER, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments[:6])}: {done.stderr.strip()}")
    wall, cpu, peak = map(float, done.stdout.split()[-3:])
    return wall, cpu, peak


def runs(files: Files, work: Path, sizes: Sequence[int] = SIZES, more: Sequence[str] = ()) -> Iterator[Run]:
    """Every form and size on one thread and on two."""
    for form in FORMS:
        for segments in sizes:
            ref, hyp = make_files(files, segments, form, work)
            for threads in (1, 2):
                yield Run(form, segments, threads, *measured(command(ref, hyp, threads, *more)))
            ref.unlink()
            hyp.unlink()


def listed_runs(files: Files, work: Path, sizes: Sequence[int] = SIZES) -> Iterator[Run]:
    """Segment scores as TSV (memory must not grow with them), and work that is kept (what does that cost?)."""
    for segments in sizes:
        ref, hyp = make_files(files, segments, "txt.gz", work)
        out, kept = work / "out.tsv", work / "kept"
        yield Run("-sl -f tsv", segments, 2, *measured(command(ref, hyp, 2, "-sl", "-f", "tsv", "-o", str(out))))
        yield Run("--resume", segments, 2, *measured(command(ref, hyp, 2, "--resume", str(kept))))
        out.unlink()
        for path in kept.iterdir():
            path.unlink()
        kept.rmdir()
        ref.unlink()
        hyp.unlink()


def parts(files: Files, work: Path, segments: int = SMALLEST) -> list[Part]:
    """Where the time of a run goes: each step alone, on one thread, from gzip."""
    from tertium.corpus.formats.opening import Place, open_corpus
    from tertium.engine import local
    from tertium.metrics.spec import parse

    ref, hyp = make_files(files, segments, "txt.gz", work)

    def corpus() -> Any:
        return open_corpus([Place(str(hyp))], [Place(str(ref))], names=["system"])

    def per_segment(work: Callable[[], object]) -> float:
        return min(seconds(work) for _ in range(3)) / segments * 1e6

    size = local.chunk_size(1, 1)
    reading = per_segment(lambda: [None for _ in corpus().chunks(size)])
    building = per_segment(lambda: [build() is None for build in corpus().chunks(size)])
    made = [
        Part("reading: decompress, find lines", reading),
        Part("splitting, checking UTF-8, interning", building - reading),
    ]
    for name in METRICS:
        metric = parse(name)
        alone = per_segment(lambda metric=metric: local.score(corpus(), [metric], version="bench", threads=1))  # type: ignore[misc]
        made.append(Part(f"`{name}`, with its words", alone - building))
    ref.unlink()
    hyp.unlink()
    return made


def serial_share(files: Files, work: Path) -> float:
    """Microseconds a segment that one thread alone must spend: cutting blocks and adding chunks up, over shards."""
    from tertium.corpus.formats.opening import Place, open_corpus
    from tertium.engine import local
    from tertium.metrics.spec import parse

    folder = work / "shards"
    for name in ("ref", "hyp"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    ref, hyp = make_files(files, SMALLEST, "txt.gz", work)
    for number in range(4):
        (folder / "ref" / f"{number}.gz").write_bytes(ref.read_bytes())
        (folder / "hyp" / f"{number}.gz").write_bytes(hyp.read_bytes())
    corpus = open_corpus([Place(str(folder / "hyp"))], [Place(str(folder / "ref"))], names=["system"])
    corpus.read_ahead(2)
    metrics = [parse(name) for name in METRICS]
    found = seconds(lambda: local.score(corpus, metrics, version="bench", threads=2), time.thread_time)
    return found / (4 * SMALLEST) * 1e6


def table(found: Sequence[Run]) -> Iterator[str]:
    yield "| input | segments | 1 thread, s | 2 threads, s | times | CPU a segment, µs (1, 2) | memory, MiB (1, 2) | |"
    yield "|---|---|---|---|---|---|---|---|"
    for form in FORMS:
        mine = [run for run in found if run.form == form]
        first = next((run for run in mine if run.threads == 1), None)
        smallest = [run.peak for run in mine if run.segments == mine[0].segments]
        for one, two in zip(mine[::2], mine[1::2], strict=True):
            times = one.wall / two.wall
            verdicts = [times >= SPEED_UP, max(one.peak, two.peak) - max(smallest) <= FLAT]
            # What a run costs before the first segment is no growth.
            verdicts.append(first is None or one.each <= LINEAR * first.each)
            verdict = "reached" if all(verdicts) else "**not reached**"
            if one.segments == SMALLEST:
                verdict = ""  # a run of half a second is mostly starting
            yield (
                f"| `{form}` | {one.segments:,} | {one.wall:.1f} | {two.wall:.1f} | {times:.2f} "
                f"| {one.each:.2f}, {two.each:.2f} | {one.peak:.0f}, {two.peak:.0f} | {verdict} |"
            )


def listed_table(found: Sequence[Run]) -> Iterator[str]:
    yield "| | segments | 2 threads, s | µs of CPU a segment | memory, MiB |"
    yield "|---|---|---|---|---|"
    for run in found:
        yield f"| `{run.form}` | {run.segments:,} | {run.wall:.1f} | {run.each:.2f} | {run.peak:.0f} |"


def estimate(found: Sequence[Run], parts: Sequence[Part], serial: float) -> Iterator[str]:
    """What 10^9 segments take, from the largest run of every form, and where the time goes."""
    names = " ".join(METRICS)
    yield f"Computed from costs in [bench/RESULTS.md](../bench/RESULTS.md), for `{names}`, one system, one reference:"
    yield ""
    yield "| input | µs of CPU a segment | " + " | ".join(f"{counted(cores)}" for cores in CORES) + " |"
    yield "|---|---|" + "---|" * len(CORES)
    for form in FORMS:
        largest = max((run for run in found if run.form == form and run.threads == 1), key=lambda run: run.segments)
        times = " | ".join(duration(largest.each * TARGET / 1e6 / cores) for cores in CORES)
        yield f"| `{form}` | {largest.each:.2f} | {times} |"
    yield ""
    limit = max(1, round(sum(part.each for part in parts) / serial))
    yield textwrap.fill(
        "More cores than one machine has mean more processes, each with its part of the shards: totals are exact, so "
        f"they add up. Within one process, one thread hands out the work and adds up the chunks, {serial:.2f} µs a "
        f"segment with shards, so about {limit} cores are the most that it can keep busy.",
        120,
    )
    yield ""
    yield "Where the time goes, on one core from gzip:"
    yield ""
    yield "| step | µs a segment | share |"
    yield "|---|---|---|"
    whole = sum(part.each for part in parts)
    for part in parts:
        yield f"| {part.name} | {part.each:.2f} | {part.each / whole:.0%} |"


def counted(cores: int) -> str:
    return "1 core" if cores == 1 else f"{cores} cores"


def duration(seconds: float) -> str:
    if seconds >= 2 * 86400:
        return f"{seconds / 86400:.1f} days"
    if seconds >= 2 * 3600:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 60:.0f} min" if seconds >= 120 else f"{seconds:.0f} s"


def put_on_page(lines: Sequence[str], page: Path = PAGE) -> None:
    """The generated part of docs/scale.md."""
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    made = "\n".join(lines)
    page.write_text(f"{before}{BEGIN}\n\n{made}\n\n{END}{after}", encoding="utf-8")
