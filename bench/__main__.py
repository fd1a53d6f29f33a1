"""``python -m bench``: measure everything, print as it goes, write bench/RESULTS.md."""

from __future__ import annotations

import argparse
import datetime
import platform
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from bench import calls, choice, growth, limits, matrices, order, pages, serve, significance, starting, tuning
from bench.cases import Case, all_cases, campaign_cases, left_out
from bench.data import Files, first, real_files
from bench.timing import compare
from tertium.kernels.text import build_info

PARTS = (
    "ratios",
    "campaign",
    "words",
    "permutations",
    "paired",
    "matrices",
    "page",
    "tuning",
    "calls",
    "start",
    "serve",
    "limits",
    "memory",
    "growth",
    "spark",
    "embed",
)
RESULTS = Path(__file__).parent / "RESULTS.md"


def verdict_of(reached: bool) -> str:
    return "reached" if reached else "**not reached**"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("only", nargs="*", help=f"parts to run: {', '.join(PARTS)} (default: all but spark and embed)")
    parser.add_argument("--update", action="store_true", help="put the parts that were run in place of the old ones")
    parser.add_argument("--metric", help="only ratios whose name starts with this")
    parser.add_argument(
        "--largest", type=int, default=growth.SIZES[-1], metavar="N", help="largest number of segments of growth"
    )
    arguments = parser.parse_args()
    parts = arguments.only or PARTS
    report: list[str] = _head()

    def say(line: str) -> None:
        print(line, flush=True)
        report.append(line)

    with tempfile.TemporaryDirectory(prefix="tertium-bench-") as folder:
        work = Path(folder)
        files = real_files(work)
        say(f"Data: {files.name}, {files.segments:,} segments.")
        if "ratios" in parts:
            _ratios(files, work, arguments.metric, say)
        if "campaign" in parts:
            _campaign(files, work, arguments.metric, say)
        if "words" in parts and not arguments.metric:
            _words(files, work, say)
        if "permutations" in parts and not arguments.metric:
            _permutations(say)
        if "paired" in parts:
            _paired(files, work, say)
        if "matrices" in parts:
            _matrices(files, work, say)
        if "page" in parts:
            _page(work, say)
        if "tuning" in parts:
            _tuning(say)
        if "calls" in parts:
            _calls(files, say)
        if "start" in parts:
            _start(files, work, say)
        if "serve" in parts:
            _serve(files, say)
        if "limits" in parts:
            _limits(files, work, say)
        if "memory" in parts:
            _memory(files, work, say)
        if "growth" in parts:
            _growth(files, work, arguments.largest, arguments.update, say)
        if "spark" in arguments.only:
            _spark(files, work, say)
        if "embed" in arguments.only:
            _embed(files, say)
    if arguments.update and not arguments.metric:
        RESULTS.write_text(_updated(RESULTS.read_text(encoding="utf-8"), report), encoding="utf-8")
    elif not arguments.only and not arguments.metric:
        RESULTS.write_text("\n".join(report) + "\n", encoding="utf-8")
    else:
        return
    print(f"written to {RESULTS.name}", file=sys.stderr)


def _updated(old: str, report: list[str]) -> str:
    """The old page with every section, by its heading, that was measured again; new ones stand last."""
    made, measured = (_sections(text) for text in (old, "\n".join(report)))
    made |= {heading: lines for heading, lines in measured.items() if heading}
    return "\n\n".join("\n".join(lines).strip() for lines in made.values()) + "\n"


def _sections(page: str) -> dict[str, list[str]]:
    """Lines by heading; what stands before the first has none."""
    found: dict[str, list[str]] = {"": []}
    heading = ""
    for line in page.splitlines():
        if line.startswith("## "):
            heading = line
        found.setdefault(heading, []).append(line)
    return found


