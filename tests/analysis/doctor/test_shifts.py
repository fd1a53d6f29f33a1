"""Lines shifted against each other: found, by how much, and where to the line."""

from __future__ import annotations

import pytest

import tertium
from analysis.doctor.test_verdicts import noisy, sentences

REFS = sentences(600, seed=5)
HYPS = noisy(REFS, seed=6)


@pytest.mark.parametrize("by", [1, -1, 3, -7])
@pytest.mark.parametrize("start", [0, 10, 300, 500])
def test_a_shift_is_found_with_its_line(by: int, start: int) -> None:
    if by > 0:  # lines are missing from the hypotheses, and filled up at the end
        hyps = HYPS[:start] + HYPS[start + by :] + HYPS[:by]
    else:  # lines are too many
        hyps = HYPS[:start] + sentences(-by, seed=9) + HYPS[start:by]
    found = [finding for finding in tertium.doctor(hyps, REFS).warnings if finding.code == "T102"]
    assert len(found) == 1
    assert f"shifted by {'+' if by > 0 else '-'}{abs(by)}" in found[0].saw
    last = start + 1 if by > 0 else start + 1 - by  # lines put in between belong nowhere
    assert start <= found[0].line <= last + 1
    with pytest.warns(tertium.InputWarning, match=rf"shifted by .{abs(by)}: .*\[T102\]"):
        tertium.score(hyps, REFS, "bleu")


def test_a_shift_that_ends_again_is_found_with_both_ends() -> None:
    hyps = HYPS[:200] + HYPS[201:351] + [HYPS[350]] + HYPS[351:]
    found = [finding for finding in tertium.doctor(hyps, REFS).warnings if finding.code == "T102"]
    assert len(found) == 1
    assert abs(found[0].line - 201) <= 1
    assert abs(found[0].line + found[0].count - 1 - 350) <= 1


def test_a_far_shift_is_found_by_the_doctor() -> None:
    hyps = HYPS[150:] + sentences(150, seed=11)
    found = [finding for finding in tertium.doctor(hyps, REFS).warnings if finding.code == "T102"]
    assert len(found) == 1
    assert "shifted by +150" in found[0].saw


def test_a_shift_across_chunks_is_one() -> None:
    refs = sentences(9000, seed=21)
    hyps = noisy(refs, seed=22)
    hyps = [*hyps[:1000], *hyps[1001:], hyps[0]]
    found = [finding for finding in tertium.doctor(hyps, refs).warnings if finding.code == "T102"]
    assert len(found) == 1
    assert abs(found[0].line - 1001) <= 1
    assert found[0].count > 7900


def test_a_bad_system_is_not_a_shifted_one() -> None:
    assert not [f for f in tertium.doctor(sentences(600, seed=31), REFS).warnings if f.code == "T102"]


def test_two_shifts_far_apart_are_two() -> None:
    """Shifted by one line twice, with right lines in between."""
    refs = sentences(1200, seed=41)
    hyps = noisy(refs, seed=42)
    hyps = hyps[:100] + hyps[101:301] + [hyps[300]] + hyps[301:800] + hyps[801:1001] + [hyps[1000]] + hyps[1001:]
    found = [finding for finding in tertium.doctor(hyps, refs).warnings if finding.code == "T102"]
    assert [finding.saw.count("shifted by +1") for finding in found] == [1, 1]
    for finding, first, last in zip(found, (101, 801), (300, 1000), strict=True):
        assert abs(finding.line - first) <= 1
        assert abs(finding.line + finding.count - 1 - last) <= 1
