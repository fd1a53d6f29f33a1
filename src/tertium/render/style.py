"""How a result is to look: what people choose beside the format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """A renderer reads what concerns it and leaves the rest alone."""

    width: int | None = None  # decimals; None leaves them to the renderer
    decimals: tuple[int, ...] = ()  # of each metric, in tables of scores
    short: bool = False  # signatures in their short form
    verbose: bool = False  # what stands behind each score
    segments: bool = False  # a line for each segment, not for each system
    bare: bool = False  # numbers or texts alone
    pairs: bool = False  # every tested pair of systems
    power: bool = False  # what the test set can show
    fold: int | None = None  # where lines of plain tables end; None is nowhere
    columns: int | None = None  # of the terminal that shows it; None is plain text
    part: str | None = None  # of the loss that worst segments are ranked by
    document_form: str = "table"  # of graphs in a UNL document; the other is "list"
    inside: bool = False  # HTML that stands inside another page, such as a notebook; else a page by itself
