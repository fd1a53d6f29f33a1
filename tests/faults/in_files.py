"""Bad files, from the catalogue's A1 to A4. Every one is given to the command line and to the engine beneath it."""

from __future__ import annotations

import gzip
import json
import lzma
import unicodedata
import zlib
from collections.abc import Sequence

from faults.cases import HYP, REF, FileCase, Scored, lines, refused

CLEAN = {"hyp.txt": lines(HYP), "ref.txt": lines(REF)}
ONE_EACH = [[text] for text in REF]
AS_CLEAN = Scored(like=(HYP, ONE_EACH))

SHORT = ("hyp.txt has 4 lines but ref.txt has 5 lines; segments must pair up. First unpaired: ref.txt line 5.",)


def _replaced(texts: Sequence[str], at: int, text: str) -> list[str]:
    return [*texts[:at], text, *texts[at + 1 :]]


def _bomb(byte: bytes, megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(byte * (1 << 20)) for _ in range(megabytes)) + packer.flush()


def _jsonl(records: Sequence[object], ascii_only: bool = False) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=ascii_only) + "\n" for record in records).encode()


def _same(fault: str, name: str, file: str, data: bytes, *warns: str) -> FileCase:
    """One file written differently: the same scores, and the warnings that say what was different."""
    return FileCase(name, fault, Scored(like=(HYP, ONE_EACH), warns=warns), CLEAN | {file: data})


def _refuse(fault: str, name: str, file: str, data: bytes, *says: str) -> FileCase:
    return FileCase(name, fault, refused(*says), CLEAN | {file: data})