def _head() -> list[str]:
    peers = ", ".join(f"{name} {version(name)}" for name in ("sacrebleu", "nltk", "jiwer", "rapidfuzz", "rouge-score"))
    return [
        "# Benchmark results",
        "",
        "Made by `make bench`. Both sides read the same files and take turns in one process, with cold caches, on one",
        "core. Times are CPU seconds, the median of several pairs of runs. Ratios carry over to other machines better",
        "than seconds do.",
        "",
        f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}, {platform.machine()}, Python {platform.python_version()}, "
        f"kernel {build_info()}; peers: {peers}.",
        "",
    ]


def _ratios(files: Files, work: Path, only: str | None, say: Callable[[str], None]) -> None:
    say("")
    say("## Times faster")
    say("")
    _table(all_cases(), files, work, only, files.segments, say)
    for line in left_out():
        say("")
        say(line)


def _table(
    cases: list[Case], files: Files, work: Path, only: str | None, scored: int, say: Callable[[str], None]
) -> None:
    say("| metric | peer | ours, µs per segment | peer's | times faster | range | goal | |")
    say("|---|---|---|---|---|---|---|---|")
    for case in cases:
        if only and not case.name.startswith(only):
            continue
        cut = files if case.segments is None else first(files, case.segments, work)
        ratio = compare(case.ours(cut), case.peer(cut), case.pairs, inner=case.inner)
        each = 1e6 / (scored if case.segments is None else cut.segments)
        verdict = verdict_of(ratio.times >= case.goal)
        say(
            f"| `{case.name}` | {case.peer_name} | {ratio.ours * each:.2f} | {ratio.peer * each:.1f} "
            f"| {ratio.times:.0f} | {ratio.low:.0f}–{ratio.high:.0f} | {case.goal:.0f} | {verdict} |"
        )


def _campaign(files: Files, work: Path, only: str | None, say: Callable[[str], None]) -> None:
    systems = len(files.systems)
    if systems == 1:
        return
    say("")
    say(f"## A campaign: {systems} systems against one reference, in one run")
    say("")
    say("The peers score one system after the other. Times are per segment of one system.")
    say("")
    _table(campaign_cases(), files, work, only, systems * files.segments, say)


def _words(files: Files, work: Path, say: Callable[[str], None]) -> None:
    say("")
    say("## Words: stems, synonyms, meaning")
    say("")
    say("| metric | peer | ours, µs per segment | peer's | times faster | range | goal | |")
    say("|---|---|---|---|---|---|---|---|")
    for name, peer, ours, theirs, ratio, goal in choice.rows(files, work):
        verdict = verdict_of(ratio.times >= goal)
        say(
            f"| `{name}` | {peer} | {ours:.2f} | {theirs:.1f} | {ratio.times:.0f} | {ratio.low:.0f}–{ratio.high:.0f} "
            f"| {goal:.0f} | {verdict} |"
        )
    for line in choice.left_out(work):
        say("")
        say(line)
    say("")
    for spec, taken in choice.first_calls():
        say(f"- first call of `{spec}` in a new process, everything included: {taken:.2f} s of CPU (goal: at most 0.5)")


def _permutations(say: Callable[[str], None]) -> None:
    say("")
    say("Permutations of 25 words, 3,000 of them, against one scipy call each:")
    say("")
    for name, ratio in order.scipy_ratios():
        verdict = verdict_of(ratio.times >= 100)
        say(f"- `{name}`: {ratio.times:.0f} times faster ({ratio.low:.0f}–{ratio.high:.0f}; goal 100, {verdict})")


def _paired(files: Files, work: Path, say: Callable[[str], None]) -> None:
    say("")
    say("## Paired tests")
    say("")
    say(
        f"{significance.RESAMPLES:,} resamples of 4 systems of 3,000 segments, from files to p-values against the "
        "first, and sacreBLEU's paired bootstrap of the same:"
    )
    say("")
    for name, ratio in significance.ratios(work):
        goal = f" (goal: {significance.GOAL})" if " " in name else ""
        say(f"- `{name}`: {ratio.ours:.2f} s, sacreBLEU {ratio.peer:.1f} s: {ratio.times:.0f} times faster{goal}")
    for what, peak in significance.memory(files, work):
        say(f"- memory of {what}: peak {peak:.0f} MiB")


