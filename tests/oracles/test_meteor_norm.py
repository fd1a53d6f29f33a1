"""METEOR 1.5's option ``-norm``: the words it cuts, and its scores of text as people write it (extra ``oracle``)."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

from oracles.test_meteor_program import EXAMPLE, program_scores, reworded
from programs import java, meteor_jar
from realdata import lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.spec import parse
from tertium.views.tokens.meteor_words import NAMES, segmenter

pytestmark = pytest.mark.slow
CODES = {"meteor-cs": "cz"}  # the program's for Czech


def program_words(folder: Path, code: str, texts: list[str]) -> list[list[str]]:
    """The words of sentences as the program's own files of alignments show them: in lower case."""
    for name in ("hyp", "ref"):
        (folder / name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
    command = [java(), "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(meteor_jar()), "hyp", "ref", "-l", code]
    command += ["-norm", "-m", "exact", "-writeAlignments", "-f", "made"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    # Blocks of an alignment: its title, hypothesis, reference, a line for each match.
    blocks = (folder / "made-align.out").read_text("utf-8").split("Alignment\t")[1:]
    return [block.split("\n")[1].split(" ") for block in blocks]


def made_up(count: int, seed: int) -> list[str]:
    """Sentences of what the rules look at, each with a word that keeps it from being empty."""
    rng = random.Random(seed)
    pieces = "aBéЯ5.,'- .,'- `–—’“…\"„&文²\u00a0\u3000"
    return ["x " + "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 16))) for _ in range(count)]


ABBREVIATED = [
    "Mr. Smith of No. 5 said no. No. It is Dr. Who vs. etc. and so on, Nos. 5 and Nos. A, p.m. U.S.-based a.m.x Ph.D.",
    "z.B. Nr. 5 am 3. Mai bzw. d.h. usw. Das M. Dupont et al. l'eau aujourd'hui qu'il p. 5 EE. UU. Sr. López Av. 3.",
    "St.-Petersburg x-y-z 1,000 1,2,3 a,b 5,a rock'n'roll 1990's ``so'' `it' -- --- well--known г. Москва т. е. и т.д.",
]


@pytest.mark.parametrize("name", NAMES)
def test_words_are_those_of_the_program(tmp_path: Path, name: str) -> None:
    texts = [*ABBREVIATED, *made_up(5000, 3), *lines(EXAMPLE / "ref1.txt")]
    theirs = program_words(tmp_path, CODES.get(name, name[-2:]), texts)
    ours = [[word.lower() for word in segmenter(name)(text)] for text in texts]
    assert len(theirs) == len(ours)
    assert [pair for pair in zip(texts, ours, theirs, strict=True) if pair[1] != pair[2]] == []


def assert_equal(folder: Path, hyps: list[str], refs: list[str], language: str, *modules: str) -> None:
    theirs = program_scores(folder, hyps, refs, "-l", language, "-norm", *modules)
    metric = parse(f"meteor:tok=meteor-{language},lang={language},compat=yes")
    rows = metric.select(metric.measure(Chunk.of([hyps], [[ref] for ref in refs])))
    ours = metric.score(rows.values).tolist()
    assert len(theirs) == len(ours) == len(hyps)
    assert [found for found in zip(hyps, refs, ours, theirs, strict=True) if abs(found[2] - found[3]) > 1e-6] == []


def test_scores_of_english_as_it_is_written(tmp_path: Path) -> None:
    refs = lines(EXAMPLE / "ref1.txt")
    for system in sorted((EXAMPLE / "systems").glob("*.txt")):
        three = ("-m", "exact stem synonym", "-w", "1.0 0.6 0.8")
        assert_equal(tmp_path, lines(system), refs, "en", *three)


def test_scores_of_german_as_it_is_written(shared_data: Path, tmp_path: Path) -> None:
    given = shared_data / "wmt21" / "en-de"
    assert_equal(tmp_path, lines(given / "systems" / "Nemo.txt"), lines(given / "refA.txt"), "de", "-m", "exact stem")


@pytest.mark.parametrize("language", ["es", "fr"])
def test_scores_of_other_languages_as_they_are_written(shared_data: Path, tmp_path: Path, language: str) -> None:
    refs = [
        text for text in lines(shared_data / "wmt13" / f"{language}-en" / "src.txt")[:1000] if re.search(r"\w", text)
    ]
    assert_equal(tmp_path, reworded(refs, 5), refs, language, "-m", "exact stem")
