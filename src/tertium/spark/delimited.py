"""TSV and CSV on a cluster: lines of text that become columns, by the rules of one machine.

Spark's own reader of such files leaves out rows whose fields are all blank, takes empty texts for null and closes
quotation marks that nobody closed. So its lines of text are taken, and Python workers cut them as
``corpus.formats.tsv`` and ``csv_table`` do. A worker sees a file in blocks: only the block that begins a file has its
first line, which is the header if a column is named. Every line is looked at by itself, so a CSV row that goes over
several lines is refused (its quotation mark is not closed on its line), and nothing merges without a word.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from tertium.corpus.formats.columns import Key
from tertium.corpus.formats.shards import natural
from tertium.corpus.formats.tsv import place_of
from tertium.errors import InputError, brief, counted, printable

SLASHES = "^([^:/]+:)/+"  # a list of files has file:///x where a row says that it is from file:/x
TEXT, FILE, BEGINS = (
    "tertium text",
    "tertium path",
    "tertium begins",
)  # of a line: itself, its file, its block's first byte


@dataclass(frozen=True)
class Cut:
    """Batches of lines in, batches of columns out; what else a line has (its place) goes with it."""

    form: str
    first: tuple[str, ...]  # the fields of the first line of the first file
    has_header: bool
    taken: tuple[tuple[str, int], ...]  # names of columns, and where their fields stand
    beside: tuple[str, ...]

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        begun: set[str] = set()  # files whose first line was seen: a block comes in one piece and in order
        for batch in batches:
            paths, begins = batch[FILE].to_pylist(), batch[BEGINS].to_pylist()
            rows = fields(self.form, batch[TEXT].to_pylist(), paths)
            kept = list(range(len(rows)))
            if self.has_header:
                kept = []
                for place, path in enumerate(paths):
                    if begins[place] == 0 and path not in begun:
                        begun.add(path)
                        self._check_header(rows[place], path)
                    else:
                        kept.append(place)
            for place in kept:
                if len(rows[place]) != len(self.first):
                    raise self._ragged(rows[place], paths[place])
            columns = {
                name: pyarrow.array([rows[place][at] for place in kept], pyarrow.string()) for name, at in self.taken
            }
            columns |= {name: batch[name].take(pyarrow.array(kept, pyarrow.int64())) for name in self.beside}
            yield pyarrow.record_batch(columns)

    def _check_header(self, row: Sequence[str], path: str) -> None:
        if tuple(row) != self.first:
            raise InputError(
                f"{_file(path)} begins with {_shown(row)}, and another file with {_shown(self.first)}; give all of "
                "them the same header."
            )

    def _ragged(self, row: Sequence[str], path: str) -> InputError:
        advice = {
            "tsv": "a TAB is missing or too much",
            "csv": "put texts that hold commas in quotation marks",
        }[self.form]
        return InputError(
            f"{_file(path)} has a line of {counted(len(row), 'field')} ({_shown(row)}) but the first line has "
            f"{len(self.first)}; {advice}."
        )


def fields(form: str, lines: Sequence[str], paths: Sequence[str]) -> list[list[str]]:
    """The fields of every line."""
    if form == "tsv":
        return [line.removesuffix("\r").split("\t") for line in lines]
    made: list[list[str]] = []
    reader = csv.reader((f"{line}\n" for line in lines), strict=True)
    while len(made) < len(lines):
        try:
            row = next(reader)
        except csv.Error as problem:
            raise _unclosed(lines[len(made)], paths[len(made)], str(problem)) from None
        if reader.line_num != len(made) + 1:
            raise _unclosed(lines[len(made)], paths[len(made)], "")
        made.append(row or [""])
    return made


def _unclosed(line: str, path: str, why: str) -> InputError:
    if "expected after" in why:
        return InputError(
            f"{_file(path)} has text behind a closing quotation mark, in the line {_shown([line])}; double quotation "
            'marks inside a field ("").'
        )
    return InputError(
        f"{_file(path)} has a quotation mark that its line does not close ({_shown([line])}); --engine reads CSV line "
        "by line: write rows that go over several lines as JSON Lines or Parquet."
    )


def columns_of(
    lines: Any, form: str, path: str, keys: Sequence[Key], beside: Sequence[str], *, every: bool
) -> tuple[Any, dict[Key, str]]:
    """Lines (a column ``value``, and those ``beside``) as columns, and what those of the keys are called.

    The key None is a column of references that nobody named. With ``every`` the other columns are there, too.
    """
    from pyspark.sql.types import StringType, StructField, StructType

    first = _first_fields(lines, form, path)
    has_header = any(not isinstance(key, int) for key in keys)
    names = {key: reference_among(first) if key is None else str(key) for key in keys}
    taken = {names[key]: place_of(names[key] if key is None else key, first, printable(path)) for key in keys}
    if every:
        for place, heading in enumerate(first):
            if place not in taken.values():
                taken.setdefault(heading if has_header else str(place + 1), place)
    cut = Cut(form, tuple(first), has_header, tuple(taken.items()), tuple(beside))
    kinds = {field.name: field for field in lines.schema.fields}
    schema = StructType([*(StructField(name, StringType()) for name in taken), *(kinds[name] for name in beside)])
    marked = lines.selectExpr(
        f"value as `{TEXT}`",
        f"_metadata.file_path as `{FILE}`",
        f"_metadata.file_block_start as `{BEGINS}`",
        *(f"`{name}`" for name in beside),
    )
    return marked.mapInArrow(cut, schema), names


def reference_among(columns: Sequence[str]) -> str:
    """The column of references where nobody names it."""
    wanted = ("ref", "refs", "reference", "references")
    for name in wanted:
        if name in columns:
            return name
    raise InputError(
        f"there is no column {', '.join(wanted)} among {', '.join(map(printable, columns[:20]))}; name it with "
        "--ref-col."
    )


def _first_fields(lines: Any, form: str, path: str) -> list[str]:
    """Those of the first line of the first file that has one."""
    from pyspark.sql import functions

    begin = lines.where("_metadata.file_block_start = 0")
    for file in sorted(map(plain_path, lines.inputFiles()), key=natural):
        mine = functions.regexp_replace("_metadata.file_path", SLASHES, "$1/") == file
        found = begin.where(mine).select("value").head()
        if found is not None:
            return fields(form, [found[0]], [file])[0]
    raise InputError(f"{printable(path)} has no lines; nothing can be scored.")


def plain_path(path: str) -> str:
    """With one slash behind the name of its file system."""
    return re.sub(SLASHES, r"\1/", path)


def _file(path: str) -> str:
    return printable(unquote(path).rsplit("/", 1)[-1])


def _shown(row: Sequence[str]) -> str:
    return brief(" | ".join(row))
