"""Train src/tertium/data/lsa.npz on WordNet's glosses (run by hand: ``make lsa-pack``; needs the extra ``meta``).

    python tools/build_lsa.py /usr/share/wordnet src/tertium/data/lsa.npz

Every synset is one context: its words, its definition and its examples.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tertium.corpus.lexicons.wordnet import POS
from tertium.corpus.texts.monolingual import sentences
from tertium.views.words.lsa_training import train
from tertium.views.words.packs import WordSettings

WORDS = 20_000
DIMENSIONS = 100


def contexts(directory: str) -> list[str]:
    found = []
    for pos in POS:
        for line in (Path(directory) / f"data.{pos}").read_text(encoding="utf-8").split("\n"):
            if line.startswith("  ") or not line:
                continue
            fields, _, gloss = line.partition(" | ")
            parts = fields.split()
            members = [parts[4 + 2 * i].partition("(")[0].replace("_", " ") for i in range(int(parts[3], 16))]
            found.append(f"{' '.join(members)} {gloss}".strip())
    return found


def main(directory: str, target: str) -> None:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write("".join(f"{context}\n" for context in contexts(directory)))
        file.flush()
        space = train(sentences([file.name]), WordSettings(), DIMENSIONS, WORDS, minimum=3, seed=0)
    Path(target).write_bytes(space.to_bytes())
    sys.stderr.write(f"{target}: {len(space.place):,} words, {Path(target).stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
