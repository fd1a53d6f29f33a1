"""Names of metrics: our own, listed in ``builtin.pyi``, and the entry points of other packages (``tertium.metrics``).

Modules are imported when their metric is asked for, so that ``tertium --help`` imports none.
"""

from __future__ import annotations

import importlib
import os
import re

from tertium.errors import SpecError, did_you_mean, printable
from tertium.metrics.base import Metric
from tertium.other_packages import added, load

GROUP = "tertium.metrics"

_LINE = re.compile(r"from (\S+) import (\w+) as \2  # (\S+)")


def _read_builtin() -> dict[str, str]:
    """Name to "module:Class", from the lines that type checkers read too: a metric is registered in one place."""
    found: dict[str, str] = {}
    place = os.path.join(os.path.dirname(__file__), "builtin.pyi")  # noqa: PTH118, PTH120 - pathlib takes 5 ms to import
    with open(place, encoding="utf-8") as file:  # noqa: PTH123
        lines = file.read().splitlines()
    for line in lines:
        if not line or line.startswith("#"):
            continue
        entry = _LINE.fullmatch(line)
        if entry is None or entry[3] in found:
            problem = "twice" if entry else "not as 'from MODULE import CLASS as CLASS  # NAME'"
            raise SpecError(f"metrics/builtin.pyi registers a metric {problem}: {line}")
        found[entry[3]] = f"{entry[1]}:{entry[2]}"
    return found


BUILTIN = _read_builtin()

# Known by name, but nothing without a file of one's own: not among the metrics that are listed.
UNLISTED = {"card": "tertium.metrics.card:Card"}


def names() -> list[str]:
    """Every metric that can be named here, built-in ones first."""
    return [*BUILTIN, *sorted(set(added(GROUP)) - set(BUILTIN))]


def find(name: str) -> type[Metric]:
    """The class behind a name."""
    place = BUILTIN.get(name) or UNLISTED.get(name)
    if place is not None:
        module, _, attribute = place.partition(":")
        found = getattr(importlib.import_module(module), attribute)
    else:
        plugins = added(GROUP)
        if name not in plugins:
            hint = did_you_mean(name, names())
            raise SpecError(f"unknown metric '{printable(name)}'{hint or ';'} 'tertium metrics' lists all.")
        found = load(plugins[name], "metric", "leave the metric out")
    if not (isinstance(found, type) and issubclass(found, Metric)):
        raise SpecError(f"metric '{name}' is registered as {found!r}, expected a subclass of tertium.Metric.")
    return found
