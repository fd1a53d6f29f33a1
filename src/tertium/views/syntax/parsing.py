"""Graphs of a chunk's texts: from files, or parsed and kept on disk.

A source is named in signatures: ``files`` (given with the texts), ``en`` (the English model that ships with tertium),
or an installed spaCy pipeline with its version, such as ``de_core_news_sm@3.8.0``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib import metadata
from queue import SimpleQueue
from typing import Protocol

import numpy as np

from tertium.corpus.annotations.parse_cache import ParseCache, text_key
from tertium.corpus.chunk import Chunk, Graphed
from tertium.corpus.files.access import is_folder
from tertium.corpus.files.packaged import packaged, packaged_folder
from tertium.errors import FileError, InputError, SpecError, TertiumError, either, option, printable
from tertium.kernels.graphs import Graphs, new_graphs
from tertium.progress import SILENT, Listener
from tertium.views.syntax.spacy_parser import LONGEST, SpacyParser
from tertium.views.syntax.text_language import other_trees, refuse_other_languages

FILES, ENGLISH = "files", "en"
Answer = tuple[str, str | None]  # a parse, and what follows from it
MODEL = "en_ewt"  # folder of the shipped model
_HERE = 200  # so few texts are parsed in this process: another one takes a second to start
_TASK = 64  # texts a request
_PROGRAM = "tertium.views.syntax.spacy_parser"  # what a parsing process runs, unless more follows
_KEPT = 1024  # parses a transaction
# There is a process for every core: threads of the libraries that NumPy may use would wait for one another.
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def check_source(source: str) -> str:
    """The source's full name; an error if there is no such pipeline, or not in the version that is asked for."""
    if source in (FILES, ENGLISH):
        return source
    name, _, wanted = source.partition("@")
    if "/" not in name:
        name = name.replace("-", "_")  # packages are installed under either, modules have the second
    try:
        version = metadata.version(name)
    except (metadata.PackageNotFoundError, ValueError):
        raise SpecError(
            f"parse is '{printable(source)}', expected {ENGLISH}, {FILES}, or an installed spaCy pipeline such as "
            "de_core_news_sm; there is no package of that name."
            + (" A pipeline in a folder becomes one by 'python -m spacy package'." if is_folder(source) else "")
        ) from None
    if wanted and wanted != version:
        raise SpecError(f"parse is '{printable(source)}' but version {version} of that pipeline is installed.")
    return f"{name}@{version}"


def language(source: str) -> str:
    """The language that a source's parses are of, if nobody says: English, or that of a pipeline by its name."""
    prefix, _, _ = source.partition("_")
    return prefix if source not in (FILES, ENGLISH) and re.fullmatch("[a-z]{2,3}", prefix) else ENGLISH


def identity(source: str) -> str:
    """What parses are kept under: another model, or another version of one, has parses of its own."""
    if source == ENGLISH:
        meta = json.loads(packaged(f"{MODEL}/meta.json"))
        return f"{meta['lang']}_{meta['name']}-{meta['digest']}"
    return source


def check_graphs(chunk: Chunk, source: str, metric: str, enhanced: bool) -> None:
    """Refuse a chunk without the graphs that a metric compares, or in a language that the parser does not know."""
    if source == ENGLISH:
        refuse_other_languages(chunk, metric, "parse them as English", other_trees())
    if source != FILES:
        if enhanced:
            raise InputError(
                f"{metric}:graph=enhanced needs parses that have enhanced dependencies, and '{source}' makes none; "
                f"give them with {option('--parse-hyp')} and {option('--parse-ref')}."
            )
        return
    if "parse" not in chunk.graphs:
        raise InputError(
            f"{metric}:parse={FILES} needs the parses of the texts; pass {option('--parse-hyp')} and "
            f"{option('--parse-ref')} (CoNLL-U or Stanford dependencies), or use {metric}:parse={ENGLISH} for English."
        )
    if len(chunk.graphs["parse"].hyp) < chunk.pairs:
        name, files = either("--parse-hyp", "parse_hyp"), either("files", "lists")
        raise InputError(f"{name} has 0 {files}, expected {chunk.systems}: one for each system.")
    if enhanced and len(chunk.graphs["parse"].graphs.lacking_enhanced()):
        raise InputError(
            f"{metric}:graph=enhanced needs enhanced dependencies (column 9 of CoNLL-U), which some sentences of the "
            "parse files lack; use graph=basic."
        )


