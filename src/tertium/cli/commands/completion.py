"""``tertium completion SHELL``: a completion script, written by shtab from the very parsers that run."""

from __future__ import annotations

import argparse
from typing import Any

from tertium.cli.output import write_stdout
from tertium.cli.parser import Parser
from tertium.errors import MissingExtraError, install

SHELLS = ("bash", "zsh", "fish", "tcsh")

EXAMPLES = """\
examples:
  tertium completion bash > ~/.local/share/bash-completion/completions/tertium
  tertium completion zsh > ~/.zfunc/_tertium        (with ~/.zfunc in $fpath)
  tertium completion fish > ~/.config/fish/completions/tertium.fish

The script completes the metric names known when it was made; make it again
after you install a plugin.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s " + "|".join(SHELLS)
    parser.description = "Print the completion script of a shell (needs the extra 'complete')."
    parser.epilog = EXAMPLES
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def run(arguments: argparse.Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise MissingExtraError(
            f'completion scripts are written by shtab, which is not installed; install it with "{install("complete")}".'
        ) from None
    if arguments.shell not in shtab.SUPPORTED_SHELLS:
        raise MissingExtraError(
            f"this version of shtab ({shtab.__version__}) writes no {arguments.shell} script; upgrade it with "
            '"pip install -U shtab".'
        )
    write_stdout(shtab.complete(whole_parser(), arguments.shell) + "\n")
    return 0


def whole_parser() -> Parser:
    """Every command under one parser, as completion scripts need it."""
    import shtab

    from tertium.cli.command_table import COMMANDS, SUMMARY
    from tertium.metrics.registry import names

    parser = Parser(prog="tertium", description=SUMMARY)
    parser.add_argument("-V", "--version", action="store_true", help="show the version")
    commands: Any = parser.add_subparsers(dest="command", parser_class=Parser)
    for command in COMMANDS.values():
        sub = commands.add_parser(command.name, help=command.summary)
        command.declare(sub)
        for action in sub._actions:
            if action.metavar in ("REF", "SYS", "SRC", "FILE"):
                action.complete = shtab.FILE  # how shtab is told
            elif action.dest in ("metrics", "names") and action.metavar in ("METRIC", "NAME"):
                action.choices = names() if command.name == "metrics" or action.dest == "metrics" else None
    return parser
