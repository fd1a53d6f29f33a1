"""The child that we bring for known tools. COMET is the real one, where ``TERTIUM_COMET_PYTHON`` names the python of an
environment that has it. MetricX and BLEURT are on no index, so that small programs with their options and names stand
for them: what is tested is our side, the files, options and answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from tertium.errors import TertiumError

SRC = ["el gato", "un perro grande", "la casa"]
MT = ["the cat", "a big dog", "house"]
REF = ["the cat", "a large dog", "the house"]
TINY = Path(__file__).with_name("tiny_comet.py")


@pytest.fixture(scope="module")
def comet(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The python of COMET's environment, and a model for it."""
    python = os.environ.get("TERTIUM_COMET_PYTHON")
    if not python:
        pytest.skip("TERTIUM_COMET_PYTHON names no python with unbabel-comet")
    folder = tmp_path_factory.mktemp("comet") / "tiny"
    subprocess.run([python, str(TINY), str(folder)], check=True, capture_output=True)
    return python, folder


def test_comet_itself_gives_the_numbers_of_its_own_program(comet: tuple[str, Path], tmp_path: Path) -> None:
    """``comet-score`` of unbabel-comet reads its own command line; it halves the model, so that precision is fp16."""
    python, model = comet
    with pytest.warns(UserWarning, match=r"the licence of .* is cc-by-nc-sa-4\.0"):
        ours = tertium.score(
            MT,
            REF,
            "chrf",
            sources=SRC,
            tools=f"comet:model={model},python={python},precision=fp16",
            segment_scores=True,
        )["comet"]
    assert f"comet:model={model},precision=fp16,revision=sha256-" in ours.signature
    assert "|unbabel-comet 2." in ours.signature
    for name, lines in (("src", SRC), ("mt", MT), ("ref", REF)):
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    program = [python, "-m", "comet.cli.score", "-s", "src.txt", "-t", "mt.txt", "-r", "ref.txt", "--gpus", "0"]
    program += ["--model", str(model / "checkpoints" / "model.ckpt"), "--to_json", "scores.json", "--quiet"]
    subprocess.run(program, cwd=tmp_path, check=True, capture_output=True, env=os.environ | {"HF_HUB_OFFLINE": "1"})
    theirs = [item["COMET"] for item in json.loads((tmp_path / "scores.json").read_text("utf-8"))["mt.txt"]]
    assert ours.segment_scores == pytest.approx(theirs, abs=2e-3)
    assert len(set(theirs)) == 3


def test_a_tool_that_is_not_installed_says_where_it_was_looked_for() -> None:
    with pytest.raises(TertiumError) as problem:
        tertium.score(MT, REF, "chrf", sources=SRC, tools="comet")
    assert str(problem.value) == (
        f"comet: unbabel-comet is not installed for {sys.executable}; install it there, or name the python of its "
        "environment with python=PATH."
    )


def test_metricx_is_given_files_and_its_lower_scores_are_better(tmp_path: Path) -> None:
    (tmp_path / "metricx24").mkdir()
    (tmp_path / "metricx24" / "__init__.py").touch()
    (tmp_path / "metricx24" / "predict.py").write_text(
        """\
import argparse, json
parser = argparse.ArgumentParser()
for name in ("tokenizer", "model_name_or_path", "max_input_length", "batch_size", "input_file", "output_file"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("--qe", action="store_true")
given = parser.parse_args()
print("a line that is no answer")
with open(given.input_file) as source, open(given.output_file, "w") as target:
    for line in source:
        record = json.loads(line)
        texts = record["source"] + record["hypothesis"] + record["reference"]
        target.write(json.dumps({**record, "prediction": min(25, len(texts))}) + "\\n")
""",
        encoding="utf-8",
    )
    model = tmp_path / "metricx-24-hybrid-large"
    model.mkdir()
    (model / "model.safetensors").write_bytes(b"weights")
    (model / "README.md").write_text("---\nlicense: apache-2.0\n---\n", encoding="utf-8")
    given = f"metricx:model={model},path={tmp_path},chunk=2"  # two calls of its program
    made = tertium.score(MT, REF, "chrf", sources=SRC, tools=given, segment_scores=True)["metricx"]
    assert made.segment_scores == tuple(float(min(25, len(a + b + c))) for a, b, c in zip(SRC, MT, REF, strict=True))
    assert not made.higher_is_better
    assert "max_length=1536" in made.signature
    assert "licence:apache-2.0" in made.signature
    quality = tertium.score(MT, REF, "chrf", sources=SRC, tools=given + ",qe=yes", segment_scores=True)["metricx"]
    assert quality.segment_scores == tuple(float(len(a + b)) for a, b in zip(SRC, MT, strict=True))


def test_bleurt_scores_by_its_own_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bleurt").mkdir()
    (tmp_path / "bleurt" / "__init__.py").touch()
    (tmp_path / "bleurt" / "score.py").write_text(
        """\
class BleurtScorer:
    def __init__(self, checkpoint):
        print("a line that is no answer")
    def score(self, references, candidates, batch_size=None):
        return [len(one) / 10 - len(two) / 100 for one, two in zip(references, candidates)]
""",
        encoding="utf-8",
    )
    about = tmp_path / "bleurt-0.0.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: BLEURT\nVersion: 0.0.2\n", encoding="utf-8")
    weights = tmp_path / "BLEURT-20" / "variables"
    weights.mkdir(parents=True)
    (weights / "variables.data-00000-of-00001").write_bytes(b"weights")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    made = tertium.score(MT, REF, "chrf", tools=f"bleurt:model={tmp_path / 'BLEURT-20'}", segment_scores=True)["bleurt"]
    expected = [len(ref) / 10 - len(mt) / 100 for mt, ref in zip(MT, REF, strict=True)]
    assert made.segment_scores == pytest.approx(expected)
    assert made.signature.startswith("bleurt:model=BLEURT-20,precision=as stored,revision=sha256-")
    assert "|bleurt 0.0.2|uses:mt+ref|licence:apache-2.0|" in made.signature
