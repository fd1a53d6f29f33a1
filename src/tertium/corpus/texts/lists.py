"""Python's lists as a corpus: hypotheses, and one list of references for each, or one reference each.

The nesting is checked before anything is scored, for the wrong one gives a number and no error elsewhere (sacreBLEU
scores the first segment alone, docs/faults.md A1). sacreBLEU's way, one list for each reference, goes through
`streams`.

Any sequence will do: lists, tuples, numpy and pandas columns. Nothing is copied but the block being read. Columns of
pyarrow and polars, and Arrow-backed ones of pandas, are read in place, with no Python string in between.
None among several references is absent, as in sacreBLEU; None or NaN elsewhere is missing, which is an error unless
`missing="skip"`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Any

from tertium.corpus.annotations.alignments import Alignments, Reading
from tertium.corpus.annotations.graphs import GraphStreams
from tertium.corpus.formats.columns import Block, ColumnTable, Key, Stream, TextBlock
from tertium.corpus.notices import Found
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.corpus.texts.streams import Streams as Streams
from tertium.errors import InputError, brief_value, printable

_LARGEST_SQUARE = 64  # beyond that many references each, nobody meant them so


@dataclass(frozen=True, eq=False, slots=True)
class AlignmentLists:
    """Word alignments as lists of strings such as '0-0 1-2', one a segment.

    `hyp` and `direct` of several systems are mappings from their names; `ref` and `direct` of several references are
    `streams(...)` of lists.
    """

    hyp: Any = None
    ref: Any = None
    direct: Any = None
    reading: Reading = field(default_factory=Reading)


def streams(references: Sequence[Sequence[str | None]]) -> Streams:
    """Mark references as streams: `streams([["ref of 1", "ref of 2"], ["other of 1", "other of 2"]])`."""
    if isinstance(references, Streams):
        return references
    _refuse_non_sequence("references", references, "a list of streams")
    lists = tuple(_part(references, 0, len(references)))
    if not lists:
        raise InputError("tertium.streams got no stream, expected at least one list of references.")
    for number, stream in enumerate(lists, 1):
        if isinstance(stream, str):
            raise InputError(
                f"tertium.streams got a list of strings, expected a list of lists (stream {number} is a string); "
                "for one reference each, pass the list itself without tertium.streams."
            )
        _refuse_non_sequence(f"stream {number} of references", stream, "a list of strings, one for each hypothesis")
    return Streams(lists)


def corpus_of(
    hypotheses: Any,
    references: Any,
    sources: Any = None,
    *,
    names: Sequence[str] | None = None,
    policy: Policy | None = None,
    alignments: AlignmentLists | None = None,
    parses: tuple[Any, Any] = (None, None),
    unl: tuple[Any, Any] = (None, None),
) -> StreamCorpus:
    """A corpus of Python's sequences; `hypotheses` of several systems are a mapping from names to sequences."""
    policy = policy or Policy()
    systems = _systems(hypotheses, names)
    segments = len(next(iter(systems.values())))
    if not segments:
        raise InputError("no segments to score: hypotheses is empty.")
    first = next(iter(systems))
    for name, texts in systems.items():
        if len(texts) != segments:
            raise InputError(
                f"system '{printable(name)}' has {len(texts)} hypotheses but '{printable(first)}' has {segments}; "
                "segments must pair up."
            )
    if sources is not None:
        _refuse_non_sequence("sources", sources, "a list of strings")
        if len(sources) != segments:
            raise _lengths("sources", len(sources), segments)
    found = Found()
    refs = _references(references, segments, policy, found)
    return StreamCorpus(
        tuple(systems),
        tuple(_stream(_label(name, len(systems)), texts, policy) for name, texts in systems.items()),
        refs,
        None if sources is None else _stream("sources", sources, policy),
        policy,
        found.take(),
        _alignments(alignments or AlignmentLists(), tuple(systems), segments, policy),
        _graphs({"parse": parses, "unl": unl}, tuple(systems), segments),
    )


