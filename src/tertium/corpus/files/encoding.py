"""Is this text UTF-8? Byte order marks, and UTF-16 or UTF-32 told by their NUL bytes.

UTF-16 without a mark is the dangerous one: Latin, Cyrillic or Arabic text in it is valid UTF-8 (with NULs or control
characters between the letters) and gets a plausible score (docs/faults.md A3: BLEU 70.50 where 67.90 is right). NUL
itself is text, so a few of them anywhere are let through; what is refused is NULs always on the same side of a pair of
bytes.
"""

from __future__ import annotations

import codecs

from tertium.errors import FileError

UTF8_BOM = codecs.BOM_UTF8

# How much of a file is looked at; more than enough for the shares below to settle.
SNIFFED_BYTES = 64 << 10

_MARKS = (  # UTF-32 first: its little-endian mark begins like UTF-16's
    (codecs.BOM_UTF32_LE, "UTF-32LE"),
    (codecs.BOM_UTF32_BE, "UTF-32BE"),
    (codecs.BOM_UTF16_LE, "UTF-16LE"),
    (codecs.BOM_UTF16_BE, "UTF-16BE"),
)


def foreign_encoding(head: bytes) -> str | None:
    """The name of the UTF-16 or UTF-32 form that `head`, the start of a file, is in; None if it is neither."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if 0 not in head:  # nearly always, and found out faster than by counting
        return None
    nuls = head.count(0)
    if nuls == len(head):
        return None
    return _wide(head) or _half_wide(head, nuls)


def _wide(head: bytes) -> str | None:
    """UTF-32: read so, every four bytes are a character. Text in UTF-8 would need a NUL at every fourth place."""
    if len(head) < 8:
        return None
    for encoding in ("UTF-32LE", "UTF-32BE"):
        if _decodes(head[: len(head) // 4 * 4], encoding):
            return encoding
    return None


def _half_wide(head: bytes, nuls: int) -> str | None:
    """UTF-16: every ASCII character (spaces and line ends at least, 1 in 6 in alphabetic scripts) brings one NUL.

    They are always on the same side; chance puts 8 NULs of a UTF-8 text there once in 128 texts that have so many.
    Where the bytes are not UTF-8 anyway, NULs from astral characters may be on the other side too.
    """
    if nuls < 0.02 * len(head) or (nuls < 8 and nuls < 0.25 * len(head)):
        return None
    even = head[0::2].count(0)
    share = 0.95 if _decodes(head[: head.rfind(b"\n") + 1], "UTF-8") else 0.75
    if nuls - even >= share * nuls:
        return "UTF-16LE"
    if even >= share * nuls:
        return "UTF-16BE"
    return None


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def refuse_foreign(head: bytes, name: str) -> None:
    """Raise for UTF-16 and UTF-32, saying how to convert."""
    encoding = foreign_encoding(head)
    if encoding is None:
        return
    if head.startswith(tuple(mark for mark, _ in _MARKS)):
        is_, source = f"is {encoding}", encoding[:6]  # without LE or BE iconv takes the mark away
    else:
        is_, source = f"looks like {encoding} (NUL bytes between the letters)", encoding
    raise FileError(f"{name} {is_}, expected UTF-8; convert it with 'iconv -f {source} -t UTF-8'.")


def invalid_utf8(name: str, line: int, byte: int, rest: bytes = b"") -> FileError:
    """The error for a line that is not UTF-8; `line` and `byte` count from 1, `rest` starts with the bad byte."""
    found = f" (0x{rest[0]:02x})" if rest else ""
    return FileError(
        f"{name}:{line}:{byte} is not UTF-8: byte {byte}{found} of line {line} does not begin a character; "
        "convert the file with 'iconv -t UTF-8', or write it again."
    )


def decode_lines(data: bytes, name: str, first_line: int) -> list[str]:
    """The lines of `data`, each ended by a newline, as strings without it."""
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        line = first_line + data.count(b"\n", 0, error.start)
        raise invalid_utf8(name, line, error.start - start + 1, data[error.start : error.start + 1]) from None
    lines.pop()  # what follows the last newline: nothing
    return lines
