"""Every bad input of the corpus, through both doors: refused in one sentence, or scored as something clean is."""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tertium
from cli import shell
from faults.cases import FileCase, ListCase, Refused, Scored
from faults.in_bytes import CHARACTERS, CONTAINERS
from faults.in_files import EMPTY, SHAPE
from faults.in_languages import ENGLISH, GERMAN, LANGUAGE_FILES, LANGUAGE_LISTS, OTHER_GERMAN, PARSED
from faults.in_lists import LIST_CASES as SHAPED_LISTS
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.opening import Place, column, open_corpus
from tertium.corpus.texts.stream_corpus import Policy
from tertium.engine import local
from tertium.errors import in_shell
from tertium.metrics.spec import parse

FILE_CASES = [*SHAPE, *EMPTY, *CHARACTERS, *CONTAINERS, *LANGUAGE_FILES]
LIST_CASES = [*SHAPED_LISTS, *LANGUAGE_LISTS]


def named(cases: Sequence[Any]) -> list[Any]:
    return [pytest.param(case, id=case.name.replace(" ", "-")) for case in cases]


def clean_values(like: tuple[Sequence[str], Sequence[Sequence[str]]], metrics: Sequence[str]) -> dict[str, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        return {score.metric: score.value for score in tertium.score(like[0], like[1], list(metrics)).scores}


def hold(expected: Scored, values: dict[str, float | None], warned: Sequence[str], metrics: Sequence[str]) -> None:
    if expected.like is not None:
        assert values == clean_values(expected.like, metrics)
    for metric, value in expected.values.items():
        assert values[metric] == (None if value is None else pytest.approx(value, abs=1e-12)), metric
    for piece in expected.warns:
        assert any(piece in warning for warning in warned), (piece, warned)
    if not expected.warns:
        assert not warned


def one_sentence(message: str, expected: Refused) -> None:
    assert "\n" not in message
    assert "Traceback" not in message
    assert not any(ord(character) < 32 or 0x7F <= ord(character) < 0xA0 for character in message)
    assert message.endswith((".", "?"))
    for piece in expected.says:
        assert piece in message


def write(case: FileCase, folder: Path) -> set[str]:
    for name, data in case.files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    return {path.name for path in folder.iterdir()}


def arguments(case: FileCase) -> list[str]:
    made = [*case.refs, "-i", *case.hyps, "-m", *case.metrics, "-f", "json", "-o", "out.json"]
    flags: dict[str, Sequence[Any]] = {
        "--ref-col": case.ref_cols,
        "--hyp-col": case.hyp_cols,
        "--num-refs": () if case.num_refs is None else (case.num_refs,),
        "--empty-ref": (case.empty_ref,),
        "--missing": (case.missing,),
        "--max-line-bytes": (case.limits["line_bytes"],) if "line_bytes" in case.limits else (),
    }
    for flag, given in flags.items():
        made += [flag, *map(str, given)] if given else []
    return made


@pytest.mark.parametrize("case", named(FILE_CASES))
def test_files_at_the_command_line(case: FileCase, tmp_path: Path) -> None:
    there = write(case, tmp_path)
    ran = shell.score(tmp_path, *arguments(case), stdin=case.stdin)
    if isinstance(case.expected, Refused):
        one_sentence(ran.refusal, case.expected)
        assert {path.name for path in tmp_path.iterdir()} == there
        return
    assert ran.code == 0, ran.err
    assert ran.out == ""
    result = json.loads((tmp_path / "out.json").read_bytes(), parse_constant=pytest.fail)
    assert {path.name for path in tmp_path.iterdir()} == there | {"out.json"}
    values = {score["metric"]: score["value"] for score in result["systems"][0]["scores"]}
    warned = [line.removeprefix("tertium: warning: ") for line in ran.err.splitlines()]
    hold(case.expected, values, warned, case.metrics)


@pytest.mark.parametrize("case", named([case for case in FILE_CASES if case.stdin is None and len(case.hyps) == 1]))
@pytest.mark.parametrize("threads", [1, 2])
def test_files_at_the_engine(case: FileCase, tmp_path: Path, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    write(case, tmp_path)
    monkeypatch.chdir(tmp_path)

    def places(files: Sequence[str], columns: Sequence[str], fields: int | None = None) -> list[Place]:
        keys = [column(name) for name in columns] or (range(1, fields + 1) if fields else [None])
        return [Place(file, key, fields) for file in files for key in keys]

    def run() -> Any:
        corpus = open_corpus(
            places(case.hyps, case.hyp_cols),
            places(case.refs, case.ref_cols, case.num_refs),
            names=["hyp"],
            policy=Policy(case.empty_ref, case.missing),  # type: ignore[arg-type]
            limits=Limits(**case.limits),
        )
        metrics = [parse(metric) for metric in case.metrics]
        return local.score(corpus, metrics, version="", threads=threads, segments_per_chunk=2)

    if isinstance(case.expected, Refused):
        with pytest.raises(tertium.TertiumError) as caught:
            run()
        one_sentence(in_shell(caught.value.said), case.expected)  # files come from the command line
        return
    report = run()
    values = {score.metric: score.value if math.isfinite(score.value) else None for score in report.systems[0].scores}
    noticed = [
        f"{notice.file} line {notice.line}: {notice.message} ({notice.count} times)" for notice in report.notices
    ]
    expected = case.expected
    # The command line's own remarks, and what the doctor, who is not asked here, finds.
    pieces = tuple(piece for piece in expected.warns if not re.search(r" marks |\[T1|line holds", piece))
    hold(Scored(expected.like, expected.values, pieces), values, noticed, case.metrics)


@pytest.mark.parametrize("case", named(LIST_CASES))
def test_lists_at_tertium_score(case: ListCase) -> None:
    if isinstance(case.expected, Refused):
        with pytest.raises(tertium.TertiumError) as caught:
            tertium.score(case.hypotheses, case.references, list(case.metrics), **case.options)
        assert isinstance(caught.value, ValueError)
        one_sentence(str(caught.value), case.expected)
        return
    with warnings.catch_warnings(record=True) as caught_warnings:
        warnings.simplefilter("always")
        scores = tertium.score(case.hypotheses, case.references, list(case.metrics), **case.options)
    values = {score.metric: score.value if math.isfinite(score.value) else None for score in scores.scores}
    hold(case.expected, values, _ours(caught_warnings), case.metrics)


def _ours(caught: Sequence[warnings.WarningMessage]) -> list[str]:
    """What we warn of; the interpreter may warn of other tests' leftovers at any time."""
    return [str(warning.message) for warning in caught if issubclass(warning.category, tertium.InputWarning)]


@pytest.mark.parametrize("case", named([case for case in LIST_CASES if isinstance(case.expected, Refused)]))
def test_lists_at_corpus_score(case: ListCase) -> None:
    """The interface sacreBLEU's users know refuses the same things."""
    if case.options:
        pytest.skip("corpus_score takes no options about missing texts")
    with pytest.raises(tertium.TertiumError) as caught:
        tertium.Bleu().corpus_score(case.hypotheses, case.references)
    one_sentence(str(caught.value), case.expected)


def test_names_of_cases_are_unique_and_cite_the_catalogue() -> None:
    for cases in (FILE_CASES, LIST_CASES):
        names = [case.name for case in cases]
        assert len(set(names)) == len(names)
        assert all(case.fault for case in cases)
    assert {case.fault[:2] for case in FILE_CASES} >= {"A1", "A2", "A3", "A4"}


def test_one_output_given_twice_to_python() -> None:
    with pytest.warns(
        tertium.InputWarning, match=r"'second': it is the same as hypotheses of 'first' in every line; .* \[T121\]"
    ):
        tertium.score({"first": OTHER_GERMAN, "second": OTHER_GERMAN, "third": GERMAN}, [[text] for text in GERMAN])


@pytest.mark.parametrize("metric", PARSED)
def test_german_is_not_parsed_as_english(metric: str, tmp_path: Path) -> None:
    pytest.importorskip("spacy", reason="extra 'parse'")
    said = rf"by their words the references are in German, and {metric} would parse them as English; give .*\[T123\]"
    with pytest.raises(tertium.TertiumError, match=said):
        tertium.score(OTHER_GERMAN, GERMAN, metric)
    with pytest.raises(tertium.TertiumError, match=said):
        tertium.explain(OTHER_GERMAN[0], GERMAN[0], metric)
    with pytest.raises(tertium.TertiumError, match=rf"{metric} has no parser for 'de': .*\[T123\]"):
        tertium.score(["Ja."], ["Ja."], metric, language="en-de")
    for name, texts in (("hyp.txt", OTHER_GERMAN), ("ref.txt", GERMAN), ("english.txt", ENGLISH)):
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
    for more in ([], ["-l", "de"]):
        ran = shell.score(tmp_path, "ref.txt", "-i", "hyp.txt", "-m", metric, "-b", *more)
        assert (ran.code, ran.out, ran.err.count("[T123]")) == (2, "", 1)
    assert shell.score(tmp_path, "english.txt", "-i", "english.txt", "-m", metric, "-b", "--ignore", "T109").err == ""


def test_a_system_that_did_not_translate_is_scored_and_told() -> None:
    pytest.importorskip("spacy", reason="extra 'parse'")
    with pytest.warns(
        tertium.InputWarning, match=r"it is in German, but shallow would parse it as English; .*\[T123\]"
    ):
        scored = tertium.score(GERMAN, ENGLISH[: len(GERMAN)], "shallow")
    assert scored["shallow"].score < 10
    with pytest.warns(tertium.InputWarning, match=r"it is in German, but shallow would parse it"):
        tertium.score(GERMAN[:1], ENGLISH[:1], "shallow")  # one sentence may be all that there is


def test_german_is_not_made_an_english_graph() -> None:
    pytest.importorskip("spacy", reason="extra 'parse'")
    with pytest.raises(tertium.TertiumError, match=r"the text: by its words it is in German, but the rules .*\[T123\]"):
        tertium.unl(GERMAN[0])
    ran = shell.run("unl", GERMAN[1])
    assert (ran.code, ran.out, ran.err.count("[T123]")) == (2, "", 1)
    assert shell.run("unl", ENGLISH[1]).err == ""
