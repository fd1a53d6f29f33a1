"""The doctor's options, for every command that scores."""

from __future__ import annotations

import argparse


def checking(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--strict", action="store_true", help="treat warnings about the texts as errors: no result, exit code 2"
    )
    group.add_argument(
        "--ignore",
        nargs="+",
        action="extend",
        default=[],
        metavar="CODE",
        help="warnings to leave out, such as T106 (docs/doctor.md lists them)",
    )
