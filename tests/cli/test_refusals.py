"""What ``tertium score`` will not do: one sentence on stderr, exit code 2, nothing on stdout, nothing written."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cli.shell import PROGRAM, REF, environment, score, write

REFUSED = {
    "no references": (
        ["-i", "good.txt", "ref.txt"],
        "no references to score against; they come first, as in 'tertium score REF -i SYSTEM' (the files after -i are "
        "systems).",
    ),
    "references twice": (
        ["ref.txt", "-r", "ref.txt", "-i", "good.txt"],
        "files are given both with references before the options and with -r; use one of the two.",
    ),
    "systems twice": (
        ["ref.txt", "-i", "good.txt", "-t", "poor.txt"],
        "files are given both with -i and with -t; use one of the two.",
    ),
    "a test set": (
        ["-t", "wmt20", "-l", "en-de", "-i", "good.txt"],
        "-t wmt20: there is no such file; -t names translations, as in COMET, and tertium does not download "
        "test sets: write one to files with 'sacrebleu -t wmt20 -l PAIR --echo src ref'.",
    ),
    "a test set from a pipe": (
        ["-t", "wmt20", "-l", "en-de"],
        "-t wmt20: there is no such file; -t names translations, as in COMET, and tertium does not download "
        "test sets: write one to files with 'sacrebleu -t wmt20 -l PAIR --echo src ref'.",
    ),
    "sacreBLEU's -s": (
        ["ref.txt", "-i", "good.txt", "-s", "floor"],
        "-s floor: there is no such file; -s names the sources, as in COMET; to set BLEU's smoothing, use "
        "'--smooth-method floor' or 'bleu:smooth=floor'.",
    ),
    "an option of sacreBLEU": (
        ["ref.txt", "-i", "good.txt", "-e", "latin-1"],
        "-e is not an option here: files are UTF-8, whatever the locale; convert others with "
        "'iconv -f ENCODING -t UTF-8'.",
    ),
    "a misspelt option": (
        ["ref.txt", "-i", "good.txt", "--metric", "bleu"],
        "unknown option '--metric'; did you mean '--metrics'? 'tertium score --help' lists all.",
    ),
    "a reference after -m": (
        ["-i", "good.txt", "-m", "bleu", "ref.txt"],
        "'ref.txt' follows -m but is a file; put references before the options, as in 'tertium score ref.txt -i SYSTEM "
        "-m bleu'.",
    ),
    "an expression without quotes": (
        ["ref.txt", "-i", "good.txt", "-m", "0.5*bleu", "+", "0.5*nist"],
        "a sum or product of metrics must be one argument in quotes, as in -m '0.5*bleu + 0.5*chrf'.",
    ),
    "a metric that is misspelt in capitals": (
        ["ref.txt", "-i", "good.txt", "-m", "BLUE"],
        "unknown metric 'BLUE'; did you mean 'bleu'? 'tertium metrics' lists all.",
    ),
    "a tokenizer that sacreBLEU downloads": (
        ["ref.txt", "-i", "good.txt", "-tok", "flores200"],
        "bleu: unknown tokenizer 'flores200', a SentencePiece model; give its file, as in 'spm:flores200.model'; known "
        "are none, 13a, intl, char, zh, rouge155, words, rouge, char-spaces, meteor-cs, meteor-de, meteor-en, "
        "meteor-es, meteor-fr, meteor-ru, ja-mecab, ko-mecab, th, spm:FILE.",
    ),
    "two metrics in one argument": (
        ["ref.txt", "-i", "good.txt", "-m", "bleu,chrf"],
        "cannot read metric 'bleu,chrf': expected '+' or '-' between the metrics of a sum at character 5, got ',chrf'; "
        "several metrics are several arguments: -m bleu chrf.",
    ),
    "an unknown metric": (
        ["ref.txt", "-i", "good.txt", "-m", "blue"],
        "unknown metric 'blue'; did you mean 'bleu'? 'tertium metrics' lists all.",
    ),
    "an unknown parameter": (
        ["ref.txt", "-i", "good.txt", "-m", "nist:odrer=2"],
        "nist has no parameter 'odrer'; did you mean 'order'? it has case, like, mteval_zero_token, norm, order, tok.",
    ),
    "a flag's value out of range": (
        ["ref.txt", "-i", "good.txt", "-m", "chrf", "--chrf-beta", "-1"],
        "chrf:beta is -1, expected a value between 0 and 1000000.",
    ),
    "an unknown format": (
        ["ref.txt", "-i", "good.txt", "-f", "xml"],
        "-f: 'xml' is not known; expected one of text, json, jsonl, tsv, md, latex, html, parquet; 'tertium score "
        "--help' shows how it is used.",
    ),
    "a fraction of a thread": (
        ["ref.txt", "-i", "good.txt", "--threads", "0"],
        "--threads: expected a whole number of at least 1, got '0'; 'tertium score --help' shows how it is used.",
    ),
    "digits of another script": (
        ["ref.txt", "-i", "good.txt", "-w", "٢"],
        "-w: expected a whole number from 0 to 30, got '٢'; 'tertium score --help' shows how it is used.",
    ),
    "an option without its value": (
        ["ref.txt", "-i", "good.txt", "-m"],
        "-m: expected at least one argument; 'tertium score --help' shows how it is used.",
    ),
    "numbers alone as json": (
        ["ref.txt", "-i", "good.txt", "-b", "-f", "json"],
        "-b prints only numbers, and -f json prints more than that; give one of them.",
    ),
    "two cases": (
        ["ref.txt", "-i", "good.txt", "-lc", "--case", "keep"],
        "-lc and --case keep contradict each other; give one of them.",
    ),
    "a language that is none": (
        ["ref.txt", "-i", "good.txt", "-l", "en->zh"],
        "'en->zh' is not a language or a language pair such as 'zh' or 'en-zh'.",
    ),
    "a paired test of one system": (
        ["ref.txt", "-i", "good.txt", "-pbs"],
        "--paired-bs compares systems with the first one; give at least two after -i.",
    ),
    "two paired tests": (
        ["ref.txt", "-i", "good.txt", "poor.txt", "-pbs", "-par"],
        "--paired-bs and --paired-ar are two tests of the same thing; give one of them.",
    ),
    "a system twice": (
        ["ref.txt", "-i", "good.txt", "poor.txt", "good.txt"],
        "two systems are called 'good.txt'; leave one out, or tell them apart with --names.",
    ),
    "a name twice": (
        ["ref.txt", "-i", "good.txt", "poor.txt", "--names", "x", "x"],
        "two systems are called 'x'; leave one out, or tell them apart with --names.",
    ),
    "too few names": (
        ["ref.txt", "-i", "good.txt", "poor.txt", "--names", "x"],
        "--names gives 1 name for 2 systems; give one for each.",
    ),
    "a blank name": (
        ["ref.txt", "-i", "good.txt", "--names", " "],
        "a system's name is blank; give each one a name with --names.",
    ),
    "standard input twice": (
        ["-", "-i", "-"],
        "standard input is given twice; save one of the two to a file.",
    ),
    "several references in several files": (
        ["ref.txt", "ref.txt", "-i", "good.txt", "--num-refs", "2"],
        "--num-refs says that one file holds several references; give one file and no --ref-col with it.",
    ),
    "a column of nowhere": (
        ["ref.txt", "ref.txt", "--hyp-col", "mt"],
        "--hyp-col without a file of its own needs exactly one file to look in, got 2.",
    ),
    "a file that is not there": (
        ["ref.txt", "-i", "goood.txt"],
        "goood.txt does not exist; did you mean 'good.txt'?",
    ),
    "a directory to write to": (
        ["ref.txt", "-i", "good.txt", "-o", "."],
        ". is a directory, expected a file name to write to.",
    ),
    "a file in the way of a directory": (
        ["ref.txt", "-i", "good.txt", "-o", "good.txt/where.json"],
        "good.txt/where.json cannot be written: good.txt is in the way, it is a file.",
    ),
}


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_nonsense_is_refused_in_one_sentence(texts: Path, arguments: list[str], message: str) -> None:
    before = {path.name: path.read_bytes() for path in texts.iterdir()}
    assert score(texts, *arguments, stdin=b"").refusal == message
    assert {path.name: path.read_bytes() for path in texts.iterdir()} == before


def test_control_characters_in_arguments_are_escaped(texts: Path) -> None:
    for arguments in (["\x1b[2J.txt", "-i", "good.txt"], ["ref.txt", "-i", "good.txt", "-m", "\x1b[2J"], ["--\x1b[2J"]):
        assert r"\x1b[2J" in score(texts, *arguments).refusal


def test_an_unwritable_target_is_refused_before_the_work(texts: Path) -> None:
    """Nobody wants to learn after an hour that the result has nowhere to go."""
    done = score(texts, "ref.txt", "-i", "missing.txt", "-o", "ref.txt/where.json")
    assert "ref.txt/where.json cannot be written" in done.refusal


def test_different_numbers_of_lines_name_both_files(texts: Path) -> None:
    write(texts, short=REF[:1])
    assert score(texts, "ref.txt", "-i", "good.txt", "short.txt").refusal == (
        "short.txt has 1 line but ref.txt has 2; segments must pair up. First unpaired: ref.txt line 2."
    )


def test_an_argument_that_is_no_utf8_is_shown_as_escapes(texts: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "score", "ref.txt", "-i", b"caf\xe9.txt"], cwd=texts, capture_output=True, env=environment()
    )
    assert done.returncode == 2
    assert b"caf\\udce9.txt does not exist" in done.stderr
