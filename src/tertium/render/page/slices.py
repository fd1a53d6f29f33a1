"""Slices: the systems in parts of the set, as dot and line. Choosing a part filters the segments of the page.

Hooks for scripts: a part's heading is ``th[data-slice][data-label]`` (places in ``slices`` of the facts and in their
``labels``), its words ``.head`` and its number of segments ``.count``. Rows are ``tr[data-slice][data-label]
[data-system]`` with cells ``td[data-measure][data-cell="slice"]``: ``.score``, ``.spread`` and ``svg.dots`` as in the
leaderboard, and ``.mark``, "▲" or "▼" where the system is significantly better or worse there than the baseline, with
the class ``good`` or ``bad`` on the cell. ``.ends[data-slice][data-measure]`` names the ends of the axis.
Where the page draws the slices, cells have their ``.score`` alone, and the page makes the rest: 40 documents of five
systems would be 0.2 MB of empty marks and pictures.
"""

from __future__ import annotations

from tertium.analysis.comparing.resampling import FEW
from tertium.errors import counted
from tertium.render.page.assembly import Part, name_of, text
from tertium.render.page.dots import Axis, dots
from tertium.render.reports.comparison_numbers import Numbers
from tertium.results.comparisons import Comparison, Slice, SliceStanding
from tertium.results.report import FullReport, PageSlices

_WORDS = {
    "ref-length": "length of the references",
    "hyp-length": "length of the outputs",
    "src-length": "length of the sources",
    "order": "amount of reordering",
    "freq": "frequency of the words",
}
_MEANINGS = {
    "order": "Share of word pairs that stand in another order than in the reference, mean over the systems.",
    "freq": "How often the references' words occur in all references, geometric mean; 1: each occurs once.",
    "document": "Whole documents are drawn: of one alone there is no other draw, so it has no interval and no test.",
}
_STATIC = "Here are scores alone: lines, ▲ and ▼ are computed by the page's script, which does not run."


def in_words(by: str) -> str:
    """What a set is split by: one of ours, or the name of labels that somebody gave."""
    return _WORDS.get(by, by)


def section(report: FullReport) -> Part | None:
    if not report.slices:
        return None
    names = [name for name, _ in report.groups]
    drawn = report.slice_draws is not None
    tables = "".join(_part(report.comparison, place, part, names, drawn) for place, part in enumerate(report.slices))
    return Part("slices", "Slices", f"{tables}{_note(report, names)}")


def _part(result: Comparison, place: int, part: PageSlices, names: list[str], drawn: bool) -> str:
    title = f"By {in_words(part.by)}"
    meaning = _MEANINGS.get(part.by)
    standings = {(s.label, s.metric): s for s in result.slice_standings if s.by == part.by}
    tested = {(s.label, s.metric, s.second): s for s in result.slices if s.by == part.by}
    axes = [_axis(metric.metric, part, standings) for metric in result.metrics]
    head = "".join(
        f'<th scope="col" class="n first">{name_of(metric.metric)} '
        f"{'↑' if metric.higher_is_better else '↓'}"
        f'<span class="ends" data-slice="{place}" data-measure="{number}" aria-hidden="true">'
        f"<span>{Numbers.of(metric.scale, None).score(axis.low)}</span>"
        f"<span>{Numbers.of(metric.scale, None).score(axis.high)}</span></span></th>"
        for number, (metric, axis) in enumerate(zip(result.metrics, axes, strict=True))
    )
    rows = []
    for label_place, label in enumerate(part.labels):
        segments = standings[label, result.metrics[0].metric].segments
        for system, name in enumerate(names):
            first = ""
            if system == 0:
                first = (
                    f'<th scope="rowgroup" rowspan="{len(names)}" data-slice="{place}" data-label="{label_place}">'
                    f'<span class="head" dir="auto">{text(label)}</span> '
                    f'<span class="count">{counted(segments, "segment")}</span></th>'
                )
            cells = []
            for number, metric in enumerate(result.metrics):
                standing, numbers = standings[label, metric.metric], Numbers.of(metric.scale, None)
                if drawn:
                    cells.append(_bare_cell(number, numbers.score(standing.scores[system])))
                    continue
                against = tested.get((label, metric.metric, name))
                cells.append(_cell(number, system, standing, against, numbers, axes[number]))
            rows.append(
                f'<tr data-slice="{place}" data-label="{label_place}" data-system="{system}">{first}<th scope="row">'
                f"{name_of(name)}</th>{''.join(cells)}</tr>\n"
            )
        rows.append("</tbody><tbody>\n")
    about = "" if meaning is None else f'<p class="note">{text(meaning)}</p>\n'
    return (
        f'<h3 dir="auto">{text(title)}</h3>\n{about}'
        f'<div class="wide" role="region" aria-label="{text(title)}" tabindex="0"><table class="slices">\n'
        f'<thead><tr><th scope="col">part</th><th scope="col">system</th>{head}</tr></thead>\n'
        f"<tbody>\n{''.join(rows[:-1])}</tbody></table></div>\n"
    )


