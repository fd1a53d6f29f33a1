"""The lines of a tree in text: what stands before a word, and before the words below it."""

from __future__ import annotations

DEEPEST = 24  # levels that are drawn; a chain of thousands of words would else be a page of thousands of columns


def branch(stem: str, last: bool, depth: int) -> tuple[str, str]:
    """What stands before a word at ``depth`` (from 1) and the stem of what is below it; ``stem`` is that of its parent.

    Below the deepest level that is drawn, the level is a number and the tree goes on at the margin.
    """
    if depth > DEEPEST:
        return f"…{depth} ", ""
    return (f"{stem}└─ ", f"{stem}   ") if last else (f"{stem}├─ ", f"{stem}│  ")
