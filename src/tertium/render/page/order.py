"""How whole systems order words: a table of all, and a profile of each beside the baseline.

A profile has three parts: how far moved words went (bars, in % of all that correspond; dashed: the system beside it),
the same as difference in percentage points, and Kendall's similarity by the length of the reference (dashed: as above).
Without scripts every system stands beside the baseline. ``profiles.js`` shows any two beside each other; for that the
SVG has the numbers and the geometry it was drawn by:

| attribute | what |
|---|---|
| `data-shares`, `data-kendall` | numbers from left to right; empty where there is none |
| `data-base`, `data-unit` | y of the foot of the bars, units for a share of 1 |
| `data-middle`, `data-point` | y of no difference, units for a share of 1 |
| `data-foot`, `data-low`, `data-step` | y of Kendall `data-low`, units for 1 |
| `data-left`, `data-wide`, `data-gap`, `data-stride` | x of the first bar, its width, the space between; of lengths |

Elements that change: ``path.outline.shares``, ``path.outline.kendall``, ``rect.difference``, ``text.difference`` (of
bin ``data-bin``), ``.beside`` in the caption.
"""

from __future__ import annotations

import math
from dataclasses import replace
from html import escape

from tertium.render.page.assembly import Part, text
from tertium.render.page.plots import drawing, figure, label, table
from tertium.render.reports import order_sheets
from tertium.render.reports.order_sheets import bin_label, length_label, percent
from tertium.render.reports.order_words import quoted, what_happened
from tertium.render.tables.html import body as tables
from tertium.render.tables.sheets import Section
from tertium.render.tables.widths import shortened
from tertium.results.order import OrderByLength, OrderReport, SystemOrder
from tertium.results.report import FullReport

_LEFT, _BAR, _GAP = 8.0, 28.0, 4.0
_TALL, _SWING, _KENDALL = 96.0, 40.0, 60.0  # heights of the three parts


def section(report: FullReport) -> Part | None:
    """None where no word of any output corresponds to one of a reference."""
    found = report.order
    if found is None or not any(system.facts.words for system in found.systems):
        return None
    language = None if report.languages is None else report.languages[1]
    return Part("order", "Word order", body(found, _baseline(report, found), language))


def _baseline(report: FullReport, found: OrderReport) -> int:
    """The system that others are compared with; the first run of it, if it has several."""
    named = report.comparison.procedure.baseline
    members = next((members for name, members in report.groups if name == named), (0,))
    return members[0]


def body(found: OrderReport, baseline: int, language: str | None = None) -> str:
    """``language`` is that of the outputs, whose words are quoted."""
    sheets, notes = order_sheets.sheets(found, 140)
    overview, _displacement, *more = sheets
    shown = [sheet for sheet in more if sheet.title != "longest moves"]
    details = tables([Section(sheet=sheet) for sheet in shown]) + tables([Section(notes=tuple(notes))])
    layout = _Layout.of(found, baseline)
    panels = "".join(_profile(found, place, baseline, layout, language) for place in range(len(found.systems)))
    several = len(found.systems) > 1
    which = "" if found.references == 1 else " that is nearest to the output"
    intro = (
        f"<p>How far {found.unit}s moved against the reference{which}: "
        "left of the middle to the front, right of it to the end. "
        + (f"Dashed: <bdi>{text(found.systems[baseline].name)}</bdi>, the baseline." if several else "")
        + "</p>"
    )
    return (
        tables([Section(sheet=replace(overview, title=""))])  # the section has the title
        + f"<details><summary>By length and by kind of {found.unit}</summary>{details}</details>\n"
        + f"<h3>How far {found.unit}s move</h3>\n{intro}\n{_choice(found, baseline) if several else ''}"
        + f'<div class="pictures profiles">{panels}</div>\n'
    )


