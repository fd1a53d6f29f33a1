"""Arguments of ``tertium gate``."""

from __future__ import annotations

import argparse

from tertium.cli.options.compare import parts, resampling
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
from tertium.cli.output import OutputFile
from tertium.cli.parser import between

DESCRIPTION = """\
For pipelines: may the new system replace the baseline? It may if, for every
metric, a drop of --max-drop or more can be ruled out (a one-sided test of
non-inferiority), and no score is worse than its --floor. One of the two limits
is enough; a floor alone needs no baseline. Exit code 0: passed; 1: not passed,
because the new system is worse, or because the test set cannot show that it is
not; 2: wrong input.
"""

EXAMPLES = """\
examples:
  tertium gate ref.txt --baseline old.txt -i new.txt -m bleu chrf --max-drop 0.5
  tertium gate ref.txt --baseline old.txt -i new.txt -m bleu ter \\
      --max-drop 0.5 ter=1
  tertium gate ref.txt --baseline old.txt -i new.txt -m bleu ter \\
      --max-drop 2% --floor bleu=30
  tertium gate ref.txt -i new.txt -m bleu --floor 30
  tertium gate ref.txt --baseline old.tertium -i new.txt --max-drop 0.5
  tertium gate ref.txt --baseline old.txt -i new.txt --max-drop 0.5 \\
      --slice-by domains.txt --slice-max-drop 2 --junit gate.xml
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "%(prog)s REF... --baseline BASE -i NEW --max-drop X [options]\n"
        "       %(prog)s REF... -i NEW --floor X [options]"
    )
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    group = parser.add_argument_group("texts")
    texts(group)
    group.add_argument(
        "--baseline",
        metavar="BASE",
        help="the system to compare the new one with: its output, or rows saved by compare",
    )
    metric_choice(parser.add_argument_group("metrics"))
    _limits(parser.add_argument_group("gate"))
    parts(parser.add_argument_group("parts of the set"))
    _output(parser.add_argument_group("output"))
    rarely_needed(parser)


def _limits(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--max-drop",
        nargs="+",
        action="extend",
        metavar="X",
        help="how much may be lost, on the printed scale: 0.5 for all metrics, bleu=0.5 for one; 2%% of the baseline's "
        "score, bleu=2%% of one",
    )
    group.add_argument(
        "--floor",
        nargs="+",
        action="extend",
        metavar="X",
        help="the worst score allowed, whatever the baseline has: bleu=30 is at least 30, ter=60 at most 60",
    )
    group.add_argument(
        "--slice-max-drop", nargs="+", action="extend", metavar="X", help="the same within slices (default: --max-drop)"
    )
    group.add_argument(
        "--unproven",
        choices=("fail", "pass"),
        default="fail",
        help="verdict when the test set can show neither (default: fail)",
    )
    group.add_argument(
        "--alpha",
        type=between(0, 1),
        default=0.05,
        metavar="X",
        help="accepted risk that a worse system passes (default: 0.05)",
    )
    resampling(group)


def _output(group: argparse._ArgumentGroup) -> None:
    format_option(group, "gate")
    file_option(group)
    group.add_argument("--junit", type=OutputFile, metavar="FILE", help="also write JUnit XML to FILE")
    group.add_argument(
        "--markdown", type=OutputFile, metavar="FILE", help="also write Markdown to FILE, for a job's summary"
    )
    group.add_argument("--json", type=OutputFile, metavar="FILE", help="also write JSON to FILE")
    group.add_argument(
        "--scores", nargs="+", action="extend", metavar="FILE", help="segment scores from other tools, such as COMET"
    )
    tools(group)
    group.add_argument(
        "--save-rows", type=OutputFile, metavar="FILE", help="keep this run as a later --baseline (extra arrow)"
    )
    resume_option(group)
    width_option(group, "decimals (default: 2, and 4 for metrics that are not percentages)")
    short_option(group, "signatures in their short form")
    quiet_option(group)
    color_option(group)
