"""The tree of rooms in docs/architecture.md is the tree of the repository, in the order of import-linter's layers."""

from __future__ import annotations

import re
import tomllib

from conftest import ROOT

PACKAGE = ROOT / "src" / "tertium"
PAGE = ROOT / "docs" / "architecture.md"


def drawn() -> list[str]:
    """What the drawing shows, from top to bottom, as paths from the package; rooms end in a slash."""
    block = re.search(r"^## Rooms\n+```\nsrc/tertium/\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert block, "docs/architecture.md has no drawing of the rooms"
    found, room = [], ""
    for line in block[1].splitlines():
        name = line.split()[0]
        inside = line.startswith("    ")
        room = room if inside else name
        found.append(room + name if inside else name)
    return found


def rooms() -> set[str]:
    """The packages of the code and the packages inside them."""
    found = [*PACKAGE.glob("*/__init__.py"), *PACKAGE.glob("*/*/__init__.py")]
    return {f"{path.parent.relative_to(PACKAGE).as_posix()}/" for path in found}


def test_the_drawing_has_every_room_and_no_other() -> None:
    assert {name for name in drawn() if name.endswith("/")} == rooms()


def test_the_modules_of_the_drawing_exist() -> None:
    modules = [name for name in drawn() if not name.endswith("/")]
    assert "errors" in modules
    assert [name for name in modules if not (PACKAGE / f"{name}.py").exists()] == []


def test_the_picture_names_every_room() -> None:
    picture = (ROOT / "docs" / "pictures" / "rooms.svg").read_text("utf-8")
    named = set(re.findall(r'class="name"[^>]*>([^<]+)<', picture))
    assert {name.strip("/") for name in rooms() if name.count("/") == 1} <= named


def test_the_order_of_the_drawing_is_that_of_the_layers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = next(one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "layers")
    height = {
        name.strip().split(".")[1]: place
        for place, layer in enumerate(reversed(contract["layers"]))
        for name in re.split("[|:]", layer)
    }
    order = [height[name.strip("/")] for name in drawn() if name.count("/") < 2]
    assert order == sorted(order)
