"""Examples in docstrings run, and print what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tertium
from conftest import ROOT
from tertium.errors import MissingExtraError

MODULES = [
    "tertium",
    *(
        found.name
        for found in pkgutil.walk_packages(tertium.__path__, "tertium.")
        if not found.name.endswith(("._native", ".__main__"))
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # some examples read the example corpus
    try:
        module = importlib.import_module(name)
    except MissingExtraError as missing:
        pytest.skip(str(missing))
    assert doctest.testmod(module).failed == 0


def test_every_metric_module_has_an_example() -> None:
    from tertium.metrics.registry import BUILTIN

    for module in sorted({place.partition(":")[0] for place in BUILTIN.values()}):
        assert doctest.DocTestFinder().find(importlib.import_module(module)), module
        assert ">>> " in (importlib.import_module(module).__doc__ or ""), module
