"""Arguments of ``tertium tune``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import file_option, format_option, quiet_option
from tertium.cli.output import OutputFile
from tertium.cli.parser import any_number, at_least

DESCRIPTION = """\
Find the parameters of a metric, or the weights of a sum of metrics, that agree
best with human judgments, and say whether the gain holds on held-out data.
Every sentence is measured once, however many values are tried. The gain is
estimated by cross-validation that leaves out whole language pairs, systems or
segments. The result is a metric card: -m card:FILE scores with it.
"""

EXAMPLES = """\
examples:
  tertium tune data/wmt13 lr-kb4:align=direct -o lr-kb4.toml
  tertium tune data/wmt13 ribes --leave-out segments
  tertium tune data/wmt13 data/wmt08 chrf ribes ter --nonnegative -o mine.toml
  tertium tune data/wmt08 atec --parameters all --restarts 3
  tertium tune data/wmt08 'pow(nsr*pow(precision, 1/4), 1.5)'
  tertium tune data/wmt21 bleu chrf --level system --objective pearson
  tertium score ref.txt -i sys.txt -m card:mine.toml
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s DATA... METRIC... [-o CARD] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    what = parser.add_argument_group("what to tune, and on which data")
    what.add_argument(
        "given",
        nargs="*",
        metavar="DATA METRIC",
        help="folders, each with one campaign or with several inside (docs/tune.md describes them), then one metric "
        "to tune its parameters, or several to tune their weights in a sum",
    )
    what.add_argument(
        "-m", "--metrics", nargs="+", metavar="METRIC", help="the metrics, if they do not follow the data"
    )
    what.add_argument(
        "--parameters",
        metavar="NAMES",
        help="parameters of one metric, separated by commas (default: the tunable ones); all: also structural ones",
    )
    what.add_argument(
        "-l",
        "--language-pair",
        metavar="LANGS",
        help="languages such as en-zh: selects tokenizer and stems of the target language (default: the folder's "
        "name, if it is a language pair); for an mt-metrics-eval directory: the pair to use",
    )
    what.add_argument("--judgments", default="", metavar="KIND", help="which judgments: human_seg.KIND.tsv and so on")
    what.add_argument(
        "--first-reference", action="store_true", help="use only the first reference where there are several"
    )
    what.add_argument(
        "--top",
        type=at_least(2),
        metavar="N",
        help="only the N systems of each campaign that people rate best",
    )
    what.add_argument(
        "--align",
        metavar="DIR",
        help="word alignments from 'tertium align': DIR/CAMPAIGN/SYSTEM.align and refA.align (for lr-* with "
        "align=source; without DIR they are made from the texts)",
    )
    how = parser.add_argument_group("how")
    how.add_argument(
        "--objective",
        metavar="NAME",
        help="for segments: consistency (default), wmt12, wmt13, wmt14, pearson, spearman, kendall, kendall-c or "
        "acc23; for systems: pearson (default), spearman, kendall, kendall-c, accuracy or soft-accuracy",
    )
    how.add_argument(
        "--level",
        choices=("segment", "system"),
        default="segment",
        help="what the objective compares (default: segment)",
    )
    how.add_argument(
        "--method",
        choices=("exact", "climb", "svm", "logistic"),
        help="exact sweep (default for LRscore's alpha), hill climbing with restarts (default for parameters), "
        "ranking SVM, or logistic regression over pairs (default for weights)",
    )
    how.add_argument("--nonnegative", action="store_true", help="allow no weight that reverses its metric")
    how.add_argument(
        "--strength", type=any_number, metavar="X", help="penalty of logistic, C of svm (default: found by validation)"
    )
    how.add_argument(
        "--scale",
        choices=("raw", "spread"),
        help="terms as they are (raw, default for svm), or divided by the spread of their differences (spread, "
        "default otherwise)",
    )
    how.add_argument(
        "--restarts", type=at_least(1), default=20, metavar="N", help="restarts of hill climbing (default: 20)"
    )
    how.add_argument(
        "--seed", type=at_least(0), default=12345, metavar="N", help="seed of restarts and resamples (default: 12345)"
    )
    judged = parser.add_argument_group("validation")
    judged.add_argument(
        "--leave-out",
        choices=("pairs", "systems", "segments", "nothing"),
        help="what each fold holds back (default: language pairs if there are three campaigns, else segments)",
    )
    judged.add_argument(
        "--folds", type=at_least(2), default=5, metavar="K", help="folds of systems or segments (default: 5)"
    )
    judged.add_argument(
        "--resamples", type=at_least(1), default=1000, metavar="N", help="resamples for the interval (default: 1000)"
    )
    judged.add_argument(
        "--baseline",
        metavar="METRIC",
        help="untuned metric to compare with (default: the metric as given; for a sum, its best term)",
    )
    output = parser.add_argument_group("output")
    file_option(output, "write the metric card, a TOML file", metavar="CARD")
    format_option(output, "tune", "format of the report (default: text)")
    output.add_argument(
        "--state",
        type=OutputFile,
        metavar="FILE",
        help="keep finished steps in FILE, so that they are not repeated (default with -o: CARD.state)",
    )
    output.add_argument("--threads", type=at_least(1), metavar="N", help="threads (default: one for each core)")
    quiet_option(output)
