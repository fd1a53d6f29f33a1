"""What the functions of Python refuse before they begin, by the whole sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tertium

HYPS, REFS = {"a": ["x y", "p q"], "b": ["x z", "p q"]}, ["x y", "p q"]

CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "a pair that is none": (
        lambda: tertium.score(HYPS, REFS, "kendall", sources=REFS, train_on=["a b"]),  # type: ignore[list-item]
        "train_on is a list of pairs (source, target) of texts; its item 1 is no pair.",
    ),
    "an aligner that is none": (
        lambda: tertium.score(HYPS, REFS, "kendall", sources=REFS, align_model="giza"),  # type: ignore[arg-type]
        "align_model is 'giza', expected 'hmm', 'fast-align' or None.",
    ),
    "one name in place of a list": (
        lambda: tertium.report(HYPS, REFS, "chrf", slices="length"),  # type: ignore[arg-type]
        "slices is a string, expected a list of names; write ['length'].",
    ),
    "labels that are one string": (
        lambda: tertium.report(HYPS, REFS, "chrf", documents="ab"),
        "documents is a string, expected a list of labels, one for each segment.",
    ),
    "scores without names of systems": (
        lambda: tertium.compare(HYPS, REFS, "chrf", scores={"mine": [0.5, 0.5]}),  # type: ignore[dict-item]
        "scores['mine'] is list, expected a mapping from system names to numbers.",
    ),
    "a report without names": (
        lambda: tertium.report({}, ["x y"], "chrf"),
        "a report needs names; give a mapping from names of systems to lists of strings.",
    ),
    "scores of candidates that are no numbers": (
        lambda: tertium.mbr([["a b", "a c"]], "chrf", scores=[["good", "bad"]]),  # type: ignore[list-item]
        "the scores of nbest[0] are not all numbers; give one number for each text.",
    ),
    "several sources of one hypothesis": (
        lambda: tertium.explain("x y", "x z", "chrf", sources=["x", "y"]),
        "one hypothesis has one source; give sources as a string.",
    ),
    "a level of 95": (
        lambda: tertium.score(HYPS, REFS, "chrf", confidence=95),
        "confidence is 95, expected True, or a level between 0 and 1 such as 0.99.",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_meant_is_refused(name: str) -> None:
    call, said = CASES[name]
    with pytest.raises(tertium.TertiumError) as error:
        call()
    assert str(error.value) == said


def test_paths_that_name_no_file_are_refused(tmp_path: Path) -> None:
    from tertium.api.paths import written

    assert written(None) is None
    assert written(tmp_path / "a") == str(tmp_path / "a")
    for path, said in (
        (7, "expected the name of a file or folder, got 7."),
        ("a\ud800b", "a\\ud800b is not a file name: it holds half a character."),
    ):
        with pytest.raises(tertium.TertiumError) as error:
            written(path)  # type: ignore[arg-type]
        assert str(error.value) == said
