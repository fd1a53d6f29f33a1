"""The METEOR 1.5 program itself, where Java and its jar (TERTIUM_METEOR_JAR, or the package pycocoevalcap) are."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from realdata import lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.spec import parse
from tertium.views.tokens import tokens

pytestmark = pytest.mark.slow
CORPUS = "wmt08/de-en"  # 2,051 segments


@pytest.fixture(scope="module")
def program() -> list[str]:
    java = shutil.which("java")
    if java is None:
        pytest.skip("there is no Java to run METEOR 1.5 with")
    jar = os.environ.get("TERTIUM_METEOR_JAR")
    if jar is None:
        found = importlib.util.find_spec("pycocoevalcap")
        if found is None or not found.submodule_search_locations:  # it is a namespace: it has no file of its own
            pytest.skip("no meteor-1.5.jar: install pycocoevalcap (pip install --no-deps), or set TERTIUM_METEOR_JAR")
        jar = str(Path(next(iter(found.submodule_search_locations))) / "meteor" / "meteor-1.5.jar")
    return [java, "-Xmx1G", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-jar", jar]


def tokenized(path: Path) -> list[str]:
    texts = lines(path)
    chunk = Chunk.of([texts], [[text] for text in texts])
    made = tokens(chunk, "13a", "lower")
    return [" ".join(made.words(int(sentence))) for sentence in chunk.hyp]


def program_scores(program: list[str], folder: Path, hyps: list[str], refs: list[str], *options: str) -> list[float]:
    for name, texts in (("hyp", hyps), ("ref", refs)):
        (folder / name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
    command = [*program, str(folder / "hyp"), str(folder / "ref"), *options]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    return [float(score) for score in re.findall(r"^Segment \d+ score:\s*(\S+)", printed, re.MULTILINE)]


def our_scores(spec: str, hyps: list[str], refs: list[str]) -> list[float]:
    metric = parse(spec)
    rows = metric.select(metric.measure(Chunk.of([hyps], [[ref] for ref in refs])))
    scores: list[float] = metric.score(rows.values).tolist()
    return scores


def test_english_segments_equal_the_program_but_for_changed_stems(
    program: list[str], shared_data: Path, tmp_path: Path
) -> None:
    """Verdict on what differs: each such segment has a word that Snowball 3 stems otherwise than its older rules."""
    snowball = pytest.importorskip("nltk.stem.snowball", reason="NLTK, which has the older rules, is not installed")
    stemmer = pytest.importorskip("Stemmer").Stemmer("english", 0)
    older = snowball.SnowballStemmer("english")
    refs = tokenized(min((shared_data / CORPUS).glob("ref?.txt")))
    hyps = tokenized(sorted((shared_data / CORPUS / "systems").glob("*.txt"))[0])
    options = ("-l", "en", "-m", "exact stem synonym", "-w", "1.0 0.6 0.8")
    theirs = program_scores(program, tmp_path, hyps, refs, *options)
    ours = our_scores("meteor:tok=none,case=keep,compat=yes", hyps, refs)
    assert len(theirs) == len(ours) == len(hyps) > 2000
    different = [i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if abs(a - b) > 1e-6]
    for i in different:
        words = f"{hyps[i]} {refs[i]}".split()
        assert any(older.stem(word) != stemmer.stemWord(word) for word in words), (hyps[i], refs[i])
    assert len(different) <= 4


@pytest.mark.parametrize(
    ("options", "spec"),
    [
        (("-l", "cz", "-m", "exact"), "lang=cz"),
        (("-l", "fr", "-m", "exact stem"), "lang=fr"),
        (("-l", "it"), "lang=it"),
        (("-l", "en", "-t", "adq", "-m", "exact", "-w", "1.0", "-ch"), "task=adq,modules=exact,lengths=characters"),
        (("-l", "en", "-t", "hter", "-m", "exact", "-w", "1.0"), "task=hter,modules=exact"),
        (("-l", "en", "-t", "util", "-m", "exact", "-w", "1.0"), "task=util,modules=exact"),
    ],
)
def test_languages_and_tasks_equal_the_program(
    program: list[str], shared_data: Path, tmp_path: Path, options: tuple[str, ...], spec: str
) -> None:
    refs = tokenized(shared_data / "wmt21" / "en-de" / "refA.txt")[:200]
    hyps = tokenized(shared_data / "wmt21" / "en-de" / "systems" / "Nemo.txt")[:200]
    theirs = program_scores(program, tmp_path, hyps, refs, *options)
    assert our_scores(f"meteor:tok=none,case=keep,compat=yes,{spec}", hyps, refs) == pytest.approx(theirs, abs=1e-6)