SHAPE = [
    FileCase("clean", "A1 baseline", AS_CLEAN, CLEAN),
    _refuse("A1 line count differs", "hypotheses too few", "hyp.txt", lines(HYP[:4]), *SHORT),
    _refuse(
        "A1 line count differs",
        "hypotheses too many",
        "hyp.txt",
        lines([*HYP, "One more."]),
        "hyp.txt has 6 lines but ref.txt has 5 lines; segments must pair up. First unpaired: hyp.txt line 6.",
    ),
    _refuse(
        "A1 line count differs, first suspicious line",
        "a line others would split",
        "hyp.txt",
        lines([HYP[0], HYP[1] + "\u2028" + HYP[2], *HYP[3:]]),
        *SHORT,
        "hyp.txt line 2 contains U+2028, which is text here",
    ),
    FileCase(
        "second reference too short",
        "A1 ragged reference streams",
        refused("b.txt has 2 lines but ref.txt has 5 lines; segments must pair up. First unpaired: ref.txt line 3."),
        CLEAN | {"b.txt": lines(REF[:2])},
        refs=("ref.txt", "b.txt"),
    ),
    FileCase(
        "fewer hypotheses for WER",
        "A1 torchmetrics WER 0.0 in both directions",
        refused("hyp.txt has 1 line but ref.txt has 2 lines"),
        {"hyp.txt": b"a\n", "ref.txt": b"a\nb\n"},
        metrics=("wer",),
    ),
    FileCase(
        "fewer references for WER",
        "A1 torchmetrics WER 0.0 in both directions",
        refused("hyp.txt has 2 lines but ref.txt has 1 line"),
        {"hyp.txt": b"a\nb\n", "ref.txt": b"a\n"},
        metrics=("wer",),
    ),
    _refuse(
        "A1 empty hyp file", "empty hypothesis file", "hyp.txt", b"", "hyp.txt has 0 lines but ref.txt has 5 lines"
    ),
    FileCase(
        "all files empty",
        "A1 empty hyp file",
        refused("no segments to score: hyp.txt and ref.txt are empty."),
        {"hyp.txt": b"", "ref.txt": b""},
    ),
    FileCase(
        "the same system twice",
        "A1 duplicate system names",
        refused("two systems are called"),
        CLEAN,
        hyps=("hyp.txt", "hyp.txt"),
    ),
    FileCase(
        "empty last field of two references",
        "A1 --num-refs 2, empty last field",
        Scored(
            like=(HYP, [[REF[0], "x"], [REF[1]], *[[text, "x"] for text in REF[2:]]]),
            warns=("ref.txt line 2: blank or missing references left out",),
        ),
        CLEAN | {"ref.txt": lines([f"{text}\t{'' if at == 1 else 'x'}" for at, text in enumerate(REF)])},
        num_refs=2,
    ),
    FileCase(
        "three fields for two references",
        "A1 --num-refs",
        refused("ref.txt:3 has 3 fields but line 1 has 2; a TAB inside a text cannot be told from a separator."),
        CLEAN | {"ref.txt": lines([f"{text}\tx" + ("\ty" if at == 2 else "") for at, text in enumerate(REF)])},
        num_refs=2,
    ),
    FileCase(
        "every segment on stdin has a tab",
        "A1 tab inside every stdin segment",
        Scored(like=([text.replace(" ", "\t", 1) for text in HYP], ONE_EACH)),
        CLEAN,
        hyps=("-",),
        stdin=lines([text.replace(" ", "\t", 1) for text in HYP]),
    ),
    FileCase(
        "a blank line on stdin",
        "A1 stdin, system blank on one line",
        Scored(like=(_replaced(HYP, 2, ""), ONE_EACH), warns=("standard input line 3: blank hypotheses",)),
        CLEAN,
        hyps=("-",),
        stdin=lines(_replaced(HYP, 2, "")),
    ),
    FileCase(
        "references all null in one segment",
        "A1 all refs None for one segment",
        refused("data.jsonl:2 key 'r' is null, expected a string"),
        {"data.jsonl": _jsonl([{"h": "a", "r": "a"}, {"h": "b", "r": None}])},
        refs=("data.jsonl",),
        hyps=("data.jsonl",),
        ref_cols=("r",),
        hyp_cols=("h",),
    ),
    FileCase(
        "references all null in one segment, skipped",
        "A1 all refs None: --missing skip masks the segment and shows the count",
        Scored(like=(["a"], [["a"]]), warns=("data.jsonl line 2: segments without a text were skipped",)),
        {"data.jsonl": _jsonl([{"h": "a", "r": "a"}, {"h": "b", "r": None}])},
        refs=("data.jsonl",),
        hyps=("data.jsonl",),
        ref_cols=("r",),
        hyp_cols=("h",),
        missing="skip",
    ),
]

