"""The shape of a bad input and of what must happen: refused with a sentence, or scored like something clean.

`fault` cites the row of the catalogue of faults (sections A1 to A4 of docs/faults.md) that a case comes from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

REF = [
    "The committee will meet again on Tuesday morning.",
    "She said that nobody had read the report before the vote.",
    "Prices rose by 3.5% in March, more than expected.",
    "“We are ready”, the mayor told reporters outside the town hall.",
    "Rain is likely in the north of the country tonight.",
]
HYP = [
    "The committee meets again on Tuesday morning.",
    "She said nobody had read the report before the vote.",
    "In March prices rose by 3.5%, more than was expected.",
    "“We are ready”, said the mayor to reporters outside the town hall.",
    "Rain is likely tonight in the north of the country.",
]


def lines(texts: Sequence[str], end: str = "\n") -> bytes:
    return "".join(text + end for text in texts).encode()


@dataclass(frozen=True)
class Refused:
    """Exit code 2 or a TertiumError; one sentence that holds every one of `says`; nothing printed, nothing written."""

    says: tuple[str, ...]


def refused(*says: str) -> Refused:
    return Refused(says)


@dataclass(frozen=True)
class Scored:
    """Scored: with the numbers of clean texts, or with given values (None: no score), and with these warnings.

    `like` is (hypotheses, references of each segment) whose scores must come out to the last bit. `warns` are pieces of
    warnings, each to be found in one; without any, there must be no warning at all.
    """

    like: tuple[Sequence[str], Sequence[Sequence[str]]] | None = None
    values: Mapping[str, float | None] = field(default_factory=dict)
    warns: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileCase:
    """Files as they are on disk, and how they are given to be scored."""

    name: str
    fault: str
    expected: Refused | Scored
    files: Mapping[str, bytes]
    refs: tuple[str, ...] = ("ref.txt",)
    hyps: tuple[str, ...] = ("hyp.txt",)
    ref_cols: tuple[str, ...] = ()
    hyp_cols: tuple[str, ...] = ()
    num_refs: int | None = None
    empty_ref: str = "absent"
    missing: str = "error"
    limits: Mapping[str, int] = field(default_factory=dict)
    metrics: tuple[str, ...] = ("bleu", "chrf", "wer")
    stdin: bytes | None = None


@dataclass(frozen=True)
class ListCase:
    """Python objects as they are passed to tertium.score."""

    name: str
    fault: str
    expected: Refused | Scored
    hypotheses: Any
    references: Any
    options: Mapping[str, Any] = field(default_factory=dict)
    metrics: tuple[str, ...] = ("bleu", "chrf", "wer")


CLEAN = {"hyp.txt": lines(HYP), "ref.txt": lines(REF)}
ONE_EACH = [[text] for text in REF]
AS_CLEAN = Scored(like=(HYP, ONE_EACH))


def replaced(texts: Sequence[str], at: int, text: str) -> list[str]:
    return [*texts[:at], text, *texts[at + 1 :]]


def jsonl(records: Sequence[object], ascii_only: bool = False) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=ascii_only) + "\n" for record in records).encode()


def same(fault: str, name: str, file: str, data: bytes, *warns: str) -> FileCase:
    """One file written differently: the same scores, and the warnings that say what was different."""
    return FileCase(name, fault, Scored(like=(HYP, ONE_EACH), warns=warns), CLEAN | {file: data})


def refuse(fault: str, name: str, file: str, data: bytes, *says: str) -> FileCase:
    return FileCase(name, fault, refused(*says), CLEAN | {file: data})
