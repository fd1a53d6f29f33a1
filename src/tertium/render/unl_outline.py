"""A UNL graph as an outline: a tree from the entry, and the relations that close its circles.

    kill(icl>do,equ>kill.v.01) .@entry.@past
    ├─ agt → John(iof>person)
    └─ obj → Mary(iof>person)

Arrows point from head to dependent: where the tree runs against a relation, the arrow does too (``← agt``). A relation
to a word that has its place already is shown with that word in parentheses.
"""

from __future__ import annotations

from dataclasses import dataclass

from tertium.corpus.unl import Node, Sentence
from tertium.errors import printable


@dataclass(frozen=True, slots=True)
class Step:
    """One line: ``node`` is reached from its parent by ``label``; ``forward``: the parent is the head.

    ``again``: the node has its place elsewhere. ``depth`` and ``last`` (of its siblings, by depth) are for drawing.
    """

    node: int
    label: str
    forward: bool
    again: bool
    depth: int
    lasts: tuple[bool, ...]
    parent: int = -1


def outline(sentence: Sentence) -> list[Step]:
    """Every node and every relation once: the tree from the entry, then what is not connected with it."""
    beside: list[list[tuple[str, int, bool, int]]] = [[] for _ in sentence.nodes]
    for number, r in enumerate(sentence.relations):
        label = f"{r.label}:{r.scope}" if r.scope else r.label
        beside[r.head].append((label, r.dependent, True, number))
        beside[r.dependent].append((label, r.head, False, number))
    placed, used = set[int](), set[int]()
    start = sentence.entry()
    roots = ([] if start is None else [start]) + list(range(len(sentence.nodes)))
    steps: list[Step] = []
    for root in roots:
        if root not in placed:
            placed.add(root)
            steps += _grown(root, beside, placed, used)
    return steps


def _grown(root: int, beside: list[list[tuple[str, int, bool, int]]], placed: set[int], used: set[int]) -> list[Step]:
    """The tree below ``root``. Breadth first decides the parents, so that words stay near the entry."""
    below: dict[int, list[tuple[str, int, bool, bool]]] = {}
    queue = [root]
    for node in queue:
        # relations the node is head of come first
        for label, other, forward, number in sorted(beside[node], key=lambda item: not item[2]):
            if number in used:
                continue
            used.add(number)
            again = other in placed
            below.setdefault(node, []).append((label, other, forward, again))
            if not again:
                placed.add(other)
                queue.append(other)
    steps: list[Step] = []
    stack: list[tuple[int, str, bool, bool, int, tuple[bool, ...], int]] = [(root, "", True, False, 0, (), -1)]
    while stack:
        node, label, forward, again, depth, lasts, parent = stack.pop()
        at = len(steps)
        steps.append(Step(node, label, forward, again, depth, lasts, parent))
        if again:
            continue
        under = below.get(node, [])
        for place in reversed(range(len(under))):
            name, other, way, seen = under[place]
            stack.append((other, name, way, seen, depth + 1, (*lasts, place == len(under) - 1), at))
    return steps


def node_text(node: Node) -> str:
    """``:01`` or ``read(icl>do)``, with its id."""
    if node.is_scope:
        return f":{node.id}"
    return printable(f"{node.universal_word}{f':{node.id}' if node.id else ''}")


def marks(node: Node) -> str:
    return "".join(f".@{name}" for name in node.attributes)


def text(sentence: Sentence) -> str:
    """The outline as lines; an empty graph says so."""
    if not sentence.nodes:
        return "(no words, no graph)\n"
    lines = []
    for step in outline(sentence):
        node = sentence.nodes[step.node]
        said = node_text(node)
        attributes = "" if step.again else f" {marks(node)}" if node.attributes else ""
        said = f"({said})" if step.again else f"{said}{attributes}"
        if step.depth:
            stem = "".join("   " if last else "│  " for last in step.lasts[:-1])
            arrow = f"{step.label} →" if step.forward else f"← {step.label}"
            said = f"{stem}{'└─' if step.lasts[-1] else '├─'} {arrow} {said}"
        lines.append(said)
    return "\n".join(lines) + "\n"
