"""The program of a process that parses and makes UNL graphs of the parses: ``... graph_worker MODEL LANG``.

Enconversion is Python, and takes about a third as long as parsing: in the process that scores it would be done by one
core while the others wait.
"""

from __future__ import annotations

import sys

from tertium.views.syntax.spacy_parser import answer_lines
from tertium.views.unl.graphs import Enconversion

if __name__ == "__main__":
    answer_lines(Enconversion("", sys.argv[2]).made_of)
