"""Explained segments as a web page that needs nothing else: nothing is loaded, nothing runs, all text is escaped."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from tertium.errors import printable
from tertium.render.page.plots import table as plain_table
from tertium.render.pictures.crossing_rows import Row, rows_of
from tertium.render.pictures.crossing_svg import OF_PAGE, svg
from tertium.render.reports import marks, relation_trees
from tertium.render.reports.explain import value_text
from tertium.render.reports.order_words import Quote, other_forms, quoted, summary, what_happened, without_partner
from tertium.render.tables import html as html_tables
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.forensics import ExplainedSegment, Forensics, Loss, Move

STYLES = ("marks.css", "explained.css")
_TABLE_COLUMNS = 60  # of words in a cell


def page(found: Sequence[ExplainedSegment]) -> str:
    """One section a segment."""
    body = legend() + "".join(section(one, heading(one.picture)) for one in found)
    return html_tables.page("Word order", body, *STYLES)


def legend() -> str:
    return marks.legend(("moved", "missing", "extra"))


def heading(seen: Forensics) -> str:
    """Where it is, as HTML: ``<bdi>system</bdi>, segment 7``."""
    where = [f"<bdi>{text_of(seen.system)}</bdi>"] if seen.system else []
    return ", ".join([*where, *([f"segment {seen.segment}"] if seen.segment is not None else [])])


def section(one: ExplainedSegment, title: str, about: str = "", anchor: str = "") -> str:
    """A segment under its title; ``about`` is a line of HTML below it."""
    seen = one.picture
    identity = f' id="{anchor}"' if anchor else ""
    head = f"<h2>{title}</h2>" if title else ""
    return (
        f'<section class="segment"{identity}>{head}{about}{texts(one)}{drawn(seen)}{words(seen)}'
        f"{_relations(seen)}{losses(seen.losses)}{_tables(one.explanations)}</section>\n"
    )


def texts(one: ExplainedSegment) -> str:
    """Source, references and output as in the file; words of the nearest reference and of the output are marked."""
    seen = one.picture
    moved = [link for link in seen.links if link.moved]
    ref = _marked(seen.ref_text, seen.ref_spans, {link.ref for link in moved}, seen.missing, "missing")
    hyp = _marked(seen.hyp_text, seen.hyp_spans, {link.hyp for link in moved}, seen.extra, "extra")
    rows = []
    if one.references:
        for number, text in enumerate(one.references, 1):
            nearest = number == seen.reference
            rows.append((f"reference {number}{', the nearest' if nearest else ''}", ref if nearest else text_of(text)))
    else:
        rows.append(("reference", ref))
    return quotes(seen.source, [*rows, (text_of(seen.system) or "output", hyp)], one.languages)


def quotes(source: str | None, rows: Sequence[tuple[str, str]], languages: tuple[str | None, str] | None) -> str:
    """Texts beside their names, both as HTML: the source, if there is one, then those in the target language."""
    of_source, of_rest = languages or (None, None)
    made = "" if source is None else _quote("source", text_of(source), of_source)
    return f'<dl class="texts">{made}{"".join(_quote(name, text, of_rest) for name, text in rows)}</dl>'


def _quote(name: str, text: str, language: str | None) -> str:
    lang = "" if language is None else f' lang="{text_of(language)}"'
    return f'<dt dir="auto">{name}</dt><dd dir="auto"{lang}>{text or _nothing()}</dd>\n'


def _nothing() -> str:
    return '<span class="soft" dir="ltr">(empty)</span>'


def drawn(seen: Forensics) -> str:
    """The crossing picture, which those who have no mouse can scroll, too, and the same as a table."""
    return (
        f'<figure class="crossing" tabindex="0" role="region" aria-label="picture of the word order, {summary(seen)}">'
        f"{svg(seen, trees=False, palette=OF_PAGE)}</figure>{as_table(seen)}"
    )


def as_table(seen: Forensics) -> str:
    """What the crossing picture shows, for those who cannot see it."""
    title = f"Which {seen.unit}s correspond"
    table = plain_table(("at", "reference", "at", "output", "what"), _correspondence(seen), words=5, title=title)
    return f'<details class="numbers"><summary>Show as table</summary>{table}</details>'


def _correspondence(seen: Forensics) -> list[tuple[str, str, str, str, str]]:
    """Blocks and words without a partner in the order of the reference, then what is extra, as in the report."""
    rows = rows_of(seen, _TABLE_COLUMNS)
    partners = dict(rows.links)
    made = []
    for place, row in enumerate(rows.ref):
        if row.block is None:
            made.append((_places(row), row.text, "", "", "missing"))
            continue
        other, shift = rows.hyp[partners[place]], seen.blocks[row.block].shift
        moved = "changed sides" if shift == 0 else f"moved {shift:+}".replace("-", "−")
        form = {"exact": "", "stem": ", another form"}.get(row.stage, ", similar")
        made.append((_places(row), row.text, _places(other), other.text, (moved if row.moved else "in order") + form))
    return made + [("", "", _places(row), row.text, "extra") for row in rows.hyp if row.block is None]


def _places(row: Row) -> str:
    return str(row.first + 1) if row.first == row.last else f"{row.first + 1}–{row.last + 1}"


def words(seen: Forensics) -> str:
    """What moved, what is missing, extra or in another form, as sentences."""
    missing, extra = without_partner(seen)
    lists = [
        ("Missing", [_quoted(each) for each in missing]),
        ("Extra", [_quoted(each) for each in extra]),
        ("Not the same form", [f"{_quoted(ref)} ~ {_quoted(hyp)}" for ref, hyp in other_forms(seen)]),
    ]
    shown = "<br>".join(f"{name}: {', '.join(listed)}." for name, listed in lists if listed)
    listed = f"<p>{shown}</p>" if shown else ""
    return f"{_blocks(seen)}<p>{summary(seen)} ({seen.unit}s; positions in brackets).</p>{listed}"


def losses(found: Sequence[Loss]) -> str:
    """What words, order and length cost each metric."""
    if not found:
        return ""

    def number(value: float | None) -> str:
        return "" if value is None or value != value else f"{value:.1f}"

    def row(loss: Loss, whole: Loss) -> str:
        numbers = (loss.score, loss.lost, loss.words, loss.order, loss.length)
        cells = "".join(f'<td class="n">{number(value)}</td>' for value in numbers)
        name = f"{'' if loss is whole else '&nbsp;&nbsp;&nbsp;'}{text_of(loss.metric)}"
        return f'<tr><th scope="row">{name}</th>{cells}<td class="soft">{text_of(loss.note)}</td></tr>\n'

    rows = "".join(row(loss, whole) for whole in found for loss in (whole, *whole.terms))
    head = "".join(f'<th scope="col" class="n">{name}</th>' for name in ("score", "lost", "words", "order", "length"))
    return (
        '<div class="wide" role="region" aria-label="what words, order and length cost" tabindex="0"><table>'
        f'<thead><tr><th scope="col">metric</th>{head}<th scope="col">how it was split</th></tr></thead>\n'
        f"<tbody>{rows}</tbody></table></div>"
    )


def text_of(value: object) -> str:
    return escape(printable(str(value)))


def _marked(
    text: str, spans: Sequence[tuple[int, int] | None], moved: Collection[int], alone: Collection[int], kind: str
) -> str:
    """The text as written; neighbours with the same mark are one."""
    styles = [""] * len(text)
    lonely = set(alone)
    for place, span in enumerate(spans):
        if span is not None and (place in moved or place in lonely):
            # What stands between two such words belongs to them.
            start = span[0]
            style = "moved" if place in moved else kind
            before = spans[place - 1] if place else None
            if before is not None and styles[before[0]] == style:
                start = before[1]
            styles[start : span[1]] = [style] * (span[1] - start)
    made, at = [], 0
    while at < len(text):
        end = at + 1
        while end < len(text) and styles[end] == styles[at]:
            end += 1
        part = text[at:end]
        made.append(marks.marked(styles[at], part) if styles[at] else text_of(part))
        at = end
    return "".join(made)


def _blocks(seen: Forensics) -> str:
    if not seen.links:
        return f"<p>No {seen.unit} of the hypothesis corresponds to a {seen.unit} of the reference.</p>"
    if not seen.moves:
        return f"<p>Every corresponding {seen.unit} stands in the order of the reference.</p>"
    return '<ul class="moves">' + "".join(f"<li>{_move(move, seen.unit)}</li>" for move in seen.moves) + "</ul>"


def _move(move: Move, unit: str) -> str:
    return f"<bdi><strong>{escape(quoted(move.text))}</strong></bdi> {what_happened(move, unit)}"


def _quoted(words: Quote) -> str:
    """What is written from right to left must not draw the brackets along."""
    about = f" ({text_of(words.about)})" if words.about else ""
    return f"<bdi>{escape(quoted(words.text))}</bdi>{about}"


def _relations(seen: Forensics) -> str:
    return "".join(
        f'<h3>relations: {text_of(name)}</h3><pre tabindex="0">{escape(relation_trees.trees(found))}</pre>'
        for name, found in seen.relations
    )


def _tables(own: Sequence[Explanation]) -> str:
    tables = [(f"{one.metric}: {table.title}", table) for one in own for table in one.tables]
    return "".join(f"<h3>{text_of(title)}</h3>{_table(table, title)}" for title, table in tables)


def _table(table: ExplanationTable, title: str) -> str:
    if not table.rows:
        return "<p>(none)</p>"
    header = "".join(f'<th scope="col">{text_of(name)}</th>' for name in table.columns)
    rows = ("".join(f'<td dir="auto">{escape(value_text(value))}</td>' for value in row) for row in table.rows)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<div class="wide" role="region" aria-label="{text_of(title)}" tabindex="0"><table><thead><tr>{header}</tr>'
        f"</thead><tbody>{body}</tbody></table></div>"
    )
