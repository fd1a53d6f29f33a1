"""Every ``console`` block in README and docs/ is what the program really prints.

A line ``$ command`` is run in a shell at the root of the repository; what follows, up to the next ``$`` or the end of
the block, must be its output (stderr included). A line ``...`` stands for any number of lines. With
TERTIUM_UPDATE_DOCS=1 the blocks are rewritten instead.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tertium.cli.command_table import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "papers").glob("*.md"))]
# How far a long task is: on a busy machine even a short one takes long enough to say it.
PROGRESS = re.compile(r"^tertium: .+: [\d,]+(?: of .+)?, [\d,]+/s(?:, .+ left)?\n", re.MULTILINE)
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[Path, int, str]]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        found += [(page, text.count("\n", 0, block.start()) + 1, block[1]) for block in BLOCK.finditer(text)]
    return found


def commands(block: str) -> list[tuple[str, str]]:
    """(command, what the page says it prints); a command goes on after a backslash at the end of its line."""
    parts = re.split(r"^\$ ((?:.*\\\n)*.*)\n", block, flags=re.MULTILINE)
    assert parts[0] == "", "a console block starts with '$ '"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(command: str) -> str:
    """The command's output as a pipe gets it; ``tertium`` is the package under test, also where it is not on PATH."""
    start = f'tertium() {{ {shlex.quote(sys.executable)} -m tertium "$@"; }}\n'
    env = {key: value for key, value in os.environ.items() if key not in ("TERTIUM_DEBUG", "COLUMNS")}
    done = subprocess.run(
        ["bash", "-c", start + command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env=env,
        timeout=300,
    )
    return PROGRESS.sub("", done.stdout.decode("utf-8"))


def matches(shown: str, printed: str) -> bool:
    pattern = "".join("(?:.*\n)*" if line == "...\n" else re.escape(line) for line in shown.splitlines(keepends=True))
    return re.fullmatch(pattern, printed) is not None


@pytest.mark.parametrize(
    ("page", "line", "block"), blocks(), ids=[f"{page.name}:{line}" for page, line, _ in blocks()] or None
)
def test_the_page_shows_what_is_printed(page: Path, line: int, block: str) -> None:
    made = ""
    for command, shown in commands(block):
        printed = run(command)
        if "...\n" in shown and matches(shown, printed):
            printed = shown
        made += f"$ {command}\n{printed}"
    if os.environ.get("TERTIUM_UPDATE_DOCS") and rounded(made) != rounded(block):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(f"```console\n{block}```", f"```console\n{made}```"), encoding="utf-8")
        return
    assert rounded(made) == rounded(block)


def rounded(text: str) -> str:
    """The last bits of logarithms differ between C libraries; ten digits do not. The card that a page tunes holds all
    bits, and its digest was seen to differ between machines (likely by the order of sums in their linear algebra)."""
    text = re.sub(r"(/tmp/[\w.-]+\.toml,sha256=)[0-9a-f]{16}", r"\1...", text)
    return re.sub(r"\d+\.\d{9,}", lambda number: f"{float(number[0]):.10g}", text)


def test_every_commands_help_is_on_the_page() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for command in ("", *(f"{name} " for name in COMMANDS)):
        assert f"\n$ tertium {command}--help\n" in text
