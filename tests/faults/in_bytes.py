"""Encodings, characters, archives and sizes: the catalogue's A3 and A4, as files."""

from __future__ import annotations

import gzip
import lzma
import unicodedata
import zlib
from collections.abc import Sequence

from faults.cases import CLEAN, HYP, ONE_EACH, REF, FileCase, Scored, jsonl, lines, refuse, refused, replaced, same


def _bomb(byte: bytes, megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(byte * (1 << 20)) for _ in range(megabytes)) + packer.flush()


def _numbered(*bounds: int) -> bytes:
    """One line of the words w0 w1 ..., from each bound to the next in pairs."""
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    return " ".join(f"w{at}" for start, stop in pairs for at in range(start, stop)).encode() + b"\n"


def _swapped(words: int) -> bytes:
    """As `_numbered`, but in every ten words the last five come first."""
    return _numbered(*(bound for ten in range(0, words, 10) for bound in (ten + 5, ten + 10, ten, ten + 5)))


UTF16 = "".join(text + "\n" for text in HYP)
NFD = [unicodedata.normalize("NFD", text) for text in ["Đặng Thị Ngọc Thịnh đã đến.", "Schöne Grüße aus Köln!"]]
NFC = [unicodedata.normalize("NFC", text) for text in NFD]

CHARACTERS = [
    refuse(
        "A3 invalid UTF-8",
        "invalid UTF-8",
        "hyp.txt",
        lines(HYP[:2]) + b"Prices \xff rose.\n" + lines(HYP[3:]),
        "hyp.txt:3:8 is not UTF-8: byte 8 (0xff) of line 3",
    ),
    refuse(
        "A3 -e latin-1",
        "Latin-1",
        "hyp.txt",
        "Caf\xe9 M\xfcller\n".encode("latin-1") + lines(HYP[1:]),
        "hyp.txt:1:4 is not UTF-8",
    ),
    refuse(
        "A3 UTF-16 with BOM",
        "UTF-16 with a mark",
        "hyp.txt",
        UTF16.encode("utf-16"),
        "UTF-16LE, expected UTF-8",
        "iconv",
    ),
    refuse(
        "A3 UTF-16-LE, no BOM",
        "UTF-16 little-endian",
        "hyp.txt",
        UTF16.encode("utf-16-le"),
        "hyp.txt looks like UTF-16LE",
        "'iconv -f UTF-16LE -t UTF-8'",
    ),
    refuse("A3 UTF-16", "UTF-16 big-endian", "ref.txt", UTF16.encode("utf-16-be"), "ref.txt looks like UTF-16BE"),
    refuse("A3 UTF-16", "UTF-32", "ref.txt", UTF16.encode("utf-32-le"), "ref.txt looks like UTF-32LE"),
    same(
        "A3 UTF-8 BOM in hyp",
        "byte order mark",
        "hyp.txt",
        b"\xef\xbb\xbf" + lines(HYP),
        "hyp.txt line 1: starts with a byte order mark",
    ),
    same(
        "A3 CRLF", "CR LF", "ref.txt", lines(REF, "\r\n"), "ref.txt line 1: lines end in CR LF; the CR was stripped (5"
    ),
    same("A3 lines end at LF only", "no newline at the end", "hyp.txt", lines(HYP)[:-1]),
    *(
        FileCase(
            f"{name} inside a line",
            "A3 lone CR; U+2028/2029/0085, VT, FF, FS",
            Scored(like=(replaced(HYP, 1, HYP[1].replace(" ", sign, 1)), ONE_EACH), warns=warns),
            CLEAN | {"hyp.txt": lines(replaced(HYP, 1, HYP[1].replace(" ", sign, 1)))},
        )
        for name, sign, warns in (
            ("lone CR", "\r", ("1 line holds U+000D", "[T117]")),
            ("U+2028", "\u2028", ("1 line holds U+2028", "[T117]")),
            ("U+2029", "\u2029", ("1 line holds U+2029", "[T117]")),
            ("U+0085", "\x85", ("1 line holds U+0085", "[T117]")),
            ("VT", "\x0b", ("1 line holds U+000B", "[T117]")),
            ("FF", "\x0c", ("1 line holds U+000C", "[T117]")),
            ("FS", "\x1c", ("1 line holds U+001C", "[T117]")),
            ("NUL", "\0", ("1 line holds U+0000", "[T117]")),
            ("NBSP", "\xa0", ()),
            ("zero-width space", "\u200b", ("1 line holds U+200B", "[T118]")),
        )
    ),
    FileCase(
        "raw U+2028 in JSON Lines",
        "A3 JSONL with raw U+2028 + splitlines",
        Scored(
            like=(["a\u2028b c", "d"], [["a b c"], ["d"]]), warns=("d.jsonl[h] line 1: 1 line holds U+2028", "[T117]")
        ),
        {"d.jsonl": jsonl([{"h": "a\u2028b c", "r": "a b c"}, {"h": "d", "r": "d"}])},
        refs=("d.jsonl",),
        hyps=("d.jsonl",),
        ref_cols=("r",),
        hyp_cols=("h",),
    ),
    FileCase(
        "lone surrogate in JSON",
        "A3 lone surrogate (JSON \\ud800)",
        refused("d.jsonl[h] line 2 holds half a character (the lone surrogate U+D800 at place 3)"),
        {"d.jsonl": b'{"h": "ok", "r": "ok"}\n{"h": "a \\ud800", "r": "a"}\n'},
        refs=("d.jsonl",),
        hyps=("d.jsonl",),
        ref_cols=("r",),
        hyp_cols=("h",),
    ),
    FileCase(
        "NFD against NFC",
        "A3 NFD hyp vs NFC ref, same text",
        Scored(values={"bleu:norm=nfc": 1, "chrf:norm=nfc": 1}),
        {"hyp.txt": lines(NFD), "ref.txt": lines(NFC)},
        metrics=("bleu:norm=nfc", "chrf:norm=nfc"),
    ),
    FileCase(
        "no-break spaces",
        "A3 NBSP",
        Scored(values={"wer": 0}),
        {"hyp.txt": "a\u00a0b c\td\n".encode(), "ref.txt": b"a b  c d\n"},
        metrics=("wer",),
    ),
    FileCase(
        "letters that grow when lower-cased",
        "A3 'İ'.lower() has 2 code points",
        Scored(values={"wer:case=lower": 0, "chrf:case=lower": 1}),
        {"hyp.txt": "İSTANBUL DİR\n".encode(), "ref.txt": "İstanbul dİr\n".encode()},
        metrics=("wer:case=lower", "chrf:case=lower"),
    ),
    FileCase(
        "ROUGE of four scripts",
        "A3 rouge-score on zh/ru/ar/hi, identical text",
        Scored(values={"rouge-1": 1, "rouge-l": 1}),
        {name: "我们准备好了。\nМы готовы сегодня.\nنحن جاهزون اليوم\nहम आज तैयार हैं\n".encode() for name in CLEAN},
        metrics=("rouge-1", "rouge-l"),
    ),
    FileCase(
        "escape sequence in a file name",
        "A3 ANSI escape in a file name",
        refused("\\x1b[31mref.txt does not exist"),
        CLEAN,
        refs=("\x1b[31mref.txt",),
    ),
]

