"""The header of a report: what was compared, what the doctor found, how to repeat it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tertium.errors import counted
from tertium.render.page.assembly import Part, text
from tertium.results.diagnosis import Finding
from tertium.results.report import FullReport

THEME_BUTTON = '<button type="button" class="theme" hidden>Dark</button>'

_CODE = re.compile(r"\[T\d+\]$")
_MOST_PLACES = 3  # files that are named of one finding


def section(report: FullReport) -> Part:
    return Part("about", "What was compared", _facts(report) + _findings(report) + _repeating(report))


def _facts(report: FullReport) -> str:
    names = [name for name, _ in report.groups]
    shown = ", ".join(f"<bdi>{text(name)}</bdi>" for name in names)
    facts = [("system" if len(names) == 1 else f"{len(names)} systems", shown)]
    if len(names) > 1:
        facts.append(("baseline", f"<bdi>{text(report.comparison.procedure.baseline)}</bdi>"))
    facts.append(("segments", _segments(report)))
    facts.append(("references", _references(report)))
    facts.append(("sources", "given" if report.texts.source is not None else "not given"))
    if report.documents is not None:
        facts.append(("documents", f"{len(report.documents[0]):,}, drawn whole"))
    languages = "not given" if report.languages is None else " → ".join(text(code or "?") for code in report.languages)
    facts.append(("languages", languages))
    facts.append(("metrics", ", ".join(f"<bdi>{text(metric.metric)}</bdi>" for metric in report.comparison.metrics)))
    return _list(facts)


def _list(facts: list[tuple[str, str]]) -> str:
    return f'<dl class="facts">{"".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)}</dl>\n'


def _segments(report: FullReport) -> str:
    if report.numbers is None:
        return f"{report.segments:,}"
    return (
        f"{report.segments:,}; this page has the texts of {report.places:,} of them, the most telling ones: those in "
        "which systems differ most, metrics disagree, scores are lowest, or the doctor found something. Numbers of the "
        "whole set are those of all segments; under a filter they are of the segments in the page."
    )


def _references(report: FullReport) -> str:
    most = len(report.texts.references)
    fewer = any(None in texts for texts in report.texts.references)
    return f"{'up to ' if fewer else ''}{most} for each segment"


def _findings(report: FullReport) -> str:
    by_code: dict[tuple[str, str], list[Finding]] = {}
    for finding in report.findings:
        by_code.setdefault((finding.severity, finding.code), []).append(finding)
    worst_first = sorted(by_code.values(), key=lambda same: same[0].severity != "warning")
    items = [*(_finding(same, report.unit) for same in worst_first), *_remarks(report)]
    said = f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>" if items else "<p>Nothing odd was seen.</p>"
    return f"<h3>What is odd about the texts</h3>\n{said}\n{_unchecked(report)}"


def _unchecked(report: FullReport) -> str:
    """What ``tertium doctor`` would look at more closely."""
    if not report.unchecked:
        return ""
    items = "".join(f"<li><code>{text(code)}</code> {text(why)}</li>" for code, why in report.unchecked.items())
    return (
        "<details><summary>What was not fully checked</summary><p>A report looks at the texts while it scores them. "
        f"<code>tertium doctor</code> looks at all of them; here these were checked</p><ul>{items}</ul></details>\n"
    )


def _finding(same: list[Finding], unit: str) -> str:
    """One code: what was seen where, and behind it why it matters and what to do."""
    first = same[0]
    places = []
    for finding in same[:_MOST_PLACES]:
        line = f" {unit} {finding.line}" if finding.line else ""
        times = f" ({counted(finding.count, 'time')})" if finding.count > 1 and finding.code < "T100" else ""
        places.append(f"<bdi>{text(finding.file)}</bdi>{line}: {text(finding.saw)}{times}")
    if len(same) > _MOST_PLACES:
        places.append(f"the same for {len(same) - _MOST_PLACES} more")
    note = "" if first.severity == "warning" else "note, "
    return (
        f"{note}<code>{text(first.code)}</code> <strong>{text(first.title)}</strong>: {'; '.join(places)}."
        f"<details><summary>Why it matters, what to do</summary><p>{text(_sentence(first.why))} "
        f"{text(_sentence(first.fix))}</p></details>"
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _remarks(report: FullReport) -> Iterator[str]:
    """What else was remarked; the doctor's own sentences end in their codes and stand above."""
    for sentence in report.comparison.warnings:
        if not _CODE.search(sentence):
            yield f'<span dir="auto">{text(sentence)}</span>'


def _repeating(report: FullReport) -> str:
    how = report.comparison.procedure
    made: list[tuple[str, str]] = []
    if report.command is not None:
        made.append(("command", f'<code dir="ltr">{text(report.command)}</code>'))
    made.append(("versions", text("; ".join(report.versions))))
    test = {"bs": "paired bootstrap", "ar": "approximate randomisation"}[how.test]
    sides = {"two": "two-sided", "one": "one-sided", "moses": "as Moses reads it"}[how.sides]
    trials = "" if how.trials is None else f", {how.trials:,} trials"
    made.append(
        (
            "draws",
            f"{how.resamples:,} resamples of {how.units:,} {how.unit}s{trials}, seed {how.seed}; {test}, {sides}, "
            f"corrected by Holm; intervals of {how.level:.0%}, tests at {how.alpha:g}",
        )
    )
    for metric in report.comparison.metrics:
        signature = text(metric.signature).replace(",", ",<wbr>")
        made.append((f"<bdi>{text(metric.metric)}</bdi>", f'<code dir="ltr">{signature}</code>'))
    return f"<details><summary>How to repeat it</summary>{_list(made)}</details>\n"
