"""Swapped files: by their names, and by who resembles whom."""

from __future__ import annotations

import pytest

import tertium
from analysis.doctor.test_verdicts import noisy, sentences
from tertium.analysis.doctor.swapped import swapped_names


@pytest.mark.parametrize(
    ("systems", "references", "found"),
    [
        (["ref.txt"], ["output.txt"], 0),
        (["data/newstest.ref.en"], ["data/newstest.hyp.en"], 0),
        (["sysA.txt", "refA.txt"], ["sys.txt"], 1),
        (["sys.txt"], ["ref.txt"], None),
        (["refB.txt"], ["refA.txt"], None),
        (["a.txt"], ["b.txt"], None),
        (["reform.txt"], ["output.txt"], None),
        (["ref.txt"], ["b.txt"], None),
    ],
)
def test_names(systems: list[str], references: list[str], found: int | None) -> None:
    assert swapped_names(systems, references) == found


def machine(texts: list[str], seed: int) -> list[str]:
    return noisy(texts, seed)


def test_the_reference_among_the_systems_is_found_by_agreement() -> None:
    """Systems share their mistakes: here they are small changes of one translation, and the reference is another."""
    reference = sentences(200, seed=1)
    draft = reference
    for step in range(6):
        draft = noisy(draft, seed=40 + step)
    systems = {f"s{number}": machine(draft, 50 + number) for number in range(4)}
    assert not [f for f in tertium.doctor(systems, reference).warnings if f.code == "T101"]
    swapped = {**systems, "s1": reference}
    found = [f for f in tertium.doctor(swapped, systems["s1"]).warnings if f.code == "T101"]
    assert len(found) == 1
    assert "s1" in found[0].file
    assert "T101" in tertium.doctor({"a": reference}, reference).unchecked
