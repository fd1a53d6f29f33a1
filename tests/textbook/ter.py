"""The textbook TER: docs/metrics/edits.md#ter written down step by step, slow and plain, to check the native kernel.

Nothing here is clever. Candidates are listed, each is applied, each result gets its whole dynamic program. Two
searches: `tercom` (Snover et al. 2006, with or without its beam) and `sacrebleu` (the variant of sacreBLEU
2.6: diagonal band, looser candidate filter, at most 1,000 candidates).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_BLOCK = 10
MAX_DISTANCE = 50
BEAM = 20
BAND = 25
MAX_CANDIDATES = 1000
UNREACHED = 10**9


@dataclass(frozen=True)
class Shift:
    """Words start..end (inclusive) move to just after position `after` (-1: to the front)."""

    start: int
    end: int
    after: int
    words: tuple[object, ...]


@dataclass(frozen=True)
class Verdict:
    edits: int
    insertions: int
    deletions: int
    substitutions: int
    shifts: tuple[Shift, ...]
    path: str


@dataclass(frozen=True)
class Alignment:
    """An edit path over ' ' (match), 's', 'i' (surplus hypothesis word), 'd' (missing reference word)."""

    distance: int
    path: str
    hyp_wrong: tuple[bool, ...]
    ref_wrong: tuple[bool, ...]
    aligned: tuple[int, ...]  # per reference word: its hypothesis position, or the last one consumed before it


def align(distance: int, path: str) -> Alignment:
    hyp_wrong: list[bool] = []
    ref_wrong: list[bool] = []
    aligned: list[int] = []
    for step in path:
        if step in " si":
            hyp_wrong.append(step != " ")
        if step in " sd":
            ref_wrong.append(step != " ")
            aligned.append(len(hyp_wrong) - 1)
    return Alignment(distance, path, tuple(hyp_wrong), tuple(ref_wrong), tuple(aligned))


def trace(step: list[list[str]]) -> str:
    """The path back from the last cell; step[j][i] says how cell (i, j) was reached."""
    path = ""
    i, j = len(step[0]) - 1, len(step) - 1
    while i or j:
        name = step[j][i]
        path = name + path
        i -= name in " sd"
        j -= name in " si"
    return path


def matrices(hyp: Sequence[object], ref: Sequence[object]) -> tuple[list[list[int]], list[list[str]]]:
    """Costs and steps, a column for each hypothesis prefix, nothing reached yet."""
    cost = [[UNREACHED] * (len(ref) + 1) for _ in range(len(hyp) + 1)]
    return cost, [[""] * (len(ref) + 1) for _ in range(len(hyp) + 1)]


def beamed(hyp: Sequence[object], ref: Sequence[object], beam: float) -> Alignment:
    """Step 1: cells are expanded column by column (hypothesis), bottom up (reference); `beam` may be infinite."""
    cost, step = matrices(hyp, ref)
    cost[0][0] = 0

    def relax(j: int, i: int, value: int, name: str) -> bool:
        if value < cost[j][i]:
            cost[j][i], step[j][i] = value, name
            return True
        return False

    first, last = 0, 0
    best = math.inf
    for j in range(len(hyp) + 1):
        next_best, next_first, next_last = math.inf, -1, -1
        i = first
        while i <= min(last, len(ref)):
            value = cost[j][i]
            if value < UNREACHED and not (j < len(hyp) and value > best + beam):
                if next_first < 0:
                    next_first = i
                next_last = i + 1
                if i < len(ref) and j < len(hyp):
                    same = hyp[j] == ref[i]
                    if relax(j + 1, i + 1, value + (not same), " " if same else "s") or same:
                        next_best = min(next_best, value + (not same))
                if j < len(hyp):
                    relax(j + 1, i, value + 1, "i")
                if i < len(ref) and relax(j, i + 1, value + 1, "d") and i >= last:
                    last = i + 1
            i += 1
        first, last, best = next_first, next_last, next_best
    return align(cost[-1][-1], trace(step))


def banded(hyp: Sequence[object], ref: Sequence[object]) -> Alignment:
    """sacreBLEU's dynamic program: only cells within 25 of a slanted diagonal; ties prefer diagonal, 'i', 'd'."""
    ratio = len(ref) / len(hyp) if hyp else 1
    width = math.ceil(ratio / 2 + BAND) if ratio / 2 > BAND else BAND
    cost, step = matrices(hyp, ref)
    for i in range(len(ref) + 1):
        cost[0][i], step[0][i] = i, "d"
    for j in range(1, len(hyp) + 1):
        middle = math.floor(j * ratio)
        top = len(ref) + 1 if j == len(hyp) else min(len(ref) + 1, middle + width)
        for i in range(max(0, middle - width), top):
            ways = [(cost[j - 1][i] + 1, 1, "i")]
            if i:
                same = hyp[j - 1] == ref[i - 1]
                ways += [(cost[j - 1][i - 1] + (not same), 0, " " if same else "s"), (cost[j][i - 1] + 1, 2, "d")]
            value, _, name = min(ways)
            if value < UNREACHED:
                cost[j][i], step[j][i] = value, name
    return align(cost[-1][-1], trace(step))


def move(words: tuple[object, ...], start: int, end: int, after: int) -> tuple[object, ...]:
    """Step 4; a target inside the block slides the block to the right by the distance from its start."""
    block = words[start : end + 1]
    if after < start:
        return words[: after + 1] + block + words[after + 1 : start] + words[end + 1 :]
    if after <= end:
        after = min(end + after - start, len(words) - 1)
    return words[:start] + words[end + 1 : after + 1] + block + words[after + 1 :]


