"""The tables of the five papers, each a function from the desk to the lines of its block."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from results_lrscore import alpha_target, best_alone, judged_data
from results_tables import CONSISTENCY, percent, published, table, whole
from tables import Desk, Meta, shown_command

from tertium.kernels.permutations import Rule, permutation_of_links
from tertium.metrics.atec import Atec
from tertium.metrics.base import Segment
from tertium.metrics.presets.lrscore import LRscore
from tertium.metrics.spec import parse
from tertium.results.explanations import Explanation

POWERS = {"": "", "*P^(1/8)": "modifier=p,alpha=0.125", "*P^(1/4)": "modifier=p,alpha=0.25"}
POWERS |= {"*P^(1/2)": "modifier=p,alpha=0.5", "*P": "modifier=p,alpha=1", "*BP": "bp=yes"}
ISOZAKI = {"P": "precision", "R": "recall", "F1": "f", "BP": "bp"}
ISOZAKI |= {f"NSR{name}": f"nsr{':' if more else ''}{more}" for name, more in POWERS.items()}
ISOZAKI |= {f"NKT{name}": f"nkt{':' if more else ''}{more}" for name, more in POWERS.items()}
ISOZAKI |= {"ROUGE-L": "rouge-l", "ROUGE-S(4)": "rouge-s", "ROUGE-S": "rouge-s", "IMPACT": "impact", "WER": "wer"}
ISOZAKI |= {
    "TER": "ter",
    "PER": "per",
    "METEOR(TERp)": "meteor",
    "GTM(-e 12)": "gtm:e=12",
    "NIST": "nist",
    "BLEU": "bleu",
}
SENTENCES = "mean(pow(nsr*pow(precision, 1/4), 1.5))"  # each sentence to the power of 1.5, then the mean
CORPUS = "pow(mean(nsr*pow(precision, 1/4)), 1.5)"  # the mean, then its power
CURVES = {"NKT": "nkt", "√NKT": "nkt:curve=sqrt", "b(NKT)": "nkt:curve=b"}
JAPANESE = "wmt21/ja-en"
EVERY = int(os.environ.get("TERTIUM_EVERY") or 10)  # of metrics that parse: each n-th segment
BOTH = ("metric", "spec", "printed: Spearman", "Pearson", "here: Spearman", "Pearson")


def isozaki_1(desk: Desk) -> Iterator[str]:
    _, rows = published(desk.shared, "isozaki2010_table1_ntcir7.tsv")
    asked = [ISOZAKI[row[0]] for row in rows]
    found = desk.meta(JAPANESE, [*asked, SENTENCES, CORPUS, "ribes"], "--level", "system")
    yield from shown_command(found.command)
    printed = [(row[0], row[1], row[2], ISOZAKI[row[0]]) for row in rows]
    printed += [("(NSR*P^(1/4))^1.5", "0.947", "0.931", SENTENCES), ("the same", "0.947", "0.931", CORPUS)]
    printed += [("RIBES.py", "", "", "ribes")]
    yield from table(BOTH, ((name, f"`{spec}`", *values, *_both(found, spec)) for name, *values, spec in printed))


def _both(found: Meta, spec: str) -> Iterator[str]:
    for statistic in ("spearman", "pearson"):
        [value] = found.systems(spec, statistic).values()
        yield f"{value:.3f}"


def isozaki_2(desk: Desk) -> Iterator[str]:
    headings, rows = published(desk.shared, "isozaki2010_table2_wmt07_spearman_rank.tsv")
    asked = [*(ISOZAKI[row[0]] for row in rows), "ribes"]
    found = desk.meta("wmt08", asked, "--level", "system", "--by", "spearman")
    yield from shown_command(found.command)
    heads = [f"WMT07 {name.replace('_', ' ')}" for name in headings[1:]]
    made = []
    for row, spec in zip([*rows, ["RIBES.py", *[""] * (len(headings) - 1)]], asked, strict=True):
        values = found.systems(spec, "spearman")
        ours = [f"{values[pair]:.3f}" for pair in ("fr-en", "es-en", "de-en")]
        made.append((row[0], f"`{spec}`", *row[1:], *ours))
    yield from table(("metric", "spec", *heads, "WMT08 fr", "WMT08 es", "WMT08 de"), made)


def isozaki_3(desk: Desk) -> Iterator[str]:
    printed = {"NKT": ("0.940", "0.922"), "√NKT": ("0.940", "0.817"), "b(NKT)": ("0.922", "0.941")}
    found = desk.meta(JAPANESE, [*CURVES.values()], "--level", "system")
    yield from shown_command(found.command)
    yield from table(BOTH, ((name, f"`{spec}`", *printed[name], *_both(found, spec)) for name, spec in CURVES.items()))


def layered_1(desk: Desk) -> Iterator[str]:
    specs = ("bleu:like=wmt", "shallow", "deep")
    found = desk.meta("wmt13", specs, "--top", "10", "--level", "system", "--by", "spearman", every=EVERY)
    yield from shown_command(found.command)
    _, rows = published(desk.shared, "gautam2014_table1_wmt13_spearman.tsv")
    values = [found.systems(spec, "spearman") for spec in specs]
    heads = ("pair", "printed: BLEU", "Shallow", "Deep", *(f"here: `{spec}`" for spec in specs))
    yield from table(heads, ((*row, *(f"{value[row[0]]:.2f}" for value in values)) for row in rows))


LAYERED_2 = {
    "layered": ".973 .893 .976 .940 .843 .925",
    "bleu:like=wmt": ".952 .831 .956 .908 .774 .884",
    "meteor:like=wmt": ".975 .926 .457 .980 .792 .826",
    "nist:like=wmt": ".955 .810 .783 .983 .785 .863",
    "ter": ".952 .774 .618 .977 .796 .823",
}


def layered_2(desk: Desk) -> Iterator[str]:
    pairs = ("fr-en", "de-en", "hi-en", "cs-en", "ru-en")
    year = "wmt14" if desk.has("wmt14") else "wmt13"
    found = desk.meta(year, [*LAYERED_2], "--level", "system", every=EVERY)
    yield from shown_command(found.command)
    there = found.pairs()
    here = (
        *(tuple(pair for pair in pairs if pair in there) if year == "wmt14" else there),
        *([""] if len(there) > 1 else []),
    )
    heads = [f"printed {pair}" for pair in (*pairs, "average")] + [f"{year} {pair or 'average'}" for pair in here]
    rows = []
    for spec, printed in LAYERED_2.items():
        values = found.systems(spec, "pearson")
        rows.append((f"`{spec}`", *printed.split(), *(f"{values[pair]:.3f}".replace("0.", ".") for pair in here)))
    yield from table(("metric", *heads), rows)


FIGURE_1 = {
    "a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    "b": [1, 2, 3, 4, 6, 5, 7, 8, 9, 10],
    "c": [6, 7, 8, 9, 10, 1, 2, 3, 4, 5],
    "d": [2, 3, 4, 5, 6, 7, 8, 9, 10, 1],
}


def lrscore_1(desk: Desk) -> Iterator[str]:
    """The figure's words are named after their places; its links give the permutation that Table 1 prints."""
    rows = []
    target = " ".join(f"w{i}" for i in range(1, 11))
    for name, printed in FIGURE_1.items():
        links = np.array([(i, rank - 1) for i, rank in enumerate(printed)], dtype=np.int32)
        made = (permutation_of_links(10, links, Rule()) + 1).tolist()
        text = " ".join(f"w{rank}" for rank in printed)
        specs = [f"{name}:align=occurrence" for name in ("hamming", "kendall", "kendall-sqrt")]
        values = [f"{parse(spec).sentence_score(text, [target]).score / 100:.4f}" for spec in specs]
        rows.append((name, " ".join(map(str, printed)), " ".join(map(str, made)), *values))
    yield from table(("figure 1", "printed", "from its links", "`hamming`", "`kendall`", "`kendall-sqrt`"), rows)


