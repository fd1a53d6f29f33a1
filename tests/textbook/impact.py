"""IMPACT's reconstructed definition by listing every common subsequence; for a handful of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Route = tuple[tuple[int, int], ...]


def routes(hyp: Sequence[str], ref: Sequence[str], hs: Sequence[int], rs: Sequence[int]) -> Iterator[Route]:
    """Every increasing sequence of matches among the places that are left."""
    yield ()
    for a, i in enumerate(hs):
        for b, j in enumerate(rs):
            if hyp[i] == ref[j]:
                for rest in routes(hyp, ref, hs[a + 1 :], rs[b + 1 :]):
                    yield ((i, j), *rest)


def part_lengths(route: Route) -> list[int]:
    lengths: list[int] = []
    for n, (i, j) in enumerate(route):
        if n and route[n - 1] == (i - 1, j - 1):
            lengths[-1] += 1
        else:
            lengths.append(1)
    return lengths


def sums(hyp: Sequence[str], ref: Sequence[str], alpha: float, beta: float) -> set[float]:
    """Every S that the definition allows: where routes tie in all respects, it leaves the choice open."""

    def go(hs: tuple[int, ...], rs: tuple[int, ...], worth: float) -> set[float]:
        def key(route: Route) -> tuple[int, float, float]:
            apart = sum(abs((i + 1) / len(hyp) - (j + 1) / len(ref)) for i, j in route)
            return len(route), round(sum(length**beta for length in part_lengths(route)), 7), -round(apart, 7)

        found = list(routes(hyp, ref, hs, rs))
        best = max(map(key, found))
        if best[0] == 0:
            return {0.0}
        made = set()
        for route in {route for route in found if key(route) == best}:
            hyp_used, ref_used = {i for i, _ in route}, {j for _, j in route}
            here = worth * sum(length**beta for length in part_lengths(route))
            rest = go(
                tuple(i for i in hs if i not in hyp_used), tuple(j for j in rs if j not in ref_used), worth * alpha
            )
            made |= {round(here + more, 7) for more in rest}
        return made

    return go(tuple(range(len(hyp))), tuple(range(len(ref))), 1.0)
