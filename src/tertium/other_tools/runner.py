"""Texts through another tool: what it has not scored yet is sent to it, and every score is kept as it comes."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import fmean

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Corpus
from tertium.corpus.files.journal import digest_of
from tertium.errors import InputError, option, printable
from tertium.other_tools.child import Child, Waiting, left_out
from tertium.other_tools.known_licences import forbids_commerce, licence_of
from tertium.other_tools.protocol import Description, answer, described, item
from tertium.other_tools.score_cache import ScoreCache, item_key
from tertium.other_tools.spec import FIELDS, Tool, fields_of
from tertium.progress import Listener
from tertium.version import __version__

_KEPT_AFTER = 1.0  # seconds: what came is on disk by then
_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}


@dataclass(frozen=True, eq=False)
class ToolRun:
    """Scores (systems, segments), NaN where a segment has no reference; and what they are."""

    name: str
    scores: Floats
    signature: str
    higher_is_better: bool


@dataclass
class _Items:
    """What is to be scored, each text once: the texts by their key, and which keys each output has."""

    texts: dict[bytes, Mapping[str, str]] = field(default_factory=dict)
    outputs: list[list[tuple[bytes, ...]]] = field(default_factory=list)  # by system, then by segment
    most_references: int = 0


def run(tool: Tool, corpus: Corpus, listener: Listener, *, keep: bool = True) -> ToolRun:
    """Every output of the corpus, scored by the tool or known from before; ``keep`` False forgets at the end."""
    command = tool.command()
    extra = {} if tool.may_download else _OFFLINE
    child = Child(tool.name, command, extra, tool.silence, says_hello=tool.says_hello)
    with child if tool.says_hello else nullcontext():  # it loads its model when the first item comes, not before
        about = _introduced(tool, child, listener) if tool.says_hello else _told(tool)
        items = _collected(tool, about, corpus)
        scores = _scored(tool, about, command, items, listener, keep, child)
    return _made(tool, about, items, scores, listener)


def _introduced(tool: Tool, child: Child, listener: Listener) -> Description:
    first = child.line(_awaited(listener, f"the first line of {tool.name}, which says who it is", tool.silence))
    if first is None:
        raise child.failed("ended before it said a word")
    try:
        about = described(first, tool.name)
    except InputError as problem:
        raise child.failed(f"is not understood: {problem.said[:-1]}") from None
    return about if about.licence else replace(about, licence=licence_of(about.model))


def _told(tool: Tool) -> Description:
    """What the user says of a command that says nothing itself."""
    given = tool.settings
    return Description(
        name=tool.name,
        model=given["model"],
        revision=given["revision"],
        precision=given["precision"],
        licence=given["licence"] or licence_of(given["model"]),
        better=given["better"],
        uses=fields_of(given["uses"]) if given["uses"] else FIELDS,
    )


def _collected(tool: Tool, about: Description, corpus: Corpus) -> _Items:
    made = _Items(outputs=[[] for _ in corpus.names])
    for build in corpus.chunks(SEGMENTS_PER_CHUNK):
        chunk, _ = build()
        if "src" in about.uses and chunk.sources is None:
            raise InputError(f"{tool.name} reads the source; give it with {option('-s')}.")
        _add(chunk, about.uses, tool.refs == "first", made)
    return made


def _add(chunk: Chunk, uses: tuple[str, ...], first_only: bool, made: _Items) -> None:
    text = chunk.pool.sentence
    sources = None if chunk.sources is None else [text(place) for place in chunk.sources.tolist()]
    references = [text(place) for place in chunk.refs.tolist()]
    offsets = list(pairwise(chunk.ref_offsets.tolist()))
    count = chunk.segments
    for pair, place in enumerate(chunk.hyp.tolist()):
        system, at = divmod(pair, count)
        first, last = offsets[at]
        if first == last:  # masked: there is nothing to compare with
            made.outputs[system].append(())
            continue
        shared = {"mt": text(place)}
        if "src" in uses and sources is not None:
            shared["src"] = sources[at]
        if "ref" not in uses:
            items = [shared]
        else:
            used = references[first : first + 1 if first_only else last]
            made.most_references = max(made.most_references, len(used))
            items = [shared | {"ref": reference} for reference in used]
        keys = tuple(item_key(one) for one in items)
        for key, one in zip(keys, items, strict=True):
            made.texts.setdefault(key, one)
        made.outputs[system].append(keys)


def _scored(
    tool: Tool,
    about: Description,
    command: list[str],
    items: _Items,
    listener: Listener,
    keep: bool,
    child: Child,
) -> dict[bytes, float]:
    """The score of every item. ``child`` runs already if it said hello; else it is started if it is needed."""
    cache = ScoreCache(_file_name(tool, about), _identity(tool, about, command), keep=keep)
    try:
        known = cache.get(list(items.texts))
        missing = [key for key in items.texts if key not in known]
        doing = f"scoring with {tool.name}"
        listener.progress(doing, len(known), len(items.texts))
        if tool.says_hello:
            return _asked(child, about, items, missing, known, cache, listener, doing)
        if not missing:
            return known
        with child:
            return _asked(child, about, items, missing, known, cache, listener, doing)
    finally:
        cache.close()


def _asked(
    child: Child,
    about: Description,
    items: _Items,
    missing: list[bytes],
    known: dict[bytes, float],
    cache: ScoreCache,
    listener: Listener,
    doing: str,
) -> dict[bytes, float]:
    child.feed(item(number, items.texts[key]) for number, key in enumerate(missing))
    fresh: dict[bytes, float] = {}
    last = time.monotonic()
    try:
        first = _awaited(listener, f"the first score of {child.name}", child.silence)
        for key, score in _answers(child, about, missing, first):
            known[key] = fresh[key] = score
            if time.monotonic() - last > _KEPT_AFTER:
                cache.put(fresh)
                fresh, last = {}, time.monotonic()
                listener.progress(doing, len(known), len(items.texts))
    finally:
        if fresh:  # also of a child that failed, or of a run that is interrupted here
            cache.put(fresh)
    listener.progress(doing, len(known), len(items.texts))
    code = child.ended()
    if code:
        listener.notice(f"{child.name} ended with code {code} after its last score; every score is there.")
    return known


def _awaited(listener: Listener, what: str, silence: float | None) -> Waiting:
    """Tells the listener what is waited for: a large model loads for minutes, and a wrong command says nothing."""
    most = "" if silence is None else f" of {silence:,.0f} at most"

    def waiting(seconds: float) -> None:
        listener.progress(f"waiting for {what}: {seconds:,.0f} s{most}", 0, 0)

    return waiting


def _answers(child: Child, about: Description, missing: list[bytes], waiting: Waiting) -> Iterator[tuple[bytes, float]]:
    """What the child answers, checked: every item once, and no other."""
    open_items = set(range(len(missing)))
    if not open_items:
        child.part()
    for number, line in enumerate(child.lines(waiting), 1):
        try:
            name, score = answer(line, number, child.name)
        except InputError as problem:
            raise child.failed(f"is not understood: {problem.said.rstrip('.')}") from None
        if name not in open_items:
            what = "was answered before" if 0 <= name < len(missing) else "nobody asked about"
            raise child.failed(f"is not understood: line {number} of {child.name} has id {name}, which {what}")
        if about.range is not None and not about.range[0] <= score <= about.range[1]:
            low, high = about.range
            raise child.failed(f"says that scores lie in {low:g} to {high:g}, but gave {score:g} for id {name}")
        open_items.remove(name)
        if not open_items:  # a process that it started may hold its output open for ever
            child.part()
        yield missing[name], score
    if open_items:
        raise child.failed(left_out(len(open_items), len(missing)))


def _made(tool: Tool, about: Description, items: _Items, scores: Mapping[bytes, float], listener: Listener) -> ToolRun:
    best = max if about.higher_is_better else min
    pick = best if tool.refs == "best" else fmean  # of one score, where only the first reference is used
    rows = [[pick([scores[key] for key in keys]) if keys else np.nan for keys in row] for row in items.outputs]
    if forbids_commerce(about.licence):
        listener.notice(
            f"{tool.name}: the licence of {printable(about.model or about.name or tool.name)} is "
            f"{printable(about.licence)}, which does not allow commercial use."
        )
    elif about.model and not about.licence:
        listener.notice(f"{tool.name}: no licence is known of {printable(about.model)}; ask its authors for it.")
    signature = _signature(tool, about, items.most_references)
    return ToolRun(tool.name, np.array(rows, dtype=np.float64), signature, about.higher_is_better)


def _signature(tool: Tool, about: Description, references: int) -> str:
    """``comet:model=…,precision=fp32,revision=…|unbabel-comet 2.2.7|uses:src+mt+ref|licence:apache-2.0|version:…``"""
    given = {"model": about.model, "precision": about.precision, "revision": about.revision, **about.settings}
    told = ",".join(f"{key}={value}" for key, value in sorted(given.items()) if value)
    program = f"{about.name or tool.name} {about.version}".strip()
    used = f"uses:{'+'.join(about.uses)}" + (f"|refs:{tool.refs} of {references}" if references > 1 else "")
    direction = "" if about.higher_is_better else "|lower is better"
    head = f"{tool.name}:{told}" if told else tool.name
    return f"{head}|{program}|{used}{direction}|licence:{about.licence or 'unknown'}|version:{__version__}"


def _file_name(tool: Tool, about: Description) -> str:
    return "-".join(part for part in (tool.kind, about.model.rpartition("/")[2] or tool.name) if part)


def _identity(tool: Tool, about: Description, command: list[str]) -> str:
    """What scores depend on beside the texts. A command is also its program, or the script that its interpreter runs:
    whoever works on a metric changes that. Other files among its words may be logs."""
    if tool.kind != "command":
        return f"{tool.kind} {about.identity()}"
    script = next((word for word in command[1:] if os.path.isfile(word)), command[0])  # noqa: PTH113 - any text is a word
    files = [digest_of(word) for word in (command[0], script)]
    return hashlib.sha256(repr([about.identity(), command, files]).encode("utf-8", "surrogatepass")).hexdigest()
