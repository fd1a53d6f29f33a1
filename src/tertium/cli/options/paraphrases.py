"""Arguments of ``tertium paraphrases``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import file_option, quiet_option
from tertium.cli.parser import any_number, at_least

DESCRIPTION = """\
Make a table of paraphrases for METEOR by pivoting: phrases that share
translations mean the same, p(e2|e1) = sum over f of p(f|e1) p(e2|f) (Bannard
and Callison-Burch 2005). Give a source and its translation, one sentence per
line, or a phrase table. Word alignments are made (extra 'align') unless you
give them. As in METEOR's own tables, phrases with punctuation or of function
words alone are left out. A FILE that ends in .gz is compressed.
"""

EXAMPLES = """\
examples:
  tertium paraphrases news.de news.en -l de-en -o en.gz
  tertium paraphrases news.de news.en --links news.align -o en.gz
  tertium paraphrases --phrase-table model/phrase-table.gz -l de-en -o en.gz
  tertium paraphrases news.de news.en -l de-en --of source -o de.gz
  tertium score ref.txt -i sys.txt -m meteor:paraphrases=en.gz
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s SRC TGT -o FILE [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts = parser.add_argument_group("texts")
    texts.add_argument("texts", nargs="*", metavar="SRC TGT", help="the source and its translation")
    texts.add_argument("--links", metavar="FILE", help="word alignments of the two, instead of making them")
    texts.add_argument(
        "--align-format",
        choices=("pharaoh", "segments", "trace"),
        help="of --links: 0-0 1-2 (default), Moses' 0-1=2, or its trace |0-1|",
    )
    texts.add_argument("--align-base", type=int, choices=(0, 1), help="of --links: number of the first word")
    texts.add_argument(
        "--align-model", choices=("hmm", "fast-align"), help="where links are made: hmm (default), or faster"
    )
    texts.add_argument(
        "--phrase-table", metavar="FILE", help="lines 'source phrase ||| target phrase ||| numbers', instead of texts"
    )
    texts.add_argument(
        "--columns",
        type=at_least(1),
        nargs=2,
        metavar="N",
        help="which of its numbers are p(source|target) and p(target|source) (default: 1 3, as Moses writes them)",
    )
    texts.add_argument(
        "--of", choices=("target", "source"), default="target", help="the side that is paraphrased (default: target)"
    )
    kept = parser.add_argument_group("what is kept")
    kept.add_argument(
        "--max-length", type=at_least(1), default=7, metavar="N", help="words of the longest phrase (default: 7)"
    )
    kept.add_argument(
        "--min-probability", type=any_number, default=0.01, metavar="P", help="of a paraphrase (default: 0.01)"
    )
    kept.add_argument(
        "--min-translation", type=any_number, default=0.001, metavar="P", help="of a translation (default: 0.001)"
    )
    kept.add_argument(
        "--min-count", type=at_least(1), default=1, metavar="N", help="of a pair of phrases in the texts (default: 1)"
    )
    kept.add_argument("--most", type=at_least(1), metavar="N", help="at most N paraphrases of a phrase (default: all)")
    kept.add_argument(
        "--function-words",
        metavar="WORDS",
        help="a language (en), a file, or none: phrases of these words alone are left out (default: those of -l, else "
        "words above a relative frequency of 0.001 in texts of 100,000 words or more)",
    )
    words = parser.add_argument_group("words")
    words.add_argument("-l", "--language", metavar="SRC-TGT", help="the languages, such as de-en")
    words.add_argument(
        "-tok", "--tokenize", metavar="TOK", help="of the side that is paraphrased, as METEOR gets it (default: 13a)"
    )
    words.add_argument("--case", choices=("lower", "keep"), default="lower", help="letter case (default: lower)")
    output = parser.add_argument_group("output")
    file_option(output, "write the table to FILE, all of it or nothing", required=True)
    quiet_option(output, "no progress, no summary")
