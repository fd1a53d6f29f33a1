"""Arguments of ``tertium order``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import color_option, file_option, format_option, quiet_option
from tertium.cli.options.score import reading, texts
from tertium.cli.parser import at_least

DESCRIPTION = """\
Show how the word order of whole systems differs from that of the references:
the share of segments in the same order, how many words moved and how far, mean
Kendall, Hamming and Ulam similarities, the longest moves with their lines, and
which kinds of words move. All of it also by length of the segments (-f json).
With several references, each segment is compared with the one it shares most
words with.
"""

EXAMPLES = """\
examples:
  tertium order ref.txt -i sysA.txt sysB.txt
  tertium order ref.zh -i sys.zh -l en-zh
  tertium order ref.txt -i sys.txt --parse-ref ref.conllu   by part of speech
  tertium order ref.txt -i sysA.txt sysB.txt -f svg -o order.svg
  tertium explain ref.txt -i sys.txt --line 7               one segment
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s REF... -i SYS... [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts(parser.add_argument_group("texts"))
    words = parser.add_argument_group("words and links")
    words.add_argument(
        "-l",
        "--language-pair",
        metavar="LANGS",
        help="languages such as en-zh: selects tokenizer and stems of the target language",
    )
    words.add_argument("-tok", "--tokenize", metavar="TOK", help="tokenizer (default: 13a)")
    words.add_argument("--lang", metavar="LANG", help="language whose stems may link words, for example en")
    words.add_argument(
        "--align-direct",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="links i-j of reference and output instead of the built-in aligner's, one file for each system and "
        "reference",
    )
    words.add_argument(
        "--align-base", type=int, choices=(0, 1), default=0, help="number of a sentence's first word (default: 0)"
    )
    words.add_argument(
        "--parse-ref",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="CoNLL-U of the references, one file per reference: moved words by part of speech, too",
    )
    words.add_argument(
        "--moves", type=at_least(0), metavar="N", default=5, help="longest moves to show of each system (default: 5)"
    )
    reading(parser.add_argument_group("reading"))
    output = parser.add_argument_group("output")
    format_option(output, "order")
    file_option(output)
    quiet_option(output)
    color_option(output)
    parser.set_defaults(align_hyp=None, align_ref=None, align_format="pharaoh", align_empty="zero")
