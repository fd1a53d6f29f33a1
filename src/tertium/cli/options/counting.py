"""Arguments of the commands that make packs of word statistics: ``idf``, ``function-words`` and ``lsa``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import file_option, quiet_option
from tertium.cli.parser import any_number, at_least

_LINES = """\
Files are UTF-8 with one sentence per line, plain or compressed (.gz .xz .zst);
'-' is standard input."""

IDF_EXAMPLES = """\
examples:
  tertium idf news.en.gz -o news.idf
  tertium idf a.txt b.txt -o ab.idf -tok intl --case keep
"""

FUNCTION_WORDS_EXAMPLES = """\
examples:
  tertium function-words europarl.pt.gz -o pt.words
  tertium function-words news.it -o it.words --threshold 0.002
"""

LSA_EXAMPLES = """\
examples:
  tertium lsa train news.en.gz -o news.lsa
  tertium lsa train news.en.gz -o news.lsa -k 200 --words 50000
"""


def declare_idf(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s CORPUS... -o FILE [options]"
    parser.description = f"Count in how many sentences each word occurs, for metrics with tf-idf weights.\n{_LINES}"
    parser.epilog = IDF_EXAMPLES
    _corpus(parser)
    _words(parser)


def declare_function_words(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s CORPUS... -o FILE [options]"
    parser.description = f"List the words whose relative frequency is above a threshold, one per line.\n{_LINES}"
    parser.epilog = FUNCTION_WORDS_EXAMPLES
    _corpus(parser)
    parser.add_argument(
        "--threshold",
        type=any_number,
        default=1e-3,
        metavar="F",
        help="relative frequency (default: 0.001, as in METEOR's paper)",
    )
    parser.add_argument("-tok", "--tokenize", default="13a", metavar="TOK", help="tokenizer (default: 13a)")


def declare_lsa(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s train CORPUS... -o FILE [options]"
    parser.description = (
        "Train a latent semantic analysis (LSA) space: words that occur in the same\nsentences lie close together. "
        f"Needs the extra 'meta' (SciPy).\n{_LINES}"
    )
    parser.epilog = LSA_EXAMPLES
    parser.add_argument("action", choices=("train",), metavar="train", help="what to do")
    _corpus(parser)
    parser.add_argument(
        "-k", "--dimensions", type=at_least(2), default=100, metavar="K", help="dimensions of the space (default: 100)"
    )
    parser.add_argument(
        "--words", type=at_least(2), default=50_000, metavar="N", help="keep the N most frequent words (default: 50000)"
    )
    parser.add_argument(
        "--min-count", type=at_least(1), default=2, metavar="N", help="leave out rarer words (default: 2)"
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=0, metavar="N", help="seed of the decomposition (default: 0)"
    )
    _words(parser)


def _corpus(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("corpus", nargs="+", metavar="CORPUS", help="text files")
    file_option(parser, "write the result to FILE, all of it or nothing", required=True)
    quiet_option(parser, "no progress, no summary")


def _words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-tok", "--tokenize", default="13a", metavar="TOK", help="tokenizer (default: 13a)")
    parser.add_argument("--case", choices=("keep", "lower"), default="lower", help="letter case (default: lower)")
    parser.add_argument(
        "--norm", choices=("none", "nfc", "nfkc"), default="none", help="Unicode normalisation (default: none)"
    )
