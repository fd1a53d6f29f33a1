"""From the arguments of ``compare`` and ``gate`` to score rows: texts are scored, rows and scores of others read."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from tertium import __version__
from tertium.analysis.comparing.score_rows import Group, ScoreRows, joined, mean_score_rows, score_rows_of
from tertium.analysis.comparing.slices import FeatureWatch
from tertium.arrays import Floats
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.names import system_names
from tertium.cli.options.texts import texts_from
from tertium.cli.parser import UsageError
from tertium.corpus.campaigns.score_tables import ScoreTable, read_scores
from tertium.engine import local
from tertium.engine.digests import DigestWatch
from tertium.engine.rows import KeptRows
from tertium.engine.stored_rows import StoredRun, beside, load_rows, save_rows
from tertium.errors import InputError, printable
from tertium.metrics.base import Metric
from tertium.tasks.scored import Checks, score_texts
from tertium.views.tokens.languages import tokenizer_for


@dataclass(frozen=True, eq=False)
class Collected:
    """What there is to compare; ``features`` are numbers of every segment, to cut slices by."""

    score_rows: ScoreRows
    features: dict[str, Floats]
    notices: tuple[object, ...] = ()


def collect(arguments: argparse.Namespace) -> Collected:
    runs = _runs(arguments)
    stored = [load_rows(path) for path in arguments.rows or ()]
    tables = [table for path in arguments.scores or () for table in read_scores(path)]
    with_texts = bool(arguments.refs or arguments.references or arguments.input or arguments.translations or runs)
    features: dict[str, Floats] = {}
    notices: tuple[object, ...] = ()
    parts: list[ScoreRows] = []
    groups: tuple[Group, ...] | None = None
    if with_texts or stored:
        metrics = _metrics(arguments, stored)
        if with_texts:
            run, features, notices, groups = _score(arguments, metrics, runs)
            stored = [*stored, run]
        names, kept = beside(stored, metrics)
        _refuse_twice(names)
        parts.append(score_rows_of(names, metrics, kept))
        if not with_texts:
            if arguments.slices:
                raise UsageError("--slices measures texts, and --rows has none; --slice-by takes labels.")
            if arguments.save_rows:
                raise UsageError("--save-rows keeps scored texts, and there are none here; leave it out.")
        elif groups is not None:
            shift = len(names) - sum(len(group.members) for group in groups)
            mine = tuple(replace(group, members=tuple(m + shift for m in group.members)) for group in groups)
            before = parts[0].groups[:shift]
            parts[0] = replace(parts[0], groups=(*before, *mine))
    if tables:
        if runs:
            raise UsageError("--scores knows no runs; give the runs as systems after -i.")
        parts += _tables(tables, parts, arguments)
    if not parts:
        raise UsageError("nothing to compare; give texts (REF -i SYS...), --rows or --scores.")
    return Collected(joined(parts), features, notices)


def _metrics(arguments: argparse.Namespace, stored: Sequence[StoredRun]) -> Sequence[Metric]:
    if stored and not arguments.metrics:
        return stored[0].metrics
    metrics, warnings = metrics_from(arguments)
    if not arguments.quiet:
        warn(warnings)
    return metrics


def _score(
    arguments: argparse.Namespace, metrics: Sequence[Metric], runs: Sequence[tuple[str, list[str]]]
) -> tuple[StoredRun, dict[str, Floats], tuple[object, ...], tuple[Group, ...]]:
    names, groups = _with_runs(arguments, runs)
    texts = texts_from(arguments)
    names = names or texts.names
    groups = groups or tuple(Group(name, (place,)) for place, name in enumerate(names))
    tok = arguments.tokenize or (tokenizer_for(arguments.language_pair) if arguments.language_pair else None) or "13a"
    watch = FeatureWatch(arguments.slices or (), tok)
    digests = DigestWatch(len(names))
    kept = KeptRows()
    watches: list[local.ChunkWatch] = [watch] if arguments.slices else []
    if arguments.save_rows or arguments.rows:
        watches.append(digests)
    checks = Checks(arguments.strict, tuple(arguments.ignore))
    with listening(arguments.quiet, texts.countable) as listener:
        work = partial(score_texts, replace(texts, names=names), metrics, checks, listener)
        report = interruptible(partial(work, threads=arguments.threads, keep=kept, watch=watches))
    if arguments.save_rows:
        save_rows(arguments.save_rows, names, metrics, kept, digests.digests(), __version__)
    listener.say()
    run = StoredRun("the texts", __version__, report.segments, names, tuple(metrics), digests.digests(), kept)
    return run, watch.features() if arguments.slices else {}, report.notices, groups


def _runs(arguments: argparse.Namespace) -> list[tuple[str, list[str]]]:
    made = []
    for given in getattr(arguments, "runs", None) or ():
        name, equals, files = given.partition("=")
        listed = [file for file in files.split(",") if file]
        if not equals or not name or len(listed) < 2:
            raise UsageError(
                f"--runs {printable(given)}: expected a name and at least two files, as in new=a.txt,b.txt."
            )
        made.append((name, listed))
    return made


def _with_runs(
    arguments: argparse.Namespace, runs: Sequence[tuple[str, list[str]]]
) -> tuple[tuple[str, ...], tuple[Group, ...]]:
    """Runs become further systems behind -i; their names, and which belong together. Nothing if there are none."""
    if not runs:
        return (), ()
    if arguments.hyp_col or arguments.translations:
        raise UsageError("--runs takes plain files beside those of -i; leave out --hyp-col and -t.")
    single = list(arguments.input or ())
    names = list(system_names(arguments.names, single)) if single else []
    groups = [Group(name, (place,)) for place, name in enumerate(names)]
    files = list(single)
    for name, listed in runs:
        groups.append(Group(name, tuple(range(len(files), len(files) + len(listed)))))
        names += [f"{name} run {number}" for number in range(1, len(listed) + 1)]
        files += listed
    _refuse_twice([group.name for group in groups])
    arguments.input, arguments.names = files, names
    return tuple(names), tuple(groups)


def _refuse_twice(names: Sequence[str]) -> None:
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise InputError(
            f"two systems are called '{printable(twice)}'; tell them apart with --names, or leave one out."
        )


def _tables(tables: Sequence[ScoreTable], parts: Sequence[ScoreRows], arguments: argparse.Namespace) -> list[ScoreRows]:
    names = parts[0].names if parts else tables[0].systems
    made = []
    for table in tables:
        scores = table.of(names)
        if parts and scores.shape[1] != parts[0].segments:
            raise InputError(
                f"{table.file} has scores of {scores.shape[1]} segments but there are {parts[0].segments}; segments "
                "must pair up."
            )
        signature = f"{table.metric} (scores of {table.file})"
        made.append(mean_score_rows(names, table.metric, signature, scores, not arguments.scores_lower))
    return made
