"""Make a table of paraphrases by pivoting, from two parallel texts or from a phrase table."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from tertium.analysis.explaining.cutting import tokenizer_of
from tertium.corpus.annotations.alignments import Alignments, Form, Reading
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Links
from tertium.corpus.files.access import Source
from tertium.corpus.formats.text import Lines
from tertium.corpus.notices import Found
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.errors import FileError, InputError, MissingExtraError, counted, install, option, printable
from tertium.kernels.phrase_pairs import SOURCE, TARGET, NativePhrasePairs, new_phrase_pairs, read_rows, spelling
from tertium.kernels.text import lower
from tertium.progress import SILENT, Listener
from tertium.tasks.align import TextOpener
from tertium.tasks.made_links import kept_aligner
from tertium.tasks.texts import Text
from tertium.views.order.word_aligner import AlignerSettings, WordAligner, library_is_there
from tertium.views.tokens.languages import pair_of, tokenizer_for
from tertium.views.tokens.tokenized import Tokens, tokens
from tertium.views.tokens.tokenizers import check_tokenizer
from tertium.views.words import function_words
from tertium.views.words.pivoting import (
    PhrasePairRows,
    PivotedTable,
    PivotSettings,
    counted_rows,
    lowered,
    pivoted,
)

GIVEN_WORDS = "none"  # the tokenizer of texts whose links are given: those count what white space separates
FEWEST_WORDS = 100_000  # of a text in which a relative frequency above 0.001 tells function words
_SAMPLED = 200
_MOST_COLUMNS = 1000  # of the numbers of a phrase table
_ROWS = 1 << 16  # lines of a phrase table at once

Side = Literal["target", "source"]


@dataclass(frozen=True)
class ParallelTexts:
    """Two texts, sentence by sentence; ``links`` of their words are made unless they are given.

    ``tok`` cuts the language that is paraphrased, as METEOR is to cut it; None: by language, else by script.
    """

    source: Text
    target: Text
    links: Text | None = None
    form: Form = "pharaoh"
    base: Literal[0, 1] = 0
    aligner: AlignerSettings = field(default_factory=AlignerSettings)
    tok: str | None = None

    def __post_init__(self) -> None:
        Reading(self.form, self.base)
        if self.links is not None and self.tok not in (None, GIVEN_WORDS):
            raise InputError(
                f"{option('--tokenize')} is {printable(str(self.tok))}, but given links count words that white space "
                "separates; tokenise the texts before you align them, and leave it out."
            )


@dataclass(frozen=True)
class PhraseTable:
    """A file of lines ``source phrase ||| target phrase ||| numbers``; ``columns`` of the numbers, from 1, hold
    p(source | target) and p(target | source). Moses writes them as 1 and 3."""

    path: str
    columns: tuple[int, int] = (1, 3)

    def __post_init__(self) -> None:
        if min(self.columns) < 1 or max(self.columns) > _MOST_COLUMNS or self.columns[0] == self.columns[1]:
            raise InputError(
                f"{option('--columns')} are {self.columns[0]} and {self.columns[1]}, expected two different columns, "
                f"counted from 1 to {_MOST_COLUMNS}."
            )


@dataclass(frozen=True)
class ParaphrasesRequest:
    """What ``tertium paraphrases`` and ``tertium.paraphrases`` ask for.

    ``of`` is the side that is paraphrased. ``language`` is a pair such as de-en. ``function_words`` are those of the
    side that is paraphrased (a language, a file, or none for both sides); None: by language, else counted in the texts
    if these are large.
    """

    given: ParallelTexts | PhraseTable
    settings: PivotSettings = field(default_factory=PivotSettings)
    of: Side = "target"
    language: str | None = None
    case: Literal["lower", "keep"] = "lower"
    function_words: str | None = None

    def __post_init__(self) -> None:
        if self.of not in ("target", "source"):
            raise InputError(f"of is {self.of!r}, expected 'target' or 'source'.")
        if self.case not in ("lower", "keep"):
            raise InputError(f"case is {self.case!r}, expected 'lower' or 'keep'.")
        if isinstance(self.given, PhraseTable) and self.settings.min_count != 1:
            raise InputError(f"{option('--min-count')} is about texts: a phrase table has probabilities, not counts.")

    @property
    def languages(self) -> tuple[str | None, str | None]:
        """Of the side that is paraphrased, and of the pivots."""
        source, target = pair_of(self.language) if self.language is not None else (None, None)
        return (target, source) if self.of == "target" else (source, target)


def run(request: ParaphrasesRequest, listener: Listener = SILENT) -> PivotedTable:
    """The table; ``to_bytes`` gives what metrics take as ``paraphrases=FILE``."""
    words = _words_asked_for(request)
    if isinstance(request.given, PhraseTable):
        rows = _read_table(request, request.given, listener)
        commons = [_shipped(asked, ()) for asked in words]
        if words[0] is None:
            listener.notice(_unknown("a phrase table has no counts of them"))
        made = pivoted(rows, request.settings, phrase_commons=commons[0], pivot_commons=commons[1], listener=listener)
        return _checked(replace(made, about=f"case={request.case}"))
    texts = _Texts(request, request.given)
    counts, sentences = texts.find_pairs(listener)
    sides = (TARGET, SOURCE) if request.of == "target" else (SOURCE, TARGET)
    phrases, pivots = (spelling(texts.pairs, side) for side in sides)
    source, target, count = texts.pairs.take_counted()
    phrase, pivot = (target, source) if request.of == "target" else (source, target)
    rows = counted_rows(phrases, pivots, phrase, pivot, count, request.settings.min_count)
    commons = [_shipped(asked, _frequent(counts[side])) for asked, side in zip(words, sides, strict=True)]
    if words[0] is None and not commons[0]:
        listener.notice(_unknown(f"the texts have fewer than {FEWEST_WORDS:,} words, too few to count them"))
    made = pivoted(rows, request.settings, phrase_commons=commons[0], pivot_commons=commons[1], listener=listener)
    return _checked(replace(made, sentences=sentences, about=f"tok={texts.toks[sides[0]]},case={request.case}"))


def _checked(made: PivotedTable) -> PivotedTable:
    if not len(made):
        raise InputError(
            f"no paraphrases were found among {counted(made.pairs, 'pair')} of phrases; give more text, or lower "
            f"{option('--min-probability')}."
        )
    return made


def _words_asked_for(request: ParaphrasesRequest) -> tuple[str | None, str | None]:
    """Where the function words of both sides come from; None: from nowhere but the texts."""
    languages = [None if code is None else function_words.default_source(code) for code in request.languages]
    by_language = tuple(None if source == function_words.NONE else source for source in languages)
    if request.function_words is None:
        return by_language[0], by_language[1]
    given = function_words.check_source(request.function_words)
    return given, function_words.NONE if given == function_words.NONE else by_language[1]


def _frequent(counts: Counter[str]) -> list[str]:
    """Frequent words of a large text are its function words; in a small one every word is frequent."""
    return function_words.derive(counts) if counts.total() >= FEWEST_WORDS else []


def _unknown(why: str) -> str:
    return (
        f"no function words are known ({why}), so that phrases of function words alone stay in the table; name the "
        f"languages with {option('-l')}, or a list with {option('--function-words')}."
    )


def _shipped(source: str | None, otherwise: Collection[str]) -> frozenset[str]:
    return frozenset(otherwise) if source is None else function_words.words_of(source)


def _read_table(request: ParaphrasesRequest, table: PhraseTable, listener: Listener) -> PhrasePairRows:
    pairs = new_phrase_pairs()
    source = Source(table.path, reread=False)
    longest, done = request.settings.max_length, 0
    for block in Lines(source).blocks(_ROWS, Found()):
        read, fault = read_rows(pairs, np.frombuffer(block.data, dtype=np.uint8), table.columns, longest)
        if fault != "none":
            line = bytes(block.data).split(b"\n", read + 1)[read]
            raise _bad_row(source.name, block.first + read, line, fault, table.columns)
        done += block.count
        listener.progress("reading", done, 0)
    if not done:
        raise FileError(f"{source.name} is empty, expected lines 'phrase ||| phrase ||| numbers'.")
    sides = (TARGET, SOURCE) if request.of == "target" else (SOURCE, TARGET)
    phrases, pivots = (spelling(pairs, side) for side in sides)
    first, second, source_given_target, target_given_source = pairs.take_rows()
    _refuse_repeated(source.name, first, second, pairs)
    if request.case == "lower":  # pivots stay as they are spelled: what joins phrases is the table's to say
        phrases = lowered(phrases)
    if request.of == "target":
        return PhrasePairRows(phrases, pivots, second, first, source_given_target, target_given_source)
    return PhrasePairRows(phrases, pivots, first, second, target_given_source, source_given_target)


def _refuse_repeated(name: str, first: np.ndarray, second: np.ndarray, pairs: NativePhrasePairs) -> None:
    keys = (first.astype(np.int64) << 32) | second
    values, times = np.unique(keys, return_counts=True)
    if len(values) == len(keys):
        return
    twice = int(values[np.argmax(times > 1)])
    one, other = spelling(pairs, SOURCE).text(twice >> 32), spelling(pairs, TARGET).text(twice & 0xFFFFFFFF)
    raise FileError(
        f"{name} has the pair '{printable(one[:40])} ||| {printable(other[:40])}' more than once, expected one line "
        "for each; its probabilities would count twice."
    )


def _bad_row(name: str, line: int, text: bytes, fault: str, columns: tuple[int, int]) -> FileError:
    place = f"{name} line {line}"
    got = printable(text.decode("utf-8", "replace")[:60])
    high = max(columns)
    return FileError(
        {
            "not_utf8": f"{place} is not UTF-8; convert the file, for example with iconv.",
            "fields": f"{place} is no row of a phrase table, got '{got}'; expected 'phrase ||| phrase ||| numbers'.",
            "no_phrase": f"{place} has an empty phrase, got '{got}'; expected words on both sides of the first '|||'.",
            "no_column": f"{place} has no number in column {high}, got '{got}'; say with "
            f"{option('--columns')} where p(source|target) and p(target|source) are.",
            "not_a_number": f"{place} has a word where a number was expected, in column {columns[0]} or {columns[1]} "
            f"of '{got}'; say with {option('--columns')} where p(source|target) and p(target|source) are.",
            "no_probability": f"{place} has a number that is no probability (0 to 1) in column {columns[0]} or "
            f"{columns[1]} of '{got}'; logarithms are not read.",
        }[fault]
    )


class _Texts:
    """Two texts in step: cut into words, linked, and their pairs of phrases extracted."""

    def __init__(self, request: ParaphrasesRequest, given: ParallelTexts) -> None:
        self._request, self._given = request, given
        self.pairs = new_phrase_pairs()
        if given.links is None and not library_is_there():
            raise MissingExtraError(
                f"paraphrases need word alignments: give them with {option('--links')}, or {install('align')}, and "
                "they are made."
            )
        opener = TextOpener()
        links = () if given.links is None else (opener.stream(given.links),)
        # Links of a corpus go from its references to its outputs: here from the source to the target.
        self._corpus = StreamCorpus(
            ("target",),
            (opener.stream(given.target),),
            (opener.stream(given.source),),
            alignments=Alignments(direct=links, reading=Reading(given.form, given.base, "zero")),
        )
        self.toks = self._tokenizers()

    def find_pairs(self, listener: Listener) -> tuple[tuple[Counter[str], Counter[str]], int]:
        """How often every word occurs, in the source and in the target, and the number of sentence pairs."""
        if self._given.links is not None:
            return self._find_pairs(None, listener)
        settings = replace(self._given.aligner, case=self._request.case)
        key = self._key(settings)
        with kept_aligner(key, self._training, settings, listener) as aligner:
            return self._find_pairs(aligner, listener)

    def _find_pairs(
        self, aligner: WordAligner | None, listener: Listener
    ) -> tuple[tuple[Counter[str], Counter[str]], int]:
        counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        done = too_long = 0
        for chunk in self._chunks():
            source, target = self._cut(chunk)
            for counter, made, ids in zip(counts, (source, target), (chunk.refs, chunk.hyp), strict=True):
                for word, count in function_words.count_words(made, ids).items():
                    counter[lower(word)] += count
            if aligner is None:
                links = chunk.links["direct"]
            else:
                links, long = _linked(aligner, chunk, source, target)
                too_long += long
            pairs, offsets = np.ascontiguousarray(links.pairs, dtype=np.int32), links.offsets.astype(np.int64)
            longest = self._request.settings.max_length
            self.pairs.add_linked(source.view, chunk.refs, target.view, chunk.hyp, pairs, offsets, longest)
            done += chunk.segments
            listener.progress("extracting phrases", done, 0)
        if too_long and aligner is not None:
            listener.notice(
                f"{counted(too_long, 'pair')} of sentences longer than {aligner.longest} words got no links, and so no "
                f"phrases{'; fast-align takes up to 1024' if aligner.longest < 1024 else ''}."
            )
        return counts, done

    def _chunks(self) -> Iterator[Chunk]:
        for build in self._corpus.chunks(SEGMENTS_PER_CHUNK):
            yield build()[0]

    def _cut(self, chunk: Chunk) -> tuple[Tokens, Tokens]:
        case = self._request.case
        return tokens(chunk, self.toks[SOURCE], case), tokens(chunk, self.toks[TARGET], case)

    def _tokenizers(self) -> tuple[str, str]:
        if self._given.links is not None:
            return GIVEN_WORDS, GIVEN_WORDS
        first = next(self._chunks())
        phrases, pivots = self._request.languages
        of_target = self._request.of == "target"
        source, target = (pivots, phrases) if of_target else (phrases, pivots)
        made = []
        for language, ids, asked in ((source, first.refs, not of_target), (target, first.hyp, of_target)):
            if asked and self._given.tok is not None:
                made.append(check_tokenizer(self._given.tok))
                continue
            sample = [first.pool.sentence(int(sentence)) for sentence in ids[:_SAMPLED]]
            made.append((tokenizer_for(language) if language else None) or tokenizer_of(sample)[0])
        return made[0], made[1]

    def _training(self) -> Iterator[tuple[list[str], list[str]]]:
        for chunk in self._chunks():
            source, target = self._cut(chunk)
            for one, other in zip(chunk.refs.tolist(), chunk.hyp.tolist(), strict=True):
                yield source.words(one), target.words(other)

    def _key(self, settings: AlignerSettings) -> str:
        """Of all that the aligner learns from, and how."""
        digest = hashlib.sha256(repr(("paraphrases", 1, settings, self.toks)).encode())
        for chunk in self._chunks():
            for ids in (chunk.refs, chunk.hyp):
                for sentence in ids.tolist():
                    text = chunk.pool.sentence(sentence).encode("utf-8")
                    digest.update(len(text).to_bytes(4, "little") + text)
        return digest.hexdigest()


def _linked(aligner: WordAligner, chunk: Chunk, source: Tokens, target: Tokens) -> tuple[Links, int]:
    """The links of a chunk's sentence pairs, and how many pairs are too long to have any."""
    ours = [source.words(sentence) for sentence in chunk.refs.tolist()]
    theirs = [target.words(sentence) for sentence in chunk.hyp.tolist()]
    found = aligner.align(ours, theirs)
    pairs = np.array([link for links in found for link in links], dtype=np.int32).reshape(-1, 2)
    offsets = np.concatenate([[0], np.cumsum([len(links) for links in found])]).astype(np.int64)
    long = sum(max(len(a), len(b)) > aligner.longest for a, b in zip(ours, theirs, strict=True) if a and b)
    return Links(pairs, offsets), long
