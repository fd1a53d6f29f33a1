"""From names, a language and shared settings to metrics: what every door lets people choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.errors import SpecError, printable
from tertium.metrics.base import Metric
from tertium.metrics.parameters import parameters
from tertium.metrics.spec import parse


@dataclass(frozen=True)
class MetricChoice:
    """Metrics as a person names them, and settings that hold for all that know them.

    ``language`` is a pair such as en-zh: its target chooses tokenizer and stems. ``own`` are settings of single
    metrics, as ("chrf:beta", 3); they win over the shared ones, and what a name says itself wins over both.
    """

    metrics: tuple[str | Metric, ...] = ("bleu",)
    language: str | None = None
    tokenizer: str | None = None
    case: str | None = None
    norm: str | None = None
    parse: str | None = None
    graphs: str | None = None
    own: tuple[tuple[str, Any], ...] = ()

    def options(self) -> dict[str, Any]:
        """The settings as ``spec.parse`` takes them."""
        made = {} if self.language is None else language_options(self.language)
        shared = {
            "tok": self.tokenizer,
            "case": self.case,
            "norm": self.norm,
            "parse": self.parse,
            "graphs": self.graphs,
        }
        made |= {name: value for name, value in shared.items() if value is not None}
        return {**dict(self.own), **made}

    def chosen(self) -> tuple[list[Metric], list[str]]:
        """The metrics, each once, and what there is to say about the choice."""
        options = self.options()
        metrics: list[Metric] = []
        remarks = []
        for given in self.metrics:
            metric = given if isinstance(given, Metric) else parse(given, options)
            if metric in metrics:
                remarks.append(f"metric '{metric}' was asked for twice and is shown once.")
            else:
                metrics.append(metric)
        if self.language is not None:
            refuse_other_language(self.language, metrics)
        return metrics, remarks


def metrics_of(given: Any, options: Mapping[str, Any] | None = None) -> list[Metric]:
    """Metrics as Python callers give them: a name, a metric, or several of either."""
    one = isinstance(given, str | type) or not hasattr(given, "__iter__")
    listed = [given] if one else list(given)
    for item in listed:
        if isinstance(item, type) and issubclass(item, Metric):
            raise SpecError(f"{item.__name__} is a class, expected a metric; write {item.__name__}().")
    if not listed:
        raise SpecError("no metric to score with; give at least one, as in metrics=['bleu'].")
    return [item if isinstance(item, Metric) else parse(item, options) for item in listed]


def language_options(languages: str) -> dict[str, Any]:
    """Tokenizer and stems of the target language of a pair such as en-zh, and TER's own tokenisation."""
    # Few runs name their languages.
    from tertium.views.tokens.languages import han_characters, target_language, tokenizer_for
    from tertium.views.words.stems import NONE, known_language

    tokenizer = tokenizer_for(languages)
    # A language without a stemmer is still not English, which some metrics take by default.
    stems = {"lang": known_language(target_language(languages)) or NONE}
    stems |= dict.fromkeys(("deep:lang", "layered:lang"), languages)  # which have no stems
    made = stems if tokenizer is None else {"tok": tokenizer, **stems}
    return made | {"normalized": True, "asian": True} if han_characters(languages) else made


def language_remarks(languages: str, metrics: Sequence[Metric]) -> list[str]:
    """What these metrics cannot do in the target language."""
    from tertium.views.tokens.languages import target_language

    refuse_other_language(languages, metrics)
    return list(_without_stems(target_language(languages), named_terms(metrics)))


def named_terms(metrics: Sequence[Metric]) -> list[Metric]:
    """What was named: a sum's terms by themselves; the terms of a preset take no options but through it."""
    return [term for metric in metrics for term in metric.named_terms()]


def declares(metric: Metric, parameter: str) -> bool:
    return any(field.name == parameter for field, _ in parameters(metric))


def _without_stems(language: str, leaves: Sequence[Metric]) -> Iterator[str]:
    """The language has no stemmer, and a metric would have used one."""
    from tertium.views.words.stems import known_language

    if known_language(language) is not None:
        return
    names = [leaf.name for leaf in leaves if leaf.stems_by_language]
    if names:
        yield (
            f"there is no stemmer for '{printable(language)}': {', '.join(names)} "
            f"{'matches' if len(names) == 1 else 'match'} words without stems (lang=none)."
        )


def refuse_other_language(languages: str, metrics: Sequence[Metric]) -> None:
    """SpecError if a metric would parse another language with the parser for English that ships with us."""
    from tertium.views.syntax.text_language import code_of, refuse_english_parser

    language = code_of(languages)
    if language == "en":
        return
    for leaf in (leaf for metric in metrics for leaf in metric.plain()):
        if leaf.parser == "en":
            refuse_english_parser(leaf.name, language)
