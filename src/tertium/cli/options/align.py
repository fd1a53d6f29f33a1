"""Arguments of ``tertium align``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import folder_option, quiet_option
from tertium.cli.output import OwnFolder
from tertium.cli.parser import at_least

DESCRIPTION = """\
Link the words of a source with those of its translations: train a statistical
aligner on the given texts, in both directions, and write one Pharaoh file
(0-0 1-2 ...) for each target. Give all outputs and references of a source at
once: the aligner learns from all of them. Words are split at white space, so
tokenise the files first. 'tertium score' reads the links with --align-hyp and
--align-ref. Needs the extra 'align'.
"""

EXAMPLES = """\
examples:
  tertium align src.txt ref.txt > ref.align
  tertium align src.txt ref.txt sysA.txt sysB.txt -o links/
  tertium align src.txt ref.txt --train-on big.src big.tgt --save-model aligner
  tertium align src.txt sysC.txt --load-model aligner > sysC.align
  tertium score ref.txt -i sysA.txt -s src.txt --align-hyp links/sysA.align \\
      --align-ref links/ref.align -m lr-kb4:alpha=0.5
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s SRC TGT... [-o DIR] [options]"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts = parser.add_argument_group("texts")
    texts.add_argument(
        "texts", nargs="*", metavar="SRC TGT", help="the source, one sentence per line, then its outputs and references"
    )
    texts.add_argument(
        "--train-on", nargs=2, action="append", metavar="FILE", help="more parallel text to learn from: two files"
    )
    model = parser.add_argument_group("model")
    model.add_argument(
        "--model",
        choices=("hmm", "fast-align"),
        help="hmm (default), or fast-align: faster, takes longer sentences, less accurate",
    )
    model.add_argument(
        "--heuristic",
        choices=("grow-diag-final-and", "grow-diag-final", "grow-diag", "intersection", "union"),
        help="how the two directions are merged (default: grow-diag-final-and)",
    )
    model.add_argument("--iterations", type=at_least(1), metavar="N", help="training rounds of each model (default: 5)")
    model.add_argument("--case", choices=("lower", "keep"), help="letter case while learning (default: lower)")
    model.add_argument("--save-model", type=OwnFolder, metavar="DIR", help="write the trained model to a new folder")
    model.add_argument("--load-model", metavar="DIR", help="use a saved model instead of training one")
    output = parser.add_argument_group("output")
    folder_option(
        output,
        "folder for one file per target, named after it (sysA.align); default for a single target: standard output",
    )
    quiet_option(output)
