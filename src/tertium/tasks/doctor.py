"""Look at texts before a score is believed: every check, the costly ones too."""

from __future__ import annotations

from dataclasses import dataclass

from tertium import __version__
from tertium.analysis.doctor.codes import checked_codes
from tertium.analysis.doctor.run import diagnose
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Listener
from tertium.results.diagnosis import Diagnosis
from tertium.tasks.texts import Texts


@dataclass(frozen=True)
class DoctorRequest:
    """What ``tertium doctor`` and ``tertium.doctor`` ask for; ``metrics`` are those that will score the texts."""

    texts: Texts
    metrics: tuple[Metric, ...]
    ignore: tuple[str, ...] = ()


def run(request: DoctorRequest, listener: Listener = SILENT) -> Diagnosis:
    """Every finding whose code is not ignored."""
    ignored = checked_codes(request.ignore)
    corpus = request.texts.corpus(reread=False)
    return diagnose(corpus, request.metrics, version=__version__, ignore=ignored, listener=listener)
