"""An output: scores as comma-separated values."""

from __future__ import annotations

from typing import Any

from tertium.plugin import Style


def scores(report: Any, style: Style) -> str:
    lines = [
        f"{system.name},{score.metric},{score.score:.{style.width or 1}f}\n"
        for system in report.systems
        for score in system.scores
    ]
    return "system,metric,score\n" + "".join(lines)