def _graphs(given: Mapping[str, tuple[Any, Any]], names: tuple[str, ...], segments: int) -> dict[str, GraphStreams]:
    """Graphs of hypotheses and references by kind, where there are any."""
    there = {kind: pair for kind, pair in given.items() if any(part is not None for part in pair)}
    if not there:
        return {}
    from tertium.corpus.annotations.graph_lists import graph_streams  # few texts come with graphs, and it reads UNL

    return {kind: graph_streams(kind, *pair, names, segments) for kind, pair in there.items()}


def _alignments(given: AlignmentLists, names: tuple[str, ...], segments: int, policy: Policy) -> Alignments:
    def by_system(kind: str, value: Any) -> tuple[Stream, ...]:
        if value is None:
            return ()
        if not isinstance(value, Mapping):
            return by_reference(kind, value)
        if set(value) != set(names):
            raise InputError(
                f"{kind} has links for {', '.join(sorted(map(printable, map(str, value))))}, expected them for the "
                f"systems {', '.join(map(printable, names))}."
            )
        return tuple(stream for name in names for stream in by_reference(f"{kind} of '{printable(name)}'", value[name]))

    def by_reference(kind: str, value: Any) -> tuple[Stream, ...]:
        if value is None:
            return ()
        lists = value.lists if isinstance(value, Streams) else [value]
        for links in lists:
            _refuse_non_sequence(kind, links, "a list of strings such as '0-0 1-2', one for each segment")
            if len(links) != segments:
                raise _lengths(kind, len(links), segments)
        return tuple(Stream(_Column(kind, links, policy)) for links in lists)

    return Alignments(
        by_system("align_hyp", given.hyp),
        by_reference("align_ref", given.ref),
        by_system("align_direct", given.direct),
        given.reading,
    )


def one_segment(hypothesis: Any, references: Any, source: Any = None, *, policy: Policy | None = None) -> StreamCorpus:
    """A corpus of one segment, for scoring a single sentence: a string, and a list of strings."""
    if not isinstance(hypothesis, str):
        raise InputError(f"hypothesis is {_kind(hypothesis)}, expected one string; score lists with corpus_score.")
    if isinstance(references, str):
        raise InputError("references is a string, expected a list of strings; write [reference].")
    _refuse_non_sequence("references", references, "a list of strings")
    given = list(_part(references, 0, len(references)))
    for number, text in enumerate(given, 1):
        if text is not None and not isinstance(text, str):
            raise InputError(f"reference {number} is {_kind(text)}, expected a string.")
    return corpus_of([hypothesis], [given], None if source is None else [source], policy=policy)


def sentence_stream(name: str, texts: Any) -> Stream:
    """A list of sentences by itself; one that is no string is refused with its place when it is read."""
    _refuse_non_sequence(name, texts, "a list of strings")
    return Stream(_Column(name, texts, Policy()))


def _systems(hypotheses: Any, names: Sequence[str] | None) -> dict[str, Any]:
    if isinstance(hypotheses, Mapping):
        if not hypotheses:
            raise InputError("hypotheses is an empty mapping, expected system names and their lists of strings.")
        systems = {str(name): texts for name, texts in hypotheses.items()}
        if len(systems) != len(hypotheses):
            raise InputError("two systems have the same name once written as text; give each a name of its own.")
    else:
        systems = {(names[0] if names else "system"): hypotheses}
    for name, texts in systems.items():
        _refuse_non_sequence(_label(name, len(systems)), texts, "a list of strings, one for each segment")
    return systems


def _label(name: str, systems: int) -> str:
    return "hypotheses" if systems == 1 else f"hypotheses of '{printable(name)}'"