def _choice(found: OrderReport, baseline: int) -> str:
    """Two lists to choose from; scripts show them."""
    other = next((place for place in range(len(found.systems)) if place != baseline), 0)
    lists = []
    for side, word, chosen in (("one", "Beside each other", baseline), ("other", "and", other)):
        options = "".join(
            f'<option value="{place}"{" selected" if place == chosen else ""}>{text(system.name)}</option>'
            for place, system in enumerate(found.systems)
        )
        lists.append(f'<label>{word} <select data-profile="{side}">{options}</select></label>')
    return (
        f'<div class="choice" hidden>{"".join(lists)}'
        '<button type="button" data-profile="two">Show these two</button>'
        '<button type="button" data-profile="all" hidden>Show all beside the baseline</button></div>\n'
    )


class _Layout:
    """What all profiles share: scales, and where their parts stand."""

    def __init__(self, most: float, swing: float, low: float, high: float, labels: list[str], bins: int) -> None:
        self.unit = _TALL / most
        self.point = _SWING / swing
        self.low, self.high = low, high
        self.step = _KENDALL / (high - low)
        self.labels = labels
        self.base = 34.0 + _TALL
        self.middle = self.base + 36.0 + _SWING
        self.foot = self.middle + _SWING + 40.0 + _KENDALL
        self.width = _LEFT + bins * (_BAR + _GAP) + 30.0
        self.stride = (bins * (_BAR + _GAP)) / max(len(labels), 1)
        self.height = self.foot + 22.0

    @staticmethod
    def of(found: OrderReport, baseline: int) -> _Layout:
        bins = [[each.share for each in system.facts.displacement] for system in found.systems]
        known = [[share for share in shares if share == share] for shares in bins]
        most = max((share for shares in known for share in shares), default=0.0) or 1.0
        # Any two systems may come to stand beside each other: the largest difference of all decides.
        swing = max(
            (max(column) - min(column) for column in zip(*bins, strict=True) if column[0] == column[0]), default=0.0
        )
        lengths: dict[str, int] = {}
        values = []
        for system in found.systems:
            for each in system.lengths:
                lengths[length_label(each)] = each.least
                values.append(each.facts.kendall)
        values = [value for value in values if math.isfinite(value)] or [0.0, 100.0]
        low, high = math.floor(min(values) / 5) * 5.0, math.ceil(max(values) / 5) * 5.0
        high = high if high > low else low + 5.0
        labels = sorted(lengths, key=lambda name: lengths[name])
        return _Layout(most, max(swing, 0.001), low, high, labels, len(bins[0]))


def _profile(found: OrderReport, place: int, baseline: int, layout: _Layout, language: str | None) -> str:
    system, other = found.systems[place], found.systems[baseline]
    shares = [each.share for each in system.facts.displacement]
    theirs = [each.share for each in other.facts.displacement]
    kendall, their_kendall = _kendall(system, layout), _kendall(other, layout)
    beside = place != baseline
    parts = [*_bars(system, layout), *_lengths(kendall, layout)]
    if len(found.systems) > 1:
        parts += _differences(shares, theirs if beside else shares, layout)
        outline = _outline(theirs, layout) if beside else ""
        parts.append(f'<path class="outline shares" d="{outline}"/>')
        line = _line(their_kendall, layout) if beside else ""
        parts.append(f'<path class="outline kendall" d="{line}"/>')
    parts += _shares(system, layout)
    facts = system.facts
    said = (
        f"monotone {percent(facts.monotone_share)} %, moved {percent(facts.moved_share)} %, by "
        f"{facts.distance:.1f} {found.unit}s on average; Kendall {facts.kendall:.1f}"
        if facts.words
        else f"no {found.unit} corresponds"
    )
    numbers = (
        f' data-system="{place}" data-shares="{_listed(shares)}" data-kendall="{_listed(kendall)}"'
        f' data-base="{layout.base:g}" data-unit="{layout.unit!r}" data-middle="{layout.middle:g}"'
        f' data-point="{layout.point!r}" data-foot="{layout.foot:g}" data-low="{layout.low:g}"'
        f' data-step="{layout.step!r}"'
        f' data-left="{_LEFT:g}" data-wide="{_BAR:g}" data-gap="{_GAP:g}" data-stride="{layout.stride!r}"'
    )
    versus = f"beside <bdi>{text(shortened(other.name, 28))}</bdi>" if beside else "the baseline"
    caption = (
        f'<strong dir="auto" title="{text(system.name)}">{text(shortened(system.name, 44))}</strong> '
        f'<span class="beside">{versus if len(found.systems) > 1 else ""}</span><br><span class="note">{said}</span>'
    )
    return figure(
        caption,
        drawing(layout.width, layout.height, "".join(parts), f"word order of {system.name}: {said}"),
        _numbers(system, other, shares, theirs, beside),
        kind="profile",
        attributes=numbers,
        below=_quotes(found, system, language),
    )


