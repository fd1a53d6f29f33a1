"""Word alignments of a corpus: which files there are, and how they are to be read. `alignment_links` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.formats.columns import Stream
from tertium.errors import InputError, counted, either, option

Form = Literal["pharaoh", "segments", "trace"]
FORMS: tuple[Form, ...] = ("pharaoh", "segments", "trace")


@dataclass(frozen=True, slots=True)
class Reading:
    """How alignment files are to be read: their form, the number of the first word, and what an empty line is."""

    form: Form = "pharaoh"
    base: Literal[0, 1] = 0
    empty: Literal["error", "zero"] = "error"
    hyp_form: Form | None = None  # of source-output links, where it is another
    ref_form: Form | None = None  # of source-reference links

    def of(self, form: Form | None) -> Reading:
        """The same for files of this form."""
        return Reading(form or self.form, self.base, self.empty)

    def __post_init__(self) -> None:
        for name in ("hyp_form", "ref_form"):
            if getattr(self, name) not in (None, *FORMS):
                raise InputError(f"alignments: {name} must be one of {FORMS}, got {getattr(self, name)!r}.")
        for name, known in (("form", FORMS), ("base", (0, 1)), ("empty", ("error", "zero"))):
            if getattr(self, name) not in known:
                listed = " or ".join(repr(value) for value in known)
                raise InputError(f"alignments: {name} must be {listed}, got {getattr(self, name)!r}.")


@dataclass(frozen=True)
class Alignments:
    """The alignment files of a corpus; a kind that was not given is empty."""

    hyp: tuple[Stream, ...] = ()
    ref: tuple[Stream, ...] = ()
    direct: tuple[Stream, ...] = ()
    reading: Reading = Reading()

    @property
    def streams(self) -> tuple[Stream, ...]:
        return (*self.hyp, *self.ref, *self.direct)

    def check(self, systems: int, references: int, sources: bool) -> None:
        """Is there a file for everything that must be aligned?"""
        for flag, given, wanted, each in (
            (either("--align-hyp", "align_hyp"), self.hyp, systems, f"each of the {counted(systems, 'system')}"),
            (
                either("--align-ref", "align_ref"),
                self.ref,
                references,
                f"each of the {counted(references, 'reference')}",
            ),
            (
                either("--align-direct", "align_direct"),
                self.direct,
                systems * references,
                f"each of the {counted(systems, 'system')} with each of the {counted(references, 'reference')}",
            ),
        ):
            if given and len(given) != wanted:
                there = either(counted(len(given), "file"), counted(len(given), "list"))
                raise InputError(f"{flag} has {there}, expected {wanted}: one for {each}.")
        if (self.hyp or self.ref) and not sources:
            raise InputError(
                f"{either('--align-hyp and --align-ref', 'align_hyp and align_ref')} count words of the source; pass "
                "it "
                f"with {option('-s')}, so that they can be checked."
            )


@dataclass(frozen=True)
class Texts:
    """The sentences that a block of alignments belongs to, as ids into the pool, and where they stand."""

    stream: Stream
    ids: Int32s
    first: int


@dataclass(frozen=True)
class Chosen:
    """What the chunk compares: the references used, by segment, and the segments that are left out."""

    stream: Int64s  # of every reference used: which of the reference streams it is from
    segment: Int64s  # and which segment of the block it belongs to
    masked: Bools  # by segment
