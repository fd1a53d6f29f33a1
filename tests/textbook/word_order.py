"""Textbook versions of word order: the rules as the paper and the program state them, one word at a time."""

from __future__ import annotations

from collections.abc import Sequence


def starts(piece: Sequence[str], text: Sequence[str]) -> list[int]:
    """Where a piece occurs, overlaps included."""
    return [i for i in range(len(text) - len(piece) + 1) if list(text[i : i + len(piece)]) == list(piece)]


def count_without_overlaps(piece: Sequence[str], text: Sequence[str]) -> int:
    count, at = 0, 0
    while at + len(piece) <= len(text):
        if list(text[at : at + len(piece)]) == list(piece):
            count, at = count + 1, at + len(piece)
        else:
            at += 1
    return count


def places_by_paper(hyp: Sequence[str], ref: Sequence[str]) -> list[int]:
    """Isozaki et al. 2010, figure 1."""
    made = []
    for i, word in enumerate(hyp):
        place = -1
        if len(starts([word], hyp)) == 1 and len(starts([word], ref)) == 1:
            place = starts([word], ref)[0]
        elif i + 1 < len(hyp) and len(starts(hyp[i : i + 2], hyp)) == 1 and len(starts(hyp[i : i + 2], ref)) == 1:
            place = starts(hyp[i : i + 2], ref)[0]
        elif i > 0 and len(starts(hyp[i - 1 : i + 1], hyp)) == 1 and len(starts(hyp[i - 1 : i + 1], ref)) == 1:
            place = starts(hyp[i - 1 : i + 1], ref)[0] + 1
        made.append(place)
    return made


def places_by_program(hyp: Sequence[str], ref: Sequence[str], legacy: bool = False) -> list[int]:
    """RIBES.py: growing n-grams, left context first. Before 1.02.4: counts without overlaps, one window less."""

    def once(piece: Sequence[str]) -> bool:
        if legacy:
            return count_without_overlaps(piece, hyp) == 1 and count_without_overlaps(piece, ref) == 1
        return len(starts(piece, hyp)) == 1 and len(starts(piece, ref)) == 1

    made = []
    for i, word in enumerate(hyp):
        place = -1
        if word in ref:
            if once([word]):
                place = starts([word], ref)[0]
            else:
                for window in range(1, max(i, len(hyp) - i) + (0 if legacy else 1)):
                    left, right = hyp[i - window : i + 1], hyp[i : i + window + 1]
                    if window <= i and once(left):
                        place = starts(left, ref)[0] + window
                        break
                    if i + window < len(hyp) and once(right):
                        place = starts(right, ref)[0]
                        break
        made.append(place)
    return made


def increasing_pairs(values: Sequence[int]) -> int:
    return sum(values[i] < values[j] for j in range(len(values)) for i in range(j))
