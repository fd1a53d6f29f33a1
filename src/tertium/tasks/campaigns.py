"""The campaigns of a request: folders, mt-metrics-eval directories, tables of judgments with their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tertium.corpus.campaigns.campaign import Campaign, campaign_folders, open_campaign
from tertium.corpus.campaigns.eval_sets import is_eval_set, language_pairs, open_eval_set
from tertium.corpus.campaigns.judgment_tables import JudgmentReading, read_judgments
from tertium.corpus.campaigns.judgments import Roster
from tertium.corpus.files.access import Source, is_folder, is_there, permissions_said
from tertium.corpus.formats.text import TextFile
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.errors import FileError, InputError, option, printable
from tertium.metrics.base import Metric
from tertium.progress import Listener, Renamed
from tertium.tasks.texts import Learning

Linking = Callable[[StreamCorpus], StreamCorpus]


@dataclass(frozen=True)
class TableTexts:
    """The texts that a table of judgments is about: files, and what the systems are called in the table."""

    systems: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    sources: str | None = None

    def __bool__(self) -> bool:
        return bool(self.systems or self.references or self.sources is not None)


@dataclass(frozen=True)
class CampaignPlaces:
    """Where campaigns are, and how their judgments are read.

    ``data`` are folders, mt-metrics-eval directories or tables; Python callers may give campaigns that they opened
    themselves, which cannot be sent elsewhere. ``judgments`` chooses a kind of judgment where there are several;
    ``language`` is the pair of an mt-metrics-eval directory, or of a table; ``align`` is a folder of word alignments.
    """

    data: tuple[str | Campaign, ...]
    judgments: str = ""
    language: str | None = None
    texts: TableTexts = field(default_factory=TableTexts)
    reading: JudgmentReading = field(default_factory=JudgmentReading)
    first_reference: bool = False
    align: str | None = None
    top: int | None = None  # so many systems of each campaign, the best by people's scores

    def __post_init__(self) -> None:
        if self.top is not None and self.top < 2:
            raise InputError(f"top is {self.top}, expected how many systems of each campaign, at least 2.")

    def opened(self) -> Iterator[Campaign]:
        """Every campaign, one after the other."""
        for data in self.data:
            if isinstance(data, Campaign):
                listed = [data]
            else:
                with permissions_said():
                    listed = list(self._campaigns(data))
            for campaign in listed:
                if self.first_reference:
                    campaign = replace(campaign, references=campaign.references[:1])
                yield campaign if self.top is None else _best(campaign, self.top)

    def linking(self, campaign: Campaign, metrics: Sequence[Metric], listener: Listener) -> Linking | None:
        """What makes the links that a metric needs, if no folder of them was named; an error without a source."""
        through = [m for m in metrics if any(getattr(leaf, "align", "") == "source" for leaf in m.plain())]
        if self.align is not None or not through:
            return None
        if campaign.sources is None:
            name = through[0].name
            raise InputError(
                f"{name} with align=source needs word alignments, and {printable(campaign.name)} has no source to make "
                f"them from; name their folder with {option('--align')}, or use {name}:align=direct."
            )
        from tertium.tasks.made_links import check_aligner, with_links  # few metrics do

        check_aligner(metrics)
        learning = Learning(self.language or campaign.languages or None)
        return lambda corpus: with_links(corpus, metrics, learning, Renamed(listener, f"aligning {campaign.name}", 0))

    def _campaigns(self, data: str) -> Iterator[Campaign]:
        path = Path(data)
        if not is_folder(path):
            yield self._of_table(data)
            return
        if self.texts:
            raise InputError(f"texts go with a table of judgments; {printable(data)} is a folder with its own texts.")
        if is_eval_set(path):
            reading = self.reading
            if reading.column is not None:
                raise InputError(
                    f"a column of judgments is for tables; {printable(data)} is an mt-metrics-eval directory, whose "
                    "human scores are chosen by their kind."
                )
            for pair in [self.language] if self.language else language_pairs(path):
                yield open_eval_set(path, pair, self.judgments, nan=reading.nan, better=reading.better)
            return
        folders = campaign_folders(path)
        if not folders:
            raise InputError(
                f"{printable(data)} holds no campaign: no systems/ in it or in its folders, and it is no "
                "mt-metrics-eval directory."
            )
        for folder in folders:
            yield open_campaign(folder, self.judgments, self.reading)

    def _of_table(self, data: str) -> Campaign:
        """A table of judgments with texts named one by one, or with none where only scores from elsewhere count."""
        languages = self.language or ""
        if not is_there(data) and not self.texts.systems:
            raise FileError(f"{printable(data)} does not exist; expected a campaign folder or a table of judgments.")
        if not self.texts.systems:
            judgments = read_judgments(data, None, self.reading, languages)
            return Campaign(Path(data).stem, None, (), {}, judgments.of(judgments.rated()), (), languages)
        references = tuple(map(Path, self.texts.references))
        if not references:
            raise InputError(f"metrics need references; give them with {option('-r')}.")
        names = self.texts.names
        segments = TextFile(Source(references[0])).count() or 0
        judgments = read_judgments(data, Roster(names, segments), self.reading, languages)
        source = None if self.texts.sources is None else Path(self.texts.sources)
        systems = dict(zip(names, map(Path, self.texts.systems), strict=True))
        return Campaign(Path(data).stem, source, references, systems, judgments.of(judgments.rated()), (), languages)


def _best(campaign: Campaign, count: int) -> Campaign:
    """The systems that people rate best, in the order in which they were; of equals the first."""
    import numpy as np

    from tertium.analysis.tuning.campaign_data import people_of_systems

    judgments = campaign.judgments
    people, how = people_of_systems(judgments)
    if people is None:
        raise InputError(
            f"{printable(campaign.name)} has no judgments of systems, so that {option('--top')} cannot tell the best."
        )
    if count >= len(people):
        return campaign
    best = sorted(np.argsort(-people, kind="stable")[:count].tolist())
    note = f"the {count} best of {len(people)} systems ({how})"
    chosen = judgments.of([judgments.systems[place] for place in best])
    others = set(judgments.systems) - set(chosen.systems)
    texts = {name: path for name, path in campaign.systems.items() if name not in others}  # those were judged
    return replace(campaign, systems=texts, judgments=replace(chosen, notes=(*chosen.notes, note)))
