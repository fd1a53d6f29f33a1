"""Swapped files: by their names, and by who resembles whom."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tertium
from analysis.doctor.test_verdicts import noisy, sentences
from cli.shell import run
from tertium.analysis.doctor.swapped import swapped_by_agreement, swapped_names


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


def test_files_that_are_swapped_by_their_names_are_told_of(tmp_path: Path) -> None:
    texts = sentences(30, seed=1)
    for name, lines in (("ref.txt", noisy(texts, 2)), ("output.txt", texts)):
        (tmp_path / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    ran = run("doctor", "output.txt", "-i", "ref.txt", "-f", "json", cwd=tmp_path)
    [found] = [finding for finding in json.loads(ran.out)["findings"] if finding["code"] == "T101"]
    assert (found["file"], found["severity"]) == ("ref.txt", "warning")
    assert (
        found["saw"] == "its name is that of a reference, while output.txt, given as a reference, has a system's name"
    )


def test_two_systems_are_too_few_to_say_which_is_odd() -> None:
    alike = np.array([[1.0, 0.1, 0.9], [0.1, 1.0, 0.1], [0.9, 0.1, 1.0]])
    assert swapped_by_agreement(alike) is None
    more = np.full((4, 4), 0.9)
    more[1, :3] = more[:3, 1] = 0.1
    assert swapped_by_agreement(more) == (1, pytest.approx(0.1), pytest.approx(0.9))
