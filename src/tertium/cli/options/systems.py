"""From the arguments of ``compare`` and ``gate`` to the systems, the parts and the checks of a request."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tertium.analysis.comparing.score_rows import Group
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.names import system_names
from tertium.cli.options.texts import texts_from
from tertium.cli.parser import UsageError
from tertium.errors import printable
from tertium.metrics.base import Metric
from tertium.tasks.outer_scores import scores_from
from tertium.tasks.parts import FileLabels, Parts
from tertium.tasks.scored import Checks
from tertium.tasks.systems import Systems, refuse_twice
from tertium.views.tokens.languages import tokenizer_for


def systems_from(
    arguments: argparse.Namespace,
    *,
    files: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    groups: Sequence[Group] = (),
    rows: Sequence[str] = (),
    scores_lower: bool = False,
) -> tuple[Systems, list[str]]:
    """The systems, and warnings about options that change nothing.

    ``files`` and ``names`` stand for what follows -i and --names where the command has put them together itself.
    """
    given = (arguments.refs, arguments.references, arguments.input, arguments.translations, files)
    with_texts = any(given)
    metrics: tuple[Metric, ...] = ()
    warnings: list[str] = []
    if arguments.metrics if rows else with_texts:  # rows bring their own metrics
        metrics, warnings = metrics_from(arguments)
    made = Systems(
        texts=texts_from(arguments, systems=files, names=names) if with_texts else None,
        metrics=metrics,
        groups=tuple(groups),
        rows=tuple(rows),
        scores=scores_from(arguments.scores, scores_lower, arguments.tools, keep=not arguments.no_cache),
        save_rows=arguments.save_rows,
        resume=getattr(arguments, "resume", None),
    )
    return made, warnings


def parts_from(arguments: argparse.Namespace) -> Parts:
    pair = arguments.language_pair
    return Parts(
        documents=None if arguments.docs is None else FileLabels(arguments.docs),
        features=tuple(arguments.slices or ()),
        labels=tuple(FileLabels(given) for given in arguments.slice_by or ()),
        bins=arguments.bins,
        tokenizer=arguments.tokenize or (tokenizer_for(pair) if pair else None) or Parts.tokenizer,
    )


def checks_from(arguments: argparse.Namespace) -> Checks:
    return Checks(arguments.strict, tuple(arguments.ignore))


def with_runs(arguments: argparse.Namespace) -> tuple[list[str] | None, list[str] | None, list[Group]]:
    """--runs are further systems behind those of -i: all files, their names, and which belong together.

    Nothing where there are none.
    """
    runs = _runs(arguments.runs or ())
    if not runs:
        return None, None, []
    if arguments.hyp_col or arguments.translations:
        raise UsageError("--runs takes plain files beside those of -i; leave out --hyp-col and -t.")
    files = list(arguments.input or ())
    names = list(system_names(arguments.names, files)) if files else []
    groups = [Group(name, (place,)) for place, name in enumerate(names)]
    for name, listed in runs:
        groups.append(Group(name, tuple(range(len(files), len(files) + len(listed)))))
        names += [f"{name} run {number}" for number in range(1, len(listed) + 1)]
        files += listed
    refuse_twice([group.name for group in groups])
    return files, names, groups


def _runs(given: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The name and the files of every system of several runs: ``new=a.txt,b.txt``."""
    made = []
    for text in given:
        name, equals, files = text.partition("=")
        listed = files.split(",")
        if not equals or not name or len(listed) < 2 or not all(listed):
            raise UsageError(
                f"--runs {printable(text)}: expected a name and at least two files, as in new=a.txt,b.txt."
            )
        made.append((name, listed))
    return made
