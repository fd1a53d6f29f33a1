"""Metrics as ``tertium metrics`` shows them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tertium.errors import printable
from tertium.metrics.catalogue import CatalogueEntry, ParameterEntry
from tertium.render.tables.text import rows_aligned
from tertium.render.tables.widths import cell_width, padded


def listing(entries: Sequence[CatalogueEntry], width: int) -> str:
    """One entry a metric: name, direction, what it is, what of it can be tuned."""
    names = max((cell_width(entry.name) for entry in entries), default=0)
    lines = []
    for entry in entries:
        lead = f"{padded(printable(entry.name), names)}  {_arrow(entry)}  "
        summary = printable(entry.summary) + (" (experimental)" if entry.experimental else "")
        body = textwrap.wrap(summary, max(30, width - cell_width(lead))) or [""]
        tunables = [parameter.name for parameter in entry.parameters if parameter.tunable]
        if tunables:
            body += textwrap.wrap(f"tunable: {', '.join(tunables)}", max(30, width - cell_width(lead)))
        lines.append(lead + body[0])
        lines += [" " * cell_width(lead) + line for line in body[1:]]
    lines += [
        "",
        "↑ higher is better, ↓ lower is better. 'tertium metrics NAME' explains one metric and its parameters.",
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def page(entry: CatalogueEntry) -> str:
    """Everything about one metric."""
    blocks = [printable(line) for line in entry.text.split("\n")]
    facts = [
        ("name", entry.name),
        ("better", "higher" if entry.higher_is_better else "lower"),
        ("corpus score", entry.pooling),
        ("printed as", "the value itself" if entry.scale == 1 else f"{entry.scale:g} times the value"),
        ("needs", ", ".join(("hypotheses", "references", *entry.requires))),
        ("signature", entry.signature or "depends on parameters that must be given"),
    ]
    lines = [*blocks, "", *rows_aligned(facts)]
    if entry.parameters:
        header = ("parameter", "default", "takes", "meaning")
        rows = [(p.name, p.default, _takes(p), p.help + (" (tunable)" if p.tunable else "")) for p in entry.parameters]
        lines += ["", *rows_aligned([header, *rows])]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _takes(parameter: ParameterEntry) -> str:
    if parameter.choices:
        return " ".join(parameter.choices)
    if parameter.low is not None and parameter.high is not None:
        return f"{parameter.low:g} to {parameter.high:g}"
    if parameter.low is not None:
        return f"at least {parameter.low:g}"
    return "" if parameter.high is None else f"at most {parameter.high:g}"


def _arrow(entry: CatalogueEntry) -> str:
    return "↑" if entry.higher_is_better else "↓"
