"""Names of tools: what they mean, and what is said of names that mean nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tertium.errors import SpecError
from tertium.other_tools.known_licences import forbids_commerce, licence_of
from tertium.other_tools.spec import parse


def test_a_known_tool_runs_our_driver_with_the_python_that_was_named() -> None:
    tool = parse(f"comet:model=Unbabel/XCOMET-XL,precision=fp16,python={sys.executable},name=xcomet,timeout=60")
    program, driver, kind, settings = tool.command()
    assert (program, Path(driver).name, kind) == (sys.executable, "driver.py", "comet")
    assert Path(driver).is_file()
    given = json.loads(settings)
    assert (given["model"], given["precision"], given["batch"]) == ("Unbabel/XCOMET-XL", "fp16", "16")
    assert (tool.name, tool.silence, tool.refs) == ("xcomet", 60.0, "best")
    assert not tool.may_download
    assert parse("comet:download=yes").may_download


def test_a_command_is_cut_into_words_and_nothing_of_it_is_a_shells() -> None:
    tool = parse(r'command:run="python3 -c \"print(1, 2)\" $HOME;rm *",refs=mean')
    assert tool.command()[1:] == ["-c", "print(1, 2)", "$HOME;rm", "*"]
    assert Path(tool.command()[0]).name == "python3"
    assert (tool.name, tool.refs) == ("python3", "mean")
    assert parse("command:run=python3 x.py --fast,timeout=0").command()[1:] == ["x.py", "--fast"]
    assert parse("command:run=python3,timeout=0").silence is None


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python3 my_metric.py --fast", "my_metric"),
        ("/usr/bin/python3.11 -X dev tools/my.metric.py", "my.metric"),
        ("python3 -m mine.cli --model x.bin", "mine.cli"),
        ("python3 -c pass x.py", "python3"),
        ("env A=b.c uv run python3.11 score.py", "score"),
        ("java -jar scorer.jar", "scorer"),
        ("bash run.sh", "run"),
        ("./my-scorer data.json", "my-scorer"),
        ("python3", "python3"),
    ],
)
def test_a_command_is_called_by_what_it_runs(command: str, name: str) -> None:
    assert parse(f'command:run="{command}"').name == name
    assert parse(f'command:run="{command}",name=mine').name == "mine"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "unknown tool ''; there are comet, metricx, bleurt, command"),
        ("cometx:model=x", "unknown tool 'cometx:model=x'; did you mean 'comet'?"),
        ("comet model", "unknown tool 'comet model'"),
        ("comet:model", "expected key=value, got 'model'"),
        ("comet:models=x", "comet has no 'models'; did you mean 'model'?"),
        ("comet:model=a,model=b", "says model twice"),
        ("comet:model=", "model has no value"),
        ('comet:model="a', "the quotes of model are not closed"),
        ('comet:model="a"b', "expected ',' after model"),
        ("comet:precision=int8", "precision is 'int8', expected fp32 or fp16 or bf16"),
        ("comet:batch=many", "batch is 'many', expected a whole number"),
        ("comet:timeout=soon", "timeout is 'soon', expected a number"),
        ("comet:refs=all", "refs is 'all', expected best or mean or first"),
        ("comet:download=maybe", "download is 'maybe', expected yes or no"),
        ("bleurt", "'bleurt' needs model=…, as in bleurt:model=BLEURT-20."),
        ("command", 'needs run=…, as in command:run="python my_metric.py"'),
        ("command:run=python3,better=lower", "better is what the command says in its first line; with hello=no"),
        ("command:run=python3,hello=no,uses=src", "uses is 'src', expected mt+ref, src+mt or src+mt+ref"),
        ('command:run=" "', "needs run=…, as in command:run="),
        ('comet:name=" "', "a name has letters, got ' '."),
        ('comet:name="a\tb"', "a name has letters, got 'a\\tb'."),
        (7, "a tool is named by a string such as 'comet:model=…', got int."),
        ("command:run='a", "cannot read run of 'command:run='a': no closing quotation"),
    ],
)
def test_a_name_that_means_nothing_is_refused(text: str, says: str) -> None:
    with pytest.raises(SpecError) as problem:
        parse(text)
    assert says in str(problem.value)


def test_a_program_that_is_not_there_is_named() -> None:
    for text in ("comet:python=/no/such/python", "command:run=/no/such/program x"):
        with pytest.raises(SpecError, match=r"there is no program '/no/such/pr?[a-z]*' that can be run"):
            parse(text).command()


@pytest.mark.parametrize(
    ("model", "licence", "forbids"),
    [
        ("Unbabel/wmt22-comet-da", "apache-2.0", False),
        ("Unbabel/wmt22-cometkiwi-da", "cc-by-nc-sa-4.0", True),
        ("Unbabel/XCOMET-XXL", "cc-by-nc-sa-4.0", True),
        ("google/metricx-24-hybrid-xl-v2p6", "apache-2.0", False),
        ("models/BLEURT-20/", "apache-2.0", False),
        ("somebody/else", "", False),
    ],
)
def test_licences_of_models_that_are_known(model: str, licence: str, forbids: bool) -> None:
    assert licence_of(model) == licence
    assert forbids_commerce(licence_of(model)) is forbids
