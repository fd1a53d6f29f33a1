"""What every record has: its fields as JSON."""

from __future__ import annotations

from typing import Any

from tertium.render.style import Style
from tertium.render.tables import as_json


def json(record: Any, style: Style) -> str:
    """A record, or a list of records, as people and programs read it."""
    return as_json.dumps(record, indent=2) + "\n"
