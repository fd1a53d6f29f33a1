"""The pages of docs/papers: every block has a maker, and what needs no data is what the tool writes today."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "papers"
WITHOUT_DATA = ("atec", "lecture")


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("tables")


def test_every_block_has_a_maker_and_every_maker_a_block(tool: ModuleType) -> None:
    blocks = [block[2] for page in sorted(PAGES.glob("*.md")) for block in tool.BLOCK.finditer(page.read_text("utf-8"))]
    assert sorted(blocks) == sorted(importlib.import_module("tables_papers").TABLES)


def test_no_block_is_empty(tool: ModuleType) -> None:
    for page in PAGES.glob("*.md"):
        for block in tool.BLOCK.finditer(page.read_text("utf-8")):
            assert "\n| " in block[0], f"{page.name} has no table {block[2]}: run 'make tables'"


def test_tables_without_data_are_what_the_tool_writes(tool: ModuleType, tmp_path: Path) -> None:
    for name in (*WITHOUT_DATA, "lrscore"):
        shutil.copy(PAGES / f"{name}.md", tmp_path)
    desk = tool.Desk(tmp_path, tmp_path)
    tool.main(str(tmp_path), str(tmp_path), str(tmp_path), *WITHOUT_DATA)
    for name in WITHOUT_DATA:
        assert (tmp_path / f"{name}.md").read_text("utf-8") == (PAGES / f"{name}.md").read_text("utf-8")
    first = tool.written(desk, importlib.import_module("tables_papers").TABLES["lrscore-1"])
    assert first in (PAGES / "lrscore.md").read_text("utf-8")


def test_a_changed_number_is_written_again(tool: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "lecture.md"
    ours = (PAGES / "lecture.md").read_text("utf-8")
    page.write_text(ours.replace("0.2857", "0.9999"), encoding="utf-8")
    tool.main(str(tmp_path), str(tmp_path), str(tmp_path))
    assert page.read_text("utf-8") == ours


def test_a_command_can_be_typed_as_it_is_shown(tool: ModuleType) -> None:
    spec = "pow(nsr*pow(precision, 1/4), 1.5)"
    shown = [*tool.shown_command(["tertium", "meta", "data", "-m", *["bleu"] * 40, spec])]
    assert shown[0] == shown[-2] == "```"
    assert all(line.endswith(" \\") for line in shown[1:-3])
    assert f"'{spec}'" in shown[-3]
    assert max(map(len, shown)) <= 120
