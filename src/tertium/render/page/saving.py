"""The page of a report as text, and in a file."""

from __future__ import annotations

from tertium.corpus.files.access import refuse_unwritable, write_atomically
from tertium.render.page.report_page import page
from tertium.results.report import FullReport

__all__ = ["page", "save"]


def save(report: FullReport, file: str) -> None:
    """Written whole or not at all."""
    refuse_unwritable(file)
    made = page(report).encode("utf-8", "backslashreplace")
    write_atomically(file, lambda target: target.write(made))
