"""From -m, -tok, -lc, -l and sacreBLEU's metric flags to metrics."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tertium.cli.parser import UsageError
from tertium.errors import SpecError, printable
from tertium.metrics.base import Metric
from tertium.metrics.combination import Combination
from tertium.metrics.parameters import parameters
from tertium.metrics.spec import parse
from tertium.views.tokens.languages import target_language, tokenizer_for
from tertium.views.words.stems import NONE, known_language

DEFAULT = ("bleu",)

_CHRF = ("chrf", "chrf++", "chrf-mean")

# sacreBLEU's flags: argument, metrics they speak of, parameter, and the value of flags that take none.
_FLAGS: tuple[tuple[str, tuple[str, ...], str, Any], ...] = (
    ("smooth_method", ("bleu",), "smooth", None),
    ("smooth_value", ("bleu",), "smooth_value", None),
    ("chrf_char_order", _CHRF, "char_order", None),
    ("chrf_word_order", ("chrf", "chrf-mean"), "word_order", None),
    ("chrf_beta", _CHRF, "beta", None),
    ("chrf_whitespace", _CHRF, "whitespace", True),
    ("chrf_lowercase", _CHRF, "case", "lower"),
    ("chrf_eps_smoothing", _CHRF, "eps_smoothing", True),
    ("ter_case_sensitive", ("ter",), "case", "keep"),
    ("ter_asian_support", ("ter",), "asian", True),
    ("ter_no_punct", ("ter",), "punct", "remove"),
    ("ter_normalized", ("ter",), "normalized", True),
)


def metrics_from(arguments: argparse.Namespace) -> tuple[list[Metric], list[str]]:
    """The metrics asked for, each once, and warnings about options that change nothing."""
    options = {**_own_options(arguments), **_shared_options(arguments)}
    metrics: list[Metric] = []
    warnings = []
    for text in arguments.metrics or DEFAULT:
        metric = _parsed(text, options)
        if metric in metrics:
            warnings.append(f"metric '{metric}' was asked for twice and is shown once.")
        else:
            metrics.append(metric)
    # What was named: the terms of a preset take no options but through it.
    named = [term for metric in metrics for term in _named(metric)]
    warnings += _without_effect(arguments, named)
    if arguments.language_pair is not None:
        warnings += language_remarks(arguments.language_pair, metrics)
    return metrics, warnings


def language_options(languages: str) -> dict[str, Any]:
    """Tokenizer and stems of the target language of a pair such as en-zh."""
    tokenizer = tokenizer_for(languages)
    # A language without a stemmer is still not English, which some metrics take by default.
    stems = {"lang": known_language(target_language(languages)) or NONE}
    return stems if tokenizer is None else {"tok": tokenizer, **stems}


def language_remarks(languages: str, metrics: Sequence[Metric]) -> list[str]:
    """What these metrics cannot do in the target language."""
    named = [term for metric in metrics for term in _named(metric)]
    leaves = [leaf for metric in metrics for _, leaf in metric.leaves()]
    return [*_without_stems(target_language(languages), named), *_other_language(target_language(languages), leaves)]


def _named(metric: Metric) -> list[Metric]:
    return [term for _, term in metric.terms] if isinstance(metric, Combination) else [metric]


def _shared_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Settings of every metric that has them."""
    options = {} if arguments.language_pair is None else language_options(arguments.language_pair)
    if arguments.tokenize is not None:
        options["tok"] = arguments.tokenize
    if arguments.lowercase and arguments.case == "keep":
        raise SpecError("-lc asks for lower case and --case keep against it; give one of them.")
    if arguments.lowercase or arguments.case is not None:
        options["case"] = "lower" if arguments.lowercase else arguments.case
    if arguments.norm is not None:
        options["norm"] = arguments.norm
    parser = getattr(arguments, "parser", None)
    if getattr(arguments, "parse_hyp", None) or getattr(arguments, "parse_ref", None):
        if parser is not None:
            raise SpecError("--parser and files of parses are both given; take one of them.")
        options["parse"] = "files"
    elif parser is not None:
        options["parse"] = parser
    if getattr(arguments, "unl_hyp", None) or getattr(arguments, "unl_ref", None):
        options["graphs"] = "documents"
    return options


def _own_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Settings of single metrics, as ``chrf:beta``; they stand before the shared ones, because they win."""
    options = {}
    for argument, names, parameter, implied in _FLAGS:
        value = getattr(arguments, argument)
        if value is not None and value is not False:
            for name in names:
                options[f"{name}:{parameter}"] = value if implied is None else implied
    return options


def _parsed(text: str, options: dict[str, Any]) -> Metric:
    try:
        return parse(text, options)
    except SpecError as problem:
        if text in ("+", "-", "*"):
            raise SpecError(
                "a weighted sum of metrics must be one argument in quotes, as in -m '0.5*bleu + 0.5*chrf'."
            ) from None
        if Path(text).is_file():
            raise SpecError(
                f"'{printable(text)}' follows -m but is a file; put references before the options, as in "
                f"'tertium score {printable(text)} -i SYSTEM -m bleu'."
            ) from problem
        raise


def _without_effect(arguments: argparse.Namespace, leaves: Sequence[Metric]) -> Iterator[str]:
    for argument, names, parameter, _ in _FLAGS:
        value = getattr(arguments, argument)
        if value is not None and value is not False and not any(leaf.name in names for leaf in leaves):
            flag = f"--{argument.replace('_', '-')}"
            yield f"{flag} changes nothing: {names[0]} is not among the metrics (it sets {names[0]}:{parameter})."
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
        if given is not None and not any(option in leaf.options and _declares(leaf, option) for leaf in leaves):
            shown = ", ".join(dict.fromkeys(leaf.name for leaf in leaves))
            yield f"{flag} changes nothing: {shown} does not take it (a metric's own '{option}=' may)."


def _without_stems(language: str, leaves: Sequence[Metric]) -> Iterator[str]:
    """The language has no stemmer, and a metric would have used one."""
    if known_language(language) is not None:
        return
    names = [leaf.name for leaf in leaves if _declares(leaf, "lang") and getattr(leaf, "align", "direct") == "direct"]
    if names:
        yield (
            f"there is no stemmer for '{printable(language)}': {', '.join(names)} "
            f"{'matches' if len(names) == 1 else 'match'} words without stems (lang=none)."
        )


def _other_language(language: str, leaves: Sequence[Metric]) -> Iterator[str]:
    """The language is another than that of the parser that ships with us."""
    if language == "en":
        return
    names = [leaf.name for leaf in leaves if _declares(leaf, "parse") and getattr(leaf, "parse", "") == "en"]
    if names:
        yield (
            f"{', '.join(names)} parses '{printable(language)}' with a parser for "
            "English, whose trees mean little there; give parses with --parse-hyp and --parse-ref, or a spaCy pipeline "
            "with --parser."
        )


def _declares(metric: Metric, parameter: str) -> bool:
    return any(field.name == parameter for field, _ in parameters(metric))


def refuse_missing_links(metrics: Sequence[Metric], folder: str | None) -> None:
    """Of the commands that read campaigns: their word alignments lie in a folder."""
    for metric in metrics:
        if folder is None and any(getattr(leaf, "align", "") == "source" for _, leaf in metric.leaves()):
            raise UsageError(
                f"{metric.name} with align=source needs the word alignments src-hyp and src-ref; name their folder "
                f"with --align, or use {metric.name}:align=direct."
            )
