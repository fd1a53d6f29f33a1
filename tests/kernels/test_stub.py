"""The types that mypy sees of the native module are those it was built with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.kernels import _native

SOURCE = Path(__file__).resolve().parents[2] / "src" / "tertium" / "kernels" / "_native.pyi"


def test_the_stub_is_what_nanobind_writes() -> None:
    stubgen = pytest.importorskip("nanobind.stubgen", reason="nanobind writes the stub")
    made = stubgen.StubGen(module=_native, quiet=True)
    made.put(_native)
    assert made.get() == SOURCE.read_text(encoding="utf-8"), "run make stub"


def test_the_stub_names_everything_the_module_has() -> None:
    """Needs no nanobind: a binding without a type would be invisible to mypy."""
    text = SOURCE.read_text(encoding="utf-8")
    names = [name for name in vars(_native) if not name.startswith("_")]
    assert len(names) > 50
    assert [name for name in names if f"def {name}(" not in text and f"class {name}:" not in text] == []
