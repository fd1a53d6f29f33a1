"""Arguments of ``tertium report``: those of ``compare``, and what goes into the page."""

from __future__ import annotations

import argparse

from tertium.cli.options.compare import SLICES, parts, runs, tests
from tertium.cli.options.meta import odd_judgments
from tertium.cli.options.output import color_option, file_option, format_option, quiet_option, resume_option
from tertium.cli.options.score import metric_choice, rarely_needed, scores_of_others, texts
from tertium.cli.parser import at_least

NO_SLICES = "none"

DESCRIPTION = """\
Write one page about systems: leaderboard, tests, slices, word order, and every
segment with its texts. It is a single file that opens without network, also
from a mail; scores, intervals and tests are computed again in the page for
whatever segments you choose. Files are given as for 'tertium compare'; one
system alone will do, too.
"""

EXAMPLES = """\
examples:
  tertium report ref.txt -i a.txt b.txt -s src.txt -o report.html
  tertium report ref.txt -i systems/*.txt -m bleu chrf ter ribes -o report.html
  tertium report ref.zh -i a.zh b.zh -l en-zh --docs docs.txt -o report.html
  tertium report ref.txt -i a.txt b.txt --scores comet.tsv -o report.html
  tertium report ref.txt -i a.txt b.txt --max-segments 500 -o report.html
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s REF... -i SYS... -o FILE [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    group = parser.add_argument_group("texts")
    texts(group)
    runs(group)
    metric_choice(parser.add_argument_group("metrics"), "metrics (default: bleu chrf ter); the first sorts the page")
    others = parser.add_argument_group("scores and judgments from elsewhere")
    scores_of_others(others)
    others.add_argument("--human", metavar="FILE", help="people's judgments, to compare the metrics with")
    odd_judgments(others)
    parts(
        parser.add_argument_group("parts of the set"),
        (*SLICES, NO_SLICES),
        " (default: ref-length, order, freq)",
    )
    tests(parser.add_argument_group("tests"))
    output = parser.add_argument_group("output")
    file_option(output, "the page, all of it or nothing; '-' is standard output", required=True)
    resume_option(output)
    output.add_argument(
        "--max-segments",
        type=at_least(1),
        metavar="N",
        help="keep the N most telling segments in the page; the numbers are still those of all",
    )
    format_option(output, "report", "the page (html, default), or only its numbers")
    quiet_option(output)
    color_option(output)
    rarely_needed(parser)
    parser.set_defaults(save_rows=None, rows=None, order="score", power=None)
