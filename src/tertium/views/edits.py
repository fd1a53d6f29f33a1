"""One shortest way from a reference to a hypothesis, step by step, for people to look at."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.kernels import edit
from tertium.results import Table
from tertium.views.tokens import Tokens

STEPS = ("match", "substitution", "insertion", "deletion")


@dataclass(frozen=True)
class Step:
    """A reference word and what the hypothesis has in its place; None where one side has nothing."""

    kind: str
    ref: str | None
    hyp: str | None


def edit_steps(tokens: Tokens, ref: int, hyp: int, substitutions: bool = True) -> tuple[Step, ...]:
    """Steps between two sentences of the view. Without ``substitutions`` the matches are a longest common subsequence.

    A deletion is a reference word the hypothesis lacks, an insertion a hypothesis word the reference lacks. Among
    equally short ways the last differing words are substituted rather than inserted or deleted, as tercom shows them.
    """
    ref_words, hyp_words = iter(tokens.words(ref)), iter(tokens.words(hyp))
    path = edit.edit_path(tokens.ids(ref), tokens.ids(hyp), substitutions)
    return tuple(
        Step(
            STEPS[kind],
            None if kind == edit.INSERTION else next(ref_words),
            None if kind == edit.DELETION else next(hyp_words),
        )
        for kind in path.tolist()
    )


def count_steps(steps: tuple[Step, ...]) -> dict[str, int]:
    """How many steps of each kind there are: matches, substitutions, insertions, deletions."""
    return {f"{kind}{'es' if kind == 'match' else 's'}": sum(s.kind == kind for s in steps) for kind in STEPS}


def edit_table(steps: tuple[Step, ...], title: str = "edit path") -> Table:
    """The path as rows: kind, reference word, hypothesis word."""
    rows = tuple((step.kind, step.ref or "", step.hyp or "") for step in steps)
    return Table(title, ("step", "reference", "hypothesis"), rows)