def _axis(metric: str, part: PageSlices, standings: dict[tuple[str, str], SliceStanding]) -> Axis:
    found = [standings[label, metric] for label in part.labels]
    return Axis.over(
        (score for standing in found for score in standing.scores),
        (interval for standing in found for interval in standing.intervals),
    )


def _bare_cell(measure: int, score: str) -> str:
    return f'<td class="n first" data-measure="{measure}" data-cell="slice"><span class="score">{score}</span></td>'


def _cell(
    measure: int, system: int, standing: SliceStanding, against: Slice | None, numbers: Numbers, axis: Axis
) -> str:
    score, interval = standing.scores[system], standing.intervals[system]
    spread = "" if interval is None else f"±{numbers.score((interval.high - interval.low) / 2)}"
    news, mark = "", ""
    if against is not None and against.significant and against.delta:
        better = (against.delta > 0) == against.higher_is_better
        news, mark = (" good", "▲") if better else (" bad", "▼")
    words = {"▲": " better than the baseline", "▼": " worse than the baseline", "": ""}[mark]
    title = f' title="{words.strip()}"' if mark else ""
    return (
        f'<td class="n first{news}" data-measure="{measure}" data-cell="slice">'
        f'<span class="mark"{title}>{mark}</span><span class="unseen">{words} </span>'
        f'<span class="score">{numbers.score(score)}</span> '
        f'<span class="spread">{spread}</span>{dots(score, interval, axis)}</td>'
    )


def _sizes(report: FullReport) -> list[int]:
    """How many units are drawn of every part: segments, or documents. Of a single document nothing can be drawn."""
    if report.documents is None:
        return [one.segments for one in report.comparison.slice_standings[:: len(report.comparison.metrics)]]
    documents = report.documents[1]
    parts = [part.part == 1 + place for part in report.slices for place in range(len(part.labels))]
    return [size for size in (len(set(documents[part].tolist())) for part in parts) if size > 1]


def _note(report: FullReport, names: list[str]) -> str:
    result = report.comparison
    how = result.procedure
    sizes = _sizes(report)
    intervals = f"Dots and lines: scores with {how.level:.0%} intervals; {how.unit}s are drawn within each part."
    lines = [f"{intervals if sizes else 'Dots: scores.'} The axis is the same for all parts of a table."]
    drawn = {i.resamples for standing in result.slice_standings for i in standing.intervals if i is not None}
    if report.slice_draws is not None:
        drawn = {report.slice_draws}
    if how.test == "bs" and drawn and drawn != {how.resamples}:
        lines.append(f"Parts get {max(drawn):,} draws each, the whole set {how.resamples:,}.")
    if len(names) > 1 and sizes:
        family = len(sizes) * (len(names) - 1)
        lines.append(
            f"▲ and ▼: better or worse than the baseline <bdi>{text(how.baseline)}</bdi>, p &lt; {how.alpha:g}, "
            f"corrected by Holm for {family} comparisons of a metric."
        )
    if sizes and min(sizes) < FEW and how.test == "bs":
        lines.append(
            f"The smallest part has {counted(min(sizes), how.unit)}: fewer than {FEW} are few for a bootstrap, whose "
            "intervals are then too narrow and p-values too small."
        )
    static = "" if report.slice_draws is None else f"<noscript><p>{_STATIC}</p></noscript>\n"
    return f'{static}<p class="note">{" ".join(lines)}</p>\n'
