"""No output may replace an input, whatever the command and whatever the option; it is said before anything is read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import tertium
from analysis.meta.campaign_folder import write_campaign
from faults.cases import HYP, lines
from tertium.cli.command_table import COMMANDS
from tertium.cli.main import main
from tertium.cli.output import OutputFile, OutputFolder, OwnFolder
from tertium.errors import FileError, InputError

# Options that name a file or a folder to read. Every other one with such a value must be declared as an output.
KEPT = {"--history"}  # the server reads it and adds to it; a file that is not a history is left alone
READ = {
    "--align", "--align-direct", "--align-hyp", "--align-ref", "--conllu", "--docs", "--document", "--file",
    "--human",
    "--links", "--load-model", "--phrase-table",
    "--parse-hyp", "--parse-ref", "--references-pool", "--rows", "--scores", "--slice-by", "--train-on", "--unl-hyp",
    "--unl-ref",
}  # fmt: skip


def options() -> Iterator[tuple[str, argparse.Action]]:
    for name, command in COMMANDS.items():
        for action in command.parser()._actions:
            yield name, action


def outputs() -> list[tuple[str, str]]:
    return sorted((name, action.option_strings[-1]) for name, action in options() if action.type is OutputFile)


ARGUMENTS = {
    "score": ["ref.txt", "-i", "hyp.txt"],
    "compare": ["ref.txt", "-i", "hyp.txt", "other.txt"],
    "diff": ["ref.txt", "-i", "hyp.txt", "other.txt"],
    "gate": ["ref.txt", "-i", "hyp.txt", "--baseline", "ref.txt", "--max-drop", "1"],
    "meta": ["hyp.txt", "-i", "hyp.txt", "-r", "ref.txt"],
    "tune": ["hyp.txt", "bleu"],
    "align": ["ref.txt", "hyp.txt"],
    "function-words": ["hyp.txt"],
    "idf": ["hyp.txt"],
    "lsa": ["train", "hyp.txt"],
    "mbr": ["hyp.txt"],
    "paraphrases": ["hyp.txt", "ref.txt"],
    "unl": ["--file", "hyp.txt"],
}


def test_every_option_with_a_file_is_an_input_or_an_output() -> None:
    for name, action in options():
        kind = str(action.metavar)
        if action.option_strings and any(word in kind for word in ("FILE", "DIR", "CARD")):
            declared = action.type in (OutputFile, OutputFolder, OwnFolder)
            assert declared != (action.option_strings[-1] in READ | KEPT), (name, action.option_strings)


@pytest.mark.parametrize(("command", "option"), outputs())
def test_an_output_that_is_an_input_is_refused(
    command: str, option: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ARGUMENTS.get(command, ARGUMENTS["score"])
    before = (folder / "hyp.txt").read_bytes()
    assert main([command, *arguments, option, "hyp.txt"]) == 2
    assert "hyp.txt is read here and would be replaced" in capsys.readouterr().err
    assert (folder / "hyp.txt").read_bytes() == before


@pytest.mark.parametrize("way", ["symbolic link", "hard link", "another spelling"])
def test_other_names_of_an_input_are_found(way: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "./sub/../hyp.txt" if way == "another spelling" else "link"
    (folder / "sub").mkdir()
    if way == "symbolic link":
        (folder / "link").symlink_to("hyp.txt")
    elif way == "hard link":
        os.link(folder / "hyp.txt", folder / "link")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-o", name]) == 2
    assert "(the same file as hyp.txt) is read here" in capsys.readouterr().err


@pytest.mark.parametrize(
    "spec", ["card:mine", "bleu:tok=spm:mine", "0.5*card:mine + 0.5*chrf", "atec:idf=mine,tok=none"]
)
def test_a_file_within_a_metric_is_an_input(spec: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine").write_text("x\n")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-m", spec, "-o", "mine"]) == 2
    assert "mine" in capsys.readouterr().err
    assert (folder / "mine").read_text() == "x\n"


@pytest.mark.parametrize(
    "tool",
    [
        'command:run="python3 mine/model.py"',
        "command:run='python3 ./mine/model.py --fast',name=x",
        "comet:model=mine,python=python3",
    ],
)
def test_the_program_and_the_model_of_a_tool_are_inputs(
    tool: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "model.py").write_text("x\n")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "--with", tool, "-o", "mine/model.py"]) == 2
    assert "is read here and would be replaced" in capsys.readouterr().err
    assert (folder / "mine" / "model.py").read_text() == "x\n"


def test_two_outputs_in_one_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", *ARGUMENTS["gate"], "--json", "out", "--junit", "out"]) == 2
    assert "out is named for two outputs" in capsys.readouterr().err
    assert not (folder / "out").exists()


COMPARED = ["compare", *ARGUMENTS["compare"]]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([*COMPARED, "-o", "x", "--save-rows", "x/y"], "x/y would lie in x, which is to be a file"),
        ([*COMPARED, "-o", "x/y", "--save-rows", "x"], "x/y would lie in x, which is to be a file"),
        ([*COMPARED, "-o", "x", "--resume", "x"], "x is named for a file and for a folder"),
        ([*COMPARED, "-o", "x", "--resume", "x/y"], "x/y would lie in x, which is to be a file"),
        ([*COMPARED, "-o", "x/rows", "--resume", "sub/../x"], "x/rows would lie in sub/../x, a folder that must hold"),
        (["align", *ARGUMENTS["align"], "-o", "x/y", "--save-model", "x"], "x/y would lie in x, a folder that must"),
        (["align", *ARGUMENTS["align"], "-o", "x", "--save-model", "x"], "x is named for two outputs"),
        (["meta", *ARGUMENTS["meta"], "-o", "x", "--plots", "x"], "x is named for a file and for a folder"),
        (["score", "ref.txt", "-i", "sub", "-o", "sub/out"], "sub/out would lie in sub, of which every file is read"),
        (["tune", *ARGUMENTS["tune"], "-o", "x", "--state", "x/y"], "x/y would lie in x, which is to be a file"),
    ],
    ids=lambda given: " ".join(given[-4:]) if isinstance(given, list) else "",
)
def test_outputs_inside_one_another(
    arguments: list[str], says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any work: it used to be done first, or what was kept for --resume was replaced."""
    (folder / "sub").mkdir()
    (folder / "sub" / "hyp.txt").write_bytes(lines(HYP))
    assert main(arguments) == 2
    assert says in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["hyp.txt", "ref.txt", "sub"]


