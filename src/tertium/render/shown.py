"""Results as Python shows them: the text of the command line where they are printed, HTML in a notebook."""

from __future__ import annotations

from typing import Any

from tertium.render.renderers import show
from tertium.render.style import Style
from tertium.results.record import Shown
from tertium.results.scores import Report

_PAGE = 80  # columns, as the command line takes them where it is not shown on a terminal
_WIDTH = {"mbr": 2}  # decimals where the command line's option has a default


def text(result: Shown) -> str:
    return _shown(result, "text").removesuffix("\n")


def html(result: Shown) -> str:
    """A fragment: every kind of result has one."""
    return _shown(result, "html")


def _shown(result: Shown, form: str) -> str:
    record = result.as_rendered()
    style = Style(width=_WIDTH.get(result.kind), decimals=_decimals(record), inside=True, fold=_PAGE)
    return show(result.kind, record, form, style)


def _decimals(record: Any) -> tuple[int, ...]:
    """One for percentages, three for scores on a scale of 1, as on the command line."""
    if not isinstance(record, Report) or not record.systems:
        return ()
    by_metric = zip(*(system.scores for system in record.systems), strict=True)
    return tuple(
        1
        if all(abs(score.score - 100 * score.value) < 1e-9 * abs(score.score) or not score.score for score in scores)
        # a score that does not exist says nothing about the scale
        or all(score.score != score.score for score in scores)
        else 3
        for scores in by_metric
    )
