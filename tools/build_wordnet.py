"""Build data/wordnet.npz and data/wordnet_parts.npz from Debian's package wordnet-base (``make wordnet-pack``).

    apt-get install wordnet-base
    python tools/build_wordnet.py /usr/share/wordnet src/tertium/data/wordnet.npz

Debian's file of verbs is 18 bytes longer over a stretch than Princeton's, its file of adjectives a byte longer from one
place on, so that synsets there lie further on. METEOR 1.5 knows synsets by their places in Princeton's files, without
part of speech, so that two synsets of the same place count as one. CORRECTIONS leads back to Princeton's places; it was
found by comparing Debian's index with METEOR's list of all 147,306 lemmas, and makes the two equal for each of them.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import numpy as np

from tertium.corpus.lexicons import wordnet

# part of speech: (from this place in Debian's file, to before this one, bytes to take off)
CORRECTIONS = {"verb": ((613036, 2422967, 18),), "adj": ((1681478, 1 << 30, 1),)}


def published_offsets(arrays: wordnet.WordNetArrays) -> np.ndarray:
    offsets = arrays.offsets.copy()
    start = 0
    for pos, size in zip(wordnet.POS, arrays.sizes.tolist(), strict=True):
        part = arrays.offsets[start : start + size]
        for low, high, bytes_off in CORRECTIONS.get(pos, ()):
            offsets[start : start + size][(part >= low) & (part < high)] -= bytes_off
        start += size
    return offsets


def main(directory: str, target: str) -> None:
    arrays = wordnet.read_directory(directory)
    arrays = dataclasses.replace(arrays, offsets=published_offsets(arrays))
    Path(target).write_bytes(wordnet.to_bytes(arrays))
    parts = Path(target).with_name("wordnet_parts.npz")
    parts.write_bytes(wordnet.parts_to_bytes(wordnet.read_parts(directory)))
    sys.stderr.write(
        f"{target}: {len(arrays.lemma_counts):,} lemmas, {int(arrays.sizes.sum()):,} synsets, "
        f"{len(arrays.form_counts):,} irregular forms, {Path(target).stat().st_size:,} bytes\n"
        f"{parts}: {parts.stat().st_size:,} bytes\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
