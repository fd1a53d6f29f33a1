"""Arguments of ``tertium explain``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import color_option, file_option, format_option, quiet_option
from tertium.cli.options.score import alignments, metric_choice, parses, reading, texts
from tertium.cli.options.single_metrics import single_metrics
from tertium.cli.parser import at_least

PARTS = ("order", "words", "length", "all")

DESCRIPTION = """\
Explain the score of one segment: both sentences as written, block by block,
with links drawn between corresponding blocks, what moved and how far, missing
and extra words, and for each metric how much of the loss comes from words,
order and length. --worst lists the segments that lose most, --differ those in
which two systems differ most; with -f html both are pages with pictures.
"""

EXAMPLES = """\
examples:
  tertium explain ref.txt -i sys.txt --line 7
  tertium explain ref.txt -i sysA.txt sysB.txt --line 7 12 -m ribes ter bleu
  tertium explain --hyp 'on the mat sat the cat' --ref 'the cat sat on the mat'
  tertium explain ref.txt -i sys.txt --line 7 -f svg -o order.svg
  tertium explain ref.txt -i sys.txt --worst 20 --by order
  tertium explain ref.txt -i sys.txt --worst 20 -f html -o worst.html
  tertium explain ref.txt -i a.txt b.txt c.txt --differ a c -f html -o ac.html
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s REF... -i SYS... (--line N... | --worst K | --differ A B)"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts(parser.add_argument_group("texts"))
    which = parser.add_argument_group("which segments")
    which.add_argument(
        "--line", nargs="+", type=at_least(1), metavar="N", help="numbers of the segments to show, counted from 1"
    )
    which.add_argument("--hyp", metavar="TEXT", help="the hypothesis as text, instead of files")
    which.add_argument("--ref", nargs="+", action="extend", metavar="TEXT", help="its references as text")
    which.add_argument("--src", dest="src_text", metavar="TEXT", help="its source as text, to be shown")
    which.add_argument("--worst", type=at_least(1), metavar="K", help="list the K segments that lose most")
    which.add_argument(
        "--by",
        choices=PARTS,
        help="which part of the loss --worst ranks by (default: order, or all if the metric has no parts)",
    )
    which.add_argument(
        "--differ",
        nargs=2,
        metavar=("A", "B"),
        help="show the segments in which systems A and B, by name, differ most by the first metric",
    )
    which.add_argument(
        "-n", "--top", type=at_least(1), metavar="N", help="segments for each system with --differ (default: 5)"
    )
    metric_choice(
        parser.add_argument_group("metrics"),
        "metrics (default: bleu ter ribes chrf; with --differ chrf is first, and ranks; --worst ranks by ribes)",
    )
    alignments(parser.add_argument_group("word alignments (for metrics with align=source or direct)"))
    parses(parser.add_argument_group("parses and graphs (shallow, deep, layered)"))
    words = parser.add_argument_group("links between words")
    words.add_argument(
        "--lang", metavar="LANG", default=None, help="language whose stems may link words, for example en"
    )
    reading(parser.add_argument_group("reading"))
    output = parser.add_argument_group("output")
    format_option(output, "explain")
    file_option(output)
    quiet_option(output)
    color_option(output)
    single_metrics(parser)
