"""Plain aligned text, for pipes and files; the terminal's table is in terminal.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tertium.errors import counted, printable
from tertium.render.tables.grid import (
    NO_SCORE,
    Grid,
    corpus_grid,
    legend,
    number_text,
    segment_grid,
    segment_scores,
    tested,
    titles,
)
from tertium.render.tables.widths import cell_width, decimals_aligned, padded
from tertium.results.scores import Detail, Report

_GAP = "  "  # between two columns


def table(
    report: Report,
    decimals: Sequence[int],
    *,
    segments: bool = False,
    short: bool = False,
    verbose: bool = False,
) -> str:
    """The whole text answer: table, then what was scored and by which definitions."""
    grid = segment_grid(report, decimals) if segments else corpus_grid(report, decimals)
    return f"{aligned(grid)}\n{footer(report, grid, short, verbose)}"


def footer(report: Report, grid: Grid, short: bool = False, verbose: bool = False) -> str:
    """Number of segments, meaning of the mark, what stands behind the scores if asked for, signatures."""
    best = "; * best" if grid.best else ""
    lines = [_segments(report) + best, *_about_test(report)]
    lines += details(report) if verbose else ()
    lines += _ceilings(report)
    entries = [(printable(title), printable(signature)) for title, signature in legend(report, short)]
    width = max((cell_width(title) for title, _ in entries), default=0)
    lines += [f"{padded(title, width)}  {signature}" for title, signature in entries]
    return "".join(f"{line}\n" for line in lines)


def details(report: Report) -> list[str]:
    """A line for each score that has details: '56.3/30.1/18.2/11.4 (bp = 0.987 ratio = 0.987 ...)'."""
    named = [
        (system.name, title, score.details)
        for system in report.systems
        for title, score in zip(titles(system.scores), system.scores, strict=True)
    ]
    rows = [(printable(name), printable(title), _shown(found)) for name, title, found in named if found]
    return rows_aligned(rows)


def _shown(found: Mapping[str, Detail]) -> str:
    """Lists without a name first, as sacreBLEU prints BLEU's precisions."""
    lists = ["/".join(f"{number:.1f}" for number in value) for value in found.values() if isinstance(value, tuple)]
    pairs = [
        f"{name} = {value if isinstance(value, int) else f'{value:.3f}'}"
        for name, value in found.items()
        if not isinstance(value, tuple)
    ]
    return " ".join([*lists, f"({' '.join(pairs)})" if lists else " ".join(pairs)])


def about_draws(report: Report) -> list[str]:
    """How intervals and p-values were made, and which metrics have a ceiling; nothing where there are none."""
    plain = counted(report.segments, "segment")
    return [line for line in (_segments(report), *_about_test(report), *_ceilings(report)) if line != plain]


def _ceilings(report: Report) -> list[str]:
    """What even a perfect translation cannot reach, for metrics of which that is true."""
    scores = report.systems[0].scores if report.systems else ()
    named = zip(titles(scores), scores, strict=True)
    return [f"{printable(title)}: {score.ceiling}" for title, score in named if score.ceiling]


def _segments(report: Report) -> str:
    """How many there are, and how the numbers in brackets were made."""
    found = next((score.interval for system in report.systems for score in system.scores if score.interval), None)
    segments = counted(report.segments, "segment")
    if found is None:
        return segments
    drawn = f" of {found.bags} bags" if found.bags else ""
    return f"{segments}; [{found.level:.0%} interval: bootstrap{drawn}, {found.resamples} resamples, seed {found.seed}]"


def _about_test(report: Report) -> list[str]:
    """Which test the p-values are of, how it was read, and what the star means."""
    found = tested(report)
    if found is None:
        return []
    name = {"bs": "paired bootstrap", "ar": "approximate randomisation"}[found.test]
    draws = {"bs": "resamples", "ar": "trials"}[found.test]
    reading = {"two": "two-sided", "one": "one-sided", "moses": "as Moses and sacreBLEU read it: close to one-sided"}
    return [
        f"p: {name} against {printable(report.systems[0].name)}, {reading[found.sides]}, {found.draws} {draws}, seed "
        f"{found.seed}; * p < 0.05, not corrected for the number of systems"
    ]


def numbers(report: Report, decimals: Sequence[int], *, segments: bool = False) -> str:
    """Scores alone, one a line: system by system, metric by metric; with ``segments`` segment by segment first."""
    columns = [
        segment_scores(score) if segments else (score.score,) for system in report.systems for score in system.scores
    ]
    return number_lines(columns, [*decimals] * len(report.systems))


def number_lines(columns: Sequence[Sequence[float | None]], decimals: Sequence[int]) -> str:
    """Numbers alone, row by row, each on a line of its own."""
    texts = [[number_text(value, places) for value in column] for column, places in zip(columns, decimals, strict=True)]
    lines = ("nan" if text == NO_SCORE else text for row in zip(*texts, strict=True) for text in row)
    return "".join(f"{line}\n" for line in lines)


def aligned(grid: Grid, page: int | None = None) -> str:
    """Columns padded with spaces: names to the left, numbers to the right; the best number carries a star.

    On a ``page`` of so many columns, what does not fit goes on below, with the names again.
    """
    columns = []
    cells: Sequence[Sequence[str]] = list(zip(*grid.rows, strict=True))
    if page is not None:
        from tertium.render.tables.folding import folded, narrowed  # here, for scores in a pipe do not fold

        cells = narrowed(grid.columns, cells, page, len(_GAP))
    for place, (column, texts) in enumerate(zip(grid.columns, cells, strict=True)):
        texts = decimals_aligned(texts) if column.right else texts
        width = max(cell_width(column.heading), max(map(cell_width, texts)))
        made = [padded(text, width, column.right) for text in (column.heading, *texts)]
        if grid.best and column.higher is not None:
            marks = (" ", *("*" if (row, place) in grid.best else " " for row in range(len(texts))))
            made = [text + mark for text, mark in zip(made, marks, strict=True)]
        columns.append(made)
    parts = [list(range(len(columns)))]
    if page is not None:
        parts = folded(grid.columns, [cell_width(made[0]) for made in columns], page, len(_GAP))
    return "\n".join(_lines([columns[place] for place in part]) for part in parts)


def _lines(columns: Sequence[Sequence[str]]) -> str:
    return "".join(f"{_GAP.join(row).rstrip()}\n" for row in zip(*columns, strict=True))


def rows_aligned(rows: Iterable[Sequence[str]], gap: str = "  ") -> list[str]:
    """Rows of plain strings with their columns lined up; the last column is not padded."""
    rows = [list(row) for row in rows]
    if not rows:
        return []
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    return [gap.join(padded(text, width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
