"""Tokenised copies of campaigns with word alignments by ``tertium align``, for the LRscore table of docs/results.md.

Alignments count white-space words, so the copies are tokenised (13a). An aligner of a language pair learns from the
source with the reference and all rated outputs together, every segment of them; that is 135,000 pairs of sentences for
WMT13. Links are of the kind that ``tertium score -s`` makes (docs/adr/0166-links-for-lrscore.md); fast-align takes
three minutes on one core, the HMM a quarter of an hour. What is there is not made again, unless the texts, the settings
or the files named in ``MAKERS`` changed. Each pair is kept as soon as it is whole: a run that was ended goes on there.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.corpus.chunk import Chunk
from tertium.tasks.made_links import HEURISTIC, MODEL
from tertium.views.order import word_aligner
from tertium.views.tokens.tokenized import tokens

DATA_SETS = ("wmt13", "wmt08")
MAKERS = (Path(__file__), Path(word_aligner.__file__))


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
            stamp = content_stamp([*texts, *sorted(folder.glob("*.tsv"))], MODEL, HEURISTIC)
            if is_kept(links, stamp):
                continue
            copies = copied(folder, texts, work / name / folder.name)
            forget(links)
            links.parent.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "tertium", "align", *map(str, copies), "-o", str(links), "-q"]
            subprocess.run([*command, "--model", MODEL, "--heuristic", HEURISTIC], check=True)
            keep(links, stamp)


def content_stamp(texts: list[Path], *settings: str) -> str:
    """A hash of all that the links follow from: texts, settings, and the code that makes them."""
    made = hashlib.sha256("\n".join(settings).encode())
    for path in (*MAKERS, *texts):
        made.update(hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()


def is_kept(folder: Path, stamp: str) -> bool:
    done = folder.with_name(f"{folder.name}.made-from")
    return done.is_file() and done.read_text("utf-8") == stamp


def forget(folder: Path) -> None:
    folder.with_name(f"{folder.name}.made-from").unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def keep(folder: Path, stamp: str) -> None:
    """Say that the folder is whole: the last step, so that one left half made is made again."""
    folder.with_name(f"{folder.name}.made-from").write_text(stamp, encoding="utf-8")


def copied(folder: Path, texts: list[Path], copy: Path) -> list[Path]:
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
