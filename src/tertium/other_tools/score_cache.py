"""Scores of other tools kept on disk, by the texts and all that the tool says of itself.

One file for each tool, model, revision and precision, under ``$XDG_CACHE_HOME/tertium/scores``;
``TERTIUM_SCORE_CACHE`` names another folder, or ``off``. A score is kept within a second or two of the moment it comes,
so that a run which is killed goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping, Sequence

from tertium.corpus.files.kept_values import KeptValues, Shelf

VARIABLE = "TERTIUM_SCORE_CACHE"
_SHELF = Shelf(VARIABLE, "scores", "cache of scores", "score")
_NUMBER = struct.Struct("<d")


class ScoreCache(KeptValues):
    """Scores of one tool; ``identity`` is all that they depend on beside the texts, ``name`` the readable part of it.

    With ``keep`` False they live as long as the process.
    """

    def __init__(self, name: str, identity: str, *, keep: bool = True) -> None:
        digest = hashlib.blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        super().__init__(_SHELF, f"{name[:60]}-{digest}", keep=keep)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, float]:
        """The scores that are known of these items."""
        found = self.get_bytes(keys)
        return {key: _NUMBER.unpack(value)[0] for key, value in found.items() if len(value) == _NUMBER.size}

    def put(self, scores: Mapping[bytes, float]) -> None:
        """Keep all of them or, if the process ends on the way, none."""
        self.put_bytes({key: _NUMBER.pack(score) for key, score in scores.items()})


def item_key(texts: Mapping[str, str]) -> bytes:
    """What an item is known by: 128 bits of its texts and of what each of them is."""
    written = json.dumps(texts, sort_keys=True).encode("ascii")
    return hashlib.blake2b(written, digest_size=16).digest()
