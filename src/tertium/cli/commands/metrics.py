"""``tertium metrics``: what there is, and what one of them means."""

from __future__ import annotations

import argparse
import shutil
from dataclasses import replace

from tertium.cli.messages import warn
from tertium.cli.output import write_stdout
from tertium.errors import SpecError
from tertium.metrics.catalogue import card, cards
from tertium.metrics.spec import parse
from tertium.render.reports import catalogue
from tertium.render.tables import as_json

_WIDEST = 100


def run(arguments: argparse.Namespace) -> int:
    if not arguments.names:
        write_stdout(_all(arguments.format))
        return 0
    pages = [_one(name, arguments.format) for name in arguments.names]
    write_stdout("\n".join(pages) if arguments.format == "text" else "".join(pages))
    return 0


def _all(form: str) -> str:
    found, problems = cards()
    warn(map(str, problems))
    if form == "json":
        return as_json.dumps(found, indent=2) + "\n"
    return catalogue.listing(found, min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns))


def _one(text: str, form: str) -> str:
    found = card(text) if ":" not in text and "*" not in text else None
    if found is not None:
        return as_json.dumps(found, indent=2) + "\n" if form == "json" else catalogue.page(found)
    metric = parse(text)
    leaves = metric.leaves()
    if len(leaves) != 1 or leaves[0][1] is not metric:
        raise SpecError(f"'{metric}' is a sum of metrics; ask for one of {', '.join(leaf.name for _, leaf in leaves)}.")
    found = card(metric.name)
    if form == "json":
        return as_json.dumps(replace(found, signature=metric.signature), indent=2) + "\n"
    return catalogue.page(found, metric.signature)
