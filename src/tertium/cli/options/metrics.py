"""Arguments of ``tertium metrics``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import citation_option, format_option

EXAMPLES = """\
examples:
  tertium metrics
  tertium metrics bleu
  tertium metrics ter:beam=none
  tertium metrics -f json
  tertium metrics meteor --citation
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s [NAME...] [-f text|json] [--citation]"
    parser.description = "List every metric, including those of plugins, or explain the named ones."
    parser.epilog = EXAMPLES
    parser.add_argument("names", nargs="*", metavar="NAME", help="metrics to explain, with parameters if you like")
    format_option(parser, "metrics")
    citation_option(parser)