def _matrices(files: Files, work: Path, say: Callable[[str], None]) -> None:
    say("")
    say("## Every hypothesis against every reference; checks of the texts")
    say("")
    goals = {"chrf": 5, "bleu": 100}
    for name, peer, ratio, pairs in matrices.ratios(files):
        verdict = verdict_of(ratio.times >= goals[name])
        say(
            f"- `tertium.pairwise` by `{name}`: {ratio.ours / pairs * 1e6:.2f} µs per pair, {ratio.times:.0f} times "
            f"faster than {peer} ({ratio.low:.0f}–{ratio.high:.0f}; goal {goals[name]}, {verdict})"
        )
    for name, share in matrices.checks(files, work):
        verdict = verdict_of(share <= 0.10)
        say(f"- the doctor's default checks lengthen {name} by {100 * share:.1f} % (goal: at most 10 %, {verdict})")


def _page(work: Path, say: Callable[[str], None]) -> None:
    say("")
    say("## The page of a report")
    say("")
    made = pages.making(work)
    metrics = " ".join(pages.DEFAULT)
    say(f"- `tertium report` of 3,000 segments by {pages.SYSTEMS} systems: {made.report:.2f} s of CPU")
    for what, taken, times in (
        (f" --slices {' '.join(pages.SLICES)}", made.sliced, made.times_sliced),
        ("", made.plain, made.times_plain),
    ):
        verdict = verdict_of(times <= pages.TIMES_COMPARE)
        say(
            f"- `tertium compare -m {metrics}{what}` of the same: {taken:.2f} s, the report {times:.2f} times that "
            f"(goal: at most {pages.TIMES_COMPARE:g}, {verdict})"
        )
    verdict = verdict_of(made.megabytes <= pages.MEGABYTES)
    say(f"- its size: {made.megabytes:.2f} MB (goal: at most {pages.MEGABYTES:g}, {verdict})")
    opened = pages.opening(pages.page_file(work), pages.common_letter(work))
    if opened is None:
        say(f"- {pages.NO_BROWSER}")
        return
    cpu, clock = opened.opening
    verdict = verdict_of(cpu < pages.OPENING)
    say(
        f"- open and usable in Chromium: {cpu:.2f} s of CPU, {clock:.2f} s on the clock "
        f"(goal: under {pages.OPENING:g} s of CPU, {verdict}); an empty page takes {opened.empty[0]:.2f} s of CPU, "
        f"scrolling to the segments {opened.scrolling[0]:.2f} s"
    )
    say(f"- then, while nobody asks for anything, it arranges its rows: {opened.resting:.2f} s of CPU")
    say(f"- the first filter, which leaves {opened.kept:,} segments, with {opened.draws:,} draws:")
    cpu, clock = opened.filtering
    verdict = verdict_of(cpu < pages.FILTERING)
    say(
        f"  - scores, intervals and tests in leaderboard and matrix, all that is in view: {cpu:.2f} s of CPU, "
        f"{clock:.2f} s on the clock, the wait for the last key included "
        f"(goal: under {pages.FILTERING:g} s of CPU, {verdict})"
    )
    cpu, clock = opened.slicing
    say(f"  - then, once somebody scrolls to them, the slices: {cpu:.2f} s of CPU, {clock:.2f} s on the clock")
    cpu, clock = opened.pressing
    verdict = verdict_of(cpu < pages.FILTERING)
    say(
        f"- a part of the slices pressed, which leaves {opened.pressed:,} segments, leaderboard, matrix and slices: "
        f"{cpu:.2f} s of CPU, {clock:.2f} s on the clock (goal: under {pages.FILTERING:g} s of CPU, {verdict})"
    )
    cpu, clock = opened.first_slices
    say(
        f"- the slices of the whole set, drawn when somebody first scrolls to them: {cpu:.2f} s of CPU, "
        f"{clock:.2f} s on the clock"
    )


