"""The record behind ``tertium report``: a comparison, and the texts and rows that a page needs to be alive.

Places of segments count from 0 and are those of the page: with ``numbers`` some of the set's segments were left out,
and ``numbers[place]`` is the number of the segment in the set, from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Floats, Int64s
from tertium.results.agreement import MetricAgreement
from tertium.results.comparisons import Comparison
from tertium.results.diagnosis import Finding
from tertium.results.order import OrderReport
from tertium.results.record import Result, in_json

if TYPE_CHECKING:
    from tertium.results.human_agreement import HumanAgreement

_PAGES = "tertium.render.page.saving"  # by name: records stand above all that shows them


@dataclass(frozen=True, eq=False)
class PageTexts:
    """Every text as it is in the file; ``references[r][place]`` is None where a segment has fewer references."""

    source: tuple[str, ...] | None
    references: tuple[tuple[str | None, ...], ...]
    outputs: tuple[tuple[str, ...], ...]  # by scored system, then by place


@dataclass(frozen=True, eq=False)
class PageLeaf:
    """What one term of a score adds up: rows (places, scored systems, columns), zeros where nothing counts.

    ``products`` turns sums of rows into a value, with its ``parameters``: "quotient" (first column by second), another
    one of the page (`render.page.formulas`), or None: the page cannot compute it.
    """

    formula: str | None
    parameters: Mapping[str, Any]
    rows: Floats
    masked: Bools | None = None


@dataclass(frozen=True, eq=False)
class PageMeasure:
    """A metric as a weighted sum of leaves, as (weight, place among the leaves).

    ``segment_scores`` are (scored systems, places) on the scale of the papers. ``follows``: they are what the formulas
    give for single rows, so that nobody has to write them down.
    """

    label: str
    signature: str
    higher: bool
    scale: float
    terms: tuple[tuple[float, int], ...]
    segment_scores: Floats
    follows: bool


@dataclass(frozen=True, eq=False)
class PageSlices:
    """Parts by one property: ``part[place]`` is 1 + the place of its label, 0 where a segment is in none."""

    by: str
    labels: tuple[str, ...]
    part: npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class PageDetails:
    """What is shown of single segments: links, moves, edits, losses, relations (see ``render.page.segments``)."""

    facts: Mapping[str, Any]
    arrays: Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True, eq=False)
class PageFlag:
    """A code of the doctor, and the places of the segments in which it was found."""

    code: str
    title: str
    severity: str
    places: Int64s


@dataclass(frozen=True, eq=False, repr=False)
class FullReport(Result):
    """What ``tertium report`` shows.

    ``systems`` are the scored ones (runs apart), ``groups`` those that are compared, as (name, places of its runs).
    ``findings`` are the doctor's, warnings and notes; ``unchecked`` says by code what was not looked at as closely as
    ``tertium doctor`` does. ``command`` is what to type to get the same page, ``languages`` (source, target). With
    ``slice_draws`` the comparison has no tests and no intervals of slices: the page makes them, with so many draws.
    """

    kind: ClassVar[str] = "report"
    elsewhere: ClassVar[Mapping[str, str]] = {"HumanAgreement": "tertium.results.human_agreement"}
    tables: ClassVar[Mapping[str, str]] = {
        "systems": "comparison.metrics.systems",
        "differences": "comparison.metrics.differences",
        "findings": "findings",
    }

    version: str = field(metadata=in_json("tertium"))
    comparison: Comparison
    findings: tuple[Finding, ...]
    systems: tuple[str, ...]
    groups: tuple[tuple[str, tuple[int, ...]], ...] = field(metadata=in_json(hidden=True))
    segments: int
    numbers: Int64s | None = field(metadata=in_json(hidden=True))
    languages: tuple[str | None, str] | None
    unit: str = field(metadata=in_json(hidden=True))  # what the doctor counts: lines of files, or segments
    texts: PageTexts = field(metadata=in_json(hidden=True))
    leaves: tuple[PageLeaf, ...] = field(metadata=in_json(hidden=True))
    measures: tuple[PageMeasure, ...] = field(metadata=in_json(hidden=True))
    documents: tuple[tuple[str, ...], Int64s] | None = field(metadata=in_json(hidden=True))  # labels, and one a place
    slices: tuple[PageSlices, ...] = field(metadata=in_json(hidden=True))
    details: PageDetails = field(metadata=in_json(hidden=True))
    flags: tuple[PageFlag, ...] = field(default=(), metadata=in_json(hidden=True))
    versions: tuple[str, ...] = ()  # of all that computed it
    command: str | None = None
    agreement: MetricAgreement | None = None
    human: HumanAgreement | None = None
    order: OrderReport | None = None
    unchecked: Mapping[str, str] = field(default_factory=dict)
    slice_draws: int | None = field(default=None, metadata=in_json(hidden=True))  # left to the page; None: made here

    @property
    def places(self) -> int:
        """How many segments the page has."""
        return self.segments if self.numbers is None else len(self.numbers)

    def to_html(self) -> str:
        """The page: one file that needs nothing else."""
        made: str = import_module(_PAGES).page(self)
        return made

    def save(self, file: str) -> None:
        """Write the page, all of it or nothing."""
        import_module(_PAGES).save(self, file)
