"""The systems of a comparison: scored from texts, read from rows of earlier runs, or known by scores of other tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from tertium import __version__
from tertium.analysis.comparing.score_rows import Group, ScoreRows, joined, mean_score_rows, score_rows_of
from tertium.analysis.comparing.slices import FeatureWatch
from tertium.arrays import Floats
from tertium.engine import local
from tertium.engine.digests import DigestWatch
from tertium.engine.rows import KeptRows
from tertium.engine.stored_rows import StoredRun, beside, load_rows, save_rows
from tertium.errors import InputError, either, option, printable
from tertium.metrics.base import Metric
from tertium.progress import Listener
from tertium.tasks.outer_scores import Given, OpenedTexts, ToolScores, of_systems, refuse_same_names, tools_of
from tertium.tasks.parts import Parts
from tertium.tasks.scored import Checks, Found, score_checked
from tertium.tasks.texts import FileTexts, Texts

if TYPE_CHECKING:
    from tertium.engine.kept_work import KeptWork


@dataclass(frozen=True)
class Systems:
    """Where scores come from. Systems of ``rows``, files of earlier runs, stand before those of the texts.

    Without ``metrics`` those of the first file of rows are taken. ``groups`` say which systems of the texts are runs of
    one; none means that each stands for itself. ``save_rows`` is a file that keeps the scored texts for later,
    ``resume`` a folder that keeps the work on them while it is done.
    """

    texts: Texts | None = None
    metrics: tuple[Metric, ...] = ()
    groups: tuple[Group, ...] = ()
    rows: tuple[str, ...] = ()
    scores: tuple[Given, ...] = ()
    save_rows: str | None = None
    resume: str | None = None

    def __post_init__(self) -> None:
        refuse_twice([group.name for group in self.groups])
        refuse_same_names(self.scores, [str(metric) for metric in self.metrics])
        tools = tools_of(self.scores)
        if tools and (self.texts is None or self.rows):
            raise InputError(
                f"{either('--with', 'tools=…')} scores texts; rows of earlier runs have none, so leave one of them out."
                if self.rows
                else f"{either('--with', 'tools=…')} scores texts; give references and systems."
            )
        if len(self.scores) > len(tools) and any(len(group.members) > 1 for group in self.groups):
            raise InputError(
                f"{either('--scores', 'scores')} cannot be combined with runs; give the runs as "
                f"systems{either(' after -i', '')}."
            )

    @property
    def countable(self) -> str | None:
        """A file whose lines are the segments, to tell how long the work will take; None where there is none."""
        return self.texts.countable if isinstance(self.texts, FileTexts) else None


@dataclass(frozen=True, eq=False)
class Collected:
    """What there is to compare; ``features`` are numbers of every segment, to cut slices by.

    ``findings`` are what the doctor saw in the texts, and in which segments if ``collect`` was given a watch.
    """

    score_rows: ScoreRows
    features: Mapping[str, Floats]
    notices: tuple[object, ...] = ()
    findings: tuple[Found, ...] = ()


def collect(
    systems: Systems,
    parts: Parts,
    checks: Checks,
    threads: int | None,
    listener: Listener,
    watch: Sequence[local.ChunkWatch] = (),
    *,
    losses: bool = False,
) -> Collected:
    """Score, read, and put the systems beside each other; the listener hears what is odd about the texts.

    ``watch`` sees the texts as they are scored; with ``losses`` measures know what words, order and length cost.
    """
    stored = [load_rows(path) for path in systems.rows]
    read = [(given, () if isinstance(given, ToolScores) else given.tables()) for given in systems.scores]
    opened: OpenedTexts | None = None
    features: Mapping[str, Floats] = {}
    notices: tuple[object, ...] = ()
    findings: tuple[Found, ...] = ()
    made: list[ScoreRows] = []
    if systems.texts is not None or stored:
        metrics = systems.metrics or (stored[0].metrics if stored else ())
        if not metrics:
            raise InputError("no metric to score with; give at least one.")
        if systems.texts is not None:
            opened = OpenedTexts(systems.texts) if tools_of(systems.scores) else None
            run, features, notices, findings = _scored(
                systems, systems.texts, opened or systems.texts, metrics, parts, checks, threads, listener, watch
            )
            stored.append(run)
        names, kept = beside(stored, metrics)
        refuse_twice(names)
        made.append(_grouped(score_rows_of(names, metrics, kept, losses=losses), systems.groups))
        if systems.texts is None:
            if parts.features:
                raise InputError(
                    f"{option('--slices')} measures texts, and rows have none; {option('--slice-by')} takes labels."
                )
            if systems.save_rows is not None:
                raise InputError(
                    f"{either('--save-rows', 'save_rows')} keeps scored texts, and there are none here; leave it out."
                )
    for given, tables in read:
        if isinstance(given, ToolScores):
            if opened is not None:
                made.append(_by_tool(given, opened, made[0].groups, listener))
            continue
        for table in tables:
            names = made[0].names if made else table.systems
            scores = of_systems(table, names, made[0].segments if made else None)
            made.append(mean_score_rows(names, table.metric, given.signature(table), scores, given.higher_is_better))
    if not made:
        raise InputError(
            f"nothing to compare; give texts{either(' (REF -i SYS...), --rows or --scores', ' or scores')}."
        )
    return Collected(joined(made), features, notices, findings)


def _by_tool(given: ToolScores, texts: OpenedTexts, groups: Sequence[Group], listener: Listener) -> ScoreRows:
    """Scores of every output, those of runs in their groups."""
    made = given.made(texts.corpus(reread=True), listener)
    [table] = made.tables()
    rows = mean_score_rows(texts.names, table.metric, made.signature(table), table.scores, made.higher_is_better)
    return replace(rows, groups=tuple(groups))


def refuse_twice(names: Sequence[str]) -> None:
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise InputError(
            f"two systems are called '{printable(twice)}'; "
            f"{either('tell them apart with --names, or leave one out', 'give each a name of its own')}."
        )


def _scored(
    systems: Systems,
    texts: Texts,
    opened: Texts | OpenedTexts,
    metrics: Sequence[Metric],
    parts: Parts,
    checks: Checks,
    threads: int | None,
    listener: Listener,
    watch: Sequence[local.ChunkWatch],
) -> tuple[StoredRun, Mapping[str, Floats], tuple[object, ...], tuple[Found, ...]]:
    features = FeatureWatch(parts.features, parts.tokenizer)
    digests = DigestWatch(len(texts.names))
    kept = KeptRows()
    watches: list[local.ChunkWatch] = [*watch, features] if parts.features else [*watch]
    if systems.save_rows is not None or systems.rows:
        watches.append(digests)
    checks = replace(checks, ignore=(*checks.ignore, "T121"))  # a comparison says by itself who is identical
    with _work(systems, texts, metrics, parts, threads, watch) as work:
        report, findings = score_checked(
            opened, metrics, checks, listener, threads=threads, keep=kept, watch=watches, lists=bool(watch), work=work
        )
    if systems.save_rows is not None:
        save_rows(systems.save_rows, texts.names, metrics, kept, digests.digests(), __version__)
    run = StoredRun("the texts", __version__, report.segments, texts.names, tuple(metrics), digests.digests(), kept)
    return run, features.features() if parts.features else {}, report.notices, findings


def _work(
    systems: Systems,
    texts: Texts,
    metrics: Sequence[Metric],
    parts: Parts,
    threads: int | None,
    watch: Sequence[local.ChunkWatch],
) -> AbstractContextManager[KeptWork | None]:
    if systems.resume is None:
        return nullcontext()
    if systems.save_rows is not None or systems.rows:
        raise InputError(
            f"{either('--resume', 'resume')} cannot be combined with {either('--save-rows', 'save_rows')} or rows of "
            "earlier runs; leave one of them out."
        )
    from tertium.tasks.resuming import kept_work

    seen = [cast("local.KeepableWatch", one).about for one in watch]
    more = {"the list of slices": [*parts.features, parts.tokenizer], "the list of what a page shows": seen}
    return kept_work(systems.resume, texts, metrics, segment_scores=False, rows=True, threads=threads, more=more)


def _grouped(score_rows: ScoreRows, groups: Sequence[Group]) -> ScoreRows:
    """The systems of the texts, which stand last, in their groups."""
    if not groups:
        return score_rows
    before = len(score_rows.groups) - sum(len(group.members) for group in groups)
    moved = [replace(group, members=tuple(place + before for place in group.members)) for group in groups]
    made = (*score_rows.groups[:before], *moved)
    refuse_twice([group.name for group in made])
    return replace(score_rows, groups=made)
