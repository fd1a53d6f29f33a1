"""``tertium metrics``: what there is, and what one of them means."""

from __future__ import annotations

import argparse
import shutil
from dataclasses import replace

from tertium.cli.messages import warn
from tertium.cli.output import write_stdout
from tertium.errors import SpecError
from tertium.metrics.catalogue import CatalogueEntry, entries, entry
from tertium.metrics.registry import names
from tertium.metrics.spec import parse
from tertium.render.renderers import show
from tertium.render.style import Style


def run(arguments: argparse.Namespace) -> int:
    if arguments.citation:
        from tertium.metrics.citations import bibtex  # whoever lists metrics needs no papers

        write_stdout(bibtex([parse(name) for name in arguments.names or names()]))
        return 0
    if arguments.names:
        write_stdout(show("metric", [_entry(name) for name in arguments.names], arguments.format, Style()))
        return 0
    found, problems = entries()
    warn(map(str, problems))
    columns = shutil.get_terminal_size((0, 0)).columns or None
    write_stdout(show("metrics", found, arguments.format, Style(columns=columns)))
    return 0


def _entry(text: str) -> CatalogueEntry:
    """The entry of a metric, with the signature of the parameters that were given."""
    found = entry(text) if not set(":*()") & set(text) else None
    if found is not None:
        return found
    metric = parse(text)
    plain = metric.plain()
    if plain != (metric,):
        names = ", ".join(dict.fromkeys(one.name for one in plain))
        raise SpecError(f"'{metric}' is made of several metrics; ask for one of {names}.")
    return replace(entry(metric.name), signature=metric.signature)
