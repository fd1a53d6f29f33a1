"""The published JSON Schemas: one for each kind of JSON that a command prints.

``python -m tertium.render.schemas docs/schema`` (``make schema``) writes them; a test holds them against the records.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.analysis.mbr.choice import Choice
from tertium.metrics.catalogue import CatalogueEntry
from tertium.results.comparisons import Comparison, GateReport
from tertium.results.contrasts import DifferReport, DiffReport
from tertium.results.diagnosis import Diagnosis
from tertium.results.forensics import ExplainedSegment, WorstSegment
from tertium.results.graphs import UnlGraph
from tertium.results.meta import MetaReport
from tertium.results.order import OrderReport
from tertium.results.record import Record
from tertium.results.report import FullReport
from tertium.results.schema import schema_of
from tertium.results.scores import Report, SegmentLine, SystemLine
from tertium.results.tuning import TuneReport


@dataclass(frozen=True)
class Published:
    """Which record a command prints; ``listed``: as a list of them."""

    title: str
    record: type[Record]
    listed: bool = False

    def schema(self) -> dict[str, Any]:
        return schema_of(self.record, self.title, listed=self.listed)


PUBLISHED: dict[str, Published] = {
    "score": Published("tertium score -f json", Report),
    "score-line": Published("a line of tertium score -f jsonl", SystemLine),
    "score-segment-line": Published("a line of tertium score -f jsonl -sl", SegmentLine),
    "compare": Published("tertium compare -f json", Comparison),
    "report": Published("tertium report -f json", FullReport),
    "diff": Published("tertium diff -f json", DiffReport),
    "gate": Published("tertium gate -f json", GateReport),
    "doctor": Published("tertium doctor -f json", Diagnosis),
    "meta": Published("tertium meta -f json", MetaReport),
    "explain": Published("tertium explain -f json", ExplainedSegment, listed=True),
    "order": Published("tertium order -f json", OrderReport),
    "explain-worst": Published("tertium explain --worst K -f json", WorstSegment, listed=True),
    "explain-differ": Published("tertium explain --differ A B -f json", DifferReport),
    "mbr-line": Published("a line of tertium mbr -f jsonl", Choice),
    "tune": Published("tertium tune -f json", TuneReport),
    "unl": Published("tertium unl -f json", UnlGraph, listed=True),
    "metrics": Published("tertium metrics -f json", CatalogueEntry, listed=True),
    "metric": Published("tertium metrics NAME -f json", CatalogueEntry),
}


def text_of(name: str) -> str:
    """The schema as it is published."""
    return json.dumps(PUBLISHED[name].schema(), indent=2, ensure_ascii=False) + "\n"


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in PUBLISHED:
        (folder / f"{name}.json").write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
