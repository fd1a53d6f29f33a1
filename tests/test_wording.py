"""Messages speak the language of the door: options as Python writes them in Python, as the shell does on a shell.

Below the doors a message names an option by ``option`` or ``either``; each door words it. The first half looks at every
message in the code, the second at what people really see.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tertium
from cli.shell import run
from faults.in_lists import LIST_CASES
from tertium.errors import InputError, OddTextsError, either, in_python, in_shell, option

SOURCE = Path(tertium.__file__).parent
BELOW = tuple("analysis corpus engine metrics other_packages.py other_tools render results tasks views api".split())
FLAG = re.compile(r"(?:^|[\s(;,])(--?[a-z][a-z-]*)(?![\w=])")
COMMAND = re.compile(r"'(?:tertium|iconv|lz4|python|jq|pip) [^']*'|\"jq [^\"]*\"")  # what a person runs in a shell
# Options of other programs, and words that only look like options.
OTHERS = {
    "corpus/annotations/alignment_links.py": {"-t", "-tt", "-alignment-output-file"},  # Moses'
    "corpus/files/mended_base.py": {"-shm", "-wal"},  # SQLite's files
    "corpus/campaigns/score_files/comet.py": {"--quiet"},
    "corpus/files/encoding.py": {"-f", "-t"},  # of iconv, in a command that is put together
    "corpus/formats/numbers.py": {"-nan"},
    "other_tools/child.py": {"-I", "-S", "-c"},  # Python's
    "other_tools/driver.py": {"-m", "--qe", "--tokenizer"},  # MetricX's, and Python's
    "other_tools/spec.py": {"-c", "-e", "-m"},  # of interpreters
    "render/pictures/crossing_svg.py": {"--accent", "--moved", "--soft", "--ink"},  # colours of a page's style
    "render/reports/comparison_sheets.py": {"--pairs", "--power"},  # not said inside a notebook: Style.inside
    "render/reports/tune.py": {"-m"},  # a comment of a file
    "views/syntax/parsing.py": {"-m"},
    "views/unl/graphs.py": {"-unl-rules-"},
}


def strings(node: ast.AST, *, worded: bool = False) -> Iterator[tuple[int, str]]:
    """Every string that is neither a docstring nor inside ``option``, ``either`` or ``spelled``."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        worded = worded or name in ("either", "option", "spelled")
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and not worded:
        yield node.lineno, node.value
    for child in ast.iter_child_nodes(node):
        yield from strings(child, worded=worded)


def flags_in(text: str) -> list[str]:
    return FLAG.findall(COMMAND.sub("", text))


def modules() -> list[Path]:
    return sorted(
        path for room in BELOW for path in ([SOURCE / room] if room.endswith(".py") else (SOURCE / room).rglob("*.py"))
    )


def test_no_message_below_the_doors_names_a_flag_by_itself() -> None:
    found = []
    for path in modules():
        name = path.relative_to(SOURCE).as_posix()
        if name == "render/schemas.py":  # titles of what commands print
            continue
        for line, text in strings(ast.parse(path.read_text("utf-8"))):
            found += [f"{name}:{line}: {flag}" for flag in flags_in(text) if flag not in OTHERS.get(name, ())]
    assert found == []


def test_the_search_finds_what_it_looks_for() -> None:
    source = '"""Docs of -s."""\nraise E(f\'give {a} with -s, or --align-base 1 {option("-l")}\')\nx = \'a-b --c=d\''
    assert [flag for _, text in strings(ast.parse(source)) for flag in flags_in(text)] == ["-s", "--align-base"]
    assert flags_in("run 'tertium align --save-model' or 'iconv -f X -t UTF-8'") == []


