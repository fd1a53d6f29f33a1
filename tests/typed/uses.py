"""Right and wrong uses of the Python door, for mypy to read; nothing here runs. A line that ends in 'wrong' must be an
error there, every other line must not be one."""

from __future__ import annotations

import tertium
from tertium.api.score import ArrowTable

HYPS = ["the cat sat"]
REFS = [["the cat sat"]]
SYSTEMS = {"a": HYPS, "b": HYPS}

# Metrics: each class has its parameters, and is a type.
bleu: tertium.Bleu = tertium.Bleu(order=2, smooth="floor")
tertium.Bleu(order=2, nonsense=3)  # wrong
tertium.Bleu(order="two")  # wrong
tertium.ChrFPlusPlus(beta=3.0)
tertium.ChrFPlusPlus(order=3)  # wrong
tertium.LrKb4(align="direct", alpha=0.5)
tertium.Layered(nonsense=1)  # wrong
tertium.Blue()  # wrong
number: float = bleu.corpus_score(HYPS, REFS).score
missing = bleu.corpus_score(HYPS, REFS).scores  # wrong
spec: tertium.Metric = tertium.metric("bleu:order=2")

# score
value: float = tertium.score(HYPS, REFS, metrics=["bleu", tertium.Ter()])["bleu"].score
both: float = tertium.score(SYSTEMS, REFS, strict=True)["a"]["chrf"].score
tertium.score(HYPS, REFS, nonsense=1)  # wrong
tertium.score(HYPS, REFS, threads="two")  # wrong
tertium.score(HYPS, REFS, metrics=[7])  # wrong
systems = tertium.score(HYPS, REFS).systems  # wrong


# score of tables that give themselves as Arrow
def of_table(table: ArrowTable) -> float:
    tertium.score(table, hyp="mt", refs=["a", "b"])["bleu"].segments + 1
    tertium.score(table, hyp=["mt", "other"], refs="a")["mt"]["bleu"].score + 1
    tertium.score(table, hyp="mt", refs=7)  # wrong
    tertium.score(table, hyp="mt")  # wrong
    return tertium.score(table, metrics="chrf", hyp="mt", refs="a", src="source")["chrf"].score


# The other tasks
tertium.compare(SYSTEMS, REFS, metrics=["bleu"])
tertium.compare(SYSTEMS, REFS, nonsense=1)  # wrong
tertium.gate(SYSTEMS, REFS, max_drop=0.5)
tertium.gate(SYSTEMS, REFS, max_drop=0.5, nonsense=1)  # wrong
tertium.doctor(HYPS, REFS, ignore=["T106"])
tertium.doctor(HYPS, REFS, nonsense=1)  # wrong
tertium.pairwise(HYPS, HYPS, "chrf").mean(axis=1)
tertium.pairwise(HYPS, HYPS, nonsense=1)  # wrong
index: int = tertium.mbr([HYPS], "chrf", temperature=2.0)[0].index
tertium.mbr([HYPS], nonsense=1)  # wrong
count: int = tertium.idf(HYPS, case="keep").count("the")
tertium.idf(HYPS, case="upper")  # wrong
words: list[str] = tertium.function_words(HYPS, threshold=0.1)
tertium.function_words(HYPS, nonsense=1)  # wrong
likeness: float = tertium.lsa(HYPS, dimensions=2).similarity("cat", "dog")
tertium.lsa(HYPS, nonsense=1)  # wrong
others: list[tuple[str, float]] = tertium.paraphrases(HYPS, HYPS, links=HYPS, most=5).of("cat")
tertium.paraphrases(HYPS, HYPS, case="upper")  # wrong
triples = tertium.unl("John slept.")[0].triples()
tertium.unl("John slept.", nonsense=1)  # wrong
lost: float = tertium.explain("a b", ["b a"], language="en-de").picture.losses[0].lost
several: list[int | None] = [one.picture.segment for one in tertium.explain(SYSTEMS, REFS, lines=[1])]
line: int = tertium.explain(HYPS, REFS, worst=1, by="order")[0].segment
tertium.explain("a b", ["b a"], nonsense=1)  # wrong
tertium.explain(HYPS, REFS, worst=1, by="colour")  # wrong
tertium.explain(HYPS, REFS, lines=[1])[0].loss  # noqa: B018 # wrong
