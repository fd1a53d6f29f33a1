"""``tertium meta``: how far each metric can be trusted on this data."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from warnings import catch_warnings, simplefilter

import numpy as np

from tertium import __version__
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import CampaignScores, gather
from tertium.analysis.meta.evaluation import MetaSettings, evaluate
from tertium.analysis.meta.metric_tests import Permutations
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import note, warn
from tertium.cli.options.metric_options import metrics_from, refuse_missing_links
from tertium.cli.options.names import system_names
from tertium.cli.output import refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.corpus.campaigns.campaign import Campaign, campaign_folders, open_campaign
from tertium.corpus.campaigns.eval_sets import (
    is_eval_set,
    language_pairs,
    open_eval_set,
    refuse_unwritable_set,
    write_eval_set,
)
from tertium.corpus.campaigns.judgment_tables import JudgmentReading, read_judgments
from tertium.corpus.campaigns.judgments import Roster
from tertium.corpus.campaigns.score_files import (
    OuterScores,
    read_scores,
    score_file_name,
    score_files,
    write_score_file,
)
from tertium.corpus.files.access import Source
from tertium.corpus.formats.text import TextFile
from tertium.errors import FileError, InputError, printable
from tertium.metrics.base import Metric
from tertium.progress import Listener
from tertium.render.reports import meta as render
from tertium.results.meta import MetaReport
from tertium.views.tokens.languages import tokenizer_for


def run(arguments: argparse.Namespace) -> int:
    if not arguments.data:
        raise UsageError("no data; give a campaign folder or a table of judgments, as in 'tertium meta wmt13/de-en'.")
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    plan = MetaSettings(
        arguments.level,
        arguments.by,
        arguments.by_segment,
        arguments.group,
        arguments.absolute,
        Bootstrap(arguments.resamples, arguments.seed),
        Permutations(arguments.permutations, arguments.seed),
    )
    with listening(arguments.quiet) as listener:
        evidences, report, warnings = interruptible(partial(_evaluate, arguments, plan, listener))
    result = _rendered(report, arguments)
    if arguments.plots is not None:
        _plots(evidences, report, arguments)
    write_result(result, arguments.output)
    if not arguments.quiet:
        warn([*warnings, *_remarks(evidences)])
    return 0


def _evaluate(
    arguments: argparse.Namespace, plan: MetaSettings, listener: Listener
) -> tuple[list[CampaignScores], MetaReport, list[str]]:
    campaigns = list(_campaigns(arguments))
    _refuse_unwritten(arguments, campaigns)
    wants_metrics = arguments.metrics is not None or arguments.scores is None
    evidences = []
    warnings = list(_unwritten(arguments, campaigns))
    for campaign in campaigns:
        if arguments.first_reference:
            campaign = replace(campaign, references=campaign.references[:1])
        metrics, remarks = _metrics(arguments, campaign) if wants_metrics else ([], [])
        warnings += [remark for remark in remarks if remark not in warnings]
        outer = list(_outer(arguments, campaign, len(campaigns)))
        evidence = gather(
            campaign,
            metrics,
            outer,
            plan.bootstrap,
            version=__version__,
            labels=arguments.metrics or (),
            alignments=None if arguments.align is None else campaign.links(arguments.align),
            system_by=arguments.systems_by,
            threads=arguments.threads,
            sentinels=not arguments.no_sentinels,
            tokenizer=_tokenizer(campaign),
            listener=listener,
        )
        evidences.append(evidence)
        _write_scores(arguments, campaign, evidence, len(campaigns))
    return evidences, evaluate(evidences, plan, version=__version__, listener=listener), warnings


def _metrics(arguments: argparse.Namespace, campaign: Campaign) -> tuple[Sequence[Metric], list[str]]:
    """The metrics asked for; the folder's languages choose tokenizers as -l would."""
    chosen = argparse.Namespace(**vars(arguments))
    if chosen.language_pair is None and campaign.languages:
        chosen.language_pair = campaign.languages
    metrics, remarks = metrics_from(chosen)
    refuse_missing_links(metrics, arguments.align)
    return metrics, remarks


