"""The texts of a request: places in files, or lists in memory. Both become the same kind of corpus."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.files.access import STDIN
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.opening import AlignmentPlaces, GraphPlaces, Place, open_corpus
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.corpus.texts.streams import Streams

EmptyRef = Literal["absent", "keep"]
Missing = Literal["error", "skip"]


@dataclass(frozen=True)
class Sentences:
    """Sentences in memory; ``name`` is what messages call them."""

    texts: tuple[str, ...]
    name: str = ""


Text = Place | Sentences


@dataclass(frozen=True)
class Learning:
    """How links are made where none are given: ``language`` is a pair such as ja-en, which cuts texts into words;
    ``train_on`` are further pairs of texts to learn from; ``model`` is an aligner (None: the default)."""

    language: str | None = None
    train_on: tuple[tuple[Text, Text], ...] = ()
    model: str | None = None


@dataclass(frozen=True)
class FileTexts:
    """Where the texts of one run are, what its systems are called, and how files are read."""

    systems: tuple[Place, ...]
    references: tuple[Place, ...]
    sources: Place | None
    names: tuple[str, ...]
    alignments: AlignmentPlaces = field(default_factory=AlignmentPlaces)
    parses: GraphPlaces = field(default_factory=GraphPlaces)
    unl: GraphPlaces = field(default_factory=GraphPlaces)
    empty_ref: EmptyRef = "absent"
    missing: Missing = "error"
    limits: Limits = field(default_factory=Limits)
    table_format: str | None = None  # of files with columns; None: as their names and looks say

    learning: Learning = field(default_factory=Learning)

    unit: ClassVar[str] = "line"  # what messages count

    @property
    def countable(self) -> str | None:
        """A file, folder or pattern whose lines are the segments, to tell how long the work will take; None where all
        is piped."""
        paths = [place.path for place in (*self.references, *self.systems)]
        return next((path for path in paths if path != STDIN and not _is_pipe(path)), None)

    def corpus(self, *, reread: bool) -> StreamCorpus:
        """``reread`` says that some metric reads the texts twice, so that what comes through a pipe is kept."""
        return open_corpus(
            self.systems,
            self.references,
            self.sources,
            names=self.names,
            policy=Policy(self.empty_ref, self.missing),
            limits=self.limits,
            reread=reread,
            alignments=self.alignments,
            parses=self.parses,
            unl=self.unl,
            table_format=self.table_format,
        )


@dataclass(frozen=True, eq=False)
class ListTexts:
    """Python's own sequences, in the shapes that ``tertium.score`` documents. Nothing is copied."""

    hypotheses: Any
    references: Streams | Any
    sources: Any = None
    align_hyp: Any = None
    align_ref: Streams | Any = None
    align_direct: Any = None
    align_reading: Reading = field(default_factory=Reading)
    parse_hyp: Any = None
    parse_ref: Streams | Any = None
    unl_hyp: Any = None
    unl_ref: Streams | Any = None
    empty_ref: EmptyRef = "absent"
    missing: Missing = "error"

    learning: Learning = field(default_factory=Learning)

    unit: ClassVar[str] = "segment"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.hypotheses) if isinstance(self.hypotheses, Mapping) else ("",)

    def corpus(self, *, reread: bool) -> StreamCorpus:
        """Lists can always be read again, so ``reread`` changes nothing."""
        from tertium.corpus.texts.lists import AlignmentLists, corpus_of

        graded = self.align_ref is not None or self.parse_ref is not None or self.unl_ref is not None
        return corpus_of(
            self.hypotheses,
            _as_streams(self.references) if graded else self.references,
            self.sources,
            policy=Policy(self.empty_ref, self.missing),
            alignments=AlignmentLists(self.align_hyp, self.align_ref, self.align_direct, self.align_reading),
            parses=(self.parse_hyp, self.parse_ref),
            unl=(self.unl_hyp, self.unl_ref),
        )


@dataclass(frozen=True, eq=False)
class TableTexts:
    """Columns of a table in memory that gives itself as Arrow; ``hyps`` has one for each system, by its name."""

    table: Any
    hyps: Mapping[str, str]
    refs: tuple[str, ...]
    src: str | None = None
    empty_ref: EmptyRef = "absent"
    missing: Missing = "error"

    learning: Learning = field(default_factory=Learning)

    unit: ClassVar[str] = "row"
    parse_hyp: ClassVar[None] = None  # tables hold texts alone
    parse_ref: ClassVar[None] = None
    unl_hyp: ClassVar[None] = None
    unl_ref: ClassVar[None] = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.hyps)

    def corpus(self, *, reread: bool) -> StreamCorpus:
        """With ``reread`` what can be read only once (a reader, a query) is held in memory."""
        from tertium.corpus.texts.arrow_columns import table_corpus

        policy = Policy(self.empty_ref, self.missing)
        return table_corpus(self.table, dict(self.hyps), self.refs, self.src, policy=policy, keep=reread)


Texts = FileTexts | ListTexts | TableTexts


def _is_pipe(path: str) -> bool:
    """Or anything else that is there, and neither a file nor a folder."""
    return os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))  # noqa: PTH110, PTH112, PTH113


def _as_streams(references: Any) -> Any:
    """What belongs to references comes as one list for each: so must the references, if every segment has as many."""
    nested = isinstance(references, list | tuple) and all(isinstance(refs, list | tuple) for refs in references)
    if not nested or len({len(refs) for refs in references}) != 1 or not references[0]:
        return references
    return Streams(tuple(list(stream) for stream in zip(*references, strict=True)))