def _bars(system: SystemOrder, layout: _Layout) -> list[str]:
    made = [label(_LEFT, 12, "% of words, by how far they moved", kind="tick")]
    bins = system.facts.displacement
    middle = len(bins) // 2
    for place, each in enumerate(bins):
        x, tall = _LEFT + place * (_BAR + _GAP), _height(each.share) * layout.unit
        kind = "around" if place == middle else "earlier" if place < middle else "later"
        made.append(
            f'<rect class="bar {kind}" x="{x:.1f}" y="{layout.base - tall:.1f}" width="{_BAR:g}" height="{tall:.1f}"/>'
        )
        made.append(label(x + _BAR / 2, layout.base + 12, bin_label(each), "middle", "tick"))
    end = _LEFT + len(bins) * (_BAR + _GAP) - _GAP
    made.append(f'<path class="axis" d="M{_LEFT:g} {layout.base:g}H{end:g}"/>')
    made.append(label(_LEFT, layout.base + 25, "← earlier", kind="tick"))
    made.append(label(end, layout.base + 25, "later →", "end", "tick"))
    return made


def _shares(system: SystemOrder, layout: _Layout) -> list[str]:
    """The numbers over the bars; they come last, so that no outline strikes them out."""
    made = []
    for place, each in enumerate(system.facts.displacement):
        x, y = _LEFT + place * (_BAR + _GAP) + _BAR / 2, layout.base - _height(each.share) * layout.unit - 3
        made.append(label(x, y, percent(each.share), "middle", "tick over"))
    return made


def _differences(shares: list[float], theirs: list[float], layout: _Layout) -> list[str]:
    end = _LEFT + len(shares) * (_BAR + _GAP) - _GAP
    made = [f'<path class="axis" d="M{_LEFT:g} {layout.middle:g}H{end:g}"/>']
    half = len(shares) // 2
    for place, (mine, other) in enumerate(zip(shares, theirs, strict=True)):
        x, size = _LEFT + place * (_BAR + _GAP), (_height(mine) - _height(other)) * layout.point
        top = layout.middle - max(size, 0.0)
        kind = "around" if place == half else "earlier" if place < half else "later"
        said = f"{100 * (mine - other):+.1f}"
        shown = "" if said in ("+0.0", "-0.0") or mine != mine or other != other else said
        y = layout.middle - size - 3 if size >= 0 else layout.middle - size + 11
        made.append(
            f'<rect class="bar difference {kind}" data-bin="{place}" x="{x:.1f}" y="{top:.1f}" width="{_BAR:g}" '
            f'height="{abs(size):.1f}"/>'
            f'<text class="tick difference" data-bin="{place}" x="{x + _BAR / 2:.1f}" y="{y:.1f}" '
            f'text-anchor="middle">{shown}</text>'
        )
    made.append(label(end + 4, layout.middle + 4, "± pp", kind="tick"))
    return made


