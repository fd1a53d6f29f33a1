"""Pictures of metrics beside people's judgments."""

from __future__ import annotations

import math

from tertium.errors import counted
from tertium.render.page.assembly import text
from tertium.render.page.plots import Scale, beside, drawing, figure, frame, label, table
from tertium.render.tables.grid import number_text
from tertium.render.tables.widths import shortened
from tertium.results.human_agreement import Bins, HumanAgreement, JudgedMetric

_WIDE, _HIGH = 560, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 14, 28, 40
_SHADES = 5
_NAMED = 30  # systems; beyond that names would cover the picture, and the table has them all


def systems(found: HumanAgreement) -> list[str]:
    """Each metric's score of every system beside people's."""
    return [_systems(found, metric) for metric in found.metrics]


def _systems(found: HumanAgreement, metric: JudgedMetric) -> str:
    x = Scale.over(found.people, _LEFT, _WIDE - _RIGHT, room=0.12)
    y = _upright(metric, metric.systems, room=0.1)
    points = [(x.at(a), y.at(b)) for a, b in zip(found.people, metric.systems, strict=True)]
    outliers = set(found.found.outliers)
    box = (_LEFT + 2.0, _TOP - 4.0, _WIDE - 2.0, _HIGH - _BOTTOM - 2.0)
    named = found.systems if len(found.systems) <= _NAMED else [""] * len(found.systems)
    parts = [frame(x, y, f"people: {found.by}", _direction(metric))]
    for (px, py), placed, name in zip(points, beside(points, named, box), found.systems, strict=True):
        kind = "point outlier" if name in outliers else "point"
        if placed is not None and placed.text:
            if placed.led:
                parts.append(f'<path class="lead" d="M{px:.1f} {py:.1f}L{placed.x:.1f} {placed.y:.1f}"/>')
            parts.append(label(placed.x, placed.y + 4, placed.text, placed.anchor))
        parts.append(f'<circle class="{kind}" cx="{px:.1f}" cy="{py:.1f}" r="4.5"><title>{text(name)}</title></circle>')
    rows = [(found.systems[k], number_text(found.people[k], 3), number_text(metric.systems[k], 3)) for k in found.ranks]
    hollow = "; outliers are hollow" if outliers else ""
    said = f"{metric.name} beside people's scores of {counted(len(found.systems), 'system')}"
    return figure(
        f"<bdi>{text(metric.name)}</bdi> beside people{hollow}",
        drawing(_WIDE, _HIGH, "".join(parts), said),
        table(("system", "people", metric.name), rows, title=said),
    )


def ranks(found: HumanAgreement) -> list[str]:
    """Scores from people's best system to their worst: a curve that should fall."""
    return [_ranks(found, metric) for metric in found.metrics] if len(found.systems) > 2 else []


def _ranks(found: HumanAgreement, metric: JudgedMetric) -> str:
    order = found.ranks
    scores = [metric.systems[place] for place in order]
    high = 260
    x = Scale(1, len(order), _LEFT + 12, _WIDE - _RIGHT - 12)
    y = _upright(metric, scores, room=0.08, high=high)
    step = math.ceil(len(order) / 20)
    ticks = [(float(rank), str(rank)) for rank in range(1, len(order) + 1, step)]
    parts = [frame(x, y, "rank by people (1 = best)", _direction(metric), x_ticks=ticks)]
    wrong = []
    for k in range(len(order) - 1):
        gain = scores[k + 1] - scores[k] if metric.higher_is_better else scores[k] - scores[k + 1]
        if gain > 0:
            wrong.append((gain, k))
        kind = "curve rise" if gain > 0 else "curve"
        ends = (x.at(k + 1), y.at(scores[k]), x.at(k + 2), y.at(scores[k + 1]))
        parts.append(f'<path class="{kind}" d="M{ends[0]:.1f} {ends[1]:.1f}L{ends[2]:.1f} {ends[3]:.1f}"/>')
    for k, place in enumerate(order):
        shown = text(f"{found.systems[place]}: {number_text(scores[k], 2)}")
        at = f'cx="{x.at(k + 1):.1f}" cy="{y.at(scores[k]):.1f}"'
        parts.append(f'<circle class="point" {at} r="4"><title>{shown}</title></circle>')
    rows = [
        (str(k + 1), found.systems[place], number_text(found.people[place], 3), number_text(scores[k], 3))
        for k, place in enumerate(order)
    ]
    said = f"{metric.name} from people's best system to their worst"
    return figure(
        f"<bdi>{text(metric.name)}</bdi>: {_wrong_steps(found, wrong, len(order) - 1)}",
        drawing(_WIDE, high, "".join(parts), said),
        table(("rank", "system", "people", metric.name), rows, words=2, title=said),
    )


