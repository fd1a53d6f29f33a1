"""The page of a report as text, and in a file."""

from __future__ import annotations

from tertium.corpus.files.outputs import prepare_file, write_or_rescue
from tertium.render.page.report_page import page
from tertium.results.report import FullReport

__all__ = ["page", "save"]


def save(report: FullReport, file: str) -> None:
    """Written whole or not at all."""
    prepare_file(file)
    made = page(report).encode("utf-8", "backslashreplace")
    write_or_rescue(file, lambda target: target.write(made))
