"""What becomes of the result: -f, -o, -w, -sh, -q and -nc, declared once for every command and read into one record."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from tertium.cli.output import OutputFile, OutputFolder, OwnFolder, on_terminal, write_pieces, write_result
from tertium.cli.parser import at_least
from tertium.errors import printable_lines
from tertium.render.renderers import FormatChoices, formats_of
from tertium.render.style import Style

_PAGE = 80  # columns, where nobody says how many there are

QUIET = "no warnings, no progress bar"


@dataclass(frozen=True)
class OutputOptions:
    """How the result is shown and where it goes. A flag that a command does not have keeps its default here."""

    format: str = "text"
    file: str | None = None  # -o; None is standard output
    width: int | None = None  # -w: decimals; None leaves them to the renderer
    short: bool = False
    quiet: bool = False
    no_color: bool = False

    @property
    def terminal_columns(self) -> int | None:
        """How wide the terminal is that shows the result; None where it is to be plain text."""
        styled = self.file is None and not self.no_color and on_terminal()
        if not styled:
            return None
        import shutil

        return shutil.get_terminal_size().columns

    @property
    def plain_columns(self) -> int:
        """Where lines of plain text end: as COLUMNS or the terminal says, else after 80 characters."""
        given = os.environ.get("COLUMNS", "")
        if given.isascii() and given.isdecimal() and int(given) > 0:
            return int(given)
        try:
            return _PAGE if self.file is not None else os.get_terminal_size(1).columns or _PAGE
        except OSError:  # a pipe or a file has no width
            return _PAGE

    @property
    def style(self) -> Style:
        """What every renderer may ask for; a command adds what is its own."""
        return Style(width=self.width, short=self.short, columns=self.terminal_columns, fold=self.plain_columns)

    def write(self, text: str, mark: str = "") -> None:
        write_result(text, self.file, mark)

    def write_data(self, text: str) -> None:
        """Lines of a format for other programs, which holds texts as they are; a terminal, which would obey them, gets
        them with escapes."""
        if self.file is None and sys.stdout is not None and sys.stdout.isatty():
            text = printable_lines(text)
        write_result(text, self.file)

    def write_pieces(self, write: Callable[[BinaryIO], object], mark: str = "") -> None:
        write_pieces(write, self.file, mark)

    @property
    def folder(self) -> str | None:
        """Where the result will be, and there is room for something as large; None: nobody knows."""
        if self.file is None:
            return None
        from pathlib import Path

        folder = Path(self.file).parent
        return str(folder) if folder.is_dir() and not Path(self.file).is_char_device() else None


def output_from(arguments: argparse.Namespace) -> OutputOptions:
    defaults = OutputOptions()
    return OutputOptions(
        format=getattr(arguments, "format", defaults.format),
        file=getattr(arguments, "output", defaults.file),
        width=getattr(arguments, "width", defaults.width),
        short=getattr(arguments, "short", defaults.short),
        quiet=getattr(arguments, "quiet", defaults.quiet),
        no_color=getattr(arguments, "no_color", defaults.no_color),
    )


def format_option(
    group: argparse._ActionsContainer,
    kind: str,
    text: str = "format of the result (default: text)",
    more: tuple[str, ...] = (),
) -> None:
    """-f, which takes what the table of renderers has for this kind of record, and ``more``."""
    group.add_argument("-f", "--format", choices=FormatChoices(kind, more), default=formats_of(kind)[0], help=text)


def file_option(
    group: argparse._ActionsContainer,
    text: str = "write the result to FILE, all of it or nothing",
    *,
    metavar: str = "FILE",
    required: bool = False,
) -> None:
    """-o"""
    group.add_argument("-o", "--output", type=OutputFile, required=required, metavar=metavar, help=text)


def folder_option(group: argparse._ActionsContainer, text: str) -> None:
    """-o of a command that writes several files"""
    group.add_argument("-o", "--output", type=OutputFolder, metavar="DIR", help=text)


def resume_option(group: argparse._ActionsContainer) -> None:
    """--resume"""
    group.add_argument(
        "--resume",
        type=OwnFolder,
        metavar="DIR",
        help="keep the work in DIR as it is done: if this run is killed, the same command goes on from there",
    )


def width_option(group: argparse._ActionsContainer, text: str, default: int | None = None) -> None:
    """-w"""
    group.add_argument("-w", "--width", type=at_least(0, 30), default=default, metavar="N", help=text)


def short_option(group: argparse._ActionsContainer, text: str) -> None:
    """-sh"""
    group.add_argument("-sh", "--short", action="store_true", help=text)


def citation_option(group: argparse._ActionsContainer) -> None:
    """--citation"""
    group.add_argument(
        "--citation",
        action="store_true",
        help="print BibTeX of the metrics' papers and of tertium, and do nothing else",
    )


def quiet_option(group: argparse._ActionsContainer, text: str = QUIET) -> None:
    """-q"""
    group.add_argument("-q", "--quiet", action="store_true", help=text)


def color_option(group: argparse._ActionsContainer) -> None:
    """-nc"""
    group.add_argument("-nc", "--no-color", action="store_true", help="plain text even on a terminal")
