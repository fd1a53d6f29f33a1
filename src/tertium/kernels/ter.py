"""Translation edit rate: shifts and edits of hypotheses against references, and tercom's tokenisation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs, Pool, TokenView

COLUMNS = ("edits", "ref_len", "insertions", "deletions", "substitutions", "shifts")
STEPS = ("match", "substitution", "insertion", "deletion")  # of a path
NO_BEAM = -1
BUDGET, STORED, MAX_BEAM = _native.ter_limits()


def ter_rows(
    values: Int32s,
    offsets: Int64s,
    pairs: Pairs,
    references: int,
    *,
    sacrebleu: bool = False,
    beam: int = 20,
    budget: int = BUDGET,
    stored: int = STORED,
) -> tuple[Floats, Bools]:
    """(pairs, references, COLUMNS), zeros where a segment has fewer references; and which pairs were capped.

    ``ref_len`` is the mean length of the segment's references in all of its rows. A pair is capped when the search
    has spent ``budget`` steps (64 cells of a dynamic program each), or would have to store more than ``stored`` of
    them at once; it counts the edits found so far.
    """
    rows, capped = _native.ter_rows(values, offsets, *pairs, references, sacrebleu, beam, budget, stored)
    return rows, capped.astype(bool)


def ter_door(
    lowercase: bool, *, sacrebleu: bool = False, beam: int = 20, budget: int = BUDGET, stored: int = STORED
) -> Callable[[Any, Any], list[float] | None]:
    """``ter_rows`` of one segment after the other: (hypothesis, references) as strings to a row for each reference."""
    return _native.TerDoor(lowercase, sacrebleu, beam, budget, stored).row


def ter_search(
    hyp: Int32s, ref: Int32s, *, sacrebleu: bool = False, beam: int = 20, budget: int = BUDGET, stored: int = STORED
) -> tuple[Int32s, str, bool]:
    """What happens to one pair: shifts, the edit path of the shifted hypothesis, and whether the search was capped.

    A shift is (start, end, after): words start..end move to just behind position ``after`` of the hypothesis as the
    earlier shifts left it (-1: to the front). The path has ' ' match, 's' substitution, 'i' a hypothesis word too
    many, 'd' a reference word missing.
    """
    return _native.ter_search(hyp, ref, sacrebleu, beam, budget, stored)


@dataclass(frozen=True, eq=False)
class TerPaths:
    """``ter_search`` of many pairs: shifts (n, 3) and steps (indices of STEPS), ragged by pair; and the capped ones."""

    shifts: Int32s
    shift_offsets: Int64s
    steps: npt.NDArray[np.uint8]
    step_offsets: Int64s
    capped: Bools


def ter_paths(
    values: Int32s,
    offsets: Int64s,
    hyp: Int32s,
    ref: Int32s,
    *,
    sacrebleu: bool = False,
    beam: int = 20,
    budget: int = BUDGET,
    stored: int = STORED,
) -> TerPaths:
    """Sentence ``hyp[p]`` against sentence ``ref[p]``."""
    shifts, shift_offsets, steps, step_offsets, capped = _native.ter_paths(
        values, offsets, hyp, ref, sacrebleu, beam, budget, stored
    )
    return TerPaths(shifts, shift_offsets, steps, step_offsets, capped.astype(bool))


def tokenize_tercom(
    pool: Pool,
    *,
    lowercase: bool,
    normalized: bool,
    punctuation: bool,
    asian: bool,
    again: bool,
    replaced: tuple[Int32s, list[str]],
) -> TokenView:
    """Every sentence of the pool as sacreBLEU's TercomTokenizer splits it; ``replaced`` as in ``text.tokenize``.

    With ``again`` the view has every sentence a second time, tokenised twice, after all that are tokenised once.
    """
    ids, texts = replaced
    return _native.tokenize_tercom(pool, lowercase, normalized, not punctuation, asian, again, ids, texts)
