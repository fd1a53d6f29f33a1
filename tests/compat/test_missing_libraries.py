"""Modules for other libraries: without the library, the import says in a sentence what to install."""

from __future__ import annotations

import importlib
import sys

import pytest

from tertium.errors import MissingExtraError


@pytest.mark.parametrize(
    ("module", "library", "said"),
    [
        ("datasets", "datasets", "scores of datasets need the library: pip install datasets."),
        ("duckdb", "duckdb", "functions of DuckDB need duckdb and pyarrow: pip install duckdb pyarrow."),
        ("duckdb", "pyarrow", "functions of DuckDB need duckdb and pyarrow: pip install duckdb pyarrow."),
        ("polars", "polars", "scores of polars' frames need polars: pip install polars."),
    ],
)
def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, module: str, library: str, said: str) -> None:
    name = f"tertium.compat.{module}"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError) as error:
        importlib.import_module(name)
    assert str(error.value) == said
