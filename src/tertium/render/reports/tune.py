"""What tuning found: a text for people, an object for programs, and the table of a metric card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tertium.analysis.tuning.campaign_data import CampaignData
from tertium.analysis.tuning.objectives import COUNTED
from tertium.analysis.tuning.validation import NOISE, REAL, Tuned, TuneSettings, Validation
from tertium.errors import printable
from tertium.metrics.card import FORMAT
from tertium.results.scores import finite_or_none


def as_text(
    tuned: Tuned, settings: TuneSettings, campaigns: Sequence[CampaignData], given: str, languages: str = ""
) -> str:
    """The whole report; ``languages`` says whose tokenizer and stems were taken, if that changed the metric."""
    judged = sum(campaign.pairs.judgments for campaign in campaigns)
    of = f"{judged:,} comparison{'' if judged == 1 else 's'}"
    if settings.objective.level == "segment" and settings.objective.name not in COUNTED:
        scores = sum(0 if m.scores is None else int(np.isfinite(m.scores).sum()) for m in campaigns)
        of = f"{scores:,} scores of segments"
    if settings.objective.level == "system":
        of = f"systems by {', '.join(dict.fromkeys(campaign.systems_by for campaign in campaigns))}"
    lines = [
        f"{printable(given)}, tuned for {_objective(settings)} on {_names(campaigns)} ({of}); method {_method(tuned)}",
        *([f"tokenizer and stems are those of {printable(languages)}"] if languages else []),
        "",
        *_numbers(tuned),
        "",
    ]
    lines += _table(["data", "untuned", "tuned"], _campaign_rows(tuned))
    lines.append(f"untuned is {tuned.baseline}; these are the data it was tuned on")
    if tuned.validation is None:
        lines += ["", "not validated: how it does on other data is not known"]
    else:
        lines += ["", *_validated(tuned.validation, settings)]
    lines += ["", str(tuned.metric)]
    return "\n".join(lines) + "\n"


def _names(campaigns: Sequence[CampaignData]) -> str:
    return ", ".join(printable(campaign.name) for campaign in campaigns)


def _objective(settings: TuneSettings) -> str:
    return f"{settings.objective.name} of {settings.objective.level}s"


def _method(tuned: Tuned) -> str:
    if tuned.strength is None:
        return tuned.method
    what = "C" if tuned.method == "svm" else "penalty"
    return f"{tuned.method} ({what} {tuned.strength:g})"


def _numbers(tuned: Tuned) -> list[str]:
    rows = []
    for place, (name, number) in enumerate(zip(tuned.names, tuned.numbers, strict=True)):
        low, high = tuned.spread(place)
        spread = "" if tuned.validation is None else f"{low:.3f} to {high:.3f}"
        remarks = []
        if tuned.against[place]:
            remarks.append(f"{'negative: ' if number < 0 else ''}counts against what it measures")
        elif number < 0:
            remarks.append("less of it is better, hence negative")
        if low < 0 < high:
            remarks.append("its sign differs between folds")
        rows.append((printable(name), f"{number + 0.0:.3f}", spread, "; ".join(remarks)))
    return _table(["number", "value", "over folds", ""], rows)


def _campaign_rows(tuned: Tuned) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        (printable(name), _figure(untuned), _figure(value)) for name, value, untuned in tuned.campaigns
    ]
    if len(rows) > 1:
        rows.append(("mean", _figure(tuned.untuned_training), _figure(tuned.training)))
    return rows


def _validated(validation: Validation, settings: TuneSettings) -> list[str]:
    rows = [
        (printable(fold.name), _figure(fold.untuned), _figure(fold.tuned), _signed(fold.tuned - fold.untuned))
        for fold in validation.folds
    ]
    rows.append(("mean", _figure(validation.untuned), _figure(validation.tuned), _signed(validation.gain)))
    lines = _table(["left out", "untuned", "tuned", "gain"], rows)
    drawn = "segments" if settings.objective.level == "segment" else "systems"
    interval = f"{_signed(validation.low)} to {_signed(validation.high)}"
    how = f"({validation.resamples:,} resamples of {drawn})"
    lines.append(f"gain {_signed(validation.gain)}, {validation.level:.0%} interval {interval} {how}")
    verdict = validation.verdict
    if verdict == REAL:
        lines.append("verdict: the gain is real on data it was not tuned on")
    elif verdict == NOISE:
        lines.append(f"verdict: the gain is {NOISE}; untuned does as well")
    else:
        lines.append("verdict: tuning made it worse on data it was not tuned on; do not use these numbers")
    return lines


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(heading), *(len(row[place]) for row in rows)) for place, heading in enumerate(headings)]
    lines = []
    for row in (headings, *rows):
        cells = [row[0].ljust(widths[0])]
        for heading, cell, width in zip(headings[1:], row[1:], widths[1:], strict=True):
            cells.append(cell.rjust(width) if heading else cell)  # a column without a heading holds remarks
        lines.append("  ".join(cells).rstrip())
    return lines


def _figure(value: float) -> str:
    return "n/a" if finite_or_none(value) is None else f"{value:.4f}"


def _signed(value: float) -> str:
    return "n/a" if finite_or_none(value) is None else f"{value:+.4f}"


def as_object(
    tuned: Tuned,
    settings: TuneSettings,
    campaigns: Sequence[CampaignData],
    given: str,
    version: str,
    languages: str = "",
) -> dict[str, Any]:
    """Everything, for JSON: full precision, null where there is no number."""
    made: dict[str, Any] = _without_nan(
        {
            "tertium": version,
            "given": given,
            "languages": languages or None,
            "metric": str(tuned.metric),
            "signature": tuned.metric.signature,
            "objective": settings.objective.name,
            "level": settings.objective.level,
            "method": tuned.method,
            "strength": tuned.strength,
            "seed": settings.search.seed,
            "numbers": _number_objects(tuned),
            "data": _data(campaigns),
            "training": {
                "baseline": tuned.baseline,
                "untuned": tuned.untuned_training,
                "tuned": tuned.training,
                "campaigns": [
                    {"name": name, "tuned": value, "untuned": untuned} for name, value, untuned in tuned.campaigns
                ],
            },
            "validation": None if tuned.validation is None else _validation_object(tuned.validation),
        }
    )
    return made


def card_table(
    tuned: Tuned,
    settings: TuneSettings,
    campaigns: Sequence[CampaignData],
    given: str,
    version: str,
    languages: str = "",
) -> dict[str, Any]:
    """The metric card; ``metric`` is a full signature, so that later defaults do not change what the card means."""
    table: dict[str, Any] = {
        "card": FORMAT,
        "metric": tuned.metric.signature,
        "tuned": given,
        "objective": settings.objective.name,
        "level": settings.objective.level,
        "method": tuned.method,
        "seed": settings.search.seed,
        "tertium": version,
    }
    if languages:
        table["languages"] = languages
    if tuned.strength is not None:
        table["strength"] = tuned.strength
    if tuned.method in ("climb", "exact"):
        table["restarts"] = settings.search.restarts
    table["training"] = {"baseline": tuned.baseline, "untuned": tuned.untuned_training, "tuned": tuned.training}
    if tuned.validation is not None:
        table["validation"] = {
            key: value for key, value in _validation_object(tuned.validation).items() if key != "folds"
        }
    table["number"] = _number_objects(tuned)
    table["data"] = _data(campaigns)
    if tuned.validation is not None:
        table["fold"] = _validation_object(tuned.validation)["folds"]
    return table


def _number_objects(tuned: Tuned) -> list[dict[str, Any]]:
    made = []
    for place, (name, number) in enumerate(zip(tuned.names, tuned.numbers, strict=True)):
        low, high = tuned.spread(place)
        against = tuned.against[place]
        made.append({"name": name, "value": number + 0.0, "lowest_fold": low, "highest_fold": high, "against": against})
    return made


def _data(campaigns: Sequence[CampaignData]) -> list[dict[str, Any]]:
    return [
        {
            "name": campaign.name,
            "sha256": campaign.digest,
            "systems": len(campaign.systems),
            "segments": campaign.segments,
            "comparisons": campaign.pairs.judgments,
        }
        for campaign in campaigns
    ]


def _validation_object(validation: Validation) -> dict[str, Any]:
    return {
        "left_out": validation.unit,
        "untuned": validation.untuned,
        "tuned": validation.tuned,
        "gain": validation.gain,
        "low": validation.low,
        "high": validation.high,
        "level": validation.level,
        "resamples": validation.resamples,
        "verdict": validation.verdict,
        "folds": [
            {
                "name": fold.name,
                "untuned": fold.untuned,
                "tuned": fold.tuned,
                "baseline": fold.baseline,
                "numbers": list(fold.numbers),
            }
            for fold in validation.folds
        ],
    }


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_nan(item) for item in value]
    return finite_or_none(value) if isinstance(value, float) else value
