"""Tokenised copies of campaigns with word alignments by ``tertium align``, for the LRscore table of docs/results.md.

Alignments count white-space words, so the copies are tokenised (13a). Training an aligner on every output of a source
takes minutes, so it is fast-align instead of the HMM, and a sample: the first 200 segments, and of the judged ones as
many as make 400 in all (WMT08 has 134 to 156 judged ones, all of them are in). What is there is not made again.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tertium.corpus.campaigns import campaign_folders
from tertium.corpus.chunk import Chunk
from tertium.views.tokens import tokens

DATA_SETS = ("wmt08", "wmt13")
FIRST, MOST = 200, 400


def aligned_copies(data: Path, work: Path) -> None:
    """``work/<data set>/<pair>`` with texts, judgments, and ``links/<pair>/*.align`` beside them."""
    for name in DATA_SETS:
        for folder in campaign_folders(data / name):
            copy = work / name / folder.name
            links = work / "links" / name / folder.name
            if links.is_dir():
                continue
            texts = _copied(folder, copy)
            made = links.with_suffix(".part")
            made.parent.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "tertium", "align", *map(str, texts), "-o", str(made), "-q"]
            subprocess.run([*command, "--model", "fast-align"], check=True)
            made.rename(links)


def _copied(folder: Path, copy: Path) -> list[Path]:
    shutil.rmtree(copy, ignore_errors=True)
    (copy / "systems").mkdir(parents=True)
    tables = {path.name: path.read_text(encoding="utf-8").rstrip("\n").split("\n") for path in folder.glob("*.tsv")}
    judged = {int(row.split("\t")[0]) for rows in tables.values() if rows[0].startswith("seg_id") for row in rows[1:]}
    first = set(range(1, FIRST + 1))
    kept = sorted(first | set(sorted(judged - first)[: MOST - FIRST]))
    number = {old: str(new) for new, old in enumerate(kept, 1)}
    rated = {row.split("\t")[0] for row in tables["human_sys.tsv"][1:]}
    systems = [path for path in sorted((folder / "systems").glob("*.txt")) if path.stem in rated]
    texts = [folder / "src.txt", folder / "refA.txt", *systems]
    for path in texts:
        lines = path.read_text(encoding="utf-8").split("\n")
        chosen = _split([lines[old - 1] for old in kept])
        (copy / path.relative_to(folder)).write_text("".join(f"{line}\n" for line in chosen), encoding="utf-8")
    for name, (head, *rows) in tables.items():
        if head.startswith("seg_id"):
            split = [row.split("\t", 1) for row in rows]
            rows = [f"{number[int(old)]}\t{rest}" for old, rest in split if int(old) in number]
        (copy / name).write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return [copy / path.relative_to(folder) for path in texts]


def _split(lines: list[str]) -> list[str]:
    chunk = Chunk.of([lines], [[line] for line in lines])
    made = tokens(chunk, "13a")
    return [" ".join(made.words(int(sentence))) for sentence in chunk.hyp]


if __name__ == "__main__":
    aligned_copies(Path(sys.argv[1]), Path(sys.argv[2]))