def _tokenizer(campaign: Campaign) -> str:
    return (tokenizer_for(campaign.languages) if campaign.languages else None) or "13a"


def _campaigns(arguments: argparse.Namespace) -> Iterator[Campaign]:
    reading = JudgmentReading(
        arguments.judgment_column,
        arguments.better,
        arguments.segments_from,
        arguments.duplicates,
        arguments.nan,
        arguments.unknown,
    )
    for data in arguments.data:
        path = Path(data)
        if path.is_dir() and is_eval_set(path):
            _refuse_texts(arguments, data)
            pairs = [arguments.language_pair] if arguments.language_pair else language_pairs(path)
            if arguments.judgment_column is not None:
                raise UsageError(
                    f"--judgment-column is for tables; {printable(data)} is an mt-metrics-eval directory, whose "
                    "human scores --judgments chooses."
                )
            for pair in pairs:
                yield open_eval_set(path, pair, arguments.judgments, nan=reading.nan, better=reading.better)
        elif path.is_dir():
            _refuse_texts(arguments, data)
            folders = campaign_folders(path)
            if not folders:
                raise InputError(
                    f"{printable(data)} holds no campaign: no systems/ in it or in its folders, and it is no "
                    "mt-metrics-eval directory."
                )
            for folder in folders:
                yield open_campaign(folder, arguments.judgments, reading)
        else:
            yield _of_table(arguments, data, reading)


def _refuse_texts(arguments: argparse.Namespace, data: str) -> None:
    for option, given in (
        ("-i", arguments.input),
        ("-r", arguments.references),
        ("-s", arguments.sources),
        ("--names", arguments.names),
    ):
        if given is not None:
            raise UsageError(
                f"{option} goes with a table of judgments; {printable(data)} is a folder with its own texts."
            )


def _of_table(arguments: argparse.Namespace, data: str, reading: JudgmentReading) -> Campaign:
    """A table of judgments with texts named one by one, or with none where only --scores are judged."""
    files: list[str] = arguments.input or []
    references = tuple(map(Path, arguments.references or ()))
    languages = arguments.language_pair or ""
    if not files:
        if not Path(data).exists():
            raise FileError(f"{printable(data)} does not exist; expected a campaign folder or a table of judgments.")
        if arguments.metrics is not None:
            raise UsageError("metrics need texts: give the references with -r and the systems with -i, or --scores.")
        judgments = read_judgments(data, None, reading, languages)
        return Campaign(Path(data).stem, None, (), {}, judgments.of(judgments.rated()), (), languages)
    if not references:
        raise UsageError("metrics need references; give them with -r.")
    names = system_names(arguments.names, files)
    segments = TextFile(Source(references[0])).count() or 0
    judgments = read_judgments(data, Roster(names, segments), reading, languages)
    source = None if arguments.sources is None else Path(arguments.sources)
    systems = dict(zip(names, map(Path, files), strict=True))
    return Campaign(Path(data).stem, source, references, systems, judgments.of(judgments.rated()), (), languages)


def _outer(arguments: argparse.Namespace, campaign: Campaign, campaigns: int) -> Iterator[tuple[OuterScores, bool]]:
    given: Sequence[str] = arguments.scores or ()
    if campaigns > 1 and any("{}" not in path for path in given):
        raise UsageError(
            f"--scores with {campaigns} campaigns needs {{}} in each name, where the language pair is put, as in "
            "scores/{}.comet.seg.score."
        )
    lower = set(arguments.lower or ())
    seen = set()
    judgments = campaign.judgments
    paths = [path.replace("{}", campaign.languages or campaign.name) for path in given]
    found: dict[str, OuterScores] = {}
    for path in score_files(paths):
        for scores in read_scores(
            path, judgments.systems, judgments.segments, nan=arguments.nan, base=arguments.segments_from
        ):
            before = found.get(scores.name)
            found[scores.name] = scores if before is None else _joined(before, scores)
    for scores in found.values():
        seen.add(scores.name)
        yield scores, scores.name in lower
    unknown = lower - seen
    if unknown:
        known = ", ".join(sorted(seen)) or "none"
        raise UsageError(f"--lower names '{printable(min(unknown))}', but the scores are {printable(known)}.")


