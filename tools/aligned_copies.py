"""Tokenised copies of campaigns with word alignments through the source, for the LRscore tables of docs/results.md.

Links count white-space words, so the copies are tokenised (13a). Only segments that people compared are aligned, at
most ``segments`` of each campaign, evenly spread: WMT08 has all of its comparisons on some 300, WMT13 on 3,000. An
aligner learns from the source with the whole reference and with the outputs of these segments. What is there is not
made again, unless texts, judgments, settings or the files named in ``MAKERS`` changed, and each campaign is kept as
soon as it is whole: a run that was ended goes on there.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.arrays import Int64s
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.campaigns.campaign import Campaign, campaign_folders, open_campaign
from tertium.corpus.chunk import Chunk
from tertium.views.order import word_aligner
from tertium.views.order.word_aligner import AlignerSettings, WordAligner
from tertium.views.tokens.tokenized import tokens

MAKERS = (Path(__file__), Path(word_aligner.__file__))
Kind = tuple[str, str]  # of links: the aligner's model, and how its two directions are joined


class SampledCampaign:
    """A tokenised copy and the judged segments that are used; links of any kind are made when they are asked for."""

    def __init__(self, folder: Path, work: Path, segments: int) -> None:
        given = open_campaign(folder)
        texts = [given.sources, *given.references, *(given.systems[name] for name in given.judgments.systems)]
        whole = [path for path in texts if path is not None]
        self._work = work
        self.stamp = f"{_content_stamp([*whole, *sorted(folder.glob('*.tsv'))])} {segments}"
        copy = work / folder.parent.name / folder.name
        if not _is_kept(copy, self.stamp):
            _forget(copy)
            _copy(folder, whole, copy)
            _keep(copy, self.stamp)
        self.campaign: Campaign = open_campaign(copy)
        self.kept = _sample(self.campaign, segments)

    def data(self, kind: Kind | None = None) -> CampaignData:
        """Ready for tuning, with the comparisons of the sample; with links of a kind, or with none."""
        places = None
        if kind is not None:  # only sampled segments have links
            places = replace(self.campaign.links(self._links(kind)), reading=Reading("pharaoh", 0, "zero"))
        data = prepare(self.campaign, alignments=places)
        data.pairs = data.pairs.where(np.isin(data.pairs.segment, self.kept))
        return data

    def align(self, kinds: Sequence[Kind]) -> None:
        """``work/MODEL-HEURISTIC/YEAR/PAIR/*.align`` of the kinds that are not there yet; a model is trained once."""
        for model in dict.fromkeys(model for model, _ in kinds):
            wanted = [kind for kind in kinds if kind[0] == model and not _is_kept(self._folder(kind), self.stamp)]
            if not wanted or self.campaign.sources is None:
                continue
            campaign, kept = self.campaign, self.kept
            source = _words(self.campaign.sources)
            targets = {campaign.references[0].name.partition(".")[0]: _words(campaign.references[0])}
            outputs = {name: _words(campaign.systems[name]) for name in campaign.judgments.systems}
            pairs = [*zip(source, *targets.values(), strict=True)]
            pairs += [(source[place], words[place]) for words in outputs.values() for place in kept]
            trained = WordAligner.train(pairs, AlignerSettings(model=model))
            for kind in wanted:
                _forget(self._folder(kind))
                self._folder(kind).mkdir(parents=True)
                for name, words in (targets | outputs).items():
                    lines = [""] * len(source)
                    found = trained.joined_by(kind[1]).align(
                        [source[place] for place in kept], [words[place] for place in kept]
                    )
                    for place, links in zip(kept, found, strict=True):
                        lines[place] = " ".join(f"{i}-{j}" for i, j in links)
                    target = self._folder(kind) / f"{name}.align"
                    target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
                _keep(self._folder(kind), self.stamp)

    def _links(self, kind: Kind) -> Path:
        return self._work / "-".join(kind)

    def _folder(self, kind: Kind) -> Path:
        return self._links(kind) / self.campaign.name


def sampled_campaigns(data: Path, work: Path, segments: int, kinds: Sequence[Kind]) -> Iterator[SampledCampaign]:
    """The campaigns of a year, aligned."""
    for folder in campaign_folders(data):
        made = SampledCampaign(folder, work, segments)
        made.align(kinds)
        yield made


def _sample(campaign: Campaign, segments: int) -> Int64s:
    if campaign.judgments.pairs is None:
        raise TypeError(f"{campaign.name} has no comparisons")
    compared = np.unique(campaign.judgments.pairs.decided().segment)
    if len(compared) <= segments:
        return compared
    return compared[np.linspace(0, len(compared) - 1, segments).astype(np.int64)]


def _content_stamp(texts: Sequence[Path]) -> str:
    """A hash of all that the links follow from but the settings: texts, and the code that makes them."""
    made = hashlib.sha256()
    for path in (*MAKERS, *texts):
        made.update(hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()


def _is_kept(folder: Path, stamp: str) -> bool:
    done = folder.with_name(f"{folder.name}.made-from")
    return done.is_file() and done.read_text("utf-8") == stamp


def _forget(folder: Path) -> None:
    folder.with_name(f"{folder.name}.made-from").unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def _keep(folder: Path, stamp: str) -> None:
    """Say that the folder is whole: the last step, so that one left half made is made again."""
    folder.with_name(f"{folder.name}.made-from").write_text(stamp, encoding="utf-8")


def _copy(folder: Path, texts: Sequence[Path], copy: Path) -> None:
    (copy / "systems").mkdir(parents=True)
    for table in folder.glob("*.tsv"):
        shutil.copy(table, copy / table.name)
    for path in texts:
        lines = _split(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"))
        (copy / path.relative_to(folder)).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _split(lines: list[str]) -> list[str]:
    chunk = Chunk.of([lines], [[line] for line in lines])
    made = tokens(chunk, "13a")
    return [" ".join(made.words(int(sentence))) for sentence in chunk.hyp]


def _words(path: Path) -> list[list[str]]:
    return [line.lower().split() for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")]
