"""``tertium.mbr``: minimum-Bayes-risk choice from n-best lists."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.analysis.mbr.choice import Choice, ChoiceRule
from tertium.api.door import check_types
from tertium.api.shapes import Metrics
from tertium.api.strings import strings_of
from tertium.api.warned import Warned
from tertium.corpus.texts.nbest import Candidates
from tertium.errors import InputError, SpecError
from tertium.results.several import Several
from tertium.tasks.mbr import MbrRequest, run
from tertium.tasks.metric_choice import metrics_of

Lists = Sequence[Sequence[str]] | Mapping[str, Sequence[str]]
ListsOfScores = Sequence[Sequence[float]] | Mapping[str, Sequence[float]]


def mbr(
    nbest: Lists,
    metric: Metrics = "chrf",
    *,
    pool: Lists | None = None,
    scores: ListsOfScores | None = None,
    temperature: float = 1.0,
    threads: int | None = None,
) -> Several[Choice]:
    """From every n-best list the candidate that scores best on average against all of them (minimum Bayes risk).

    ``nbest`` has one list of candidates for each sentence, or is a mapping from the sentences' ids to such lists. With
    ``pool``, lists in the same shape, the average is taken over those instead. ``scores`` are the model's, one for each
    text of ``pool`` if there is one, else of ``nbest``: the weight of a text is then exp(score / temperature); without
    scores all weigh the same.

    >>> [choice] = mbr([["the cat sat on the mat", "the cat sat on mat", "a dog"]])
    >>> choice.text, choice.index, round(choice.expected, 2)
    ('the cat sat on the mat', 0, 61.47)
    """
    check_types(mbr, locals())
    chosen, *others = metrics_of(metric)
    if others:
        raise SpecError(f"the choice needs one metric, got {len(others) + 1}; a weighted sum counts as one.")
    of_pool = pool is not None
    request = MbrRequest(
        _candidates("nbest", nbest, None if of_pool else scores),
        ChoiceRule(chosen, "uniform" if scores is None else "model", temperature),
        _candidates("pool", pool, scores) if of_pool else None,
        threads,
    )
    return Several(run(request, Warned()))


def _candidates(name: str, lists: Any, scores: Any) -> tuple[Candidates, ...]:
    keyed, keyed_scores = _by_id(name, lists), None if scores is None else _by_id("scores", scores)
    if keyed_scores is not None and list(keyed_scores) != list(keyed):
        raise InputError(f"scores and {name} do not have the same lists; give one list of scores for each of {name}.")
    made = []
    for key, given in keyed.items():
        place = f"{name}[{key!r}]" if isinstance(lists, Mapping) else f"{name}[{key}]"
        texts = strings_of(place, given)
        if keyed_scores is None:
            made.append(Candidates(key, texts, None, place))
            continue
        numbers = _numbers(place, keyed_scores[key])
        if len(numbers) != len(texts):
            raise InputError(f"{place} has {len(texts)} texts and {len(numbers)} scores; give one for each text.")
        made.append(Candidates(key, texts, numbers, place))
    return tuple(made)


def _numbers(place: str, given: Any) -> tuple[float, ...]:
    try:
        numbers = tuple(float(one) for one in given)
    except (TypeError, ValueError):
        raise InputError(f"the scores of {place} are not all numbers; give one number for each text.") from None
    if not all(map(math.isfinite, numbers)):
        raise InputError(f"the scores of {place} are not all finite; give one number for each text.")
    return numbers


def _by_id(name: str, lists: Any) -> dict[str, Any]:
    if isinstance(lists, Mapping):
        found = {str(key): given for key, given in lists.items()}
    elif isinstance(lists, str) or not hasattr(lists, "__len__"):
        raise InputError(f"{name} is {type(lists).__name__}, expected one list for each sentence.")
    else:
        found = {str(at): given for at, given in enumerate(lists)}
    if not found:
        raise InputError(f"{name} is empty, expected one list for each sentence.")
    return found
