"""What is scored: real system output where the shared data is there, else the example corpus, repeated."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Files:
    """One system and one reference, plain text."""

    name: str
    hyp: Path
    ref: Path
    others: tuple[Path, ...] = ()  # further systems of the same campaign

    @property
    def systems(self) -> tuple[Path, ...]:
        return (self.hyp, *self.others)

    @property
    def segments(self) -> int:
        return self.ref.read_bytes().count(b"\n")


def real_files(work: Path) -> Files:
    """3,000 segments of WMT13 German-English; without the shared data, the example's segments repeated to 3,000."""
    shared = Path(os.environ.get("TERTIUM_SHARED", ROOT.parent / "shared")) / "data" / "wmt13" / "de-en"
    systems = sorted((shared / "systems").glob("*.txt"))
    if systems:
        return Files("WMT13 de-en", systems[0], shared / "refA.txt", tuple(systems[1:]))
    example = ROOT / "examples" / "es-en"
    hyp, ref = work / "hyp.txt", work / "ref.txt"
    for source, target in ((example / "systems" / "direct.txt", hyp), (example / "ref1.txt", ref)):
        lines = source.read_bytes().splitlines(keepends=True)
        target.write_bytes(b"".join(lines[i % len(lines)] for i in range(3000)))
    return Files("example corpus, repeated", hyp, ref)


def systems(work: Path, count: int) -> tuple[list[Path], Path]:
    """Several systems of the same 3,000 segments, and their reference."""
    shared = Path(os.environ.get("TERTIUM_SHARED", ROOT.parent / "shared")) / "data" / "wmt13" / "de-en"
    found = sorted((shared / "systems").glob("*.txt"))
    if len(found) >= count:
        return found[:count], shared / "refA.txt"
    example = ROOT / "examples" / "es-en"
    made = []
    for number, source in enumerate([*sorted((example / "systems").glob("*.txt")), example / "ref2.txt"][:count]):
        lines = source.read_bytes().splitlines(keepends=True)
        made.append(work / f"system{number}.txt")
        made[-1].write_bytes(b"".join(lines[i % len(lines)] for i in range(3000)))
    return made, real_files(work).ref


def first(files: Files, segments: int, work: Path) -> Files:
    """The first so many segments."""
    made = Files(
        f"{files.name}, first {segments:,}", work / f"hyp.first{segments}.txt", work / f"ref.first{segments}.txt"
    )
    for source, target in ((files.hyp, made.hyp), (files.ref, made.ref)):
        target.write_bytes(b"".join(line + b"\n" for line in source.read_bytes().split(b"\n")[:segments]))
    return made


def repeated(files: Files, times: int, work: Path) -> Files:
    """The same segments several times over."""
    made = Files(f"{files.name}, {times} times", work / f"hyp.x{times}.txt", work / f"ref.x{times}.txt")
    for source, target in ((files.hyp, made.hyp), (files.ref, made.ref)):
        target.write_bytes(source.read_bytes() * times)
    return made


def grown(files: Files, segments: int, work: Path) -> Files:
    """That many segments: the same sentences with changing words, so that no cache can know them all."""
    made = Files(f"{files.name}, {segments:,} segments", work / f"hyp{segments}.txt", work / f"ref{segments}.txt")
    for source, target in ((files.hyp, made.hyp), (files.ref, made.ref)):
        lines = source.read_text("utf-8").split("\n")[:-1]
        with target.open("w", encoding="utf-8", newline="\n") as out:
            for i in range(segments):
                out.write(f"{lines[i % len(lines)]} {i // len(lines)}\n")
    return made


def few_words(tokens: int, vocabulary: int, seed: int) -> str:
    """A sentence of ``tokens`` words over a small vocabulary: the hard case for word order and shifts."""
    rng = random.Random(seed)
    return " ".join(f"w{rng.randrange(vocabulary)}" for _ in range(tokens))


def shuffled(tokens: int, seed: int) -> tuple[str, str]:
    """A sentence of different words and the same words in another order."""
    rng = random.Random(seed)
    words = [f"w{i}" for i in range(tokens)]
    return " ".join(rng.sample(words, tokens)), " ".join(words)
