"""Arguments of ``tertium compare``: those of ``score``, and which comparison of which parts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tertium.cli.options.output import (
    color_option,
    file_option,
    format_option,
    quiet_option,
    resume_option,
    short_option,
    width_option,
)
from tertium.cli.options.score import metric_choice, rarely_needed, scores_of_others, texts
from tertium.cli.output import OutputFile
from tertium.cli.parser import at_least, between

SLICES = ("hyp-length", "ref-length", "src-length", "freq", "order")

POWER = 0.8

DESCRIPTION = """\
Compare systems, the best first: scores with intervals, paired tests with Holm's
correction, rank ranges and significance clusters (letters). --pairs shows every
difference with its effect size and wins by segment, --power the smallest
difference this test set can show. The first system is the baseline. Files are
given as for 'tertium score'.
"""

EXAMPLES = """\
examples:
  tertium compare ref.txt -i base.txt new.txt -m bleu chrf ter
  tertium compare ref.txt -i systems/*.txt --pairs --power
  tertium compare ref.txt -i a.txt b.txt c.txt --test ar --against baseline
  tertium compare ref.txt -i a.txt b.txt --docs docs.txt --slices ref-length
  tertium compare ref.txt -i base.txt --runs new=run1.txt,run2.txt,run3.txt
  tertium compare ref.txt -i a.txt b.txt --scores comet.tsv
  tertium compare ref.txt -i a.txt b.txt -s src.txt \\
      --with comet:python=comet-env/bin/python
  tertium compare ref.txt -i a.txt --save-rows a.tertium
  tertium compare --rows a.tertium b.tertium
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s REF... -i SYS... [-m METRIC...] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    group = parser.add_argument_group("texts")
    texts(group)
    runs(group)
    metric_choice(parser.add_argument_group("metrics"))
    tests(parser.add_argument_group("tests"))
    parts(parser.add_argument_group("parts of the set"))
    rows(parser.add_argument_group("scores and rows from elsewhere"))
    _output(parser.add_argument_group("output"))
    rarely_needed(parser)


def runs(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--runs",
        nargs="+",
        action="extend",
        metavar="NAME=A,B,C",
        help="a system with several runs: shows their spread beside that over segments, and tests their mean",
    )


def tests(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--test",
        choices=("bs", "ar"),
        default="bs",
        help="paired bootstrap (default), or approximate randomisation",
    )
    group.add_argument(
        "--sides",
        choices=("two", "one", "moses"),
        default="two",
        help="two-sided (default); one-sided: is it better than the baseline; or the bootstrap as Moses and sacreBLEU "
        "read it",
    )
    group.add_argument(
        "--against",
        choices=("all", "baseline"),
        default="all",
        help="test every pair, with letters (default), or every system against the first",
    )
    resampling(group, None, "resamples of the bootstrap (default: 1000, more for many comparisons)")
    group.add_argument(
        "--trials",
        type=at_least(1),
        metavar="N",
        help="number of swaps with --test ar (default: 10000, more for many comparisons)",
    )
    group.add_argument(
        "--level", type=between(0, 1), default=0.95, metavar="X", help="level of the intervals (default: 0.95)"
    )
    group.add_argument(
        "--alpha", type=between(0, 1), default=0.05, metavar="X", help="level of the tests (default: 0.05)"
    )


def resampling(
    group: argparse._ArgumentGroup,
    default: int | None = 1000,
    text: str = "resamples of the bootstrap (default: 1000)",
) -> None:
    group.add_argument(
        "-n",
        "--resamples",
        type=at_least(1),
        default=default,
        metavar="N",
        help=text,
    )
    group.add_argument(
        "--seed",
        type=at_least(0),
        default=12345,
        metavar="N",
        help="seed of all draws (default: 12345; 0 is a valid seed)",
    )


def parts(group: argparse._ArgumentGroup, slices: Sequence[str] = SLICES, default: str = "") -> None:
    """``slices`` are what the set can be split by, ``default`` says how it is where nobody asks."""
    group.add_argument(
        "--docs", metavar="FILE[:COL]", help="documents, one label per segment: whole documents are drawn, not segments"
    )
    group.add_argument(
        "--slices",
        nargs="+",
        action="extend",
        choices=slices,
        metavar="NAME",
        help=f"split the set by {', '.join(slices)}{default}",
    )
    group.add_argument(
        "--slice-by",
        nargs="+",
        action="extend",
        metavar="FILE[:COL]",
        help="split the set by labels such as domain or document, one label per segment",
    )
    group.add_argument(
        "--bins", type=at_least(2), default=4, metavar="N", help="number of parts for each of --slices (default: 4)"
    )


def rows(group: argparse._ArgumentGroup) -> None:
    scores_of_others(group)
    group.add_argument(
        "--rows",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="systems from earlier runs; they come before those of -i",
    )
    group.add_argument(
        "--save-rows", type=OutputFile, metavar="FILE", help="keep this run for later comparisons (extra arrow)"
    )
    resume_option(group)


def _output(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--order",
        choices=("score", "given"),
        default="score",
        help="list systems from best to worst (default), or as they were given",
    )
    group.add_argument(
        "--pairs", action="store_true", help="show every tested pair: Δ, p, effect size, wins by segment"
    )
    group.add_argument(
        "--power",
        type=between(0, 1),
        nargs="?",
        const=POWER,
        metavar="X",
        help="show the smallest difference found with this probability (default: 0.8), and the segments it takes",
    )
    format_option(group, "compare")
    file_option(group)
    width_option(group, "decimals of scores; differences have one more (default: 1)")
    short_option(group, "signatures in their short form")
    quiet_option(group)
    color_option(group)
