"""Links for metrics that need them (``align=source``), made from the texts at hand where none are given.

The texts are cut into words by language, or by script where no language is named. An aligner learns from the source
with all references and outputs, and from further pairs of texts. Models are kept under the hash of all they learnt from
(``$XDG_CACHE_HOME/tertium/aligners``; ``TERTIUM_ALIGNER_CACHE`` names another folder, or ``off``). A model is always
used as it was saved, so that the first run and the next give the same links.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from tertium.analysis.explaining.cutting import tokenizer_of
from tertium.corpus.annotations.made_links import MadeLinks, joined
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Links
from tertium.corpus.files.kept_values import cache_root
from tertium.corpus.texts.parallel import text_pairs
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.errors import FileError, InputError, MissingExtraError, counted, either, install, option
from tertium.metrics.base import Metric
from tertium.metrics.measuring import plain_metrics
from tertium.progress import Listener
from tertium.tasks.align import TextOpener
from tertium.tasks.texts import Learning
from tertium.views.order.word_aligner import AlignerSettings, WordAligner, library_is_there
from tertium.views.tokens.languages import pair_of, tokenizer_for
from tertium.views.tokens.tokenized import tokens

VARIABLE = "TERTIUM_ALIGNER_CACHE"
MODEL, HEURISTIC = "fast-align", "union"  # what agrees best with people: docs/adr/0166-links-for-lrscore.md
_SAMPLED = 200
_SPACED = "13a"
Words = list[str]


def needs_links(corpus: StreamCorpus, metrics: Sequence[Metric]) -> bool:
    """Is there a metric that goes through the source, a source, and no link of it?"""
    given = corpus.alignments.hyp or corpus.alignments.ref
    return corpus.sources is not None and not given and bool(_through_source(metrics))


def refuse_unused(corpus: StreamCorpus, metrics: Sequence[Metric], learning: Learning) -> None:
    """What was said about making links must not be forgotten in silence."""
    given = [
        *([either("--train-on", "train_on")] if learning.train_on else []),
        *([either("--align-model", "align_model")] if learning.model is not None else []),
    ]
    if not given:
        return
    if not _through_source(metrics):
        why = "no metric here takes its word order through the source (align=source, as lr-* do)"
    elif corpus.sources is None:
        why = f"there is no source to align with; pass {option('-s')}"
    else:
        why = "the links are given"
    raise InputError(f"{' and '.join(given)} would make word alignments, but none are made: {why}.")


def check_aligner(metrics: Sequence[Metric]) -> None:
    """Say before any work that the library is missing."""
    if not library_is_there():
        name = _through_source(metrics)[0]
        raise MissingExtraError(
            f"{name} needs word alignments of the source: give them with {option('--align-hyp')} and "
            f"{option('--align-ref')}, or {install('align')}, and they are made. {name}:align=direct compares outputs "
            "with references directly, which is another metric."
        )


def with_links(corpus: StreamCorpus, metrics: Sequence[Metric], learning: Learning, listener: Listener) -> StreamCorpus:
    """The corpus with links of its own; it is read again, so it must be one that can be."""
    check_aligner(metrics)
    settings = AlignerSettings(model=learning.model or MODEL, heuristic=HEURISTIC)
    cut = _Cut(*_tokenizers(corpus, learning))
    key = _key(corpus, cut, settings, learning)
    with kept_aligner(key, lambda: _training(corpus, cut, learning), settings, listener) as aligner:
        links = _linked(corpus, cut, aligner, listener, f"{settings.model}-{cut.source}-{cut.target}-{key[:8]}")
    return replace(corpus, made=links)


@contextmanager
def kept_aligner(
    key: str, pairs: Callable[[], Iterator[tuple[Words, Words]]], settings: AlignerSettings, listener: Listener
) -> Iterator[WordAligner]:
    """The aligner that learns from these pairs, trained unless one of this key is kept; always as it was saved."""
    with _model(key) as folder:
        if not (folder / "aligner.json").is_file():
            made = WordAligner.train(pairs(), settings, listener)
            try:
                made.save(folder)
            except FileError:
                if not (folder / "aligner.json").is_file():  # else another run of these texts was first
                    raise
        yield _loaded(folder, pairs, settings, listener)


def _loaded(
    folder: Path, pairs: Callable[[], Iterator[tuple[Words, Words]]], settings: AlignerSettings, listener: Listener
) -> WordAligner:
    """The kept aligner; one that somebody damaged, or another version wrote, is trained again."""
    try:
        return WordAligner.load(folder)
    except FileError:
        for path in [*folder.iterdir(), folder]:
            path.rmdir() if path.is_dir() else path.unlink()
        WordAligner.train(pairs(), settings, listener).save(folder)
        return WordAligner.load(folder)


def _through_source(metrics: Sequence[Metric]) -> list[str]:
    wanted = {leaf for leaf in plain_metrics(metrics) if getattr(leaf, "align", "") == "source"}
    return [metric.name for metric in metrics if wanted & set(metric.plain())]


@dataclass(frozen=True)
class _Cut:
    """Texts cut into words, in lower case."""

    source: str
    target: str

    def of_source(self, chunk: Chunk) -> list[Words]:
        if chunk.sources is None:
            raise InputError("the texts have no source to align with.")
        found = tokens(chunk, self.source, "lower")
        return [found.words(int(sentence)) for sentence in chunk.sources]

    def of_targets(self, chunk: Chunk) -> tuple[list[Words], list[Words]]:
        """Outputs by pair, and references."""
        found = tokens(chunk, self.target, "lower")
        known = {int(s): found.words(int(s)) for s in np.unique(np.concatenate([chunk.hyp, chunk.refs]))}
        return [known[int(s)] for s in chunk.hyp], [known[int(s)] for s in chunk.refs]

    def pairs(self, chunk: Chunk) -> Iterator[tuple[Words, Words]]:
        """Every source with its references, then with its outputs."""
        sources = self.of_source(chunk)
        hyps, refs = self.of_targets(chunk)
        for segment, words in enumerate(sources):
            for place in range(int(chunk.ref_offsets[segment]), int(chunk.ref_offsets[segment + 1])):
                yield words, refs[place]
        for pair, words in enumerate(hyps):
            yield sources[int(chunk.seg[pair])], words


def _tokenizers(corpus: StreamCorpus, learning: Learning) -> tuple[str, str]:
    source, target = pair_of(learning.language) if learning.language else (None, None)
    first, _ = next(iter(corpus.chunks(SEGMENTS_PER_CHUNK)))()
    made = []
    for language, ids in ((source, first.sources), (target, first.refs)):
        sample = [first.pool.sentence(int(sentence)) for sentence in (ids[:_SAMPLED] if ids is not None else ())]
        made.append((tokenizer_for(language) if language else None) or tokenizer_of(sample)[0])
    return made[0], made[1]


def _chunks(corpus: StreamCorpus) -> Iterator[Chunk]:
    for build in corpus.chunks(SEGMENTS_PER_CHUNK):
        yield build()[0]


def _training(corpus: StreamCorpus, cut: _Cut, learning: Learning) -> Iterator[tuple[Words, Words]]:
    for chunk in _chunks(corpus):
        yield from cut.pairs(chunk)
    for chunk in _further(learning):
        yield from cut.pairs(chunk)


def _further(learning: Learning) -> Iterator[Chunk]:
    opener = TextOpener()
    for one, other in learning.train_on:
        for sources, targets in text_pairs(opener.stream(one), opener.stream(other)):
            yield Chunk.of([], [[text] for text in targets], sources)


def _key(corpus: StreamCorpus, cut: _Cut, settings: AlignerSettings, learning: Learning) -> str:
    """Of all that the model learns from, and how."""
    digest = hashlib.sha256(repr((1, sorted(asdict(settings).items()), cut.source, cut.target)).encode())
    for source in (_chunks(corpus), _further(learning)):
        for chunk in source:
            for ids in (chunk.sources, chunk.hyp, chunk.refs):
                for sentence in ids if ids is not None else ():
                    text = chunk.pool.sentence(int(sentence)).encode("utf-8")
                    digest.update(len(text).to_bytes(4, "little") + text)
            digest.update(np.asarray(chunk.ref_offsets, dtype=np.int64).tobytes())
    return digest.hexdigest()


@contextmanager
def _model(key: str) -> Iterator[Path]:
    """The folder of the model; a passing one where models are not kept."""
    given = os.environ.get(VARIABLE)
    kept = None if given == "off" else Path(given) if given else cache_root() / "aligners"
    if kept is not None:
        with suppress(OSError):
            kept.mkdir(parents=True, exist_ok=True)
        if os.access(kept, os.W_OK):
            yield kept / key[:32]
            return
    with tempfile.TemporaryDirectory(prefix="tertium-aligner-") as folder:
        yield Path(folder) / "model"


def _linked(corpus: StreamCorpus, cut: _Cut, aligner: WordAligner, listener: Listener, about: str) -> MadeLinks:
    hyps: list[list[Links]] = [[] for _ in corpus.systems]
    refs: list[Links] = []
    counts: list[np.ndarray] = []
    sizes: list[int] = []
    bare = _Bare(aligner.longest)
    for chunk in _chunks(corpus):
        sources = cut.of_source(chunk)
        outputs, references = cut.of_targets(chunk)
        sizes += map(len, sources)
        counts.append(np.diff(chunk.ref_offsets))
        of_refs = np.repeat(np.arange(chunk.segments), counts[-1]).tolist()
        refs.append(_links(aligner, [sources[place] for place in of_refs], references, bare))
        for system in range(chunk.systems):
            mine = outputs[system * chunk.segments : (system + 1) * chunk.segments]
            hyps[system].append(_links(aligner, sources, mine, bare))
            listener.progress("aligning", len(sizes), 0)
    for sentence in bare.remarks():
        listener.notice(sentence)
    starts = np.concatenate([[0], np.cumsum(np.concatenate(counts))]).astype(np.int64)
    return MadeLinks(
        tuple(joined(parts) for parts in hyps), joined(refs), starts, np.array(sizes, dtype=np.int64), about
    )


@dataclass
class _Bare:
    """Pairs of sentences that have words, and no link: their word order counts as 0."""

    longest: int
    unlinked: int = 0
    too_long: int = 0

    def count(self, source: Words, target: Words) -> None:
        if max(len(source), len(target)) > self.longest:
            self.too_long += 1
        else:
            self.unlinked += 1

    def remarks(self) -> Iterator[str]:
        if self.too_long:
            yield (
                f"{counted(self.too_long, 'pair')} of sentences longer than {self.longest} words got no links, so that "
                f"their word order counts as 0{'; fast-align takes up to 1024' if self.longest < 1024 else ''}."
            )
        if self.unlinked:
            yield (
                f"the aligner found no link in {counted(self.unlinked, 'pair')} of sentences, so that their word order "
                "counts as 0."
            )


def _links(aligner: WordAligner, sources: Sequence[Words], targets: Sequence[Words], bare: _Bare) -> Links:
    found = aligner.align(sources, targets)
    for source, target, links in zip(sources, targets, found, strict=True):
        if source and target and not links:
            bare.count(source, target)
    pairs = np.array([link for links in found for link in links], dtype=np.int32).reshape(-1, 2)
    offsets = np.concatenate([[0], np.cumsum([len(links) for links in found])]).astype(np.int64)
    return Links(pairs, offsets, target_sizes=np.array([len(words) for words in targets], dtype=np.int64))
