"""Findings for people: one sentence each beside a score, or with their reasons and remedies."""

from __future__ import annotations

from collections.abc import Iterable

from tertium.errors import either, printable
from tertium.render.tables.widths import text_lines
from tertium.results.diagnosis import Diagnosis, Finding

_PAGE = 80  # columns of plain text where nobody says
_GLUE = "\ue000"  # for private use, so no text that is shown has it


def sentence(finding: Finding, unit: str = "line") -> str:
    """``sys.txt line 3: what was seen; what to do. [T117]``"""
    place = f"{printable(finding.file)}{f' {unit} {finding.line}' if finding.line else ''}: " if finding.file else ""
    if finding.code < "T100":  # remarks of reading say in one sentence what was done
        times = f" ({finding.count} times)" if finding.count > 1 else ""
        return f"{place}{finding.saw}{times}. [{finding.code}]"
    return f"{place}{finding.saw}; {finding.fix}. [{finding.code}]"


def grouped(findings: Iterable[Finding], unit: str = "line") -> list[str]:
    """One sentence for each finding; of more than two files with the same one, the first two stand for all."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    said = []
    for code, same in by_code.items():
        said += [sentence(finding, unit) for finding in same[:2]]
        others = len({finding.file for finding in same[2:]} - {finding.file for finding in same[:2]})
        if others:
            doctor = either("'tertium doctor'", "tertium.doctor")
            said.append(f"the same for {others} other file{'' if others == 1 else 's'}; {doctor} lists all. [{code}]")
    return said


def page(diagnosis: Diagnosis, columns: int | None = None) -> str:
    """The whole diagnosis, by code; files of which the same is said stand together."""
    columns = columns or _PAGE
    parts = []
    for code, same in by_code(diagnosis):
        lines = [f"{code} {same[0].title}"]
        for (severity, seen), files in by_what_was_seen(same).items():
            lines += _wrapped(f"  {severity + ':':9}", f"{', '.join(files)}: {seen}", columns)
        lines += _wrapped("  why:     ", same[0].why, columns)
        lines += _wrapped("  fix:     ", same[0].fix, columns)
        parts.append("".join(f"{line}\n" for line in lines))
    rest = [
        line
        for code, why in diagnosis.unchecked.items()
        for line in _wrapped("not checked: ", f"{code}, {why}", columns)
    ]
    return "\n".join([*parts, f"{summary(diagnosis)}\n" + "".join(f"{line}\n" for line in rest)])


def by_code(diagnosis: Diagnosis) -> list[tuple[str, list[Finding]]]:
    by_code: dict[str, list[Finding]] = {}
    for finding in diagnosis.findings:
        by_code.setdefault(finding.code, []).append(finding)
    return list(by_code.items())


def by_what_was_seen(same: Iterable[Finding]) -> dict[tuple[str, str], list[str]]:
    """Places by severity and what was seen there."""
    places: dict[tuple[str, str], list[str]] = {}
    for finding in same:
        place = f"{printable(finding.file)}{f':{finding.line}' if finding.line else ''}"
        seen = finding.saw + (f" ({finding.count} times)" if finding.code < "T100" and finding.count > 1 else "")
        places.setdefault((finding.severity, seen), []).append(place)
    return places


def summary(diagnosis: Diagnosis) -> str:
    notes = len(diagnosis.findings) - len(diagnosis.warnings)
    return (
        f"{_counted(len(diagnosis.warnings), 'warning')}, {_counted(notes, 'note')}; "
        f"{_counted(diagnosis.segments, 'segment')} checked"
    )


def _wrapped(label: str, text: str, columns: int) -> list[str]:
    """In lines of so many columns; a number and its per cent stay together."""
    lines = text_lines(text.replace(" %", f"{_GLUE}%"), max(columns - len(label), 20))
    return [f"{' ' * len(label) if place else label}{line}".replace(_GLUE, " ") for place, line in enumerate(lines)]


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
