"""Golden scores: what every metric gives on two fixed corpora, kept to the last bit in ``scores.json``.

``make golden`` writes the file, ``test_scores.py`` compares. A line is one variant of a metric: its signature and, by
corpus, the value of every system (``null``: no score), the number of unscored segments and a digest of all segment
scores, in that order. Python writes a float with as many digits as it takes to read the same bits back.

The bits must be those of any other x86-64 Linux machine. numpy has an exp, log and pow of its own for processors with
AVX-512, whose last bits differ from those of the C library: that moves 22 metrics (bleu, nist, ribes, the order
metrics, meteor, impact, and sums of these). So scores are computed in a process that has these switched off, and come
from glibc. Its own last bits may differ before version 2.28 and on processors without FMA (older than 2013). PyStemmer
decides what stems are, and Python's Unicode tables what NFC and NFKC are. Should many such metrics move at once on a
new machine while wer, ter and chrf stay, look there first.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import tertium
from golden.texts import FILES, HERE, PARSED, Corpus, corpora, digest_of_inputs
from golden.variants import LEFT_OUT, Variant, names, variants

FILE = HERE / "scores.json"
# Segments of the example corpus that are enough for slow metrics.
SLOW = {"meteor": 60, "atec": 60, "tertium-2": 60, "ter": 60, "impact": 60}
# Names that numpy 1 and 2 have for AVX-512; it ignores those it does not know.
AVX512 = "X86_V4 AVX512F AVX512CD AVX512_KNL AVX512_KNM AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR"

Entry = dict[str, Any]


def all_computed() -> dict[str, dict[str, Entry]]:
    """Today's entries of every registered metric, from a process in which numpy leaves exp, log and pow to glibc."""
    path = os.pathsep.join(filter(None, (str(HERE.parent), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"NPY_DISABLE_CPU_FEATURES": AVX512, "PYTHONPATH": path}
    command = [sys.executable, "-m", "golden.scores", "--print"]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, dict[str, Entry]] = json.loads(done.stdout)
    return found


def computed(name: str) -> dict[str, Entry]:
    """Today's entries of a registered metric, by variant."""
    with contextlib.chdir(FILES):  # signatures name files as specs do: without a folder they are the same everywhere
        found = variants(name)
        entries: dict[str, Entry] = {}
        for inputs in ("texts", "links", "graphs"):
            group = [variant for variant in found if variant.inputs == inputs]
            if group:
                entries |= _scored(name, group, inputs)
    left_out = {key: {"left out": why} for key, why in LEFT_OUT.items() if key.partition(":")[0] == name}
    return {variant.key: entries[variant.key] for variant in found} | left_out


def _scored(name: str, group: Sequence[Variant], inputs: str) -> dict[str, Entry]:
    metrics = [tertium.metric(variant.spec) for variant in group]
    entries: dict[str, Entry] = {v.key: {"signature": m.signature} for v, m in zip(group, metrics, strict=True)}
    for title, corpus in corpora().items():
        part = _part(name, corpus, inputs)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tertium.InputWarning)  # odd texts are the point
            report = tertium.score(metrics=metrics, segment_scores=True, **part.arguments(inputs))
        for place, variant in enumerate(group):
            scores = [system.scores[place] for system in report.systems]
            entries[variant.key][title] = [
                [None if np.isnan(score.value) else score.value for score in scores],
                sum(score.unscored for score in scores),
                _digest([score.segment_scores or () for score in scores]),
            ]
    return entries


def _part(name: str, corpus: Corpus, inputs: str) -> Corpus:
    if not corpus.kept_parses:
        return corpus
    return corpus.first(PARSED if inputs == "graphs" else SLOW.get(name, len(corpus.sources)))


def _digest(systems: Sequence[Sequence[float | None]]) -> str:
    """Of the bytes of all segment scores, little-endian; every missing score is the same NaN."""
    values = [np.nan if score is None else score for scores in systems for score in scores]
    return hashlib.sha256(np.array(values, dtype="<f8").tobytes()).hexdigest()[:16]


def differences(name: str, kept: dict[str, Entry], now: dict[str, Entry]) -> list[str]:
    """One sentence for every entry of a metric that is not as it was kept."""
    said = [f"{key} has no golden scores yet: run `make golden`." for key in now if key not in kept]
    said += [
        f"{key} is in {FILE.name} but does not exist any more: run `make golden`." for key in kept if key not in now
    ]
    for key in kept:
        if key in now and kept[key] != now[key]:
            said.append(_difference(name, key, kept[key], now[key]))
    return said


def _difference(name: str, key: str, kept: Entry, now: Entry) -> str:
    before, after = kept.get("signature", ""), now.get("signature", "")
    moved = [title for title in corpora() if kept.get(title) != now.get(title)]
    numbers, numbers_now = _versions(before), _versions(after)
    if moved and numbers == numbers_now and before:
        where = "; ".join(f"{title}: {json.dumps(kept.get(title))} -> {json.dumps(now.get(title))}" for title in moved)
        module = type(tertium.metric(name)).__module__
        return (
            f"the scores of {key} moved but its version is still #{numbers[-1]}: raise `version` in {module}, "
            f"or find out why. {where}"
        )
    if moved and before:
        return f"the scores of {key} moved, and its version did too ({before} -> {after}): run `make golden`."
    return f"the signature of {key} changed, its scores did not ({before} -> {after}): run `make golden` if meant."


def _versions(signature: str) -> list[str]:
    return re.findall(r"#(\d+)", signature)


def _short(entry: Entry) -> str:
    return json.dumps(entry, separators=(",", ":"))


def read(path: Path = FILE) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return kept


def write(path: Path = FILE) -> None:
    """All entries, one a line; what moved without a new version is said, since a reader of the diff must know why."""
    kept: dict[str, Any] = read(path) if path.exists() else {"inputs": "", "scores": {}}
    inputs = digest_of_inputs()
    lines = []
    for name, now in all_computed().items():
        if name in kept["scores"] and inputs == kept["inputs"]:
            for sentence in differences(name, kept["scores"][name], now):
                print(sentence, file=sys.stderr)
        entries = ",\n".join(f"{json.dumps(key)}: {_short(entry)}" for key, entry in now.items())
        lines.append(f"{json.dumps(name)}: {{\n{entries}\n}}")
    body = ",\n".join(lines)
    path.write_text(f'{{\n"inputs": {json.dumps(inputs)},\n"scores": {{\n{body}\n}}\n}}\n', "utf-8")
    total = sum(len(entries) for entries in read(path)["scores"].values())
    print(f"{path.name}: {total} variants of {len(lines)} metrics", file=sys.stderr)


if __name__ == "__main__":
    if "--print" in sys.argv:
        print(json.dumps({name: computed(name) for name in names()}))
    else:
        write()
