"""What a report packs into its page: texts, rows of the metrics, parts of the set, and how all was computed.

``facts`` is JSON, ``arrays`` go beside it (`pack`). N segments are in the page, S systems were scored:

- ``format``: 1; raised when a key goes, or means something else. ``version``: of tertium.
- ``systems``: names of the S systems. ``groups``: those that are compared, ``{name, members}``, where members are
  places in ``systems``: more than one where a system has several runs.
- ``segments``: ``{total, kept, numbers}``; ``numbers`` is "numbers", an array of N (from 0), where segments were left
  out, else null.
- ``language``: ``{source, target}``, codes or null.
- ``leaves``: ``{formula, parameters, columns}``, the formula null where the page has none (`formulas`); rows in
  ``leaf0``... (N, S, columns), and ``masked0``... (N, S) only where something is masked.
- ``measures``: ``{label, signature, higher, scale, terms, segment}``; terms are ``[weight, leaf]``. Segment scores
  follow from the "leaves", or stand in the "array" ``segment0``... (N, S), on the scale of the papers.
- ``procedure``: that of the comparison, and ``page_draws``, how many the page makes under a filter. A seed that a
  number of JavaScript cannot hold is a string.
- ``documents``: labels or null; ``document`` (N) has their places.
- ``slice_draws``: how many draws the page makes of every slice of the whole set; null: they are in the page already.
- ``slices``: ``{by, title, labels}``, the title in words; ``slice0``... (N) has 1 + the place of the label, 0 for none.
- ``texts``: what ``unpack`` makes into ``{source, references, outputs}``, lists of strings; a missing reference is
  null, and so is the source where there is none. In the pack the texts of a segment stand together: source,
  references, outputs, which takes a third less room: in the array ``texts``, UTF-8, each on a line of its own. Where
  that cannot be undone (one has several lines, or half a character) ``together`` is a list of them, else null.
- ``details``: what is shown of single segments (`segments`).
- ``flags``: ``{code, title, severity}`` of the doctor's findings about single segments; ``flag0``... (N): 1 where one
  of the texts has it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.render.page.slices import in_words
from tertium.render.reports.comparison_numbers import draws
from tertium.results.comparisons import Comparison
from tertium.results.report import FullReport, PageTexts

FORMAT = 1
PAGE_DRAWS = 1000
LARGEST_NUMBER = 2**53 - 1  # that JavaScript holds exactly

Arrays = dict[str, npt.NDArray[Any]]


def packed(report: FullReport) -> tuple[dict[str, Any], Arrays]:
    """The facts and the arrays."""
    arrays: Arrays = {}
    if report.numbers is not None:
        arrays["numbers"] = report.numbers
    facts: dict[str, Any] = {
        "format": FORMAT,
        "version": report.version,
        "systems": report.systems,
        "groups": [{"name": name, "members": list(members)} for name, members in report.groups],
        "segments": {
            "total": report.segments,
            "kept": report.places,
            "numbers": None if report.numbers is None else "numbers",
        },
        "language": None
        if report.languages is None
        else {"source": report.languages[0], "target": report.languages[1]},
        "leaves": _leaves(report, arrays),
        "measures": _measures(report, arrays),
        "procedure": _procedure(report.comparison),
        "documents": None if report.documents is None else report.documents[0],
        "slices": _slices(report, arrays),
        "slice_draws": report.slice_draws,
        "texts": packed_texts(report.texts, arrays),
        "details": report.details.facts,
        "flags": _flags(report, arrays),
    }
    arrays |= report.details.arrays
    if report.documents is not None:
        arrays["document"] = report.documents[1]
    return facts, arrays


def packed_texts(texts: PageTexts, arrays: Arrays) -> dict[str, Any]:
    """The texts as ``unpack`` reads them; most go into ``arrays``."""
    columns = [*([texts.source] if texts.source is not None else ()), *texts.references, *texts.outputs]
    together = [text for row in zip(*columns, strict=True) for text in row]
    lines = _lines(together)
    if lines is not None:
        arrays["texts"] = np.frombuffer(lines, dtype="u1")
    return {
        "source": texts.source is not None,
        "references": len(texts.references),
        "outputs": len(texts.outputs),
        "together": together if lines is None else None,
    }


def _lines(texts: list[str | None]) -> bytes | None:
    """All texts, a line each: JSON would look at every character. None where that cannot be undone."""
    known = [text for text in texts if text is not None]
    lines = "\n".join(known)
    if not len(known) == len(texts) > 0 or lines.count("\n") != len(texts) - 1:
        return None
    try:
        return lines.encode()
    except UnicodeEncodeError:  # half a character
        return None


def _flags(report: FullReport, arrays: Arrays) -> list[dict[str, Any]]:
    for place, flag in enumerate(report.flags):
        arrays[f"flag{place}"] = np.isin(np.arange(report.places), flag.places)
    return [{"code": flag.code, "title": flag.title, "severity": flag.severity} for flag in report.flags]


def _procedure(comparison: Comparison) -> dict[str, Any]:
    how = comparison.procedure
    seed = how.seed if how.seed <= LARGEST_NUMBER else str(how.seed)
    family = max(len(metric.differences) for metric in comparison.metrics)
    return {**how.to_dict(), "seed": seed, "page_draws": page_draws(family, how.alpha, draws(how))}


def page_draws(comparisons: int, alpha: float, made: int) -> int:
    """How many draws the page makes under a filter: never more than the whole set had.

    A p-value is at least 1 / (draws + 1), and Holm multiplies the smallest by the number of comparisons: twice what
    that asks for, in whole thousands.

    >>> page_draws(10, 0.05, 6000), page_draws(105, 0.05, 21000), page_draws(1, 0.05, 500)
    (1000, 5000, 500)
    """
    return min(made, max(PAGE_DRAWS, 1000 * math.ceil(2 * comparisons / alpha / 1000)))


def _leaves(report: FullReport, arrays: Arrays) -> list[dict[str, Any]]:
    made = []
    for place, leaf in enumerate(report.leaves):
        arrays[f"leaf{place}"] = leaf.rows
        if leaf.masked is not None:
            arrays[f"masked{place}"] = leaf.masked
        made.append({"formula": leaf.formula, "parameters": leaf.parameters, "columns": leaf.rows.shape[-1]})
    return made


def _measures(report: FullReport, arrays: Arrays) -> list[dict[str, Any]]:
    made = []
    for place, measure in enumerate(report.measures):
        if not measure.follows:
            arrays[f"segment{place}"] = np.ascontiguousarray(measure.segment_scores.T)
        made.append(
            {
                "label": measure.label,
                "signature": measure.signature,
                "higher": measure.higher,
                "scale": measure.scale,
                "terms": [[weight, leaf] for weight, leaf in measure.terms],
                "segment": "leaves" if measure.follows else "array",
            }
        )
    return made


def _slices(report: FullReport, arrays: Arrays) -> list[dict[str, Any]]:
    for place, parts in enumerate(report.slices):
        arrays[f"slice{place}"] = parts.part
    return [{"by": s.by, "title": in_words(s.by), "labels": list(s.labels)} for s in report.slices]
