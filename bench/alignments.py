"""``python -m bench.alignments``: the numbers of docs/alignments.md, from the real data beside the checkout.

Error rates of the statistical aligner on gold links; how far LRscore's R through source alignments and through direct
links agree on Slovak-English talks (two systems); and how the readings of R agree with people (WMT 2008).
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.formats.opening import AlignmentPlaces, Place, open_corpus
from tertium.engine import local
from tertium.metrics.spec import parse
from tertium.results.scores import Report
from tertium.views.order.word_aligner import MODELS, AlignerSettings, WordAligner

SYSTEMS = ("sys1", "sys2")
GOLD = {"enfr": "en-fr Hansards", "roen": "ro-en news", "zhen": "zh-en news", "jaen": "ja-en Wikipedia (KFTT)"}
Floats = npt.NDArray[np.float64]


def main() -> None:
    shared = Path(os.environ.get("TERTIUM_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    data = shared / "data" / "alignments"
    if not data.is_dir():
        sys.exit(f"no data at {data}; set TERTIUM_SHARED to its folder.")
    error_rates(data / "awesome-align")
    with TemporaryDirectory() as folder:
        agreement(data / "compare-mt-ted-slk-eng", Path(folder))
    consistency(shared / "data" / "wmt08")


def lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")


def error_rates(folder: Path) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    from textbook.alignment_error import alignment_error, read_gold

    print("| gold links | sentence pairs | model | precision | recall | AER | CPU s |\n|---|---|---|---|---|---|---|")
    for name, title in GOLD.items():
        sides = [line.lower().split(" ||| ") for line in lines(folder / f"{name}.src-tgt")]
        pairs = [(source.split(), target.split()) for source, target in sides]
        gold = read_gold(lines(folder / f"{name}.gold"))
        for model in MODELS:
            started = time.process_time()
            aligner = WordAligner.train(pairs, AlignerSettings(model=model))
            found = aligner.align([s for s, _ in pairs], [t for _, t in pairs])
            seconds = time.process_time() - started
            made = alignment_error([set(links) for links in found], gold)
            row = (title, len(pairs), model, *(f"{100 * x:.1f}" for x in (made.precision, made.recall, made.aer)))
            print("| " + " | ".join(map(str, row)) + f" | {seconds:.1f} |")
        neural = [
            {(int(i), int(j)) for i, j in (link.split("-") for link in line.split())}
            for line in lines(folder / f"{name}.awesome-align.out")
        ]
        made = alignment_error(neural, gold)
        row = (
            title,
            len(pairs),
            "(awesome-align)",
            *(f"{100 * x:.1f}" for x in (made.precision, made.recall, made.aer)),
        )
        print("| " + " | ".join(map(str, row)) + " | |")


def agreement(talks: Path, work: Path) -> None:
    own = {model: align_talks(talks, work / model, model) for model in MODELS}
    given = {name: talks / f"ted.{name}.align" for name in ("ref", *SYSTEMS)}
    base = segments(talks, given, "source")
    print("\n| links | R sys1 | R sys2 | r of R | ρ of R | r of R1 - R2 | r of d | ρ of d |")
    print("|---|---|---|---|---|---|---|---|")
    for title, other in {
        "source, links of the data": base,
        "source, tertium align (hmm)": segments(talks, own["hmm"], "source"),
        "source, tertium align (fast-align)": segments(talks, own["fast-align"], "source"),
        "direct, built-in aligner": segments(talks, None, "direct"),
        "direct, links=crossings": segments(talks, None, "direct,links=crossings"),
        "direct, lang=en": segments(talks, None, "direct,lang=en"),
        "direct, null_words=drop": segments(talks, None, "direct,null_words=drop"),
        "occurrence": segments(talks, None, "occurrence"),
    }.items():
        cells = [f"{100 * system.mean():.2f}" for system in other["R"]]
        (r, rho), (r_order, rho_order) = (both(np.hstack(base[x]), np.hstack(other[x])) for x in ("R", "d"))
        gap = pearson(base["R"][0] - base["R"][1], other["R"][0] - other["R"][1])
        cells += [f"{number:.2f}" for number in (r, rho, gap, r_order, rho_order)]
        print(f"| {title} | " + " | ".join(cells) + " |")
    print("\n| metric, alpha=0.5 | source: sys1 | sys2 | direct, lang=en: sys1 | sys2 |\n|---|---|---|---|---|")
    names = ("lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4", "lr-ksb1", "lr-ksb4")
    tables = [
        score(talks, links, *(f"{name}:alpha=0.5,align={align},lang=en" for name in names))
        for links, align in ((given, "source"), (None, "direct"))
    ]
    for k, name in enumerate(names):
        cells = [f"{system.scores[k].score:.2f}" for table in tables for system in table.systems]
        print(f"| {name} | " + " | ".join(cells) + " |")


def align_talks(talks: Path, folder: Path, model: str) -> dict[str, Path]:
    """All three translations of the talks aligned with their source, learned together."""
    folder.mkdir()
    source = [line.lower().split() for line in lines(talks / "ted.orig.slk")]
    targets = {name: [line.lower().split() for line in lines(talks / f"ted.{name}.eng")] for name in ("ref", *SYSTEMS)}
    pairs = [pair for target in targets.values() for pair in zip(source, target, strict=True)]
    aligner = WordAligner.train(pairs, AlignerSettings(model=model))
    for name, target in targets.items():
        text = "".join(" ".join(f"{i}-{j}" for i, j in line) + "\n" for line in aligner.align(source, target))
        (folder / f"{name}.align").write_text(text, encoding="ascii")
    return {name: folder / f"{name}.align" for name in targets}


def score(talks: Path, links: dict[str, Path] | None, *specs: str) -> Report:
    places = AlignmentPlaces()
    if links is not None:
        hyp = tuple(Place(str(links[name])) for name in SYSTEMS)
        places = AlignmentPlaces(hyp, (Place(str(links["ref"])),), reading=Reading(empty="zero"))
    corpus = open_corpus(
        [Place(str(talks / f"ted.{name}.eng")) for name in SYSTEMS],
        [Place(str(talks / "ted.ref.eng"))],
        Place(str(talks / "ted.orig.slk")),
        names=SYSTEMS,
        alignments=places,
    )
    return local.score(corpus, [parse(spec) for spec in specs], version="bench", segment_scores=True)


def segments(talks: Path, links: dict[str, Path] | None, align: str) -> dict[str, list[Floats]]:
    """R and the similarity d in it of every segment, by system."""
    report = score(talks, links, f"kendall:bp=yes,align={align}", f"kendall:align={align}")
    made = [[np.array(one.segment_scores, dtype=float) / 100 for one in system.scores] for system in report.systems]
    return {"R": [system[0] for system in made], "d": [system[1] for system in made]}


READINGS = (
    *(f"kendall:bp=yes,align=direct,null_words={policy}" for policy in ("previous", "literal", "drop")),
    "kendall:bp=yes,align=direct,links=crossings",
    "kendall:bp=yes,align=direct,lang=en",
    "kendall:bp=yes,align=direct,coverage=yes",
    "kendall:bp=yes,align=occurrence",
    "lr-kb4:alpha=0.5,align=direct",
    "lr-kb4:alpha=0.5,align=direct,links=crossings",
    "lr-kb4:alpha=0.5,align=direct,null_words=drop",
    "lr-kb4:alpha=0.5,align=direct,lang=en",
    "ribes",
    "bleu",
)


def consistency(folder: Path) -> None:
    """Share of strict human preferences between two outputs of a segment that the metric shares; its ties do not."""
    found: dict[str, list[str]] = {reading: [] for reading in READINGS}
    pairs = ("de-en", "es-en", "fr-en")
    for pair in pairs:
        outputs = {path.stem: path for path in sorted((folder / pair / "systems").glob("*.txt"))}
        corpus = open_corpus(
            [Place(str(path)) for path in outputs.values()],
            [Place(str(path)) for path in sorted((folder / pair).glob("ref?.txt"))],
            names=list(outputs),
        )
        report = local.score(corpus, [parse(spec) for spec in READINGS], version="bench", segment_scores=True)
        judged = [line.split("\t") for line in lines(folder / pair / "rankings.tsv")[1:]]
        strict = [(int(seg) - 1, a, b) if r == ">" else (int(seg) - 1, b, a) for seg, _, a, b, r in judged if r != "="]
        for k, reading in enumerate(READINGS):
            scores = {system.name: system.scores[k].segment_scores or () for system in report.systems}
            right = sum((scores[a][seg] or 0) > (scores[b][seg] or 0) for seg, a, b in strict)
            found[reading].append(f"{100 * right / len(strict):.1f}")
    print(f"\n| consistency with people, % | {' | '.join(pairs)} |\n|---|---|---|---|")
    for reading, cells in found.items():
        print(f"| {reading} | " + " | ".join(cells) + " |")


def both(first: Floats, second: Floats) -> tuple[float, float]:
    """Pearson's and Spearman's correlation."""
    return pearson(first, second), pearson(ranks(first), ranks(second))


def ranks(values: Floats) -> Floats:
    """Mid-ranks."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[place])


def pearson(first: Floats, second: Floats) -> float:
    return float(np.corrcoef(first, second)[0, 1])


if __name__ == "__main__":
    main()
