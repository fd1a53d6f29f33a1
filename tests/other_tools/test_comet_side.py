"""Our side of COMET: which files make a model, what is sent, which answers are refused.

A small package with COMET's names stands for it, since the real one brings PyTorch; ``test_driver`` compares with the
real one where there is one. The hub's library is the real one, with folders of its cache made here.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import tertium
from tertium.errors import TertiumError
from tertium.results.scores import MetricScore

SRC = ["el gato", "un perro grande", "la casa"]
MT = ["the cat", "a big dog", "house"]
REF = ["the cat", "a large dog", "the house"]
COMMIT = "0123456789abcdef0123456789abcdef01234567"

# It notes how it was called: a score is the number of characters of all texts that it was given.
COMET = """\
import json, os
class Model:
    def __init__(self):
        self.calls = []
    def eval(self):
        self.calls.append("eval")
    def half(self):
        self.calls.append("half")
    def bfloat16(self):
        self.calls.append("bfloat16")
    def predict(self, samples, **options):
        print("a line that is no answer")
        with open(os.environ["COMET_LOG"], "a") as file:
            file.write(json.dumps([self.calls, options, samples]) + "\\n")
        scores = [float(sum(map(len, sample.values()))) for sample in samples]
        return {"scores": scores[int(os.environ.get("COMET_LOSES", "0")):]}
def load_from_checkpoint(path, local_files_only):
    made = Model()
    made.calls.append(["load", os.path.basename(path), local_files_only])
    return made
"""
TORCH = """\
class cuda:
    def is_available():
        return False
"""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with the stand-in, an empty cache of the hub, and no network; the calls are noted there."""
    packages = tmp_path / "packages"
    for name, text in (("comet", COMET), ("torch", TORCH)):
        (packages / name).mkdir(parents=True)
        (packages / name / "__init__.py").write_text(text, encoding="utf-8")
    about = packages / "unbabel_comet-2.2.7.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: unbabel-comet\nVersion: 2.2.7\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(packages))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("TERTIUM_SCORE_CACHE", "off")
    monkeypatch.setenv("COMET_LOG", str(tmp_path / "calls"))
    return tmp_path / "calls"


def make_model(folder: Path, hparams: str = "class_identifier: regression_metric\n", card: str | None = None) -> Path:
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "checkpoints" / "model.ckpt").write_bytes(b"weights")
    (folder / "hparams.yaml").write_text(hparams, encoding="utf-8")
    if card is not None:
        (folder / "README.md").write_text(card, encoding="utf-8")
    return folder


def score(spec: str) -> MetricScore:
    return tertium.score(MT, REF, "chrf", sources=SRC, tools=spec, segment_scores=True)["comet"]


def lengths(*texts: list[str]) -> tuple[float, ...]:
    return tuple(float(sum(map(len, row))) for row in zip(*texts, strict=True))


def refused(spec: str) -> str:
    with pytest.raises(TertiumError) as problem:
        score(spec)
    return str(problem.value)


APACHE = "---\ntags: mt\nlicense: 'apache-2.0'\n---\n"


@pytest.mark.parametrize(
    ("hparams", "spec", "texts"),
    [
        ("class_identifier: regression_metric\n", "", (SRC, MT, REF)),
        ("class_identifier: referenceless_regression_metric\n", "", (SRC, MT)),
        ("a: 1\ninput_segments:\n- mt\n- src\nb: 2\n", "", (SRC, MT)),
        ("input_segments:\n  - mt\n  - ref\n", "", (MT, REF)),
        ("class_identifier: unified_metric\n", ",qe=yes", (SRC, MT)),
    ],
)
def test_a_model_is_given_the_texts_that_it_reads(
    log: Path, tmp_path: Path, hparams: str, spec: str, texts: tuple[list[str], ...]
) -> None:
    model = make_model(tmp_path / "model", hparams, APACHE)
    made = score(f"comet:model={model}{spec}")
    assert made.segment_scores == lengths(*texts)
    assert "licence:apache-2.0" in made.signature
    assert "|unbabel-comet 2.2.7|" in made.signature


@pytest.mark.parametrize(
    ("precision", "called"), [("fp32", ["eval"]), ("fp16", ["eval", "half"]), ("bf16", ["eval", "bfloat16"])]
)
def test_precision_batch_and_devices_reach_the_model(
    log: Path, tmp_path: Path, precision: str, called: list[str]
) -> None:
    model = make_model(tmp_path / "model", card=APACHE) / "checkpoints" / "model.ckpt"
    score(f"comet:model={model},precision={precision},batch=2")
    [(calls, options, samples)] = map(json.loads, log.read_text("utf-8").splitlines())
    assert calls == [["load", "model.ckpt", True], *called]
    assert options["batch_size"] == 2
    assert (options["gpus"], options["accelerator"]) == (0, "cpu")
    assert samples[1] == {"src": SRC[1], "mt": MT[1], "ref": REF[1]}
    score(f"comet:model={model},gpus=1")
    [_, (_, options, _)] = map(json.loads, log.read_text("utf-8").splitlines())
    assert (options["gpus"], options["accelerator"]) == (1, "auto")


