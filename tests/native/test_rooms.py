"""The rooms of native/ include downwards only, and know nothing of Python outside bindings/."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

NATIVE = Path(__file__).resolve().parents[2] / "native"
SOURCES = sorted(path.relative_to(NATIVE) for path in NATIVE.rglob("*") if path.suffix in {".hpp", ".cpp"})
ROOMS = re.findall(r"^\| `(\w+)/` \|", (NATIVE / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
PYTHON = re.compile(r"^(Python\.h$|nanobind/|pybind11/|numpy/)")


def includes(source: Path) -> list[tuple[str, str]]:
    """(quote, name) of every include."""
    return INCLUDE.findall((NATIVE / source).read_text(encoding="utf-8"))


def own(source: Path) -> list[Path]:
    return [Path(name) for quote, name in includes(source) if quote == '"']


def faults(room: str, included: list[str]) -> list[str]:
    """Which of these rooms a file of ``room`` may not include from."""
    return [other for other in included if other not in ROOMS[: ROOMS.index(room) + 1]]


def test_the_readme_lists_every_room_and_no_other() -> None:
    assert sorted(ROOMS) == sorted({source.parts[0] for source in SOURCES})
    assert len(set(ROOMS)) == len(ROOMS)
    assert ROOMS[-1] == "bindings"


def test_every_source_lies_in_a_room() -> None:
    assert [source for source in SOURCES if len(source.parts) != 2] == []


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_a_file_includes_only_from_its_room_and_those_above(source: Path) -> None:
    assert [name for name in own(source) if not (NATIVE / name).is_file()] == [], "write includes from native/"
    assert faults(source.parts[0], [name.parts[0] for name in own(source)]) == []


def test_headers_include_one_another_without_a_cycle() -> None:
    graph = {source: own(source) for source in SOURCES}
    assert len(list(TopologicalSorter(graph).static_order())) == len(SOURCES)  # raises CycleError


def test_python_is_known_in_bindings_only() -> None:
    knowing = {source for source in SOURCES for _, name in includes(source) if PYTHON.search(name)}
    assert {source.parts[0] for source in knowing} == {"bindings"}


def test_the_check_sees_an_include_that_goes_the_wrong_way() -> None:
    assert faults("base", ["base", "text"]) == ["text"]
    assert faults("edit", ["base", "edit", "order", "bindings"]) == ["order", "bindings"]
    assert INCLUDE.findall('#include <nanobind/nanobind.h>\n  # include "text/unicode.hpp"\n') == [
        ("<", "nanobind/nanobind.h"),
        ('"', "text/unicode.hpp"),
    ]
