"""What reading assumed, left out or found odd: counted and handed on, for a door to show. Nothing is printed here.

| kind | code | said when |
|---|---|---|
| `bom` | T001 | a UTF-8 byte order mark opened the file and was dropped |
| `cr` | T002 | lines ended in CR LF; the CR was stripped |
| `blank-hyp` | T003 | a hypothesis is blank; it is scored as empty text |
| `blank-ref` | T004 | the only reference of a segment is blank; it is scored as empty text |
| `absent-ref` | T005 | a blank or missing one among several references was left out |
| `skipped` | T006 | a segment without a text was skipped, as `missing="skip"` asks |
| `tab` | T007 | a file named .tsv was read as plain text |
| `maybe-header` | T008 | columns were given by number and the first line reads like a header |
| `no-links` | T009 | an alignment has no links where both sentences have words; scored 0, as `--align-empty` asks |
| `square` | T010 | as many hypotheses as references each, so that the nesting cannot be checked |
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tertium.arrays import Int64s
from tertium.corpus.chunk import Notice
from tertium.errors import either, option

_WORDS = {
    "bom": "starts with a byte order mark, which was dropped",
    "cr": "lines end in CR LF; the CR was stripped",
    "blank-hyp": "blank hypotheses; scored as empty text",
    "blank-ref": "the only reference is blank; scored as empty text",
    "absent-ref": "blank or missing references left out, because there are others "
    f"({option('--empty-ref keep')} keeps blank ones)",
    "skipped": "segments without a text were skipped",
    "tab": "read as plain text, with TABs as part of the text" + either(" (--hyp-col and --ref-col read columns)", ""),
    "maybe-header": "looks like a header, but was scored as a segment (name the columns instead of numbering them)",
    "no-links": "no alignment links although there are words; scored 0",
    "square": "each hypothesis has as many references as there are hypotheses: read as one list for each hypothesis "
    "(use tertium.streams(...) if each list is one reference)",
}

# What warnings of that kind are called where people choose among them (--ignore T002); the doctor's begin at T101.
CODES = {
    "bom": "T001",
    "cr": "T002",
    "blank-hyp": "T003",
    "blank-ref": "T004",
    "absent-ref": "T005",
    "skipped": "T006",
    "tab": "T007",
    "maybe-header": "T008",
    "no-links": "T009",
    "square": "T010",
}


class Found(list[Notice]):
    """Notices in the order they were made."""

    def note(self, code: str, file: str, line: int = 0, count: int = 1) -> None:
        if count > 0:
            self.append(Notice(code, _WORDS[code], file, line, count))

    def note_lines(self, code: str, file: str, lines: Int64s) -> None:
        """The same of some lines, given in their order."""
        if len(lines):
            self.append(Notice(code, _WORDS[code], file, int(lines[0]), len(lines), _runs(lines)))

    def take(self) -> tuple[Notice, ...]:
        """Hand over what was found so far."""
        taken = tuple(self)
        self.clear()
        return taken


def merged(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """One notice for each kind and file: counts added, the first line kept. The order of chunks does not matter."""
    whole: dict[tuple[str, str], Notice] = {}
    for notice in notices:
        before = whole.get((notice.code, notice.file))
        if before is not None:
            line = min(before.line, notice.line)
            runs = tuple(sorted((*before.runs, *notice.runs)))
            notice = Notice(notice.code, notice.message, notice.file, line, before.count + notice.count, runs)
        whole[notice.code, notice.file] = notice
    return tuple(sorted(whole.values(), key=lambda notice: (notice.file, notice.line, notice.code)))


def _runs(lines: Int64s) -> tuple[tuple[int, int], ...]:
    """Lines that follow one another as (first, last): a file whose every line is odd is one run."""
    ends = np.flatnonzero(np.diff(lines) != 1)
    firsts, lasts = lines[np.concatenate([[0], ends + 1])], lines[np.concatenate([ends, [len(lines) - 1]])]
    return tuple(zip(firsts.tolist(), lasts.tolist(), strict=True))
