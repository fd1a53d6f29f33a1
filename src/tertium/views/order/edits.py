"""How far each hypothesis is from its nearest reference, and one shortest way there, step by step, for people."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import edit
from tertium.results.explanations import ExplanationTable
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenized import Tokens

STEPS = ("match", "substitution", "insertion", "deletion")


@dataclass(frozen=True)
class EditStep:
    """A reference word and what the hypothesis has in its place; None where one side has nothing."""

    kind: str
    ref: str | None
    hyp: str | None


def nearest_edits(chunk: Chunk, tok: str, case: str, norm: str) -> Floats:
    """``kernels.edit.edit_rows`` of the chunk, made once: WER, its variants and Levenshtein share it."""

    def make() -> Floats:
        words = token_views.tokens(chunk, tok, case, norm)
        return edit.edit_rows(words.values, words.offsets, chunk.compared)

    return chunk.view(("nearest edits", tok, case, norm), make)


def explain_edits(chunk: Chunk, tok: str, case: str, norm: str) -> tuple[dict[str, int], ExplanationTable]:
    """Which reference is nearest to the first hypothesis, the steps between them by kind, and all of them."""
    chosen = int(nearest_edits(chunk, tok, case, norm)[0, edit.PLACE])
    words = token_views.tokens(chunk, tok, case, norm)
    steps = edit_steps(words, int(chunk.refs[chosen]), int(chunk.hyp[0]))
    return {"reference": chosen + 1, **count_steps(steps)}, edit_table(steps)


def edit_steps(tokens: Tokens, ref: int, hyp: int, substitutions: bool = True) -> tuple[EditStep, ...]:
    """Steps between two sentences of the view. Without ``substitutions`` the matches are a longest common subsequence.

    A deletion is a reference word the hypothesis lacks, an insertion a hypothesis word the reference lacks. Among
    equally short ways the last differing words are substituted rather than inserted or deleted, as tercom shows them.
    """
    ref_words, hyp_words = iter(tokens.words(ref)), iter(tokens.words(hyp))
    path = edit.edit_path(tokens.ids(ref), tokens.ids(hyp), substitutions)
    return tuple(
        EditStep(
            STEPS[kind],
            None if kind == edit.INSERTION else next(ref_words),
            None if kind == edit.DELETION else next(hyp_words),
        )
        for kind in path.tolist()
    )


def count_steps(steps: tuple[EditStep, ...]) -> dict[str, int]:
    """How many steps of each kind there are: matches, substitutions, insertions, deletions."""
    return {f"{kind}{'es' if kind == 'match' else 's'}": sum(s.kind == kind for s in steps) for kind in STEPS}


def edit_table(steps: tuple[EditStep, ...]) -> ExplanationTable:
    """The path as rows: kind, reference word, hypothesis word."""
    rows = tuple((step.kind, step.ref or "", step.hyp or "") for step in steps)
    return ExplanationTable("edit path", ("step", "reference", "hypothesis"), rows)
