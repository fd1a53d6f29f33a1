"""All that is known about one campaign: people's verdicts and every metric's scores, in one order and one direction.

Metrics are scored in one pass over the texts, rows kept, so that segment scores, system scores and bootstrap resamples
over segments come from the same rows. Everything is turned so that higher is better; a missing score is NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.comparing.resampling import Bootstrap, by_group, draw_counts, resample
from tertium.analysis.comparing.score_rows import ScoreRows, score_rows_of
from tertium.analysis.meta.rankings import RATIOS, wins_and_ties
from tertium.analysis.meta.sentinels import random_scores, text_sentinels
from tertium.analysis.meta.trueskill import trueskill
from tertium.corpus.campaigns.campaign import Campaign
from tertium.corpus.campaigns.judgments import Judgments, PairJudgments
from tertium.corpus.campaigns.score_files.scores import OuterScores
from tertium.corpus.formats.opening import AlignmentPlaces
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.engine import local
from tertium.engine.parsing import prepare
from tertium.engine.rows import KeptRows
from tertium.errors import InputError, printable
from tertium.metrics.base import Better, Metric
from tertium.progress import SILENT, Listener, Renamed

Floats: TypeAlias = NDArray[np.float64]

SYSTEM_SCORES = (*RATIOS, "trueskill")


@dataclass(frozen=True, eq=False)
class MetricScores:
    """One row of the table: a metric, scores from elsewhere, or a sentinel.

    `system` is (systems,), `segment` (systems, segments) or None, `resampled` (resamples, systems) or None where only
    finished system scores are known. All are turned so that higher is better; `lower` says that they were not before.
    """

    name: str
    signature: str
    kind: str  # "metric", "scores" or "sentinel"
    system: Floats
    segment: Floats | None
    resampled: Floats | None
    lower: bool = False

    @property
    def missing(self) -> int:
        """Segments without a score."""
        return 0 if self.segment is None else int(np.isnan(self.segment).sum())


@dataclass(frozen=True, eq=False)
class CampaignScores:
    """One campaign's judgments and scores; `system_by` says where the human scores of systems come from."""

    name: str
    languages: str
    systems: tuple[str, ...]
    segments: int
    judgments: Judgments
    human: Floats
    human_resampled: Floats | None
    system_by: str
    metrics: tuple[MetricScores, ...]
    unrated: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())


