"""Outputs of ``tertium metrics``: the list of all metrics, and pages of single ones."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.metrics.catalogue import CatalogueEntry
from tertium.render.outputs import any_record
from tertium.render.reports import catalogue
from tertium.render.style import Style

_WIDEST = 100


def text(entries: Sequence[CatalogueEntry], style: Style) -> str:
    return catalogue.listing(entries, _WIDEST if style.columns is None else min(_WIDEST, style.columns))


def page_text(entries: Sequence[CatalogueEntry], style: Style) -> str:
    return "\n".join(catalogue.page(entry) for entry in entries)


def page_json(entries: Sequence[CatalogueEntry], style: Style) -> str:
    """One object after another."""
    return "".join(any_record.json(entry, style) for entry in entries)
