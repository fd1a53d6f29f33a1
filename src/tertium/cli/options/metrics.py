"""Arguments of ``tertium metrics``."""

from __future__ import annotations

import argparse

EXAMPLES = """\
examples:
  tertium metrics
  tertium metrics bleu
  tertium metrics ter:beam=none
  tertium metrics -f json
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s [NAME...] [-f text|json]"
    parser.description = "List every metric, those of installed plugins included, or explain some of them."
    parser.epilog = EXAMPLES
    parser.add_argument("names", nargs="*", metavar="NAME", help="metrics to explain, with parameters if you like")
    parser.add_argument("-f", "--format", choices=("text", "json"), default="text", help="form (default: text)")
