"""One hierarchy of errors; every message says what, where, expected, got and the next step, in one sentence.

Everything a user's input can cause is a :class:`TertiumError`: the command line prints its message and exits with 2,
Python callers may catch it as :class:`ValueError`. Anything else that escapes is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral, Number
from typing import TypeGuard


class TertiumError(ValueError):
    """Base of every error a user's input, options or files can cause.

    As text it speaks Python; ``said`` names options as every door can word them (see `either`).
    """

    @property
    def said(self) -> str:
        return super().__str__()

    def __str__(self) -> str:
        return in_python(self.said)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class InputError(TertiumError):
    """The texts cannot be scored as given: lengths differ, a segment is missing, a type is wrong."""


class OddTextsError(InputError):
    """The texts look odd, and whoever asked wants no score of such texts; one sentence for each finding."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(" ".join(sentences))
        self.said_one_by_one = tuple(sentences)

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(map(in_python, self.said_one_by_one))


# What a message says to one door and to another, as in "pass ⦃-s⦙sources=…⦄": printable signs that nobody types.
_OPEN, _OR, _CLOSE = "⦃", "⦙", "⦄"
_KEYWORDS = {
    "--docs": "documents",
    "--scores": "score_files",
    "--with": "tools",
    "-i": "hypotheses",
    "-k": "dimensions",
    "-l": "language",
    "-m": "metrics",
    "-n": "resamples",
    "-r": "references",
    "-s": "sources",
}


def either(shell: str, python: str) -> str:
    """Words of a message that differ between the doors: what is said on the command line, and what in Python."""
    return f"{_OPEN}{shell}{_OR}{python}{_CLOSE}"


def option(flag: str) -> str:
    """An option as each door writes it: ``--align-base 1`` and ``align_base=1``, ``-s`` and ``sources=…``."""
    name, _, value = flag.partition(" ")
    keyword = _KEYWORDS.get(name) or name.lstrip("-").replace("-", "_")
    written = value if value.isdigit() else repr(value) if value else "…"
    return either(flag, f"{keyword}={written}")


def in_shell(text: str) -> str:
    """The message as the command line says it."""
    return _worded(text, 0)


def in_python(text: str) -> str:
    """The message as Python says it."""
    return _worded(text, 2)


def _worded(text: str, part: int) -> str:
    if _OPEN not in text:
        return text
    made, *rest = text.split(_OPEN)
    for piece in rest:
        inside, close, after = piece.partition(_CLOSE)
        # Brackets that are not ours stay as they are.
        made += inside.partition(_OR)[part] + after if close and _OR in inside else _OPEN + piece
    return made


class FileError(TertiumError):
    """A file cannot be read or written: missing, unreadable, truncated, not UTF-8."""


class SpecError(TertiumError):
    """A metric's name or parameters are not what we know."""


class MissingExtraError(TertiumError):
    """An optional library is needed; the message names the extra to install."""


def install(extra: str) -> str:
    """The command that installs what an extra of ours stands for, by the names of the packages.

    It is right for a wheel, for a checkout and for whatever an index may hold under our name.
    """
    import re
    from importlib.metadata import PackageNotFoundError, requires

    try:
        listed = [line.partition(";") for line in requires("tertium") or ()]
    except PackageNotFoundError:  # a source tree that nobody installed
        listed = []
    ours = re.compile(rf"\bextra\s*==\s*['\"]{re.escape(extra)}['\"]")
    packages = [f"'{name.strip()}'" for name, _, marker in listed if ours.search(marker)]
    return f"pip install {' '.join(packages)}" if packages else f"pip install '.[{extra}]' in the checkout"


_JOINERS = "\u200c\u200d"


def printable(text: str) -> str:
    """Names and snippets for messages: control characters (a terminal could obey them) become escapes.

    Joiners inside emoji, and inside words of Persian or Hindi, are part of how these are written.
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or (c in _JOINERS and before > "\u02ff") else c.encode("unicode_escape").decode("ascii")
        for before, c in zip(" " + text, text, strict=False)
    )


def printable_lines(text: str) -> str:
    """The same of every line: what ends one is no control character here."""
    return "\n".join(map(printable, text.split("\n")))


def brief(text: str, most: int = 60) -> str:
    """A snippet for a message, printable: a value may have thousands of digits, and a sum thousands of terms."""
    shown = printable(text)
    return shown if len(shown) <= most else f"{shown[: most - 20]}... ({len(shown)} characters)"


def is_whole(value: object) -> TypeGuard[int]:
    """A whole number from one of Python's callers, numpy's too; a flag is none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def brief_value(value: object) -> str:
    """A value for a message: a string or a number as Python writes it, of all else, which may be large, its type."""
    if isinstance(value, int) and value.bit_length() > 300:  # Python prints no more than some thousand digits
        return f"a number of about {value.bit_length() * 3 // 10} digits"
    return brief(repr(value)) if value is None or isinstance(value, str | bytes | Number) else type(value).__name__


def refuse_half_characters(texts: Iterable[str], what: str) -> None:
    """Python's strings can hold half of a character, which no kernel and no file can: an error if one of these does."""
    for text in texts:
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as problem:
            raise half_character(problem, what) from None


def half_character(problem: UnicodeEncodeError, what: str) -> InputError:
    found = ord(problem.object[problem.start])
    if 0xDC80 <= found <= 0xDCFF:  # Python's way of keeping a byte of an argument or a file name
        return InputError(f"{what} holds the byte 0x{found - 0xDC00:02x}, which is not UTF-8; convert it to UTF-8.")
    return InputError(
        f"{what} holds half a character (the lone surrogate U+{found:04X}), which is not text; repair what wrote it."
    )


def counted(number: int, noun: str) -> str:
    """``1 segment``, ``2 segments``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def first_of(names: Sequence[str], most: int) -> str:
    """``a, b and 7 more``: some of the names, and how many others there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(printable, names[:most])) + more


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The half-sentence "; did you mean 'bleu'?" when something close is known, else nothing."""
    import difflib  # only a mistake needs it

    listed = list(known)
    close = difflib.get_close_matches(word, listed, n=1, cutoff=cutoff)
    if not close:  # letters of another case are other letters to difflib: BLEU is nothing like bleu
        close = [name for name in listed if name.lower() == word.lower()]
    return f"; did you mean '{close[0]}'?" if close else ""
