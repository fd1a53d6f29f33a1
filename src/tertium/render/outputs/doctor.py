"""Outputs of ``tertium doctor``."""

from __future__ import annotations

from tertium.render.reports import findings
from tertium.render.style import Style
from tertium.results.diagnosis import Diagnosis


def text(seen: Diagnosis, style: Style) -> str:
    return findings.page(seen, style.columns or style.fold)