def gather(
    campaign: Campaign,
    metrics: Sequence[Metric],
    outer: Sequence[tuple[OuterScores, bool]],
    bootstrap: Bootstrap,
    *,
    version: str,
    labels: Sequence[str] = (),
    alignments: AlignmentPlaces | None = None,
    linking: Callable[[StreamCorpus], StreamCorpus] | None = None,
    system_by: str = "",
    threads: int | None = None,
    sentinels: bool = True,
    tokenizer: str = "13a",
    listener: Listener = SILENT,
) -> CampaignScores:
    """Score and resample everything once. `outer` are scores from elsewhere, each with "lower is better".

    `labels` are what the metrics are called in tables, by default their specs: with the options a language pair brings
    these differ between campaigns that are to be averaged. `linking` adds links to the texts.
    """
    judgments = campaign.judgments
    if len(judgments.systems) < 2:
        only = printable(judgments.systems[0]) if judgments.systems else "none"
        raise InputError(f"{campaign.name} has judgments of one system only ({only}); comparing metrics needs two.")
    human, human_drawn, how = _human(judgments, system_by, bootstrap)
    names = tuple(labels) if len(labels) == len(metrics) else tuple(map(str, metrics))
    scored = []
    if metrics:
        corpus = campaign.corpus(alignments=alignments)
        corpus = corpus if linking is None else linking(corpus)
        scored = _scored(campaign, corpus, metrics, names, bootstrap, version, threads, listener)
    scored += [_outer(scores, lower, judgments, bootstrap) for scores, lower in outer]
    if sentinels:
        scored += _sentinels(campaign, bootstrap, tokenizer, bool(metrics) or bool(campaign.references))
    shown = [one.name for one in scored]
    twice = next((name for name in shown if shown.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"two metrics are called '{printable(twice)}'; rename one of the score files.")
    return CampaignScores(
        campaign.name,
        campaign.languages,
        judgments.systems,
        judgments.segments,
        judgments,
        human,
        human_drawn,
        how,
        tuple(scored),
        campaign.unrated,
        judgments.notes,
    )


def scores_of_rows(
    name: str, rows: ScoreRows, judgments: Judgments, bootstrap: Bootstrap, *, languages: str = "", threads: int = 1
) -> CampaignScores:
    """The same from rows of segments that are scored already, without sentinels: of their systems those that people
    judged. Of a system with several runs the mean of its runs was judged."""
    judgments = judgments.of([name for name in rows.names if name in judgments.rated()])
    if len(judgments.systems) < 2:
        raise InputError("people judged fewer than two of these systems; agreement with people needs two.")
    human, human_drawn, how = _human(judgments, "", bootstrap)
    kept = [place for place, name in enumerate(rows.names) if name in judgments.systems]
    groups = [rows.groups[place] for place in kept]
    drawn = by_group(resample(rows, bootstrap, threads), groups, None)
    observed = by_group(rows.observed()[None], groups, None)[0]
    made = []
    for column, measure in enumerate(rows.measures):
        sign = 1.0 if measure.higher else -1.0
        segment = np.stack([measure.segment_scores[list(group.members)].mean(axis=0) for group in groups])
        made.append(
            MetricScores(
                measure.label,
                measure.signature,
                "metric",
                sign * observed[:, column],
                sign * measure.scale * segment,
                sign * drawn[:, :, column],
                not measure.higher,
            )
        )
    unrated = tuple(name for name in rows.names if name not in judgments.systems)
    return CampaignScores(
        name,
        languages,
        judgments.systems,
        judgments.segments,
        judgments,
        human,
        human_drawn,
        how,
        tuple(made),
        unrated,
        judgments.notes,
    )


def _scored(
    campaign: Campaign,
    corpus: StreamCorpus,
    metrics: Sequence[Metric],
    names: Sequence[str],
    bootstrap: Bootstrap,
    version: str,
    threads: int | None,
    listener: Listener,
) -> list[MetricScores]:
    kept = KeptRows()
    segments = campaign.judgments.segments
    prepare(corpus, metrics, listener)
    report = local.score(
        corpus,
        metrics,
        version=version,
        threads=threads,
        segment_scores=True,
        keep=kept,
        listener=Renamed(listener, f"scoring {campaign.name}", segments),
    )
    if report.segments != segments:
        raise InputError(f"{campaign.name} has {report.segments} segments, but judgments of {segments}.")
    listener.progress(f"resampling {campaign.name}", 0, 0)
    rows = score_rows_of(campaign.judgments.systems, metrics, kept)
    drawn = resample(rows, bootstrap, local.threads_of(threads))
    made = []
    for column, metric in enumerate(metrics):
        sign = 1.0 if metric.better is Better.HIGHER else -1.0
        scores = [system.scores[column] for system in report.systems]
        table = np.array([score.segment_scores for score in scores], dtype=np.float64)
        system = sign * np.array([score.score for score in scores])
        drawn_system = sign * drawn[:, :, column]
        lower = metric.better is Better.LOWER
        signature = scores[0].signature
        made.append(MetricScores(names[column], signature, "metric", system, sign * table, drawn_system, lower))
    return made


def _outer(scores: OuterScores, lower: bool, judgments: Judgments, bootstrap: Bootstrap) -> MetricScores:
    sign = -1.0 if lower else 1.0
    table = None if scores.segment_scores is None else sign * scores.segment_scores
    system = scores.system_scores
    if system is None and table is not None:
        system = sign * _means(table)
    system = sign * (np.full(len(judgments.systems), np.nan) if system is None else system)
    absent = [name for name, value in zip(judgments.systems, system, strict=True) if np.isnan(value)]
    if absent:
        raise InputError(
            f"{scores.source} has no score by {printable(scores.name)} of {len(absent)} judged systems "
            f"({', '.join(map(printable, absent[:3]))}); a missing system is not a score of 0, so give them all."
        )
    signature = f"{scores.name}|{'lower' if lower else 'higher'} is better|{scores.source}"
    drawn = None
    if table is not None and np.allclose(_means(table), system, atol=2e-6, rtol=1e-4):
        drawn = _resampled_means(table, bootstrap)
    elif table is not None:
        # Of BLEU, say: means of resampled segments would be an interval around another number than the one shown.
        signature += "|system scores are no means of segments: intervals over systems alone"
    return MetricScores(scores.name, signature, "scores", system, table, drawn, lower)


def _sentinels(campaign: Campaign, bootstrap: Bootstrap, tokenizer: str, texts: bool) -> list[MetricScores]:
    judgments = campaign.judgments
    tables: dict[str, Floats] = text_sentinels(campaign.corpus(), tokenizer) if texts and campaign.systems else {}
    if not judgments.segments:  # judgments of systems alone, and no texts
        noise = random_scores(len(judgments.systems), 1, bootstrap.seed)[:, 0]
        return [MetricScores("[random]", "[random]", "sentinel", noise, None, None)]
    tables["[random]"] = random_scores(len(judgments.systems), judgments.segments, bootstrap.seed)
    return [
        MetricScores(name, name, "sentinel", _means(table), table, _resampled_means(table, bootstrap))
        for name, table in tables.items()
    ]


def _human(judgments: Judgments, by: str, bootstrap: Bootstrap) -> tuple[Floats, Floats | None, str]:
    """Scores of systems, their resamples over segments (None where they cannot be had), and where they come from."""
    pairs = judgments.pairs
    if by and by not in SYSTEM_SCORES:
        raise InputError(f"system scores by '{printable(by)}' are not known; there are {', '.join(SYSTEM_SCORES)}.")
    if by and pairs is None:
        raise InputError(f"system scores by {by} need comparisons, and there are none; leave the option out.")
    if by == "trueskill" and pairs is not None:
        skills = trueskill(pairs, len(judgments.systems), seed=bootstrap.seed)
        return skills.mu, None, f"TrueSkill of {pairs.judgments:,} comparisons ({skills.runs} runs, seed {skills.seed})"
    given = judgments.system_scores
    if by and pairs is not None:
        return _from_pairs(pairs, len(judgments.systems), by, judgments.segments, bootstrap)
    if given is not None and not np.isnan(given).any():
        for name in RATIOS if pairs is not None else ():
            # Resamples need the formula behind the given scores; files keep about six digits of them.
            made = RATIOS[name](*wins_and_ties(pairs, len(judgments.systems))) if pairs is not None else given
            if pairs is not None and np.allclose(made, given, atol=2e-6, rtol=0):
                _, drawn, _ = _from_pairs(pairs, len(judgments.systems), name, judgments.segments, bootstrap)
                return given, drawn, f"given scores (= {name} of {pairs.judgments:,} comparisons)"
        if judgments.scores is not None and np.allclose(_means(judgments.scores), given, atol=2e-3, rtol=1e-3):
            return given, _resampled_means(judgments.scores, bootstrap), "given scores (= means of segment scores)"
        return given, None, "given scores"
    if judgments.scores is not None and not np.isnan(_means(judgments.scores)).any():
        return _means(judgments.scores), _resampled_means(judgments.scores, bootstrap), "means of segment scores"
    if pairs is not None:
        return _from_pairs(pairs, len(judgments.systems), "expected_wins", judgments.segments, bootstrap)
    raise InputError("some judged systems have no score at all; leave them out or give every system one.")


def _from_pairs(
    pairs: PairJudgments, systems: int, by: str, segments: int, bootstrap: Bootstrap
) -> tuple[Floats, Floats, str]:
    formula = RATIOS[by]
    made = formula(*wins_and_ties(pairs, systems))
    # Per segment W and T once, then a resample is one matrix product.
    cells = systems * systems
    better = pairs.relation >= 0
    index = np.where(better, pairs.first * systems + pairs.second, pairs.second * systems + pairs.first)
    used, place = np.unique(pairs.segment, return_inverse=True)
    tables = np.zeros((2, len(used), cells))
    tie = (pairs.relation == 0).astype(np.int64)
    np.add.at(tables, (tie, place, index), pairs.count.astype(np.float64))
    drawn = []
    for start in range(0, bootstrap.resamples, 100):
        counts = draw_counts(segments, bootstrap.seed, start, min(start + 100, bootstrap.resamples))[:, used]
        wins, ties = ((counts @ table).reshape(-1, systems, systems) for table in tables)
        drawn.append(formula(wins, ties + ties.swapaxes(1, 2)))
    return made, np.concatenate(drawn), f"{by} of {pairs.judgments:,} comparisons"


def _means(table: Floats) -> Floats:
    """Means over segments, NaN left out."""
    there = ~np.isnan(table)
    count = there.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(count > 0, np.where(there, table, 0.0).sum(axis=1) / count, np.nan))


def _resampled_means(table: Floats, bootstrap: Bootstrap) -> Floats:
    """(resamples, systems), by the same draws as the metrics."""
    there = ~np.isnan(table)
    filled = np.where(there, table, 0.0)
    made = []
    for start in range(0, bootstrap.resamples, 100):
        counts = draw_counts(table.shape[1], bootstrap.seed, start, min(start + 100, bootstrap.resamples))
        weight = counts @ there.T.astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            made.append(np.where(weight > 0, counts @ filled.T / weight, np.nan))
    return np.concatenate(made)
