"""Flags of the output mean the same in every command, and are read into one record."""

from __future__ import annotations

from argparse import Namespace

import pytest

from tertium.cli.command_table import COMMANDS
from tertium.cli.options.output import OutputOptions, output_from

LONG = {"-f": "--format", "-o": "--output", "-w": "--width", "-sh": "--short", "-q": "--quiet", "-nc": "--no-color"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_flag_has_one_meaning_in_all_commands(name: str) -> None:
    actions = COMMANDS[name].parser()._option_string_actions
    for short, long in LONG.items():
        if short in actions or long in actions:
            assert actions[short] is actions[long]


def test_what_a_command_does_not_declare_keeps_its_default() -> None:
    assert output_from(Namespace(quiet=True)) == OutputOptions(quiet=True)
    given = (
        COMMANDS["compare"].parser().parse_intermixed_args(["r", "-i", "s", "-f", "md", "-o", "x", "-w", "3", "-sh"])
    )
    assert output_from(given) == OutputOptions("md", "x", 3, short=True)
