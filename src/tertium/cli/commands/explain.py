"""``tertium explain``: one segment as a person wants to see it, or the segments that lose most."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tertium.analysis.explaining.explain import Place, explain_segment, find_places, own_explanations, worst
from tertium.analysis.explaining.forensics import Forensics
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.texts import texts_from
from tertium.cli.output import on_terminal, refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.metrics.base import Metric, Segment
from tertium.render.pictures import crossing, crossing_svg
from tertium.render.reports import explain as explain_text
from tertium.render.reports import order_page, worst_list
from tertium.render.tables import as_json
from tertium.views.tokens.languages import target_language, tokenizer_for
from tertium.views.words.stems import known_language

DEFAULT = ("bleu", "ter", "ribes", "chrf")


def run(arguments: argparse.Namespace) -> int:
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    chosen = [arguments.line is not None, arguments.hyp is not None, arguments.worst is not None]
    if sum(chosen) != 1:
        raise UsageError("say which segment: --line N, or --hyp TEXT --ref TEXT, or --worst K; one of the three.")
    arguments.named = arguments.metrics is not None
    if arguments.metrics is None:
        arguments.metrics = ["ribes"] if arguments.worst else list(DEFAULT)
    metrics, warnings = metrics_from(arguments)
    if not arguments.quiet:
        warn(warnings)
    result = _worst(arguments, metrics) if arguments.worst else _segments(arguments, metrics)
    write_result(result, arguments.output)
    return 0


def _segments(arguments: argparse.Namespace, metrics: Sequence[Metric]) -> str:
    by_language = tokenizer_for(arguments.language_pair) if arguments.language_pair else None
    tok = arguments.tokenize or by_language or "13a"
    by_pair = known_language(target_language(arguments.language_pair)) if arguments.language_pair else None
    lang = arguments.lang or by_pair or "none"
    places = _places(arguments, metrics)
    seen = [explain_segment(place, metrics, tok=tok, lang=lang) for place in places]
    own = [own_explanations(place, metrics) for place in places] if arguments.named else [[] for _ in places]
    if arguments.format == "json":
        told = [{"explanations": [each.to_dict() for each in found]} if found else {} for found in own]
        return as_json.dumps([one.to_dict() | more for one, more in zip(seen, told, strict=True)], indent=2) + "\n"
    if arguments.format == "html":
        return order_page.page(seen, own)
    if arguments.format == "svg":
        if len(seen) > 1:
            raise UsageError(f"an SVG shows one segment of one system, got {len(seen)}; -f html shows several.")
        return crossing_svg.svg(seen[0])
    colour = arguments.output is None and not arguments.no_color and on_terminal()
    return "\n".join(
        _titled(one, crossing.picture(one, colour=colour))
        + "".join(f"\n{explain_text.matches(each)}" for each in found)
        for one, found in zip(seen, own, strict=True)
    )


def _titled(seen: Forensics, picture: str) -> str:
    if seen.segment is None:
        return picture
    return f"{crossing.title(seen)}\n\n{picture}"


def _places(arguments: argparse.Namespace, metrics: Sequence[Metric]) -> list[Place]:
    if arguments.hyp is None:
        if arguments.ref is not None:
            raise UsageError("--ref is the reference of --hyp; for files, name the references first and --line N.")
        return find_places(texts_from(arguments).corpus(reread=False), arguments.line, metrics)
    if not arguments.ref:
        raise UsageError("--hyp needs at least one reference: --ref TEXT.")
    if arguments.refs or arguments.input:
        raise UsageError("--hyp and --ref are the texts themselves; leave the files out.")
    return [Place("", 0, Segment(arguments.hyp, tuple(arguments.ref)))]


def _worst(arguments: argparse.Namespace, metrics: Sequence[Metric]) -> str:
    if len(metrics) != 1:
        raise UsageError(f"--worst ranks by one metric, got {len(metrics)}; give one with -m.")
    if arguments.format not in ("text", "json"):
        raise UsageError(f"--worst is a list: -f text or json, not {arguments.format}.")
    texts = texts_from(arguments)
    reread = any(leaf.table_key is not None for _, leaf in metrics[0].leaves())
    with listening(arguments.quiet, texts.countable) as listener:
        found = worst(texts.corpus(reread=reread), metrics[0], arguments.by, arguments.worst, listener)
    if arguments.format == "json":
        return as_json.dumps([one.to_dict() for one in found], indent=2) + "\n"
    return worst_list.listing(found, arguments.by)
