"""What sentences look like from afar, and hypotheses beside their references: counts for the doctor."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.arrays import Int32s, Int64s, UInt32s
from tertium.kernels import _native
from tertium.kernels.text import Pool


class Trait(enum.IntEnum):
    """What one sentence may have, in the order of native/doctor/sentence_traits.hpp."""

    BLANK = 0
    UPPER = 1
    LOWER = 2
    SPACED = 3
    GLUED = 4
    PLAIN_DOUBLE = 5
    PLAIN_SINGLE = 6
    TYPOGRAPHIC_DOUBLE = 7
    TYPOGRAPHIC_SINGLE = 8
    CONTROL = 9
    INVISIBLE = 10
    REPLACEMENT = 11
    COMBINING = 12
    ENTITY = 13
    WRAPPED = 14
    FENCED = 15
    PREFACE = 16
    LONG = 17
    SAMPLED = 18
    REFUSAL = 19


class Fact(enum.IntEnum):
    """What may hold of a hypothesis beside its references, in the order of native/doctor/hypothesis_facts.hpp."""

    COMPARED_LONG = 0
    EQUAL = 1
    TOO_SHORT = 2
    TOO_LONG = 3
    EMPTY = 4
    COPIED = 5
    OTHER_SCRIPT = 6
    PREFACED = 7
    QUOTED = 8
    MARKED = 9
    REPEATED = 10
    REFUSED = 11


SCRIPTS = (
    "no script",
    "Latin",
    "Greek",
    "Cyrillic",
    "Armenian",
    "Hebrew",
    "Arabic",
    "Indic",
    "Thai",
    "Lao",
    "Burmese",
    "Khmer",
    "Georgian",
    "Japanese",
    "Chinese",
    "Korean",
)

# Scripts written without spaces between words.
UNSPACED = frozenset(map(SCRIPTS.index, ("Japanese", "Chinese", "Thai", "Lao", "Burmese", "Khmer")))

# In the order of native/doctor/languages.hpp: told by their words, then by their scripts.
LANGUAGES = (
    "no language",
    "English",
    "German",
    "Dutch",
    "French",
    "Spanish",
    "Portuguese",
    "Italian",
    "Romanian",
    "Catalan",
    "Swedish",
    "Danish or Norwegian",
    "Finnish",
    "Estonian",
    "Hungarian",
    "Polish",
    "Czech",
    "Slovak",
    "Croatian, Bosnian or Serbian",
    "Slovenian",
    "Lithuanian",
    "Latvian",
    "Turkish",
    "Indonesian or Malay",
    "Vietnamese",
    "Russian",
    "Ukrainian",
    "Bulgarian",
    "Serbian or Macedonian",
    "Arabic",
    "Persian",
    "Urdu",
    "Hindi",
    "Greek",
    "Armenian",
    "Hebrew",
    "Thai",
    "Lao",
    "Burmese",
    "Khmer",
    "Georgian",
    "Japanese",
    "Chinese",
    "Korean",
)

Traits = _native.Traits


@dataclass(frozen=True, eq=False)
class Surveyed:
    """What was counted in one chunk. Streams are the systems, then the references.

    ``counts`` (2, streams, traits + scripts + languages) and ``facts`` (2, systems, facts) hold how many lines there
    are of a kind, and the place of the first (-1: none); ``by_line`` (systems, segments) has a bit for each fact of
    each line, if it was asked for; ``lengths`` (2, streams) characters and lines. Where not every segment has every
    reference (``regular`` is false) all references are counted as the first stream of them. ``candidates`` are
    (system, window, shift): windows of lines whose lengths agree far better with references ``shift`` lines further on.
    """

    traits: Traits
    counts: Int64s
    facts: Int64s
    by_line: UInt32s
    lengths: Int64s
    regular: bool
    candidates: list[tuple[int, int, int]]


def survey(
    pool: Pool,
    hyp: Int32s,
    systems: int,
    refs: Int32s,
    ref_offsets: Int64s,
    references: int,
    sources: Int32s | None,
    windows: tuple[int, int, int, int],
    every_line: bool = False,
) -> Surveyed:
    """Everything at once; ``windows``: how many lines one has, how far to look, how many lines must have partners; and
    how many sentences are looked at for case, quotes, spacing, entities and language."""
    there = np.zeros(0, dtype=np.int32) if sources is None else sources
    return Surveyed(*_native.survey(pool, hyp, systems, refs, ref_offsets, references, there, *windows, every_line))


# What a survey counts by language, and what it says of texts whose words tell.
ENGLISH = "English"
FEWEST = 5  # lines that tell, before a file has a language
SHORT = 20  # segments of a short text, of which a single line may tell
NEARLY_ALL = 0.8  # of these lines, in one language
FIRST = len(Trait) + len(SCRIPTS)  # columns of languages follow those of traits and scripts


def by_name(counts: Sequence[int]) -> dict[str, int]:
    """Lines by language, of a row of counts of all kinds."""
    return {name: count for name, count in zip(LANGUAGES[1:], counts[FIRST + 1 :], strict=True) if count}


def main_language(lines: dict[str, int], fewest: int = FEWEST) -> str | None:
    """None where too few lines tell, or they do not agree."""
    total = sum(lines.values())
    if total < fewest:
        return None
    name = max(lines, key=lines.__getitem__)
    return name if lines[name] >= NEARLY_ALL * total else None