def _tuning(say: Callable[[str], None]) -> None:
    folder = tuning.data_folder()
    say("")
    say("## Tuning")
    say("")
    if folder is None:
        say("The shared data are not here: tuning one alpha was not measured.")
        return
    found = tuning.tuning(folder)
    verdict = verdict_of(found.times_once_measured >= tuning.GOAL)
    say(
        f"LRscore's alpha on the {found.judgments:,} judgments of WMT13: {found.measuring:.1f} s to read and measure "
        f"once, {found.sweep:.2f} s for the best of all alphas (exact, {found.alphas:,} intervals); scoring again for "
        f"one alpha takes {found.again:.1f} s. For {tuning.GRID:,} alphas that is {found.times_once_measured:,.0f} "
        f"times as long as the sweep (goal {tuning.GOAL:,}, {verdict}), and {found.times:,.0f} times as long as "
        "measuring and sweeping."
    )


def _calls(files: Files, say: Callable[[str], None]) -> None:
    say("")
    say("## Calls from Python")
    say("")
    say("| `sentence_score` | peer | ours, µs a call | peer's | times faster | range | goal | |")
    say("|---|---|---|---|---|---|---|---|")
    for call, ratio in calls.sentences(files):
        verdict = verdict_of(ratio.times >= calls.GOAL)
        each = 1e6 / call.segments
        say(
            f"| `{call.spec}` | {call.peer_name} | {ratio.ours * each:.1f} | {ratio.peer * each:.1f} "
            f"| {ratio.times:.0f} | {ratio.low:.0f}–{ratio.high:.0f} | {calls.GOAL} | {verdict} |"
        )
    say("")
    taken = calls.one_segment(files) * 1e6
    verdict = verdict_of(taken <= calls.MICROSECONDS)
    say(
        f"- `tertium.score` of one segment by `{' '.join(calls.DEFAULT)}`, after the first call: {taken:.0f} µs "
        f"(goal: at most {calls.MICROSECONDS}, {verdict})"
    )
    for what, ratio in calls.lists(files):
        times = 1 / ratio.times
        verdict = verdict_of(times <= calls.TIMES_FILES)
        say(
            f"- `tertium.score` of lists of {files.segments:,} by the same, references as {what}: "
            f"{ratio.ours * 1000:.1f} ms, of files {ratio.peer * 1000:.1f} ms: {times:.2f} "
            f"(goal: at most {calls.TIMES_FILES}, {verdict})"
        )


def _start(files: Files, work: Path, say: Callable[[str], None]) -> None:
    say("")
    say("## Starting")
    say("")
    ours, numpy = limits.start_up()
    say(
        f"- `tertium --help` {ours * 1000:.0f} ms, `import numpy` {numpy * 1000:.0f} ms: {ours / numpy:.2f} "
        "(goal: at most 1.5)"
    )
    run = starting.scoring(files, work)
    for times, goal, peer, name in (
        (run.times_numpy, starting.TIMES_NUMPY, run.numpy, '`python -c "import numpy"`'),
        (run.times_sacrebleu, starting.TIMES_SACREBLEU, run.sacrebleu, "sacreBLEU's"),
    ):
        verdict = verdict_of(times <= goal)
        say(
            f"- `tertium score REF -i SYS -m bleu` of {files.segments:,} lines, the whole run: "
            f"{run.ours * 1000:.0f} ms of CPU, {name} {peer * 1000:.0f} ms: {times:.2f} "
            f"(goal: at most {goal:g}, {verdict})"
        )