def graphs(chunk: Chunk, source: str) -> Graphed:
    """The graphs of every text of the chunk, made once."""
    if source == FILES:
        return chunk.graphs["parse"]
    return chunk.view(("graphs", source), lambda: _parsed(chunk, source))


def _parsed(chunk: Chunk, source: str) -> Graphed:
    """One graph for every distinct text: sentence k of the graphs is that of the k-th text in use."""
    used = np.unique(np.concatenate([chunk.hyp, chunk.refs]))
    place = np.full(len(chunk.pool), -1, dtype=np.int32)
    place[used] = np.arange(len(used), dtype=np.int32)
    texts = [chunk.pool.sentence(int(sentence)) for sentence in used]
    made, kept = new_graphs(), parser(source)
    if not _fill(made, kept.packed(texts)):
        raise kept.unreadable()
    return Graphed(made, place[chunk.hyp], place[chunk.refs])


def _fill(made: Graphs, parses: Sequence[bytes]) -> bool:
    """Add the parses, unless one of them cannot be read."""
    data = np.frombuffer(b"".join(parses), dtype=np.uint8)
    lengths = np.fromiter(map(len, parses), dtype=np.int64, count=len(parses))
    ends = np.cumsum(lengths)
    return made.add_conllu(data, ends - lengths, ends, False) < 0


def parser(source: str) -> Parser:
    """The parser of a source, with its parses on disk; one a process, for connections must not be inherited."""
    return _parser(source, os.getpid())


@lru_cache(maxsize=4)
def _parser(source: str, process: int) -> Parser:
    return Parser(source)


class Follower(Protocol):
    """What is made of every parse where it is made, in the parsing processes, and kept by itself."""

    @property
    def program(self) -> tuple[str, ...]:
        """The module that a process runs, and what it is told beside the model."""
        ...

    @property
    def cache(self) -> ParseCache: ...

    def made_of(self, parses: Sequence[str]) -> list[str | None]:
        """The same in this process; None where nothing can be made."""
        ...


class Parser:
    """Parses texts, each once for all runs."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._cache = ParseCache(identity(source))
        self._here: SpacyParser | None = None
        self._lock = threading.Lock()

    def unreadable(self) -> FileError:
        return self._cache.unreadable()

    def parses(self, texts: Sequence[str]) -> list[str]:
        """CoNLL-U of every text."""
        return [parse.decode("utf-8") for parse in self.packed(texts)]

    def packed(self, texts: Sequence[str]) -> list[bytes]:
        """The same in UTF-8, as it is kept."""
        keys = [text_key(text) for text in texts]
        known = self._cache.get_bytes(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            known.update(self._made(missing, SILENT))
        return [known[key] for key in keys]

    def prepare(self, texts: Sequence[str], listener: Listener = SILENT, follower: Follower | None = None) -> int:
        """Parse those that are not known yet; how many there were. ``listener`` hears how many of them are done.

        ``follower`` makes something of every new parse, in the same processes.
        """
        by_key = {text_key(text): text for text in texts}
        missing = {key: by_key[key] for key in self._cache.missing(list(by_key))}
        if missing:
            self._made(missing, listener, follower)
        return len(missing)

    def _made(
        self, texts: Mapping[bytes, str], listener: Listener, follower: Follower | None = None
    ) -> dict[bytes, bytes]:
        longest = max(texts.values(), key=len)
        if len(longest) > LONGEST:
            raise InputError(
                f"a text of {len(longest):,} characters cannot be parsed, at most {LONGEST:,} can: "
                f"'{printable(longest[:40])}...'; one segment is one line."
            )
        made: dict[bytes, bytes] = {}
        waiting: dict[bytes, bytes] = {}
        following: dict[bytes, bytes] = {}
        with self._lock:  # one set of processes at a time
            keys = list(texts)
            tasks = [keys[start : start + _TASK] for start in range(0, len(keys), _TASK)]
            for task, answer in self._answers(tasks, texts, follower):
                for key, (parse, more) in zip(task, answer, strict=True):
                    waiting[key] = parse.encode("utf-8")
                    if more is not None:
                        following[key] = more.encode("utf-8")
                if len(waiting) >= _KEPT:
                    self._keep(waiting, following, follower)
                    made.update(waiting)
                    waiting, following = {}, {}
                listener.progress(f"parsing ({self._source})", len(made) + len(waiting), len(texts))
            self._keep(waiting, following, follower)
        return {**made, **waiting}

    def _keep(self, parses: Mapping[bytes, bytes], following: Mapping[bytes, bytes], follower: Follower | None) -> None:
        self._cache.put(parses)
        if follower is not None:
            follower.cache.put(following)

    def _answers(
        self, tasks: Sequence[list[bytes]], texts: Mapping[bytes, str], follower: Follower | None
    ) -> Iterator[tuple[list[bytes], list[Answer]]]:
        """Every task with its parses, and what follows from them."""
        if len(texts) <= _HERE:
            if self._here is None:
                self._here = SpacyParser(_model(self._source))
            for task in tasks:
                parses = self._here.parse([texts[key] for key in task])
                more: Sequence[str | None] = [None] * len(task) if follower is None else follower.made_of(parses)
                yield task, list(zip(parses, more, strict=True))
            return
        program = (_PROGRAM,) if follower is None else follower.program
        with _Workers(program, _model(self._source), min(_cores(), len(tasks))) as workers:
            yield from workers.answers(tasks, texts)


def _model(source: str) -> str:
    return str(packaged_folder(MODEL)) if source == ENGLISH else source.partition("@")[0]


def _cores() -> int:
    """Cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


