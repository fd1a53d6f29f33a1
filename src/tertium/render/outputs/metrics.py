"""Outputs of ``tertium metrics``: the list of all metrics, and pages of single ones."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.metrics.catalogue import MetricCard
from tertium.render.outputs import any_record
from tertium.render.reports import catalogue
from tertium.render.style import Style

_WIDEST = 100


def text(cards: Sequence[MetricCard], style: Style) -> str:
    return catalogue.listing(cards, _WIDEST if style.columns is None else min(_WIDEST, style.columns))


def page_text(cards: Sequence[MetricCard], style: Style) -> str:
    return "\n".join(catalogue.page(card) for card in cards)


def page_json(cards: Sequence[MetricCard], style: Style) -> str:
    """One object after another."""
    return "".join(any_record.json(card, style) for card in cards)
