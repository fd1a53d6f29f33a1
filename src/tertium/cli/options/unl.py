"""Arguments of ``tertium unl``."""

from __future__ import annotations

import argparse

from tertium.cli.options.output import file_option, format_option, quiet_option
from tertium.cli.parser import at_least

DESCRIPTION = """\
Show sentences as UNL graphs: concepts (universal words) and the relations
between them. The metric 'deep' compares such graphs. English text is parsed
(extra 'parse') and turned into graphs by rules; your own parses are read from
CoNLL-U, and UNL documents are shown as they are.
"""

EXAMPLES = """\
examples:
  tertium unl "John killed Mary." "Mary was killed by John."
  tertium unl --file sentences.txt -f unl -o sentences.unl
  tertium unl --conllu parsed.conllu --line 7 -f svg -o graph.svg
  tertium unl --document graphs.unl -f unl --form list
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s TEXT... | --file FILE | --conllu FILE | --document FILE"
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    texts = parser.add_argument_group("sentences")
    texts.add_argument("texts", nargs="*", metavar="TEXT", help="English sentences, each in quotes")
    texts.add_argument("--file", metavar="FILE", help="a file of English sentences, one per line")
    texts.add_argument("--conllu", metavar="FILE", help="a file of parses: Universal Dependencies of any language")
    texts.add_argument("--document", metavar="FILE", help="a UNL document")
    texts.add_argument("--line", type=at_least(1), metavar="N", help="only sentence N, counted from 1")
    texts.add_argument(
        "--parser", metavar="NAME", help="spaCy pipeline for text (default: the parser that ships with tertium)"
    )
    texts.add_argument(
        "--lang", metavar="LANG", help="language of the parses, for example de (default: by their words, else English)"
    )
    output = parser.add_argument_group("output")
    format_option(
        output,
        "unl",
        "text (default): an outline; unl: a document; svg: a picture of one sentence; json",
    )
    output.add_argument(
        "--form", choices=("table", "list"), help="how -f unl writes graphs: as a table (default) or as lists"
    )
    file_option(output, "write the result to FILE, all of it or nothing")
    quiet_option(output)
