"""``tertium.doctor``: every check of the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tertium.api.door import check_types
from tertium.api.given import codes_given, metrics_given
from tertium.api.shapes import LinksByReference, LinkTexts, Metrics, References
from tertium.api.warned import Warned, answered
from tertium.corpus.annotations.alignments import Reading
from tertium.results.diagnosis import Diagnosis
from tertium.tasks.doctor import DoctorRequest, run
from tertium.tasks.texts import ListTexts


def doctor(
    hypotheses: Sequence[str] | Mapping[str, Sequence[str]],
    references: References,
    metrics: Metrics = ("bleu",),
    *,
    sources: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    align_hyp: LinkTexts | Mapping[str, LinkTexts] | None = None,
    align_ref: LinksByReference | None = None,
    align_direct: LinksByReference | Mapping[str, LinksByReference] | None = None,
    align_format: Literal["pharaoh", "segments", "trace"] = "pharaoh",
    align_base: Literal[0, 1] = 0,
    align_empty: Literal["error", "zero"] = "error",
) -> Diagnosis:
    """Run every check of the texts, as ``tertium doctor`` does: ``result.warnings``, ``result.findings``.

    Arguments are those of ``tertium.score``; ``metrics`` are those you will use (is the tokenizer right?).

    >>> seen = doctor(["Sure, here is the translation: yes ."] * 20, ["Yes, that is so."] * 20)
    >>> [finding.code for finding in seen.warnings]
    ['T112', 'T116']
    """
    check_types(doctor, locals())
    texts = ListTexts(
        hypotheses,
        references,
        sources,
        align_hyp=align_hyp,
        align_ref=align_ref,
        align_direct=align_direct,
        align_reading=Reading(align_format, align_base, align_empty),
        empty_ref=empty_ref,
        missing=missing,
    )
    return answered(run(DoctorRequest(texts, metrics_given(metrics, texts), codes_given(ignore)), Warned()))
