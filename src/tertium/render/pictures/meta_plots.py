"""Pictures of a meta-evaluation, drawn by matplotlib (extra `plots`), as SVG or PNG.

| file | shows |
|---|---|
| `systems-<campaign>` | each metric's score of a system against people's, with names |
| `ranks-<metric>` | scores against people's rank, a curve for each language pair (LAYERED, figures 1 to 5) |
| `segments-<campaign>` | segment scores against people's, with density (Isozaki et al. 2010, figure 2) |
| `agreement-<campaign>` | how much metrics agree with one another and with people |
"""

from __future__ import annotations

import importlib
import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.meta.campaign_scores import CampaignScores, MetricScores
from tertium.analysis.meta.evaluation import agreement
from tertium.corpus.files.access import make_folder
from tertium.corpus.files.outputs import file_stem, write_or_rescue
from tertium.errors import MissingExtraError, install, printable
from tertium.results.meta import MetaReport

Floats: TypeAlias = NDArray[np.float64]

_COLUMNS = 3
_INK, _GREY, _ACCENT = "#1b1f24", "#8a919a", "#0b5cad"
_CURVES = ("#0b5cad", "#c4501b", "#1b7f4d", "#7b4fa3", "#a3741b", "#555555")  # told apart without red and green
_MARKS = "osD^vPX*"


def draw(campaigns: Sequence[CampaignScores], report: MetaReport, folder: Path, form: str) -> list[Path]:
    """Write every picture there is data for; returns the files."""
    library = _Library()
    make_folder(folder)
    made = []
    with library.matplotlib.rc_context({"text.parse_math": False}):  # a name with $ in it is no formula
        for name, figure in _figures(campaigns, report, library):
            made.append(folder / f"{file_stem(name)}.{form}")
            library.save(figure, made[-1], form)
    return made


def _figures(campaigns: Sequence[CampaignScores], report: MetaReport, library: _Library) -> Iterator[tuple[str, Any]]:
    for campaign, found in zip(campaigns, report.campaigns, strict=True):
        yield f"systems-{campaign.name}", _systems(campaign, found.outliers, library)
        if campaign.judgments.scores is not None and any(metric.segment is not None for metric in _metrics(campaign)):
            yield f"segments-{campaign.name}", _segments(campaign, library)
        levels = ("system", "segment") if len(campaign.systems) > 2 else ("segment",)
        yield f"agreement-{campaign.name}", _agreement(campaign, levels, library)
    for metric in _metrics(campaigns[0]):
        yield f"ranks-{metric.name}", _ranks(metric.name, campaigns, library)


class _Library:
    """Matplotlib without a display, and with text kept as text in SVG."""

    def __init__(self) -> None:
        try:
            self.matplotlib = importlib.import_module("matplotlib")
            self._figure = importlib.import_module("matplotlib.figure")
            self.colours = importlib.import_module("matplotlib.colors")
        except ImportError:
            raise MissingExtraError(f"pictures need the extra 'plots': {install('plots')}.") from None

    def figure(self, width: float, height: float) -> Any:
        return self._figure.Figure(figsize=(width, height), layout="constrained", dpi=120)

    def save(self, figure: Any, path: Path, form: str) -> None:
        paper = io.BytesIO()
        # A fixed salt and no date: the same data give the same bytes.
        settings = {"svg.fonttype": "none", "svg.hashsalt": "tertium", "font.size": 9, "font.family": "sans-serif"}
        with self.matplotlib.rc_context(settings):
            figure.savefig(paper, format=form, metadata={"Date": None} if form == "svg" else {}, facecolor="white")
        write_or_rescue(path, lambda file: file.write(paper.getvalue()))


def _grid(library: _Library, count: int, width: float = 4.2, height: float = 3.6) -> tuple[Any, list[Any]]:
    columns = 2 if count == 4 else min(_COLUMNS, count)
    rows = math.ceil(count / columns)
    figure = library.figure(width * columns, height * rows + 0.4)
    axes = figure.subplots(rows, columns, squeeze=False).reshape(-1)
    for unused in axes[count:]:
        unused.set_axis_off()
    return figure, list(axes[:count])


def _metrics(campaign: CampaignScores) -> list[MetricScores]:
    return [metric for metric in campaign.metrics if metric.kind != "sentinel"] or list(campaign.metrics)


def _natural(metric: MetricScores) -> tuple[float, str]:
    """Scores are turned so that higher is better; pictures of error rates say so."""
    return (-1.0, f"{metric.name} (lower is better)") if metric.lower else (1.0, metric.name)