def _lengths(kendall: list[float], layout: _Layout) -> list[str]:
    made = [label(_LEFT, layout.foot - _KENDALL - 10, "Kendall by length of the reference", kind="tick")]
    end = _LEFT + layout.stride * len(layout.labels)
    for value in (layout.low, layout.high):
        y = layout.foot - (value - layout.low) * layout.step
        made.append(f'<path class="grid" d="M{_LEFT:g} {y:.1f}H{end:.1f}"/>')
        made.append(label(end + 4, y + 4, f"{value:g}", kind="tick"))
    for place, name in enumerate(layout.labels):
        made.append(label(_LEFT + (place + 0.5) * layout.stride, layout.foot + 14, name, "middle", "tick"))
    made.append(f'<path class="curve" d="{_line(kendall, layout)}"/>')
    for place, value in enumerate(kendall):
        if math.isfinite(value):
            x, y = _LEFT + (place + 0.5) * layout.stride, layout.foot - (value - layout.low) * layout.step
            made.append(f'<circle class="point" cx="{x:.1f}" cy="{y:.1f}" r="3.5"><title>{value:.1f}</title></circle>')
    return made


def _outline(shares: list[float], layout: _Layout) -> str:
    """Steps around the bars of another system."""
    made = [f"M{_LEFT:g} {layout.base:g}"]
    for place, share in enumerate(shares):
        x = _LEFT + place * (_BAR + _GAP)
        made.append(f"V{layout.base - _height(share) * layout.unit:.1f}H{x + _BAR + _GAP:g}")
    return "".join([*made, f"V{layout.base:g}"])


def _line(values: list[float], layout: _Layout) -> str:
    made, up = [], True
    for place, value in enumerate(values):
        if not math.isfinite(value):
            up = True
            continue
        x, y = _LEFT + (place + 0.5) * layout.stride, layout.foot - (value - layout.low) * layout.step
        made.append(f"{'M' if up else 'L'}{x:.1f} {y:.1f}")
        up = False
    return "".join(made)


def _kendall(system: SystemOrder, layout: _Layout) -> list[float]:
    known: dict[str, OrderByLength] = {length_label(each): each for each in system.lengths}
    return [known[name].facts.kendall if name in known else float("nan") for name in layout.labels]


def _numbers(system: SystemOrder, other: SystemOrder, shares: list[float], theirs: list[float], beside: bool) -> str:
    bins = system.facts.displacement
    middle = len(bins) // 2
    rows = []
    for place, each in enumerate(bins):
        where = "around" if place == middle else "earlier" if place < middle else "later"
        row = [f"{bin_label(each)} {where}" if where != "around" else "0, around", str(each.words), percent(each.share)]
        if beside:
            row += [percent(theirs[place]), f"{100 * (shares[place] - theirs[place]):+.2f}"]
        rows.append(row)
    name = shortened(other.name, 28)
    head = ["moved by", "words", "% of all", *([f"% of {name}", "difference"] if beside else [])]
    lengths = [
        [length_label(each), str(each.facts.segments), percent(each.facts.monotone_share), f"{each.facts.kendall:.1f}"]
        for each in system.lengths
    ]
    return table(head, rows, title=f"displacement of {system.name}") + table(
        ["length", "segments", "monotone %", "Kendall"], lengths, title=f"Kendall by length of {system.name}"
    )


def _quotes(found: OrderReport, system: SystemOrder, language: str | None) -> str:
    """The most displaced blocks, as written."""
    lang = "" if language is None else f' lang="{text(language)}"'
    listed = "".join(
        f"<li>segment {one.segment}{f', reference {one.reference}' if found.references > 1 else ''}: "
        f"<bdi{lang}>{escape(quoted(one.move.text))}</bdi> {what_happened(one.move, found.unit)}</li>"
        for one in system.longest
    )
    if not listed:
        return ""
    return f'<details class="displaced"><summary>Most displaced blocks</summary><ul>{listed}</ul></details>'


def _height(share: float) -> float:
    return share if share == share else 0.0


def _listed(values: list[float]) -> str:
    return ",".join("" if value != value else f"{value:.6g}" for value in values)
