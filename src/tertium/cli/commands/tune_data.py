"""What ``tertium tune`` is given: campaigns, and metrics in the campaigns' language."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tertium.cli.parser import UsageError
from tertium.corpus.campaigns.campaign import Campaign, campaign_folders, open_campaign
from tertium.corpus.campaigns.eval_sets import is_eval_set, language_pairs, open_eval_set
from tertium.errors import FileError, printable
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse
from tertium.tasks.metric_choice import language_options, language_remarks


@dataclass(frozen=True)
class Given:
    """Campaigns, metrics as they score the campaigns' language, and what people should know of that.

    ``languages`` are the pairs whose target chose tokenizers and stems; empty where that changed nothing.
    """

    campaigns: tuple[Campaign, ...]
    metrics: tuple[Metric, ...]
    baseline: Metric | None
    languages: str
    source: str
    warnings: tuple[str, ...]


def data_and_specs(arguments: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Folders come first, then metrics: a word that is a folder is data as long as no metric was met."""
    words = list(arguments.given)
    data: list[str] = []
    while words and Path(words[0]).is_dir():
        data.append(words.pop(0))
    specs = [*words, *(arguments.metrics or ())]
    if not data:
        shown = f"'{printable(words[0])}' is no folder" if words else "no data are given"
        raise UsageError(f"{shown}; 'tertium tune DATA METRIC' needs a folder of texts and judgments first.")
    if not specs:
        raise UsageError("no metric is given; name one to tune its numbers, or several to weigh them in a sum.")
    return data, specs


def opened(arguments: argparse.Namespace, data: Sequence[str], specs: Sequence[str]) -> Given:
    """The campaigns, and the metrics parsed for their language: that of -l, or of the folders' names."""
    campaigns = []
    for name in data:
        for campaign in _campaigns(arguments, name):
            references = campaign.references[:1] if arguments.first_reference else campaign.references
            campaigns.append(replace(campaign, references=references))
    found = [arguments.language_pair or campaign.languages for campaign in campaigns]
    asked = [*specs, *([] if arguments.baseline is None else [arguments.baseline])]
    metrics = [_in_one_language(spec, found) for spec in asked]
    named = list(dict.fromkeys(languages for languages in found if languages))
    changed = any(metric != parse(spec) for spec, metric in zip(asked, metrics, strict=True))
    warnings: list[str] = []
    for languages in named:
        warnings += [remark for remark in language_remarks(languages, metrics) if remark not in warnings]
    return Given(
        tuple(campaigns),
        tuple(metrics[: len(specs)]),
        None if arguments.baseline is None else metrics[-1],
        ", ".join(named) if changed else "",
        "-l" if arguments.language_pair else "the folder's name" if len(campaigns) == 1 else "the folders' names",
        tuple(warnings),
    )


def _campaigns(arguments: argparse.Namespace, name: str) -> list[Campaign]:
    if is_eval_set(name):
        pairs = [arguments.language_pair] if arguments.language_pair else language_pairs(name)
        return [open_eval_set(name, pair, arguments.judgments) for pair in pairs]
    folders = campaign_folders(name)
    if not folders:
        raise FileError(
            f"{printable(name)} holds no campaign: expected systems/ in it, or in the folders inside, or a directory "
            "of mt-metrics-eval."
        )
    return [open_campaign(folder, arguments.judgments) for folder in folders]


def _in_one_language(spec: str, found: Sequence[str]) -> Metric:
    """The metric of all campaigns; a card is one metric, so languages that ask for different ones are refused."""
    made: dict[Metric, str] = {}
    for languages in found:
        made.setdefault(parse(spec, language_options(languages) if languages else None), languages)
    if len(made) > 1:
        (first, here), (second, there) = list(made.items())[:2]
        raise UsageError(
            f"{printable(spec)} is {first} for {here or 'a folder without languages in its name'} and {second} for "
            f"{there or 'a folder without languages in its name'}, and a card is one metric: tune them apart, name one "
            "language for all with -l, or write the setting into the metric."
        )
    return next(iter(made))
