"""The corpora that golden scores are of, with everything that some metric needs beside the texts.

``example`` is the example corpus of this repository, ``nasty`` a file of segments that are hard to get right, each with
a word on what it is. Word alignments, the parses of the nasty corpus and the UNL graphs are made up here by fixed
rules; they say nothing true about the texts. The parses of the first segments of the example corpus were made once by
the shipped parser and are kept in ``corpus/parses``, since another version of spaCy may parse otherwise.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tertium

HERE = Path(__file__).resolve().parent
FILES = HERE / "corpus"
EXAMPLE = HERE.parent.parent / "examples" / "es-en"
PARSED = 12  # segments of the example corpus whose parses are kept

UPOS = ("NOUN", "VERB", "ADJ", "PROPN", "ADP", "DET")
RELATIONS = ("nsubj", "obj", "amod", "det", "obl", "conj", "nmod", "advmod")
GRAPHS = (
    "agt(kill(icl>do).@entry, Mary) obj(kill(icl>do).@entry, John)",
    "agt(read(icl>do).@entry, John(iof>person)) obj(read(icl>do).@entry, book(icl>thing))",
    "aoj(old(icl>adj).@entry, house) mod(house, river)",
    "agt(kill(icl>do).@entry, John) obj(kill(icl>do).@entry, Mary) plc(kill(icl>do).@entry, city)",
    "gol(give(icl>do).@entry, John(iof>person)) obj(give(icl>do).@entry, book(icl>thing))",
)


@dataclass(frozen=True)
class Corpus:
    """Systems by name, two references a segment, sources; ``empty_ref`` says what a blank reference is.

    Absent ones leave a segment with no reference at all, which is then skipped.
    """

    systems: Mapping[str, Sequence[str]]
    references: tuple[Sequence[str], Sequence[str]]
    sources: Sequence[str]
    empty_ref: str = "absent"
    kept_parses: bool = False

    def first(self, segments: int) -> Corpus:
        cut = {name: texts[:segments] for name, texts in self.systems.items()}
        first, second = self.references
        references = (first[:segments], second[:segments])
        return replace(self, systems=cut, references=references, sources=self.sources[:segments])

    def arguments(self, inputs: str) -> dict[str, Any]:
        """Keywords of ``tertium.score``: the texts and what ``inputs`` names (texts, links, graphs)."""
        given: dict[str, Any] = {
            "hypotheses": self.systems,
            "references": tertium.streams([list(texts) for texts in self.references]),
            "sources": self.sources,
            "empty_ref": self.empty_ref,
            "missing": "skip",
        }
        return given | {"texts": dict, "links": self._links, "graphs": self._graphs}[inputs]()

    def _links(self) -> dict[str, Any]:
        direct = {
            name: tertium.streams([_all_links(texts, hyps) for texts in self.references])
            for name, hyps in self.systems.items()
        }
        return {
            "align_hyp": {name: _all_links(self.sources, hyps) for name, hyps in self.systems.items()},
            "align_ref": tertium.streams([_all_links(self.sources, texts) for texts in self.references]),
            "align_direct": direct,
            "align_empty": "zero",
        }

    def _graphs(self) -> dict[str, Any]:
        number = len(self.sources)
        references = [self._parses(f"ref{n}", texts) for n, texts in enumerate(self.references, start=1)]
        return {
            "parse_hyp": {name: self._parses(name, texts) for name, texts in self.systems.items()},
            "parse_ref": tertium.streams(references),
            "unl_hyp": {name: _documents(number, shift) for shift, name in enumerate(self.systems)},
            "unl_ref": tertium.streams([_documents(number, 0), _documents(number, 3)]),
        }

    def _parses(self, name: str, texts: Sequence[str]) -> list[str]:
        if not self.kept_parses:
            return [_made_up_parse(text) for text in texts]
        return (FILES / "parses" / f"{name}.conllu").read_text("utf-8").split("\n\n")


@functools.cache
def corpora() -> dict[str, Corpus]:
    """``blank`` are the nasty segments with a blank text, once more with blank references kept as empty texts."""
    segments = json.loads((FILES / "nasty.json").read_text("utf-8"))
    blank = [segment for segment in segments if not all(map(str.strip, (*segment["refs"], *segment["hyps"])))]
    systems = {path.stem: _lines(path) for path in sorted((EXAMPLE / "systems").glob("*.txt"))}
    references = (_lines(EXAMPLE / "ref1.txt"), _lines(EXAMPLE / "ref2.txt"))
    return {
        "example": Corpus(systems, references, _lines(EXAMPLE / "src.txt"), kept_parses=True),
        "nasty": _nasty(segments, "absent"),
        "blank": _nasty(blank, "keep"),
    }


def _nasty(segments: Sequence[Mapping[str, Any]], empty_ref: str) -> Corpus:
    systems = {f"system {n + 1}": [segment["hyps"][n] for segment in segments] for n in range(2)}
    references = ([segment["refs"][0] for segment in segments], [segment["refs"][1] for segment in segments])
    return Corpus(systems, references, [segment["src"] for segment in segments], empty_ref)


def digest_of_inputs() -> str:
    """Changes with any text, link, parse or graph, so that another input is not taken for another metric."""
    seen = hashlib.sha256()
    for corpus in corpora().values():
        part = corpus.first(PARSED) if corpus.kept_parses else corpus
        for given in (corpus.arguments("links"), part.arguments("graphs")):
            seen.update(repr(sorted(given.items(), key=lambda item: item[0])).encode())
    for path in sorted(FILES.iterdir()):
        if path.is_file():
            seen.update(path.read_bytes())
    return seen.hexdigest()[:16]


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")


def _all_links(sources: Sequence[str], targets: Sequence[str]) -> list[str]:
    return [_links(source.split(), target.split()) for source, target in zip(sources, targets, strict=True)]


def _links(source: Sequence[str], target: Sequence[str]) -> str:
    """Along the diagonal, but every third word swaps with the next, every seventh has none, every fifth has two."""
    found: set[tuple[int, int]] = set()
    for i in range(len(source) if target else 0):
        if i % 7 == 6:
            continue
        swapped = i + 1 if i % 3 == 0 else i - 1 if i % 3 == 1 else i
        j = min(swapped * len(target) // len(source), len(target) - 1)
        found.add((i, j))
        if i % 5 == 4:
            found.add((i, len(target) - 1 - j))
    return " ".join(f"{i}-{j}" for i, j in sorted(found))


def _made_up_parse(text: str) -> str:
    """A tree over the words between spaces: word 1 is the root, word n hangs on word n // 2."""
    rows = []
    for at, word in enumerate(text.split(), start=1):
        head, relation = at // 2, "root" if at == 1 else RELATIONS[len(word) % len(RELATIONS)]
        more = f"|{at - 1}:dep" if at > 3 else ""
        upos = UPOS[(len(word) + at) % len(UPOS)]
        rows.append(f"{at}\t{word}\t{word.lower()}\t{upos}\t_\t_\t{head}\t{relation}\t{head}:{relation}{more}\t_\n")
    return "".join(rows)


def _documents(number: int, shift: int) -> list[str]:
    made = [GRAPHS[(n + shift * (n % 3)) % len(GRAPHS)] for n in range(number)]
    return [f"[S:{n}] {{unl}} {graph} {{/unl}} [/S]" for n, graph in enumerate(made, start=1)]