def candidates(hyp: tuple[object, ...], ref: tuple[object, ...], now: Alignment) -> Iterator[tuple[int, int, int]]:
    """Step 3: (start, end, after) in generation order."""
    places: dict[tuple[object, ...], list[int]] = {}
    for first in range(len(ref)):
        for past in range(first + 1, min(first + MAX_BLOCK, len(ref)) + 1):
            places.setdefault(ref[first:past], []).append(first)
    for start in range(len(hyp)):
        near = (
            now.aligned[m]
            for m in places.get(hyp[start : start + 1], [])
            if now.aligned[m] != start
            and now.aligned[m] - start <= MAX_DISTANCE
            and start - now.aligned[m] - 1 <= MAX_DISTANCE
        )
        if next(near, None) is None:
            continue
        for end in range(start, min(start + MAX_BLOCK, len(hyp))):
            block = hyp[start : end + 1]
            if block not in places:
                break
            if not any(now.hyp_wrong[start : end + 1]):
                continue
            targets = [
                m
                for m in places[block]
                if not start <= now.aligned[m] <= end and abs(now.aligned[m] - start) <= MAX_DISTANCE
            ]
            if not targets:
                break
            for m in targets:
                if not any(now.ref_wrong[m : m + len(block)]):
                    continue
                for offset in range(-1, len(block)):
                    if offset == -1 and m == 0:
                        yield start, end, -1
                        continue
                    after = now.aligned[m + offset]
                    if after != start and (offset == 0 or after != now.aligned[m]):
                        yield start, end, after


def search_tercom(hyp: tuple[object, ...], ref: tuple[object, ...], beam: float) -> tuple[Alignment, list[Shift]]:
    """Steps 3 to 6."""
    now, taken = beamed(hyp, ref, beam), []
    while True:
        # A stable sort keeps generation order inside a length.
        tries = sorted(candidates(hyp, ref, now), key=lambda c: c[0] - c[1])
        best, choice, best_total = None, None, now.distance
        for start, end, after in tries:
            gain, most = now.distance - best_total, 2 * (end - start + 1)
            if gain > most or (choice is not None and gain == most):
                break
            then = beamed(move(hyp, start, end, after), ref, beam)
            total = then.distance + 1
            if total < best_total or (choice is None and total == best_total):
                best, best_total, choice = then, total, Shift(start, end, after, hyp[start : end + 1])
        if best is None or choice is None:
            return now, taken
        hyp = move(hyp, choice.start, choice.end, choice.after)
        now = best
        taken.append(choice)


def search_sacrebleu(hyp: tuple[object, ...], ref: tuple[object, ...]) -> tuple[Alignment, list[Shift]]:
    """sacreBLEU 2.6: every common block, the best by (gain, length, earliest start, earliest target, words)."""
    tried = 0
    taken: list[Shift] = []
    while True:
        now = banded(hyp, ref)
        best: tuple[object, ...] | None = None
        for start, m in ((s, m) for s in range(len(hyp)) for m in range(len(ref)) if abs(m - s) <= MAX_DISTANCE):
            if tried >= MAX_CANDIDATES:
                break
            for length in range(1, MAX_BLOCK + 1):
                block = hyp[start : start + length]
                if len(block) < length or block != ref[m : m + length]:
                    break
                if not any(now.hyp_wrong[start : start + length]) or not any(now.ref_wrong[m : m + length]):
                    continue
                if start <= now.aligned[m] < start + length:
                    continue
                previous = -1
                for offset in range(-1, length):
                    target = now.aligned[m + offset] + 1 if m + offset >= 0 else 0
                    if target == previous:
                        continue
                    previous = target
                    shifted = slide(hyp, start, length, target)
                    rank = (now.distance - banded(shifted, ref).distance, length, -start, -target, shifted)
                    tried += 1
                    if best is None or rank > best:
                        best = rank
                if tried >= MAX_CANDIDATES:
                    break
        if tried >= MAX_CANDIDATES or best is None or best[0] <= 0:  # type: ignore[operator]
            return now, taken
        _, length, start, target, hyp = best  # type: ignore[assignment]
        taken.append(Shift(-start, -start + length - 1, -target - 1, ()))  # type: ignore[operator]


def slide(words: tuple[object, ...], start: int, length: int, target: int) -> tuple[object, ...]:
    """sacreBLEU inserts before `target`; at start .. start + length it skips that many words after the block."""
    if target < start:
        return words[:target] + words[start : start + length] + words[target:start] + words[start + length :]
    past = target if target > start + length else length + target
    return words[:start] + words[start + length : past] + words[start : start + length] + words[past:]


def ter(hyp: Sequence[object], ref: Sequence[object], search: str = "tercom", beam: float = BEAM) -> Verdict:
    if search == "sacrebleu" and not ref:
        now, shifts = align(len(hyp), "i" * len(hyp)), []
    elif search == "sacrebleu":
        now, shifts = search_sacrebleu(tuple(hyp), tuple(ref))
    else:
        now, shifts = search_tercom(tuple(hyp), tuple(ref), beam)
    return Verdict(
        edits=now.distance + len(shifts),
        insertions=now.path.count("i"),
        deletions=now.path.count("d"),
        substitutions=now.path.count("s"),
        shifts=tuple(shifts),
        path=now.path,
    )
