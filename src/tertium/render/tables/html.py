"""Tables as HTML: a fragment for a notebook, or a page by itself. Nothing is loaded, nothing runs, all text is escaped.

A fragment takes the colours of the page around it, light or dark, whichever program shows it: good and bad news are
tints behind the text, rules are grey. Every text says its own direction (``dir="auto"``), for names may be of any
script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from tertium.corpus.files.packaged import page_asset
from tertium.errors import printable
from tertium.render.page.assembly import page as assembled
from tertium.render.tables.grid import Column
from tertium.render.tables.sheets import Section, Sheet

STYLE = "tables.css"  # every rule names the class: in a notebook the style holds for the whole document

_INTERVAL = re.compile(r"(.+?) (\[.*\]|<\S+)")  # a value, and its interval or what chance stays below
_LONG_WORD = 24
_MEANING = {"↑": "higher is better", "↓": "lower is better"}


def html(title: str, sections: Sequence[Section], *, inside: bool = False) -> str:
    """A page with a title that needs nothing else, or what stands ``inside`` another page and has no title."""
    made = body(sections)
    if inside:
        return f'<div class="tertium" lang="en"><style>{page_asset(STYLE)}</style>{made}</div>\n'
    return page(title, made)


def body(sections: Sequence[Section]) -> str:
    """Sentences, tables and notes alone, for a page that has a head and a style."""
    return "".join(part for section in sections for part in _section(section))


def page(title: str, body: str, *styles: str) -> str:
    """A page by itself: all pages have one look; ``styles`` are further files of assets."""
    return assembled(title, (), styles=("page.css", STYLE, *styles), lead=f'<div class="tertium">{body}</div>')


def _section(section: Section) -> Iterator[str]:
    yield from (f'<p dir="auto">{_foldable(line)}</p>\n' for line in section.lines)
    if section.sheet is not None:
        yield _table(section.sheet)
    yield from (f'<p class="note" dir="auto">{_foldable(note)}</p>\n' for note in section.notes)


def _table(sheet: Sheet) -> str:
    """Wider than the screen it scrolls by itself: who has no mouse can reach it with the keyboard."""
    label = _text(sheet.title or "table")
    caption = f'<caption dir="auto">{_text(sheet.title)}</caption>' if sheet.title else ""
    # A star behind a number takes a place of its own, in every row and heading of its column: digits line up.
    starred = [any(row[place].endswith("*") for row in sheet.rows) for place in range(len(sheet.columns))]
    head = "".join(_heading(column, star) for column, star in zip(sheet.columns, starred, strict=True))
    body = "".join(
        f"<tr>{''.join(_cell(sheet, number, place, starred[place]) for place in range(len(sheet.columns)))}</tr>\n"
        for number in range(len(sheet.rows))
    )
    return (
        f'<div class="wide" role="region" aria-label="{label}" tabindex="0"><table>{caption}\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def _heading(column: Column, starred: bool) -> str:
    shown = _text(column.title.strip())
    if column.arrow:
        shown += f' <span title="{_MEANING[column.arrow]}">{column.arrow}</span>'
    right = ' class="n"' if column.right else ""
    return f'<th scope="col"{right} dir="auto">{shown}{_star("") if starred and column.right else ""}</th>'


def _cell(sheet: Sheet, row: int, place: int, starred: bool) -> str:
    cell, right = sheet.rows[row][place].strip(), sheet.columns[place].right
    classes = ["n"] if right else []
    if (row, place) in sheet.tone and cell:
        classes.append(sheet.tone[row, place])
    star = ""
    if starred and right:
        star = _star("*" if cell.endswith("*") else "")
        cell = cell.removesuffix("*")
    shown = _text(cell)
    if right and (found := _INTERVAL.fullmatch(cell)):  # where there is no room, the interval goes below the value
        classes.append("two")
        shown, star = f"<span>{_text(found[1])}</span> <span>{_text(found[2])}{star}</span>", ""
    tag = 'th scope="row"' if place == 0 else "td"
    kinds = f' class="{" ".join(classes)}"' if classes else ""
    picture = sheet.pictures.get((row, place), "")
    return f'<{tag}{kinds} dir="auto">{shown}{star}{picture}</{tag[:2]}>'


def _star(mark: str) -> str:
    return f'<span class="star">{mark}</span>'


def _foldable(line: str) -> str:
    """A signature goes on in the next line after a comma, and can still be copied whole."""
    words = (_text(word).replace(",", ",<wbr>") if len(word) > _LONG_WORD else _text(word) for word in line.split(" "))
    return " ".join(words)


def _text(value: str) -> str:
    return escape(printable(value))
