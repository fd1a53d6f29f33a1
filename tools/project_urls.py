"""The project's addresses for the metadata of a wheel: a provider of scikit-build-core, named in pyproject.toml.

Only whoever publishes knows where: TERTIUM_URL is the address of the repository (the workflow that builds releases sets
it), and an sdist carries what it was made with. Otherwise there are none: a wrong address is worse than no address.
"""

from __future__ import annotations

import os
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

PAGES = {"Changelog": "CHANGELOG.md", "Documentation": "docs/README.md", "Issues": "issues"}


def urls(repository: str) -> dict[str, str]:
    """The addresses of a repository; files are shown below blob/HEAD, as the large hosts agree.

    >>> urls("https://example.org/tertium/")["Changelog"]
    'https://example.org/tertium/blob/HEAD/CHANGELOG.md'
    """
    base = repository.rstrip("/")
    if not base:
        return {}
    if not base.startswith("https://"):
        raise SystemExit(f"TERTIUM_URL is '{repository}', expected an address that begins with https://.")
    pages = {name: f"{base}/{'' if '.' not in page else 'blob/HEAD/'}{page}" for name, page in PAGES.items()}
    return {"Homepage": base, "Repository": base, **pages}


def of_sdist(folder: Path) -> dict[str, str]:
    """What the sdist that is being built was made with."""
    info = folder / "PKG-INFO"
    if not info.is_file():
        return {}
    lines = HeaderParser().parsestr(info.read_text(encoding="utf-8")).get_all("Project-URL") or []
    return {name.strip(): address.strip() for name, _, address in (line.partition(",") for line in lines)}


def dynamic_metadata(field: str, *_: Any) -> dict[str, str]:
    """As scikit-build-core asks for it."""
    if field != "urls":
        raise SystemExit(f"project_urls provides urls, not '{field}'.")
    given = os.environ.get("TERTIUM_URL", "")
    return urls(given) if given else of_sdist(Path(__file__).resolve().parent.parent)
