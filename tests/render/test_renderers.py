"""The table of renderers: what commands offer is what it has, and every entry can be used."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys

import pytest

from tertium.cli.command_table import COMMANDS
from tertium.errors import SpecError
from tertium.render.renderers import PARQUET, RENDERERS, formats_of, renderer, show
from tertium.render.style import Style
from tertium.results.scores import MetricScore, Report, SystemScores

ENTRIES = [(kind, form) for kind, formats in RENDERERS.items() for form in formats]
WITHOUT_COMMAND = {
    "worst": "explain",
    "differ": "explain",
    "metric": "metrics",
}  # kinds that a flag or an argument of a command chooses


def offered(command: str) -> tuple[str, ...] | None:
    """What ``-f`` takes, with its default first; None if the command has no ``-f``."""
    parser = COMMANDS[command].parser()
    for action in parser._actions:
        if "-f" in action.option_strings and action.choices is not None:
            assert action.default == next(iter(action.choices))
            return tuple(action.choices)
    return None


def test_commands_offer_exactly_what_the_table_has() -> None:
    found = {command: formats for command in COMMANDS if (formats := offered(command)) is not None}
    table = {kind: formats_of(kind) for kind in RENDERERS if kind not in WITHOUT_COMMAND}
    table["score"] += (PARQUET,)  # bytes, and not text as all the others
    assert found == table


def test_kinds_without_a_command_have_formats_that_their_command_offers() -> None:
    for kind, command in WITHOUT_COMMAND.items():
        assert set(formats_of(kind)) <= set(formats_of(command))


@pytest.mark.parametrize(("kind", "form"), ENTRIES)
def test_every_entry_is_a_function_of_a_record_and_a_style(kind: str, form: str) -> None:
    made = renderer(kind, form)
    assert len(inspect.signature(made).parameters) == 2
    assert list(inspect.signature(made).parameters)[1] == "style"


def test_every_public_function_of_the_outputs_is_in_the_table() -> None:
    named = {place for formats in RENDERERS.values() for place in formats.values()}
    for module in {place.partition(":")[0] for place in named}:
        for name, value in vars(importlib.import_module(module)).items():
            if inspect.isfunction(value) and value.__module__ == module and not name.startswith("_"):
                assert f"{module}:{name}" in named


def test_an_unknown_format_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(SpecError) as refused:
        show("gate", None, "junt", Style())
    assert str(refused.value) == (
        "unknown format 'junt'; did you mean 'junit'? known for gate are text, json, junit, md, html."
    )
    with pytest.raises(SpecError, match=r"unknown format 'svg'; known for doctor are text, json, html\."):
        show("doctor", None, "svg", Style())


def test_a_record_is_shown_in_its_style() -> None:
    score = MetricScore(
        "bleu", 12.3456, 0.123456, "bleu:tok=13a#1|nrefs:1|version:1.0", higher_is_better=True, segments=3
    )
    report = Report("1.0", 3, (SystemScores("ours", (score,)),))
    assert show("score", report, "text", Style(decimals=(3,), bare=True)) == "12.346\n"
    long, short = (show("score", report, "md", Style(decimals=(1,), short=short)) for short in (False, True))
    assert "12.3" in short
    assert "`bleu:tok=13a#1|nrefs:1|version:1.0`" in long
    assert "`bleu|nrefs:1|version:1.0`" in short
    assert "\x1b[" in show("score", report, "text", Style(decimals=(1,), columns=80))
    assert "\x1b[" not in show("score", report, "text", Style(decimals=(1,)))


def test_the_table_alone_loads_no_renderer() -> None:
    code = (
        "import sys\nfrom tertium.render.renderers import formats_of\nformats_of('score')\n"
        "print(*sorted(name for name in sys.modules if name.startswith('tertium.render.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tertium.render.renderers", "tertium.render.style"]