def test_each_door_words_an_option() -> None:
    said = f"pass {option('-s')} and {option('--align-base 1')}, {option('--method climb')}{either(' now', '')}."
    assert in_shell(said) == "pass -s and --align-base 1, --method climb now."
    assert in_python(said) == "pass sources=… and align_base=1, method='climb'."
    problem = InputError(said)
    assert str(problem) == in_python(said)
    assert f"{problem}" == in_python(said)
    assert problem.said == said
    assert OddTextsError([said, "b"]).sentences == (in_python(said), "b")
    assert in_python("brackets ⦃of others⦄ and ⦃ open") == "brackets ⦃of others⦄ and ⦃ open"


HYPS, REFS = ["the cat sat on the mat", "he reads a book"], ["the cat sat on a mat", "he is reading a book"]
MANY = [f"the cat sat on the mat {number}" for number in range(60)]
TWO = {"a": MANY, "b": MANY[::-1]}
LABELS = [str(number) for number in range(60)]
EXAMPLE = "examples/judged/es-en"

# A call that fails or warns, and a part of what it says.
CALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: tertium.score(HYPS, REFS, "lr-kb4"), "pass sources=…, and word alignments are made"),
    (lambda: tertium.score(HYPS, REFS, "hamming", align_hyp=["0-0"] * 2, align_ref=["0-0"] * 2), "sources=…"),
    (lambda: tertium.score(HYPS, REFS, "hamming:align=direct", align_direct=["0-9", "0-0"]), "outside its sentence"),
    (
        lambda: tertium.score(HYPS, REFS, "hamming", sources=HYPS, align_hyp=["", "0-0"], align_ref=["0-0"] * 2),
        "align_empty='zero'",
    ),
    (lambda: tertium.score(HYPS, REFS, "shallow:parse=files"), "pass parse_hyp=… and parse_ref=…"),
    (lambda: tertium.score(HYPS, REFS, 'deep:graphs="documents"'), "pass unl_hyp=… and unl_ref=…"),
    (lambda: tertium.score(HYPS, REFS, "layered:parse=files"), "layered lacks its layer 'shallow'"),
    (lambda: tertium.score(HYPS, [["", ""], ["a", "b"]], "bleu"), "pass empty_ref='keep' to score against empty text"),
    (lambda: tertium.score(HYPS, [[None], ["a"]], "bleu"), "missing='skip'"),
    (lambda: tertium.score(HYPS, [["a", ""], ["a", "b"]], "bleu", strict=True), "empty_ref='keep' keeps blank ones"),
    (lambda: tertium.score(HYPS, REFS, "bleu chrf"), "several metrics are a list"),
    (
        lambda: tertium.score(["今天天气很好。"] * 30, ["今天天气不错。"] * 30, "ter", strict=True),
        "language='zh' or language='ja'",
    ),
    (lambda: tertium.score(HYPS, REFS, "shallow", language="en-de"), "parse_hyp=…"),
    (lambda: tertium.compare(TWO, MANY, "bleu", sides="one"), "add against='baseline'"),
    (lambda: tertium.compare(TWO, MANY, "bleu", slices=["src-length"]), "give them with sources=…"),
    (lambda: tertium.compare(TWO, MANY, "bleu", slice_by={"x": LABELS}), "documents=…"),
    (lambda: tertium.compare({"a": HYPS, "b": HYPS[::-1]}, REFS, "bleu"), "few for a bootstrap"),
    (lambda: tertium.gate(TWO, MANY, "bleu", max_drop={"chrf": 1}), "max_drop"),
    (
        lambda: tertium.gate(TWO, MANY, "bleu", max_drop=1, documents=["d"] * 60, slice_by={"x": ["a", "b"] * 30}),
        "document",
    ),
    (lambda: tertium.explain(HYPS, REFS, "chrf", worst=1, by="order"), "rank by by='all'"),
    (lambda: tertium.tune(EXAMPLE, ["bleu", "chrf"], method="exact", objective="pearson"), "method='climb'"),
    (lambda: tertium.tune(EXAMPLE, "ribes", method="logistic"), "method='exact'"),
    (lambda: tertium.tune(EXAMPLE, ["bleu", "chrf"], method="svm", nonnegative=True), "method='logistic'"),
    (lambda: tertium.tune(EXAMPLE, ["bleu", "chrf"], method="climb", strength=1.0), "strength=…"),
    (lambda: tertium.tune(EXAMPLE, "ribes", nonnegative=True), "nonnegative is about the weights"),
    (lambda: tertium.tune(EXAMPLE, ["bleu", "chrf"], parameters=["order"]), "parameters is about one plain metric"),
    (lambda: tertium.meta(EXAMPLE, "bleu", lower=["comet"], resamples=2), "lower names 'comet'"),
    (lambda: tertium.meta([EXAMPLE, EXAMPLE], "bleu", score_files=["x.txt"]), "score_files with 2 campaigns"),
    (lambda: tertium.lsa(["a b", "c d"], dimensions=50), "dimensions=…"),
    (lambda: tertium.mbr([["a", "b"]], "nosuch"), "unknown metric"),
]


