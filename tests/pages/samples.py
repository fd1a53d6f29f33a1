"""Texts for the tests of the pages: long sentences, scripts of both directions, names that break layouts."""

from __future__ import annotations

from pathlib import Path

from cli.shell import run
from conftest import ROOT

EXAMPLE = ROOT / "examples" / "es-en"
JUDGED = ROOT / "examples" / "judged" / "es-en"
LONG_NAME = "a-system-whose-name-somebody-made-from-all-of-its-settings_lr0.0003_beam12_ep40_seed1"

# Source, reference, and what two systems made of it. Sentences of the tests' own, in five scripts.
_ROWS = [
    ("猫がマットの上に座った。", "the cat sat on the mat .", "the cat on the mat sat .", "a cat sat down on a mat ."),
    (
        "he read the book because he was interested in world history .",
        "قرأ الرجل هذا الكتاب لأنه كان مهتما بتاريخ العالم",
        "لأنه كان مهتما بتاريخ العالم قرأ الرجل هذا الكتاب",
        "قرأ كتابا عن تاريخ العالم",
    ),
    (
        "The weather will be fine tomorrow.",
        "明日の天気は晴れでしょう。",
        "明日は天気が晴れるでしょう。",
        "天気は明日いい。",
    ),
    ("Der Zug kam gestern Abend an.", "הרכבת הגיעה אתמול בערב", "אתמול בערב הגיעה הרכבת", "הרכבת באה"),
]
_CLAUSES = (
    "the committee that had met three times before the holidays decided after a long debate "
    "that the report which the two experts had written in the spring should be read again by everyone "
    "before the members would vote on the proposal of the minister who had asked for more time "
    "because he wanted to speak first with the workers near the river "
    "and then with the small town that depends on it for nearly all of its jobs "
    "and for most of the money which its schools need every year"
)


def many_scripts(folder: Path) -> tuple[list[str], list[Path]]:
    """Files of ten segments in five scripts, one sentence of ninety words: the reference, and the systems."""
    words = _CLAUSES.split()
    turned = [*words[30:], *words[:30]]
    rows = [
        *_ROWS,
        (_CLAUSES, _CLAUSES, " ".join(turned), " ".join(words[::2])),
        *_ROWS,
        ("leer", "empty", "", "empty"),
    ]
    source, reference, first, second = zip(*rows, strict=True)
    for name, lines in (("src", source), ("ref", reference), (LONG_NAME, first), ("日本語システム", second)):
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return [str(folder / "ref.txt")], [folder / f"{LONG_NAME}.txt", folder / "日本語システム.txt"]


def example_systems() -> list[str]:
    return [str(EXAMPLE / "systems" / f"{name}.txt") for name in ("direct", "via-ca", "via-eo")]


def page_of(file: Path, *arguments: str) -> Path:
    """The page that a command prints. Some end with 1 on purpose (gate), so only errors are refused here."""
    done = run(*arguments, "-f", "html")
    assert done.code in (0, 1), done.err
    file.write_text(done.out, encoding="utf-8")
    return file