def test_many_items_go_in_several_batches(log: Path, tmp_path: Path) -> None:
    model = make_model(tmp_path / "model", card=APACHE)
    texts = [f"text number {number}" for number in range(50)]
    made = tertium.score(
        texts, texts, "chrf", sources=texts, tools=f"comet:model={model},batch=1", segment_scores=True, ignore=["T108"]
    )
    assert made["comet"].segment_scores == lengths(texts, texts, texts)
    assert [len(json.loads(line)[2]) for line in log.read_text("utf-8").splitlines()] == [16, 16, 16, 2]


@pytest.mark.parametrize("card", [None, "", "A card without a head.\n", "---\nlicense:\ntags: mt\n---\nlicense: mit\n"])
def test_a_model_without_a_known_licence_is_said_to_have_none(log: Path, tmp_path: Path, card: str | None) -> None:
    model = make_model(tmp_path / "model", card=card)
    with pytest.warns(UserWarning, match=r"comet: no licence is known of .*; ask its authors for it"):
        made = score(f"comet:model={model}")
    assert "|licence:unknown|" in made.signature


def test_a_folder_that_is_no_model_is_refused(log: Path, tmp_path: Path) -> None:
    model = make_model(tmp_path / "model", card=APACHE)
    revision = score(f"comet:model={model}").signature.partition("revision=")[2].partition("|")[0]
    assert score(f"comet:model={model},revision={revision}").segment_scores == lengths(SRC, MT, REF)
    said = refused(f"comet:model={model},revision=r7")
    assert said == f"comet: {model / 'checkpoints' / 'model.ckpt'} is {revision}, not revision r7."
    (model / "hparams.yaml").unlink()
    said = refused(f"comet:model={model}")
    assert said == (f"comet: {model / 'hparams.yaml'} cannot be read; a model of COMET has it beside its checkpoints.")
    (model / "checkpoints" / "model.ckpt").unlink()
    said = refused(f"comet:model={model}")
    assert said == f"comet: {model} is no model of COMET: there is no checkpoints/model.ckpt in it."


def test_a_model_of_the_hub_is_taken_from_its_cache_and_not_fetched(log: Path, tmp_path: Path) -> None:
    said = refused("comet:model=Some/model")
    assert said == (
        "comet: the model Some/model is not on this machine; add download=yes to let the tool fetch it, or give the "
        "path of a checkpoint as model=PATH."
    )
    kept = tmp_path / "hub" / "hub" / "models--Some--model"
    make_model(kept / "snapshots" / COMMIT, card=APACHE)
    (kept / "refs").mkdir()
    (kept / "refs" / "main").write_text(COMMIT, encoding="utf-8")
    made = score("comet:model=Some/model")
    assert made.segment_scores == lengths(SRC, MT, REF)
    assert f"comet:model=Some/model,precision=fp32,revision={COMMIT}|" in made.signature
    assert score(f"comet:model=Some/model,revision={COMMIT}").signature == made.signature


def test_a_download_that_fails_says_why(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens on the port that is named as the hub."""
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert refused("comet:model=Some/model,download=yes").startswith("comet: Some/model cannot be fetched: ")


def test_an_environment_without_the_library_of_the_hub(log: Path) -> None:
    broken = Path(os.environ["PYTHONPATH"]) / "huggingface_hub.py"
    broken.write_text("raise ImportError('not here')\n", encoding="utf-8")
    assert "comet: huggingface-hub is not installed for " in refused("comet:model=Some/model")


def test_a_model_that_loses_a_score_is_refused(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMET_LOSES", "1")
    said = refused(f"comet:model={make_model(tmp_path / 'model', card=APACHE)}")
    assert "comet ended without a score for 3 of 3 items, with exit code 1" in said
    assert "RuntimeError: 2 scores for 3 items" in said


def test_metricx_and_bleurt_say_what_is_missing(log: Path, tmp_path: Path) -> None:
    assert refused(f"metricx:model={tmp_path},path={tmp_path}") == (
        f"metricx: there is no metricx24/predict.py in {tmp_path}; give the checkout with path=FOLDER."
    )
    for name in ("metricx24", "metricx23"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "predict.py").touch()
    assert refused(f"metricx:model={tmp_path},path={tmp_path}") == (
        f"metricx: {tmp_path} holds no weights (*.bin, *.safetensors)."
    )
    said = refused(f"metricx:model=google/metricx-23-qe-large-v2p0,path={tmp_path}")
    assert said.startswith("metricx: the model google/metricx-23-qe-large-v2p0 is not on this machine")
    about = Path(os.environ["PYTHONPATH"]) / "bleurt-0.0.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: BLEURT\nVersion: 0.0.2\n", encoding="utf-8")
    assert refused(f"bleurt:model={tmp_path}") == (
        f"bleurt: {tmp_path} is no checkpoint of BLEURT: there is no variables/ with weights."
    )
