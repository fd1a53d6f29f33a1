"""No index has a release of tertium, so nobody is told to fetch one: whoever took the name there would run code."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest

from conftest import ROOT
from tertium.errors import install

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
# `pip install` of the bare name, with or without options, quotes and extras; not of a path such as ./tertium[arrow].
FROM_AN_INDEX = re.compile(
    r"(?:pip|pipx|uv|poetry)\s+(?:\w+\s+)*?(?:install|add)\s[^\n`#]*?(?<![\w./-])tertium(?=[\[\s'\"`=<>~!.,)]|$)"
)
OWN_EXTRA = re.compile(r"(?<![\w./-])tertium\[")


def pages() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    kinds = (".md", ".py", ".yml", ".yaml", ".toml", ".ipynb", ".sh", ".cff", ".txt")
    names = [name for name in listed.stdout.split("\0") if name.endswith(kinds) or name == "Makefile"]
    return [name for name in names if not name.startswith(("tests/", "src/tertium/data/", "examples/es-en"))]


def test_the_pattern_finds_what_it_looks_for() -> None:
    for bad in ("pip install tertium", "pip install 'tertium[zst]'", "pip install -U tertium==1", "uv add tertium"):
        assert FROM_AN_INDEX.search(bad), bad
    for good in ("pip install .", "pip install './tertium[arrow]'", "pip install dist/tertium-0.1.0.whl"):
        assert not FROM_AN_INDEX.search(good), good


def test_nothing_tells_to_install_what_no_index_has() -> None:
    found = []
    for name in pages():
        for number, line in enumerate((ROOT / name).read_text("utf-8").splitlines(), 1):
            own = OWN_EXTRA.search(line) and name not in ("pyproject.toml", "tools/lock.py")  # they never reach a shell
            if FROM_AN_INDEX.search(line) or own:
                found.append(f"{name}:{number}: {line.strip()}")
    assert found == []


@pytest.mark.parametrize("extra", [name for name in EXTRAS if name not in ("all", "dev", "docs", "oracle")])
def test_a_message_names_the_packages_of_an_extra(extra: str) -> None:
    """In the words of pyproject.toml, so that the same command serves a wheel and a checkout."""
    wanted = {re.split(r"[<>=;~! ]", line)[0] for line in EXTRAS[extra]}
    said = install(extra)
    assert said.startswith("pip install '")
    assert {re.split(r"[<>=]", name)[0] for name in re.findall(r"'([^']+)'", said)} == wanted


def test_all_is_every_extra_for_users() -> None:
    named = re.fullmatch(r"tertium\[([^]]*)\]", EXTRAS["all"][0])
    assert named is not None
    assert len(EXTRAS["all"]) == 1
    # A gigabyte, for those who train; half of one, for those who have a cluster; 91 MB of somebody else's weights.
    heavy = {"torchmetrics", "spark", "deep"}
    assert set(named[1].split(",")) == set(EXTRAS) - {"all", "dev", "docs", "oracle"} - heavy


def test_the_workflow_audits_the_stable_abi_of_the_wheel_that_has_it_and_of_no_other() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    built = tool["cibuildwheel"]
    assert "abi3audit" not in str(built["linux"]["repair-wheel-command"])
    (stable,) = [one for one in built["overrides"] if "abi3audit" in str(one["repair-wheel-command"])]
    assert stable["select"].startswith(f"{tool['scikit-build']['wheel']['py-api']}-manylinux")
    assert built["linux"]["repair-wheel-command"] in stable["repair-wheel-command"]
