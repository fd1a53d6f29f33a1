"""Options that contradict each other, of commands beside ``score``: one sentence, and nothing is written."""

from __future__ import annotations

import errno
import importlib
import subprocess
from pathlib import Path

import pytest

from cli.shell import PROGRAM, environment, on_terminal, run, score, write
from conftest import ROOT

program = importlib.import_module("tertium.cli.main")  # tertium.cli.main is the function
TABLE = "paraphrases --phrase-table table -o out"
TEXTS = "paraphrases ref.txt good.txt -o out"
EXAMPLE = ROOT / "examples" / "judged" / "es-en"
REFUSED = {
    "metrics -- -x": "unknown metric '-x'; 'tertium metrics' lists all.",
    f"meta {EXAMPLE} -m blue": "unknown metric 'blue'; did you mean 'bleu'? 'tertium metrics' lists all.",
    f"{TABLE} ref.txt good.txt": "SRC TGT and --phrase-table exclude each other; leave one out.",
    f"{TABLE} --links x": "--links and --phrase-table exclude each other; leave one out.",
    f"{TABLE} --align-format trace": "--align-format and --phrase-table exclude each other; leave one out.",
    f"{TABLE} --align-base 0": "--align-base and --phrase-table exclude each other; leave one out.",
    f"{TABLE} --align-model hmm": "--align-model and --phrase-table exclude each other; leave one out.",
    f"{TABLE} -tok 13a": "--tokenize and --phrase-table exclude each other; leave one out.",
    f"{TEXTS} --columns 1 2": "--columns are those of --phrase-table; leave them out.",
    f"{TEXTS} --align-base 0": ("--align-format and --align-base are about --links; give the file, or leave them out."),
    f"{TEXTS} --links x --align-model hmm": "--align-model makes links, and --links has them; leave one out.",
    "paraphrases - - -o out": "standard input is given twice; save one of the two to a file.",
    "paraphrases ref.txt -o out": "give a source and its translation, as in 'tertium paraphrases SRC TGT -o FILE'.",
    "explain ref.txt -i good.txt --ref x --line 1": (
        "--ref is the reference of --hyp; for files, name the references first and --line N."
    ),
    "explain ref.txt -i good.txt --hyp x --ref x": ("--hyp and --ref are the texts themselves; leave the files out."),
    "gate ref.txt --baseline poor.txt -i good.txt --floor 30 --slice-max-drop 1": (
        "--slice-max-drop is the limit within slices; say with --max-drop what holds for all segments."
    ),
    "gate ref.txt --baseline poor.txt -i good.txt --floor bleu=nan": (
        "--floor bleu=nan: expected the worst score that is allowed, as in bleu=30."
    ),
    "mbr list --text -f jsonl": "--text prints only texts, and -f jsonl prints more than that; give one of them.",
    "unl hello --lang de": "--lang is the language of parses; it goes with --conllu.",
    "compare ref.txt -i good.txt --runs a=poor.txt,good.txt --hyp-col x": (
        "--runs takes plain files beside those of -i; leave out --hyp-col and -t."
    ),
    "score ref.txt -i good.txt --exact": "--exact says what --engine draws; leave it out, or give --engine.",
    "score ref.txt -i good.txt --bags 3": "--bags says what --engine draws; leave it out, or give --engine.",
    "score ref.txt -i good.txt --id-col x": "--id-col says what --engine draws; leave it out, or give --engine.",
    "score ref.txt -i good.txt --engine nowhere": (
        "--engine is 'nowhere', expected a master of Spark: local[2], spark://HOST:7077, yarn, k8s://…."
    ),
    "completion bash two": "'two' is one argument too many; 'tertium completion --help' shows how it is used.",
}


