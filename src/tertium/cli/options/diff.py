"""Arguments of ``tertium diff``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import (
    color_option,
    file_option,
    format_option,
    quiet_option,
    resume_option,
    short_option,
    width_option,
)
from tertium.cli.options.score import metric_choice, rarely_needed, texts, tools
from tertium.cli.parser import at_least

DESCRIPTION = """\
Show where two systems differ most: the segments that the first translates
better than the second, then those that it translates worse, by any metric. The
texts are shown as written. Marks show which words only one system has, which
words no reference has, and which words of a reference neither system has.
"""

EXAMPLES = """\
examples:
  tertium diff ref.txt -i sysA.txt sysB.txt
  tertium diff ref.txt -i sysA.txt sysB.txt -s src.txt -m ter bleu --top 20
  tertium diff ref.txt -i sysA.txt sysB.txt --scores comet.tsv
  tertium diff ref.zh -i a.zh b.zh -l en-zh -f html -o diff.html
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s REF... -i A B [-m METRIC...] [-n N] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts(parser.add_argument_group("texts"))
    group = parser.add_argument_group("metrics")
    metric_choice(group, "metrics; the first ranks the segments (default: chrf)")
    group.add_argument(
        "--scores",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="segment scores from other tools, such as COMET; without -m they rank",
    )
    group.add_argument("--scores-lower", action="store_true", help="lower scores in those files are better")
    tools(group)
    output = parser.add_argument_group("output")
    output.add_argument(
        "-n", "--top", type=at_least(1), default=5, metavar="N", help="segments for each system (default: 5)"
    )
    format_option(output, "diff")
    file_option(output)
    resume_option(output)
    width_option(output, "decimals (default: 1, and 3 for metrics that are not percentages)")
    short_option(output, "signatures in short form, for papers")
    quiet_option(output)
    color_option(output)
    rarely_needed(parser)
