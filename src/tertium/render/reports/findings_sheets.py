"""Findings as tables, for pages."""

from __future__ import annotations

from tertium.render.reports.findings import by_code, by_what_was_seen, summary
from tertium.render.tables.grid import Column
from tertium.render.tables.sheets import Section, Sheet
from tertium.results.diagnosis import Diagnosis


def sections(diagnosis: Diagnosis) -> list[Section]:
    """The same as tables: one for each code, with what to do below it."""
    made = [Section(lines=(summary(diagnosis),))]
    for code, same in by_code(diagnosis):
        rows = tuple((severity, ", ".join(files), seen) for (severity, seen), files in by_what_was_seen(same).items())
        columns = (Column("severity"), Column("where"), Column("what was seen"))
        sheet = Sheet(f"{code} {same[0].title}", columns, rows)
        made.append(Section(sheet=sheet, notes=(f"Why it matters: {same[0].why}.", f"What to do: {same[0].fix}.")))
    rest = tuple(f"Not checked: {code}, {why}." for code, why in diagnosis.unchecked.items())
    return [*made, Section(notes=rest)]
