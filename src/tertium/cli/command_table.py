"""The commands, each with its arguments (light to import) and the function that runs it (imported when it runs)."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast

from tertium.cli.numpy_threads import load_numpy_without_threads
from tertium.cli.parser import Parser


@dataclass(frozen=True)
class Command:
    name: str
    summary: str
    arguments: str  # "module:function" that declares the arguments
    action: str  # "module:function" that runs
    threads: Literal["ours", "numpy", "none"] = "ours"  # who computes: numpy's own where matrices are large

    def parser(self) -> Parser:
        parser = Parser(prog=f"tertium {self.name}")
        self.declare(parser)
        return parser

    def declare(self, parser: argparse.ArgumentParser) -> None:
        _load(self.arguments)(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        if self.threads == "ours":
            load_numpy_without_threads()
        return cast(int, _load(self.action)(arguments))


COMMANDS = {
    command.name: command
    for command in (
        Command(
            "score",
            "score translations against references",
            "tertium.cli.options.score:declare",
            "tertium.cli.commands.score:run",
        ),
        Command(
            "explain",
            "explain a segment's score: word order, matches, causes of loss",
            "tertium.cli.options.explain:declare",
            "tertium.cli.commands.explain:run",
        ),
        Command(
            "order",
            "word order of whole systems: what moves, how far, how often",
            "tertium.cli.options.order:declare",
            "tertium.cli.commands.order:run",
        ),
        Command(
            "compare",
            "compare systems: intervals, tests, clusters, power, slices",
            "tertium.cli.options.compare:declare",
            "tertium.cli.commands.compare:run",
        ),
        Command(
            "report",
            "write one page about systems, to look at and to send",
            "tertium.cli.options.report:declare",
            "tertium.cli.commands.report:run",
        ),
        Command(
            "diff",
            "show the segments in which two systems differ most",
            "tertium.cli.options.diff:declare",
            "tertium.cli.commands.diff:run",
        ),
        Command(
            "gate",
            "for pipelines: may the new system replace the baseline?",
            "tertium.cli.options.gate:declare",
            "tertium.cli.commands.gate:run",
        ),
        Command(
            "doctor",
            "find what is wrong with the texts before you score them",
            "tertium.cli.options.doctor:declare",
            "tertium.cli.commands.doctor:run",
        ),
        Command(
            "mbr",
            "choose from n-best lists by minimum Bayes risk",
            "tertium.cli.options.mbr:declare",
            "tertium.cli.commands.mbr:run",
        ),
        Command(
            "align",
            "link the words of a source with those of its translations",
            "tertium.cli.options.align:declare",
            "tertium.cli.commands.align:run",
        ),
        Command(
            "meta",
            "compare metrics with human judgments",
            "tertium.cli.options.meta:declare",
            "tertium.cli.commands.meta:run",
            threads="numpy",
        ),
        Command(
            "tune",
            "find parameters or weights that agree best with human judges",
            "tertium.cli.options.tune:declare",
            "tertium.cli.commands.tune:run",
            threads="numpy",
        ),
        Command(
            "unl",
            "show sentences as graphs of concepts",
            "tertium.cli.options.unl:declare",
            "tertium.cli.commands.unl:run",
        ),
        Command(
            "serve",
            "a page on this machine: reports, two sentences, history",
            "tertium.cli.options.serve:declare",
            "tertium.cli.commands.serve:run",
        ),
        Command(
            "metrics",
            "list the metrics, or explain one of them",
            "tertium.cli.options.metrics:declare",
            "tertium.cli.commands.metrics:run",
        ),
        Command(
            "idf",
            "count in how many sentences each word occurs, for tf-idf",
            "tertium.cli.options.counting:declare_idf",
            "tertium.cli.commands.counting:run_idf",
        ),
        Command(
            "lsa",
            "train an LSA space of words with similar meaning",
            "tertium.cli.options.counting:declare_lsa",
            "tertium.cli.commands.counting:run_lsa",
            threads="numpy",
        ),
        Command(
            "function-words",
            "list a language's function words from a corpus",
            "tertium.cli.options.counting:declare_function_words",
            "tertium.cli.commands.counting:run_function_words",
        ),
        Command(
            "paraphrases",
            "make a table of paraphrases for METEOR from parallel text",
            "tertium.cli.options.paraphrases:declare",
            "tertium.cli.commands.paraphrases:run",
        ),
        Command(
            "completion",
            "print the completion script for your shell",
            "tertium.cli.commands.completion:declare",
            "tertium.cli.commands.completion:run",
            threads="none",
        ),
    )
}

SUMMARY = "How good a translation is, why, and how far that number can be trusted."

EXAMPLES = """\
examples:
  tertium score ref.txt -i sysA.txt sysB.txt -m bleu chrf ter
  tertium compare ref.txt -i sysA.txt sysB.txt -m bleu chrf ter
  tertium explain ref.txt -i sys.txt --line 7
  tertium metrics bleu
  tertium score --help
"""


def overview() -> str:
    width = max(map(len, COMMANDS))
    listed = "".join(f"  {name:<{width}}  {command.summary}\n" for name, command in COMMANDS.items())
    return (
        f"usage: tertium COMMAND ...\n\n{SUMMARY}\n\ncommands:\n{listed}\n"
        "options:\n  -h, --help     show this help; 'tertium COMMAND --help' shows a command's\n"
        f"  -V, --version  show the version and the build of the native kernels\n\n{EXAMPLES}"
    )


def _load(place: str) -> Callable[..., Any]:
    module, _, name = place.partition(":")
    return cast(Callable[..., Any], getattr(importlib.import_module(module), name))
