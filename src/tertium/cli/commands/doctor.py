"""``tertium doctor``: every check of the texts."""

from __future__ import annotations

import argparse
from functools import partial

from tertium import __version__
from tertium.analysis.doctor.codes import checked_codes
from tertium.analysis.doctor.run import diagnose
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.texts import texts_from
from tertium.cli.output import refuse_unwritable, write_result
from tertium.render.reports import findings
from tertium.render.tables import as_json


def run(arguments: argparse.Namespace) -> int:
    ignore = checked_codes(arguments.ignore)
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    metrics, warnings = metrics_from(arguments)
    warn(warnings)
    texts = texts_from(arguments)
    corpus = texts.corpus(reread=False)
    with listening(arguments.quiet, texts.countable) as listener:
        seen = interruptible(partial(diagnose, corpus, metrics, version=__version__, ignore=ignore, listener=listener))
    text = as_json.dumps(seen.to_dict(), indent=2) + "\n" if arguments.format == "json" else findings.page(seen)
    write_result(text, arguments.output)
    return 2 if arguments.strict and seen.warnings else 0
