"""Arguments of ``tertium serve``."""

from __future__ import annotations

import argparse

from tertium.cli.parser import at_least

DESCRIPTION = """\
A page on this machine: paste or drop texts, or open files of a folder, choose
metrics and get the report; type two sentences and see word order and scores
change; keep runs, compare any two of them, and follow a system over time.

Nothing leaves the machine. The page is served on 127.0.0.1 alone, and only to
who has the token in the address that is printed. Runs are kept, texts included,
in one file of yours (XDG_DATA_HOME, or ~/.local/share/tertium/history.sqlite);
with --no-history they are gone when the server ends. Ctrl-C ends it.
"""

EXAMPLES = """\
examples:
  tertium serve                        then open the address that it prints
  tertium serve --open                 opens it in your browser
  tertium serve wmt/de-en              the files of a folder, to choose from
  tertium serve ref.txt a.txt b.txt
  tertium serve --no-history --port 0  keeps nothing, on any free port
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s [DIR|FILE...] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts = parser.add_argument_group("texts")
    texts.add_argument(
        "files", nargs="*", metavar="DIR|FILE", help="texts to choose from, read where they are; a folder is all in it"
    )
    place = parser.add_argument_group("address")
    place.add_argument(
        "--port", type=at_least(0), default=8765, metavar="N", help="port (default: 8765); 0 is any that is free"
    )
    place.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="127.0.0.1 (default) or ::1; others are refused, as the page has no encryption",
    )
    place.add_argument("--open", action="store_true", help="open the page in the browser")
    kept = parser.add_argument_group("history")
    kept.add_argument("--history", metavar="FILE", help="keep runs in this file (default: as said above)")
    kept.add_argument("--no-history", action="store_true", help="keep nothing: runs are gone when the server ends")
