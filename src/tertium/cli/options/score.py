"""Arguments of ``tertium score``: sacreBLEU's as fingers know them, COMET's -s, -t and -r, and ours."""

from __future__ import annotations

import argparse

from tertium.cli.options.checking import checking
from tertium.cli.options.output import (
    citation_option,
    color_option,
    file_option,
    format_option,
    quiet_option,
    resume_option,
    short_option,
    width_option,
)
from tertium.cli.options.single_metrics import single_metrics
from tertium.cli.parser import at_least
from tertium.render.renderers import PARQUET

DESCRIPTION = """\
Score one or more systems against one or more references. References come
first; several files are several references for the same segments. Systems
follow -i; the first one is the baseline. Files are UTF-8 with one segment per
line, plain or compressed (.gz .xz .zst), or tables with named columns (TSV,
CSV, JSONL, Parquet); '-' is standard input. A folder, or a pattern in quotes
('data/*.jsonl.gz'), is all its files one after the other, by the numbers in
their names.
"""

EXAMPLES = """\
examples:
  tertium score ref.txt -i sys.txt                   BLEU as in sacreBLEU
  tertium score refA.txt refB.txt -i a.txt b.txt -m bleu chrf ter
  tertium score ref.txt -i sys.txt -m bleu:smooth=floor '0.5*bleu + 0.5*chrf'
  tertium score ref.txt -i sys.txt -m 'pow(bleu*chrf, 0.5)'  geometric mean
  cat sys.txt | tertium score ref.txt -b -w 2        only the number
  tertium score ref.txt -i a.txt b.txt -sl -f tsv    every segment
  tertium score -s src.txt -t a.txt -r ref.txt       as in COMET
  tertium score t.tsv --ref-col refA refB --hyp-col sys1 sys2
  tertium score ref.zh -i sys.zh -l en-zh            Chinese words
  tertium score 'data/*.jsonl.gz' --ref-col ref --hyp-col mt --resume kept
  tertium score ref.txt -i sys.txt -s src.txt --with comet:python=env/bin/python

'tertium metrics' lists the metrics; 'tertium metrics NAME' explains one of
them and its parameters.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s REF... -i SYS... [-m METRIC...] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts(parser.add_argument_group("texts"))
    metric_choice(parser.add_argument_group("metrics"))
    scores_of_others(parser.add_argument_group("scores of other tools"))
    _output(parser.add_argument_group("output"))
    _tests(parser.add_argument_group("intervals and tests"))
    _engine(parser.add_argument_group("clusters"))
    rarely_needed(parser)


def rarely_needed(parser: argparse.ArgumentParser) -> None:
    """The groups that end the help of every command that scores and compares."""
    alignments(parser.add_argument_group("word alignments (lr-*, kendall, hamming ... with align=source or direct)"))
    parses(parser.add_argument_group("parses and graphs (shallow, deep, layered)"))
    reading(parser.add_argument_group("reading"))
    checking(parser.add_argument_group("checks of the texts ('tertium doctor' runs all of them)"))
    single_metrics(parser)


def texts(group: argparse._ArgumentGroup) -> None:
    group.add_argument("refs", nargs="*", metavar="REF", help="reference files, before the options")
    group.add_argument(
        "-i",
        "--input",
        nargs="+",
        action="extend",
        metavar="SYS",
        help="outputs of the systems (default: standard input)",
    )
    group.add_argument(
        "-t", "--translations", nargs="+", action="extend", metavar="SYS", help="the same as -i (COMET's name for it)"
    )
    group.add_argument(
        "-r", "--references", nargs="+", action="extend", metavar="REF", help="references (COMET's name for REF)"
    )
    group.add_argument("-s", "--sources", metavar="SRC", help="sources, for metrics that use them")
    group.add_argument("--names", nargs="+", action="extend", metavar="NAME", help="names of the systems, in order")
    group.add_argument("--hyp-col", nargs="+", action="extend", metavar="COL", help="columns with the outputs")
    group.add_argument("--ref-col", nargs="+", action="extend", metavar="COL", help="columns with the references")
    group.add_argument("--src-col", metavar="COL", help="column with the sources")
    group.add_argument(
        "--table-format",
        choices=("tsv", "csv", "jsonl", "parquet"),
        help="format of the files that have columns (default: by their names)",
    )
    group.add_argument(
        "-nr",
        "--num-refs",
        type=at_least(1, 1000),
        metavar="N",
        help="the reference file has N TAB-separated references per line",
    )


def scores_of_others(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--scores", nargs="+", action="extend", metavar="FILE", help="segment scores from other tools, such as COMET"
    )
    group.add_argument("--scores-lower", action="store_true", help="lower scores in those files are better")
    tools(group)


def tools(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--with",
        dest="tools",
        nargs="+",
        action="extend",
        metavar="TOOL",
        help="run COMET, MetricX, BLEURT or a command of yours in its own environment and take its scores: "
        "comet:python=env/bin/python, command:run=./metric (docs/neural.md)",
    )
    group.add_argument("--no-cache", action="store_true", help="keep no scores of --with, and use none that were kept")


def metric_choice(group: argparse._ArgumentGroup, what: str = "metrics (default: bleu)") -> None:
    group.add_argument(
        "-m",
        "--metrics",
        nargs="+",
        action="extend",
        metavar="METRIC",
        help=f"{what}, with parameters (bleu:order=2), or sums, products and pow(..., 0.5) in quotes",
    )
    group.add_argument(
        "-l",
        "--language-pair",
        metavar="LANGS",
        help="languages such as en-zh: selects tokenizer and stems of the target language",
    )
    group.add_argument("-tok", "--tokenize", metavar="TOK", help="tokenizer of every word-based metric except ter")
    group.add_argument("-lc", "--lowercase", action="store_true", help="the same as --case lower")
    group.add_argument("--case", choices=("keep", "lower"), help="letter case of every word-based metric except ter")
    forms = group.add_mutually_exclusive_group()
    forms.add_argument(
        "--nfc", dest="norm", action="store_const", const="nfc", help="compose characters before scoring (NFC)"
    )
    forms.add_argument(
        "--nfkc", dest="norm", action="store_const", const="nfkc", help="also unify compatible characters (NFKC)"
    )


def alignments(group: argparse._ArgumentGroup, *, making: bool = True) -> None:
    """``making`` says that the command makes links where none are given."""
    group.add_argument(
        "--align-hyp", nargs="+", action="extend", metavar="FILE", help="source-output links i-j, one file per system"
    )
    group.add_argument(
        "--align-ref", nargs="+", action="extend", metavar="FILE", help="source-reference links, one file per reference"
    )
    if making:
        _making(group)
    group.add_argument(
        "--align-direct",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="reference-output links, one file for each system and reference: all files of the first system, then "
        "those of the next (default for align=direct: a built-in aligner)",
    )
    group.add_argument(
        "--align-format",
        choices=("pharaoh", "segments", "trace"),
        default="pharaoh",
        help="links 0-0 1-2 (default), or Moses' phrases 0-1=0 2=1-2, or its trace: words |0-1| words |2|",
    )
    for side, what in (("hyp", "source-output"), ("ref", "source-reference")):
        group.add_argument(
            f"--align-{side}-format",
            choices=("pharaoh", "segments", "trace"),
            help=f"the same for {what} links alone (default: as --align-format)",
        )
    group.add_argument(
        "--align-base", type=int, choices=(0, 1), default=0, help="number of a sentence's first word (default: 0)"
    )
    group.add_argument(
        "--align-empty",
        choices=("error", "zero"),
        default="error",
        help="where there are words, a line without links is an error (default), or scores 0 for word order",
    )


def _making(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--train-on",
        nargs=2,
        action="append",
        metavar="FILE",
        help="where links are not given and -s is, they are made (extra 'align'): more parallel text to learn from, "
        "two files",
    )
    group.add_argument(
        "--align-model",
        choices=("hmm", "fast-align"),
        help="the aligner that makes them (default: fast-align, whose word order agrees better with people)",
    )


def parses(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--parse-hyp", nargs="+", action="extend", metavar="FILE", help="parses of the outputs, one file per system"
    )
    group.add_argument(
        "--parse-ref",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="parses of the references, one file per reference",
    )
    group.add_argument(
        "--parse-format",
        choices=("conllu", "stanford"),
        help="CoNLL-U, or Stanford's nsubj(ate-2, John-1) (default: guessed from the files)",
    )
    group.add_argument(
        "--parser",
        metavar="NAME",
        help="parser for texts without files of parses: en (default, ships with tertium), or an installed spaCy "
        "pipeline; parses are cached, see docs/parses.md",
    )
    group.add_argument(
        "--unl-hyp",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="UNL documents of the outputs, one file per system",
    )
    group.add_argument(
        "--unl-ref",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="UNL documents of the references, one file per reference",
    )


def reading(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--empty-ref",
        choices=("absent", "keep"),
        default="absent",
        help="a blank line among several references means no reference (default), or is kept as empty text",
    )
    group.add_argument(
        "--missing",
        choices=("error", "skip"),
        default="error",
        help="a segment without any reference is an error (default), or skipped and counted",
    )
    group.add_argument(
        "--max-line-bytes", type=at_least(1), metavar="N", help="longest line accepted (default: 16 MiB)"
    )
    group.add_argument(
        "--max-ratio",
        type=at_least(1),
        metavar="N",
        help="how many times larger a compressed file may become (default: 200)",
    )
    group.add_argument("--threads", type=at_least(1), metavar="N", help="threads (default: one for each core)")


def _engine(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--engine",
        metavar="MASTER",
        help="let Apache Spark score the columns of a table (Parquet, JSONL, TSV, CSV) where it is: local[2], "
        "spark://HOST:7077 (extra 'spark'; docs/spark.md)",
    )

    group.add_argument(
        "--id-col",
        metavar="COL",
        help="column with ids of the segments, for errors and for bags",
    )
    group.add_argument(
        "--bags", type=at_least(2), metavar="N", help="bags of segments that intervals and tests draw (default: 1000)"
    )
    group.add_argument(
        "--exact",
        action="store_true",
        help="draw segments, not bags: numbers as without --engine; a row of numbers for each segment comes here",
    )


def _output(group: argparse._ArgumentGroup) -> None:
    format_option(group, "score", "format of the result (default: text); parquet is for -sl", (PARQUET,))
    file_option(group)
    resume_option(group)
    group.add_argument(
        "-sl", "--sentence-level", action="store_true", help="score every segment by every metric and system"
    )
    group.add_argument("-b", "--score-only", action="store_true", help="print only the numbers, one per line")
    width_option(
        group,
        "decimals in text, md, latex and html (default: 1, and 3 for metrics that are not percentages); json, jsonl "
        "and tsv are exact",
    )
    group.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="show what stands behind each score: BLEU's precisions, brevity penalty and lengths, TER's edits (json "
        "always has it)",
    )
    short_option(group, "signatures in their short form: what is not the default, references, version")
    citation_option(group)
    quiet_option(group)
    color_option(group)


def _tests(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-ci", "--confidence", action="store_true", help="95 %% intervals by percentile bootstrap over segments"
    )
    group.add_argument(
        "-cin", "--confidence-n", type=at_least(1), metavar="N", help="resamples of --confidence (default: 1000)"
    )
    group.add_argument(
        "--seed", type=at_least(0), default=12345, metavar="N", help="seed of the resamples (default: 12345)"
    )
    group.add_argument(
        "-pbs",
        "--paired-bs",
        action="store_true",
        help="paired bootstrap of every system against the first, read as in sacreBLEU ('tertium compare' does more)",
    )
    group.add_argument(
        "-pbsn", "--paired-bs-n", type=at_least(1), metavar="N", help="resamples of --paired-bs (default: 1000)"
    )
    group.add_argument(
        "-par",
        "--paired-ar",
        action="store_true",
        help="approximate randomisation of every system against the first, two-sided",
    )
    group.add_argument(
        "-parn", "--paired-ar-n", type=at_least(1), metavar="N", help="trials of --paired-ar (default: 10000)"
    )
    group.add_argument(
        "-j",
        "--paired-jobs",
        type=at_least(0),
        metavar="N",
        help="accepted but ignored; --threads sets the threads",
    )
