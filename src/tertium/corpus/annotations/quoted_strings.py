"""Text in double quotes, as metric specs and UNL documents write it: a backslash keeps the character behind it."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def unquoted(text: str, at: int) -> tuple[str, int] | None:
    r"""What stands in the quotes that open at ``at``, and the place behind them; None if they are never closed.

    >>> unquoted(r'say "a \"b\" c" now', 4)
    ('a "b" c', 15)
    """
    found = _QUOTED.match(text, at)
    return None if found is None else (re.sub(r"\\(.)", r"\1", found[1], flags=re.DOTALL), found.end())
