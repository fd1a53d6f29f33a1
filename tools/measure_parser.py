"""How well a spaCy pipeline parses raw text: its tokens, tags and attachments against a CoNLL-U file's.

    python tools/measure_parser.py MODEL treebank.conllu

Words are compared by the characters they cover, as in the CoNLL 2018 shared task: F1 of tokens, and of words whose
head covers the right characters (UAS) with the right main label (LAS; subtypes are cut off, for they differ between
versions of UD). Multiword tokens count as the words that the text shows.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.views.syntax.spacy_parser import SpacyParser

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
    main()
