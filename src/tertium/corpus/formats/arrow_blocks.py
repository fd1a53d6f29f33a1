"""Tables in memory, given as Arrow: batches cut into blocks whose texts go straight into a chunk's pool.

Columns may be string, large_string, string_view, or dictionaries of them; a list of strings (list, large_list,
fixed_size_list) gives a segment that many references. What a batch says of itself is checked natively
(native/arrow); here errors get the name of the column and the number of the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.formats.columns import Block, ColumnTable, Key, PoolBlock, TextBlock
from tertium.corpus.notices import Found
from tertium.errors import InputError, TertiumError, did_you_mean, either, option, printable
from tertium.kernels.arrow import ArrowBatch, ArrowTexts, number_hashes, sentence_hashes
from tertium.kernels.text import Pool, new_pool

Batches = Callable[[Sequence[str]], Iterator[ArrowBatch]]  # of some columns; may be called again
Label = str | int | bool | None

# What types are called that are not read, by the letters of the C data interface.
_TYPES = {
    "b": "bool",
    "e": "float16",
    "f": "float32",
    "g": "float64",
    "z": "binary",
    "Z": "large_binary",
    "vz": "binary_view",
    "+s": "struct",
    "+l": "a list of something else",
    "+L": "a list of something else",
    **{letter: f"{'u' if letter.isupper() else ''}int{8 << place // 2}" for place, letter in enumerate("cCsSiIlL")},
}

TEXTS, LISTS, NUMBERS, BOOLEANS = "texts", "lists", "numbers", "booleans"


@dataclass(frozen=True)
class Words:
    """How messages speak of a column, and whether a null is one of its values."""

    place: Callable[[Key, int, int], str]  # of a column, a row and an item (0: none), both from 1
    null: str  # what is said of a null
    allow_missing: bool = False
    limit: int = (1 << 63) - 1  # bytes that a text may have
    error: type[TertiumError] = InputError  # for what is no text, or more of it than the limit


@dataclass(frozen=True, eq=False)
class _Part:
    """Rows of one batch."""

    batch: ArrowBatch
    column: int
    start: int
    count: int


@dataclass(frozen=True, eq=False)
class ArrowBlock(PoolBlock):
    """Rows of one column, in the memory of whoever made them."""

    parts: tuple[_Part, ...]
    key: Key
    kind: str  # what the column is read as: TEXTS, LISTS, NUMBERS or BOOLEANS
    count: int
    first: int
    words: Words
    ids: ArrowBlock | None = None  # of the same rows, for messages

    def add_to(self, pool: Pool) -> tuple[Int32s, Bools, Int64s | None]:
        ids, present, offsets = [], [], [np.zeros(1, dtype=np.int64)]
        done = 0
        for part in self.parts:
            made = self._read(part, pool, done)
            ids.append(made.ids)
            present.append(made.present.view(bool))
            if self.kind == LISTS:
                offsets.append(made.offsets[1:] + offsets[-1][-1])
            done += part.count
        return _joined(ids), _joined(present), _joined(offsets) if self.kind == LISTS else None

    def cut(self, segments: int) -> ArrowBlock:
        parts, left = [], segments
        for part in self.parts:
            if left > 0:
                parts.append(replace(part, count=min(left, part.count)))
            left -= part.count
        return replace(self, parts=tuple(parts), count=min(segments, self.count))

    def after(self, segments: int) -> ArrowBlock:
        parts, over = [], segments
        for part in self.parts:
            if over < part.count:
                skipped = max(over, 0)
                parts.append(replace(part, start=part.start + skipped, count=part.count - skipped))
            over -= part.count
        ids = None if self.ids is None else self.ids.after(segments)
        first, count = self.first + segments, self.count - segments
        return replace(self, parts=tuple(parts), count=count, first=first, ids=ids)

    def as_strings(self) -> TextBlock:
        pool = new_pool()
        ids, present, offsets = self.add_to(pool)
        texts = [pool.sentence(place) if there else None for place, there in zip(ids.tolist(), present, strict=True)]
        return TextBlock(texts, self.count, self.first, None if offsets is None else offsets.tolist())

    def labels(self) -> tuple[list[Label], Int64s]:
        """The distinct values of the rows, and which of them each row has; a null is a value of its own, None."""
        if self.kind in (NUMBERS, BOOLEANS):
            numbers, there = self._numbers()
            known, inverse = np.unique(numbers[there], return_inverse=True)
            values: list[Label] = [bool(n) if self.kind == BOOLEANS else n for n in known.tolist()]
            places = np.full(len(there), len(values), dtype=np.int64)
            places[there] = inverse.reshape(-1)
            return [*values, None], places
        pool = new_pool()
        ids, present, offsets = replace(self, words=replace(self.words, allow_missing=True)).add_to(pool)
        if offsets is not None:
            raise InputError(f"{self._place(self.first, 0)} is a list, expected one label.")
        values = [*map(pool.sentence, range(len(pool))), None]
        return values, np.where(present, ids, len(values) - 1).astype(np.int64)

    def hashes(self) -> npt.NDArray[np.uint64]:
        """A number for every row, the same for the same id everywhere; an id that is null is an error."""
        if self.kind in (NUMBERS, BOOLEANS):
            numbers, there = self._numbers()
            if not there.all():
                raise self._null(int(np.argmin(there)), -1)
            return number_hashes(numbers)
        pool = new_pool()
        ids, _, offsets = replace(self, words=replace(self.words, allow_missing=False)).add_to(pool)
        if offsets is not None:
            raise InputError(f"{self._place(self.first, 0)} is a list, expected one id.")
        return np.asarray(sentence_hashes(pool)[ids])

    def _read(self, part: _Part, pool: Pool, done: int) -> ArrowTexts:
        try:
            made = part.batch.add_to(pool, part.column, part.start, part.count, self.words.limit)
        except ValueError as problem:
            raise unsound(self._place(self.first + done, 0), problem) from None
        if made.refused_row >= 0:
            raise self._refused(done, made)
        if made.null_row >= 0 and not self.words.allow_missing:
            raise self._null(done + made.null_row, made.null_item)
        return made

    def _numbers(self) -> tuple[Int64s, Bools]:
        read = []
        for part in self.parts:
            try:
                read.append(part.batch.numbers(part.column, part.start, part.count))
            except ValueError as problem:
                raise unsound(self._place(self.first, 0), problem) from None
        return _joined([values for values, _ in read]), _joined([there.view(bool) for _, there in read])

    def _null(self, row: int, item: int) -> InputError:
        return InputError(f"{self._place(self.first + row, item + 1)} {self.words.null}")

    def _refused(self, done: int, made: ArrowTexts) -> TertiumError:
        place = self._place(self.first + done + made.refused_row, made.refused_item + 1)
        if made.invalid_byte >= 0:
            return self.words.error(f"{place} is not UTF-8 (byte {made.invalid_byte + 1}); write it again as UTF-8.")
        advice = either("raise --max-line-bytes where the command has it", "cut it")
        return self.words.error(f"{place} is longer than {self.words.limit} bytes; if that is one segment, {advice}.")

    def _place(self, row: int, item: int) -> str:
        """A row as messages name it, with its id if it has one."""
        place = self.words.place(self.key, row, item)
        return place if self.ids is not None and self.ids.key == self.key else place + self.named(row - self.first)

    def named(self, row: int) -> str:
        if self.ids is None:
            return ""
        values, places = self.ids.labels()
        return f" (id {printable(str(values[places[row]]))})"


class ArrowTable(ColumnTable):
    """Columns by name, or one column alone (its key is None), of batches that can be read again."""

    def __init__(
        self,
        name: str,
        batches: Batches,
        words: Words,
        *,
        unit: str = "row",
        kinds: Sequence[str] = (TEXTS, LISTS),
        labels: Sequence[str] = (),
        ids: str | None = None,
        first: int = 1,
    ) -> None:
        self.name = name
        self.unit = unit
        self._batches = batches
        self._words = words
        self._kinds = kinds
        self._labels = frozenset(labels)
        self._ids = ids
        self._first = first

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        held: list[tuple[list[tuple[int, str]], ArrowBatch, int, int]] = []  # columns, batch, start, count
        rows, first = 0, self._first
        batches = self._batches([key for key in keys if isinstance(key, str)])
        for batch in batches:
            columns = [self._column(batch, key) for key in keys]
            start = 0
            while start < len(batch):
                taken = min(segments - rows, len(batch) - start)
                held.append((columns, batch, start, taken))
                rows, start = rows + taken, start + taken
                if rows == segments:
                    yield self._blocks(keys, held, rows, first)
                    held, rows, first = [], 0, first + segments
        if rows:
            yield self._blocks(keys, held, rows, first)

    def _blocks(
        self,
        keys: Sequence[Key],
        held: Sequence[tuple[list[tuple[int, str]], ArrowBatch, int, int]],
        rows: int,
        first: int,
    ) -> tuple[ArrowBlock, ...]:
        made = []
        for place, key in enumerate(keys):
            kinds = {columns[place][1] for columns, *_ in held}
            if len(kinds) > 1:
                raise InputError(f"{self.name} column '{printable(str(key))}' is not of one type in all batches.")
            parts = tuple(_Part(batch, columns[place][0], start, count) for columns, batch, start, count in held)
            made.append(ArrowBlock(parts, key, kinds.pop(), rows, first, self._words))
        ids = made[list(keys).index(self._ids)] if self._ids in keys and self._ids is not None else None
        return tuple(made) if ids is None else tuple(replace(block, ids=ids) for block in made)

    def _column(self, batch: ArrowBatch, key: Key) -> tuple[int, str]:
        """The place of a column and what it is read as."""
        columns = batch.columns
        names = [name.decode("utf-8", "replace") for name, _, _ in columns]
        if key is None:
            if batch.is_table:
                raise InputError(f"{self.name} is a table, expected one column; take one of {_listed(names)}.")
            place = 0
        elif not batch.is_table:
            raise InputError(f"{self.name} has no columns with names, expected a table with {printable(str(key))!r}.")
        else:
            place = place_among(self.name, names, key)
        _, letters, kind = columns[place]
        if kind not in (*self._kinds, *((NUMBERS, BOOLEANS) if key in self._labels else ())):
            what = "strings or whole numbers" if key in self._labels else "strings or lists of strings"
            column = self.name if key is None else f"{self.name} column '{printable(str(key))}'"
            known = _TYPES.get(letters, f"of the Arrow type '{printable(letters)}'")
            raise InputError(f"{column} is {known}, expected {what}; convert it.")
        return place, kind


def place_among(table: str, names: Sequence[str], key: Key) -> int:
    """Where the column is; an error names those there are."""
    places = [place for place, name in enumerate(names) if name == key]
    if not places:
        near = did_you_mean(str(key), names) or "; give one of these."
        raise InputError(f"{table} has no column '{printable(str(key))}', only {_listed(names)}{near}")
    if len(places) > 1:
        raise InputError(f"{table} has {len(places)} columns named '{printable(str(key))}'; rename one.")
    return places[0]


def table_words(table: str, missing: str) -> Words:
    """How columns of a table are spoken of: as those of a file."""

    def place(key: Key, row: int, item: int) -> str:
        return f"{table} row {row} column '{printable(str(key))}'{f' item {item}' if item else ''}"

    null = f"is null, expected a text; fill it, or use {option('--missing skip')}."
    return Words(place, null, missing == "skip")


def unsound(place: str, problem: Exception) -> InputError:
    """Data that contradicts itself, or that its own library could not give."""
    reason = printable(str(problem).strip().split("\n")[0])
    return InputError(f"{place}: this is not sound Arrow data ({reason}); make it again.")


def _joined(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(map(printable, names[:20]))
    return f"{shown}, …" if len(names) > 20 else shown or "none"
