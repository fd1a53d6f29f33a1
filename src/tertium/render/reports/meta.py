"""A meta-evaluation for people (text, Markdown, LaTeX, HTML) and programs (JSON, TSV)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from tertium.errors import first_of, printable
from tertium.render.tables import latex, markdown, tsv
from tertium.render.tables.folding import folded, wrapped
from tertium.render.tables.grid import Column
from tertium.render.tables.sheets import Section, Sheet
from tertium.render.tables.text import rows_aligned
from tertium.render.tables.widths import cell_width, decimals_aligned
from tertium.results.meta import SIGNED, CampaignFound, Estimate, Level, MetaReport, Power, Row

NONE = "n/a"
_LEAD = 2  # columns that name a row: the metric and its cluster
_TITLES = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_b": "tau-b",
    "kendall_c": "tau-c",
    "accuracy": "accuracy",
    "spa": "soft acc.",
    "consistency": "consistency",
    "wmt12": "tau wmt12",
    "wmt13": "tau wmt13",
    "wmt14": "tau wmt14",
    "tau_b": "tau-b",
    "acc23": "acc23",
}


def text(report: MetaReport, decimals: int, short: bool, page: int | None = None) -> str:
    """Plain tables; on a page of so many columns, folded."""
    lines: list[str] = []
    for campaign in report.campaigns:
        lines += [*_on(page, _head(campaign)), ""]
        for level in campaign.levels:
            lines += [*_table(level, decimals, short, page), ""]
    for level in report.average:
        lines += [f"Mean of {len(report.campaigns)} campaigns", *_table(level, decimals, short, page), ""]
    if not short:
        lines += [*_on(page, _legend(report)), ""]
    return "".join(f"{line}\n" for line in lines[:-1])


def long(report: MetaReport) -> str:
    """TSV: one line for each campaign, level, metric and statistic."""
    header = "campaign level grouping metric kind cluster statistic value low high epsilon chance reason".split()
    lines = [tsv.line(header)]
    for name, level in _levels(report):
        for row in level.rows:
            for statistic in level.statistics:
                estimate = row.estimates[statistic]
                chance = level.chance.get(statistic)
                average = None if chance is None else chance.mean
                numbers = (estimate.value, estimate.low, estimate.high, estimate.epsilon, average)
                cells = [_full(number) for number in numbers]
                cluster = "" if row.cluster is None else str(row.cluster)
                place = [name, level.level, level.grouping, row.name, row.kind, cluster, statistic]
                lines.append(tsv.line([*place, *cells, estimate.reason]))
    return "".join(lines)


def md(report: MetaReport, decimals: int, short: bool) -> str:
    lines: list[str] = []
    heads = {campaign.name: list(_head(campaign)) for campaign in report.campaigns}
    for name, level in _levels(report):
        header, rows = _cells(level, decimals, short)
        lines += [f"### {markdown.escape(name)}, {level.level} level", ""]
        if name in heads:  # what was judged and what is missing, with the first table of a campaign
            lines += [*(f"- {markdown.escape(line)}" for line in heads.pop(name)), ""]
        lines += [markdown.escape(_basis(level)), ""]
        lines += [_md_row([markdown.escape(cell) for cell in header])]
        lines += [_md_row([":---", "---:", *["---:"] * (len(header) - 2)])]
        lines += [_md_row([markdown.escape(cell) for cell in row]) for row in rows]
        lines += ["", *(f"- {markdown.escape(note)}" for note in _notes(level, decimals)), ""]
    lines += [] if short else [f"- {markdown.escape(line)}" for line in _legend(report)]
    return "".join(f"{line}\n" for line in lines)


def tex(report: MetaReport, decimals: int, short: bool) -> str:
    lines = [r"% needs \usepackage{booktabs}"]
    heads = {campaign.name: list(_head(campaign)) for campaign in report.campaigns}
    for name, level in _levels(report):
        header, rows = _cells(level, decimals, short)
        lines += [f"% {printable(line)}" for line in heads.pop(name, ())]
        lines += [f"% {printable(name)}, {level.level} level: {printable(_basis(level))}"]
        lines += [rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}", r"\toprule"]
        lines += [_tex_row(header), r"\midrule"]
        before: str | None = None
        for row in rows:
            if before is not None and row[1] != before:
                lines.append(r"\addlinespace")  # a gap between clusters
            before = row[1]
            lines.append(_tex_row(row))
        lines += [r"\bottomrule", r"\end{tabular}"]
        lines += [f"% {printable(note)}" for note in _notes(level, decimals)]
    lines += [] if short else [f"% {line}" for line in _legend(report)]
    return "".join(f"{line}\n" for line in lines)


def sections(report: MetaReport, decimals: int, short: bool) -> Iterator[Section]:
    """A table for each level of each campaign, with what it is based on above it."""
    heads = {campaign.name: tuple(_head(campaign)) for campaign in report.campaigns}
    for name, level in _levels(report):
        header, rows = _cells(level, decimals, short)
        columns = tuple(Column(title, numeric=place > 0) for place, title in enumerate(header))
        sheet = Sheet(f"{name}, {level.level} level", columns, tuple(map(tuple, rows)))
        yield Section((*heads.pop(name, ()), _basis(level)), sheet, tuple(_notes(level, decimals)))
    if not short:
        yield Section(notes=tuple(_legend(report)))


def _head(campaign: CampaignFound) -> Iterator[str]:
    yield f"{campaign.name}: {len(campaign.systems)} systems, {campaign.segments:,} segments; {campaign.judged}"
    if campaign.missing:
        yield f"missing: {campaign.missing}"
    if campaign.unrated:
        yield f"not judged and left out: {first_of(campaign.unrated, 8)}"
    if campaign.outliers:
        yield f"outlier{'' if len(campaign.outliers) == 1 else 's'} by human score: {first_of(campaign.outliers, 8)}"
    for note in campaign.notes:
        yield f"note: {printable(note)}"


def _table(level: Level, decimals: int, short: bool, page: int | None) -> list[str]:
    header, rows = _cells(level, decimals, short)
    split = [line for row in rows for line in _two_lines(row)]
    lines = list(_on(page, [f"{level.level} level, {_basis(level)}"]))
    cells = [list(column) for column in zip(*split, strict=True)]
    numbers = range(_LEAD, len(header))
    for place in numbers:
        cells[place] = decimals_aligned(cells[place])
    parts = [list(range(len(header)))]
    if page is not None:
        columns = [Column(title, numeric=place in numbers) for place, title in enumerate(header)]
        widths = [max(map(cell_width, (title, *cells[place]))) for place, title in enumerate(header)]
        parts = folded(columns, widths, page, 2)
    for number, part in enumerate(parts):
        shown = [[cells[place][row] for place in part] for row in range(len(split))]
        shown = [row for row in shown if any(cell.strip() for cell in row)]
        lines += [""] if number else []
        lines += rows_aligned([[header[place] for place in part], *shown])
    return [*lines, *_on(page, _notes(level, decimals))]


def _on(page: int | None, sentences: Iterable[str]) -> Iterator[str]:
    """Sentences as lines of the page."""
    for sentence in sentences:
        yield from [sentence] if page is None else wrapped(sentence, page)


def _two_lines(row: Sequence[str]) -> Iterator[list[str]]:
    """Values, and below them their intervals: side by side they would be wider than a screen."""
    parts = [cell.partition(" ") if " [" in cell or " <" in cell else (cell, "", "") for cell in row]
    yield [value for value, _, _ in parts]
    if any(interval for _, _, interval in parts):
        yield [interval.strip("[]").replace(", ", "..") for _, _, interval in parts]


def _basis(level: Level) -> str:
    groups = {"item": ", grouped by item", "system": ", grouped by system", "none": ", not grouped"}
    return f"against {level.basis}{groups.get(level.grouping, '')}; ranked by {_title(level, level.main)}"


def _title(level: Level, statistic: str) -> str:
    title = _TITLES[statistic]
    return f"|{title}|" if level.absolute and statistic in SIGNED else title


def _cells(level: Level, decimals: int, short: bool) -> tuple[list[str], list[list[str]]]:
    statistics = [level.main, *(name for name in level.statistics if name != level.main)]
    outliers = any(level.main in row.without_outliers for row in level.rows)
    header = ["metric", "cluster", *(_title(level, name) for name in statistics)]
    if outliers:
        header.append(f"{_title(level, level.main)} without outliers")
    if any(row.missing for row in level.rows):
        header.append("no score")
    rows = []
    for row in level.rows:
        cells = [printable(row.name), _cluster(row)]
        cells += [_estimate(row.estimates[name], decimals, short) for name in statistics]
        if outliers:
            cells.append(_number(row.without_outliers.get(level.main, float("nan")), decimals))
        if len(header) > len(cells):
            cells.append(f"{row.missing:,}")
        rows.append(cells)
    chance = ["(chance)", ""]
    for name in statistics:
        found = level.chance.get(name)
        if found is None or math.isnan(found.mean):
            chance.append(NONE)
        elif short:
            chance.append(_number(found.mean, decimals))
        else:
            chance.append(f"{_number(found.mean, decimals)} <{_number(found.high, decimals)}")
    rows.append(chance + [""] * (len(header) - len(chance)))
    return header, rows


def _cluster(row: Row) -> str:
    return "-" if row.cluster is None else str(row.cluster)


def _estimate(estimate: Estimate, decimals: int, short: bool) -> str:
    if math.isnan(estimate.value):
        return NONE
    made = _number(estimate.value, decimals)
    if not short and not math.isnan(estimate.low):
        made += f" [{_number(estimate.low, decimals)}, {_number(estimate.high, decimals)}]"
    return made


def _notes(level: Level, decimals: int) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for row in level.rows:
        for name, estimate in row.estimates.items():
            if estimate.reason:
                none = " n/a" if math.isnan(estimate.value) else ""
                reasons.setdefault(f"{_TITLES[name]}{none}: {estimate.reason}", []).append(row.name)
    for reason, names in reasons.items():
        yield reason if len(names) == len(level.rows) else f"{reason} ({first_of(names, 8)})"
    ties = [
        f"{printable(row.name)} {row.estimates['acc23'].epsilon:.4g}"
        for row in level.rows
        if "acc23" in row.estimates and row.estimates["acc23"].epsilon is not None
    ]
    if ties:
        yield f"acc23 ties at a difference up to (ε): {', '.join(ties)}"
    pairs: dict[tuple[str, str], list[str]] = {}
    for test in level.tests:
        drawn = f", {test.permutations} swaps" if test.permutations else ""
        p = NONE if math.isnan(test.p) else f"{test.p:.3f}"
        said = pairs.setdefault((test.better, test.worse), [_number(test.difference, decimals)])
        same = ": identical" if test.difference == 0 and test.p == 1 else ""
        said.append(f"p = {p} ({test.test}{drawn}{same})")
    for (better, worse), (difference, *said) in pairs.items():
        yield f"{printable(better)} over {printable(worse)} by {difference}: {', '.join(said)}"
    if level.power is not None:
        yield _power(level.power, decimals)


def _power(power: Power, decimals: int) -> str:
    two = f"{printable(power.best)} and {printable(power.second)}"
    if power.needed is None:
        return f"no number of {power.unit} separates {two}: they do not differ here"
    return (
        f"to separate {two} (a difference of {_number(power.difference, decimals)}) in 4 of 5 studies takes about "
        f"{power.needed:,} {power.unit}; there are {power.now:,}"
    )


def _legend(report: MetaReport) -> list[str]:
    return [
        f"intervals: 95 % bootstrap, {report.resamples:,} resamples, seed {report.seed}; metrics in the same "
        "cluster do not differ significantly (p < 0.05)",
        f"(chance): what random scores reach here on average, and what 95 % of them stay below{_sentinels(report)}",
        *(f"{printable(name)}: {printable(signature)}" for name, signature in _signatures(report)),
    ]


def _sentinels(report: MetaReport) -> str:
    there = {row.name for _, level in _levels(report) for row in level.rows if row.kind == "sentinel"}
    names = [name for name in ("[length]", "[copy]", "[random]") if name in there]
    if not names:
        return ""
    what = "a sentinel, which ignores" if len(names) == 1 else "sentinels, which ignore"
    return f"; {', '.join(names)}: {what} quality"


def _signatures(report: MetaReport) -> list[tuple[str, str]]:
    """Every signature of every metric: language pairs may have brought different options."""
    rows = [row for _, level in _levels(report) for row in level.rows if row.kind != "sentinel"]
    return list(dict.fromkeys((row.name, row.signature) for row in sorted(rows, key=lambda row: row.name)))


def _levels(report: MetaReport) -> Iterator[tuple[str, Level]]:
    for campaign in report.campaigns:
        for level in campaign.levels:
            yield campaign.name, level
    for level in report.average:
        yield "mean", level


def _number(value: float, decimals: int) -> str:
    if math.isnan(value):
        return NONE
    made = f"{value:.{decimals}f}"
    return made[1:] if made.startswith("-") and float(made) == 0 else made


def _full(value: float | None) -> str:
    return "" if value is None or not math.isfinite(value) else repr(float(value))


def _md_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _tex_row(cells: Sequence[str]) -> str:
    return " & ".join(latex.escape(cell) for cell in cells) + r" \\"