def lrscore_2(desk: Desk) -> Iterator[str]:
    """WMT08, links by `tertium align` through the source; one alpha a language pair, as the paper has it."""
    data = judged_data(desk.shared, desk.work.parent / "results", ["wmt08"])[1]["wmt08"]
    _, rows = published(desk.shared, "birch2010_table2_wmt09_consistency.tsv")
    pairs = [texts.name.rpartition("/")[2] for texts in data]
    short = [pair.partition("-")[0] for pair in pairs]
    zero = [alpha_target("lr-kb4", "source").value(CONSISTENCY, [part], np.array([0.0])) for part in whole(data)]
    made = [("BLEU4", "`lr-kb4:alpha=0`", *rows[0][1:], *map(percent, zero), *[""] * len(pairs))]
    for row in rows[1:]:
        spec = row[0].lower()
        target = alpha_target(spec, "source")
        best = map(percent, best_alone(target, data))
        same = [percent(target.value(CONSISTENCY, [part], np.array([default_alpha(spec)]))) for part in whole(data)]
        made.append((row[0], f"`{spec}`", *row[1:], *best, *same))
    heads = ["metric", "spec", *(f"printed {pair}" for pair in ("de", "es", "fr", "cz"))]
    heads += [f"WMT08 {pair}" for pair in short] + [f"default alpha, {pair}" for pair in short]
    yield from table(heads, made)