@pytest.mark.parametrize("end", ["/", "/.", "//"])
def test_a_slash_at_the_end_does_not_hide_an_input(end: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("hyp.txt", "new"):
        assert main(["score", "ref.txt", "-i", "hyp.txt", "-o", name + end]) == 2
        assert f"{name}{end} is the name of a folder" in capsys.readouterr().err
    assert (folder / "hyp.txt").read_bytes() == lines(HYP)
    assert not (folder / "new").exists()
    with pytest.raises(FileError, match="is the name of a folder"):
        tertium.tune("hyp.txt", "bleu", card=f"hyp.txt{end}")


@pytest.mark.parametrize("options", [["-m", "bleu"], ["--names", "bleu"], ["-f", "json"]], ids=" ".join)
def test_a_result_may_be_called_like_what_is_no_file(options: list[str], folder: Path) -> None:
    for _ in range(2):
        assert main(["score", "ref.txt", "-i", "hyp.txt", *options, "-o", options[-1]]) == 0


def test_what_exists_and_is_no_input_is_replaced(folder: Path) -> None:
    (folder / "out").write_text("old")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-o", "out"]) == 0
    assert "old" not in (folder / "out").read_text()


def test_links_are_not_written_over_the_texts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sys.align").write_bytes(lines(HYP))
    code = main(["align", "ref.txt", "sys.align", "-o", "."])
    said = capsys.readouterr().err
    assert code == 2
    assert "sys.align" in said
    assert (folder / "sys.align").read_bytes() == lines(HYP)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("x" * 5000, "too long for a file name"),
        ("loop", "leads back to itself"),
        ("hyp.txt/out", "hyp.txt is in the way"),
        (".", "is a directory"),
    ],
)
def test_names_that_cannot_be_written(name: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "loop").symlink_to("pool")
    (folder / "pool").symlink_to("loop")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-o", name]) == 2
    assert says in capsys.readouterr().err


def test_folders_are_checked_before_the_work(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["meta", *ARGUMENTS["meta"], "--plots", "hyp.txt"]) == 2
    assert "hyp.txt cannot be made a folder" in capsys.readouterr().err
    assert main(["meta", *ARGUMENTS["meta"], "--plots", "hyp.txt/deep/plots"]) == 2
    assert "is in the way" in capsys.readouterr().err


def test_the_card_of_tune_in_python(folder: Path) -> None:
    (folder / "mine.toml").write_text('card = 1\nmetric = "bleu"\n')
    with pytest.raises(FileError, match=r"mine\.toml is read here"):
        tertium.tune("mine.toml", "bleu", card="mine.toml")
    with pytest.raises(FileError, match="new is named for two outputs"):
        tertium.tune("mine.toml", "bleu", card="new", state="./new")


@pytest.fixture
def judged(folder: Path) -> Path:
    made = write_campaign(folder / "judged", 1, segments=12, systems=3)
    (made / "src.txt").write_text("".join(f"source {k}\n" for k in range(12)), encoding="utf-8")
    return made


