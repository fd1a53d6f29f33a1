"""Arguments of ``tertium meta``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import file_option, format_option, quiet_option, short_option, width_option
from tertium.cli.options.score import metric_choice, tools
from tertium.cli.options.single_metrics import single_metrics
from tertium.cli.output import OutputFolder
from tertium.cli.parser import at_least

SYSTEM_STATISTICS = ("pearson", "spearman", "kendall_b", "kendall_c", "accuracy", "spa")
SEGMENT_STATISTICS = ("consistency", "wmt12", "wmt13", "wmt14", "tau_b", "acc23")
SYSTEM_SCORES = (
    "expected_wins",
    "expected_wins_script",
    "better_or_equal",
    "strictly_better",
    "wins_over_decided",
    "trueskill",
)

DESCRIPTION = """\
How far can you trust each metric on your data? Compare metrics with human
judgments of systems (Pearson, Spearman, Kendall, pairwise and soft pairwise
accuracy) and of segments (consistency, WMT's Kendall variants, tau-b, acc23
with calibrated ties). The report has bootstrap intervals, significance
clusters, the level of chance, and sentinels, which ignore quality. DATA is a
folder with src.txt, ref*.txt, systems/*.txt and human_sys.tsv, human_seg.tsv
or rankings.tsv; a folder of such folders; an mt-metrics-eval directory; or a
table of judgments, with the texts after -r and -i.
"""

EXAMPLES = """\
examples:
  tertium meta wmt13/de-en -m bleu chrf ter ribes
  tertium meta wmt13 -m bleu chrf                    all pairs, and their mean
  tertium meta wmt21/ja-en --judgments da -m chrf    another kind of judgment
  tertium meta data -m bleu --scores comet.seg.score scores from COMET
  tertium meta judgments.tsv -r ref.txt -i a.txt b.txt c.txt -m chrf
  tertium meta wmt13/de-en -m bleu chrf --plots pictures -f md -o table.md
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s DATA... -m METRIC... [--scores FILE...] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    _data(parser.add_argument_group("data"))
    _judgments(parser.add_argument_group("judgments"))
    metric_choice(parser.add_argument_group("metrics"))
    _statistics(parser.add_argument_group("statistics"))
    _output(parser.add_argument_group("output"))
    single_metrics(parser)


def _data(group: argparse._ArgumentGroup) -> None:
    group.add_argument("data", nargs="*", metavar="DATA", help="campaign folders, or one table of judgments")
    group.add_argument(
        "-i", "--input", nargs="+", action="extend", metavar="SYS", help="outputs of the systems, if DATA is a table"
    )
    group.add_argument(
        "-r", "--references", nargs="+", action="extend", metavar="REF", help="references, if DATA is a table"
    )
    group.add_argument("-s", "--sources", metavar="SRC", help="sources, if DATA is a table")
    group.add_argument("--names", nargs="+", action="extend", metavar="NAME", help="names of the systems, in order")
    group.add_argument(
        "--scores",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="metric scores from other tools: .score files of mt-metrics-eval (or a directory of them), tables, "
        "COMET's JSON; with several campaigns, {} in the name stands for the language pair",
    )
    group.add_argument(
        "--lower",
        nargs="+",
        action="extend",
        metavar="NAME",
        help="names of scores where lower is better (default: higher)",
    )
    tools(group)
    group.add_argument(
        "--align",
        metavar="DIR",
        help="word alignments from 'tertium align': DIR/CAMPAIGN/SYSTEM.align and refA.align (for lr-* with "
        "align=source; without DIR they are made from the texts)",
    )
    group.add_argument(
        "--first-reference", action="store_true", help="use only the first reference where a campaign has several"
    )
    group.add_argument(
        "--top",
        type=at_least(2),
        metavar="N",
        help="only the N systems of each campaign that people rate best",
    )
    group.add_argument("--threads", type=at_least(1), metavar="N", help="threads (default: one for each core)")


def odd_judgments(group: argparse._ArgumentGroup) -> None:
    """What is to be done about cells that a table of judgments should not have."""
    group.add_argument(
        "--duplicates",
        choices=("error", "mean"),
        default="error",
        help="two judgments of one output, where no judge is named, are an error (default), or averaged",
    )
    group.add_argument(
        "--nan",
        choices=("error", "skip"),
        default="error",
        help="a cell without a number is an error (default), or skipped and counted",
    )


def _judgments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--judgments", metavar="KIND", default="", help="another kind of judgment: human_seg.KIND.tsv, or mqm, da"
    )
    group.add_argument("--judgment-column", metavar="COL", help="which column to read, if a table has several")
    group.add_argument("--better", choices=("higher", "lower"), help="direction of the judgments, if it is unusual")
    group.add_argument(
        "--segments-from", type=int, choices=(0, 1), default=1, help="number of the first segment (default: 1)"
    )
    odd_judgments(group)
    group.add_argument(
        "--unknown",
        choices=("error", "skip"),
        default="error",
        help="a judged system without output is an error (default), or left out and named",
    )
    group.add_argument(
        "--systems-by",
        choices=SYSTEM_SCORES,
        default="",
        metavar="HOW",
        help=f"how to make system scores from comparisons: {', '.join(SYSTEM_SCORES)}",
    )


def _statistics(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--level",
        choices=("both", "system", "segment"),
        default="both",
        help="judgments to compare with (default: both)",
    )
    group.add_argument(
        "--by",
        choices=SYSTEM_STATISTICS,
        default="pearson",
        help="statistic that ranks and tests the metrics at system level (default: pearson)",
    )
    group.add_argument(
        "--by-segment",
        choices=SEGMENT_STATISTICS,
        default="",
        help="the same at segment level (default: acc23 for scores, consistency for comparisons)",
    )
    group.add_argument(
        "--group",
        choices=("item", "system", "none"),
        default="item",
        help="which segment scores are compared with one another: those of one item (default), of one system, or all",
    )
    group.add_argument(
        "--absolute",
        action="store_true",
        help="print system correlations without their sign, as papers on error metrics do (default: every metric is "
        "turned so that higher is better, and the sign stays)",
    )
    group.add_argument(
        "--resamples", type=at_least(1), default=1000, metavar="N", help="resamples for the intervals (default: 1000)"
    )
    group.add_argument(
        "--permutations",
        type=at_least(0),
        default=1000,
        metavar="N",
        help="most permutations in a test between metrics (default: 1000; 0: no tests)",
    )
    group.add_argument("--seed", type=at_least(0), default=12345, metavar="N", help="seed of both (default: 12345)")
    group.add_argument("--no-sentinels", action="store_true", help="leave out the rows for length, copying and noise")


def _output(group: argparse._ArgumentGroup) -> None:
    format_option(group, "meta")
    file_option(group)
    group.add_argument("--plots", type=OutputFolder, metavar="DIR", help="draw plots into DIR (extra 'plots')")
    group.add_argument(
        "--plot-format", choices=("svg", "png"), default="svg", help="format of the plots (default: svg)"
    )
    group.add_argument(
        "--write-scores",
        type=OutputFolder,
        metavar="DIR",
        help="write the scores of all metrics to DIR, as .score files of mt-metrics-eval",
    )
    group.add_argument(
        "--write-eval-set",
        type=OutputFolder,
        metavar="DIR",
        help="write texts, judgments and scores to DIR, as mt-metrics-eval lays them out",
    )
    short_option(group, "only the values, without intervals and signatures")
    width_option(group, "decimals (default: 3)", 3)
    quiet_option(group)
