"""Sentences in, unit vectors of their word pieces out: batches of one length, through onnxruntime.

Every batch runs in one thread and batches run beside one another, so that the number of threads changes no bit. All
sentences of a batch have as many pieces: none is padded, and attention without a mask is faster. What a sentence's
vectors are does not depend on its batch but for the last bits that other sizes of matrices may bring.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from tertium.errors import FileError, SpecError, printable
from tertium.views.embeddings import graph, models
from tertium.views.embeddings.e5_wheel import read_e5
from tertium.views.embeddings.hugging_face import read_hugging_face
from tertium.views.embeddings.onnx_file import cut_after
from tertium.views.embeddings.pieces import Cut, Cutter, cutter_of_json, e5_cutter
from tertium.views.embeddings.weights import Encoder, Reals

T = TypeVar("T")
AS_FILE = "file"  # the precision of a model in ONNX is its own
PRECISIONS = (*graph.PRECISIONS, AS_FILE)
PIECES_IN_BATCH = 256  # what lies between two maps then stays in the processor's cache: 1,024 take a sixth more time


def default_precision(full: str) -> str:
    """int8 for weights that we read ourselves; a model in ONNX is run as it is."""
    folder = full.rsplit("@", 1)[0]
    return AS_FILE if folder != models.WHEEL and models.files_of(folder)[0] == "model.onnx" else graph.INT8


class Embedder:
    """One layer of one model."""

    def __init__(self, full: str, layer: int, precision: str) -> None:
        models.check_installed()
        files = models.read_files(full)
        self.information: Reals | None = None
        if models.WHEEL_FILE in files:
            encoder, pieces = read_e5(files.pop(models.WHEEL_FILE))
            self.cutter: Cutter = e5_cutter(pieces, encoder.longest)
            self.information = -np.array(pieces.scores, dtype=np.float32)
            self._run = _own(encoder, layer, precision)
        elif "config.json" in files:
            encoder = read_hugging_face(files["config.json"], files["model.safetensors"])
            self.cutter = cutter_of_json(files["tokenizer.json"], encoder.longest)
            self.information = _log_probabilities(files["tokenizer.json"])
            self._run = _own(encoder, layer, precision)
        else:
            self.cutter = cutter_of_json(files["tokenizer.json"], 512)
            self.information = _log_probabilities(files["tokenizer.json"])
            self._run = _given(files["model.onnx"], layer)
        if self.information is not None:  # an unknown piece has no probability; it tells as much as the rarest
            self.information[self.information <= 0] = self.information.max(initial=1.0)

    def vectors(self, cuts: Sequence[Cut]) -> list[Reals]:
        """Unit vectors of the sentences' own pieces, (pieces, width) each; sentences of one length go at once."""
        made: dict[int, Reals] = {}
        for places in batches(cuts, sum(len(cut.ids) for cut in cuts)):
            if not cuts[places[0]].ids:  # without pieces at the ends of sentences an empty one has none at all
                made |= {place: np.zeros((0, 0), dtype=np.float32) for place in places}
                continue
            hidden = self._run(np.array([cuts[place].ids for place in places], dtype=np.int64))
            for row, place in enumerate(places):
                one = hidden[row, cuts[place].inner]
                made[place] = one / np.maximum(np.linalg.norm(one, axis=1, keepdims=True), np.float32(1e-12))
        return [made[place] for place in range(len(cuts))]


@lru_cache(maxsize=2)
def embedder(full: str, layer: int, precision: str) -> Embedder:
    """Loading takes a second, so the last two are kept."""
    return Embedder(full, layer, precision)


def batches(cuts: Sequence[Cut], most: int = PIECES_IN_BATCH) -> Iterator[list[int]]:
    """Places of the sentences, the longest first, in batches of one length and ``most`` pieces (or one sentence)."""
    by_length: dict[int, list[int]] = {}
    for place, cut in enumerate(cuts):
        by_length.setdefault(len(cut.ids), []).append(place)
    for length in sorted(by_length, reverse=True):
        places, count = by_length[length], max(1, most // max(1, length))
        for first in range(0, len(places), count):
            yield places[first : first + count]


def beside_one_another(
    work: Callable[[list[int]], T], items: Iterable[list[int]], threads: int | None = None
) -> list[T]:
    """``work`` of every batch, in as many threads as there are cores."""
    items = list(items)
    threads = min(threads or _cores(), len(items))
    if threads <= 1:
        return [work(item) for item in items]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items))


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _session(model: bytes, own: bool) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if own:  # the graph is as wanted; merging its sums with its norms would make them slower
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's classes are those of its native module
        raise FileError(f"onnxruntime cannot run this model: {printable(str(error))}.") from None


def _ran(session: Any, output: str, given: dict[str, Any]) -> Reals:
    try:
        made: Reals = session.run([output], given)[0]
    except Exception as error:  # as above: such as a sentence that is longer than a model in ONNX allows
        raise FileError(f"onnxruntime cannot run this model: {printable(str(error))}.") from None
    return made


def _own(encoder: Encoder, layer: int, precision: str) -> Callable[[Any], Reals]:
    if precision == AS_FILE:
        raise SpecError("embed:precision=file is for models in ONNX; write int8 or float32.")
    if not 1 <= layer <= len(encoder.layers):
        raise SpecError(f"embed:layer is {layer}, expected one of the model's {len(encoder.layers)} layers.")
    session = _session(graph.layers_graph(encoder, layer, precision), own=True)
    pieces, places = encoder.pieces, encoder.positions

    def run(ids: Any) -> Reals:
        if ids.max() >= pieces.shape[0]:
            raise FileError(
                f"the tokenizer made piece {ids.max()}, but the model has vectors of {pieces.shape[0]} pieces (0 to "
                f"{pieces.shape[0] - 1}); give the tokenizer.json that belongs to it."
            )
        summed = pieces.rows(ids) + places[: ids.shape[1]]
        return _ran(session, "hidden", {"summed": summed})

    return run


def _given(model: bytes, layer: int) -> Callable[[Any], Reals]:
    cut = cut_after(model, layer)
    session = _session(cut.model, own=False)

    def run(ids: Any) -> Reals:
        known = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        unknown = set(cut.inputs) - set(known)
        if unknown:
            raise FileError(f"the model asks for {', '.join(sorted(unknown))}, expected {', '.join(known)} alone.")
        return _ran(session, cut.output, {name: known[name] for name in cut.inputs})

    return run


def _log_probabilities(tokenizer: bytes) -> Reals | None:
    """-log p of every piece, where the tokenizer is a unigram model; others have no probabilities."""
    model = json.loads(tokenizer).get("model", {})
    if model.get("type") != "Unigram":
        return None
    return -np.array([score for _, score in model["vocab"]], dtype=np.float32)
