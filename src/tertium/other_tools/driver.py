"""The child that runs inside the environment of a tool we know: COMET, MetricX or BLEURT.

Started by its path, with the Python of that environment and nothing of tertium's: it imports the standard library and
the tool alone, and keeps to Python 3.8. What it says and hears is in ``protocol``. It says hello before it loads the
model, so that a run which needs no score loads nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Any, Callable, Dict, Iterator  # noqa: UP035 - Python 3.8

if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file: none of our modules may stand for one of the tool's

Settings = Dict[str, str]  # noqa: UP006
Item = Dict[str, Any]  # noqa: UP006

_BATCHES = 16  # batches that are scored in one go: enough to sort texts by length


def main() -> None:
    kind, settings = sys.argv[1], json.loads(sys.argv[2])
    # Libraries print what they like: their standard output is our standard error from here on.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        TOOLS[kind](settings, out)
    except RefusedError as problem:
        say(out, {"error": str(problem)})
        sys.exit(3)


class RefusedError(Exception):
    """Something that the user can put right; the sentence says how."""


def say(out: IO[str], record: Item) -> None:
    out.write(json.dumps(record) + "\n")
    out.flush()


def items_in(size: int) -> Iterator[list[Item]]:
    """Items as they come, so many at a time."""
    batch = []
    for line in sys.stdin:
        batch.append(json.loads(line))
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def answer(out: IO[str], batch: list[Item], scores: Any) -> None:
    if len(batch) != len(scores):
        raise RuntimeError(f"{len(scores)} scores for {len(batch)} items")
    for item, score in zip(batch, scores):  # noqa: B905 - Python 3.8
        say(out, {"id": item["id"], "score": float(score)})


def version_of(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        raise RefusedError(
            f"{package} is not installed for {sys.executable}; install it there, or name the python of its environment "
            "with python=PATH."
        ) from None


def snapshot(model: str, revision: str, download: bool) -> tuple[Path, str]:
    """The folder of a model of the Hugging Face hub on this machine, and the commit it is of."""
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise RefusedError(f"huggingface-hub is not installed for {sys.executable}.") from None
    try:
        folder = Path(snapshot_download(repo_id=model, revision=revision or None, local_files_only=not download))
    except Exception as problem:  # the hub has a dozen kinds of error, and they change
        if download:
            raise RefusedError(f"{model} cannot be fetched: {problem}") from None
        raise RefusedError(
            f"the model {model} is not on this machine; add download=yes to let the tool fetch it, or give the path of "
            "a checkpoint as model=PATH."
        ) from None
    return folder, folder.name


def licence_in(folder: Path) -> str:
    """What the model card in a folder says; empty where there is none."""
    try:
        lines = (folder / "README.md").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    if not lines or lines[0].strip() != "---":
        return ""
    for line in lines[1:]:
        if line.strip() == "---":
            break
        key, _, value = line.partition(":")
        if key.strip() in ("license", "licence") and value.strip():
            return value.strip().strip("'\"")
    return ""


def digest(*paths: Path) -> str:
    """SHA-256 of files, one after the other."""
    made = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                made.update(piece)
    return "sha256-" + made.hexdigest()[:16]


def run_comet(settings: Settings, out: IO[str]) -> None:
    version = version_of("unbabel-comet")
    model = settings["model"]
    if Path(model).exists():
        given = Path(model).resolve()
        checkpoint = given if given.suffix == ".ckpt" else given / "checkpoints" / "model.ckpt"
        if not checkpoint.is_file():
            raise RefusedError(f"{model} is no model of COMET: there is no checkpoints/model.ckpt in it.")
        folder, revision = checkpoint.parent.parent, digest(checkpoint)
        if settings["revision"] not in ("", revision):
            raise RefusedError(f"{checkpoint} is {revision}, not revision {settings['revision']}.")
    else:
        folder, revision = snapshot(model, settings["revision"], settings["download"] == "yes")
        checkpoint = folder / "checkpoints" / "model.ckpt"
    uses = comet_uses(folder / "hparams.yaml")
    if settings["qe"] == "yes":
        uses = [field for field in uses if field != "ref"]
    hello = {"tertium": 1, "name": "unbabel-comet", "version": version, "model": model, "revision": revision}
    say(out, {**hello, "precision": settings["precision"], "licence": licence_in(folder), "uses": uses})
    batch_size = int(settings["batch"])
    scorer = None
    for batch in items_in(_BATCHES * batch_size):
        if scorer is None:
            scorer = comet_scorer(str(checkpoint), settings, batch_size)
        samples = [{key: item[key] for key in ("src", "mt", "ref") if key in item} for item in batch]
        answer(out, batch, scorer(samples))


def comet_uses(path: Path) -> list[str]:
    """The texts that a COMET model reads, by the file of its settings; its weights need not be loaded for that."""
    try:
        lines = [line.rstrip() for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError:
        raise RefusedError(f"{path} cannot be read; a model of COMET has it beside its checkpoints.") from None
    if "class_identifier: referenceless_regression_metric" in lines:
        return ["src", "mt"]
    listed = []
    if "input_segments:" in lines:
        for line in lines[lines.index("input_segments:") + 1 :]:
            if not line.strip().startswith("- "):
                break
            listed.append(line.strip()[2:])
    return listed or ["src", "mt", "ref"]


def comet_scorer(checkpoint: str, settings: Settings, batch_size: int) -> Callable[[Any], Any]:
    import logging
    import warnings

    warnings.simplefilter("ignore")
    for name in ("pytorch_lightning", "lightning", "lightning.pytorch"):
        logging.getLogger(name).setLevel(logging.ERROR)
    import torch
    from comet import load_from_checkpoint

    model = load_from_checkpoint(checkpoint, local_files_only=settings["download"] != "yes")
    model.eval()
    if settings["precision"] == "fp16":
        model.half()
    elif settings["precision"] == "bf16":
        model.bfloat16()
    gpus = int(settings["gpus"]) if settings["gpus"] else int(torch.cuda.is_available())

    def score(samples: Any) -> Any:
        device = "cpu" if gpus == 0 else "auto"
        made = model.predict(
            samples, batch_size=batch_size, gpus=gpus, progress_bar=False, accelerator=device, num_workers=0
        )
        return made["scores"]

    return score


def run_metricx(settings: Settings, out: IO[str]) -> None:
    model = settings["model"]
    newer = "metricx-23" not in model.lower()
    module = "metricx24" if newer else "metricx23"
    quality = settings["qe"] == "yes"
    path = Path(settings["path"] or ".").resolve()
    if not (path / module / "predict.py").is_file():
        raise RefusedError(f"there is no {module}/predict.py in {path}; give the checkout with path=FOLDER.")
    if Path(model).is_dir():
        folder = Path(model).resolve()
        revision = digest(*weights_in(folder))
    else:
        folder, revision = snapshot(model, "", settings["download"] == "yes")
    length = settings["max_length"] or ("1536" if newer else "1024")
    hello = {"tertium": 1, "name": module, "version": digest(*sorted((path / module).glob("*.py")))}
    model_of = {"model": model, "revision": revision, "precision": "as stored", "licence": licence_in(folder)}
    uses = ["src", "mt"] if quality else (["src", "mt", "ref"] if newer else ["mt", "ref"])
    more = {"max_length": length, "tokenizer": settings["tokenizer"]}
    say(out, {**hello, **model_of, "better": "lower", "range": [0, 25], "uses": uses, "settings": more})
    # Its program takes files and loads the model for each: so many items a time.
    for batch in items_in(int(settings["chunk"])):
        with tempfile.TemporaryDirectory(prefix="tertium-metricx-") as scratch:
            given, made = Path(scratch, "in.jsonl"), Path(scratch, "out.jsonl")
            given.write_text("".join(json.dumps(metricx_record(item)) + "\n" for item in batch), encoding="utf-8")
            command = [sys.executable, "-m", f"{module}.predict", "--tokenizer", settings["tokenizer"]]
            command += ["--model_name_or_path", str(folder), "--max_input_length", length]
            command += ["--batch_size", settings["batch"], "--input_file", str(given), "--output_file", str(made)]
            subprocess.run([*command, *(["--qe"] if quality else [])], cwd=path, stdin=subprocess.DEVNULL, check=True)
            lines = made.read_text(encoding="utf-8").splitlines()
        answer(out, batch, [json.loads(line)["prediction"] for line in lines])


def metricx_record(item: Item) -> Item:
    """An item by the names that MetricX has for its texts."""
    made = {"hypothesis": item["mt"], "reference": item.get("ref", "")}
    return {**made, "source": item["src"]} if "src" in item else made


def weights_in(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.iterdir() if path.suffix in (".bin", ".safetensors"))
    if not found:
        raise RefusedError(f"{folder} holds no weights (*.bin, *.safetensors).")
    return found


def run_bleurt(settings: Settings, out: IO[str]) -> None:
    version = version_of("BLEURT")
    model = Path(settings["model"]).resolve()
    weights = sorted((model / "variables").glob("variables.data-*"))
    if not weights:
        raise RefusedError(f"{settings['model']} is no checkpoint of BLEURT: there is no variables/ with weights.")
    hello = {"tertium": 1, "name": "bleurt", "version": version, "model": model.name, "revision": digest(*weights)}
    say(out, {**hello, "precision": "as stored", "licence": licence_in(model), "uses": ["mt", "ref"]})
    size = int(settings["batch"])
    scorer = None
    for batch in items_in(_BATCHES * size):
        if scorer is None:
            from bleurt.score import BleurtScorer

            scorer = BleurtScorer(str(model))
        references, candidates = [item["ref"] for item in batch], [item["mt"] for item in batch]
        answer(out, batch, scorer.score(references=references, candidates=candidates, batch_size=size))


TOOLS = {"comet": run_comet, "metricx": run_metricx, "bleurt": run_bleurt}

if __name__ == "__main__":
    main()
