"""The tables of a whole system's word order: overview, displacement, lengths, kinds of words, longest moves."""

from __future__ import annotations

from collections.abc import Callable

from tertium.errors import counted
from tertium.render.reports.order_words import quoted, what_happened
from tertium.render.tables.grid import NO_SCORE, Column
from tertium.render.tables.sheets import Sheet
from tertium.render.tables.widths import cell_width, shortened
from tertium.results.order import Displacement, OrderByLength, OrderReport, WordKind

_LEAST_QUOTED = 20  # columns of a moved text, however narrow the place


def sheets(report: OrderReport, columns: int = 80) -> tuple[list[Sheet], list[str]]:
    """The tables, and the notes that belong below them; moved texts are shortened to fit so many columns."""
    made = [_overview(report), _displacement(report), *_lengths(report)]
    moved = f"{report.unit}s that moved, by frequency in the references"
    for by, title in (("frequency", moved), ("pos", "by part of speech")):
        kinds = _kinds(report, by)
        if kinds:
            made.append(_kind_sheet(report, title, by, kinds))
    if any(system.longest for system in report.systems):
        made.append(_longest(report, columns))
    return made, notes(report)


def about(report: OrderReport) -> str:
    """What was compared."""
    which = "" if report.references == 1 else f", each against the nearest of {report.references} references"
    return f"{counted(report.segments, 'segment')}{which}"


def notes(report: OrderReport) -> list[str]:
    unit = report.unit
    linked = "from files" if report.links == "given" else f"built-in aligner, tokenizer {report.tokenizer}"
    stems = "" if report.language == "none" or report.links == "given" else f", stems of '{report.language}'"
    none = [f"no {unit} corresponds; is the tokenizer right? A language pair such as en-zh chooses one."]
    return [
        *([] if any(system.facts.words for system in report.systems) else none),
        f"{about(report)}.",
        f"links: {linked}{stems}.",
        f"monotone: no corresponding {unit} moved, of the segments with at least two.",
        f"moved: of the corresponding {unit}s; distance: over how many of them.",
        "Kendall, Hamming, Ulam: means of the segments, align=direct.",
    ]


def bin_label(given: Displacement) -> str:
    """How far, without the direction: ``3-4``, ``17+``."""
    near, far = given.least, given.most
    if near is None or far is None:
        return f"{abs(near if near is not None else far or 0)}+"
    low, high = sorted((abs(near), abs(far)))
    return str(low) if low == high else f"{low}-{high}"


def length_label(given: OrderByLength) -> str:
    return f"{given.least}+" if given.most is None else f"{given.least}-{given.most}"


def percent(share: float) -> str:
    return NO_SCORE if share != share else f"{100 * share:.1f}"


def _one_decimal(number: float) -> str:
    return NO_SCORE if number != number else f"{number:.1f}"


def _number(title: str) -> Column:
    return Column(title, numeric=True)


def _overview(report: OrderReport) -> Sheet:
    columns = ("monotone %", "moved %", "distance", "Kendall", "Hamming", "Ulam")
    rows = []
    for system in report.systems:
        facts = system.facts
        numbers = (facts.distance, facts.kendall, facts.hamming, facts.ulam)
        rows.append(
            (
                system.name,
                percent(facts.monotone_share),
                percent(facts.moved_share),
                *map(_one_decimal, numbers),
            )
        )
    return Sheet("word order", (Column("system"), *map(_number, columns)), tuple(rows))


def _displacement(report: OrderReport) -> Sheet:
    """The two outermost classes of each side as one: tables are narrow."""

    def merged(bins: tuple[Displacement, ...]) -> list[Displacement]:
        first, second, *inner, last_but_one, last = bins
        left = Displacement(None, second.most, first.words + second.words, first.share + second.share)
        share = last_but_one.share + last.share
        return [left, *inner, Displacement(last_but_one.least, None, last_but_one.words + last.words, share)]

    labels = [bin_label(each) for each in merged(report.systems[0].facts.displacement)]
    middle = len(labels) // 2
    titles = [*(f"←{label}" for label in labels[:middle]), "0", *(f"{label}→" for label in labels[middle + 1 :])]
    rows = tuple(
        (system.name, *(percent(each.share) for each in merged(system.facts.displacement))) for system in report.systems
    )
    title = f"how far moved {report.unit}s went, % of all that correspond: ← earlier, → later"
    return Sheet(title, (Column("system"), *map(_number, titles)), rows)


