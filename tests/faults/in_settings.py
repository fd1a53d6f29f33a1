"""Every function of Python with a call of it that works, and values of types that nobody meant."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import tertium
from faults.cases import HYP, REF

CAMPAIGN = str(Path(__file__).parents[2] / "examples/judged/es-en")
REFS = [[text] for text in REF]
OLD = [text.replace("the", "a") for text in HYP]
BOTH = {"old": OLD, "new": HYP}
WORDS = ["cat dog fur", "dog fur tail", "bank money loan", "money loan rate"] * 5
PARSE = "1\tMary\tMary\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tslept\tsleep\tVERB\t_\tTense=Past\t0\troot\t_\t_\n"


class Nothing:
    """An object of somebody's, which is none of the things that a setting may be."""


class Unprintable:
    """An object that cannot be written into a message."""

    def __repr__(self) -> str:
        raise RuntimeError("this has no text")


VALUES: dict[str, Any] = {
    "None": None,
    "True": True,
    "False": False,
    "0": 0,
    "3": 3,
    "-1": -1,
    "10**5000": 10**5000,
    "2.5": 2.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "1j": 1j,
    "Fraction": Fraction(1, 3),
    "Decimal": Decimal("0.5"),
    "int64": np.int64(3),
    "float32": np.float32(0.5),
    "bool_": np.bool_(True),
    "array": np.array([1, 2, 3]),
    "texts in an array": np.array(["a", "b"]),
    "empty array": np.array([]),
    "empty string": "",
    "string": "no such thing",
    "half a character": "\udc80",
    "NUL": "\0",
    "digits": "3",
    "bytes": b"3",
    "empty list": [],
    "list of None": [None],
    "list of numbers": [3],
    "list of strings": ["no such thing"],
    "list of lists": [["x"]],
    "list of objects": [Nothing()],
    "set": {3},
    "empty dict": {},
    "dict": {"a": 1},
    "dict of numbers": {3: 4},
    "dict of lists": {"old": [3], "new": [3]},
    "object": Nothing(),
    "class": Nothing,
    "unprintable": Unprintable(),
    "function": len,
    "range": range(3),
    "bytearray": bytearray(b"x"),
    "generator": None,  # made anew for each call
}

QUICK = (
    *("None", "True", "0", "-1", "10**5000", "2.5", "nan", "int64", "array", "string", "NUL", "bytes"),
    *("empty list", "list of numbers", "list of strings", "dict", "dict of numbers", "unprintable", "generator"),
)


@dataclass(frozen=True)
class Call:
    """A function of ours, and how it is called so that it works and takes little time."""

    function: Callable[..., Any]
    given: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    @property
    def settings(self) -> list[str]:
        """All that it takes by name."""
        taken = inspect.signature(self.function).parameters.values()
        return [one.name for one in taken if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]

    def __str__(self) -> str:
        return self.name or self.function.__name__

    def with_(self, setting: str, value: str) -> dict[str, Any]:
        odd = (letter for letter in "ab") if value == "generator" else VALUES[value]
        return {**self.given, setting: odd}


_TEXTS = {"hypotheses": HYP, "references": REFS, "metrics": "bleu"}
_SYSTEMS = {**_TEXTS, "hypotheses": BOTH}
_LISTS = [["the cat sat", "the cat sits", "a dog"], ["x y", "x"]]

CALLS = [
    Call(tertium.score, _TEXTS),
    Call(tertium.score, {"hypotheses": HYP[:1], "references": REFS[:1], "metrics": "bleu"}, "score of one segment"),
    Call(tertium.score, {**_SYSTEMS, "confidence": True, "resamples": 10}, "score with intervals"),
    Call(tertium.compare, {**_SYSTEMS, "resamples": 10}),
    Call(
        tertium.compare,
        {**_SYSTEMS, "test": "ar", "trials": 10, "resamples": 10, "slices": ["ref-length"]},
        "compare by slices",
    ),
    Call(tertium.diff, _SYSTEMS),
    Call(tertium.gate, {**_SYSTEMS, "max_drop": 5.0, "resamples": 20}),
    Call(tertium.report, {**_SYSTEMS, "resamples": 10, "slices": ()}),
    Call(tertium.doctor, _TEXTS),
    Call(tertium.explain, {"hypotheses": HYP[0], "references": REF[0]}),
    Call(tertium.explain, {"hypotheses": HYP, "references": REF, "lines": 2}, "explain lines"),
    Call(tertium.explain, {"hypotheses": HYP, "references": REF, "worst": 2}, "explain the worst"),
    Call(tertium.explain, {"hypotheses": BOTH, "references": REF, "differ": ("old", "new")}, "explain differences"),
    Call(tertium.order, {"hypotheses": HYP, "references": REFS}),
    Call(tertium.pairwise, {"hypotheses": HYP, "references": REF}),
    Call(tertium.mbr, {"nbest": _LISTS}),
    Call(tertium.mbr, {"nbest": _LISTS, "scores": [[0.1, 0.2, 0.3], [1, 2]]}, "mbr of the model's scores"),
    Call(tertium.align, {"source": WORDS, "targets": WORDS, "iterations": 1}),
    Call(
        tertium.paraphrases,
        {
            "source": ["das große haus", "ein großes haus", "das große auto"],
            "target": ["the big house", "a large house", "the large car"],
            "links": ["0-0 1-1 2-2"] * 3,
            "function_words": "none",
        },
    ),
    Call(tertium.idf, {"sentences": WORDS}),
    Call(tertium.function_words, {"sentences": WORDS}),
    Call(tertium.lsa, {"sentences": WORDS, "dimensions": 2}),
    Call(tertium.unl, {"parses": PARSE}),
    Call(tertium.meta, {"data": CAMPAIGN, "metrics": "chrf", "level": "system", "resamples": 10, "permutations": 10}),
    Call(tertium.tune, {"data": CAMPAIGN, "metrics": "lr-kb1:align=direct", "leave_out": "nothing"}),
    Call(tertium.metric, {"text": "bleu"}, "metric"),
    Call(tertium.load, {"metric": "bleu"}),
    Call(tertium.streams, {"references": [REF]}),
    Call(tertium.Bleu().corpus_score, {"hypotheses": HYP, "references": REFS}),
    Call(tertium.ChrF().sentence_score, {"hypothesis": HYP[0], "references": REFS[0]}),
    Call(tertium.load("bleu").compute, {"predictions": HYP, "references": REFS}, "load.compute"),
    Call(tertium.load("bleu").add_batch, {"predictions": HYP, "references": REFS}, "load.add_batch"),
    Call(tertium.load("bleu").add, {"prediction": HYP[0], "reference": REF[0]}, "load.add"),
]
