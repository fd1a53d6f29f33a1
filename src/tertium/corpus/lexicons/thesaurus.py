"""Synonyms from a user's file: a MyThes thesaurus (``th_*.dat`` of LibreOffice and Debian) or lines of words.

A MyThes file begins with its encoding; then an entry ``word|n`` is followed by n lines, one a meaning:
``(part of speech)|synonym|synonym ...``. A meaning makes one set: the word and its synonyms. Remarks in parentheses
that name another relation than synonymy (antonym, generic term ...) leave the word out; others, such as the register,
are dropped from the word.

Any other file has one set a line: words that mean the same, separated by TABs.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from tertium.corpus.files.access import open_bytes
from tertium.errors import FileError, printable

# Relations that English (from WordNet) and German (OpenThesaurus) thesauri mark in this way.
_OTHER_RELATIONS = frozenset(
    "antonym|generic term|related term|similar term|oberbegriff|unterbegriff|assoziation|teil|ganzes".split("|")
)
_REMARK = re.compile(r"\s*\(([^()]*)\)")
_ENTRY = re.compile(r"(?P<word>[^|]+)\|(?P<meanings>\d+)")


def read_sets(path: str) -> list[tuple[str, ...]]:
    """The sets of words of a file, in its order, as they are spelled there; sets of a single word are left out."""
    with open_bytes(path) as file:
        data = file.read()
    name = printable(path)
    first, _, rest = data.removeprefix(codecs.BOM_UTF8).partition(b"\n")
    encoding = _encoding(first)
    if encoding is not None and b"\t" not in first:
        found = _meanings(_decoded(rest, encoding, name).split("\n"), name)
    else:
        found = (tuple(line.split("\t")) for line in _decoded(data, "utf-8-sig", name).split("\n"))
    sets = [words for given in found if len(words := _distinct(given)) > 1]
    if not sets:
        raise FileError(
            f"{name} has no synonyms: expected a MyThes thesaurus (th_*.dat) or lines of words separated by TABs."
        )
    return sets


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for given in words if (word := given.strip())))


def _encoding(line: bytes) -> str | None:
    """The codec that the first line of a MyThes file names; None if it names none."""
    try:
        return codecs.lookup(line.strip().decode("ascii").replace("ISO8859", "iso-8859")).name
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


def _decoded(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError, ValueError):
        spelled = encoding.upper().removesuffix("-SIG")
        raise FileError(
            f"{name} is not {spelled}; a synonym file must be UTF-8 or name its encoding in the first line."
        ) from None


def _meanings(lines: list[str], name: str) -> Iterator[tuple[str, ...]]:
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        at += 1
        if not line:
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is None or int(entry["meanings"]) > len(lines) - at:
            raise FileError(f"{name} line {at + 1} is not an entry 'word|meanings' of a MyThes thesaurus.")
        for meaning in lines[at : at + int(entry["meanings"])]:
            yield entry["word"], *_synonyms(meaning.strip().split("|")[1:])
        at += int(entry["meanings"])


def _synonyms(terms: list[str]) -> Iterator[str]:
    for term in terms:
        if not any(remark.strip().lower() in _OTHER_RELATIONS for remark in _REMARK.findall(term)):
            yield _REMARK.sub("", term)
