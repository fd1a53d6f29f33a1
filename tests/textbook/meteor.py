"""The textbook METEOR alignment: every alignment is tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def best_alignment(
    hyp: Sequence[str], ref: Sequence[str], worth: Callable[[str, str], float]
) -> tuple[float, int, list[tuple[int, int]]]:
    """The largest sum of ``worth`` (0: no match), the fewest chunks that reach it, and one such alignment."""
    best: tuple[float, int, list[tuple[int, int]]] = (0.0, 0, [])

    def go(at: int, used: frozenset[int], links: list[tuple[int, int]], total: float) -> None:
        nonlocal best
        if at == len(ref):
            chunks = count_chunks(links)
            if (-total, chunks) < (-best[0], best[1]):
                best = (total, chunks, list(links))
            return
        for i, word in enumerate(hyp):
            value = worth(word, ref[at])
            if value > 0 and i not in used:
                go(at + 1, used | {i}, [*links, (at, i)], total + value)
        go(at + 1, used, links, total)

    go(0, frozenset(), [], 0.0)
    return best


def count_chunks(links: Sequence[tuple[int, int]]) -> int:
    """Runs of (reference, hypothesis) links, by reference position, that are neighbours on both sides."""
    return sum(k == 0 or (links[k - 1][0] + 1, links[k - 1][1] + 1) != link for k, link in enumerate(links))


def score(matches: int, chunks: int, hyp: int, ref: int, alpha: float, beta: float, gamma: float) -> float:
    """The formula of 2005 and 2007."""
    if matches == 0:
        return 0.0
    p, r = matches / hyp, matches / ref
    return p * r / (alpha * p + (1 - alpha) * r) * (1 - gamma * (chunks / matches) ** beta)
