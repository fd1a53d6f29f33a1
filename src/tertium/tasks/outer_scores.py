"""Segment scores of other tools, such as COMET's: in files, or in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.arrays import Floats
from tertium.errors import InputError, printable

if TYPE_CHECKING:
    from tertium.corpus.campaigns.score_files.scores import ScoreTable


@dataclass(frozen=True)
class FileScores:
    """Segment scores that another tool wrote into a file."""

    file: str
    higher_is_better: bool = True

    def tables(self) -> tuple[ScoreTable, ...]:
        from tertium.corpus.campaigns.score_files.opening import read_scores  # few runs bring scores

        return read_scores(self.file)

    def signature(self, table: ScoreTable) -> str:
        return f"{table.metric} (scores of {table.file})"


@dataclass(frozen=True)
class ListScores:
    """Segment scores of another metric, in memory: the numbers of each system."""

    metric: str
    scores: Mapping[str, tuple[float, ...]]
    higher_is_better: bool = True

    def tables(self) -> tuple[ScoreTable, ...]:
        name = f"scores['{printable(self.metric)}']"
        if not self.scores:
            raise InputError(f"{name} is empty, expected a list of numbers for each system.")
        if len(lengths := {len(values) for values in self.scores.values()}) > 1:
            raise InputError(f"{name} has lists of {min(lengths)} to {max(lengths)} numbers; segments must pair up.")
        values = np.array([list(values) for values in self.scores.values()], dtype=np.float64)
        if (odd := np.argwhere(~np.isfinite(values))).size:
            system, segment = odd[0].tolist()
            raise InputError(
                f"{name} has {values[system, segment]} for segment {segment + 1} of "
                f"'{printable(list(self.scores)[system])}'; a comparison needs a finite number for every segment."
            )
        from tertium.corpus.campaigns.score_files.scores import ScoreTable

        return (ScoreTable(name, self.metric, tuple(self.scores), values),)

    def signature(self, table: ScoreTable) -> str:
        return f"{table.metric} (given scores)"


def of_systems(table: ScoreTable, names: Sequence[str], segments: int | None) -> Floats:
    """The scores of these systems, in this order; an error unless there is one for each of so many segments."""
    scores = table.of(names)
    if segments is not None and scores.shape[1] != segments:
        raise InputError(
            f"{table.file} has scores of {scores.shape[1]} segments but there are {segments}; segments must pair up."
        )
    return scores
