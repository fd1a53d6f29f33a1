"""WordNet's database: from the directory of files Princeton publishes (wndb(5WN)), or from our pack, to plain arrays.

The pack is one npz archive without pickles, made once by ``tools/build_wordnet.py`` and shipped with the package; a
WordNet of the user's own is a directory with ``index.*``, ``data.*`` and ``*.exc``. Both give the same arrays.
Parts of speech come in the order noun, verb, adjective, adverb; synsets are numbered in that order, then by offset.

C. Fellbaum (ed.). 1998. WordNet: An Electronic Lexical Database. MIT Press.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.arrays import Int32s
from tertium.corpus.files.access import open_bytes
from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.errors import FileError, printable

POS = ("noun", "verb", "adj", "adv")
_TAXONOMIES = ("noun", "verb")  # the two that have hypernyms
_HYPERNYMS = ("@", "@i")
_WHOLE = "#p"  # from a part to what it is a part of
# Senses of a word and hypernyms of a synset are counted in a byte, places in four (Princeton has 59 and 6 at most).
_MOST, _END = 255, 1 << 31

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class WordNetArrays:
    """``lemmas`` and ``forms`` are sorted words, one a line. Lemma i has ``lemma_counts[i, p]`` senses as part of
    speech p, listed in ``senses`` (synset numbers, most frequent sense first); irregular form i has
    ``form_counts[i, p]`` base lemmas in ``bases``. ``sizes`` counts synsets by part of speech, ``offsets`` are their
    places in the data files, ``heads`` their first words. Noun and verb
    synset i has ``hypernym_counts[i]`` hypernyms in ``hypernyms``."""

    lemmas: Bytes
    lemma_counts: Bytes
    senses: Int32s
    sizes: Int32s
    offsets: Int32s
    heads: Int32s
    hypernym_counts: Bytes
    hypernyms: Int32s
    forms: Bytes
    form_counts: Bytes
    bases: Int32s


def read_directory(directory: str) -> WordNetArrays:
    """A WordNet in its published form; FileError names the file and line that are not as wndb(5WN) says."""
    synsets = [list(_synsets(directory, pos)) for pos in POS]
    number = {(p, synset.offset): 0 for p, listed in enumerate(synsets) for synset in listed}
    for place, key in enumerate(sorted(number)):
        number[key] = place
    senses: dict[str, list[list[int]]] = {}
    for p, pos in enumerate(POS):
        for name, line, fields in _lines(directory, f"index.{pos}"):
            try:
                found = [number[p, int(offset)] for offset in fields[len(fields) - _count(fields[2]) :]]
            except (KeyError, ValueError, IndexError):
                raise FileError(f"{name} line {line} is not a line of WordNet's index; see wndb(5WN).") from None
            senses.setdefault(fields[0], [[], [], [], []])[p] = found
    lemmas = sorted(senses, key=str.encode)
    lemma_id = {lemma: i for i, lemma in enumerate(lemmas)}
    ordered = [synset for listed in synsets for synset in sorted(listed, key=lambda s: s.offset)]
    try:
        heads = [lemma_id[synset.head] for synset in ordered]
        places = {pos[0]: p for p, pos in enumerate(POS) if pos in _TAXONOMIES}
        above = [
            [number[places[kind], offset] for kind, offset in synset.hypernyms]
            for synset in ordered[: sum(len(synsets[POS.index(pos)]) for pos in _TAXONOMIES)]
        ]
    except KeyError as missing:
        raise FileError(
            f"{printable(directory)} contradicts itself: a synset refers to {missing}, which none of its files lists."
        ) from None
    forms = _exceptions(directory, lemma_id)
    spelled = sorted(forms, key=str.encode)
    return WordNetArrays(
        lemmas=_joined(lemmas),
        lemma_counts=_counts([senses[lemma] for lemma in lemmas]),
        senses=_flat(ids for lemma in lemmas for ids in senses[lemma]),
        sizes=np.array([len(listed) for listed in synsets], dtype=np.int32),
        offsets=np.array([synset.offset for synset in ordered], dtype=np.int32),
        heads=np.array(heads, dtype=np.int32),
        hypernym_counts=np.array([len(ids) for ids in above], dtype=np.uint8),
        hypernyms=_flat(above),
        forms=_joined(spelled),
        form_counts=_counts([forms[form] for form in spelled]),
        bases=_flat(ids for form in spelled for ids in forms[form]),
    )


def read_parts(directory: str) -> Int32s:
    """Pairs (part, whole) of noun synsets, numbered as ``read_directory`` numbers them, sorted."""
    nouns = list(_synsets(directory, "noun"))
    number = {offset: place for place, offset in enumerate(sorted(synset.offset for synset in nouns))}
    pairs = sorted((number[synset.offset], number[whole]) for synset in nouns for whole in synset.wholes)
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def parts_to_bytes(pairs: Int32s) -> bytes:
    """The pairs as a small npz archive: steps from part to part, and wholes."""
    steps = np.diff(pairs[:, 0], prepend=0).astype(np.int32)
    return write_arrays({"part_steps": steps, "wholes": np.ascontiguousarray(pairs[:, 1])})


def to_bytes(arrays: WordNetArrays) -> bytes:
    """The arrays as a compressed npz archive; the same arrays give the same bytes."""
    return write_arrays({name: _planes(array) for name, array in vars(arrays).items()})


def from_bytes(data: bytes) -> WordNetArrays:
    """What ``to_bytes`` wrote."""
    what, again = "a pack of WordNet", "build it again with 'make wordnet-pack'"
    saved = read_arrays(data, tuple(WordNetArrays.__dataclass_fields__), what, again)
    try:
        return WordNetArrays(**{name: _whole(name, array) for name, array in saved.items()})
    except (ValueError, TypeError) as problem:
        raise FileError(f"this is not {what} ({problem}); {again}.") from problem


def _planes(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Numbers as four rows of bytes, which compress to two thirds: neighbours share their high bytes."""
    if array.dtype != np.int32:
        return array
    return np.ascontiguousarray(array.astype("<i4").view(np.uint8).reshape(-1, 4).T)


