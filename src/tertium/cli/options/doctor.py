"""Arguments of ``tertium doctor``."""

from __future__ import annotations

import argparse

from tertium.cli.options.checking import checking
from tertium.cli.options.output import file_option, format_option, quiet_option
from tertium.cli.options.score import alignments, metric_choice, reading, texts
from tertium.cli.options.single_metrics import single_metrics

DESCRIPTION = """\
Check references and systems before you believe a score: swapped or shifted
files, texts in the wrong language or script, identical systems, text tokenised
or lower-cased on one side only, mixed Unicode forms and quotes, copied, empty
and repeated lines, remarks and refusals of language models, suspicious
lengths, control characters. Every finding says what was seen, where, why it
matters and what to do. 'tertium score' runs the cheap checks by itself; this
command runs all of them, and -f json lists every line of a finding.
"""

EXAMPLES = """\
examples:
  tertium doctor ref.txt -i sysA.txt sysB.txt
  tertium doctor ref.txt -i sys.txt -s src.txt       also finds copied sources
  tertium doctor ref.zh -i sys.zh -m bleu -l en-zh   is the tokenizer right?
  tertium doctor ref.txt -i sys.txt --strict         exit code 2 on any finding
  tertium doctor ref.txt -i sys.txt -f json
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s REF... -i SYS... [-s SRC] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts(parser.add_argument_group("texts"))
    metric_choice(parser.add_argument_group("metrics you will use, to check tokenizer, case and Unicode form"))
    reading(parser.add_argument_group("reading"))
    checking(parser.add_argument_group("checks"))
    output = parser.add_argument_group("output")
    format_option(output, "doctor")
    file_option(output)
    quiet_option(output, "no progress bar")
    alignments(parser.add_argument_group("word alignments (read and checked)"), making=False)
    single_metrics(parser, "sacreBLEU's options for single metrics")
