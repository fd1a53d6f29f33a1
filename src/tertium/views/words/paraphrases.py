"""Paraphrases: phrases of up to some words that mean the same, from a table in METEOR's format.

The file has three lines a pair: a probability (METEOR 1.5 does not look at it), a phrase, its paraphrase, words
separated by spaces; plain or compressed. The tables of METEOR are large (the English one has 5.3 million pairs, in
300 MB of memory), so none is shipped: give ``paraphrases=FILE``. A file's full name ends in the first 12 hexadecimal
digits of its SHA-256 and enters signatures. Words are looked up as the token view spells them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import Source
from tertium.corpus.formats.text import Lines
from tertium.corpus.notices import Found
from tertium.errors import FileError, printable
from tertium.kernels.paraphrases import NativeParaphrases, new_paraphrases
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.file_digests import full_name, split_name

NONE = "none"
MOST_MATCHES = 1 << 16  # of one pair of sentences; beyond, the pair is flagged
_LINES = 3 << 16


@dataclass(frozen=True, eq=False)
class PhraseMatches:
    """By item, which is one reference of a pair: item k has ``matches[offsets[k]:offsets[k + 1]]``.

    A match is (hypothesis start, length, reference start, length). They come in the order METEOR 1.5 finds them: for
    phrases of the reference that the table replaces, by place and length, then for those of the hypothesis; a pair
    that the table lists in both directions comes twice. ``capped`` marks items with more than MOST_MATCHES.
    """

    matches: Int32s
    offsets: Int64s
    capped: Bools


def check_source(source: str) -> str:
    """``none``, or the full name of a table that can be read."""
    if source == NONE:
        return NONE
    path, given = split_name(source, "paraphrases")
    full = full_name(path, given, _digest(path), "paraphrases")
    load_table(full)
    return full


def phrase_matches(chunk: Chunk, tok: str, case: str, norm: str, source: str) -> PhraseMatches | None:
    """Paraphrases between every hypothesis and its references, made once; None for ``none``."""
    if source == NONE:
        return None

    def make() -> PhraseMatches:
        view = tokens(chunk, tok, case, norm).view
        matches, offsets, capped = load_table(source).matches(view, *chunk.compared, MOST_MATCHES)
        return PhraseMatches(matches, offsets, capped.astype(bool))

    return chunk.view(("paraphrases", tok, case, norm, source), make)


@lru_cache(maxsize=1)
def load_table(full: str) -> NativeParaphrases:
    """The table in a file that is named in full."""
    path, digest = full.rsplit("@", 1)
    if _digest(path) != digest:
        raise FileError(f"{printable(path)} changed while it was in use; run again when nothing writes to it.")
    table = new_paraphrases()
    for block in Lines(Source(path)).blocks(_LINES, Found()):
        read = table.add_lines(np.frombuffer(block.data, dtype=np.uint8))
        if read * 3 != block.count:
            raise FileError(
                f"{printable(path)} line {block.first + 3 * read} does not begin a pair of phrases; expected three "
                "lines: a probability, a phrase, its paraphrase."
            )
    if not len(table):
        raise FileError(f"{printable(path)} is empty, expected paraphrases, three lines per pair.")
    table.finish()
    return table


def _digest(path: str) -> str:
    """Of the file as it is stored: to decompress a large table twice would take seconds."""
    sum_ = hashlib.sha256()
    with Source(path).open_seekable() as file:
        while piece := file.read(1 << 20):
            sum_.update(piece)
    return sum_.hexdigest()[:12]
