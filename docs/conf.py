"""The documentation site (``make docs``): Sphinx over the pages of this folder, and pages made from the code.

Why Sphinx: docs/adr/0120-documentation-site.md. What is made from the code is in tools/site_pages.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import site_pages  # noqa: E402 - it is beside the other tools

import tertium  # noqa: E402

project = "tertium"
author = "The tertium authors"
version = release = tertium.__version__
root_doc = "README"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # pages link to each other's headings as GitHub names them
suppress_warnings = ["myst.header"]  # a page may start with a table instead of a second heading
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
nitpicky = False
html_theme = "furo"
html_title = f"tertium {version}"
html_copy_source = False
html_show_sourcelink = False
html_last_updated_fmt = None  # the same commit gives the same pages


def setup(app: object) -> None:
    site_pages.write(ROOT)
    app.connect("source-read", site_pages.adapt)  # type: ignore[attr-defined]
