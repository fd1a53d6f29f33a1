"""Texts of the wrong shape, and empty ones: the catalogue's A1 and A2, as files."""

from __future__ import annotations

from faults.cases import AS_CLEAN, CLEAN, HYP, ONE_EACH, REF, FileCase, Scored, jsonl, lines, refuse, refused, replaced

SHORT = ("hyp.txt has 4 lines but ref.txt has 5; segments must pair up. First unpaired: ref.txt line 5.",)


SHAPE = [
    FileCase("clean", "A1 baseline", AS_CLEAN, CLEAN),
    refuse("A1 line count differs", "hypotheses too few", "hyp.txt", lines(HYP[:4]), *SHORT),
    refuse(
        "A1 line count differs",
        "hypotheses too many",
        "hyp.txt",
        lines([*HYP, "One more."]),
        "hyp.txt has 6 lines but ref.txt has 5; segments must pair up. First unpaired: hyp.txt line 6.",
    ),
    refuse(
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
        refused("b.txt has 2 lines but ref.txt has 5; segments must pair up. First unpaired: ref.txt line 3."),
        CLEAN | {"b.txt": lines(REF[:2])},
        refs=("ref.txt", "b.txt"),
    ),
    FileCase(
        "fewer hypotheses for WER",
        "A1 torchmetrics WER 0.0 in both directions",
        refused("hyp.txt has 1 line but ref.txt has 2"),
        {"hyp.txt": b"a\n", "ref.txt": b"a\nb\n"},
        metrics=("wer",),
    ),
    FileCase(
        "fewer references for WER",
        "A1 torchmetrics WER 0.0 in both directions",
        refused("hyp.txt has 2 lines but ref.txt has 1"),
        {"hyp.txt": b"a\nb\n", "ref.txt": b"a\n"},
        metrics=("wer",),
    ),
    refuse("A1 empty hyp file", "empty hypothesis file", "hyp.txt", b"", "hyp.txt has 0 lines but ref.txt has 5"),
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
        Scored(like=(replaced(HYP, 2, ""), ONE_EACH), warns=("standard input line 3: blank hypotheses",)),
        CLEAN,
        hyps=("-",),
        stdin=lines(replaced(HYP, 2, "")),
    ),
    FileCase(
        "references all null in one segment",
        "A1 all refs None for one segment",
        refused("data.jsonl:2 key 'r' is null, expected a string"),
        {"data.jsonl": jsonl([{"h": "a", "r": "a"}, {"h": "b", "r": None}])},
        refs=("data.jsonl",),
        hyps=("data.jsonl",),
        ref_cols=("r",),
        hyp_cols=("h",),
    ),
    FileCase(
        "references all null in one segment, skipped",
        "A1 all refs None: --missing skip masks the segment and shows the count",
        Scored(like=(["a"], [["a"]]), warns=("data.jsonl line 2: segments without a text were skipped",)),
        {"data.jsonl": jsonl([{"h": "a", "r": "a"}, {"h": "b", "r": None}])},
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
            values={"bleu": 0, "chrf": 0, "ter": 0, "wer": 0, "cer": 0, "per": 0, "rouge-l": 0, "nist": 0},
            warns=("hyp.txt line 1: blank hypotheses", "ref.txt line 1: the only reference is blank"),
        ),
        {"hyp.txt": b"\n", "ref.txt": b"\n"},
        metrics=("bleu", "chrf", "ter", "wer", "cer", "per", "rouge-l", "nist"),
    ),
    FileCase(
        "empty reference",
        "A2 empty ref, hyp `a b`",
        Scored(
            values={"bleu": 0, "chrf": 0, "ter": 1, "wer": None, "per": None, "rouge-l": 0},
            warns=(
                "ref.txt line 1: the only reference is blank",
                "wer marks 1 segment",
                "per marks 1 segment",
            ),
        ),
        {"hyp.txt": b"a b\n", "ref.txt": b"\n"},
        metrics=("bleu", "chrf", "ter", "wer", "per", "rouge-l"),
    ),
    FileCase(
        "one blank reference in five",
        "A2 one blank ref in 5",
        Scored(
            like=(HYP, [[text] for text in replaced(REF, 3, "")]),
            warns=("ref.txt line 4: the only reference is blank", "wer marks 1 segment"),
        ),
        CLEAN | {"ref.txt": lines(replaced(REF, 3, ""))},
    ),
    FileCase(
        "a blank among two references",
        "A2 one blank ref in 5",
        Scored(
            like=(HYP, [[text] if at == 3 else [text, text] for at, text in enumerate(REF)]),
            warns=("b.txt line 4: blank or missing references left out",),
        ),
        CLEAN | {"b.txt": lines(replaced(REF, 3, " \u3000"))},
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
        CLEAN | {"ref.txt": lines(replaced(REF, 3, "")), "b.txt": lines(replaced(REF, 3, "\t"))},
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
