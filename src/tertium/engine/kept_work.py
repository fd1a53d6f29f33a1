"""Scoring that survives: what was done of a run, kept in a folder chunk by chunk, so that the same command goes on.

| file | what it holds |
|---|---|
| `run.json` | what is scored: versions, signatures of the metrics, SHA-256 of every input, options; written once |
| `tables` | a journal of the first pass (NIST's information, tf-idf): the table of every chunk |
| `chunks` | a journal of the measured chunks: exact totals, notices, what the checks saw |
| `scores` | segment scores, if they are wanted: a row of doubles a segment |
| `rows` | statistics of every segment, if intervals or tests will need them |
| `lock` | held while a run works here; the system takes it back when the process ends |

A chunk counts once its record is in the journal, and its record is written when its scores and rows are on the disk.
Records carry digests that begin with that of `run.json` (`corpus.files.journal`), and say the digests of the scores and
rows that belong to them. Going on starts behind the last whole record.

Keeping costs at most about a twentieth of the time: where a disk is slow to sync, several chunks wait for one another.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from tertium.arrays import Floats
from tertium.corpus.files.access import Source, make_folder, write_atomically
from tertium.corpus.files.journal import Appended, Journal, only_one
from tertium.engine.packing import pack, unpack
from tertium.engine.segment_store import SegmentStore
from tertium.errors import FileError, InputError, either, printable
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass

FORMAT = 1
RUN, TABLES, CHUNKS, SCORES, ROWS, LOCK = "run.json", "tables", "chunks", "scores", "rows", "lock"
_OURS = frozenset({RUN, TABLES, CHUNKS, SCORES, ROWS, LOCK})
_SHARE = 20  # of the time is spent on keeping, one part
_LATEST = 5.0  # seconds until what was done is kept, whatever that costs
_MARK = "tertium"  # in the names of temporary files


class KeptWork:
    """The work of one run in its folder (see ``metrics.measuring.Before``).

    ``header`` says what is scored, by the words that messages use; a folder with another one is refused.
    ``size`` is how many segments a chunk has: the first run decides. ``widths`` are numbers a segment, of scores and of
    rows; ``check`` is asked at the end whether the inputs are still those of the header.
    """

    def __init__(
        self,
        folder: str,
        header: Mapping[str, Any],
        size: int,
        widths: tuple[int, int],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._folder, self._header, self._widths, self._check = folder, dict(header), widths, check
        self.size = size
        self.collected = self.measured = self.segments = 0
        self.complete = False
        self.scores: SegmentStore | None = None
        self.rows: SegmentStore | None = None
        self._open = ExitStack()
        self._waiting: list[Any] = []
        self._waiting_tables: list[Any] = []
        self._scores: list[bytes] = []
        self._rows: list[bytes] = []
        self._kept, self._cost = time.monotonic(), 0.0

    def __enter__(self) -> Self:
        shown = printable(self._folder)
        folder = make_folder(self._folder)
        _refuse_foreign(folder, shown)
        self._open.enter_context(
            only_one(folder / LOCK, f"another run is working in {shown}; wait for it, or take another folder.")
        )
        try:
            seed = self._begin(folder, shown)
            self.mark = seed.hex()[:12]  # of temporary files: no other folder has it
            self._tables = Journal(folder / TABLES, seed)
            self._open.callback(self._tables.close)
            self._chunks = Journal(folder / CHUNKS, seed)
            self._open.callback(self._chunks.close)
            for name, width in zip((SCORES, ROWS), self._widths, strict=True):
                if width:
                    store = SegmentStore(Appended(folder / name), width)
                    self._open.callback(store.close)
                    setattr(self, name, store)
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def _begin(self, folder: Path, shown: str) -> bytes:
        """The digest of ``run.json``, which is written if there is none."""
        path = folder / RUN
        if path.exists():
            text = _read(path)
            before = _header(text, shown)
            _refuse_other(shown, before, _plain(self._header))
            self.size = int(before["segments_per_chunk"])
        else:
            text = json.dumps({"format": FORMAT, "segments_per_chunk": self.size, **self._header}, indent=1).encode()
            write_atomically(path, lambda file: file.write(text), private=True, mark=_MARK)
        return hashlib.sha256(text).digest()

    # What was done before: the tables of the first pass, then the chunks.

    def tables(self, metrics: Sequence[Metric]) -> dict[Hashable, Any]:
        first = FirstPass(metrics)
        for body in self._tables.records():
            for packed in unpack(body):
                if packed is None:
                    self.complete = True
                    continue
                listed = zip(first.collectors, packed, strict=True)
                first.merge({key: leaf.table_of(data) for (key, leaf), data in listed})
                self.collected += 1
        return first.tables

    def chunks(self) -> Iterator[tuple[bytes, Floats | None, Floats | None]]:
        """What was kept of every measured chunk, its segment scores and its rows."""
        for body in self._chunks.records():
            for part in unpack(body):
                numbers: list[Floats | None] = []
                for store, digest in ((self.scores, part["scores"]), (self.rows, part["rows"])):
                    if store is None:
                        numbers.append(None)
                        continue
                    data = store.bytes_of(self.segments, part["segments"])
                    if _digest(data) != digest:
                        raise FileError(
                            f"{printable(self._folder)} is damaged: segments {self.segments + 1} to "
                            f"{self.segments + part['segments']} are not as they were kept; delete it to start again."
                        )
                    numbers.append(store.rows(self.segments, part["segments"]))
                self.measured += 1
                self.segments += part["segments"]
                yield part["kept"], numbers[0], numbers[1]
        for store in (self.scores, self.rows):
            if store is not None:
                store.cut(self.segments)

    # What is done now.

    def keep_tables(self, packed: Sequence[bytes]) -> None:
        self._waiting_tables.append(list(packed))
        self._keep_if_due()

    def keep_complete(self) -> None:
        self._waiting_tables.append(None)
        self._keep()

    def keep(self, segments: int, kept: bytes, scores: bytes | None, rows: bytes | None) -> None:
        """One more chunk: what is to be known of it, its segment scores and its rows."""
        part = {"segments": segments, "kept": kept, "scores": None, "rows": None}
        for name, data, waiting in ((SCORES, scores, self._scores), (ROWS, rows, self._rows)):
            if data is not None:
                part[name] = _digest(data)
                waiting.append(data)
        self._waiting.append(part)
        self._keep_if_due()

    def keep_all(self) -> None:
        """Everything is done."""
        self._check()
        self._keep()

    def _keep_if_due(self) -> None:
        if time.monotonic() - self._kept >= min(_LATEST, _SHARE * self._cost):
            self._keep()

    def _keep(self) -> None:
        began = time.monotonic()
        for store, waiting in ((self.scores, self._scores), (self.rows, self._rows)):
            if store is not None and waiting:
                store.add_bytes(b"".join(waiting), sync=True)
                waiting.clear()
        for journal, parts in ((self._tables, self._waiting_tables), (self._chunks, self._waiting)):
            if parts:
                journal.append(pack(parts))
                parts.clear()
        self._kept = time.monotonic()
        self._cost = self._kept - began


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _plain(header: Mapping[str, Any]) -> dict[str, Any]:
    """As it is read back from JSON."""
    made: dict[str, Any] = json.loads(json.dumps(header))
    return made


def _read(path: Path) -> bytes:
    with Source(path).open() as file:
        return file.read()


def _header(text: bytes, shown: str) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT or "segments_per_chunk" not in header:
        raise FileError(f"{shown} does not hold work that this version can go on with; take another folder.")
    return header


def _refuse_foreign(folder: Path, shown: str) -> None:
    """A folder with anything else in it is somebody's, and no place for our files."""
    others = sorted(
        path.name for path in folder.iterdir() if path.name not in _OURS and not path.name.startswith(f".{RUN}")
    )
    if others:
        raise FileError(
            f"{shown} holds other files ({printable(others[0])}); give {either('--resume', 'resume')} a folder of its "
            "own."
        )


def _refuse_other(shown: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Say what differs between the run that began and this one."""
    for what, mine in now.items():
        theirs = before.get(what)
        if theirs == mine:
            continue
        raise InputError(
            f"{shown} holds the work of another run: {_difference(what, theirs, mine)}; give "
            f"{either('--resume', 'resume')} another folder, or delete this one to start again."
        )


def _difference(what: str, then: Any, now: Any) -> str:
    if isinstance(then, dict) and isinstance(now, dict):
        key = next(key for key in (*now, *then) if then.get(key) != now.get(key))
        if isinstance(then.get(key), str) and isinstance(now.get(key), str) and what == "inputs":
            return f"{key} has other contents (SHA-256 {then[key][:12]} then, {now[key][:12]} now)"
        return f"{key} was {_said(then.get(key))}, and is {_said(now.get(key))} now"
    return f"{what} was {_said(then)}, and is {_said(now)} now"


def _said(value: Any) -> str:
    if value is None:
        return "not given"
    return printable(", ".join(map(str, value)) if isinstance(value, list) else str(value))
