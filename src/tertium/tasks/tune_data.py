"""What ``tune`` works on: campaigns, and metrics in the campaigns' language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tertium.corpus.campaigns.campaign import Campaign, campaign_folders
from tertium.corpus.campaigns.eval_sets import is_eval_set
from tertium.corpus.files.access import is_folder, permissions_said
from tertium.errors import FileError, SpecError, option, printable
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse
from tertium.tasks.campaigns import CampaignPlaces
from tertium.tasks.metric_choice import language_options, language_remarks


@dataclass(frozen=True)
class TuneData:
    """Campaigns, metrics as they score the campaigns' language, and what people should know of that.

    ``languages`` are the pairs whose target chose tokenizers and stems; empty where that changed nothing.
    """

    campaigns: tuple[Campaign, ...]
    metrics: tuple[Metric, ...]
    baseline: Metric | None
    languages: str
    languages_by: Literal["option", "folder", "folders"]
    remarks: tuple[str, ...]


def opened(places: CampaignPlaces, metrics: Sequence[str | Metric], baseline: str | Metric | None) -> TuneData:
    """The campaigns, and the metrics parsed for their language: the one that was named, or that of the folders."""
    for data in places.data:
        if not isinstance(data, Campaign):
            _refuse_no_campaign(data)
    campaigns = tuple(places.opened())
    found = [places.language or campaign.languages for campaign in campaigns]
    asked = [*metrics, *([] if baseline is None else [baseline])]
    made = [_in_one_language(metric, found) for metric in asked]
    named = list(dict.fromkeys(languages for languages in found if languages))
    changed = any(
        metric != parse(given) for given, metric in zip(asked, made, strict=True) if not isinstance(given, Metric)
    )
    remarks: list[str] = []
    for languages in named:
        remarks += [remark for remark in language_remarks(languages, made) if remark not in remarks]
    return TuneData(
        campaigns,
        tuple(made[: len(metrics)]),
        None if baseline is None else made[-1],
        ", ".join(named) if changed else "",
        "option" if places.language else "folder" if len(campaigns) == 1 else "folders",
        tuple(remarks),
    )


def _refuse_no_campaign(data: str) -> None:
    with permissions_said():
        holds_some = is_folder(data) and (is_eval_set(data) or campaign_folders(data))
    if not is_folder(data):
        raise FileError(f"'{printable(data)}' is not a folder; tuning needs a folder of texts and judgments.")
    if not holds_some:
        raise FileError(
            f"{printable(data)} holds no campaign: expected systems/ in it, or in the folders inside, or a directory "
            "of mt-metrics-eval."
        )


def _in_one_language(given: str | Metric, found: Sequence[str]) -> Metric:
    """The metric of all campaigns; a card is one metric, so languages that ask for different ones are refused."""
    if isinstance(given, Metric):
        return given
    made: dict[Metric, str] = {}
    for languages in found:
        made.setdefault(parse(given, language_options(languages) if languages else None), languages)
    if len(made) > 1:
        (first, here), (second, there) = list(made.items())[:2]
        raise SpecError(
            f"{printable(given)} is {first} for {here or 'a folder without languages in its name'} and {second} for "
            f"{there or 'a folder without languages in its name'}, and a card is one metric: tune them apart, name one "
            f"language for all with {option('-l')}, or write the setting into the metric."
        )
    return next(iter(made))