class _Workers:
    """Processes that parse; they end with this block."""

    def __init__(self, program: Sequence[str], model: str, count: int) -> None:
        SpacyParser(model)  # what is wrong with the model is said here, in one sentence
        self._processes = [_Process(program, model) for _ in range(count)]

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *problem: object) -> None:
        for process in self._processes:
            process.end()

    def answers(
        self, tasks: Sequence[list[bytes]], texts: Mapping[bytes, str]
    ) -> Iterator[tuple[list[bytes], list[Answer]]]:
        """Every task with its answer, in the order in which they are done."""
        done: SimpleQueue[tuple[list[bytes], list[Answer]] | BaseException] = SimpleQueue()
        todo = iter(tasks)
        lock = threading.Lock()

        def work(process: _Process) -> None:
            try:
                while True:
                    with lock:
                        task = next(todo, None)
                    if task is None:
                        return
                    done.put((task, process.parse([texts[key] for key in task])))
            except BaseException as problem:
                done.put(problem)

        with ThreadPoolExecutor(len(self._processes), thread_name_prefix="tertium-parse") as pool:
            for process in self._processes:
                pool.submit(work, process)
            try:
                for _ in tasks:
                    answer = done.get()
                    if isinstance(answer, BaseException):
                        raise answer
                    yield answer
            finally:
                todo = iter(())
                for process in self._processes:
                    process.end()  # a thread that waits for an answer gets none, and ends


class _Process:
    """One parsing process: a line of JSON in, a line of JSON out."""

    def __init__(self, program: Sequence[str], model: str) -> None:
        module, *told = program
        self._process = subprocess.Popen(
            # -P: nothing is imported from the folder that happens to be current.
            [sys.executable, "-P", "-W", "ignore", "-m", module, model, *told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | dict.fromkeys(_ONE_THREAD, "1"),
            start_new_session=True,  # an interrupt is ours to handle; processes end with their input
        )

    def parse(self, texts: Sequence[str]) -> list[Answer]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("a parsing process without pipes")
        try:
            stdin.write(json.dumps(list(texts)) + "\n")
            stdin.flush()
            line = stdout.readline()
        except (BrokenPipeError, ValueError):
            line = ""
        if not line.endswith("\n"):
            raise TertiumError(
                f"a parsing process ended with code {self._process.wait()} before it answered (was it killed, or is "
                "memory full?); run again: what was parsed so far is kept."
            )
        return [(parse, more) for parse, more in json.loads(line)]

    def end(self) -> None:
        """It holds nothing that could be lost."""
        self._process.kill()
        self._process.wait()
