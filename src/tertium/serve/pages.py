"""Templates and what they are given. Every value is escaped by jinja2; no template holds a script or a style."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from tertium import __version__
from tertium.errors import counted, printable


@lru_cache(maxsize=1)
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("tertium.serve", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"printable": printable, "counted": counted, "score": score, "size": size, "when": when}
    made.globals["version"] = __version__
    return made


def page(template: str, values: Mapping[str, Any]) -> str:
    return environment().get_template(template).render(**values)


def refused(status: int, sentence: str) -> str:
    """The page for who may not see any other."""
    return page("refused.html", {"status": status, "sentence": sentence})


def score(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


def size(count: int) -> str:
    """Bytes as people say them."""
    amount, unit = float(count), "bytes"
    for larger in ("KB", "MB", "GB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.0f} {unit}" if unit == "bytes" or amount >= 10 else f"{amount:.1f} {unit}"


def when(made: str) -> str:
    """A moment without its seconds and zone; the page shows it in the zone of the reader where script runs."""
    return made[:16].replace("T", " ")
