"""Parts of a set: which segments are looked at by themselves (slices), and which hang together (documents)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tertium.analysis.comparing.slices import Feature, label_slices, numeric_slices
from tertium.arrays import Floats, Int64s
from tertium.corpus.texts.labels import read_labels
from tertium.errors import InputError, brief_value, option, printable

MOST_LABELS = 50


@dataclass(frozen=True)
class FileLabels:
    """One label a segment, in a file: ``FILE``, or ``FILE:COLUMN`` of a table."""

    file: str

    @property
    def name(self) -> str:
        """What slices by these labels are called: the column, or the file without its folder and ending."""
        if ":" in self.file:
            return self.file.rpartition(":")[2]
        return self.file.rpartition("/")[2].partition(".")[0] or self.file

    @property
    def place(self) -> str:
        return self.file

    def read(self, segments: int) -> list[str]:
        return read_labels(self.file, segments)


@dataclass(frozen=True)
class ListLabels:
    """One label a segment, in memory."""

    name: str
    labels: tuple[str, ...]

    @property
    def place(self) -> str:
        return self.name

    def read(self, segments: int) -> list[str]:
        if len(self.labels) != segments:
            raise InputError(
                f"{self.name} has {len(self.labels)} labels but there are {segments} segments; give one for each."
            )
        return list(self.labels)


Labels = FileLabels | ListLabels


@dataclass(frozen=True)
class Parts:
    """Documents, which are drawn whole, and slices: by numbers of the texts, cut into ``bins``, and by labels."""

    documents: Labels | None = None
    features: tuple[Feature, ...] = ()
    labels: tuple[Labels, ...] = ()
    bins: int = 4
    tokenizer: str = "13a"  # of the words that features count

    def __post_init__(self) -> None:
        if not isinstance(self.bins, int) or not 2 <= self.bins <= MOST_LABELS:
            raise InputError(f"bins is {brief_value(self.bins)}, expected a whole number from 2 to {MOST_LABELS}.")
        twice = [
            name for name, count in Counter((*dict.fromkeys(self.features), *self.label_names())).items() if count > 1
        ]
        if twice:
            raise InputError(f"slices by '{printable(twice[0])}' are asked for twice; leave one out, or rename it.")

    def label_names(self) -> list[str]:
        """What slices by labels are called; where two would have one name, each has its whole path."""
        names = [given.name for given in self.labels]
        taken = Counter((*dict.fromkeys(self.features), *names))
        return [given.place if taken[name] > 1 else name for given, name in zip(self.labels, names, strict=True)]

    def document_labels(self, segments: int) -> list[str] | None:
        return None if self.documents is None else self.documents.read(segments)

    def slices(self, features: Mapping[str, Floats], segments: int) -> list[tuple[str, str, Int64s]]:
        """(by, label, segments) of every slice."""
        made: list[tuple[str, str, Int64s]] = []
        for name, feature in features.items():
            made += numeric_slices(name, feature, self.bins)
        for given, name in zip(self.labels, self.label_names(), strict=True):
            labels = given.read(segments)
            different = len(set(labels))
            if different > MOST_LABELS:
                raise InputError(
                    f"{given.place} has {different} different labels, which are too many slices to test (at most "
                    f"{MOST_LABELS}); give fewer, or resample them whole with {option('--docs')}."
                )
            made += label_slices(name, labels)
        return made
