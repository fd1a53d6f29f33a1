"""The explanation of a segment as one self-contained web page: nothing is loaded, nothing runs, all text is escaped."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from itertools import repeat

from tertium.errors import printable
from tertium.render.pictures.crossing_svg import svg
from tertium.render.reports import relation_trees
from tertium.render.reports.explain import value_text
from tertium.render.reports.order_words import Quote, other_forms, quoted, summary, what_happened, without_partner
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.forensics import Forensics, Move

_STYLE = """
body { font: 16px/1.5 Helvetica, Arial, "Noto Sans", sans-serif; color: #1a1a1a; background: #fff; margin: 2rem auto;
       max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
blockquote { margin: .4rem 0; padding: .2rem .8rem; border-left: 4px solid #767676; }
table { border-collapse: collapse; display: block; overflow-x: auto; } pre { overflow-x: auto; }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left; }
.matches th, .matches td { text-align: start; }
th:first-child, td:first-child { white-space: nowrap; } td:last-child { min-width: 5rem; }
figure { margin: 1rem 0; overflow-x: auto; } .moved { color: #b34700; font-weight: bold; } .note { color: #5a5a5a; }
.alone { color: #5a5a5a; font-style: italic; }
"""
# No script, no network, no frame: the page shows what is in it and nothing else (docs/faults.md#security-model).
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(seen: Sequence[Forensics], own: Sequence[Sequence[Explanation]] = ()) -> str:
    """One section a segment; ``own`` are the metrics' explanations of each, whose tables come last."""
    body = "".join(_section(one, found) for one, found in zip(seen, own or repeat(()), strict=False))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Word order</title>'
        f"<style>{_STYLE}</style></head><body><h1>Word order</h1>{body}</body></html>\n"
    )


def _text(value: object) -> str:
    return escape(printable(str(value)))


def _section(seen: Forensics, own: Sequence[Explanation]) -> str:
    title = " ".join(
        part for part in (_text(seen.system), f"segment {seen.segment}" if seen.segment is not None else "") if part
    )
    heading = f"<h2>{title}</h2>" if title else ""
    source = "" if seen.source is None else _quote("source", _text(seen.source))
    ref = _marked(seen.ref_text, seen.ref_spans, {link.ref for link in seen.links if link.moved}, seen.missing)
    hyp = _marked(seen.hyp_text, seen.hyp_spans, {link.hyp for link in seen.links if link.moved}, seen.extra)
    return (
        f"<section>{heading}{source}{_quote(f'reference {seen.reference}', ref)}{_quote('hypothesis', hyp)}"
        f"<figure>{svg(seen, trees=False)}</figure>"
        f"{_blocks(seen)}{_words(seen)}{_relations(seen)}{_losses(seen)}{_tables(own)}</section>"
    )


def _quote(name: str, text: str) -> str:
    return f'<p class="note">{name}</p><blockquote dir="auto">{text}</blockquote>'


def _marked(text: str, spans: Sequence[tuple[int, int] | None], moved: Collection[int], alone: Collection[int]) -> str:
    """The text as written; what moved is bold, what has no partner in italics, neighbours together."""
    styles = [""] * len(text)
    for place, span in enumerate(spans):
        if span is not None and (place in moved or place in alone):
            # What stands between two such words belongs to them.
            start = span[0]
            style = "moved" if place in moved else "alone"
            before = spans[place - 1] if place else None
            if before is not None and styles[before[0]] == style:
                start = before[1]
            styles[start : span[1]] = [style] * (span[1] - start)
    made, at = [], 0
    while at < len(text):
        end = at + 1
        while end < len(text) and styles[end] == styles[at]:
            end += 1
        part = _text(text[at:end])
        made.append(f'<span class="{styles[at]}">{part}</span>' if styles[at] else part)
        at = end
    return "".join(made)


def _blocks(seen: Forensics) -> str:
    if not seen.links:
        return f"<p>No {seen.unit} of the hypothesis corresponds to a {seen.unit} of the reference.</p>"
    if not seen.moves:
        return f"<p>Every corresponding {seen.unit} stands in the order of the reference.</p>"
    return "<ul>" + "".join(f"<li>{_move(move, seen.unit)}</li>" for move in seen.moves) + "</ul>"


def _move(move: Move, unit: str) -> str:
    return f'<bdi class="moved">{escape(quoted(move.text))}</bdi> {what_happened(move, unit)}'


def _words(seen: Forensics) -> str:
    missing, extra = without_partner(seen)
    lists = [
        ("Missing", [_quoted(words) for words in missing]),
        ("Extra", [_quoted(words) for words in extra]),
        ("Not the same form", [f"{_quoted(ref)} ~ {_quoted(hyp)}" for ref, hyp in other_forms(seen)]),
    ]
    shown = "<br>".join(f"{name}: {', '.join(listed)}." for name, listed in lists if listed)
    return f"<p>{summary(seen)} ({seen.unit}s; positions in brackets).</p><p>{shown}</p>"


def _quoted(words: Quote) -> str:
    """What is written from right to left must not draw the brackets along."""
    about = f" ({_text(words.about)})" if words.about else ""
    return f"<bdi>{escape(quoted(words.text))}</bdi>{about}"


def _relations(seen: Forensics) -> str:
    return "".join(
        f'<p class="note">relations: {_text(name)}</p><pre>{escape(relation_trees.trees(found))}</pre>'
        for name, found in seen.relations
    )


def _losses(seen: Forensics) -> str:
    if not seen.losses:
        return ""

    def number(value: float | None) -> str:
        return "" if value is None or value != value else f"{value:.1f}"

    rows = "".join(
        f"<tr><td>{'' if loss is whole else '&emsp;'}{_text(loss.metric)}</td>"
        f"<td>{number(loss.score)}</td><td>{number(loss.lost)}</td>"
        f"<td>{number(loss.words)}</td><td>{number(loss.order)}</td><td>{number(loss.length)}</td>"
        f'<td class="note">{_text(loss.note)}</td></tr>'
        for whole in seen.losses
        for loss in (whole, *whole.terms)
    )
    return (
        "<table><tr><th>metric</th><th>score</th><th>lost</th><th>words</th><th>order</th><th>length</th><th></th></tr>"
        f"{rows}</table>"
    )


def _tables(own: Sequence[Explanation]) -> str:
    tables = [(f"{one.metric}: {table.title}", table) for one in own for table in one.tables]
    return "".join(f'<p class="note">{_text(title)}</p>{_table(table)}' for title, table in tables)


def _table(table: ExplanationTable) -> str:
    if not table.rows:
        return "<p>(none)</p>"
    header = "".join(f"<th>{_text(name)}</th>" for name in table.columns)
    rows = ("".join(f'<td dir="auto">{escape(value_text(value))}</td>' for value in row) for row in table.rows)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table class="matches"><tr>{header}</tr>{body}</table>'
