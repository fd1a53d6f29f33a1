"""How well a spaCy pipeline parses raw text: its tokens, tags and attachments against a CoNLL-U file's.

    python tools/measure_parser.py MODEL treebank.conllu

Words are compared by the characters they cover, as in the CoNLL 2018 shared task: F1 of tokens, and of words whose
head covers the right characters (UAS) with the right main label (LAS; subtypes are cut off, for they differ between
versions of UD). Multiword tokens count as the words that the text shows.

    python tools/measure_parser.py --speed TEXTS.txt [PROCESSES]

How fast the package's parser and the enconverter are on lines of text: in one process by its CPU seconds, and in
several (default 2) by the clock, from their first answer to their last. Nothing is kept. The clock tells little on a
machine that does other work, so its load is printed, too.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"  # as in the processes that parse
os.environ["TERTIUM_PARSE_CACHE"] = "off"

from tertium.corpus.annotations.parses import Parse, parse_conllu  # noqa: E402
from tertium.progress import Silent  # noqa: E402
from tertium.views.syntax import parsing  # noqa: E402
from tertium.views.syntax.spacy_parser import SpacyParser  # noqa: E402
from tertium.views.unl.graphs import Enconversion, prepare  # noqa: E402

Span = tuple[int, int]


def spans(forms: tuple[str, ...]) -> list[Span]:
    """First and last character of every word, white space not counted."""
    made, at = [], 0
    for form in forms:
        size = len("".join(form.split()))
        made.append((at, at + size))
        at += size
    return made


def arcs(parse: Parse) -> dict[Span, tuple[Span | None, str, str, str]]:
    places = spans(parse.forms)
    return {
        place: (
            None if head == 0 else places[head - 1],
            relation.split(":")[0],
            upos,
            lemma,
        )
        for place, head, relation, upos, lemma in zip(
            places, parse.heads, parse.relations, parse.upos, parse.lemmas, strict=True
        )
    }


class Clock(Silent):
    """When how many texts were done."""

    def __init__(self) -> None:
        self.steps: list[tuple[float, int]] = []

    def progress(self, doing: str, done: int, total: int) -> None:
        self.steps.append((time.perf_counter(), done))


def measure_speed(path: str, processes: int) -> None:
    texts = list(dict.fromkeys(Path(path).read_text("utf-8").splitlines()))
    parser, graphs = SpacyParser(parsing._model(parsing.ENGLISH)), Enconversion("", "en")
    graphs.made_of(parser.parse(texts[:200]))
    start = time.process_time()
    blocks = parser.parse(texts)
    parsed = time.process_time()
    graphs.made_of(blocks)
    ended = time.process_time()
    words = sum(len(text.split()) for text in texts) / len(texts)
    sys.stdout.write(
        f"{len(texts)} sentences of {words:.1f} words; one process, of a CPU second: "
        f"{len(texts) / (parsed - start):.0f} parses, {len(texts) / (ended - start):.0f} parses with graphs\n"
    )
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:processes]))  # as many processes as cores
    clock = Clock()
    load, before = os.getloadavg()[0], time.process_time()
    prepare(texts, parsing.ENGLISH, "en", clock)
    (first, done), (last, all_done) = clock.steps[0], clock.steps[-1]
    sys.stdout.write(
        f"{processes} processes, by the clock: {(all_done - done) / (last - first):.0f} parses with graphs a second; "
        f"the process that started them took {time.process_time() - before:.1f} CPU seconds; load {load:.1f}\n"
    )


def main() -> None:
    model, treebank = sys.argv[1:3]
    gold = parse_conllu(Path(treebank).read_text("utf-8"))
    comments = Path(treebank).read_text("utf-8").split("\n")
    texts = [line.removeprefix("# text = ") for line in comments if line.startswith("# text = ")]
    parser = SpacyParser(model)
    parser.parse(texts[:50])
    start = time.process_time()
    blocks = parser.parse(texts)
    seconds = time.process_time() - start
    counts = dict.fromkeys(("tokens", "UAS", "LAS", "UPOS", "lemmas"), 0)
    mine_total = gold_total = 0
    for block, theirs in zip(blocks, gold, strict=True):
        (mine,) = parse_conllu(block, roots="any")
        found, wanted = arcs(mine), arcs(theirs)
        mine_total += len(found)
        gold_total += len(wanted)
        for place, (head, relation, upos, lemma) in found.items():
            if place not in wanted:
                continue
            right = wanted[place]
            counts["tokens"] += 1
            counts["UAS"] += head == right[0]
            counts["LAS"] += (head, relation) == right[:2]
            counts["UPOS"] += upos == right[2]
            counts["lemmas"] += lemma == right[3]
    scores = " ".join(f"{name} {200 * count / (mine_total + gold_total):.2f}" for name, count in counts.items())
    sys.stdout.write(f"{scores}; {len(texts) / seconds:.0f} sentences a CPU second\n")


if __name__ == "__main__":
    if sys.argv[1] == "--speed":
        measure_speed(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 2)
    else:
        main()
