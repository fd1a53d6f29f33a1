"""The Python door to comparisons: ``tertium.compare``. Same tests, same numbers as the command line."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from tertium import __version__
from tertium.analysis.comparing.comparison import Against, CompareSettings, Sides, Test, compare_slices
from tertium.analysis.comparing.comparison import compare as compared
from tertium.analysis.comparing.resampling import TRIALS, Bootstrap, few_units
from tertium.analysis.comparing.score_rows import score_rows_of
from tertium.analysis.comparing.slices import FeatureWatch, numeric_slices
from tertium.api.shapes import Metrics
from tertium.api.warned import InputWarning
from tertium.corpus.chunk import Notice
from tertium.corpus.texts.lists import corpus_of
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.errors import InputError
from tertium.results.comparisons import Comparison
from tertium.tasks.metric_choice import metrics_of


def compare(
    hypotheses: Mapping[str, Sequence[str]],
    references: Any,
    metrics: Metrics = ("bleu", "chrf", "ter"),
    *,
    sources: Sequence[str] | None = None,
    test: Test = "bs",
    sides: Sides = "two",
    against: Against = "all",
    resamples: int = 1000,
    trials: int = TRIALS,
    seed: int = 12345,
    level: float = 0.95,
    alpha: float = 0.05,
    power: float = 0.8,
    documents: Sequence[str] | None = None,
    slices: Sequence[str] = (),
    bins: int = 4,
    threads: int | None = None,
) -> Comparison:
    """Compare systems, the first of which is the baseline.

    ``hypotheses`` is a mapping from system names to lists of strings, ``references`` as for ``tertium.score``. ``test``
    is "bs" (paired bootstrap) or "ar" (approximate randomisation); ``documents`` are labels of the segments: with them
    whole documents are drawn; ``slices`` are names such as "ref-length", "order", "freq".

    >>> result = compare({"a": ["x y z", "p q"], "b": ["x y z", "p q"]}, ["x y", "p q"], "chrf", test="ar")
    >>> result["chrf"].differences[0].p
    1.0
    """
    if not isinstance(hypotheses, Mapping) or len(hypotheses) < 2:
        raise InputError("a comparison needs at least two systems; give a mapping from names to lists of strings.")
    settings = CompareSettings(Bootstrap(resamples, seed, level), test, sides, trials, against, alpha, power)
    chosen = metrics_of(metrics)
    keep = KeptRows()
    watch = FeatureWatch(slices)
    report = local.score(
        corpus_of(hypotheses, references, sources),
        chosen,
        version=__version__,
        threads=threads,
        keep=keep,
        watch=[watch] if slices else [],
    )
    for notice in report.notices:
        warnings.warn(sentence(notice), InputWarning, stacklevel=2)
    whole = score_rows_of(list(hypotheses), chosen, keep)
    score_rows = whole if documents is None else whole.by_document(documents)
    features = watch.features() if slices else {}
    parts = [part for name, feature in features.items() for part in numeric_slices(name, feature, bins)]
    if test == "bs":
        for words in few_units(score_rows, parts, documents, instead='; test="ar" keeps its level'):
            warnings.warn(words, InputWarning, stacklevel=2)
    workers = threads or local.usable_cores()
    sliced = compare_slices(whole, settings, parts, documents, threads=workers)
    made = compared(score_rows, settings, workers)
    return Comparison(__version__, report.segments, settings.procedure(score_rows), made, sliced, report.notices)


def sentence(notice: Notice) -> str:
    times = f" ({notice.count} times)" if notice.count > 1 else ""
    place = f"{notice.file}{f' segment {notice.line}' if notice.line else ''}: " if notice.file else ""
    return f"{place}{notice.message}{times}"
