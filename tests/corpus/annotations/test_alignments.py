"""Alignment files: three forms, checked against the texts, in step with them; every fault has its file and line."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.chunk import Chunk, Links
from tertium.corpus.formats.opening import AlignmentPlaces, Place, open_corpus
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.errors import InputError
from tertium.kernels.alignment_text import ReadLinks, read_alignments
from textbook.alignment_text import read_line


def parsed(text: str, form: str = "pharaoh", base: int = 0) -> list[list[tuple[int, int]]]:
    lines = text.count("\n")
    made = read_alignments(np.frombuffer(text.encode(), dtype=np.uint8), lines, form, base)
    assert isinstance(made, ReadLinks)
    return listed(Links(made.pairs, made.offsets))


def listed(links: Links) -> list[list[tuple[int, int]]]:
    ends = links.offsets.tolist()
    return [[(i, j) for i, j in links.pairs[a:b].tolist()] for a, b in pairwise(ends)]


@given(st.lists(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12), max_size=5), st.booleans())
def test_pharaoh_lines_are_read_as_written(lines: list[list[tuple[int, int]]], from_one: bool) -> None:
    base = int(from_one)
    text = "".join(" ".join(f"{i + base}-{j + base}" for i, j in line) + "\n" for line in lines)
    assert parsed(text, base=base) == [sorted(set(line)) for line in lines]
    assert parsed(text, base=base) == [read_line(line, "pharaoh", base) for line in text.split("\n")[:-1]]


def test_phrases_link_all_their_words() -> None:
    assert parsed("0-1=0 2=1-2\n", "segments") == [[(0, 0), (1, 0), (2, 1), (2, 2)]]
    assert parsed("das ist |0-1| gut |2|\n", "trace") == [[(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)]]
    assert parsed("gut |3| das ist |1-2|\n", "trace", base=1) == [[(0, 1), (0, 2), (1, 1), (1, 2), (2, 0)]]
    # A source phrase that was translated by nothing, and a word of the text that holds a bar.
    assert parsed("|0| a|b |1|\n", "trace") == [[(1, 0)]]


@pytest.mark.parametrize("form", ["segments", "trace"])
def test_random_phrases_agree_with_the_textbook(form: str) -> None:
    rng = random.Random(1)
    for _ in range(300):
        spans, at = [], 0
        for _ in range(rng.randint(0, 6)):
            size, words = rng.randint(1, 3), rng.randint(1, 4)
            spans.append((f"{at}-{at + size - 1}" if size > 1 or rng.random() < 0.5 else f"{at}", words))
            at += size
        rng.shuffle(spans)
        if form == "trace":
            line = " ".join(f"{' '.join('w' * words)} |{span}|" for span, words in spans)
        else:
            place, parts = 0, []
            for span, words in spans:
                parts.append(f"{span}={place}-{place + words - 1}" if words > 1 else f"{span}={place}")
                place += words
            line = " ".join(parts)
        assert parsed(line + "\n", form) == [read_line(line, form, 0)]


def test_white_space_and_carriage_returns_do_not_matter() -> None:
    assert parsed(" 0-0\t1-1  \r\n\n0-1\n") == [[(0, 0), (1, 1)], [], [(0, 1)]]


class Corpus:
    """Files in a folder, and the chunk they make."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notices: tuple[Any, ...] = ()

    def write(self, name: str, *lines: str) -> Place:
        path = self.folder / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        return Place(str(path))

    def open(
        self,
        hyps: dict[str, list[str]],
        refs: list[list[str]],
        src: list[str] | None,
        policy: Policy | None = None,
        reading: Reading | None = None,
        **alignments: list[list[str]],
    ) -> StreamCorpus:
        return open_corpus(
            [self.write(f"{name}.txt", *lines) for name, lines in hyps.items()],
            [self.write(f"ref{k}.txt", *lines) for k, lines in enumerate(refs, 1)],
            None if src is None else self.write("src.txt", *src),
            names=list(hyps),
            policy=policy,
            alignments=AlignmentPlaces(
                **{
                    kind: tuple(self.write(f"{kind}{k}.align", *lines) for k, lines in enumerate(files, 1))
                    for kind, files in alignments.items()
                },
                reading=reading or Reading(),
            ),
        )

    def chunk(self, *arguments: Any, **settings: Any) -> Chunk:
        [build] = self.open(*arguments, **settings).chunks(100)
        chunk, self.notices = build()
        return chunk


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus(tmp_path)


SRC = ["A B", "C D E"]
REFS = [["a b", "c d e"]]
HYPS = {"one": ["b a", "c e d"], "two": ["a b", "c d"]}