def _references(references: Any, segments: int, policy: Policy, found: Found) -> tuple[Stream, ...]:
    if isinstance(references, Streams):
        return _from_streams(references, segments, policy)
    _refuse_non_sequence("references", references, "one list of strings for each hypothesis, or one string each")
    if not len(references):
        raise InputError("no references to score against: references is empty.")
    if getattr(references, "ndim", 1) == 1 and _flat(references):
        if len(references) != segments:
            hint = " (several references of one hypothesis are a list of their own: [[...]])" if segments == 1 else ""
            raise _lengths(f"references{hint}", len(references), segments)
        return (_stream("references", references, policy, reference=True),)
    _refuse_transposed(references, segments)
    if 1 < segments <= _LARGEST_SQUARE and all(_length(given) == segments for given in _part(references, 0, segments)):
        found.note("square", "references", 0, segments)
    return (_stream("references", references, policy, reference=True, nested=True),)


def _from_streams(given: Streams, segments: int, policy: Policy) -> tuple[Stream, ...]:
    lengths = [len(stream) for stream in given.lists]
    wrong = next((number for number, length in enumerate(lengths, 1) if length != segments), None)
    if wrong is not None:
        if len(lengths) == segments:
            raise InputError(
                f"references looks transposed: tertium.streams got {segments} lists for {segments} hypotheses, "
                "expected one list for each reference; pass them without tertium.streams."
            )
        raise _lengths(f"stream {wrong} of references", lengths[wrong - 1], segments)
    several = len(lengths) > 1
    return tuple(
        _stream(f"stream {number} of references" if several else "references", stream, policy, reference=True)
        for number, stream in enumerate(given.lists, 1)
    )


def _refuse_transposed(references: Any, segments: int) -> None:
    count = len(references)
    if count == segments:
        return
    if all(_length(given) == segments for given in _part(references, 0, count)):
        raise InputError(
            f"references looks transposed: {count} {'list' if count == 1 else 'lists'} of {segments} for {segments} "
            "hypotheses, expected one list for each hypothesis; wrap it in tertium.streams(references)."
        )
    raise _lengths("references", count, segments, " (one list of references for each hypothesis)")


def _stream(name: str, texts: Any, policy: Policy, reference: bool = False, nested: bool = False) -> Stream:
    """The column as the fastest reader of its kind reads it."""
    if not isinstance(texts, list | tuple) and hasattr(texts, "__arrow_c_stream__"):
        from tertium.corpus.texts.arrow_columns import arrow_stream  # most callers have lists

        found = arrow_stream(name, texts, policy=policy, reference=reference, nested=nested)
        if found is not None:
            return found
    table = _Nested(name, texts, policy) if nested else _Column(name, texts, policy, reference)
    return Stream(table)


class _Column(ColumnTable):
    """One text a segment. In a column of references None is a missing one, for there may be others."""

    unit = "segment"

    def __init__(self, name: str, texts: Any, policy: Policy, reference: bool = False) -> None:
        self.name = name
        self._texts = texts
        self._skip = policy.missing == "skip"
        self._reference = reference

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        for start in range(0, len(self._texts), segments):
            part = _part(self._texts, start, start + segments)
            if not set(map(type, part)) <= {str}:
                part = [self._checked(text, start + at) for at, text in enumerate(part, 1)]
            yield (TextBlock(part, len(part), start + 1),) * len(keys)

    def _checked(self, text: Any, segment: int) -> str | None:
        allowed = self._skip or (self._reference and text is None)
        return _checked(text, f"{self.name} segment {segment}", allowed)