@pytest.mark.parametrize("given", REFUSED)
def test_a_contradiction_is_said_and_nothing_is_written(
    texts: Path, given: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(texts)
    before = sorted(texts.iterdir())
    assert program.main(given.split()) == 2
    out, err = capfd.readouterr()
    assert (out, err) == ("", f"tertium: error: {REFUSED[given]}\n")
    assert sorted(texts.iterdir()) == before


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (MemoryError(), "the system has no more memory to give; free some, or score fewer segments at a time."),
        (
            OSError(errno.ENOMEM, "Cannot allocate memory"),
            "the system has no more memory to give; free some, or score fewer segments at a time.",
        ),
        (
            OSError(errno.EMFILE, "Too many open files"),
            "too many files are open; raise the limit (ulimit -n), or give fewer files at a time.",
        ),
        (
            OSError(errno.ENFILE, "Too many open files in system"),
            "too many files are open; raise the limit (ulimit -n), or give fewer files at a time.",
        ),
    ],
)
def test_what_the_machine_refuses_is_an_error_and_a_bug_is_a_traceback(
    problem: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The machine has enough here, so that its refusal is raised where a command would meet it."""

    def refused(argv: list[str]) -> int:
        raise problem

    monkeypatch.setattr(program, "_run", refused)
    monkeypatch.delenv("TERTIUM_DEBUG", raising=False)
    assert program.main(["score"]) == 2
    assert capfd.readouterr() == ("", f"tertium: error: {sentence}\n")
    monkeypatch.setenv("TERTIUM_DEBUG", "1")
    with pytest.raises(type(problem)):
        program.main(["score"])


def test_an_error_of_another_kind_is_not_taken_for_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(argv: list[str]) -> int:
        raise OSError(errno.EISDIR, "Is a directory")

    monkeypatch.setattr(program, "_run", wrong)
    with pytest.raises(IsADirectoryError):
        program.main(["score"])


def test_who_debugs_sees_where_an_interruption_came(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "_run", interrupted)
    monkeypatch.setenv("TERTIUM_DEBUG", "1")
    with pytest.raises(KeyboardInterrupt):
        program.main(["score"])


def test_parquet_is_not_for_a_terminal(texts: Path) -> None:
    code, seen, _ = on_terminal("score", "ref.txt", "-i", "good.txt", "-sl", "-f", "parquet", cwd=texts)
    assert code == 2
    assert seen == "tertium: error: -f parquet is not for a terminal; write it to a file with -o FILE.\n"


def test_intervals_beside_a_list_of_segments_are_said_to_change_nothing(texts: Path) -> None:
    asked = ("ref.txt", "-i", "good.txt", "poor.txt", "-sl", "-f", "tsv")
    plain = score(texts, *asked)
    for flags, shown in ((("-ci",), "-ci"), (("--paired-ar",), "--paired-ar"), (("-pbs",), "--paired-bs")):
        ran = score(texts, *asked, *flags)
        assert (ran.code, ran.out) == (0, plain.out)
        assert ran.err.startswith(
            f"tertium: warning: {shown} changes nothing: -sl lists segments in tsv, and intervals are those of systems;"
        )


def test_an_option_that_no_metric_takes_is_said_to_change_nothing(texts: Path) -> None:
    ran = score(texts, "ref.txt", "-i", "good.txt", "-m", "chrf", "-tok", "char")
    assert ran.code == 0
    assert "-tok changes nothing: chrf does not take it (a metric's own 'tok=' may)." in ran.err


def test_a_table_that_stands_last_belongs_to_no_option(tmp_path: Path) -> None:
    (tmp_path / "d.tsv").write_text("ref\tmt\na b\ta c\n", "utf-8")
    first, last = (
        score(tmp_path, *given, "-b")
        for given in (
            ["d.tsv", "--ref-col", "ref", "--hyp-col", "mt", "-m", "chrf"],
            ["--ref-col", "ref", "-m", "chrf", "--hyp-col", "mt", "d.tsv"],
        )
    )
    assert (first.code, first.err) == (0, "")
    assert last == first


def test_a_word_that_begins_like_an_option_is_taken_after_two_dashes(tmp_path: Path) -> None:
    write(tmp_path, **{"-ref": ["a b"], "good": ["a b"]})
    ran = run("score", "-i", "good.txt", "-m", "chrf", "-b", "--", "-ref.txt", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, "100.0\n", "")


def test_the_result_is_kept_where_nobody_listens(texts: Path) -> None:
    """``>&-`` closes the output before the program starts."""
    command = " ".join([*PROGRAM, "score", "ref.txt", "-i", "good.txt", "-m", "chrf", "-b", ">&-"])
    there = environment({"TMPDIR": str(texts)})
    done = subprocess.run(["sh", "-c", command], cwd=texts, capture_output=True, env=there, timeout=60)
    assert done.returncode == 2
    [kept] = texts.glob("tertium-*/result")
    assert done.stderr.decode() == (
        "tertium: error: standard output is closed; redirect it, or write to a file with -o FILE. The result is not "
        f"lost: it is in {kept}.\n"
    )
    assert kept.read_text("utf-8") == score(texts, "ref.txt", "-i", "good.txt", "-m", "chrf", "-b").out
