"""``tertium.doctor``: every check of the texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from tertium import __version__
from tertium.analysis.doctor.codes import checked_codes
from tertium.analysis.doctor.run import diagnose
from tertium.api.shapes import Metrics
from tertium.corpus.texts.lists import corpus_of
from tertium.corpus.texts.stream_corpus import Policy
from tertium.results.diagnosis import Diagnosis
from tertium.tasks.metric_choice import metrics_of


def doctor(
    hypotheses: Any,
    references: Any,
    metrics: Metrics = ("bleu",),
    *,
    sources: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
) -> Diagnosis:
    """Every check of the texts, as ``tertium doctor`` makes them: ``result.warnings``, ``result.findings``.

    Arguments are those of ``tertium.score``; ``metrics`` are those that will be used (is the tokenizer right?).

    >>> seen = doctor(["Sure, here is the translation: yes ."] * 20, ["Yes, that is so."] * 20)
    >>> [finding.code for finding in seen.warnings]
    ['T112', 'T116']
    """
    left_out = checked_codes([ignore] if isinstance(ignore, str) else ignore)
    corpus = corpus_of(hypotheses, references, sources, policy=Policy(empty_ref, missing))
    return diagnose(corpus, metrics_of(metrics), version=__version__, ignore=left_out)