def _wrong_steps(found: HumanAgreement, wrong: list[tuple[float, int]], steps: int) -> str:
    if not wrong:
        return f"all {steps} steps go the same way as people's"
    _, k = max(wrong)
    first, second = (found.systems[found.ranks[place]] for place in (k, k + 1))
    return (
        f"{len(wrong)} of {steps} steps go the other way (dashed), the largest from <bdi>{_short(first)}</bdi> "
        f"({k + 1}) to <bdi>{_short(second)}</bdi> ({k + 2})"
    )


def _short(name: str) -> str:
    return text(shortened(name, 28))


def segments(found: HumanAgreement) -> list[str]:
    """Segment scores beside people's, counted in a grid: dots would cover one another."""
    return [_segments(metric, metric.bins) for metric in found.metrics if metric.bins is not None]


def _segments(metric: JudgedMetric, bins: Bins) -> str:
    x = Scale(bins.people[0], bins.people[-1], _LEFT, _WIDE - _RIGHT)
    y = _upright(metric, bins.metric, room=0.0)
    most = max(map(max, bins.counts))
    parts = [frame(x, y, "people's score of the segment", _direction(metric))]
    for row, counts in enumerate(bins.counts):
        for column, count in enumerate(counts):
            if not count:
                continue
            left, right = x.at(bins.people[column]), x.at(bins.people[column + 1])
            top, bottom = sorted((y.at(bins.metric[row]), y.at(bins.metric[row + 1])))
            where = f"people {_range(bins.people, column)}, {metric.name} {_range(bins.metric, row)}"
            parts.append(
                f'<rect class="bin" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
                f'height="{bottom - top:.1f}" fill-opacity="{_shade(count, most):.2f}">'
                f"<title>{counted(count, 'segment')}: {text(where)}</title></rect>"
            )
    means = _means(bins)
    line = " ".join(f"{x.at(a):.1f},{y.at(b):.1f}" for a, b in means)
    if len(means) > 1:
        parts.append(f'<polyline class="mean" points="{line}"/>')
    parts += _legend(most)
    head = [f"{metric.name}", *(_range(bins.people, column) for column in range(len(bins.people) - 1))]
    rows = [
        [_range(bins.metric, row), *(str(count) if count else "" for count in counts)]
        for row, counts in reversed(list(enumerate(bins.counts)))
    ]
    said = f"{metric.name} of {bins.segments:,} segments beside people's scores"
    return figure(
        f"<bdi>{text(metric.name)}</bdi>, {bins.segments:,} judged segments; the line is the mean of each column",
        drawing(_WIDE, _HIGH, "".join(parts), said),
        table(head, rows, title=said),
    )


def _means(bins: Bins) -> list[tuple[float, float]]:
    """Of every column with segments: its middle, and the mean of the metric (of the middles of its cells)."""
    made = []
    for column in range(len(bins.people) - 1):
        counts = [row[column] for row in bins.counts]
        if total := sum(counts):
            middles = [(low + high) / 2 for low, high in zip(bins.metric, bins.metric[1:], strict=False)]
            mean = sum(count * middle for count, middle in zip(counts, middles, strict=True)) / total
            made.append(((bins.people[column] + bins.people[column + 1]) / 2, mean))
    return made


def _shade(count: int, most: int) -> float:
    """Five shades on a logarithmic scale: a single segment must be seen beside hundreds."""
    share = math.log1p(count) / math.log1p(most)
    return 0.15 + 0.8 * math.ceil(share * _SHADES) / _SHADES


def _legend(most: int) -> list[str]:
    """What the shades stand for, right of the title: it ends where the picture does, however large the counts are."""
    shades, low = [], 1
    for shade in range(1, _SHADES + 1):
        high = math.floor(math.expm1(math.log1p(most) * shade / _SHADES) + 1e-9)
        if high < low:
            continue
        said = str(low) if low == high else f"{low}–{high}"
        shades.append((said, f"{0.15 + 0.8 * shade / _SHADES:.2f}"))
        low = high + 1
    parts, at = [], _WIDE - sum(_legend_width(said) for said, _ in shades)
    for said, opacity in shades:
        parts.append(f'<rect class="bin" x="{at:.1f}" y="6" width="12" height="10" fill-opacity="{opacity}"/>')
        parts.append(label(at + 15, 15, said, kind="tick"))
        at += _legend_width(said)
    return parts


def _legend_width(said: str) -> float:
    """A square, its numbers, and room to the next one."""
    return 20 + 6.4 * len(said)


def _range(edges: tuple[float, ...], place: int) -> str:
    return f"{edges[place]:.4g} to {edges[place + 1]:.4g}"


def _upright(metric: JudgedMetric, values: tuple[float, ...] | list[float], room: float, high: float = _HIGH) -> Scale:
    """The better is higher up, also where lower scores are better."""
    bottom, top = high - _BOTTOM, float(_TOP)
    ends = (bottom, top) if metric.higher_is_better else (top, bottom)
    return Scale.over(values, *ends, room=room)


def _direction(metric: JudgedMetric) -> str:
    return metric.name if metric.higher_is_better else f"{metric.name} (lower is better)"