CAMPAIGN = ("human_sys.tsv", "rankings.tsv", "refA.txt", "src.txt", "systems/s0.txt", "systems/s2.txt")
FROM_FOLDERS = {
    "meta": ["meta", "judged", "-m", "chrf", "--resamples", "10", "--permutations", "10", "-o"],
    "tune": ["tune", "judged", "lr-kb1:alpha=0.5,align=direct", "--resamples", "10", "-o"],
    "state": ["tune", "judged", "lr-kb1:alpha=0.5,align=direct", "--resamples", "10", "-o", "card", "--state"],
}


@pytest.mark.parametrize("file", CAMPAIGN)
@pytest.mark.parametrize("command", FROM_FOLDERS)
def test_a_file_of_a_campaign_is_an_input(
    command: str, file: str, judged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (judged / file).read_bytes()
    assert main([*FROM_FOLDERS[command], f"judged/{file}"]) == 2
    assert f"judged/{file} is read here and would be replaced" in capsys.readouterr().err
    assert (judged / file).read_bytes() == before


def test_a_link_to_a_file_of_a_campaign_in_python(judged: Path) -> None:
    os.link(judged / "refA.txt", judged.parent / "card.toml")
    with pytest.raises(FileError, match=r"card\.toml \(the same file as judged/refA\.txt\) is read here"):
        tertium.tune("judged", "lr-kb1:alpha=0.5,align=direct", resamples=10, card="card.toml")


def test_results_beside_a_campaign_are_written_again(judged: Path) -> None:
    for _ in range(2):
        assert main([*FROM_FOLDERS["meta"], "judged/result.txt", "-q"]) == 0
    assert "chrf" in (judged / "result.txt").read_text(encoding="utf-8")


def test_a_shard_is_an_input(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "shards").mkdir()
    for name, texts in (("1.txt", HYP[:2]), ("2.txt", HYP[2:])):
        (folder / "shards" / name).write_bytes(lines(texts))
    assert main(["score", "ref.txt", "-i", "shards", "-o", "shards/2.txt"]) == 2
    assert "shards/2.txt is read here" in capsys.readouterr().err
    assert (folder / "shards" / "2.txt").read_bytes() == lines(HYP[2:])


SCORES = "".join(f"s{system}\t{system}\n" for system in range(3))


def test_score_files_are_not_written_over_those_that_are_read(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (judged.parent / "scores").mkdir()
    file = judged.parent / "scores" / "comet.sys.score"
    file.write_text(SCORES)
    given = ["meta", "judged", "--resamples", "10", "-q", "--scores"]
    for read in ("scores/comet.sys.score", "scores"):
        assert main([*given, read, "--write-scores", "scores/../scores"]) == 2
        assert "comet.sys.score is read here and lies where score files are written" in capsys.readouterr().err
    assert file.read_text() == SCORES
    assert main([*given, "scores", "--write-scores", "others", "-o", "out.txt"]) == 0
    with pytest.raises(InputError, match="lies where score files are written"):
        tertium.meta("judged", None, score_files=["scores"], write_scores="scores", resamples=10)


@pytest.mark.parametrize("name", ["../../evil", "{folder}/evil", "a/b", "..", "x" * 300])
def test_the_name_of_a_metric_does_not_choose_the_folder(name: str, judged: Path) -> None:
    """A score file is a stranger's: what it calls its metric becomes part of a file's name, and of no path."""
    name = name.format(folder=judged.parent)
    rows = "".join(f"s{system}\t{name}\t{system}\n" for system in range(3))
    (judged.parent / "scores.tsv").write_text(f"system\tmetric\tscore\n{rows}")
    before = {path for path in judged.parent.rglob("*") if path.is_file()}
    given = ["meta", "judged", "--scores", "scores.tsv", "--resamples", "10", "-q", "-o", "out.txt"]
    assert main([*given, "--write-scores", "deep/scores", "--write-eval-set", "deep/set", "--plots", "deep/plots"]) == 0
    made = {path for path in judged.parent.rglob("*") if path.is_file()} - before - {judged.parent / "out.txt"}
    assert len(made) > 5
    assert all(judged.parent / "deep" in path.parents for path in made)


def test_the_name_of_a_system_is_no_path(judged: Path) -> None:
    texts = {"../s0": judged / "systems" / "s0.txt", "s1": judged / "systems" / "s1.txt"}
    (judged.parent / "human.tsv").write_text("system\tscore\n../s0\t1\ns1\t2\n")
    with pytest.raises(InputError, match=r"\.\./s0 cannot be part of a file name"):
        tertium.meta(
            judged.parent / "human.tsv", "chrf", systems=texts, references=[judged / "refA.txt"],
            sources=judged / "src.txt", write_eval_set=judged.parent / "set", resamples=10,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("command", "option"), [*outputs(), ("meta", "--plots"), ("align", "-o"), ("score", "--resume")]
)
def test_an_output_without_a_name(command: str, option: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As in -o "$NAME" where the variable was never set."""
    assert main([command, *ARGUMENTS.get(command, ARGUMENTS["score"]), option, ""]) == 2
    assert "an output has no name" in capsys.readouterr().err
