"""Python's readers under atheris: whatever the bytes, a reader gives an answer or a TertiumError, and nothing else.

`python targets.py TARGET [options of libFuzzer] [folders]`. A function `fuzz_NAME` is the target NAME.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path
from types import FunctionType

import atheris

from tertium.corpus.annotations.parses import parse_conllu
from tertium.corpus.annotations.stanford import read_stanford
from tertium.corpus.annotations.unl_reader import read_unl
from tertium.corpus.campaigns.judgment_tables import read_judgments
from tertium.corpus.campaigns.score_files.opening import read_scores
from tertium.corpus.files.access import Source
from tertium.corpus.formats.records import read_records
from tertium.corpus.lexicons import wordnet
from tertium.corpus.lexicons.thesaurus import read_sets
from tertium.corpus.texts.lists import one_segment
from tertium.corpus.texts.nbest import read_nbest
from tertium.errors import TertiumError
from tertium.metrics.card import metric_of, read_card
from tertium.metrics.measuring import score_sentence
from tertium.metrics.spec import parse
from tertium.views.words.frequencies import FrequencyTable
from tertium.views.words.information import InformationTable
from tertium.views.words.packs import WordSettings

PLACE = Path(tempfile.mkdtemp(prefix="tertium-fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))  # noqa: PTH112


def saved(data: bytes, ending: str) -> str:
    """A file with these bytes."""
    path = PLACE / f"input{ending}"
    path.write_bytes(data)
    return str(path)


def text_of(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def fuzz_tables(data: bytes) -> None:
    endings = (".tsv", ".csv", ".jsonl", ".txt", "")
    read_records(saved(data[1:], endings[data[0] % len(endings)]))


def fuzz_judgments(data: bytes) -> None:
    endings = (".tsv", ".csv", ".jsonl")
    read_judgments(saved(data[1:], endings[data[0] % len(endings)]))


def fuzz_scores(data: bytes) -> None:
    endings = (".tsv", ".json", ".jsonl", ".txt", ".scr")
    read_scores(saved(data[1:], endings[data[0] % len(endings)]))


def fuzz_unl(data: bytes) -> None:
    read_unl(saved(data[1:], ".unl"), labels="any" if data[0] % 2 else "2005")


def fuzz_cards(data: bytes) -> None:
    metric_of(read_card(data, "the card"), "the card")


def fuzz_specs(data: bytes) -> None:
    str(parse(text_of(data)))


def fuzz_parses(data: bytes) -> None:
    text = text_of(data[1:])
    if data[0] % 2:
        read_stanford(text)
    else:
        parse_conllu(text)


def fuzz_lists(data: bytes) -> None:
    path = saved(data[1:], ".txt")
    if data[0] % 2:
        read_sets(path)
    else:
        for _ in read_nbest(path):
            pass


def fuzz_compressed(data: bytes) -> None:
    """gzip, bzip2, xz and zstd by their magic bytes."""
    with Source(saved(data, "")).open() as file:
        file.read(1 << 20)


def packed(contents: dict[str, bytes]) -> bytes:
    """An archive whose checksums are right, whatever is in it: else nothing behind them would be reached."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return made.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


SOUND = {
    FrequencyTable.from_bytes: FrequencyTable(WordSettings(), 3, {"a": 2, "b": 1}).to_bytes(),
    InformationTable.from_bytes: InformationTable(5).to_bytes(),
    wordnet.from_bytes: packed({f"{name}.npy": b"" for name in wordnet.WordNetArrays.__dataclass_fields__}),
}


def fuzz_packs(data: bytes) -> None:
    """One array of a pack is replaced."""
    read, sound = list(SOUND.items())[data[0] % len(SOUND)]
    contents = unpacked(sound)
    names = sorted(contents)
    contents[names[len(data) % len(names)]] = data[1:]
    read(packed(contents))


DOORS = [parse(spec) for spec in ("bleu", "chrf", "chrf:word_order=2", "ter", "wer", "cer", "ribes", "bleu:tok=intl")]


def fuzz_doors(data: bytes) -> None:
    """A segment by its door has the bits that it has in a chunk."""
    hypothesis, *references = text_of(data[1:]).split("\n")[:4]
    metric = DOORS[data[0] % len(DOORS)]
    refs = references or [hypothesis]
    try:
        expected = repr(vars(score_sentence(metric, one_segment(hypothesis, refs))))
    except TertiumError:
        expected = "refused"
    try:
        made = repr(vars(metric.sentence_score(hypothesis, refs)))
    except TertiumError:
        made = "refused"
    if made != expected:
        raise AssertionError(f"{metric}: {made} by the door, {expected} in a chunk")


def main() -> None:
    name = sys.argv.pop(1)
    target = globals()[f"fuzz_{name}"]
    warnings.simplefilter("error")  # a warning is something that was not thought of

    def attempt(data: bytes) -> None:
        with contextlib.suppress(TertiumError):
            target(data or b"\0")

    for seed in (Path(__file__).parents[1] / "corpus" / name).glob("*"):
        attempt(seed.read_bytes())  # so that what is imported late is imported
    for function in [made for made in gc.get_objects() if isinstance(made, FunctionType)]:
        if (function.__module__ or "").split(".")[0] in ("tertium", "tomllib"):
            atheris.instrument_func(function)
    atheris.Setup(sys.argv, attempt)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