def test_links_reach_the_chunk_by_pair_reference_and_item(corpus: Corpus) -> None:
    chunk = corpus.chunk(
        HYPS,
        [["a b", "c d e"], ["b a", ""]],  # the second reference of the second segment is absent
        SRC,
        hyp=[["0-1 1-0", "0-0 1-2 2-1"], ["0-0", "1-1"]],
        ref=[["0-0 1-1", "0-0 1-1 2-2"], ["0-1 1-0", ""]],
        direct=[["0-1", "1-2"], ["0-0", ""], ["1-1", "0-0 1-1"], ["1-0", ""]],
    )
    assert listed(chunk.links["hyp"]) == [[(0, 1), (1, 0)], [(0, 0), (1, 2), (2, 1)], [(0, 0)], [(1, 1)]]
    assert listed(chunk.links["ref"]) == [[(0, 0), (1, 1)], [(0, 1), (1, 0)], [(0, 0), (1, 1), (2, 2)]]
    # One: segment 1 with both references, segment 2 with the first; then the same of two.
    assert listed(chunk.links["direct"]) == [[(0, 1)], [(0, 0)], [(1, 2)], [(1, 1)], [(1, 0)], [(0, 0), (1, 1)]]


def test_chunks_of_any_size_hold_the_same_links(corpus: Corpus) -> None:
    made = corpus.open(
        {"s": ["a b", "b a", "a", "b a"]}, [["a b"] * 4], None, direct=[["0-0", "0-1 1-0", "1-0", "1-1"]]
    )
    for segments in (1, 3, 100):
        parts = [build()[0].links["direct"] for build in made.chunks(segments)]
        assert [line for part in parts for line in listed(part)] == [[(0, 0)], [(0, 1), (1, 0)], [(1, 0)], [(1, 1)]]


@pytest.mark.parametrize(
    ("line", "reading", "message"),
    [
        ("0-0 1_1", {}, r"hyp1\.align line 2: '1_1' is not a link i-j such as 0-0\."),
        ("0-0 a-b", {}, r"hyp1\.align line 2: 'a-b' is not a link i-j such as 0-0\."),
        ("1-", {}, r"line 2: '1-' is not a link"),
        ("-1-2", {}, r"line 2: '-1-2' is not a link"),
        ("0-0-0", {}, r"line 2: '0-0-0' is not a link"),
        ("\x1b[31m", {}, r"line 2: '\\x1b\[31m' is not a link"),
        ("x" * 99, {}, r"line 2: 'x{40}\.\.\. \(99 characters\)' is not a link"),
        ("0=0 1=1", {}, r"'0=0' is not a link .*; if the file is in Moses' form, pass align_format='segments'\."),
        ("c |0| e d |1-2|", {}, r"'c' is not a link i-j such as 0-0\."),
        ("0-0 3-0", {}, r"link 3-0 points outside its sentence: .*src\.txt line 2 has words 0 to 2\."),
        ("0-3", {}, r"link 0-3 points outside its sentence: .*one\.txt line 2 has words 0 to 2\."),
        ("2-99999", {}, r"link 2-99999 points outside its sentence: .*one\.txt line 2 has words 0 to 2\."),
        ("0-99999999999999999999", {}, r"'0-99999999999999999999' is larger than any sentence"),
        ("0-1", {"base": 1}, r"'0-1' has position 0, but align_base=1 counts positions from 1;"),
        ("4-1", {"base": 1}, r"link 4-1 points outside its sentence: .*src\.txt line 2 has words 1 to 3\."),
        ("", {}, r"hyp1\.align line 2 has no links although both sentences have words; .* align_empty='zero'"),
        ("2-1=0", {"form": "segments"}, r"'2-1=0' ends before it begins"),
        ("0-0", {"form": "segments"}, r"'0-0' is not a phrase such as 0-1=2"),
        ("0-1000000=0-1000000", {"form": "segments"}, r"is larger than any sentence"),
        ("c |0| e d", {"form": "trace"}, r"words follow the last \|i-j\|"),
        ("c |0| e |1|", {"form": "trace"}, r"has 2 words but .*one\.txt line 2 has 3; a trace must hold the words"),
        ("c e d |0-1,lm=3|", {"form": "trace"}, r"'\|0-1,lm=3\|' is not source words such as \|0-1\|"),
        (
            "c e |0-1,wa=0-0 1-1 ,total=-2.1,LM0= -7 -2| d |2-2,wa=0-0 ,total=-1, |",
            {"form": "trace"},
            r"line 2 is .*-tt",
        ),
    ],
)
def test_faults_name_file_line_and_what_was_expected(
    corpus: Corpus, line: str, reading: dict[str, Any], message: str
) -> None:
    first = {"segments": "0=1 1=0", "trace": "b |1| a |0|"}.get(
        reading.get("form", ""), "1-2 2-1" if reading else "0-1"
    )
    with pytest.raises(InputError, match=message):
        corpus.chunk({"one": HYPS["one"]}, REFS, SRC, reading=Reading(**reading), hyp=[[first, line]])


