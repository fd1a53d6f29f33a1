"""Bad Python objects, from the catalogue's A1 to A4, as they are passed to tertium.score."""

from __future__ import annotations

import numpy as np

from faults.cases import HYP, REF, ListCase, Scored, refused
from tertium import streams

NAN = float("nan")
MISSING = Scored(
    like=([HYP[0], *HYP[2:]], [[REF[0]], *[[text] for text in REF[2:]]]),
    warns=("segment 2: segments without a text were skipped",),
)

LIST_CASES = [
    ListCase("clean", "A1 baseline", Scored(like=(HYP, [[text] for text in REF])), HYP, REF),
    ListCase(
        "1002 hypotheses, 2 references",
        "A1 line count differs, Python API",
        refused("references has 2 segments but hypotheses has 1002; segments must pair up."),
        ["a"] * 1002,
        ["a", "b"],
    ),
    ListCase(
        "streams without the mark",
        "A1 refs transposed",
        refused("references looks transposed: 1 list of 5 for 5 hypotheses", "tertium.streams(references)"),
        HYP,
        [REF],
    ),
    ListCase(
        "lists for each hypothesis, marked as streams",
        "A1 refs transposed",
        refused("references looks transposed", "pass them without tertium.streams"),
        HYP,
        streams([[text] for text in REF]),
    ),
    ListCase(
        "transposed with blanks",
        "A1 chrF of ['A B C D E','',''] = 100",
        refused("references looks transposed"),
        ["A B C D E", "", ""],
        [["A B C D E", "x", "y"]],
    ),
    ListCase("streams", "A1 refs transposed", Scored(like=(HYP, [[text] for text in REF])), HYP, streams([REF])),
    ListCase(
        "ragged streams",
        "A1 ragged ref streams (12 vs 2)",
        refused("stream 2 of references has 2 segments but hypotheses has 5"),
        HYP,
        streams([REF, REF[:2]]),
    ),
    ListCase("WER of two and one", "A1 torchmetrics WER", refused("references has 1 segments"), ["a", "b"], ["a"]),
    ListCase("WER of one and two", "A1 torchmetrics WER", refused("references", "has 2 segments"), ["a"], ["a", "b"]),
    ListCase("hypotheses a string", "A1 hyp given as str", refused("hypotheses is a str, expected"), HYP[0], [REF[0]]),
    ListCase("references a string", "A1 hyp given as str", refused("references is a str, expected"), [HYP[0]], REF[0]),
    ListCase(
        "tokens for text",
        "A1 hyp given as str",
        refused("hypotheses segment 1 is a list, expected a string; join tokens"),
        [["the", "cat"]],
        [["the cat"]],
    ),
    ListCase(
        "a NaN cell",
        "A1 NaN/float cell from pandas",
        refused("hypotheses segment 17 is NaN (missing)"),
        ["a"] * 16 + [NAN],
        ["a"] * 17,
    ),
    ListCase(
        "a float", "A1 NaN/float cell", refused("segment 2 is a float 1.5, expected a string"), ["a", 1.5], ["a", "b"]
    ),
    ListCase("NaN, skipped", "A1 NaN cell", MISSING, [HYP[0], NAN, *HYP[2:]], REF, {"missing": "skip"}),
    ListCase("no segments", "A1 empty list", refused("no segments to score: hypotheses is empty."), [], []),
    ListCase("no references at all", "A2 BLEU without refs", refused("references is empty"), ["a"], []),
    ListCase(
        "no references of a segment",
        "A1 all refs None, A2 BLEU without refs",
        refused("references segment 2: the segment has no reference; add one"),
        ["a", "b"],
        [["a"], []],
    ),
    ListCase(
        "all references None",
        "A1 all refs None for one segment",
        refused("references segment 2: the segment has no reference"),
        ["a", "b"],
        [["a"], [None, None]],
        metrics=("bleu", "chrf", "ter", "wer", "nist"),
    ),
    ListCase(
        "all references None, skipped",
        "A1 all refs None: missing='skip'",
        MISSING,
        HYP,
        [[REF[0]], [None, None], *[[text] for text in REF[2:]]],
        {"missing": "skip"},
    ),
    ListCase(
        "some references None",
        "A1 all refs None",
        Scored(like=(HYP, [[text] for text in REF]), warns=("blank or missing references left out",)),
        HYP,
        streams([REF, [None] * 5]),
    ),
    ListCase(
        "a lone surrogate",
        "A3 lone surrogate",
        refused("hypotheses segment 1 holds half a character"),
        ["\ud800"],
        ["a"],
    ),
    ListCase(
        "numpy strings",
        "A1 typed container",
        Scored(like=(HYP, [[text] for text in REF])),
        np.array(HYP),
        np.array(REF),
    ),
    ListCase(
        "both empty",
        "A2 both empty",
        Scored(values={"bleu": 0, "chrf": 0, "wer": 0}, warns=("blank hypotheses", "the only reference is blank")),
        [""],
        [[""]],
    ),
    ListCase(
        "a blank reference beside another",
        "A2 one blank ref in 5",
        Scored(like=(["a b"], [["a c"]]), warns=("blank or missing references left out",)),
        ["a b"],
        [["a c", " "]],
    ),
    ListCase(
        "as many references as segments",
        "A1 refs transposed",
        Scored(
            like=(["a b", "c d"], [["a b", "x"], ["c d", "y"]]), warns=("as many references as there are hypotheses",)
        ),
        ["a b", "c d"],
        [["a b", "x"], ["c d", "y"]],
    ),
    ListCase(
        "line ends inside strings are text",
        "A3 str.splitlines",
        Scored(values={"wer": 0}, warns=("hypotheses segment 1: 1 line holds U+000A", "[T117]")),
        ["a\nb\u2028c\r\x85"],
        ["a b c"],
        metrics=("wer",),
    ),
]
