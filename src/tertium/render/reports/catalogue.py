"""Metrics as ``tertium metrics`` shows them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tertium.errors import printable
from tertium.metrics.catalogue import MetricCard, ParameterCard
from tertium.render.tables.text import padded, rows_aligned
from tertium.render.tables.widths import cell_width


def listing(cards: Sequence[MetricCard], width: int) -> str:
    """One entry a metric: name, direction, what it is, what of it can be tuned."""
    names = max((cell_width(card.name) for card in cards), default=0)
    lines = []
    for card in cards:
        lead = f"{padded(printable(card.name), names)}  {_arrow(card)}  "
        summary = printable(card.summary) + (" (experimental)" if card.experimental else "")
        body = textwrap.wrap(summary, max(30, width - cell_width(lead))) or [""]
        tunables = [parameter.name for parameter in card.parameters if parameter.tunable]
        if tunables:
            body += textwrap.wrap(f"tunable: {', '.join(tunables)}", max(30, width - cell_width(lead)))
        lines.append(lead + body[0])
        lines += [" " * cell_width(lead) + line for line in body[1:]]
    lines += [
        "",
        "↑ higher is better, ↓ lower is better. 'tertium metrics NAME' explains one metric and its parameters.",
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def page(card: MetricCard) -> str:
    """Everything about one metric."""
    blocks = [printable(line) for line in card.text.split("\n")]
    facts = [
        ("name", card.name),
        ("better", "higher" if card.higher_is_better else "lower"),
        ("corpus score", card.pooling),
        ("printed as", "the value itself" if card.scale == 1 else f"{card.scale:g} times the value"),
        ("needs", ", ".join(("hypotheses", "references", *card.requires))),
        ("signature", card.signature or "depends on parameters that must be given"),
    ]
    lines = [*blocks, "", *rows_aligned(facts)]
    if card.parameters:
        header = ("parameter", "default", "takes", "meaning")
        rows = [(p.name, p.default, _takes(p), p.help + (" (tunable)" if p.tunable else "")) for p in card.parameters]
        lines += ["", *rows_aligned([header, *rows])]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _takes(parameter: ParameterCard) -> str:
    if parameter.choices:
        return " ".join(parameter.choices)
    if parameter.low is not None and parameter.high is not None:
        return f"{parameter.low:g} to {parameter.high:g}"
    if parameter.low is not None:
        return f"at least {parameter.low:g}"
    return "" if parameter.high is None else f"at most {parameter.high:g}"


def _arrow(card: MetricCard) -> str:
    return "↑" if card.higher_is_better else "↓"
