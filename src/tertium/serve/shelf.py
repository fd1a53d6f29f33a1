"""The texts that can be chosen on the page: files given on the command line, and what was pasted or dropped.

A page names a text by its id alone; no path comes from a browser, and no file is named by one.
"""

from __future__ import annotations

import re
import secrets
import stat
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from anyio import to_thread

from tertium.corpus.files.access import Source
from tertium.corpus.files.inflate import codec_of
from tertium.corpus.formats.table_formats import TableFormat
from tertium.errors import FileError, InputError, TertiumError, printable
from tertium.serve.limits import MIB, ServerLimits, too_large
from tertium.serve.tables import split, table_format

_MOST_FILES = 500
_DEPTH = 3
_MOST_UNPACKED = 256 * MIB
_LONGEST_NAME = 80
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)  # in the name of a file that somebody uploads
_SCORES = (".json", ".score")  # files of scores that are no tables
_NO_TEXTS = (".sqlite", ".html", ".png", ".svg", ".pdf", ".py", ".pyc", ".so", ".zip", ".tar", ".npz", ".tertium")


@dataclass(frozen=True)
class ShelfText:
    """``path`` is where it lies here, ``label`` what a person calls it; ``ours`` is a copy that we may delete."""

    id: str
    path: str
    label: str
    size: int
    lines: int
    start: str
    ours: bool
    folder: str = ""
    column: str = ""  # of a file with columns; the text is a copy of that column
    whole: bool = False  # a table as it is: people's judgments, or scores of another tool


@dataclass(frozen=True)
class Added:
    """What came of one file, and what a person should know about it."""

    texts: tuple[ShelfText, ...]
    remark: str = ""


class TooMuchError(InputError):
    """More than the limits of the server allow; the answer is 413."""


class Shelf:
    """All texts of one server; every tab sees the same ones."""

    def __init__(self, folder: Path, limits: ServerLimits) -> None:
        self._folder, self._limits = folder, limits
        self._texts: dict[str, ShelfText] = {}
        self._arriving = 0  # bytes of uploads that are not on the shelf yet

    def __iter__(self) -> Iterator[ShelfText]:
        return iter(self._texts.values())

    def text(self, identity: object) -> ShelfText:
        found = self._texts.get(identity) if isinstance(identity, str) else None
        if found is None:
            raise InputError("one of the texts is no longer here; choose it again.")
        return found

    def open_files(self, given: Sequence[str]) -> None:
        """Files, and all texts in folders, are read where they are."""
        for name in given:
            path = Path(name)
            kind = _kind(path)
            if kind == stat.S_IFDIR:
                self._open_folder(path)
            elif kind == stat.S_IFREG:
                self._add_file(path, path.name, "", must=True)
            elif kind is not None:
                raise FileError(f"{printable(name)} is neither a file nor a folder, expected texts to choose from.")
            else:
                Source(path).head()  # says why it cannot be read
                raise FileError(f"{printable(name)} is neither a file nor a folder, expected texts to choose from.")

    async def add(self, label: str, pieces: AsyncIterator[bytes], *, whole: bool = False) -> Added:
        """New texts from a stream, written as it comes; nothing is left of one that does not come to its end.

        A file with columns gives a text for each of them; ``whole`` keeps it as it is, for judgments and scores.
        """
        if len(self._texts) >= self._limits.shelf_texts + _MOST_FILES:
            raise TooMuchError(f"there are {len(self._texts)} texts, which is all; remove some first.")
        identity = secrets.token_hex(8)
        path = self._folder / f"text-{identity}"
        size = 0
        try:
            with path.open("xb") as file:
                async for piece in pieces:
                    size += len(piece)
                    self._arriving += len(piece)
                    self._refuse_too_much(label, size)
                    await to_thread.run_sync(file.write, piece)
            taken = self._taken_whole if whole else self._taken
            added = await to_thread.run_sync(taken, identity, path, label)
        except OSError as error:
            path.unlink(missing_ok=True)
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"{printable(label)} cannot be kept: {reason}; make room on the disk.") from None
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            self._arriving -= size
        self._texts |= {text.id: text for text in added.texts}
        return added

    def _taken(self, identity: str, path: Path, label: str) -> Added:
        """What an uploaded file holds; of a table the columns alone are kept."""
        known = table_format(label, _head(path))
        if known is None:
            return Added((_look_at(identity, path, label, True, ""),))
        try:
            return self._columns(path, known, label, "")
        finally:
            path.unlink(missing_ok=True)

    def _taken_whole(self, identity: str, path: Path, label: str) -> Added:
        """Readers of scores and judgments go by the name of a file: it gets one like it, in a folder of its own."""
        table_format(label, _head(path))  # refuses what the page does not read
        named = self._folder / f"table-{identity}" / (_UNSAFE.sub("_", label)[-_LONGEST_NAME:].lstrip(".") or "table")
        named.parent.mkdir()
        path.rename(named)
        return Added((replace(_look_at(identity, named, label, True, ""), whole=True),))

    def _columns(self, path: Path, known: TableFormat, label: str, folder: str) -> Added:
        room = self._limits.shelf_bytes - sum(text.size for text in list(self) if text.ours)
        try:
            found = split(path, known, self._folder / f"text-{secrets.token_hex(8)}", room)
        except TertiumError as problem:
            raise InputError(problem.said.replace(printable(str(path)), printable(label))) from None
        texts = []
        for column in found.columns:
            shown = f"{label}[{column.name}]"
            text = _look_at(secrets.token_hex(8), column.path, shown, True, folder)
            texts.append(replace(text, column=printable(column.name)[:100]))
        said = [remark.replace(printable(str(path)), printable(label)) for remark in found.remarks]
        return Added(tuple(texts), " ".join(said))

    def remove(self, identity: str) -> None:
        text = self.text(identity)
        del self._texts[text.id]
        if text.ours:
            with suppress(OSError):
                Path(text.path).unlink()
                if text.whole:
                    Path(text.path).parent.rmdir()

    def _refuse_too_much(self, label: str, size: int) -> None:
        if size > self._limits.text_bytes:
            raise TooMuchError(too_large(printable(label), self._limits.text_bytes))
        if self._arriving + sum(text.size for text in self if text.ours) > self._limits.shelf_bytes:
            most = self._limits.shelf_bytes / MIB
            raise TooMuchError(f"the texts together are larger than {most:g} MiB; remove some first.")

    def _open_folder(self, folder: Path) -> None:
        found = list(islice(_texts_in(folder), _MOST_FILES + 1))  # of a whole disk, not all
        if not found:
            raise FileError(f"{printable(str(folder))} holds no text files; give a folder with files of one text each.")
        if len(found) > _MOST_FILES:
            raise FileError(
                f"{printable(str(folder))} holds more than {_MOST_FILES} files; give a smaller folder, or the files "
                "themselves."
            )
        for path in found:
            inner = path.parent.relative_to(folder)
            self._add_file(path, path.name, "" if str(inner) == "." else str(inner))

    def _add_file(self, path: Path, label: str, folder: str, must: bool = False) -> None:
        """A table gives its columns. One that was named must be one; in a folder there are other files, too."""
        try:
            known = table_format(label, _head(path))
            whole = known is not None or path.suffix.lower() in _SCORES
            if whole:
                text = replace(_look_at(secrets.token_hex(8), path.absolute(), label, False, folder), whole=True)
                self._texts[text.id] = text
            if known is not None:
                self._texts |= {text.id: text for text in self._columns(path, known, label, folder).texts}
            if whole:
                return
        except InputError:
            if must:
                raise
        except OSError:
            pass  # told below
        try:
            text = _look_at(secrets.token_hex(8), path.absolute(), label, False, folder)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise FileError(f"{printable(str(path))} cannot be read: {reason}; check its permissions.") from None
        self._texts[text.id] = text


