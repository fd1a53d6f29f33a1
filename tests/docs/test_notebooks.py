"""The notebooks of examples/notebooks run from top to bottom, in their folder, and are kept without outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

FOLDER = ROOT / "examples" / "notebooks"
# What the outputs of a notebook must hold, each in one of them.
SHOWN = {
    "score_and_compare.ipynb": (
        "<table",
        "28.1 bleu:",
        "via-ca",
        "reference: ",
        "by its words it is in Spanish, but hypotheses is in English",
    ),
    "word_order.ipynb": ("<svg", "kendall", "of the segments in order", "segment "),
}


def test_every_notebook_has_its_test_and_is_listed() -> None:
    names = sorted(path.name for path in FOLDER.glob("*.ipynb"))
    assert names == sorted(SHOWN)
    index = (ROOT / "examples" / "README.md").read_text("utf-8")
    assert [name for name in names if f"notebooks/{name}" not in index] == []


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_is_kept_without_outputs(name: str) -> None:
    """They would be stale at the next change, and nobody reads the difference of two pictures."""
    cells = json.loads((FOLDER / name).read_text("utf-8"))["cells"]
    for cell in cells:
        assert cell.get("outputs", []) == [], cell["id"]
        assert cell.get("execution_count") is None, cell["id"]


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat", reason="the extra 'dev'")
    nbclient = pytest.importorskip("nbclient", reason="the extra 'dev'")
    pytest.importorskip("ipykernel", reason="the extra 'dev'")
    for variable in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    notebook = nbformat.read(FOLDER / name, as_version=4)
    nbformat.validate(notebook)
    before = sorted(path.name for path in FOLDER.iterdir())
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(FOLDER)}}).execute()
    assert sorted(path.name for path in FOLDER.iterdir()) == before
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output for output in outputs if output.output_type == "stream" and output.name == "stderr"] == []
    texts = [text for output in outputs for text in _texts(output)]
    assert [piece for piece in SHOWN[name] if not any(piece in text for text in texts)] == []
    silent = [cell.id for cell in notebook.cells[2:] if cell.cell_type == "code" and not cell.outputs]
    assert silent == []  # a reader sees what every cell came to


def _texts(output: Any) -> list[str]:
    """Lines end where the page does, so white space is one space."""
    shown = [output.text] if output.output_type == "stream" else list(map(str, output.get("data", {}).values()))
    return [" ".join(text.split()) for text in shown]
