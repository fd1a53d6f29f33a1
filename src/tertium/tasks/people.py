"""People's judgments of the systems of a report, beside the metrics: what ``tertium meta`` says of the same data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from tertium import __version__
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import ScoreRows
from tertium.analysis.meta.evaluation import MetaSettings
from tertium.analysis.meta.report_agreement import human_agreement
from tertium.corpus.campaigns.judgment_tables import JudgmentReading, read_judgments
from tertium.corpus.campaigns.judgments import Judgments, Roster
from tertium.engine import local
from tertium.errors import InputError, printable
from tertium.progress import Listener
from tertium.results.human_agreement import HumanAgreement


@dataclass(frozen=True)
class People:
    """A table of judgments, in any form that ``tertium meta`` reads; ``language`` chooses a pair where it has several.

    Intervals are drawn with ``seed``. A report may be about some of the judged systems: judgments of others are left
    out and counted.
    """

    file: str
    language: str | None
    seed: int
    duplicates: Literal["error", "mean"] = "error"
    nan: Literal["error", "skip"] = "error"

    def check(self, names: tuple[str, ...]) -> None:
        """Can it be read, and does it judge two of these systems? To be asked before the texts are scored."""
        self._read(Roster(names))

    def beside(self, rows: ScoreRows, threads: int | None, listener: Listener) -> HumanAgreement:
        """The judgments beside these scores."""
        languages = self.language or ""
        return human_agreement(
            rows,
            self._read(Roster(rows.names, rows.segments)),
            MetaSettings(bootstrap=replace(Bootstrap(), seed=self.seed)),
            name=Path(self.file).stem,
            version=__version__,
            languages=languages,
            threads=local.threads_of(threads),
            listener=listener,
        )

    def _read(self, roster: Roster) -> Judgments:
        reading = JudgmentReading(duplicates=self.duplicates, nan=self.nan, unknown="skip")
        found = read_judgments(self.file, roster, reading, self.language or "")
        if len(found.rated()) < 2:
            there = ", ".join(map(printable, found.systems))
            raise InputError(f"{printable(self.file)} judges fewer than two of the systems of this report ({there}).")
        return found