def _systems(campaign: CampaignScores, outliers: Sequence[str], library: _Library) -> Any:
    metrics = _metrics(campaign)
    figure, axes = _grid(library, len(metrics), 4.8, 4.2)
    figure.suptitle(f"{printable(campaign.name)}: systems, metric against people", fontsize=10)
    for axis, metric in zip(axes, metrics, strict=True):
        sign, title = _natural(metric)
        colours = [_GREY if name in outliers else _ACCENT for name in campaign.systems]
        axis.scatter(campaign.human, sign * metric.system, c=colours, s=22, zorder=3)
        _style(axis, title, f"people: {campaign.system_by}", "score")
        axis.margins(0.16)
        if sign < 0:
            axis.invert_yaxis()
        _labels(figure, axis, campaign.human, sign * metric.system, campaign.systems)
    return figure


def _labels(figure: Any, axis: Any, x: Floats, y: Floats, names: Sequence[str]) -> None:
    """Names beside their points, moved until none covers another or a point; a thin line leads back to the point."""
    figure.draw_without_rendering()
    pixels = figure.dpi / 72  # of a point, the unit of text
    points = axis.transData.transform(np.column_stack([x, y]))
    box = axis.get_window_extent()
    dots = [(px - 4.5, py - 4.5, px + 4.5, py + 4.5) for px, py in points]
    placed: list[_Box] = []
    for index in np.argsort(-points[:, 1]):
        px, py = points[index]
        text = printable(names[index])
        text = text if len(text) <= 22 else text[:21] + "…"
        wide, high = 4.4 * len(text) * pixels, 8.8 * pixels
        others = [*placed, *(dot for place, dot in enumerate(dots) if place != index)]
        spot, gap, shift = _spot(px, py, wide, high, box, others)
        placed.append(spot)
        axis.annotate(
            text,
            (x[index], y[index]),
            xytext=(gap / pixels, shift / pixels),
            textcoords="offset points",
            fontsize=7,
            color=_INK,
            ha="left" if gap > 0 else "right",
            va="center",
            arrowprops={"arrowstyle": "-", "color": _GREY, "lw": 0.5, "shrinkA": 1, "shrinkB": 3}
            if abs(shift) > high / 2 or abs(gap) > 12
            else None,
        )


_Box: TypeAlias = tuple[float, float, float, float]


def _spot(
    px: float, py: float, wide: float, high: float, box: Any, others: Sequence[_Box]
) -> tuple[_Box, float, float]:
    """The nearest free place for a label: (its box, horizontal gap, vertical shift); the last tried if none is free."""
    tried = sorted(
        (abs(shift) + 0.7 * (abs(gap) - 7) + (gap < 0), gap, shift)
        for step in range(-14, 15)
        for shift in (step * high * 0.6,)
        for gap in (7.0, -7.0, 28.0, -28.0, 60.0, -60.0)
    )
    spot, gap, shift = (px, py, px, py), 7.0, 0.0
    for _, gap, shift in tried:
        left = px + gap if gap > 0 else px + gap - wide
        spot = (left, py + shift - high / 2, left + wide, py + shift + high / 2)
        inside = box.x0 < spot[0] and spot[2] < box.x1 + 20 and box.y0 < spot[1] and spot[3] < box.y1
        if inside and not any(_overlap(spot, other) for other in others):
            break
    return spot, gap, shift


