"""``tertium.align``: the same task, the same links as the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict, Unpack, overload

from tertium.api.door import check_types
from tertium.api.given import Lines, pairs_given, text_given
from tertium.api.paths import written
from tertium.api.shapes import FilePath
from tertium.api.warned import Warned
from tertium.errors import InputError
from tertium.results.links import Link
from tertium.tasks.align import AlignRequest, SavedModel, Training, run
from tertium.views.order.word_aligner import AlignerSettings

Model = Literal["hmm", "fast-align"]
Heuristic = Literal["grow-diag-final-and", "grow-diag-final", "grow-diag", "intersection", "union"]


class AlignOptions(TypedDict, total=False):
    """The keywords of ``tertium.align``, as type checkers see them."""

    model: Model | None
    heuristic: Heuristic | None
    iterations: int | None
    case: Literal["lower", "keep"] | None
    train_on: Sequence[tuple[Lines, Lines]]
    save_model: FilePath | None
    load_model: FilePath | None


@overload
def align(
    source: Lines, targets: Mapping[str, Lines], **options: Unpack[AlignOptions]
) -> dict[str, list[list[Link]]]: ...


@overload
def align(source: Lines, targets: Lines, **options: Unpack[AlignOptions]) -> list[list[Link]]: ...


def align(
    source: Lines,
    targets: Lines | Mapping[str, Lines],
    *,
    model: Model | None = None,
    heuristic: Heuristic | None = None,
    iterations: int | None = None,
    case: Literal["lower", "keep"] | None = None,
    train_on: Sequence[tuple[Lines, Lines]] = (),
    save_model: FilePath | None = None,
    load_model: FilePath | None = None,
) -> list[list[Link]] | dict[str, list[list[Link]]]:
    """Link the words of a source with those of its translations (extra ``align``).

    ``source`` and ``targets`` are lists of sentences whose words white space separates, or files of them as
    ``pathlib.Path``. The result has a list of links (source word, target word) for each sentence, words counted from 0.
    Several targets are a mapping from names, and so is the result then: give all outputs and references of a source at
    once, because the aligner learns from all of them. ``train_on`` are more pairs of texts to learn from.

    ``model`` is ``"hmm"`` (default) or ``"fast-align"``, ``heuristic`` says how the two directions are merged (default
    ``"grow-diag-final-and"``), ``iterations`` are the rounds of each model (default 5), ``case`` is ``"lower"``
    (default) or ``"keep"``. ``save_model`` is a new folder for a trained model, ``load_model`` one to use again.

    >>> import tertium
    >>> spanish, english = ["la casa", "la flor", "casa verde"], ["the house", "the flower", "green house"]
    >>> tertium.align(spanish * 20, english * 20)[:3]  # doctest: +SKIP
    [[(0, 0), (1, 1)], [(0, 0), (1, 1)], [(0, 1), (1, 0)]]
    """
    check_types(align, locals())
    given = {"model": model, "heuristic": heuristic, "iterations": iterations, "case": case}
    chosen: Training | SavedModel
    if load_model is not None:
        for name, value in (*given.items(), ("train_on", train_on or None), ("save_model", save_model)):
            if value is not None and name != "heuristic":
                raise InputError(f"{name} is about training, and load_model trains nothing.")
        chosen = SavedModel(os.fspath(load_model), heuristic)
    else:
        settings = AlignerSettings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
        chosen = Training(settings, pairs_given(train_on), written(save_model))
    several = dict(targets) if isinstance(targets, Mapping) else {"targets": targets}
    if not several:
        raise InputError("targets is empty, expected at least one translation of the source.")
    texts = tuple(text_given(target, name) for name, target in several.items())
    listener = Warned()
    report = run(AlignRequest(text_given(source, "source"), texts, tuple(several), chosen), listener)
    if report.problem:
        listener.notice(report.problem)
    found = {target.name: target.links for target in report.targets}
    return found if isinstance(targets, Mapping) else found["targets"]