class _Nested(ColumnTable):
    """A list of references for each segment."""

    unit = "segment"

    def __init__(self, name: str, lists: Any, policy: Policy) -> None:
        self.name = name
        self._lists = lists
        self._skip = policy.missing == "skip"

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        for start in range(0, len(self._lists), segments):
            part = _part(self._lists, start, start + segments)
            plain = set(map(type, part)) <= {list, tuple}
            texts: list[str | None] = list(chain.from_iterable(part)) if plain else []
            if not (plain and set(map(type, texts)) <= {str}):
                # Something is unusual: look at every list by itself, to accept it or to say where it is.
                part = [self._texts(given, segment) for segment, given in enumerate(part, start + 1)]
                texts = list(chain.from_iterable(part))
            offsets = list(accumulate(map(len, part), initial=0))
            yield (TextBlock(texts, len(part), start + 1, offsets),) * len(keys)

    def _texts(self, given: Any, segment: int) -> Sequence[str | None]:
        if isinstance(given, str):
            raise InputError(
                f"{self.name} segment {segment} is a string where other segments have lists; write [reference] there."
            )
        if _missing(given):
            return [_checked(given, f"{self.name} segment {segment}", self._skip or given is None)]
        _refuse_non_sequence(f"{self.name} segment {segment}", given, "a list of strings")
        texts = _part(given, 0, len(given))
        if set(map(type, texts)) <= {str}:
            return texts
        place = f"{self.name} segment {segment} item"
        return [_checked(text, f"{place} {item}", self._skip or text is None) for item, text in enumerate(texts, 1)]


def _checked(text: Any, place: str, allow_missing: bool) -> str | None:
    if isinstance(text, str):
        return text
    if _missing(text):
        if allow_missing:
            return None
        what = "None" if text is None else "NaN"
        raise InputError(
            f"{place} is {what} (missing), expected a string; fill it, or pass missing='skip' to leave the segment out."
        )
    hint = "; join tokens into one string" if isinstance(text, (list, tuple)) else ""
    raise InputError(f"{place} is {_kind(text)}, expected a string{hint}.")


def _missing(value: Any) -> bool:
    """None, NaN in any float type, pandas' NA and NaT."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and value != value


def _kind(value: object) -> str:
    name = type(value).__name__
    shown = f" {brief_value(value)}" if isinstance(value, (int, float)) else ""
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {printable(name)}{shown}"


def _flat(references: Any) -> bool:
    """Is the first thing that is not missing a string? If all is missing, so that the segments' errors say so, yes."""
    for start in range(0, len(references), 1024):
        for value in _part(references, start, start + 1024):
            if not _missing(value):
                return isinstance(value, str)
    return True


def _part(values: Any, start: int, stop: int) -> Sequence[Any]:
    """A slice as a list, by position, whatever library the sequence is from."""
    if isinstance(values, list):
        return values[start:stop]
    part = values.iloc[start:stop] if hasattr(values, "iloc") else values[start:stop]
    for convert in ("to_pylist", "tolist", "to_list"):
        if hasattr(part, convert):
            made: list[Any] = getattr(part, convert)()
            return made
    return list(part)


def _length(value: Any) -> int:
    return len(value) if hasattr(value, "__len__") and not isinstance(value, str) else -1


def _refuse_non_sequence(name: str, value: Any, expected: str) -> None:
    """Refuse what is no sequence, or is one of the wrong things: a string is a sequence of characters to Python."""
    if isinstance(value, (str, bytes, bytearray)):
        one = " for one sentence write [text]" if isinstance(value, str) else " decode it first"
        raise InputError(f"{name} is {_kind(value)}, expected {expected};{one}.")
    if isinstance(value, (Mapping, AbstractSet)) or (hasattr(value, "columns") and hasattr(value, "iloc")):
        raise InputError(f"{name} is {_kind(value)}, expected {expected}; take one column, or make a list of it.")
    if not hasattr(value, "__len__") or not hasattr(value, "__getitem__"):
        wrap = "; wrap it in list(...)" if hasattr(value, "__iter__") else ""
        raise InputError(f"{name} is {_kind(value)}, expected {expected}{wrap}.")
    if getattr(value, "shape", None) == ():
        raise InputError(f"{name} is an array without dimensions, expected {expected}.")


def _lengths(name: str, length: int, segments: int, expected: str = "") -> InputError:
    return InputError(f"{name} has {length} segments but hypotheses has {segments}{expected}; segments must pair up.")
