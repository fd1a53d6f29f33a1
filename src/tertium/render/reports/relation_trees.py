"""Two graphs as small trees side by side: what matched (=), what is missing from the hypothesis (-), what is extra (+).

A graph that is no tree is drawn as one: a node that was drawn already is named again and not opened again. Below 24
levels the level is a number (``…25``). Attributes of a word (``@not``) stand below it, those that matched in one line.
"""

from __future__ import annotations

from collections.abc import Sequence

from tertium.errors import printable
from tertium.render.tables.branches import branch
from tertium.render.tables.widths import cell_width
from tertium.results.forensics import ComparedRelation, Relations

_GAP = 4


def trees(found: Relations) -> str:
    """Hypothesis on the left, reference on the right, one word a line."""
    left = ["hypothesis", *tree(found.hyp, found.hyp_words, "+")]
    right = [f"reference {found.reference}", *tree(found.ref, found.ref_words, "-")]
    width = max(map(cell_width, left)) + _GAP
    count = max(len(left), len(right))
    left += [""] * (count - len(left))
    right += [""] * (count - len(right))
    rows = [f"  {one}{' ' * (width - cell_width(one))}{other}".rstrip() for one, other in zip(left, right, strict=True)]
    return "\n".join([*rows, f"  {counts(found)}"])


def counts(found: Relations) -> str:
    """How many relations matched, are missing, are extra."""
    matched = sum(edge.matched for edge in found.hyp)
    return (
        f"{matched} matched (=), {len(found.ref) - sum(edge.matched for edge in found.ref)} missing (-), "
        f"{len(found.hyp) - matched} extra (+)"
    )


def tree(edges: Sequence[ComparedRelation], words: Sequence[str], other: str) -> list[str]:
    """One graph, a line a relation, marked "=" where it matched and with ``other`` where it did not."""
    below: dict[int, list[ComparedRelation]] = {}
    said: dict[int, dict[bool, list[str]]] = {}  # of every word its attributes, those that matched apart
    for edge in edges:
        if edge.is_attribute:
            said.setdefault(edge.dependent, {}).setdefault(edge.matched, []).append(edge.relation)
        else:
            below.setdefault(edge.head, []).append(edge)
    alone = dict.fromkeys(edge.dependent for edge in edges if edge.is_attribute)
    edges = [edge for edge in edges if not edge.is_attribute]
    lines: list[str] = []
    drawn: set[int] = set()

    def draw(first: list[tuple[ComparedRelation | None, int]]) -> None:
        waiting = [(edge, node, "", "", 0) for edge, node in first[::-1]]
        while waiting:
            edge, node, lead, rest, depth = waiting.pop()
            again = node in drawn
            label = "" if edge is None else f"{edge.relation} "
            mark = " " if edge is None else "=" if edge.matched else other
            lines.append(
                f"{mark} {lead}{printable(label)}{printable(words[node])}{' ...' if again and node in below else ''}"
            )
            if again:
                continue
            drawn.add(node)
            children = below.get(node, [])
            kinds = sorted(said.get(node, {}).items(), reverse=True)
            for at, (matched, names) in enumerate(kinds, 1):
                before, _ = branch(rest, at == len(kinds) and not children, depth + 1)
                lines.append(f"{'=' if matched else other} {before}{printable(' '.join(names))}")
            for at in range(len(children) - 1, -1, -1):
                child = children[at]
                before, under = branch(rest, at == len(children) - 1, depth + 1)
                waiting.append((child, child.dependent, before, under, depth + 1))

    draw([(edge, edge.dependent) for edge in below.get(-1, [])])
    dependents = {edge.dependent for edge in edges}
    for node in dict.fromkeys(edge.head for edge in edges):  # what hangs on no root: other formats, or root=no
        if node >= 0 and node not in drawn and node not in dependents:
            draw([(None, node)])
    for edge in edges:  # cycles
        if edge.head >= 0 and edge.head not in drawn:
            draw([(None, edge.head)])
    for node in alone:  # words without a relation
        if node not in drawn:
            draw([(None, node)])
    return lines
