"""Stems of a whole vocabulary, for the rules that are native."""

from __future__ import annotations

from tertium.arrays import Int32s
from tertium.kernels import _native
from tertium.kernels.text import TokenView

OF_METEOR = ("english", "german", "french", "finnish", "danish", "norwegian", "swedish")  # as METEOR 1.5 has them
RULES = ("english", *(f"{language} of meteor" for language in OF_METEOR))


def stem_ids(view: TokenView, rules: str) -> Int32s:
    """For every word of the vocabulary the id of its stem: dense, in the order first seen."""
    return _native.stem_ids(view, rules)


def stem_word(word: str, rules: str) -> str:
    return _native.stem_word(word, rules)


def java_hash(word: str) -> int:
    """Java's hash of a word, by which METEOR 1.5 compares words and stems."""
    return _native.java_hash(word)


def alike_in_java(view: TokenView) -> Int32s:
    """For every word of the vocabulary the first word that has the same hash."""
    return _native.alike_in_java(view)
