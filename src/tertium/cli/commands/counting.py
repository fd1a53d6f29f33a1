"""``tertium idf`` and ``tertium function-words``: word statistics of a corpus, saved for metrics."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import note
from tertium.cli.output import refuse_unwritable
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import STDIN, write_atomically
from tertium.corpus.texts.monolingual import sentences
from tertium.errors import InputError
from tertium.progress import Listener
from tertium.views.tokens.tokenized import check_tokenizer, tokens
from tertium.views.words.file_digests import digest_of
from tertium.views.words.frequencies import collect_corpus
from tertium.views.words.function_words import count_words, derive
from tertium.views.words.packs import Settings


def run_idf(arguments: argparse.Namespace) -> int:
    refuse_unwritable(arguments.output)
    settings = settings_of(arguments)
    with listening(arguments.quiet, lines_of(arguments.corpus)) as listener:
        table = interruptible(
            lambda: collect_corpus(watched(sentences(arguments.corpus), "counting", listener), settings)
        )
    data = table.to_bytes()
    write_atomically(arguments.output, lambda file: file.write(data))
    if not arguments.quiet:
        note(f"{table.words:,} words of {table.sentences:,} sentences, {settings}; SHA-256 {digest_of(data)}...")
    return 0


def run_function_words(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.threshold < 1:
        raise InputError(f"--threshold is {arguments.threshold:g}, expected a relative frequency between 0 and 1.")
    refuse_unwritable(arguments.output)
    tok = check_tokenizer(arguments.tokenize)
    with listening(arguments.quiet, lines_of(arguments.corpus)) as listener:
        counts = interruptible(partial(_count, watched(sentences(arguments.corpus), "counting", listener), tok))
    words = derive(counts, arguments.threshold)
    if not words:
        raise InputError("no word is that frequent; lower --threshold.")
    data = "".join(f"{word}\n" for word in words).encode("utf-8")
    write_atomically(arguments.output, lambda file: file.write(data))
    if not arguments.quiet:
        note(f"{len(words):,} of {len(counts):,} words are function words.")
    return 0


def settings_of(arguments: argparse.Namespace) -> Settings:
    return Settings(check_tokenizer(arguments.tokenize), arguments.case, arguments.norm)


def lines_of(corpus: Sequence[str]) -> str | None:
    """The file whose lines a progress bar may count."""
    return corpus[0] if len(corpus) == 1 and corpus[0] != STDIN else None


def watched(chunks: Iterator[Chunk], doing: str, listener: Listener) -> Iterator[Chunk]:
    """The same chunks; the listener hears how many sentences are done."""
    for chunk in chunks:
        yield chunk
        listener.progress(doing, chunk.first + chunk.segments, 0)


def _count(chunks: Iterator[Chunk], tok: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for chunk in chunks:
        counts.update(count_words(tokens(chunk, tok, "lower"), chunk.refs))
    return counts