def _whole(name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if WordNetArrays.__dataclass_fields__[name].type != "Int32s":
        return array
    return np.ascontiguousarray(array.T).view("<i4").reshape(-1).astype(np.int32)


@dataclass(frozen=True)
class _Synset:
    offset: int
    head: str
    hypernyms: tuple[tuple[str, int], ...]
    wholes: tuple[int, ...] = ()


def _synsets(directory: str, pos: str) -> Iterator[_Synset]:
    for name, line, fields in _lines(directory, f"data.{pos}"):
        try:
            words = int(fields[3], 16)
            pointers = fields[5 + 2 * words : 5 + 2 * words + 4 * int(fields[4 + 2 * words])]
            above = tuple(
                (pointers[i + 2], int(pointers[i + 1]))
                for i in range(0, len(pointers), 4)
                if pointers[i] in _HYPERNYMS and pos in _TAXONOMIES
            )
            wholes = tuple(int(pointers[i + 1]) for i in range(0, len(pointers), 4) if pointers[i] == _WHOLE)
            if not 0 <= int(fields[0]) < _END or len(above) > _MOST:
                raise ValueError
            # adjectives may carry their syntactic position, as in "galore(ip)"
            yield _Synset(int(fields[0]), fields[4].partition("(")[0].lower(), above, wholes)
        except (ValueError, IndexError):
            raise FileError(f"{name} line {line} is not a synset of WordNet; see wndb(5WN).") from None


def _count(field: str) -> int:
    count = int(field)
    if not 0 <= count <= _MOST:
        raise ValueError
    return count


def _exceptions(directory: str, lemma_id: dict[str, int]) -> dict[str, list[list[int]]]:
    """Irregular forms with their base lemmas; a base that is no lemma is left out, the form is still known as such."""
    forms: dict[str, list[list[int]]] = {}
    for p, pos in enumerate(POS):
        for name, line, fields in _lines(directory, f"{pos}.exc"):
            bases = forms.setdefault(fields[0], [[], [], [], []])[p]
            bases += [lemma_id[base] for base in fields[1:] if base in lemma_id and lemma_id[base] not in bases]
            if len(bases) > _MOST:
                raise FileError(f"{name} line {line}: an irregular form has more than {_MOST} base forms.")
    return forms


def _lines(directory: str, file: str) -> Iterator[tuple[str, int, list[str]]]:
    path = Path(directory) / file
    name = printable(str(path))
    with open_bytes(path) as opened:
        for line, raw in enumerate(opened, 1):
            if raw.startswith(b"  "):  # the licence, at the head of every file
                continue
            try:
                fields = raw.partition(b" | ")[0].decode("utf-8").split()
            except UnicodeDecodeError:
                raise FileError(f"{name} line {line} is not UTF-8.") from None
            if fields:
                yield name, line, fields


def _joined(words: list[str]) -> Bytes:
    return np.frombuffer("".join(f"{word}\n" for word in words).encode(), dtype=np.uint8)


def _counts(lists: list[list[list[int]]]) -> Bytes:
    return np.array([[len(ids) for ids in by_pos] for by_pos in lists], dtype=np.uint8).reshape(-1, len(POS))


def _flat(lists: Any) -> Int32s:
    return np.array([item for ids in lists for item in ids], dtype=np.int32)
