"""What a terminal obeys, what deceives a reader, and what is no text at all: in texts, names, options and messages."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from cli.shell import run
from faults.cases import HYP, REF, lines
from tertium.cli.main import main
from tertium.errors import InputError

# Clear the screen, set the title, the same by C1; text from right to left, isolates, nothing visible, delete.
STRANGE = "\x1b[2J \x1b]0;title\x07 \x9b31m \u202eevil\u202c \u2066x\u2069 \u200bz \ufeff \x7f \x85"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


@pytest.fixture
def strange(folder: Path) -> Path:
    for name, word in (("ref.txt", "a"), ("a.txt", "the"), ("b.txt", "this")):
        (folder / name).write_bytes(lines([f"{STRANGE} {word} cat {number} sat here" for number in range(6)]))
    (folder / "nbest.txt").write_text("".join(f"{k // 2} ||| {STRANGE} {k % 2}\n" for k in range(4)), encoding="utf-8")
    return folder


TWO = ["ref.txt", "-i", "a.txt", "b.txt"]
SHOWN = {
    "explain": ["explain", "ref.txt", "-i", "a.txt", "--line", "1"],
    "explain by metrics": ["explain", "ref.txt", "-i", "a.txt", "--line", "1", "-m", "bleu", "ter", "meteor", "nist"],
    "explain, json": ["explain", "ref.txt", "-i", "a.txt", "--line", "1", "-f", "json"],
    "explain, svg": ["explain", "ref.txt", "-i", "a.txt", "--line", "1", "-f", "svg"],
    "explain, html": ["explain", "ref.txt", "-i", "a.txt", "--line", "1", "-f", "html"],
    "explain, arguments": ["explain", "--hyp", STRANGE, "--ref", STRANGE + " x"],
    "worst": ["explain", "ref.txt", "-i", "a.txt", "--worst", "2"],
    "differ": ["explain", *TWO, "--differ", "a", "b"],
    "order": ["order", *TWO],
    "order, json": ["order", *TWO, "-f", "json"],
    "diff": ["diff", *TWO],
    "diff, json": ["diff", *TWO, "-f", "json"],
    "diff, md": ["diff", *TWO, "-f", "md"],
    "diff, tsv": ["diff", *TWO, "-f", "tsv"],
    "doctor": ["doctor", *TWO],
    "doctor, json": ["doctor", *TWO, "-f", "json"],
    "mbr, jsonl": ["mbr", "nbest.txt", "-f", "jsonl"],
    "slices": ["compare", *TWO, "--slice-by", "a.txt", "-n", "10"],
    "names": ["score", *TWO, "--names", STRANGE, "b"],
    "names, tsv": ["score", *TWO, "--names", STRANGE, "b", "-f", "tsv"],
    "names, md": ["score", *TWO, "--names", STRANGE, "b", "-f", "md"],
    "names, latex": ["score", *TWO, "--names", STRANGE, "b", "-f", "latex"],
    "names, json": ["score", *TWO, "--names", STRANGE, "b", "-f", "json"],
    "report": ["report", *TWO, "-n", "10", "-f", "text", "-o", "-"],
    "report, json": ["report", *TWO, "-n", "10", "-f", "json", "-o", "-"],
}


@pytest.mark.parametrize("shown", SHOWN)
def test_nothing_that_a_terminal_obeys_is_printed(shown: str, strange: Path) -> None:
    ran = run(*SHOWN[shown])
    assert ran.code in (0, 1), ran.err
    assert ran.out
    assert OBEYED.findall(ran.out) == []
    assert OBEYED.findall(ran.err) == []


REFUSED = {
    "a command": [STRANGE],
    "an option": ["score", "ref.txt", "-i", "a.txt", f"--{STRANGE}"],
    "a file": ["score", "ref.txt", "-i", STRANGE],
    "a metric": ["score", "ref.txt", "-i", "a.txt", "-m", STRANGE],
    "a tokenizer": ["score", "ref.txt", "-i", "a.txt", "-m", f'bleu:tok="{STRANGE}"'],
    "a language": ["score", "ref.txt", "-i", "a.txt", "-l", f"{STRANGE}-en"],
    "a master": ["score", "ref.txt", "-i", "a.txt", "--engine", STRANGE],
    "a column": ["score", "ref.txt", "-i", "a.txt", "--hyp-col", STRANGE],
    "a code": ["score", "ref.txt", "-i", "a.txt", "--ignore", STRANGE],
    "scores": ["score", "ref.txt", "-i", "a.txt", "--scores", "b.txt"],
    "rows": ["compare", "ref.txt", "-i", "a.txt", "--rows", "b.txt"],
    "links": ["score", "ref.txt", "-i", "a.txt", "-m", "kendall", "--align-direct", "b.txt"],
    "parses": ["unl", "--conllu", "b.txt"],
    "a document": ["unl", "--document", "b.txt"],
    "judgments": ["meta", "b.txt"],
    "a card": ["score", "ref.txt", "-i", "a.txt", "-m", "card:b.txt"],
    "a name": ["metrics", STRANGE],
}


@pytest.mark.parametrize("refused", REFUSED)
def test_nothing_that_a_terminal_obeys_is_in_a_refusal(refused: str, strange: Path) -> None:
    ran = run(*REFUSED[refused])
    assert ran.code == 2
    assert OBEYED.findall(ran.err) == []


def test_json_is_lossless(strange: Path) -> None:
    said = run("mbr", "nbest.txt", "-f", "jsonl").out
    assert [json.loads(line)["text"] for line in said.splitlines()] == [f"{STRANGE} {k}" for k in (0, 0)]


@pytest.mark.parametrize(
    "given",
    [["mbr", "nbest.txt", "-q"], ["mbr", "nbest.txt", "-q", "--text"], ["unl", "--document", "a.unl", "-f", "unl"]],
)
def test_formats_for_programs_are_as_they_are_but_on_a_terminal(given: list[str], strange: Path) -> None:
    (strange / "a.unl").write_text(f'[S:1]\n{{unl}}\nagt("{STRANGE}",b)\n{{/unl}}\n[/S]\n', encoding="utf-8")
    command = [sys.executable, "-c", "from tertium.cli.main import program; program()", *given]
    piped = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert STRANGE in piped
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=theirs) as process:
        os.close(theirs)
        shown = b""
        try:
            while more := os.read(ours, 4096):
                shown += more
        except OSError:  # Linux's way of saying that the other end is closed
            pass
        process.wait()
    os.close(ours)
    assert "evil" in shown.decode()
    assert OBEYED.findall(shown.decode().replace("\r\n", "\n")) == []


NOT_UTF8 = os.fsdecode(b"a \xff cat")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["explain", "--hyp", NOT_UTF8, "--ref", "a cat"], "the hypothesis holds the byte 0xff, which is not UTF-8"),
        (["explain", "--hyp", "a cat", "--ref", NOT_UTF8], "a reference holds the byte 0xff"),
        (["explain", "--hyp", "a cat", "--ref", "a cat", "--src", NOT_UTF8], "the source holds the byte 0xff"),
        (["unl", NOT_UTF8], "a sentence holds the byte 0xff"),
    ],
)
def test_arguments_that_are_no_text(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


def test_half_characters_in_python() -> None:
    with pytest.raises(InputError, match=r"the hypothesis holds half a character \(the lone surrogate U\+D800\)"):
        tertium.explain("\ud800", "a")
    with pytest.raises(InputError, match="a sentence holds half a character"):
        tertium.unl("\ud800")


@pytest.mark.parametrize("options", [["-f", "parquet", "-sl", "-o", "out"], ["-f", "json"], ["-f", "tsv", "-sl"]])
def test_a_system_whose_file_name_is_not_utf8(options: list[str], folder: Path) -> None:
    if "parquet" in options:
        pytest.importorskip("pyarrow", reason="Parquet needs the extra arrow")
    (folder / os.fsdecode(b"h\xff.txt")).write_bytes(lines(HYP))
    (folder / "ref.txt").write_bytes(lines(REF))
    ran = run("score", "ref.txt", "-i", os.fsdecode(b"h\xff.txt"), "-q", *options)
    assert (ran.code, ran.err) == (0, "")