def _texts_in(folder: Path, depth: int = _DEPTH) -> Iterator[Path]:
    """Files that may be texts, in the order of their names; hidden ones and links to elsewhere are left out."""
    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError(f"{printable(str(folder))} cannot be read: {reason}; check its permissions.") from None
    seen = [path for path in inside if not path.name.startswith(".") and not path.is_symlink()]
    for path in seen:
        if _kind(path) == stat.S_IFREG and path.suffix.lower() not in _NO_TEXTS:
            yield path
    for path in seen:
        if depth and _kind(path) == stat.S_IFDIR:
            yield from _texts_in(path, depth - 1)


def _kind(path: Path) -> int | None:
    """What a path leads to; None where nobody may look, or what was there is gone (a process of /proc)."""
    try:
        return stat.S_IFMT(path.stat().st_mode)
    except (OSError, ValueError):
        return None


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(16)


def _look_at(identity: str, path: Path, label: str, ours: bool, folder: str) -> ShelfText:
    """Size, lines and the first words; what is wrong with a text is said when it is scored."""
    lines, last, start = 0, b"\n", b""
    packed = codec_of(_head(path)) is not None
    read = 0
    # What is wrong with an archive is said when it is scored; one that grows without end is not counted to its end.
    with Source(path).open() if packed else path.open("rb") as file, suppress(TertiumError):
        while (piece := file.read(1 << 20)) and not (packed and read > _MOST_UNPACKED):
            start = start or piece[:400]
            lines += piece.count(b"\n")
            last = piece[-1:]
            read += len(piece)
    shown = printable(start.partition(b"\n")[0].decode("utf-8", "replace").replace("\t", "  "))[:120]
    lines += last != b"\n"
    size = path.stat().st_size
    return ShelfText(identity, str(path), printable(label), size, lines, shown, ours, printable(folder))


def labels_of(texts: Iterable[ShelfText]) -> dict[str, str]:
    """What a person calls each path; the longest path first, for one may begin another."""
    return {text.path: text.label for text in sorted(texts, key=lambda text: -len(text.path))}
