"""Evaluation sets of the real data: references by segment and outputs by system."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class EvaluationSet:
    """One dataset and language pair."""

    name: str
    streams: list[list[str]]
    systems: dict[str, Path]

    @property
    def references(self) -> list[list[str]]:
        """References by segment."""
        return [list(group) for group in zip(*self.streams, strict=True)]


def lines(path: Path) -> list[str]:
    """Lines of a text file: they end at a newline and nowhere else."""
    text = path.read_bytes().decode("utf-8")
    return text.removesuffix("\n").split("\n")


def all_sets(data: Path) -> list[EvaluationSet]:
    """Every folder that has references and systems."""
    folders = sorted(folder.parent for folder in data.glob("**/systems") if list(folder.parent.glob("ref?.txt")))
    return [
        EvaluationSet(
            str(folder.relative_to(data)),
            [lines(path) for path in sorted(folder.glob("ref?.txt"))],
            {path.stem: path for path in sorted((folder / "systems").glob("*.txt"))},
        )
        for folder in folders
    ]
