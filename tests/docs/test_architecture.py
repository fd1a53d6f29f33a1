"""The tree of rooms in docs/architecture.md is the tree of the repository, and its layers are import-linter's."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from conftest import ROOT

PAGE = ROOT / "docs" / "architecture.md"
NO_ROOMS = {"data", "__pycache__"}


def drawn() -> set[str]:
    """Rooms and modules of the drawing, as paths from the root."""
    block = re.search(r"^## Rooms\n+```\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block, "docs/architecture.md has no drawing of the rooms"
    found, parents = set(), [""]
    for line in block[1].splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        name = line.split()[0]
        parents[depth:] = [name]
        found.add("".join(parents))
    return found - {"src/tertium/", "native/"}


def rooms(folder: Path, depth: int) -> set[str]:
    found = set()
    for path in folder.iterdir():
        if path.is_dir() and path.name not in NO_ROOMS and any(path.glob("*.[hcp][pyp]*")):
            found.add(f"{path.relative_to(ROOT).as_posix()}/")
            if depth > 1:
                found |= rooms(path, depth - 1)
    return found


def test_the_drawing_has_every_room_and_no_other() -> None:
    modules = {
        f"src/tertium/{path.stem}" for path in (ROOT / "src" / "tertium").glob("*.py") if not path.stem.startswith("__")
    }
    assert drawn() == rooms(ROOT / "src" / "tertium", 2) | rooms(ROOT / "native", 1) | modules


def test_the_picture_names_every_room() -> None:
    picture = (ROOT / "docs" / "pictures" / "rooms.svg").read_text(encoding="utf-8")
    named = set(re.findall(r'class="name"[^>]*>([^<]+)<', picture))
    assert {path.name for path in (ROOT / "src" / "tertium").iterdir() if (path / "__init__.py").exists()} <= named


def test_the_order_of_the_drawing_is_that_of_the_layers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "layers")
    layers = [layer.split(".")[1] for layer in reversed(contract["layers"])]
    text = PAGE.read_text(encoding="utf-8").split("## Rooms", 1)[1]
    places = [re.search(rf"^  {layer}\b", text, re.MULTILINE) for layer in layers]
    assert all(places), f"a layer is not drawn: {layers}"
    starts = [place.start() for place in places if place]
    assert starts == sorted(starts)
