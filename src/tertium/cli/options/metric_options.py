"""From -m, -tok, -lc, -l and sacreBLEU's metric flags to metrics."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from tertium.cli.options.single_metrics import own_options, without_effect
from tertium.errors import SpecError, in_shell, printable
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse
from tertium.tasks.metric_choice import MetricChoice, declares, language_remarks, named_terms

DEFAULT = ("bleu",)


def choice_from(arguments: argparse.Namespace, default: Sequence[str] = DEFAULT) -> MetricChoice:
    """The metrics asked for, and what -l, -tok, -lc and the flags of single metrics set."""
    if arguments.lowercase and arguments.case == "keep":
        raise SpecError("-lc and --case keep contradict each other; give one of them.")
    parser = getattr(arguments, "parser", None)
    given_parses = getattr(arguments, "parse_hyp", None) or getattr(arguments, "parse_ref", None)
    if given_parses and parser is not None:
        raise SpecError("--parser and files of parses are both given; use one of them.")
    given_graphs = getattr(arguments, "unl_hyp", None) or getattr(arguments, "unl_ref", None)
    return MetricChoice(
        metrics=tuple(arguments.metrics or default),
        language=arguments.language_pair,
        tokenizer=arguments.tokenize,
        case="lower" if arguments.lowercase else arguments.case,
        norm=arguments.norm,
        parse="files" if given_parses else parser,
        graphs="documents" if given_graphs else None,
        own=tuple(own_options(arguments).items()),
    )


def metrics_from(
    arguments: argparse.Namespace, default: Sequence[str] = DEFAULT
) -> tuple[tuple[Metric, ...], list[str]]:
    """The metrics asked for, each once, and warnings about options that change nothing."""
    choice = choice_from(arguments, default)
    try:
        metrics, warnings = choice.chosen()
    except SpecError as problem:
        raise _explained(choice, problem) from None
    warnings += _without_effect(arguments, named_terms(metrics))
    if choice.language is not None:
        warnings += map(in_shell, language_remarks(choice.language, metrics))
    return tuple(metrics), warnings


def checked_choice(arguments: argparse.Namespace, default: Sequence[str] = DEFAULT) -> tuple[MetricChoice, list[str]]:
    """The choice itself, for work whose texts may still say their language, and warnings about idle options."""
    choice = choice_from(arguments, default)
    try:
        metrics, _ = choice.chosen()
    except SpecError as problem:
        raise _explained(choice, problem) from None
    return choice, list(_without_effect(arguments, named_terms(metrics)))


def _explained(choice: MetricChoice, problem: SpecError) -> SpecError:
    """What follows -m is sometimes no metric: a sum that the shell took apart, or a file."""
    for text in choice.metrics:
        if text in ("+", "-", "*"):
            return SpecError(
                "a sum or product of metrics must be one argument in quotes, as in -m '0.5*bleu + 0.5*chrf'."
            )
        if isinstance(text, str) and _is_no_metric(text, choice) and os.path.isfile(text):  # noqa: PTH113
            return SpecError(
                f"'{printable(text)}' follows -m but is a file; put references before the options, as in "
                f"'tertium score {printable(text)} -i SYSTEM -m bleu'."
            )
    return problem


def _is_no_metric(text: str, choice: MetricChoice) -> bool:
    try:
        parse(text, choice.options())
    except SpecError:
        return True
    return False


def _without_effect(arguments: argparse.Namespace, leaves: Sequence[Metric]) -> Iterator[str]:
    yield from without_effect(arguments, [leaf.name for leaf in leaves])
    for flag, option in (
        ("-tok", "tok"),
        ("-lc", "case"),
        ("--case", "case"),
        ("--nfc/--nfkc", "norm"),
        ("--parser", "parse"),
        ("--parse-hyp", "parse"),
        ("--unl-hyp", "graphs"),
    ):
        given = {
            "--parser": getattr(arguments, "parser", None),
            "--parse-hyp": getattr(arguments, "parse_hyp", None),
            "--unl-hyp": getattr(arguments, "unl_hyp", None),
            "-tok": arguments.tokenize,
            "-lc": arguments.lowercase or None,
            "--case": arguments.case,
            "--nfc/--nfkc": arguments.norm,
        }[flag]
        if given is not None and not any(option in leaf.options and declares(leaf, option) for leaf in leaves):
            shown = ", ".join(dict.fromkeys(leaf.name for leaf in leaves))
            yield f"{flag} changes nothing: {shown} does not take it (a metric's own '{option}=' may)."
