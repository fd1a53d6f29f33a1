"""The specification's vectors (docs/metrics/README.md#test-vectors), copied beside the tests so that they run
anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))


def vectors(metric: str, *variants: str) -> list[Any]:
    """The vectors of a metric (and variants), as pytest parameters named by their ids."""
    return [
        pytest.param(vector, id=vector["id"])
        for vector in VECTORS
        if vector["metric"] == metric and (not variants or vector["variant"] in variants)
    ]
