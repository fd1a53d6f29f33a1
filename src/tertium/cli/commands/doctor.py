"""``tertium doctor``: every check of the texts."""

from __future__ import annotations

import argparse
from functools import partial

from tertium.analysis.doctor.codes import checked_codes
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.output import output_from
from tertium.cli.options.texts import texts_from
from tertium.render.renderers import show
from tertium.results.diagnosis import Diagnosis
from tertium.tasks import doctor
from tertium.tasks.doctor import DoctorRequest


def run(arguments: argparse.Namespace) -> int:
    checked_codes(arguments.ignore)
    output = output_from(arguments)
    metrics, warnings = metrics_from(arguments)
    warn(warnings)
    texts = texts_from(arguments)
    request = DoctorRequest(texts, metrics, tuple(arguments.ignore))
    with listening(output.quiet, texts.countable) as listener:
        seen: Diagnosis = interruptible(partial(doctor.run, request, listener))
    output.write(show("doctor", seen, output.format, output.style))
    return 2 if arguments.strict and seen.warnings else 0
