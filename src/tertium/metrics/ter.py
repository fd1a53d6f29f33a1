"""TER: how many edits turn the hypothesis into the reference, when moving a block of words is one edit.

    TER = Σ_segments min_k edits(h, r_k) / Σ_segments mean_k |r_k|
    edits = insertions + deletions + substitutions + shifts, each at cost 1

The fewest edits cannot be found in reasonable time (the problem is NP-hard); "TER" means the result of a greedy search
that takes the most profitable shift again and again, then counts the edit distance of what it got.

Reference: Snover, Dorr, Schwartz, Micciulla, Makhoul (2006), "A study of translation edit rate with targeted human
annotation", AMTA, 223-231; their program tercom, whose search decides every number.

Columns
    edits              fewest edits over the references (the first reference on ties)
    ref_len            mean length of the segment's references, in words
    insertions         surplus hypothesis words, in the chosen reference's path after all shifts
    deletions          reference words missing
    substitutions      words replaced
    shifts             blocks moved
Parameters
    search=tercom      blocks of up to 10 words moved over up to 50, tried longest first (tercom 0.7.25-0.10;
                       docs/metrics/edits.md#ter);
                       or sacrebleu: the search of sacreBLEU 2.6, which differs on about 2 of 1,000 random pairs
    beam=20            how much dearer than the best a cell of tercom's dynamic program may be (at most 60); none: the
                       exact program
    case=lower         tercom and sacreBLEU lower-case; keep: as is
    normalized=no      tercom's own tokenisation of Western text (entities decoded, punctuation and 's apart)
    punct=keep         or remove: . , ? : ; ! " ( ) are deleted
    asian=no           with normalized=yes Chinese characters are words of their own, with punct=remove Asian
                       punctuation goes too; alone it changes nothing. A target language of Chinese or Japanese
                       (-l en-zh) sets both to yes
    norm               Unicode normalisation; none
Several references: fewest edits; the denominator is the mean length, not that of the chosen reference.
Corpus: edits and lengths are summed, then divided. Lower is better; there is no upper bound.

Edge cases: empty hypothesis 1 (every reference word is missing); empty reference 1 if the hypothesis has words (the
sacreBLEU rule; its edits still count in the corpus); both empty 0; one word 0 or 1.
Bounds: one pair may cost the search 2^28 steps of 64 cells (about a second) and 2^22 candidate shifts at a time; where
it would cost more, or the matrix would not fit (both sides above some 5,800 words), the search ends early, the edits
found so far count, and the segment is flagged ``capped``. sacreBLEU's search ends after 1,000 candidates by definition.
Differences: search=sacrebleu equals sacreBLEU 2.6 in every statistic; it too tokenises hypotheses once and references
twice (seen with normalized=yes only: "it's." becomes it 's . in references). tercom prints Infinity or NaN where a
segment's references are empty; we follow sacreBLEU.

>>> from tertium.metrics.base import Segment
>>> lecture = Segment("The blue house , green or brown", ("The blue , green or brown house",))
>>> explanation = Ter().explain(lecture)
>>> round(explanation.score / 100, 3), explanation.facts["shifts"]
(0.143, 1.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.kernels import ter
from tertium.metrics.base import Better, Metric, Rows, Segment, no_mask
from tertium.metrics.formulas import SUM, of_sum, whole
from tertium.metrics.parameters import param
from tertium.metrics.single import RowDoor, best_row
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.scores import Detail
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tercom import tercom_tokens
from tertium.views.tokens.tokenized import Tokens

TERCOM_BEAM = 20


@dataclass(frozen=True)
class Ter(Metric):
    """Translation edit rate (Snover et al. 2006)."""

    name: ClassVar[str] = "ter"
    better: ClassVar[Better] = Better.LOWER
    high: ClassVar[float] = np.inf
    best: ClassVar[float] = 0.0
    # sacreBLEU's -tok and -lc leave TER alone; a language such as Chinese sets `normalized` and `asian` (ADR 123).
    options: ClassVar[frozenset[str]] = frozenset({"norm", "normalized", "asian"})

    search: str = param(
        "tercom", "how shifts are searched: as in tercom or as in sacreBLEU", choices=("tercom", "sacrebleu")
    )
    beam: int | None = param(
        TERCOM_BEAM, "beam of tercom's dynamic program; none: the exact program", low=0, high=ter.MAX_BEAM
    )
    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    normalized: bool = param(False, "tercom's tokenisation of Western text")
    punct: str = param("keep", "punctuation: keep, or remove", choices=("keep", "remove"))
    asian: bool = param(False, "treat Asian characters too when normalising or removing punctuation")
    norm: str = param("none", "Unicode normalisation before anything else", choices=token_views.NORMS)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.search == "sacrebleu" and self.beam != TERCOM_BEAM:
            raise SpecError(
                "ter:beam belongs to search=tercom; sacreBLEU's search has a band of its own, leave beam out."
            )

    @property
    def columns(self) -> tuple[str, ...]:
        return ter.COLUMNS

    def measure(self, chunk: Chunk) -> Rows:
        tokens, refs = self.tokens(chunk)
        references = max(chunk.max_references, 1)
        known = chunk.made(self._paths_key)
        if known is not None:
            values, capped = _rows_of_paths(chunk, tokens.lengths[refs], references, *known)
        else:
            values, capped = ter.ter_rows(
                tokens.values,
                tokens.offsets,
                chunk.compared._replace(refs=refs),
                references,
                sacrebleu=self.search == "sacrebleu",
                beam=ter.NO_BEAM if self.beam is None else self.beam,
            )
        present = np.arange(references) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present, {"capped": capped})

    def select(self, rows: Rows) -> Rows:
        edits = rows.values[..., 0]
        return rows.choose(np.argmin(edits if rows.present is None else np.where(rows.present, edits, np.inf), axis=1))

    def row_door(self) -> RowDoor | None:
        if self.norm != "none" or self.normalized or self.punct != "keep":
            return None
        rows_of = ter.ter_door(
            self.case == "lower",
            sacrebleu=self.search == "sacrebleu",
            beam=ter.NO_BEAM if self.beam is None else self.beam,
        )

        def row(hypothesis: str, references: list[str]) -> list[float] | None:
            rows = rows_of(hypothesis, references)
            return None if rows is None else best_row(rows, len(ter.COLUMNS), lambda one: -one[0])

        return row

    def row_score(self, row: list[float], segment: bool) -> float:
        return row[0] / row[1] if row[1] > 0 else float(row[0] > 0)

    @property
    def scored_columns(self) -> tuple[int, ...]:
        return 0, 1

    def score(self, values: Floats) -> Floats:
        edits, length = values[..., 0], values[..., 1]
        without_reference = (edits > 0).astype(np.float64)
        return np.where(length > 0, edits / np.where(length > 0, length, 1.0), without_reference)

    def details(self, values: Floats) -> Mapping[str, Detail]:
        """Edits by kind, and the words of the references (a mean where a segment has several)."""
        return {name: whole(number) for name, number in zip(self.columns, values.tolist(), strict=True)}

    sharing: ClassVar[str] = SUM

    def losses(self, values: Floats) -> Floats | None:
        """Shifts are order; insertions without deletions to set them off, or the other way round, are length."""
        _, ref_len, insertions, deletions, substitutions, shifts = np.moveaxis(values, -1, 0)
        divisor = np.where(ref_len > 0, ref_len, np.nan)
        words = substitutions + 2 * np.minimum(insertions, deletions)  # one word for another, wherever it stands
        return of_sum(words / divisor, shifts / divisor, np.abs(insertions - deletions) / divisor)

    def explain(self, segment: Segment) -> Explanation:
        """The shifts one by one, then the edits that are left."""
        chunk = segment.chunk()
        tokens, refs = self.tokens(chunk)
        rows = self.measure(chunk)
        best = int(np.argmin(rows.values[0, : len(segment.refs), 0]))
        hyp_id, ref_id = int(chunk.hyp[0]), int(refs[best])
        shifts, path, capped = ter.ter_search(
            tokens.ids(hyp_id),
            tokens.ids(ref_id),
            sacrebleu=self.search == "sacrebleu",
            beam=ter.NO_BEAM if self.beam is None else self.beam,
        )
        words = tokens.words(hyp_id)
        moved = []
        for start, end, after in shifts.tolist():
            moved.append((start + 1, end + 1, after + 1, " ".join(words[start : end + 1])))
            words = _shifted(words, start, end, after, self.search)
        facts: dict[str, Any] = {"reference": best + 1, "capped": capped}
        facts |= dict(zip(self.columns, rows.values[0, best].tolist(), strict=True))
        tables = (
            ExplanationTable("shifts", ("from", "to", "behind", "words"), tuple(moved)),
            ExplanationTable(
                "edits", ("edit", "hypothesis", "reference"), tuple(_steps(path, words, tokens.words(ref_id)))
            ),
        )
        return Explanation(str(self), self.scale * float(self.score(rows.values[0, best])), facts, tables)

    @property
    def _paths_key(self) -> tuple[str, Ter]:
        return "ter paths", self

    def paths(self, chunk: Chunk, pair: Int64s, place: Int64s) -> ter.TerPaths:
        """Shifts and edits of all pairs, each against every one of its references, in the order that these say."""
        tokens, refs = self.tokens(chunk)

        def make() -> _ListedPaths:
            found = ter.ter_paths(
                tokens.values,
                tokens.offsets,
                chunk.hyp[pair],
                refs[chunk.ref_offsets[chunk.seg[pair]] + place],
                sacrebleu=self.search == "sacrebleu",
                beam=ter.NO_BEAM if self.beam is None else self.beam,
            )
            return pair, place, found

        return chunk.view(self._paths_key, make)[2]

    def tokens(self, chunk: Chunk) -> tuple[Tokens, Int32s]:
        """The words that are compared, and which sentences of theirs are the references."""
        return tercom_tokens(
            chunk, self.case, self.norm, self.normalized, self.punct == "keep", self.asian, self.search == "sacrebleu"
        )


_ListedPaths = tuple[Int64s, Int64s, ter.TerPaths]  # pair, place among its references, and path, of every item


def _rows_of_paths(
    chunk: Chunk, ref_lengths: Int64s, references: int, pair: Int64s, place: Int64s, paths: ter.TerPaths
) -> tuple[Floats, Bools]:
    """What ``ter.ter_rows`` gives, from the paths of all pairs."""
    item = np.repeat(np.arange(len(pair)), np.diff(paths.step_offsets))
    kinds = len(ter.STEPS)
    steps = np.bincount(item * kinds + paths.steps, minlength=kinds * len(pair)).reshape(-1, kinds)
    _, substitutions, insertions, deletions = steps.T
    shifts = np.diff(paths.shift_offsets)
    counts = np.diff(chunk.ref_offsets)
    segment = np.repeat(np.arange(chunk.segments), counts)
    lengths = np.bincount(segment, weights=ref_lengths, minlength=chunk.segments) / np.maximum(counts, 1)
    values = np.zeros((chunk.pairs, references, len(ter.COLUMNS)))
    edits = substitutions + insertions + deletions + shifts
    rows = [edits, lengths[chunk.seg[pair]], insertions, deletions, substitutions, shifts]
    values[pair, place] = np.stack(rows, axis=1)
    capped = np.zeros(chunk.pairs, dtype=bool)
    capped[pair[paths.capped]] = True
    return values, capped


def _shifted(words: list[str], start: int, end: int, after: int, search: str) -> list[str]:
    """The words after one shift. Behind a word of the block itself means: so many places to the right."""
    block, rest = words[start : end + 1], words[:start] + words[end + 1 :]
    if after < start:
        place = after + 1
    elif search == "tercom":
        place = start + (after - start if after <= end else after - end)
    else:  # sacreBLEU counts its targets from one further on, and slides at the block's end too
        place = start + (after + 1 - start if after <= end else after - end)
    return rest[:place] + block + rest[place:]


def _steps(path: str, hyp: list[str], ref: list[str]) -> list[tuple[str, str | None, str | None]]:
    """The edit path word by word; None where a side has no word."""
    names = {" ": "match", "s": "substitution", "i": "insertion", "d": "deletion"}
    steps: list[tuple[str, str | None, str | None]] = []
    i = j = 0
    for step in path:
        steps.append((names[step], None if step == "d" else hyp[j], None if step == "i" else ref[i]))
        i += step != "i"
        j += step != "d"
    return steps