QUOTED = ['"Yes, he said.', 'She said "no" twice.', 'end"']
WORDS = ["null", "NA", "None", "nan", "n/a", "", "NaN", "-", "x"]


def _tsv(name: str, fault: str, texts: Sequence[str], *warns: str) -> FileCase:
    return FileCase(
        name,
        fault,
        Scored(like=(texts, [[text] for text in texts]), warns=warns),
        {"d.tsv": b"h\tr\n" + lines([f"{text}\t{text}" for text in texts])},
        refs=("d.tsv",),
        hyps=("d.tsv",),
        ref_cols=("r",),
        hyp_cols=("h",),
        metrics=("bleu", "chrf"),
    )


CONTAINERS = [
    same("A4 gz by suffix", "gzip", "hyp.txt", gzip.compress(lines(HYP))),
    same("A4 xz", "xz", "ref.txt", lzma.compress(lines(REF))),
    FileCase(
        "plain text named .gz",
        "A4 `.gz` that is plain text",
        Scored(like=(HYP, ONE_EACH)),
        CLEAN | {"hyp.gz": lines(HYP)},
        hyps=("hyp.gz",),
    ),
    refuse(
        "A4 truncated gz",
        "truncated gzip",
        "hyp.txt",
        gzip.compress(lines(HYP))[:-20],
        "hyp.txt is truncated: the gzip",
    ),
    refuse(
        "A4 truncated gz", "truncated xz", "hyp.txt", lzma.compress(lines(HYP))[:-20], "hyp.txt is truncated: the xz"
    ),
    refuse("A4 gz bomb: zeros", "bomb of NULs", "hyp.txt", _bomb(b"\0", 24), "line 1 is longer than 16777216 bytes"),
    refuse("A4 gz bomb: newlines", "bomb of newlines", "hyp.txt", _bomb(b"\n", 80), "grows more than 200 times"),
    FileCase(
        "a long line",
        "A4 limits with clear flags: line length",
        refused("hyp.txt line 1 is longer than 40 bytes", "raise --max-line-bytes"),
        CLEAN,
        limits={"line_bytes": 40},
    ),
    refuse("A4 containers", "zip archive", "hyp.txt", b"PK\x03\x04" + bytes(30), "hyp.txt is a ZIP archive"),
    _tsv("quotes in TSV", "A4 pandas TSV with a leading quote", QUOTED),
    _tsv(
        "words that look missing",
        "A4 pandas, segment null/NA/None/nan/n/a; blank line dropped",
        WORDS,
        "d.tsv line 7: blank hypotheses",
        "d.tsv line 7: the only reference is blank",
    ),
    _tsv("a field of 200,000 characters", "A4 csv field > 131072 chars", ["word " * 40_000 + "end", "x"]),
    FileCase(
        "a row with a TAB too many",
        "A4 TSV",
        refused("d.tsv:3 has 3 fields but line 1 has 2"),
        {"d.tsv": b"h\tr\na\tb\na\tb\tc\n"},
        refs=("d.tsv",),
        hyps=("d.tsv",),
        ref_cols=("r",),
        hyp_cols=("h",),
    ),
    FileCase(
        "invalid UTF-8 in TSV",
        "A4 pyarrow CSV with invalid UTF-8",
        refused("d.tsv:2:3 is not UTF-8"),
        {"d.tsv": b"h\tr\na\t\xff\n"},
        refs=("d.tsv",),
        hyps=("d.tsv",),
        ref_cols=("r",),
        hyp_cols=("h",),
    ),
    FileCase(
        "missing file",
        "unreadable file",
        refused("refs.txt does not exist; did you mean 'ref.txt'?"),
        CLEAN,
        ("refs.txt",),
    ),
    FileCase(
        "a directory of other texts",
        "A1 lengths",
        refused("hyp.txt has 5 lines but texts has 10"),
        CLEAN | {f"texts/{name}": data for name, data in CLEAN.items()},
        ("texts",),
    ),
    FileCase(
        "one segment of 100,000 words",
        "A4 WER 100k tok; one segment, 1M tokens",
        Scored(values={"wer": 0, "bleu": 1}),
        dict.fromkeys(CLEAN, b"one two three four five " * 20_000 + b"\n"),
        metrics=("wer", "bleu"),
    ),
    FileCase(
        "TER of 400 words in moved blocks",
        "A4 TER, shifted text",
        Scored(values={"ter": 0.1}),  # 40 blocks of five words, each one shift away from its place
        {"hyp.txt": _swapped(400), "ref.txt": _numbered(0, 400)},
        metrics=("ter",),
    ),
    FileCase(
        "TER of 4,000 words in moved blocks",
        "A4 TER, shifted text: 4000 > 60 s",
        Scored(values={"ter": 0.1}),  # 400 blocks, each one shift away; the search ends within its budget
        {"hyp.txt": _swapped(4_000), "ref.txt": _numbered(0, 4_000)},
        metrics=("ter",),
    ),
    FileCase(
        "RIBES of 4,000 words",
        "A4 RIBES, NLTK 2000 > 60 s",
        Scored(values={"ribes": 1, "rouge-l": 1}),
        dict.fromkeys(CLEAN, _numbered(0, 4_000)),
        metrics=("ribes", "rouge-l"),
    ),
]
