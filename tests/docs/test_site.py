"""The documentation site builds from a clean checkout without a warning, offline, with a page for each metric."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tertium.metrics.registry import BUILTIN

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("sphinx") is None, reason="Sphinx is not installed (extra docs)")
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in ("docs", "tools", "bench", "examples", "native"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("generated", "__pycache__", "data"))
    for path in ROOT.glob("*.md"):
        shutil.copy(path, copy / path.name)
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(copy / "docs"), str(site)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = {path.stem for path in (site / "generated" / "metrics").glob("*.html")}
    assert {name.replace("+", "p") for name in BUILTIN} <= pages
    assert "tertium.compare" in (site / "generated" / "api.html").read_text(encoding="utf-8")
    assert (site / "searchindex.js").stat().st_size > 10_000
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert 'src="http' not in text, f"{page} loads something from elsewhere"
        assert '<link rel="stylesheet" href="http' not in text
