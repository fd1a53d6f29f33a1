"""People's judgments of the systems of a report, beside the metrics: what ``tertium meta`` says of the same data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tertium import __version__
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import ScoreRows
from tertium.analysis.meta.evaluation import MetaSettings
from tertium.analysis.meta.report_agreement import human_agreement
from tertium.corpus.campaigns.judgment_tables import read_judgments
from tertium.corpus.campaigns.judgments import Roster
from tertium.engine import local
from tertium.progress import Listener
from tertium.results.agreement import HumanAgreement


@dataclass(frozen=True)
class People:
    """A table of judgments, in any form that ``tertium meta`` reads; ``language`` chooses a pair where it has several.

    Intervals are drawn with ``seed``.
    """

    file: str
    language: str | None
    seed: int

    def check(self, names: tuple[str, ...]) -> None:
        """Can it be read, and does it name these systems? To be asked before the texts are scored."""
        read_judgments(self.file, Roster(names), languages=self.language or "")

    def beside(self, rows: ScoreRows, threads: int | None, listener: Listener) -> HumanAgreement:
        """The judgments beside these scores."""
        languages = self.language or ""
        return human_agreement(
            rows,
            read_judgments(self.file, Roster(rows.names, rows.segments), languages=languages),
            MetaSettings(bootstrap=replace(Bootstrap(), seed=self.seed)),
            name=Path(self.file).stem,
            version=__version__,
            languages=languages,
            threads=threads or local.usable_cores(),
            listener=listener,
        )
