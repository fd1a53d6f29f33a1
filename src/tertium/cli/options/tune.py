"""Arguments of ``tertium tune``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import file_option, format_option, quiet_option
from tertium.cli.parser import at_least

DESCRIPTION = """\
Find the parameters of a metric, or the weights of a sum of metrics, that agree
best with people's judgments, and say whether the gain holds on data they were
not found on. Every sentence is measured once, whatever the number of values
tried. Everything is judged in cross-validation that leaves out whole language
pairs, systems or segments. The result is a metric card: -m card:FILE scores
with it.
"""

EXAMPLES = """\
examples:
  tertium tune data/wmt13 lr-kb4:align=direct -o lr-kb4.toml
  tertium tune data/wmt13 ribes --leave-out segments
  tertium tune data/wmt13 data/wmt08 chrf ribes ter --nonnegative -o mine.toml
  tertium tune data/wmt08 atec --parameters all --restarts 3
  tertium tune data/wmt21 bleu chrf --level system --objective pearson
  tertium score ref.txt -i sys.txt -m card:mine.toml
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s DATA... METRIC... [-o CARD] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    what = parser.add_argument_group("what is tuned, on what")
    what.add_argument(
        "given",
        nargs="*",
        metavar="DATA METRIC",
        help="folders (one campaign, or several inside: texts and judgments as docs/tune.md says), then a metric whose "
        "numbers are tuned, or several whose weights in a sum are",
    )
    what.add_argument("-m", "--metrics", nargs="+", metavar="METRIC", help="the metrics, if not given after the data")
    what.add_argument(
        "--parameters",
        metavar="NAMES",
        help="which numbers of one metric, with commas between (default: its tunable ones); all: structural ones too",
    )
    what.add_argument(
        "-l",
        "--language-pair",
        metavar="LANGS",
        help="languages such as en-zh: chooses the target's tokenizer and stems (default: the folder's name, if it "
        "is a language pair); of an mt-metrics-eval directory, the pair to use",
    )
    what.add_argument("--judgments", default="", metavar="KIND", help="which judgments: human_seg.KIND.tsv and so on")
    what.add_argument("--first-reference", action="store_true", help="use one reference where there are several")
    what.add_argument(
        "--align",
        metavar="DIR",
        help="word alignments of 'tertium align': DIR/CAMPAIGN/SYSTEM.align and refA.align (lr-* with align=source)",
    )
    how = parser.add_argument_group("how")
    how.add_argument(
        "--objective",
        metavar="NAME",
        help="of segments: consistency (default), wmt12, wmt13, wmt14, pearson, spearman, kendall, kendall-c or acc23; "
        "of systems: pearson (default), spearman, kendall, kendall-c, accuracy or soft-accuracy",
    )
    how.add_argument("--level", choices=("segment", "system"), default="segment", help="what is judged (segment)")
    how.add_argument(
        "--method",
        choices=("exact", "climb", "svm", "logistic"),
        help="exact sweep (default for LRscore's alpha), hill climbing with restarts (default for parameters), ranking "
        "SVM, or logistic regression of pairs (default for weights)",
    )
    how.add_argument("--nonnegative", action="store_true", help="no weight against its metric's own direction")
    how.add_argument("--strength", type=float, metavar="X", help="penalty of logistic, C of svm (default: validated)")
    how.add_argument("--restarts", type=at_least(1), default=20, metavar="N", help="of hill climbing (20)")
    how.add_argument("--seed", type=at_least(0), default=12345, metavar="N", help="of restarts and resamples (12345)")
    judged = parser.add_argument_group("validation")
    judged.add_argument(
        "--leave-out",
        choices=("pairs", "systems", "segments", "nothing"),
        help="what each fold holds back (default: language pairs if there are three campaigns, else segments)",
    )
    judged.add_argument("--folds", type=at_least(2), default=5, metavar="K", help="of systems or segments (5)")
    judged.add_argument("--resamples", type=at_least(1), default=1000, metavar="N", help="for the interval (1000)")
    judged.add_argument(
        "--baseline", metavar="METRIC", help="what untuned means (default: as given; of a sum, its best term)"
    )
    output = parser.add_argument_group("output")
    file_option(output, "write the metric card, a TOML file", metavar="CARD")
    format_option(output, ("text", "json"), "of the report (text)")
    output.add_argument(
        "--state", metavar="FILE", help="what is done is kept here and not done again (default with -o: CARD.state)"
    )
    output.add_argument("--threads", type=at_least(1), metavar="N", help="default: every core")
    quiet_option(output)
