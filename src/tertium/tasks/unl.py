"""Sentences as UNL graphs: English text is parsed and enconverted by rules, documents are taken as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tertium.analysis.doctor.languages import parsed_as_english
from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.corpus.annotations.unl import Sentence
from tertium.corpus.annotations.unl_reader import read_unl
from tertium.corpus.files.access import Source
from tertium.errors import FileError, InputError, counted, either, printable, refuse_half_characters
from tertium.progress import SILENT, Listener
from tertium.results.graphs import UnlGraph, UnlNode, UnlRelation
from tertium.views.syntax.parsing import ENGLISH, check_source, language, parser
from tertium.views.syntax.text_language import CODES, code_of, language_of, not_english
from tertium.views.unl.enconvert import VERSION, enconvert, is_untagged

_NOTHING = Parse((), (), (), (), (), (), ())

T = TypeVar("T")


@dataclass(frozen=True)
class EnglishTexts:
    """English sentences, and the spaCy pipeline that parses them (None: the one of the package)."""

    texts: tuple[str, ...]
    parser: str | None = None

    def __post_init__(self) -> None:
        refuse_half_characters(self.texts, "a sentence")


@dataclass(frozen=True)
class EnglishFile:
    """A file of English sentences, one a line."""

    path: str
    parser: str | None = None


@dataclass(frozen=True)
class ConlluFile:
    """A file of parses: Universal Dependencies of any language (None: the one that the words tell, else English)."""

    path: str
    lang: str | None = None


@dataclass(frozen=True)
class ConlluTexts:
    """Parses, each the CoNLL-U of one sentence."""

    parses: tuple[str, ...]
    lang: str | None = None


@dataclass(frozen=True)
class UnlFile:
    """A UNL document."""

    path: str


@dataclass(frozen=True)
class UnlRequest:
    """What ``tertium unl`` and ``tertium.unl`` ask for; ``line`` is one sentence, counted from 1, None all of them."""

    sentences: EnglishTexts | EnglishFile | ConlluFile | ConlluTexts | UnlFile
    line: int | None = None


@dataclass(frozen=True)
class UnlGraphs:
    """The graphs in the order of their sentences, and the version of the rules that make them."""

    sentences: tuple[Sentence, ...]
    rules: str = f"unl-rules#{VERSION}"

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __getitem__(self, at: int) -> Sentence:
        return self.sentences[at]

    def to_list(self) -> list[dict[str, Any]]:
        """One object for each sentence, as ``tertium unl -f json`` prints them."""
        return [_printed(sentence, self.rules).to_dict() for sentence in self.sentences]


def _printed(sentence: Sentence, rules: str) -> UnlGraph:
    nodes = tuple(UnlNode(node.headword, node.constraints, node.id, node.attributes) for node in sentence.nodes)
    relations = tuple(UnlRelation(one.label, one.head, one.dependent, one.scope) for one in sentence.relations)
    return UnlGraph(sentence.id, sentence.text, nodes, relations, sentence.triples(), rules)


def run(request: UnlRequest, listener: Listener = SILENT) -> UnlGraphs:
    """The graphs of the sentences asked for."""
    given, line = request.sentences, request.line
    if isinstance(given, UnlFile):
        return UnlGraphs(tuple(_chosen(read_unl(given.path).sentences, line)))
    if isinstance(given, ConlluFile | ConlluTexts):
        every = _parses(given)
        lang = _language(given, every)
        parses = _chosen(every, line)
        _refuse_untagged(parses, _name(given), line or 1)
        texts: Sequence[str] = [" ".join(parse.text) for parse in parses]
    else:
        texts = _chosen(given.texts if isinstance(given, EnglishTexts) else _lines(given.path), line)
        _refuse_other_languages(texts, given)
        lang = language(given.parser or ENGLISH)
        parses = _parsed(texts, given.parser)
    first = line or 1
    pairs = zip(parses, texts, strict=True)
    return UnlGraphs(tuple(enconvert(parse, text, str(first + at), lang) for at, (parse, text) in enumerate(pairs)))


def _refuse_other_languages(texts: Sequence[str], given: EnglishTexts | EnglishFile) -> None:
    told = None if given.parser else not_english(texts)
    if told is not None:
        name = printable(given.path) if isinstance(given, EnglishFile) else "the text"
        raise InputError(
            f"{name}: {parsed_as_english(told, ('the rules',))}; give its parses with "
            f"{either('--conllu', 'parses=…')}, or a spaCy pipeline of the language with "
            f"{either('--parser', 'parser=…')}. [T123]"
        )


def _language(given: ConlluFile | ConlluTexts, parses: Sequence[Parse]) -> str:
    """What was said, or what the words of all sentences tell; Chinese, of which a script tells, is one of these."""
    if given.lang is not None:
        return code_of(given.lang)
    told = language_of([" ".join(parse.text) for parse in parses])
    return CODES.get(told or "", ENGLISH).partition("/")[0]


def _name(given: ConlluFile | ConlluTexts) -> str:
    return printable(given.path) if isinstance(given, ConlluFile) else "parses"


def _parses(given: ConlluFile | ConlluTexts) -> list[Parse]:
    if isinstance(given, ConlluFile):
        parses = parse_conllu(_text(given.path), printable(given.path), roots="any")
        if not parses:
            raise FileError(f"{printable(given.path)} holds no sentence, expected CoNLL-U; check the file.")
        return parses
    found = []
    for at, block in enumerate(given.parses, 1):
        parses = parse_conllu(block, f"parse {at}", roots="any")
        if len(parses) != 1:
            raise InputError(f"parse {at} holds {counted(len(parses), 'sentence')}, expected the CoNLL-U of one.")
        found += parses
    return found


def _refuse_untagged(parses: Sequence[Parse], name: str, first: int) -> None:
    for at, parse in enumerate(parses, first):
        if is_untagged(parse):
            raise InputError(
                f"{name} sentence {at} has no parts of speech, expected them in column 4 (UPOS): the rules need them."
            )


def _parsed(texts: Sequence[str], pipeline: str | None) -> list[Parse]:
    source = check_source(pipeline or ENGLISH)
    blocks = parser(source).parses(texts)
    return [next(iter(parse_conllu(block, roots="any")), _NOTHING) for block in blocks]


def _chosen(items: Sequence[T], line: int | None) -> list[T]:
    if line is None:
        return list(items)
    if not 1 <= line <= len(items):
        raise InputError(f"there is no sentence {line}, expected one of {counted(len(items), 'sentence')}.")
    return [items[line - 1]]


def _text(path: str) -> str:
    source = Source(path, reread=False)
    with source.open() as file:
        data = file.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FileError(f"{source.name} line {line} is not UTF-8; convert it to UTF-8.") from None


def _lines(path: str) -> list[str]:
    text = _text(path)
    if not text.strip():
        raise FileError(f"{printable(path)} holds no sentence, expected one on each line; check the file.")
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
