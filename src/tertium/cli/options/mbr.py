"""Arguments of ``tertium mbr``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import file_option, format_option, quiet_option, width_option
from tertium.cli.options.score import metric_choice
from tertium.cli.options.single_metrics import single_metrics
from tertium.cli.parser import any_number, at_least

DESCRIPTION = """\
Choose from each n-best list the candidate that scores best on average against
all candidates (minimum Bayes risk). Any metric will do, also one of word order.
NBEST has lines 'id ||| text [||| features ||| score]', or JSON Lines with "id"
and "text"; '-' is standard input.
"""

EXAMPLES = """\
examples:
  tertium mbr nbest.txt                              by chrF
  tertium mbr nbest.txt -m lr-kb4:align=direct,alpha=0.5  by words and order
  tertium mbr nbest.jsonl -m '0.5*bleu + 0.5*ribes' -f jsonl
  tertium mbr nbest.txt --weights model --temperature 5
  tertium mbr beam.txt --references-pool samples.txt  beam against samples
  cat nbest.txt | tertium mbr - --text > chosen.txt
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s NBEST [-m METRIC] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("nbest", metavar="NBEST", help="n-best lists; '-' is standard input")
    metric_choice(parser.add_argument_group("metric"), "one metric (default: chrf)")
    rule = parser.add_argument_group("what the average is taken over")
    rule.add_argument(
        "--references-pool", metavar="FILE", help="other lists with the same ids, used as references instead"
    )
    rule.add_argument(
        "--weights",
        choices=("uniform", "model"),
        default="uniform",
        help="every candidate has the same weight (default), or exp(model score / temperature)",
    )
    rule.add_argument(
        "--temperature", type=any_number, default=1.0, metavar="T", help="temperature of --weights model (default: 1)"
    )
    output = parser.add_argument_group("output")
    format_option(output, "mbr")
    output.add_argument("--text", action="store_true", help="print only the chosen texts, one per line")
    width_option(output, "decimals in text output (default: 2)", 2)
    file_option(output)
    quiet_option(output)
    output.add_argument("--threads", type=at_least(1), metavar="N", help="threads (default: one for each core)")
    single_metrics(parser)