def test_a_trace_that_holds_the_scored_words_is_taken(corpus: Corpus) -> None:
    traces = ["b |1| a |0|", "c |0| e d |1-2|"]
    chunk = corpus.chunk({"one": HYPS["one"]}, REFS, SRC, reading=Reading(form="trace"), hyp=[traces])
    assert listed(chunk.links["hyp"]) == [[(0, 1), (1, 0)], [(0, 0), (1, 1), (1, 2), (2, 1), (2, 2)]]


def test_a_fault_in_a_later_chunk_has_its_own_line_number(corpus: Corpus) -> None:
    made = corpus.open({"s": ["a"] * 9}, [["a"] * 9], None, direct=[["0-0"] * 7 + ["0-1", "0-0"]])
    builds = list(made.chunks(2))
    for build in builds[:3]:
        build()
    with pytest.raises(InputError, match=r"direct1\.align line 8: link 0-1 points outside"):
        builds[3]()


def test_positions_that_seem_to_count_from_one_are_asked_about(corpus: Corpus) -> None:
    message = r"link 3-1 points outside its sentence: .*src\.txt line 2 has words 0 to 2; pass align_base=1 if"
    with pytest.raises(InputError, match=message):
        corpus.chunk({"one": HYPS["one"]}, REFS, SRC, hyp=[["1-1", "1-2 3-1"]])


def test_empty_lines_can_be_scored_zero_and_are_counted(corpus: Corpus) -> None:
    chunk = corpus.chunk({"one": HYPS["one"]}, REFS, SRC, hyp=[["", "0-0"]], reading=Reading(empty="zero"))
    assert listed(chunk.links["hyp"]) == [[], [(0, 0)]]
    [notice] = corpus.notices
    assert (notice.code, notice.line, notice.count) == ("no-links", 1, 1)
    # Nothing can be linked where there are no words: no notice, no error.
    corpus.chunk({"one": ["", "c e d"]}, REFS, SRC, hyp=[["", "0-0"]])
    assert [notice.code for notice in corpus.notices] == ["blank-hyp"]


def test_segments_that_are_skipped_are_not_checked(corpus: Corpus) -> None:
    chunk = corpus.chunk(
        {"one": ["b a", "c e d"]},
        [["a b", " "], ["b a", ""]],
        SRC,
        policy=Policy(missing="skip"),
        hyp=[["0-1", "77-0"]],
        ref=[["0-0", ""], ["1-1", ""]],
    )
    assert listed(chunk.links["hyp"]) == [[(0, 1)], []]
    assert listed(chunk.links["ref"]) == [[(0, 0)], [(1, 1)]]


@pytest.mark.parametrize(
    ("alignments", "message"),
    [
        ({"hyp": [["0-0", "0-0"]]}, r"align_hyp has 1 list, expected 2: one for each of the 2 systems\."),
        ({"ref": [["0-0", "0-0"]] * 2}, r"align_ref has 2 lists, expected 1: one for each of the 1 reference\."),
        (
            {"direct": [["0-0", "0-0"]]},
            r"align_direct has 1 list, expected 2: one for each of the 2 systems with each of the 1 reference\.",
        ),
    ],
)
def test_there_must_be_a_file_for_everything(
    corpus: Corpus, alignments: dict[str, list[list[str]]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        corpus.open(HYPS, REFS, SRC, **alignments)


def test_source_alignments_need_the_source(corpus: Corpus) -> None:
    with pytest.raises(InputError, match=r"count words of the source; pass it with sources="):
        corpus.open({"one": HYPS["one"]}, REFS, None, hyp=[["0-0", "0-0"]])


def test_another_number_of_lines_is_an_error_with_both_counts(corpus: Corpus) -> None:
    with pytest.raises(InputError, match=r"hyp1\.align has 1 line but .*ref1\.txt has 2; segments must pair up\."):
        corpus.chunk({"one": HYPS["one"]}, REFS, SRC, hyp=[["0-0"]])


def test_what_is_not_a_way_to_read_is_refused() -> None:
    with pytest.raises(InputError, match=r"alignments: base must be 0 or 1, got 2\."):
        Reading(base=2)  # type: ignore[arg-type]
