"""Hold a new system against a baseline: may it replace the old one?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, get_args

from tertium import __version__
from tertium.analysis.comparing.gate import Limit, Share, check_floors, check_gate, check_slices
from tertium.analysis.comparing.resampling import Bootstrap, few_units
from tertium.analysis.comparing.significance import ALPHA
from tertium.engine import local
from tertium.errors import InputError, did_you_mean, either, printable
from tertium.progress import SILENT, Heard, Listener
from tertium.results.comparisons import GateReport
from tertium.tasks.parts import Parts
from tertium.tasks.scored import Checks
from tertium.tasks.systems import Systems, collect

Unproven = Literal["fail", "pass"]
L = TypeVar("L", float, float | Share)


@dataclass(frozen=True)
class MaxDrop:
    """How much may be lost on the printed scale: ``by_metric`` of single metrics, ``others`` of all that it leaves.

    A limit is a number, or a share of the baseline's score.
    """

    others: float | Share | None = None
    by_metric: tuple[tuple[str, float | Share], ...] = ()

    def of(self, labels: Sequence[str], option: str) -> dict[str, Limit]:
        """The limit of every metric; ``option`` is what the limits are called where they were given."""
        made = _by_label(self.by_metric, labels, option)
        for label in labels:
            if label not in made:
                if self.others is None:
                    raise InputError(
                        f"{option} says nothing about {printable(label)}; add {label}=X, or X for all others."
                    )
                made[label] = self.others
        return made


@dataclass(frozen=True)
class Floors:
    """The worst scores that are allowed, on the printed scale: of single metrics, and of all others."""

    others: float | None = None
    by_metric: tuple[tuple[str, float], ...] = ()

    def of(self, labels: Sequence[str], option: str) -> dict[str, float]:
        """Of the metrics that have one."""
        made = {} if self.others is None else dict.fromkeys(labels, self.others)
        return made | _by_label(self.by_metric, labels, option)


def _by_label(limits: Sequence[tuple[str, L]], labels: Sequence[str], option: str) -> dict[str, L]:
    """Limits by metric: a name without parameters means every metric of that name."""
    made: dict[str, L] = {}
    for name, limit in limits:
        mine = [label for label in labels if name in (label, label.partition(":")[0])]
        if not mine:
            near = did_you_mean(name, labels) or "."
            number = f"{100 * limit.of_baseline:g}%" if isinstance(limit, Share) else f"{limit:g}"
            given = printable(f"{name}={number}")
            raise InputError(f"{option} {given}: no such metric among {', '.join(labels)}{near}")
        made |= dict.fromkeys(mine, limit)
    return made


@dataclass(frozen=True)
class GateRequest:
    """What ``tertium gate`` and ``tertium.gate`` ask for: two systems, the baseline first.

    With ``floors`` alone (``max_drop`` None) the new system may stand by itself.
    """

    systems: Systems
    max_drop: MaxDrop | None
    slice_max_drop: MaxDrop | None = None  # None: as of the whole set
    unproven: Unproven = "fail"
    alpha: float = ALPHA
    bootstrap: Bootstrap = field(default_factory=Bootstrap)
    parts: Parts = field(default_factory=Parts)
    checks: Checks = field(default_factory=Checks)
    threads: int | None = None
    floors: Floors | None = None

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise InputError(f"alpha must lie between 0 and 1, got {self.alpha}.")
        if self.unproven not in get_args(Unproven):
            raise InputError(f"unproven must be one of {', '.join(get_args(Unproven))}, got {self.unproven!r}.")
        if self.max_drop is None and self.floors is None:
            drop, floor = either("--max-drop", "max_drop"), either("--floor", "floor")
            raise InputError(f"a gate needs a limit: how much may be lost ({drop}), or the worst score ({floor}).")


def run(request: GateRequest, listener: Listener = SILENT) -> GateReport:
    """A check of every metric over the whole set and over every slice."""
    listener = Heard(listener)
    systems, alpha, bootstrap = request.systems, request.alpha, request.bootstrap
    collected = collect(systems, request.parts, request.checks, request.threads, listener)
    score_rows = collected.score_rows
    if len(score_rows.groups) != 2 and (request.max_drop is not None or len(score_rows.groups) != 1):
        raise InputError(
            f"a gate compares one new system with one baseline, got {', '.join(map(printable, score_rows.names))}; "
            "give one of each."
        )
    labels = [measure.label for measure in score_rows.measures]
    drops: Mapping[str, Limit] = {}
    if request.max_drop is not None:
        drops = request.max_drop.of(labels, either("--max-drop", "max_drop"))
    slice_drops = drops
    floors = {} if request.floors is None else request.floors.of(labels, either("--floor", "floor"))
    if request.slice_max_drop is not None:
        slice_drops = request.slice_max_drop.of(labels, either("--slice-max-drop", "slice_max_drop"))
    slices = request.parts.slices(collected.features, score_rows.segments)
    documents = request.parts.document_labels(score_rows.segments)
    whole = score_rows if documents is None else score_rows.by_document(documents)
    threads = local.threads_of(request.threads)
    checks = check_floors(score_rows, floors)
    if request.max_drop is not None:
        checks += check_gate(whole, bootstrap, alpha, drops, threads=threads, listener=listener)
        checks += check_slices(score_rows, slices, bootstrap, alpha, slice_drops, documents=documents, threads=threads)
        for sentence in few_units(whole, slices, documents, instead="; use a larger test set"):
            listener.notice(sentence)
    good = ("pass", "unproven") if request.unproven == "pass" else ("pass",)
    return GateReport(
        version=__version__,
        baseline=score_rows.names[0] if len(score_rows.names) == 2 else None,
        new=score_rows.names[-1],
        segments=score_rows.segments,
        resamples=bootstrap.resamples,
        seed=bootstrap.seed,
        alpha=alpha,
        passed=all(check.verdict in good for check in checks),
        checks=tuple(checks),
        signatures=tuple((measure.label, measure.signature) for measure in score_rows.measures),
        documents=None if documents is None else len(set(documents)),
        warnings=listener.sentences,
        notices=collected.notices,
    )
