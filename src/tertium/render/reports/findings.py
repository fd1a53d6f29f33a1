"""Findings for people: one sentence each beside a score, or with their reasons and remedies."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from tertium.errors import either, printable
from tertium.results.diagnosis import Diagnosis, Finding

_WIDTH = 100


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


def page(diagnosis: Diagnosis) -> str:
    """The whole diagnosis, by code."""
    by_code: dict[str, list[Finding]] = {}
    for finding in diagnosis.findings:
        by_code.setdefault(finding.code, []).append(finding)
    parts = []
    for code, same in by_code.items():
        lines = [f"{code} {same[0].title}"]
        for finding in same:
            place = f"{printable(finding.file)}{f':{finding.line}' if finding.line else ''}"
            seen = finding.saw + (f" ({finding.count} times)" if code < "T100" and finding.count > 1 else "")
            lines += _wrapped(f"  {finding.severity + ':':9}", f"{place}: {seen}")
        lines += _wrapped("  why:     ", same[0].why)
        lines += _wrapped("  fix:     ", same[0].fix)
        parts.append("".join(f"{line}\n" for line in lines))
    notes = len(diagnosis.findings) - len(diagnosis.warnings)
    summary = (
        f"{_counted(len(diagnosis.warnings), 'warning')}, {_counted(notes, 'note')}; "
        f"{_counted(diagnosis.segments, 'segment')} checked\n"
    )
    rest = "".join(f"not checked: {code}, {why}\n" for code, why in diagnosis.unchecked.items())
    return "\n".join([*parts, summary + rest])


def _wrapped(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