def _lengths(report: OrderReport) -> list[Sheet]:
    labels: dict[str, int] = {}
    for system in report.systems:
        for each in system.lengths:
            labels[length_label(each)] = each.least
    ordered = sorted(labels, key=lambda label: labels[label])

    def sheet(title: str, value: Callable[[OrderByLength], str]) -> Sheet:
        rows = []
        for system in report.systems:
            known = {length_label(each): value(each) for each in system.lengths}
            rows.append((system.name, *(known.get(label, NO_SCORE) for label in ordered)))
        return Sheet(title, (Column("system"), *map(_number, ordered)), tuple(rows))

    by = f"by {report.unit}s of the reference"
    return [
        sheet(f"monotone segments, %, {by}", lambda each: percent(each.facts.monotone_share)),
        sheet(f"moved {report.unit}s, %, {by}", lambda each: percent(each.facts.moved_share)),
        sheet(f"Kendall, {by}", lambda each: _one_decimal(each.facts.kendall)),
    ]


def _kinds(report: OrderReport, by: str) -> list[str]:
    seen: dict[str, None] = {}
    for system in report.systems:
        for kind in system.facts.kinds:
            if kind.by == by:
                seen[kind.kind] = None
    return list(seen)


def _kind_sheet(report: OrderReport, title: str, by: str, kinds: list[str]) -> Sheet:
    if len(report.systems) == 1:
        return _kinds_of_one(report, title, by)
    rows = []
    for system in report.systems:
        known: dict[str, WordKind] = {kind.kind: kind for kind in system.facts.kinds if kind.by == by}
        rows.append((system.name, *(percent(known[kind].share) if kind in known else NO_SCORE for kind in kinds)))
    return Sheet(f"{title}, %", (Column("system"), *map(_number, kinds)), tuple(rows))


def _kinds_of_one(report: OrderReport, title: str, by: str) -> Sheet:
    """One system leaves room for more: how many words there are, how far they moved, which they are."""
    rows = []
    for kind in report.systems[0].facts.kinds:
        if kind.by == by:
            distance = NO_SCORE if kind.distance != kind.distance else f"{kind.distance:.1f}"
            named = ", ".join(quoted(shortened(word, 16)) for word in kind.examples)
            rows.append((kind.kind, str(kind.words), percent(kind.share), distance, named))
    columns = [Column("kind"), _number(f"{report.unit}s"), _number("moved %"), _number("distance")]
    if by == "frequency":
        columns.append(Column("moved most often"))
    return Sheet(title, tuple(columns), tuple(row[: len(columns)] for row in rows))


def _longest(report: OrderReport, columns: int) -> Sheet:
    most = columns // 4  # a name has no claim to more of a line whose point is what follows
    names = max(cell_width(shortened(system.name, most)) for system in report.systems)
    rows = []
    for system in report.systems:
        for place, found in enumerate(system.longest):
            happened = what_happened(found.move, report.unit)
            room = columns - max(names, 6) - 19 - cell_width(happened)  # with the gaps of a terminal's table
            text = quoted(_shortened_words(found.move.text, max(room, _LEAST_QUOTED)))
            name = "" if place else shortened(system.name, most)
            rows.append((name, str(found.segment), f"{text} {happened}"))
    return Sheet("longest moves", (Column("system"), Column("segment"), Column("what")), tuple(rows))


def _shortened_words(text: str, width: int) -> str:
    """As many words of the beginning and of the end as fit; of a text without spaces, characters."""
    if cell_width(text) <= width:
        return text
    words = text.split()
    front = back = 0
    while front + back < len(words):
        here, there = (front + 1, back) if front <= back else (front, back + 1)
        if cell_width(" ".join([*words[:here], "…", *words[len(words) - there :]])) > width:
            break
        front, back = here, there
    return " ".join([*words[:front], "…", *words[len(words) - back :]]) if back else shortened(text, width)
