"""``tertium idf``, ``tertium function-words`` and ``tertium lsa train``: word statistics, saved for metrics."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import ConsoleListener, listening
from tertium.cli.messages import note
from tertium.corpus.files.outputs import write_or_rescue
from tertium.errors import InputError
from tertium.tasks import function_words, idf, lsa
from tertium.tasks.function_words import FunctionWordsRequest
from tertium.tasks.idf import IdfRequest
from tertium.tasks.lsa import LsaRequest
from tertium.tasks.monolingual import SentenceFiles
from tertium.views.tokens.tokenizers import check_tokenizer
from tertium.views.words.file_digests import digest_of
from tertium.views.words.packs import WordSettings

Request = TypeVar("Request", IdfRequest, LsaRequest, FunctionWordsRequest)
Record = TypeVar("Record")


def run_idf(arguments: argparse.Namespace) -> int:
    request = IdfRequest(SentenceFiles(tuple(arguments.corpus)), _settings(arguments))
    table = _done(idf.run, request, arguments)
    data = table.to_bytes()
    _write(
        data,
        f"{table.words:,} words of {table.sentences:,} sentences, {request.settings}; SHA-256 {digest_of(data)}...",
        arguments,
    )
    return 0


def run_function_words(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.threshold < 1:
        raise InputError(f"--threshold is {arguments.threshold:g}, expected a relative frequency between 0 and 1.")
    tok = check_tokenizer(arguments.tokenize)
    request = FunctionWordsRequest(SentenceFiles(tuple(arguments.corpus)), arguments.threshold, tok)
    found = _done(function_words.run, request, arguments)
    if not found.words:
        raise InputError("no word is that frequent; lower --threshold.")
    data = "".join(f"{word}\n" for word in found.words).encode("utf-8")
    _write(data, f"{len(found.words):,} of {found.distinct:,} words are function words.", arguments)
    return 0


def run_lsa(arguments: argparse.Namespace) -> int:
    request = LsaRequest(
        SentenceFiles(tuple(arguments.corpus)),
        _settings(arguments),
        arguments.dimensions,
        arguments.words,
        arguments.min_count,
        arguments.seed,
    )
    space = _done(lsa.run, request, arguments)
    data = space.to_bytes()
    _write(
        data,
        f"{len(space.place):,} words in {space.dimensions} dimensions, {request.settings}, seed={request.seed}; "
        f"SHA-256 {digest_of(data)}...",
        arguments,
    )
    return 0


def _settings(arguments: argparse.Namespace) -> WordSettings:
    return WordSettings(check_tokenizer(arguments.tokenize), arguments.case, arguments.norm)


def _done(
    task: Callable[[Request, ConsoleListener], Record], request: Request, arguments: argparse.Namespace
) -> Record:
    countable = SentenceFiles(tuple(arguments.corpus)).countable
    with listening(arguments.quiet, countable) as listener:
        return interruptible(partial(task, request, listener))


def _write(data: bytes, summary: str, arguments: argparse.Namespace) -> None:
    write_or_rescue(arguments.output, lambda file: file.write(data))
    if not arguments.quiet:
        note(summary)