def _serve(files: Files, say: Callable[[str], None]) -> None:
    found = serve.answers(files)
    verdict = verdict_of(found.p99 < serve.GOAL)
    say("")
    say("## The page while somebody types")
    say("")
    say(
        f"- `tertium serve` on one core, {serve.RATE} pairs of sentences a second by four metrics and with their word "
        f"order, {found.slow:,} slow connections open: 99 of 100 answers within {found.p99 * 1000:.1f} ms, half within "
        f"{found.median * 1000:.1f} ms (goal: 99 of 100 below {serve.GOAL * 1000:.0f} ms, {verdict})"
    )


def _limits(files: Files, work: Path, say: Callable[[str], None]) -> None:
    say("")
    say("## Threads, shared work")
    say("")
    taken = dict(limits.threads(files, work))
    say(
        f"- `bleu chrf` over 300,000 segments: {taken[1]:.2f} s on one thread, {taken[2]:.2f} s on two: "
        f"{taken[1] / taken[2]:.2f} times (goal: 1.7)"
    )
    at_once, alone = limits.together(files)
    say(
        f"- four metrics at once {at_once * 1000:.1f} ms, one by one {alone * 1000:.1f} ms: "
        f"{at_once / alone:.2f} of the sum"
    )
    ours, peer = limits.shuffled_ter()
    say(
        f"- TER of one shuffled sentence of 400 tokens: {ours * 1000:.2f} ms, sacreBLEU {peer * 1000:.0f} ms: "
        f"{peer / ours:.0f} times faster (goal: 500)"
    )
    say("")
    say("## One pair of sentences over 10 different words")
    say("")
    say("| metric | 400 tokens, ms | 10,000 tokens, ms | growth (25 would be linear) |")
    say("|---|---|---|---|")
    for name, short, long in limits.long_sentences():
        say(f"| `{name}` | {short * 1000:.2f} | {long * 1000:.1f} | {long / short:.0f} |")


def _memory(files: Files, work: Path, say: Callable[[str], None]) -> None:
    say("")
    say("## Memory")
    say("")
    peaks = limits.peak_memory(files, work)
    for segments, peak in peaks:
        say(f"- `tertium score … -m bleu chrf wer` over {segments:,} segments from files: peak {peak:.0f} MiB")
    say(f"- from Python lists, beyond the lists: {limits.list_memory(files):.0f} bytes per segment (goal: at most 300)")


def _growth(files: Files, work: Path, largest: int, update: bool, say: Callable[[str], None]) -> None:
    say("")
    say("## Growth")
    say("")
    sizes = [size for size in growth.SIZES if size <= largest]
    say(
        f"`tertium score` by `{' '.join(growth.METRICS)}`, one system, one reference, from compressed files, in a "
        f"process of its own; wall-clock seconds. Goals, for sizes above {growth.SMALLEST:,}: {growth.SPEED_UP} times "
        f"as fast on two threads, at most {growth.LINEAR} times the CPU a segment of the smallest size, at most "
        f"{growth.FLAT:.0f} MiB more memory."
    )
    say("")
    found = list(growth.runs(files, work, sizes))
    for line in growth.table(found):
        say(line)
    say("")
    say("Segment scores, and work that is kept, from gzip:")
    say("")
    for line in growth.listed_table(list(growth.listed_runs(files, work, sizes))):
        say(line)
    page = list(growth.estimate(found, growth.parts(files, work), growth.serial_share(files, work)))
    print("\n".join(page), flush=True)
    if update:
        growth.put_on_page(page)


def _spark(files: Files, work: Path, say: Callable[[str], None]) -> None:
    from bench import spark  # few have Spark

    say("")
    say("## Apache Spark")
    say("")
    say("Microseconds of CPU a segment inside of a Python worker of `local[1]`, from Parquet, one partition.")
    say("")
    spark.report(files, work, say)


def _embed(files: Files, say: Callable[[str], None]) -> None:
    from bench import embed  # few have its weights

    say("")
    say("## Embeddings")
    say("")
    embed.report(files, say)


if __name__ == "__main__":
    main()
