"""Tokenised copies of campaigns with word alignments by ``tertium align``, for the LRscore table of docs/results.md.

Alignments count white-space words, so the copies are tokenised (13a). An aligner of a language pair learns from the
source with the reference and all rated outputs together, every segment of them; that is 135,000 pairs of sentences for
WMT13, so it is fast-align (three minutes on one core) and not the HMM (a quarter of an hour). What is there is not made
again, unless the texts or this file changed.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.corpus.chunk import Chunk
from tertium.views.tokens.tokenized import tokens

DATA_SETS = ("wmt13", "wmt08")
MODEL = "fast-align"


def aligned_copies(data: Path, work: Path) -> None:
    """``work/<data set>/<pair>`` with texts and judgments, ``work/links/<data set>/<pair>/*.align`` beside them."""
    for name in DATA_SETS:
        for folder in campaign_folders(data / name):
            links = work / "links" / name / folder.name
            campaign = open_campaign(folder)
            if campaign.sources is None:
                raise SystemExit(f"{folder} has no src.txt to align with")
            texts = [campaign.sources, *campaign.references]
            texts += [campaign.systems[system] for system in campaign.judgments.systems]
            stamp = _stamp(texts)
            done = links / "made-from"
            if done.is_file() and done.read_text("utf-8") == stamp:
                continue
            copies = _copied(folder, texts, work / name / folder.name)
            shutil.rmtree(links, ignore_errors=True)
            links.parent.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "tertium", "align", *map(str, copies), "-o", str(links), "-q"]
            subprocess.run([*command, "--model", MODEL], check=True)
            done.write_text(stamp, encoding="utf-8")


def _stamp(texts: list[Path]) -> str:
    made = hashlib.sha256(Path(__file__).read_bytes())
    for path in texts:
        made.update(hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()


def _copied(folder: Path, texts: list[Path], copy: Path) -> list[Path]:
    shutil.rmtree(copy, ignore_errors=True)
    (copy / "systems").mkdir(parents=True)
    for table in folder.glob("*.tsv"):
        shutil.copy(table, copy / table.name)
    made = []
    for path in texts:
        target = copy / path.relative_to(folder)
        lines = _split(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"))
        target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        made.append(target)
    return made


def _split(lines: list[str]) -> list[str]:
    chunk = Chunk.of([lines], [[line] for line in lines])
    made = tokens(chunk, "13a")
    return [" ".join(made.words(int(sentence))) for sentence in chunk.hyp]


if __name__ == "__main__":
    aligned_copies(Path(sys.argv[1]), Path(sys.argv[2]))
