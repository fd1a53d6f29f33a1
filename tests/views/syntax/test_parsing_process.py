"""The program of a parsing process and who starts it; graphs that are missing, libraries that lack."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk, Graphed
from tertium.corpus.files.packaged import packaged_folder
from tertium.errors import InputError, MissingExtraError, TertiumError, install
from tertium.kernels.graphs import new_graphs
from tertium.metrics.shallow import Shallow
from tertium.views.syntax import parsing, spacy_parser
from tertium.views.syntax.parsing import Parser
from tertium.views.syntax.spacy_parser import SpacyParser

TEXTS = ["The thief was chased by two policemen .", "They did n't catch him .", "", "Stop !  Now ."]


def test_the_program_of_a_parsing_process_answers_line_by_line(
    english: SpacyParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = str(packaged_folder(parsing.MODEL))
    asked = [TEXTS[:2], [], TEXTS[2:]]
    monkeypatch.setattr(sys, "argv", ["spacy_parser", model])
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(texts) + "\n" for texts in asked)))
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    spacy_parser.answer_lines(lambda parses: [f"{len(parse)} characters" for parse in parses])
    answers = [json.loads(line) for line in sys.stdout.getvalue().splitlines()]  # type: ignore[attr-defined]
    wanted = [english.parse(texts) for texts in asked]
    assert answers == [[[parse, f"{len(parse)} characters"] for parse in parses] for parses in wanted]
    assert spacy_parser.nothing(wanted[0]) == [None, None]

    class Gone(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdin", io.StringIO("[]\n"))
    monkeypatch.setattr(sys, "stdout", Gone())
    with pytest.raises(SystemExit) as ended:
        spacy_parser.answer_lines()
    assert ended.value.code == 1  # whoever asked has gone: no traceback


def test_a_pipeline_that_does_not_parse_is_refused(tmp_path: Path) -> None:
    import spacy

    blank = spacy.blank("en")
    blank.add_pipe("sentencizer")
    blank.to_disk(tmp_path / "blank")
    with pytest.raises(InputError) as error:
        SpacyParser(str(tmp_path / "blank"))
    assert str(error.value) == (
        f"the spaCy pipeline '{tmp_path / 'blank'}' has no component 'parser' (it has sentencizer); take one that "
        "parses."
    )


def test_cores_where_the_system_cannot_say_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(parsing.os, "sched_getaffinity", raising=False)
    for counted, wanted in ((6, 6), (None, 1)):
        monkeypatch.setattr(parsing.os, "cpu_count", lambda counted=counted: counted)
        assert parsing._cores() == wanted


def test_parses_for_fewer_systems_than_there_are_texts_of_are_refused() -> None:
    chunk = Chunk.of([["a b"], ["b a"]], [["a b"]])
    graphs = new_graphs()
    given = replace(chunk, graphs={"parse": Graphed(graphs, np.zeros(0, np.int32), np.zeros(1, np.int32))})
    with pytest.raises(InputError) as error:
        parsing.check_graphs(given, parsing.FILES, "shallow", False)
    assert str(error.value) == "parse_hyp has 0 lists, expected 2: one for each system."


def test_texts_are_parsed_some_at_a_time_and_each_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.engine import parsing as before_scoring

    asked: list[list[str]] = []
    prepare = Parser.prepare

    def watched(self: Parser, texts: list[str], *rest: Any) -> int:
        asked.append(list(texts))
        return prepare(self, texts, *rest)

    monkeypatch.setattr(Parser, "prepare", watched)
    monkeypatch.setattr(before_scoring, "_TOGETHER", 3)
    chunks = [
        Chunk.of([["He sleeps .", "She eats ."]], [["He sleeps ."], ["They eat ."]]),
        Chunk.of([["Go ."]], [["Go ."]]),
    ]
    assert before_scoring.prepare_chunks(chunks, [Shallow()]) == 4
    assert [sorted(texts) for texts in asked] == [["He sleeps .", "She eats .", "They eat ."], ["Go ."]]
    assert before_scoring.prepare_chunks(chunks, [Shallow()]) == 0  # they are kept


def test_enhanced_dependencies_that_some_sentences_lack_are_asked_for() -> None:
    chunk = Chunk.of([["a b"]], [["a b"]])
    graphs = new_graphs()
    for last in ("2:nsubj", "_"):
        root = "_" if last == "_" else "0:root"
        rows = (f"1 a a X _ _ 2 nsubj {last} _", f"2 b b X _ _ 0 root {root} _")
        text = "".join(row.replace(" ", "\t") + "\n" for row in rows)
        data = np.frombuffer(text.encode(), dtype=np.uint8)
        assert graphs.add_conllu(data, np.array([0]), np.array([len(data)]), True) == -1
    places = np.array([0], np.int32), np.array([1], np.int32)
    given = replace(chunk, graphs={"parse": Graphed(graphs, *places)})
    parsing.check_graphs(given, parsing.FILES, "shallow", False)
    with pytest.raises(InputError) as error:
        parsing.check_graphs(given, parsing.FILES, "shallow", True)
    assert str(error.value) == (
        "shallow:graph=enhanced needs enhanced dependencies (column 9 of CoNLL-U), which some sentences of the parse "
        "files lack; use graph=basic."
    )


def test_a_parsing_process_that_has_gone_is_told(tmp_path: Path) -> None:
    process = parsing._Process(("json.tool",), str(tmp_path / "none"))  # a module that ends at once
    process._process.wait(20)
    with pytest.raises(TertiumError) as error:
        process.parse(["He sleeps ."] * 10_000)  # more than a pipe holds
    assert str(error.value).startswith("a parsing process ended with code ")
    assert str(error.value).endswith(
        " before it answered (was it killed, or is memory full?); run again: what was parsed so far is kept."
    )
    process.end()


def test_without_spacy_the_sentence_says_what_else_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"^parsing needs spaCy, which is not installed; run ") as error:
        SpacyParser("en_core_web_sm")
    assert install("parse") in str(error.value)
    assert str(error.value).endswith("layered can go on without its semantic layers: layered:renormalise=yes.")
