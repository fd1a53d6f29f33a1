"""Where two systems differ most: frozen records, no formatting. Scores and gains are on the printed scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from tertium.results.forensics import ExplainedSegment
from tertium.results.record import Record, Result, in_json
from tertium.results.signatures import short_form

if TYPE_CHECKING:
    from pandas import DataFrame

# Of a system's words: the other system does not have it ("only"), no reference has it ("wrong"), or neither does
# ("only-wrong"). Of a reference's words: neither system has it ("missed").
Mark = Literal["only", "wrong", "only-wrong", "missed"]


@dataclass(frozen=True)
class Piece(Record):
    """Part of a text as written; ``mark`` is None where there is nothing to say."""

    text: str
    mark: Mark | None = None


@dataclass(frozen=True)
class MarkedText(Record):
    """A text cut into pieces, which together are the text."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class TwoScores(Record):
    """Both systems by one metric, in one segment or in the whole set; NaN where there is no score."""

    metric: str
    signature: str
    higher_is_better: bool
    first: float
    second: float
    scale: float = field(default=1.0, metadata=in_json(hidden=True))  # 100 of percentages

    @property
    def short_signature(self) -> str:
        """For a paper: only what is not the default, the number of references and the version."""
        return short_form(self.metric, self.signature)


@dataclass(frozen=True)
class Contrast(Record):
    """One segment (counted from 1): which system is better there, by how much, and both texts with their marks.

    ``gain`` is by the metric that segments are ranked by, positive whichever way is better.
    """

    segment: int
    better: str
    gain: float
    scores: tuple[TwoScores, ...]
    source: str | None
    references: tuple[MarkedText, ...]
    first: MarkedText
    second: MarkedText


@dataclass(frozen=True, repr=False)
class DiffReport(Result):
    """What ``tertium diff`` says: the segments where the first system beats the second most, then the other way round.

    ``scores`` are of the whole set, the first of them by the metric that ranks. Segments in which either system has no
    score are ``unscored``.
    """

    kind: ClassVar[str] = "diff"
    tables: ClassVar[Mapping[str, str]] = {"contrasts": "contrasts", "scores": "scores"}

    version: str = field(metadata=in_json("tertium"))
    first: str
    second: str
    segments: int
    scores: tuple[TwoScores, ...]
    first_better: int
    second_better: int
    equal: int
    unscored: int
    contrasts: tuple[Contrast, ...]
    warnings: tuple[str, ...] = ()

    def better_in(self, system: str) -> tuple[Contrast, ...]:
        """The listed segments in which this system is the better one, the clearest first."""
        return tuple(contrast for contrast in self.contrasts if contrast.better == system)

    def to_pandas(self, table: str = "") -> DataFrame:
        """As of every result; segments come with their texts and both scores by the metric that ranks, as in TSV."""
        made = super().to_pandas(table)
        if table in ("", "contrasts"):
            ranked = [contrast.scores[0] for contrast in self.contrasts]
            made["first_score"] = [score.first for score in ranked]
            made["second_score"] = [score.second for score in ranked]
            made["references"] = [[one.text for one in contrast.references] for contrast in self.contrasts]
            made["first_text"] = [contrast.first.text for contrast in self.contrasts]
            made["second_text"] = [contrast.second.text for contrast in self.contrasts]
        return made


@dataclass(frozen=True)
class ExplainedContrast(Record):
    """A segment (from 1) as each of the two systems translates it, explained word by word."""

    segment: int
    first: ExplainedSegment
    second: ExplainedSegment


@dataclass(frozen=True, repr=False)
class DifferReport(Result):
    """What ``tertium explain --differ A B`` says: what ``tertium diff`` does, and why each of these segments scores so.

    ``explained`` has one entry for each of ``report.contrasts``, in the same order.
    """

    kind: ClassVar[str] = "differ"
    tables: ClassVar[Mapping[str, str]] = {"contrasts": "report.contrasts", "scores": "report.scores"}

    report: DiffReport = field(metadata=in_json(inline=True))
    explained: tuple[ExplainedContrast, ...]
