"""A UNL graph as an outline: a tree from the entry, and the relations that close its circles.

    kill(icl>do,equ>kill.v.01) .@entry.@past
    ├─ agt → John(iof>person)
    └─ obj → Mary(iof>person)

Arrows point from head to dependent: where the tree runs against a relation, the arrow does too (``← agt``). A relation
to a word that has its place already is shown with that word in parentheses. Below 24 levels the level is a number.
"""

from __future__ import annotations

from dataclasses import dataclass

from tertium.corpus.annotations.unl import Node, Sentence
from tertium.errors import printable
from tertium.render.tables.branches import branch


@dataclass(frozen=True, slots=True)
class Step:
    """One line: ``node`` is reached from its parent by ``label``; ``forward``: the parent is the head.

    ``again``: the node has its place elsewhere. ``lead`` is what is drawn before the line.
    """

    node: int
    label: str
    forward: bool
    again: bool
    depth: int
    lead: str
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
    stack = [(Step(root, "", True, False, 0, ""), "")]
    while stack:
        step, stem = stack.pop()
        at, node, again = len(steps), step.node, step.again
        steps.append(step)
        if again:
            continue
        under = below.get(node, [])
        for place in reversed(range(len(under))):
            name, other, way, seen = under[place]
            lead, rest = branch(stem, place == len(under) - 1, step.depth + 1)
            stack.append((Step(other, name, way, seen, step.depth + 1, lead, at), rest))
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
            arrow = f"{step.label} →" if step.forward else f"← {step.label}"
            said = f"{step.lead}{arrow} {said}"
        lines.append(said)
    return "\n".join(lines) + "\n"
