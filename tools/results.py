"""Write docs/results.md: tuned numbers of LRscore, RIBES, ATEC, METEOR, LAYERED and our own metrics beside the papers'.

    python tools/results.py ../shared docs/results.md build/results            (make results)
    python tools/results.py ../shared docs/results.md build/results preset     (make results ONLY=preset)

Everything is computed here but what is said to be a paper's. Word alignments and tuned numbers are kept in the last
folder, parses where ``shallow`` keeps them (``corpus.annotations.parse_cache``), all by content: a run that was ended
goes on there. Without any of them the whole takes about half an hour on one core, most of it for parses and METEOR;
sections are made side by side, and each is written to the page as soon as it is whole. Names of sections after the
folder write these again and leave the others as they are on the page.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import results_aligners
import results_attributes
import results_deep
import results_layered
import results_links
import results_lrscore
import results_numbers
import results_preset

SECTIONS: dict[str, tuple[str, Callable[[Path, Path], Iterator[str]]]] = {
    "lrscore": ("LRscore: alpha, the weight of word order", results_lrscore.section),
    "links": ("LRscore: links, ties and rules", results_links.section),
    "aligners": ("LRscore: what the aligner learns from", results_aligners.section),
    "numbers": ("RIBES, ATEC, METEOR: their own numbers", results_numbers.section),
    "layered": ("LAYERED: weights by ranking SVM", results_layered.section),
    "attributes": ("LAYERED: attributes, before and after", results_attributes.section),
    "preset": ("tertium: our own metric", results_preset.section),
    "deep": ("tertium-deep: with vectors in context", results_deep.section),
}
OPENING = """\
# Results: our own tuning, beside the papers

Written by `make results`; only the sentences are typed by hand. Consistency is in per cent of decided comparisons. How tuning and
validation work: [tune.md](tune.md).
"""


def main(shared: str, target: str, work: str, *wanted: str) -> None:
    unknown = [name for name in wanted if name not in SECTIONS]
    if unknown:
        raise SystemExit(f"no section '{unknown[0]}'; there are {', '.join(SECTIONS)}")
    page = Path(target)
    there = _sections(page.read_text("utf-8")) if page.exists() else {}
    for name in SECTIONS if wanted else ():
        if name not in wanted and SECTIONS[name][0] not in there:
            print(f"{target} has no section '{SECTIONS[name][0]}' yet; {name} makes it", file=sys.stderr, flush=True)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        making = {pool.submit(written, name, shared, work): name for name in wanted or SECTIONS}
        for done in as_completed(making):
            there = _sections(page.read_text("utf-8")) if page.exists() else {}  # another run may have written, too
            there[SECTIONS[making[done]][0]] = done.result()
            made = [there[heading] for heading, _ in SECTIONS.values() if heading in there]
            page.write_text("\n".join([OPENING, *made]), encoding="utf-8")


def written(name: str, shared: str, work: str) -> str:
    """One section, heading included."""
    heading, section = SECTIONS[name]
    started = time.process_time()
    lines = "\n".join(section(Path(shared), Path(work))).strip("\n")
    print(f"{name}: {time.process_time() - started:.0f} s of CPU time", file=sys.stderr, flush=True)
    return f"## {heading}\n\n{lines}\n"


def _sections(text: str) -> dict[str, str]:
    """What stands under each heading of the page, the heading included."""
    parts = text.split("\n## ")[1:]
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in parts}


if __name__ == "__main__":
    main(*sys.argv[1:])