@pytest.mark.parametrize("place", range(len(CALLS)))
def test_python_speaks_python(place: int) -> None:
    call, expected = CALLS[place]
    said = heard(call)
    assert said, "nothing was said"
    assert any(expected in sentence for sentence in said), said
    for sentence in said:
        assert flags_in(sentence) == [], sentence
        assert "⦃" not in sentence


@pytest.mark.parametrize("case", LIST_CASES, ids=[case.name for case in LIST_CASES])
def test_bad_objects_are_refused_in_python(case: Any) -> None:
    for sentence in heard(lambda: tertium.score(case.hypotheses, case.references, "bleu")):
        assert flags_in(sentence) == [], sentence
        assert "⦃" not in sentence


def heard(call: Callable[[], Any]) -> list[str]:
    """What a call says: its error, its warnings, the sentences of its result."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = call()
        except tertium.TertiumError as problem:
            said = [str(problem)]
        else:
            said = [repr(result)] if isinstance(result, str) else []
    return said + [str(one.message) for one in warned]


def test_what_the_doctor_says_is_worded_at_both_doors(tmp_path: Path) -> None:
    hyps, refs = ["das haus ist alt und schön ."] * 30, ["Das Haus ist alt und schön."] * 30
    found = tertium.doctor(hyps, refs)
    text = " ".join([*(finding.fix for finding in found.findings), *found.unchecked.values(), repr(found)])
    assert "⦃" not in text
    assert flags_in(text) == []
    assert "sources=…" in found.unchecked["T108"]
    (tmp_path / "ref.txt").write_text("\n".join(refs) + "\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("\n".join(hyps) + "\n", encoding="utf-8")
    for form in ("text", "json"):
        shown = run("doctor", "ref.txt", "-i", "hyp.txt", "-f", form, cwd=tmp_path).out
        assert "give them with -s" in shown
        assert "(-lc)" in shown
        assert "⦃" not in shown


def test_the_command_line_speaks_of_its_options(tmp_path: Path) -> None:
    for name, lines in (("ref.txt", ["a b c", "d e"]), ("blank.txt", ["", ""]), ("hyp.txt", ["a b", "d e"])):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = {
        ("score", "ref.txt", "-i", "hyp.txt", "-m", "lr-kb4"): "pass -s, and word alignments are made",
        ("score", "blank.txt", "blank.txt", "-i", "hyp.txt"): "pass --empty-ref keep",
        ("score", "ref.txt", "-i", "hyp.txt", "-m", "layered:parse=files"): "pass --parse-hyp and --parse-ref",
        ("compare", "ref.txt", "-i", "hyp.txt", "blank.txt", "--sides", "one"): "add --against baseline",
    }
    for words, expected in asked.items():
        ran = run(*words, cwd=tmp_path)
        assert ran.code == 2, ran.out
        assert expected in ran.err, ran.err
        assert "⦃" not in ran.err
