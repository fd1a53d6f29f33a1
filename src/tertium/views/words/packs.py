"""How packs of word statistics are saved: one npz archive without pickles, with the settings of the words in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.errors import FileError, printable


@dataclass(frozen=True)
class WordSettings:
    """How the words of a pack were cut out of its texts."""

    tok: str = "13a"
    case: str = "lower"
    norm: str = "none"

    def __str__(self) -> str:
        return f"tok={self.tok},case={self.case},norm={self.norm}"


def pack(kind: str, settings: WordSettings, words: Sequence[str], arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The same content gives the same bytes."""
    spelled = [word.encode("utf-8") for word in words]
    header = json.dumps({"kind": kind, "settings": asdict(settings)}, sort_keys=True).encode()
    whole: dict[str, npt.NDArray[Any]] = {
        "header": np.frombuffer(header, dtype=np.uint8),
        "text": np.frombuffer(b"".join(spelled), dtype=np.uint8),
        "lengths": np.array([len(word) for word in spelled], dtype=np.int32),
        **arrays,
    }
    return write_arrays(whole)


def unpack(kind: str, data: bytes, names: Sequence[str]) -> tuple[WordSettings, list[str], dict[str, npt.NDArray[Any]]]:
    """(settings, words, the arrays named) of what ``pack`` wrote; FileError says what is wrong with anything else."""
    saved = read_arrays(data, ("header", "text", "lengths", *names), f"a pack of {kind}", "make it again")
    try:
        header = json.loads(saved["header"].tobytes())
        if header["kind"] != kind:
            raise ValueError(f"it is a pack of {header['kind']}")
        text, ends = saved["text"].tobytes(), np.cumsum(saved["lengths"].astype(np.int64)).tolist()
        words = [text[start:end].decode("utf-8") for start, end in zip([0, *ends], ends, strict=False)]
        if len(set(words)) != len(words) or (ends[-1] if ends else 0) != len(text) or ends != sorted(ends):
            raise ValueError("its words are damaged")
        return WordSettings(**header["settings"]), words, {name: saved[name] for name in names}
    except (KeyError, ValueError, TypeError, RecursionError) as problem:
        raise FileError(f"this is not a pack of {kind} ({printable(str(problem)[:200])}); make it again.") from None