EMPTY = [
    FileCase(
        "both empty",
        "A2 both empty",
        Scored(
            values={"bleu": 0, "chrf": 0, "wer": 0, "cer": 0, "per": 0, "rouge-l": 0, "nist": 0},
            warns=("hyp.txt line 1: blank hypotheses", "ref.txt line 1: the only reference is blank"),
        ),
        {"hyp.txt": b"\n", "ref.txt": b"\n"},
        metrics=("bleu", "chrf", "wer", "cer", "per", "rouge-l", "nist"),
    ),
    FileCase(
        "empty reference",
        "A2 empty ref, hyp `a b`",
        Scored(
            values={"bleu": 0, "chrf": 0, "wer": None, "per": None, "rouge-l": 0},
            warns=(
                "ref.txt line 1: the only reference is blank",
                "wer marks 1 segment",
                "per marks 1 segment",
            ),
        ),
        {"hyp.txt": b"a b\n", "ref.txt": b"\n"},
        metrics=("bleu", "chrf", "wer", "per", "rouge-l"),
    ),
    FileCase(
        "one blank reference in five",
        "A2 one blank ref in 5",
        Scored(
            like=(HYP, [[text] for text in _replaced(REF, 3, "")]),
            warns=("ref.txt line 4: the only reference is blank", "wer marks 1 segment"),
        ),
        CLEAN | {"ref.txt": lines(_replaced(REF, 3, ""))},
    ),
    FileCase(
        "a blank among two references",
        "A2 one blank ref in 5",
        Scored(
            like=(HYP, [[text] if at == 3 else [text, text] for at, text in enumerate(REF)]),
            warns=("b.txt line 4: blank or missing references left out",),
        ),
        CLEAN | {"b.txt": lines(_replaced(REF, 3, " \u3000"))},
        refs=("ref.txt", "b.txt"),
    ),
    FileCase(
        "a blank among two references, kept",
        "A2 one blank ref in 5",
        Scored(values={"levenshtein": 0}, warns=("hyp.txt line 1: blank hypotheses",)),  # 2 edits if it were absent
        {"hyp.txt": b"\n", "ref.txt": b"a b\n", "b.txt": b"\n"},
        refs=("ref.txt", "b.txt"),
        empty_ref="keep",
        metrics=("levenshtein",),
    ),
    FileCase(
        "both of two references blank",
        "A2 singular formulas, A1 all refs None",
        refused("ref.txt, b.txt line 4: all 2 references are blank; add one, pass"),
        CLEAN | {"ref.txt": lines(_replaced(REF, 3, "")), "b.txt": lines(_replaced(REF, 3, "\t"))},
        refs=("ref.txt", "b.txt"),
    ),
    FileCase(
        "three words, all right",
        "A2 3-token perfect match",
        Scored(values={"bleu": 0, "chrf": 1, "wer": 0}),
        {"hyp.txt": b"a b c\n", "ref.txt": b"a b c\n"},
    ),
    FileCase(
        "one word, right",
        "A2 one-token perfect match",
        Scored(values={"ribes": 1, "ribes:align=paper": 0, "wer": 0}),
        {"hyp.txt": b"a\n", "ref.txt": b"a\n"},
        metrics=("ribes", "ribes:align=paper", "wer"),
    ),
    FileCase(
        "NIST of two words",
        "A2 NLTK NIST, hyp < 5 tokens",
        Scored(values={"nist": 1.0}),
        {"hyp.txt": b"a b\n", "ref.txt": b"a b\n"},
        metrics=("nist",),
    ),
]

UTF16 = "".join(text + "\n" for text in HYP)
NFD = [unicodedata.normalize("NFD", text) for text in ["Đặng Thị Ngọc Thịnh đã đến.", "Schöne Grüße aus Köln!"]]
NFC = [unicodedata.normalize("NFC", text) for text in NFD]

