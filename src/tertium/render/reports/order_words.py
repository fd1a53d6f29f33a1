"""Word order in words: sentences about what moved, and the words without a partner; texts quoted as written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tertium.errors import counted, printable
from tertium.results.forensics import Forensics, Move


@dataclass(frozen=True)
class Quote:
    """Words as written, and what is said about them in brackets: ``'of the' (3-4)``."""

    text: str
    about: str = ""

    def __str__(self) -> str:
        return f"{quoted(self.text)} ({self.about})" if self.about else quoted(self.text)


def quoted(text: str) -> str:
    """In the quotes that the text itself does not have: 'in the garden', "don't"."""
    mark = '"' if "'" in text and '"' not in text else "'"
    return f"{mark}{printable(text)}{mark}"


def move_sentence(move: Move, unit: str) -> str:
    """``'in the garden' moved 7 words to the front``."""
    return f"{quoted(move.text)} {what_happened(move, unit)}"


def what_happened(move: Move, unit: str) -> str:
    if move.to == "around":
        return "stands where it stood, but the words around it changed sides"
    whither = {"front": "to the front", "end": "to the end", "earlier": "earlier", "later": "later"}[move.to]
    return f"moved {counted(abs(move.shift), unit)} {whither}"


def summary(seen: Forensics) -> str:
    """``15 correspond, 0 missing, 1 extra``."""
    return f"{len(seen.links)} correspond, {len(seen.missing)} missing, {len(seen.extra)} extra"


def without_partner(seen: Forensics) -> tuple[list[Quote], list[Quote]]:
    """Missing and extra words, neighbours together."""
    return _runs(seen.missing, seen.ref_written), _runs(seen.extra, seen.hyp_written)


def other_forms(seen: Forensics) -> list[tuple[Quote, Quote]]:
    """Words that correspond though they are not the same: of the reference, and of the hypothesis with the stage."""
    return [
        (Quote(seen.ref_written(link.ref, link.ref)), Quote(seen.hyp_written(link.hyp, link.hyp), link.stage))
        for link in seen.links
        if link.stage not in ("exact", "given")
    ]


def places(first: int, last: int) -> str:
    """Positions from 0 as people read them: ``3`` or ``3-5``, from 1."""
    return str(first + 1) if first == last else f"{first + 1}-{last + 1}"


def runs_of(positions: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each run of neighbours, from rising positions."""
    runs: list[tuple[int, int]] = []
    for position in positions:
        if runs and runs[-1][1] + 1 == position:
            runs[-1] = (runs[-1][0], position)
        else:
            runs.append((position, position))
    return runs


def _runs(positions: Sequence[int], written: Callable[[int, int], str]) -> list[Quote]:
    return [Quote(written(first, last), places(first, last)) for first, last in runs_of(positions)]
