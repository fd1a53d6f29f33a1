"""Which metrics see words only where there are spaces."""

from __future__ import annotations

from tertium.metrics.base import Metric


def splits_at_spaces(leaf: Metric) -> bool:
    """Does this metric see words only where there are spaces or marks?"""
    tok = getattr(leaf, "tok", None)
    if tok is None:  # TER has a tokenizer of its own, which separates Asian characters only if asked by both
        return not (getattr(leaf, "asian", True) and getattr(leaf, "normalized", True))
    return isinstance(tok, str) and tok.split(":")[0].split("@")[0] in ("13a", "intl", "none", "rouge155")