CHARACTERS = [
    _refuse(
        "A3 invalid UTF-8",
        "invalid UTF-8",
        "hyp.txt",
        lines(HYP[:2]) + b"Prices \xff rose.\n" + lines(HYP[3:]),
        "hyp.txt:3:8 is not UTF-8: byte 8 (0xff) of line 3",
    ),
    _refuse(
        "A3 -e latin-1",
        "Latin-1",
        "hyp.txt",
        "Caf\xe9 M\xfcller\n".encode("latin-1") + lines(HYP[1:]),
        "hyp.txt:1:4 is not UTF-8",
    ),
    _refuse(
        "A3 UTF-16 with BOM",
        "UTF-16 with a mark",
        "hyp.txt",
        UTF16.encode("utf-16"),
        "UTF-16LE, expected UTF-8",
        "iconv",
    ),
    _refuse(
        "A3 UTF-16-LE, no BOM",
        "UTF-16 little-endian",
        "hyp.txt",
        UTF16.encode("utf-16-le"),
        "hyp.txt looks like UTF-16LE",
        "'iconv -f UTF-16LE -t UTF-8'",
    ),
    _refuse("A3 UTF-16", "UTF-16 big-endian", "ref.txt", UTF16.encode("utf-16-be"), "ref.txt looks like UTF-16BE"),
    _refuse("A3 UTF-16", "UTF-32", "ref.txt", UTF16.encode("utf-32-le"), "ref.txt looks like UTF-32LE"),
    _same(
        "A3 UTF-8 BOM in hyp",
        "byte order mark",
        "hyp.txt",
        b"\xef\xbb\xbf" + lines(HYP),
        "hyp.txt line 1: starts with a byte order mark",
    ),
    _same(
        "A3 CRLF", "CR LF", "ref.txt", lines(REF, "\r\n"), "ref.txt line 1: lines end in CR LF; the CR was stripped (5"
    ),
    _same("A3 lines end at LF only", "no newline at the end", "hyp.txt", lines(HYP)[:-1]),
    *(
        FileCase(
            f"{name} inside a line",
            "A3 lone CR; U+2028/2029/0085, VT, FF, FS",
            Scored(like=(_replaced(HYP, 1, HYP[1].replace(" ", sign, 1)), ONE_EACH)),
            CLEAN | {"hyp.txt": lines(_replaced(HYP, 1, HYP[1].replace(" ", sign, 1)))},
        )
        for name, sign in {
            "lone CR": "\r",
            "U+2028": "\u2028",
            "U+2029": "\u2029",
            "U+0085": "\x85",
            "VT": "\x0b",
            "FF": "\x0c",
            "FS": "\x1c",
            "NUL": "\0",
            "NBSP": "\xa0",
            "zero-width space": "\u200b",
        }.items()
    ),
    FileCase(
        "raw U+2028 in JSON Lines",
        "A3 JSONL with raw U+2028 + splitlines",
        Scored(like=(["a\u2028b c", "d"], [["a b c"], ["d"]])),
        {"d.jsonl": _jsonl([{"h": "a\u2028b c", "r": "a b c"}, {"h": "d", "r": "d"}])},
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
    _same("A4 gz by suffix", "gzip", "hyp.txt", gzip.compress(lines(HYP))),
    _same("A4 xz", "xz", "ref.txt", lzma.compress(lines(REF))),
    FileCase(
        "plain text named .gz",
        "A4 `.gz` that is plain text",
        Scored(like=(HYP, ONE_EACH)),
        CLEAN | {"hyp.gz": lines(HYP)},
        hyps=("hyp.gz",),
    ),
    _refuse(
        "A4 truncated gz",
        "truncated gzip",
        "hyp.txt",
        gzip.compress(lines(HYP))[:-20],
        "hyp.txt is truncated: the gzip",
    ),
    _refuse(
        "A4 truncated gz", "truncated xz", "hyp.txt", lzma.compress(lines(HYP))[:-20], "hyp.txt is truncated: the xz"
    ),
    _refuse("A4 gz bomb: zeros", "bomb of NULs", "hyp.txt", _bomb(b"\0", 24), "line 1 is longer than 16777216 bytes"),
    _refuse("A4 gz bomb: newlines", "bomb of newlines", "hyp.txt", _bomb(b"\n", 80), "swells more than 200 times"),
    FileCase(
        "a long line",
        "A4 limits with clear flags: line length",
        refused("hyp.txt line 1 is longer than 40 bytes", "raise --max-line-bytes"),
        CLEAN,
        limits={"line_bytes": 40},
    ),
    _refuse("A4 containers", "zip archive", "hyp.txt", b"PK\x03\x04" + bytes(30), "hyp.txt is a ZIP archive"),
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
    FileCase("a directory", "unreadable file", refused(". is a directory, expected a file"), CLEAN, (".",)),
    FileCase(
        "one segment of 100,000 words",
        "A4 WER 100k tok; one segment, 1M tokens",
        Scored(values={"wer": 0, "bleu": 1}),
        dict.fromkeys(CLEAN, b"one two three four five " * 20_000 + b"\n"),
        metrics=("wer", "bleu"),
    ),
    FileCase(
        "RIBES of 4,000 words",
        "A4 RIBES, NLTK 2000 > 60 s",
        Scored(values={"ribes": 1, "rouge-l": 1}),
        {name: " ".join(f"w{at}" for at in range(4_000)).encode() + b"\n" for name in CLEAN},
        metrics=("ribes", "rouge-l"),
    ),
]

FILE_CASES = [*SHAPE, *EMPTY, *CHARACTERS, *CONTAINERS]