def _joined(one: OuterScores, two: OuterScores) -> OuterScores:
    """A metric's .seg.score and .sys.score are one metric."""
    if (one.segment_scores is None) == (two.segment_scores is None):
        raise InputError(f"{one.source} and {two.source} both hold scores by {printable(one.name)}; give one of them.")
    segment = one.segment_scores if two.segment_scores is None else two.segment_scores
    system = one.system_scores if two.system_scores is None else two.system_scores
    return OuterScores(one.name, one.systems, segment, system, f"{one.source}, {two.source}", one.unknown_systems)


def _refuse_unwritten(arguments: argparse.Namespace, campaigns: Sequence[Campaign]) -> None:
    """What cannot be written is said before the hours of scoring, not after them."""
    pairs = [campaign.languages or "xx-yy" for campaign in campaigns]
    twice = next((pair for pair in pairs if pairs.count(pair) > 1), None)
    for option, given in (("--write-scores", arguments.write_scores), ("--write-eval-set", arguments.write_eval_set)):
        if given is not None and twice is not None:
            raise UsageError(
                f"{option} has one place for {printable(twice)}, but several campaigns are of it, and the last would "
                "replace the others; write them one by one."
            )
    if arguments.write_eval_set is not None:
        for campaign in campaigns:
            refuse_unwritable_set(campaign)


def _unwritten(arguments: argparse.Namespace, campaigns: Sequence[Campaign]) -> Iterator[str]:
    for campaign in campaigns if arguments.write_eval_set is not None else ():
        if campaign.judgments.pairs is not None:
            yield f"{campaign.name}: mt-metrics-eval has no file for comparisons; its directory is without them."


def _write_scores(arguments: argparse.Namespace, campaign: Campaign, evidence: CampaignScores, campaigns: int) -> None:
    pair = campaign.languages or "xx-yy"
    folders = []
    if arguments.write_scores is not None:
        folders.append(Path(arguments.write_scores) / pair if campaigns > 1 else Path(arguments.write_scores))
    if arguments.write_eval_set is not None:
        write_eval_set(campaign, arguments.write_eval_set, pair)
        folders.append(Path(arguments.write_eval_set) / "metric-scores" / pair)
    reference = campaign.references[0].name.split(".")[0] if len(campaign.references) == 1 else "all"
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise FileError(f"{printable(str(folder))} cannot be made: {problem.strerror}.") from None
        for judge in evidence.metrics:
            if judge.kind == "sentinel":
                continue
            for level, scores in (("seg", judge.segment), ("sys", judge.system)):
                if scores is not None:
                    name = (
                        score_file_name(judge.name, reference, level)
                        if judge.kind == "metric"
                        else (f"{judge.name}.{level}.score")
                    )
                    write_score_file(folder / name, evidence.systems, np.asarray(scores))


def _rendered(report: MetaReport, arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        return render.json(report)
    if arguments.format == "tsv":
        return render.long(report)
    show = {"md": render.md, "latex": render.tex, "text": render.text}[arguments.format]
    return show(report, arguments.width, arguments.short)


def _plots(evidences: Sequence[CampaignScores], report: MetaReport, arguments: argparse.Namespace) -> None:
    from tertium.render.pictures.meta_plots import draw

    with catch_warnings(record=True) as told:
        simplefilter("always")
        made = draw(evidences, report, Path(arguments.plots), arguments.plot_format)
    if not arguments.quiet:
        note(f"{len(made)} pictures in {printable(arguments.plots)}.")
        if arguments.plot_format != "svg" and any("missing from font" in str(one.message) for one in told):
            note("matplotlib has no font for some of the names and draws boxes; --plot-format svg keeps them as text.")


def _remarks(evidences: Sequence[CampaignScores]) -> Iterator[str]:
    for evidence in evidences:
        for judge in evidence.metrics:
            if judge.missing and judge.kind != "sentinel":
                yield f"{evidence.name}: {printable(judge.name)} has no score for {judge.missing} outputs."
        if any(math.isnan(value) for value in evidence.human):
            yield f"{evidence.name}: a system has no human score."
