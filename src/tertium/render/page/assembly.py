"""A page as one file: sections, styles, modules and data together, and a policy that lets nothing else in.

Modules are written as ES modules, one subject a file. A page has no files to import from, so they are put into one
script: those that are imported come first, and the words ``import`` and ``export`` go, as do lines of comments. For
that every import stands on one line of its own, ``import { a, b } from "./x.js";``, every export before what it names
(``export function f``), names at the top of modules are unique over all of them, and no line inside of a text begins
with ``//``.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from tertium.corpus.files.packaged import page_asset
from tertium.errors import printable

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_LONG_NAME = 18  # characters that stay on one line even where room is short


@dataclass(frozen=True)
class Part:
    """A section of a page: where links go to, its heading, and its HTML, all text in it escaped."""

    name: str
    title: str
    body: str


def page(
    title: str,
    parts: Sequence[Part],
    *,
    styles: Sequence[str] = (),
    script: str | None = None,
    data: str | None = None,
    top: str = "",
    lead: str = "",
    heading: str | None = None,
) -> str:
    """``styles`` are files of assets, ``script`` is the module that starts the others, ``data`` what ``pack`` made.

    ``top`` stands beside the title, ``lead`` before the first section. ``heading`` is HTML for the title where it is
    shown: names in it may be written from right to left, the sentence around them is not.
    """
    style = "".join(map(page_asset, styles))
    code = "" if script is None else bundled(script)
    links = "".join(f'<li><a href="#{part.name}">{escape(part.title)}</a></li>' for part in parts)
    body = "".join(
        f'<section id="{part.name}" aria-labelledby="title_{part.name}">'
        f'<h2 id="title_{part.name}">{escape(part.title)}</h2>\n{part.body}</section>\n'
        for part in parts
    )
    shown = text(title)
    first = f'<h1 dir="auto">{shown}</h1>' if heading is None else f"<h1>{heading}</h1>"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, code)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{shown}</title>\n<style>{style}</style></head>\n<body>"
        '<a class="skip" href="#main">Skip to the content</a>\n'
        f'<header class="top">{first}{top}'
        + (f'<nav aria-label="Sections"><ul>{links}</ul></nav>' if parts else "")
        + f'</header>\n<main id="main" tabindex="-1">\n{lead}{body}</main>\n'
        + ("" if data is None else f'<script type="text/plain" id="pack">{data}</script>\n')
        + (f'<script type="module">{code}</script>\n' if code else "")
        + "</body></html>\n"
    )


def text(value: str) -> str:
    """Anything, shown literally: control characters by their codes, HTML's own escaped."""
    return escape(printable(value))


def name_of(name: str) -> str:
    """The name of a system or a metric in a table or a list: names often differ at their end alone, so a long one goes
    on in the next line. Who points at it sees all of one that is longer still."""
    long = " long" if len(name) > _LONG_NAME else ""
    return f'<span class="name{long}" dir="auto" title="{text(name)}">{text(name)}</span>'


def bundled(start: str) -> str:
    """The module and all it imports, as one module; whoever is imported stands before whoever imports."""
    return "".join(_bundle(start, []))


def _bundle(name: str, seen: list[str]) -> Iterator[str]:
    if name in seen:
        return
    seen.append(name)
    source = page_asset(name)
    end = source.find("\n", source.rfind("\nimport {") + 1) + 1 if "import {" in source else 0
    for needed in _IMPORT.findall(source, 0, end):
        yield from _bundle(needed, seen)
    rest = f"\n{_IMPORT.sub('', source[:end])}{source[end:]}"
    yield _COMMENT.sub("", rest.replace("\nexport ", "\n")[1:])


def _policy(style: str, code: str) -> str:
    """No network, no frame, no form; of scripts and styles those that are in the page.

    Workers are made from the script's own text: a regular expression that never ends must not hang the page.
    """
    script = f"script-src {_digest(code)}; worker-src blob:; " if code else ""
    return f"default-src 'none'; {script}style-src {_digest(style)}; img-src data:; base-uri 'none'; form-action 'none'"


def _digest(code: str) -> str:
    return f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"