def default_alpha(preset: str) -> float:
    metric = parse(preset)
    if not isinstance(metric, LRscore):
        raise TypeError(preset)
    return metric.tuned


ATEC_1 = (
    ("w_type, exact match", "1", "w_exact"),
    ("w_type, stem", "0.95", "w_stem"),
    ("w_type, synonym", "0.95", "w_synonym"),
    ("w_type, semantically close", "0.95", "w_close"),
    ("w_type, unmatch", "0.15", "w_unmatch"),
    ("Info_match", "0.34", "info_match"),
    ("Info_unmatch", "0.26", "info_unmatch"),
    ("w_pos", "0.02", "w_pos"),
    ("w_order", "0.15", "w_order"),
    ("e", "1.1", "e"),
    ("Limit_dis", "0.95", "limit_dis"),
    ("Limit_Info", "0.5", "limit_info"),
    ("α", "0.5", "alpha"),
)


def atec_1(desk: Desk) -> Iterator[str]:
    metric = Atec()
    heads = ("parameter", "printed", "`atec`", "its name")
    rows = ((name, printed, f"{getattr(metric, ours):g}", f"`{ours}`") for name, printed, ours in ATEC_1)
    yield from table(heads, rows)


REFERENCE_1 = "this is not the first time the prime minister has faced the northern league"
GUIDE = "It is a guide to action which ensures that the military always obeys the commands of the party"
GUIDES = (
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the commands of the party",
)


def atec_examples(desk: Desk) -> Iterator[str]:
    """Numbers that the examples print, out of ``tertium explain``."""
    exact = "atec:idf=none,stem=no,synonyms=none,tok=none"
    metric = parse(exact)

    def explain(hyp: str, *refs: str) -> Explanation:
        return metric.explain(Segment(hyp, refs))

    first = explain("it was not first time that prime minister confronts northern league", REFERENCE_1)
    second = explain("this is not the prime the operation with the north", REFERENCE_1)
    thief = explain("a thief chases a police", "a police chases a thief")
    flow = explain("A B C D", "B E D F")
    both, one, other = explain(GUIDE, *GUIDES), explain(GUIDE, GUIDES[0]), explain(GUIDE, GUIDES[1])
    rows: list[Sequence[str]] = []
    for name, found in (("C1", first), ("C2", second)):
        missing = " ".join(row[2] for row in found.tables[1].rows)
        said = "this is the the has faced the" if name == "C1" else "first time minister has faced northern league"
        rows.append((f"1, {name}", "unmatched words", said, missing))
    distances = [row[6] for row in thief.tables[0].rows for _ in range(row[5])]
    rows.append(("3", "position distances", "0 3 0 0 3", " ".join(f"{int(value)}" for value in distances)))
    rows.append(("5a", "sum of position distances", "2", f"{sum(int(row[6]) for row in flow.tables[0].rows)}"))
    rows.append(("5a", "sum of order distances", "0", f"{sum(int(row[7]) for row in flow.tables[0].rows)}"))
    counts = " ".join(f"{int(found.facts['matched'])}" for found in (both, one, other))
    rows.append(("7", "words of 18 that match: both references, each alone", "nearly all, around half", counts))
    texts = ("--hyp", "a thief chases a police", "--ref", "a police chases a thief")
    yield from shown_command(("tertium", "explain", *texts, "-m", exact))
    yield from table(("example", "what", "printed", "here"), rows)


HOUSE = ("The blue house , green or brown", "The blue , green or brown house")


def lecture(desk: Desk) -> Iterator[str]:
    window = "this house has window"
    bleus = "bleu:tok=none,smooth=add1_all"
    cases = (
        ("BLEUs", bleus, window, "these houses have windows", "0.3"),
        ("BLEUs", bleus, window, "this dog has legs", "0.39"),
        ("BLEUs", bleus, window, "the house have window", "0.39"),
        ("WER", "wer", *HOUSE, "0.286"),
        ("TER", "ter", *HOUSE, "0.143"),
    )
    rows = []
    for name, spec, hyp, ref, printed in cases:
        value = parse(spec).sentence_score(hyp, [ref]).score / 100
        rows.append((name, f"`{spec}`", hyp, ref, printed, f"{value:.4f}"))
    yield from table(("metric", "spec", "hypothesis", "reference", "printed", "here"), rows)


TABLES: dict[str, Callable[[Desk], Iterator[str]]] = {
    "isozaki-1": isozaki_1,
    "isozaki-2": isozaki_2,
    "isozaki-3": isozaki_3,
    "layered-1": layered_1,
    "layered-2": layered_2,
    "lrscore-1": lrscore_1,
    "lrscore-2": lrscore_2,
    "atec-1": atec_1,
    "atec-examples": atec_examples,
    "lecture": lecture,
}
