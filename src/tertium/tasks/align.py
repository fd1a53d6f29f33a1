"""Link the words of a source with those of its translations: train a statistical aligner, or use a saved one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from tertium import __version__
from tertium.analysis.explaining.cutting import tokenizer_of
from tertium.corpus.files.outputs import prepare_folder
from tertium.corpus.formats.columns import Stream
from tertium.corpus.formats.opening import Opener, Place
from tertium.corpus.texts.lists import sentence_stream
from tertium.corpus.texts.parallel import sentence_pairs, text_pairs
from tertium.errors import FileError, InputError, counted, either, option, printable, refuse_half_characters
from tertium.progress import SILENT, Listener
from tertium.results.links import AlignReport, TargetLinks
from tertium.tasks.texts import Text
from tertium.views.order.word_aligner import AlignerSettings, WordAligner, check_library, refuse_existing

_BATCH = 256  # sentences between two signs of progress


@dataclass(frozen=True)
class Training:
    """A model that is learnt from the texts themselves, and from ``more`` pairs; ``save`` is a new folder for it."""

    settings: AlignerSettings = field(default_factory=AlignerSettings)
    more: tuple[tuple[Text, Text], ...] = ()
    save: str | None = None

    def __post_init__(self) -> None:
        if self.save is not None:  # the aligner's library writes there, and takes no other names
            refuse_half_characters([self.save], either("--save-model", "save_model"))


@dataclass(frozen=True)
class SavedModel:
    """A model that was trained before; ``heuristic`` may be another than it was saved with."""

    folder: str
    heuristic: str | None = None


@dataclass(frozen=True)
class AlignRequest:
    """What ``tertium align`` and ``tertium.align`` ask for: one source, its translations and what they are called."""

    source: Text
    targets: tuple[Text, ...]
    names: tuple[str, ...]
    model: Training | SavedModel = field(default_factory=Training)


def run(request: AlignRequest, listener: Listener = SILENT) -> AlignReport:
    """The links of every target; a trained model is saved last, and if it cannot be, the report says why."""
    check_library()
    if len(request.names) != len(request.targets):
        raise InputError(f"{len(request.names)} names for {counted(len(request.targets), 'target')}; give one each.")
    model = request.model
    if isinstance(model, Training) and model.save is not None:
        refuse_existing(model.save)
        prepare_folder(model.save)
    opener = TextOpener()
    source = opener.stream(request.source)
    targets = [opener.stream(target) for target in request.targets]
    for text in (source, *targets):
        _refuse_unsegmented(text)
    if isinstance(model, SavedModel):
        aligner = WordAligner.load(model.folder, model.heuristic)
    else:
        pairs = [(source, target) for target in targets]
        pairs += [(opener.stream(one), opener.stream(other)) for one, other in model.more]
        aligner = WordAligner.train(_words(pairs, model.settings.case), model.settings, listener)
    found = []
    for target, name in zip(targets, request.names, strict=True):
        links = _linked(aligner, source, target, name, listener)
        found.append(links)
        if links.too_long:
            listener.notice(
                f"{target.name}: {counted(links.too_long, 'pair')} of lines longer than {aligner.longest} words got no "
                f"links, the first is line {links.first_too_long}; {option('--model fast-align')} takes up to 1024."
            )
    problem = _saved(aligner, model.save) if isinstance(model, Training) and model.save is not None else ""
    settings = aligner.settings
    return AlignReport(
        __version__, settings.model, settings.heuristic, settings.case, settings.iterations, tuple(found), problem
    )


def _refuse_unsegmented(stream: Stream) -> None:
    """A whole clause as one word has no order: every score of it would be perfect."""
    texts, _ = next(text_pairs(stream, stream), ([], []))
    there = [text for text in texts if text.strip()]
    words = sum(len(text.split()) for text in there)
    script = tokenizer_of(there[:_BATCH])[1]
    if script is not None:
        length = sum(len(text) for text in there) / words
        raise InputError(
            f"{stream.name} has {words / len(there):.1f} words a line, of {length:.0f} characters each, its script "
            f"({script}) being written without spaces; cut it into words first, or let "
            f"{either('tertium score -s SRC -l ja-en', 'tertium.score')} align, which does."
        )


def _saved(aligner: WordAligner, folder: str) -> str:
    """Nothing; or why the model is elsewhere: neither it nor the links are lost to a full disk."""
    try:
        aligner.save(folder)
    except FileError as problem:
        try:
            kept = os.path.join(tempfile.mkdtemp(prefix="tertium-"), "model")  # noqa: PTH118
            aligner.save(kept)
        except (FileError, OSError):  # every disk is full
            return str(problem)
        return f"{str(problem).rstrip('.')}. The model is not lost: it is in {printable(kept)}."
    return ""


class TextOpener:
    """Files and lists alike. They are read once to learn and once to align: what comes through a pipe is kept."""

    def __init__(self) -> None:
        self._opener = Opener(reread=True)

    def stream(self, text: Text) -> Stream:
        return self._opener.stream(text) if isinstance(text, Place) else sentence_stream(text.name, text.texts)


def _words(streams: Sequence[tuple[Stream, Stream]], case: str) -> Iterator[tuple[list[str], list[str]]]:
    for source, target in streams:
        yield from sentence_pairs(source, target, lowercase=case == "lower")


def _linked(aligner: WordAligner, source: Stream, target: Stream, name: str, listener: Listener) -> TargetLinks:
    """Aligned a batch at a time."""
    pairs: list[np.ndarray] = []
    counts: list[int] = []
    too_long: list[int] = []
    batch: list[tuple[list[str], list[str]]] = []

    def align() -> None:
        for place, pair in enumerate(batch, len(counts) + 1):
            if max(map(len, pair)) > aligner.longest and all(pair):
                too_long.append(place)
        found = aligner.align([words for words, _ in batch], [words for _, words in batch])
        counts.extend(map(len, found))
        pairs.append(np.array([link for links in found for link in links], dtype=np.int32).reshape(-1, 2))
        batch.clear()
        listener.progress(f"aligning {target.name}", len(counts), 0)

    for pair in _words([(source, target)], aligner.settings.case):
        batch.append(pair)
        if len(batch) == _BATCH:
            align()
    if batch:
        align()
    return TargetLinks(
        name,
        np.concatenate([np.empty((0, 2), dtype=np.int32), *pairs]),
        np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64),
        len(too_long),
        too_long[0] if too_long else 0,
    )
