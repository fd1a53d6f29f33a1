"""Runs that are kept: one SQLite file in the user's data folder, for its owner alone, or memory with ``--no-history``.

A run is written in one transaction when it is done: a server that is killed leaves whole runs and nothing else. A file
that is damaged is set aside, and what can still be read of it goes into the new one. SQLite does not see that a byte of
a value was changed: every run has a sum over its title, its scores and all else that is shown of it; pages and texts
have one inside. A run whose sum is wrong counts as damage: no score is shown that was not computed.
"""

from __future__ import annotations

import datetime
import itertools
import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from tertium.corpus.files.mended_base import MendedBase, files_of, in_one, make_private
from tertium.errors import FileError, InputError, printable
from tertium.serve.kept import KeptRun, KeptScore, KeptText, NewRun

VARIABLE = "TERTIUM_HISTORY"
_PATIENCE = 10.0  # seconds to wait for another server with the same file
_FORMAT = 2  # 1 had no sums; its runs are read as they are
_MAGIC = b"SQLite format 3\0"  # every such file begins with it
_TABLES = """
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, made TEXT NOT NULL, title TEXT NOT NULL, segments INTEGER NOT NULL,
    seconds REAL NOT NULL, test_set TEXT NOT NULL, asked TEXT NOT NULL, warnings TEXT NOT NULL, page BLOB NOT NULL,
    sum TEXT);
CREATE TABLE IF NOT EXISTS scores (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, system TEXT NOT NULL, metric TEXT NOT NULL,
    signature TEXT NOT NULL, higher INTEGER NOT NULL, score REAL, low REAL, high REAL, letters TEXT);
CREATE INDEX IF NOT EXISTS scores_of_run ON scores (run);
CREATE INDEX IF NOT EXISTS scores_of_system ON scores (system);
CREATE TABLE IF NOT EXISTS texts (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, role TEXT NOT NULL, label TEXT NOT NULL,
    name TEXT NOT NULL, digest TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS texts_of_run ON texts (run);
CREATE TABLE IF NOT EXISTS contents (digest TEXT PRIMARY KEY, content BLOB NOT NULL);
"""
T = TypeVar("T")


class NotKeptError(InputError):
    """There is no such run or text; the answer is 404."""


def history_file() -> Path:
    """Where runs are kept unless somebody says otherwise."""
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME")
    # The base directory specification: a path that is not absolute is to be ignored.
    root = Path(base) if base and Path(base).is_absolute() else Path("~/.local/share").expanduser()
    return root / "tertium" / "history.sqlite"


def refuse_other_files(path: Path) -> None:
    """A file that somebody names and that never was a history is not to be set aside as a damaged one."""
    try:
        if not path.is_file() and not path.is_dir():
            path.stat()  # nothing is there, or a pipe, which would wait
            raise FileError(f"{printable(str(path))} is no file, and a history is one; name another with --history.")
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except FileNotFoundError:
        return
    except OSError as error:
        raise FileError(f"{printable(str(path))} cannot be read: {error.strerror}.") from None
    if start and start != _MAGIC:
        raise FileError(
            f"{printable(str(path))} is not a history of tertium serve; name a new file, or one that it made."
        )


