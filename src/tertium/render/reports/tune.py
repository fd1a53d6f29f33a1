"""What tuning found: a text for people, an object for programs, and a metric card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tertium.analysis.tuning.objectives import COUNTED
from tertium.errors import printable
from tertium.metrics.card import FORMAT, write_card
from tertium.render.tables.grid import Column, Grid
from tertium.render.tables.sheets import Section, Sheet
from tertium.render.tables.text import aligned
from tertium.results.record import finite_or_none
from tertium.results.tuning import NOISE, REAL, TuneReport, Validation

_LANGUAGES_BY = {"option": "as given", "folder": "the folder's name", "folders": "the folders' names"}


def text(report: TuneReport) -> str:
    """The whole report."""
    return "\n".join("".join(f"{line}\n" for line in _lines(section)) for section in sections(report))


def sections(report: TuneReport) -> list[Section]:
    """What was tuned on what, the numbers found, how well they do, and the metric that has them."""
    languages = f"{report.languages} ({_LANGUAGES_BY[report.languages_by]})" if report.languages else ""
    names = ", ".join(printable(campaign.name) for campaign in report.campaigns)
    tuned = (
        f"{printable(report.given)}, tuned for {report.objective} of {report.level}s on {names} ({_judged(report)}); "
        f"method {_method(report)}"
    )
    options = [f"tokenizer and stems are those of {printable(languages)}"] if languages else []
    training = f"untuned is {report.baseline}; these are the data it was tuned on"
    return [
        Section((tuned, *options)),
        Section(sheet=_numbers(report)),
        Section(sheet=_table(["data", "untuned", "tuned"], _campaign_rows(report)), notes=(training,)),
        Section(("not validated: how it does on other data is not known",))
        if report.validation is None
        else _validated(report.validation, report.level),
        Section((report.metric,)),
    ]


def card(report: TuneReport, file: str) -> str:
    """The metric card; ``metric`` is a full signature, so that later defaults do not change what the card means."""
    table: dict[str, Any] = {
        "card": FORMAT,
        "metric": report.signature,
        "tuned": report.given,
        "objective": report.objective,
        "level": report.level,
        "method": report.method,
        "seed": report.seed,
        "tertium": report.version,
    }
    if report.languages:
        table["languages"] = report.languages
    if report.strength is not None:
        table["strength"] = report.strength
    if report.method in ("climb", "exact"):
        table["restarts"] = report.restarts
    table["training"] = {"baseline": report.baseline, "untuned": report.untuned, "tuned": report.tuned}
    validation = None if report.validation is None else _with_nan(report.validation.to_dict())
    if validation is not None:
        table["validation"] = {key: value for key, value in validation.items() if key != "folds"}
    table["number"] = [_with_nan(number.to_dict()) for number in report.numbers]
    table["data"] = [campaign.to_dict() for campaign in report.campaigns]
    if validation is not None:
        table["fold"] = validation["folds"]
    return write_card(table, f"A metric card of tertium: score with it as -m card:{printable(file)}")


def _with_nan(value: Any) -> Any:
    """TOML has no null, but NaN: a number that does not exist stays a number there."""
    if isinstance(value, dict):
        return {key: _with_nan(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_nan(item) for item in value]
    return float("nan") if value is None else value


def _judged(report: TuneReport) -> str:
    """What people did that the objective counts."""
    if report.level == "system":
        return f"systems by {', '.join(dict.fromkeys(campaign.systems_by for campaign in report.campaigns))}"
    if report.objective not in COUNTED:
        return f"{sum(campaign.scores for campaign in report.campaigns):,} scores of segments"
    judged = sum(campaign.comparisons for campaign in report.campaigns)
    return f"{judged:,} comparison{'' if judged == 1 else 's'}"


def _method(report: TuneReport) -> str:
    if report.strength is None:
        return report.method
    what = "C" if report.method == "svm" else "penalty"
    return f"{report.method} ({what} {report.strength:g})"


def _numbers(report: TuneReport) -> Sheet:
    rows = []
    for number in report.numbers:
        spread = "" if report.validation is None else f"{number.low:.3f} to {number.high:.3f}"
        remarks = []
        if number.against:
            remarks.append(f"{'negative: ' if number.value < 0 else ''}counts against what it measures")
        elif number.value < 0:
            remarks.append("less of it is better, hence negative")
        if number.low < 0 < number.high:
            remarks.append("its sign differs between folds")
        rows.append((printable(number.name), f"{number.value + 0.0:.3f}", spread, "; ".join(remarks)))
    return _table(["number", "value", "over folds", ""], rows)


def _campaign_rows(report: TuneReport) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        (printable(campaign.name), _figure(campaign.untuned), _figure(campaign.tuned)) for campaign in report.campaigns
    ]
    if len(rows) > 1:
        rows.append(("mean", _figure(report.untuned), _figure(report.tuned)))
    return rows


def _validated(validation: Validation, level: str) -> Section:
    rows = [
        (printable(fold.name), _figure(fold.untuned), _figure(fold.tuned), _signed(fold.tuned - fold.untuned))
        for fold in validation.folds
    ]
    rows.append(("mean", _figure(validation.untuned), _figure(validation.tuned), _signed(validation.gain)))
    sheet = _table(["left out", "untuned", "tuned", "gain"], rows)
    drawn = "segments" if level == "segment" else "systems"
    interval = f"{_signed(validation.low)} to {_signed(validation.high)}"
    how = f"({validation.resamples:,} resamples of {drawn})"
    lines = [f"gain {_signed(validation.gain)}, {validation.level:.0%} interval {interval} {how}"]
    verdict = validation.verdict
    if verdict == REAL:
        lines.append("verdict: the gain is real on data it was not tuned on")
    elif verdict == NOISE:
        lines.append(f"verdict: the gain is {NOISE}; untuned does as well")
    else:
        lines.append("verdict: tuning made it worse on data it was not tuned on; do not use these numbers")
    return Section(sheet=sheet, notes=tuple(lines))


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Sheet:
    """The first column holds names, one without a heading remarks, all others numbers."""
    columns = tuple(Column(title, numeric=bool(place and title)) for place, title in enumerate(headings))
    return Sheet("", columns, tuple(map(tuple, rows)))


def _lines(section: Section) -> list[str]:
    sheet = section.sheet
    table = [] if sheet is None else aligned(Grid(sheet.columns, sheet.rows)).splitlines()
    return [*section.lines, *table, *section.notes]


def _figure(value: float) -> str:
    return "n/a" if finite_or_none(value) is None else f"{value:.4f}"


def _signed(value: float) -> str:
    return "n/a" if finite_or_none(value) is None else f"{value:+.4f}"
