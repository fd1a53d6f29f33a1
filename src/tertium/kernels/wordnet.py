"""WordNet in native memory: synsets of words and of their base forms."""

from __future__ import annotations

from typing import Any

from tertium.kernels import _native

NativeWordNet = _native.WordNet
NativeWuPalmer = _native.WuPalmer


def new_wordnet(arrays: Any) -> NativeWordNet:
    """From the arrays of ``corpus.lexicons.wordnet``; ValueError where they contradict one another."""
    flat = {name: array.reshape(-1) for name, array in vars(arrays).items()}
    return _native.WordNet(**flat)


def new_wu_palmer(net: NativeWordNet) -> NativeWuPalmer:
    return _native.WuPalmer(net)