def _overlap(a: _Box, b: _Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _ranks(name: str, campaigns: Sequence[CampaignScores], library: _Library) -> Any:
    """The curve should fall from the best system to the worst; where it rises, the metric errs."""
    figure = library.figure(5.6, 3.8)
    axis = figure.subplots()
    sign, title = 1.0, name
    for number, campaign in enumerate(campaigns):
        metric = next((one for one in campaign.metrics if one.name == name), None)
        if metric is None:
            continue
        sign, title = _natural(metric)
        order = np.argsort(-campaign.human, kind="stable")
        axis.plot(
            np.arange(1, len(order) + 1),
            sign * metric.system[order],
            marker=_MARKS[number % len(_MARKS)],
            color=_CURVES[number % len(_CURVES)],
            ms=4.5,
            lw=1.4,
            label=printable(campaign.name),
        )
    _style(axis, title, "rank by people (1 = best)", "score")
    axis.xaxis.get_major_locator().set_params(integer=True)
    if sign < 0:
        axis.invert_yaxis()
    axis.legend(frameon=False, fontsize=8)
    return figure


def _segments(campaign: CampaignScores, library: _Library) -> Any:
    metrics = [metric for metric in _metrics(campaign) if metric.segment is not None]
    figure, axes = _grid(library, len(metrics), 4.4, 3.7)
    figure.suptitle(f"{printable(campaign.name)}: segments, metric against people", fontsize=10)
    human = campaign.judgments.scores
    if human is None:
        return figure
    for axis, metric in zip(axes, metrics, strict=True):
        sign, title = _natural(metric)
        table = sign * np.asarray(metric.segment)
        kept = np.isfinite(human) & np.isfinite(table)
        x, y = human[kept], table[kept]
        axis.scatter(x, y, s=5, color=_GREY, alpha=0.6, lw=0, zorder=2, rasterized=len(x) > 2000)
        shade = library.colours.LogNorm(vmin=0.3)  # the fewest still darker than the paper
        bins = axis.hexbin(x, y, gridsize=26, mincnt=2, cmap="Blues", norm=shade, lw=0.1, zorder=3)
        most = max(2.0, float(np.max(np.asarray(bins.get_array()), initial=2.0)))
        bins.set_clim(0.3, most)
        bar = figure.colorbar(bins, ax=axis, pad=0.02, aspect=30)
        bar.ax.set_ylim(2, most if most > 2 else 2.1)
        counts = _counts(most)
        bar.set_ticks(counts, labels=[f"{count:,}" for count in counts])
        bar.minorticks_off()
        bar.ax.set_title("segments", fontsize=7)  # above: beside the next picture it would be taken for its axis
        bar.ax.tick_params(labelsize=7)
        _style(axis, title, f"people ({campaign.judgments.kind.split(',')[0]})", "score")
        if sign < 0:
            axis.invert_yaxis()
    return figure


def _counts(most: float) -> list[int]:
    """Where a colour bar from 2 on has marks: at every count if there are few, else at 2, 5 and 10 of every order.

    >>> _counts(5), _counts(47)
    ([2, 3, 4, 5], [2, 5, 10, 20, 47])
    """
    last = int(most)
    if last < 10:
        return list(range(2, last + 1))
    rounded = [digit * 10**order for order in range(len(str(last))) for digit in (1, 2, 5)]
    return [*(count for count in rounded if 2 <= count <= last / 1.6), last]


def _agreement(campaign: CampaignScores, levels: Sequence[str], library: _Library) -> Any:
    parts = [(level, *agreement(campaign, level)) for level in levels]
    size = max(len(names) for _, names, _ in parts)
    side = max(3.4, 0.52 * size + 1.6)
    figure = library.figure(side * len(parts) + 0.6, side + 0.2)
    axes = np.atleast_1d(figure.subplots(1, len(parts)))
    figure.suptitle(f"{printable(campaign.name)}: agreement (Pearson)", fontsize=10)
    for axis, (level, names, table) in zip(axes, parts, strict=True):
        picture = axis.imshow(table, vmin=-1, vmax=1, cmap="RdBu")
        shown = [printable(name) for name in names]
        axis.set_xticks(range(len(names)), shown, rotation=60, ha="right", rotation_mode="anchor", fontsize=8)
        axis.set_yticks(range(len(names)), shown, fontsize=8)
        axis.set_title(f"{level} level", fontsize=9)
        for spine in axis.spines.values():
            spine.set_visible(False)
        for i in range(len(names)):
            for j in range(len(names)):
                if not math.isnan(table[i, j]):
                    dark = abs(table[i, j]) > 0.6
                    text = shown_correlation(float(table[i, j]))
                    axis.text(j, i, text, ha="center", va="center", fontsize=7, color="white" if dark else _INK)
        bar = figure.colorbar(picture, ax=axis, shrink=0.75, pad=0.02)
        bar.ax.tick_params(labelsize=7)
    return figure


def shown_correlation(value: float) -> str:
    """Two digits, no zero before the point and no minus before nothing.

    >>> [shown_correlation(value) for value in (0.551, -0.0912, -0.0004, 0.0, 1.0, -1.0)]
    ['.55', '-.09', '.00', '.00', '1', '-1']
    """
    return f"{value:z.2f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.0f}"


def _style(axis: Any, title: str, x: str, y: str) -> None:
    axis.set_title(printable(title), fontsize=9, color=_INK)
    axis.set_xlabel(x, fontsize=8)
    axis.set_ylabel(y, fontsize=8)
    axis.tick_params(labelsize=7, colors=_INK)
    axis.grid(color="#e4e7eb", lw=0.6, zorder=0)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
