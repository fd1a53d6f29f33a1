"""``tertium align`` as a process: files, standard output, models, refusals."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cli.shell import Ran, run, score, write

pytest.importorskip("thot", reason="the extra 'align' is not installed")


def align(cwd: Path, *arguments: str, stdin: bytes | None = None) -> Ran:
    return run("align", *arguments, cwd=cwd, stdin=stdin)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A source, its mirror image as reference, and an output in the source's order."""
    rng = random.Random(4)
    sentences = [[rng.choice("ABCDEFGHIJ") for _ in range(rng.randint(1, 6))] for _ in range(120)]
    write(
        tmp_path,
        src=[" ".join(words) for words in sentences],
        ref=[" ".join(words[::-1]).lower().replace("a", "aa") for words in sentences],
        out=[" ".join(words).lower().replace("a", "aa") for words in sentences],
    )
    return tmp_path


def test_links_go_to_a_folder_and_can_be_scored(folder: Path) -> None:
    ran = align(folder, "src.txt", "ref.txt", "out.txt", "-o", "links")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    for name in ("ref", "out"):
        lines = (folder / "links" / f"{name}.align").read_text().split("\n")
        assert lines.pop() == ""
        assert len(lines) == 120
        assert all(re.fullmatch(r"(\d+-\d+( \d+-\d+)*)?", line) for line in lines)
    files = ("-s", "src.txt", "--align-hyp", "links/out.align", "--align-ref", "links/ref.align")
    scored = score(folder, "ref.txt", "-i", "out.txt", *files, "-m", "kendall:align=source", "-b")
    assert scored.code == 0, scored.err
    assert float(scored.out) < 60  # the output's order is the reverse of the reference's


def test_one_target_goes_to_standard_output_and_a_loaded_model_says_the_same(folder: Path) -> None:
    trained = align(folder, "src.txt", "ref.txt", "--save-model", "model")
    assert trained.code == 0, trained.err
    loaded = align(folder, "src.txt", "ref.txt", "--load-model", "model")
    assert loaded.out == trained.out
    assert trained.out.count("\n") == 120
    piped = align(folder, "-", "ref.txt", "--load-model", "model", stdin=(folder / "src.txt").read_bytes())
    assert piped.out == trained.out


def test_more_text_may_be_learned_from(folder: Path) -> None:
    write(folder, few=["A B"], few_target=["b aa"])
    ran = align(folder, "few.txt", "few_target.txt", "--train-on", "src.txt", "ref.txt")
    assert ran.out == "0-1 1-0\n"


def test_sentences_beyond_the_model_are_said(folder: Path) -> None:
    write(folder, src=["A B", " ".join(["A"] * 2000)], ref=["b a", " ".join(["a"] * 2000)])
    ran = align(folder, "src.txt", "ref.txt")
    assert ran.out.split("\n")[1] == ""
    assert re.fullmatch(
        r"tertium: warning: ref\.txt: 1 pair of lines longer than \d+ words got no links, the first is line 2; "
        r"--model fast-align takes up to 1024\.\n",
        ran.err,
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("src.txt", "ref.txt", "out.txt"), "2 targets make as many files; name a folder for them with -o."),
        (("src.txt", "ref.txt", "ref.txt", "-o", "x"), "the target ref.txt is given twice; leave one out."),
        (("-", "-"), "standard input is given twice; save one of the two to a file."),
        (
            ("src.txt", "ref.txt", "--save-model", "src.txt"),
            "src.txt cannot be made a folder, there is a file of that name.",
        ),
        (("src.txt", "ref.txt", "--load-model", "nix"), "nix holds no aligner (aligner.json: no such file"),
        (("src.txt", "ref.txt", "--load-model", "nix", "--case", "keep"), "--case is about training, and --load-model"),
        (("src.txt", "nix.txt"), "nix.txt does not exist"),
        (
            ("src.txt", "ref.txt", "out.txt", "-o", "src.txt"),
            "src.txt cannot be made a folder, there is a file of that name.",
        ),
        (("src.txt",), "give a source and at least one translation of it, as in 'tertium align SRC TGT'."),
    ],
)
def test_refusals(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    assert align(folder, *arguments).refusal.startswith(message)


def test_another_number_of_lines_is_refused_before_anything_is_written(folder: Path) -> None:
    write(folder, short=["a"])
    assert align(folder, "src.txt", "ref.txt", "short.txt", "-o", "links").refusal == (
        "src.txt has 120 lines but short.txt has 1; segments must pair up. First unpaired: src.txt line 2."
    )
    assert not (folder / "links").exists()