class History(MendedBase):
    """All kept runs; ``path`` None keeps them in memory. Safe to share between threads."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.remark: str | None = None  # what a person should know about the file
        if path is not None:
            _make_folder(path)
        super().__init__()

    def add(self, run: NewRun) -> int:
        """Keep it, all or nothing; the number is new, even after runs were deleted."""
        return self._done(lambda base: in_one(base, lambda: _insert(base, run)))

    def runs(self) -> list[KeptRun]:
        """The newest first, with scores and texts."""

        def read(base: sqlite3.Connection) -> list[KeptRun]:
            scores, texts = _by_run(base, _SCORES, KeptScore), _by_run(base, _TEXTS, KeptText)
            rows = base.execute(f"SELECT {_RUN}, sum FROM runs ORDER BY id DESC").fetchall()
            return [_run(row, scores.get(row[0], []), texts.get(row[0], [])) for row in rows]

        # At one moment: a run that another server writes meanwhile would have scores without a title, or no scores.
        return self._done(lambda base: in_one(base, lambda: read(base), begin="BEGIN"))

    def run(self, number: int) -> KeptRun:
        found = next((run for run in self.runs() if run.id == number), None)
        if found is None:
            raise NotKeptError(f"run {number} is not in the history; it may have been deleted.")
        return found

    def page(self, number: int) -> bytes:
        """The report, as the file that can be exported."""
        page = self._done(lambda base: _unpacked(base, "SELECT page FROM runs WHERE id = ?", number))
        if page is None:
            raise NotKeptError(f"run {number} is not in the history; it may have been deleted.")
        return page

    def content(self, digest: str) -> bytes:
        """The bytes of a kept text."""
        content = self._done(lambda base: _unpacked(base, "SELECT content FROM contents WHERE digest = ?", digest))
        if content is None:
            raise NotKeptError("a text of this run is no longer in the history.")
        return content

    def delete(self, number: int) -> None:
        def remove(base: sqlite3.Connection) -> None:
            if not base.execute("DELETE FROM runs WHERE id = ?", (number,)).rowcount:
                raise NotKeptError(f"run {number} is not in the history; it may have been deleted already.")
            _drop_unused(base)

        self._done(lambda base: in_one(base, lambda: remove(base)))
        self._shrink()

    def clear(self) -> None:
        """Delete all runs; nothing of them is left in the file."""

        def remove(base: sqlite3.Connection) -> None:
            base.execute("DELETE FROM runs")
            _drop_unused(base)

        self._done(lambda base: in_one(base, lambda: remove(base)))
        self._shrink()

    @property
    def size(self) -> int:
        """Bytes of the file, its log included."""
        if self.path is None:
            return 0
        return sum(part.stat().st_size for part in files_of(self.path) if part.exists())

    def _shrink(self) -> None:
        """Deleted texts leave the file and its log at once, not when their pages happen to be used again."""

        def shrink(base: sqlite3.Connection) -> None:
            base.execute("VACUUM")
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        with suppress(FileError):  # another server reads: secure_delete has overwritten the pages all the same
            self._done(shrink)

    def _connected(self) -> sqlite3.Connection:
        if self.path is None:
            return _connected(":memory:")
        make_private(self.path)
        return _connected(str(self.path))

    def _made_anew(self) -> sqlite3.Connection:
        """A new file with what can be read of the damaged one, which is set aside under a name of its own."""
        if self.path is None:
            raise FileError("the history in memory is damaged; start again.")
        aside = _place_aside(self.path)
        for part, name in zip(files_of(self.path), files_of(aside), strict=True):
            with suppress(FileNotFoundError):
                part.replace(name)
        base = self._connected()
        saved = _salvage(aside, base)
        self.remark = (
            f"The history was damaged and was made anew; {saved} of its runs could be saved. The damaged file is "
            f"{printable(str(aside))}."
        )
        return base

    def _unusable(self, reason: str) -> FileError:
        return FileError(
            f"the history {printable(str(self.path))} cannot be used: {reason}; give another file with --history, or "
            "--no-history."
        )


_RUN = "id, made, title, segments, seconds, test_set, asked, warnings"
_SCORES = "SELECT run, system, metric, signature, higher, score, low, high, letters FROM scores ORDER BY rowid"
_TEXTS = "SELECT run, role, label, name, digest FROM texts ORDER BY rowid"


def _place_aside(path: Path) -> Path:
    """A name that no file has: what an earlier damage left is not written over."""
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    names = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    return next(place for more in names if not (place := Path(f"{path}.damaged-{stamp}{more}")).exists())


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError(
            f"the history cannot be kept in {printable(str(path.parent))}: {reason}; give another file with "
            "--history, or --no-history."
        ) from None


def _connected(path: str) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    base.text_factory = _text
    try:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        base.execute("PRAGMA foreign_keys = ON")
        base.execute("PRAGMA secure_delete = ON")
        base.execute("PRAGMA temp_store = MEMORY")
        known = base.execute("PRAGMA user_version").fetchone()[0]
        if known > _FORMAT:
            raise FileError(
                f"the history {printable(path)} was written by a newer tertium (format {known}, known is {_FORMAT}); "
                "give another file with --history, or --no-history."
            )
        base.executescript(_TABLES)
        _add_sums(base)
        base.execute(f"PRAGMA user_version = {_FORMAT}")
        for table in ("runs", "scores", "texts", "contents"):
            base.execute(f"SELECT * FROM {table} LIMIT 1").fetchone()
        found = base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    except BaseException:
        base.close()
        raise
    return base


def _add_sums(base: sqlite3.Connection) -> None:
    """The column of a file of format 1; another server may have added it a moment ago."""
    if "sum" not in {row[1] for row in base.execute("PRAGMA table_info(runs)")}:
        with suppress(sqlite3.OperationalError):
            base.execute("ALTER TABLE runs ADD COLUMN sum TEXT")


def _sum_of(row: Sequence[Any], scores: Sequence[KeptScore], texts: Sequence[KeptText]) -> str:
    """Over the columns ``_RUN`` as they are read back, and over all that belongs to the run."""
    said = json.dumps([list(row), *([list(vars(one).values()) for one in many] for many in (scores, texts))])
    return sha256(said.encode()).hexdigest()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")  # a changed byte is seen by the sum, and must not stop the reading


def _unpacked(base: sqlite3.Connection, query: str, key: int | str) -> bytes | None:
    """What is kept there; SQLite does not see that its bytes were changed, but unpacking does."""
    row = base.execute(query, (key,)).fetchone()
    try:
        return None if row is None else zlib.decompress(row[0])
    except (zlib.error, TypeError):
        raise sqlite3.DatabaseError("a page or a text was changed") from None


def _insert(base: sqlite3.Connection, run: NewRun, number: int | None = None, made: str | None = None) -> int:
    """``number`` and ``made`` of a run that is moved from a damaged file: links to it go on leading to it."""
    now = made or datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    number = base.execute(
        "INSERT INTO runs (id, made, title, segments, seconds, test_set, asked, warnings, page) "
        "VALUES (?,?,?,?,?,?,?,?,?)",
        (
            number,
            now,
            run.title,
            run.segments,
            run.seconds,
            run.test_set,
            json.dumps(run.asked),
            json.dumps(list(run.warnings)),
            zlib.compress(run.page),
        ),
    ).lastrowid
    if number is None:
        raise RuntimeError("a row without a number")
    base.executemany(
        "INSERT INTO scores VALUES (?,?,?,?,?,?,?,?,?)", [(number, *vars(score).values()) for score in run.scores]
    )
    base.executemany("INSERT INTO texts VALUES (?,?,?,?,?)", [(number, *vars(text).values()) for text in run.texts])
    kept = [(digest, zlib.compress(content)) for digest, content in run.contents.items()]
    base.executemany("INSERT OR IGNORE INTO contents VALUES (?,?)", kept)
    base.execute("UPDATE runs SET sum = ? WHERE id = ?", (_sum_of(*_parts(base, number)), number))
    return number


def _parts(base: sqlite3.Connection, number: int) -> tuple[Sequence[Any], list[KeptScore], list[KeptText]]:
    row = base.execute(f"SELECT {_RUN} FROM runs WHERE id = ?", (number,)).fetchone()
    scores = [KeptScore(*rest) for _, *rest in base.execute(_of(_SCORES), (number,))]
    texts = [KeptText(*rest) for _, *rest in base.execute(_of(_TEXTS), (number,))]
    return row, scores, texts


def _refuse_changed(
    kept: str | None, row: Sequence[Any], scores: Sequence[KeptScore], texts: Sequence[KeptText]
) -> None:
    if kept is not None and kept != _sum_of(row, scores, texts):
        raise sqlite3.DatabaseError(f"what is kept of run {row[0]} was changed")


def _drop_unused(base: sqlite3.Connection) -> None:
    base.execute("DELETE FROM contents WHERE digest NOT IN (SELECT digest FROM texts)")


def _by_run(base: sqlite3.Connection, query: str, kind: Callable[..., T]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for number, *rest in base.execute(query):
        found.setdefault(number, []).append(kind(*rest))
    return found


def _run(row: Sequence[Any], scores: Sequence[KeptScore], texts: Sequence[KeptText]) -> KeptRun:
    *columns, kept = row
    _refuse_changed(kept, columns, scores, texts)
    number, made, title, segments, seconds, test_set, asked, warnings = columns
    try:
        asked, warnings = json.loads(asked), json.loads(warnings)
    except (ValueError, TypeError):
        raise sqlite3.DatabaseError("what a run asked for was changed") from None
    return KeptRun(
        number,
        made,
        title,
        segments,
        seconds,
        test_set,
        asked,
        tuple(warnings),
        tuple(scores),
        tuple(texts),
    )


def _salvage(damaged: Path, base: sqlite3.Connection) -> int:
    """Copy every run that can be read whole, one by one; how many there were."""
    saved = 0
    try:
        old = sqlite3.connect(damaged, isolation_level=None)
        old.text_factory = _text
    except sqlite3.Error:
        return 0
    with suppress(sqlite3.Error):
        old.execute("PRAGMA writable_schema = ON")  # reads on where the schema itself has a fault
    numbers: set[int] = set()
    for order in ("ASC", "DESC"):  # from both ends, up to the damage
        with suppress(sqlite3.Error):
            for (number,) in old.execute(f"SELECT id FROM runs ORDER BY id {order}"):
                numbers.add(number)
    for number in sorted(numbers):
        with suppress(sqlite3.Error, ValueError, zlib.error, TypeError):
            run, made = _read_whole(old, number)
            in_one(base, partial(_insert, base, run, number, made))
            saved += 1
    old.close()
    return saved


def _read_whole(old: sqlite3.Connection, number: int) -> tuple[NewRun, str]:
    """A run of a damaged file with what belongs to it; an error of some kind if its page or its scores are lost."""
    row, scores, texts = _parts(old, number)
    _, made, title, segments, seconds, test_set, asked, warnings = row
    [page] = old.execute("SELECT page FROM runs WHERE id = ?", (number,)).fetchone()
    with suppress(sqlite3.OperationalError):  # a file of format 1 has none
        [kept] = old.execute("SELECT sum FROM runs WHERE id = ?", (number,)).fetchone()
        _refuse_changed(kept, row, scores, texts)
    if not scores or not texts:
        raise ValueError("its scores or texts are lost")
    contents = {}
    for text in texts:  # a report without its texts is still worth having
        with suppress(sqlite3.Error, zlib.error, TypeError):
            [content] = old.execute("SELECT content FROM contents WHERE digest = ?", (text.digest,)).fetchone()
            contents[text.digest] = zlib.decompress(content)
    asked, warnings, page = json.loads(asked), json.loads(warnings), zlib.decompress(page)
    return NewRun(title, segments, seconds, test_set, asked, warnings, scores, texts, contents, page), made


def _of(query: str) -> str:
    return query.replace(" ORDER BY", " WHERE run = ? ORDER BY")
