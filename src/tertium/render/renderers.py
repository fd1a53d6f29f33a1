"""Outputs by kind of record and format: one table. A new one is a function from (record, style) to text, and one entry.

The first format of a kind is the default of ``-f``. Functions are named, not imported: a command loads only the module
of the output it was asked for, and its help loads none. Other packages add outputs through entry points (group
``tertium.renderers``) named ``KIND.FORMAT``; they are looked for when a format is not in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from tertium.errors import SpecError, did_you_mean, printable
from tertium.render.style import Style

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Renderer = Callable[[Any, Style], str]

GROUP = "tertium.renderers"

_OUTPUTS = "tertium.render.outputs"
_JSON = f"{_OUTPUTS}.any_record:json"

RENDERERS = {
    "score": {
        "text": f"{_OUTPUTS}.score:text",
        "json": f"{_OUTPUTS}.score:json",
        "jsonl": f"{_OUTPUTS}.score:jsonl",
        "tsv": f"{_OUTPUTS}.score:tsv",
        "md": f"{_OUTPUTS}.score:md",
        "latex": f"{_OUTPUTS}.score:latex",
        "html": f"{_OUTPUTS}.score_html:html",
    },
    "compare": {
        "text": f"{_OUTPUTS}.compare:text",
        "json": _JSON,
        "tsv": f"{_OUTPUTS}.compare:tsv",
        "md": f"{_OUTPUTS}.compare:md",
        "latex": f"{_OUTPUTS}.compare:latex",
        "html": f"{_OUTPUTS}.compare:html",
    },
    "report": {
        "html": f"{_OUTPUTS}.report:html",
        "json": _JSON,
        "text": f"{_OUTPUTS}.report:text",
    },
    "diff": {
        "text": f"{_OUTPUTS}.diff:text",
        "json": _JSON,
        "tsv": f"{_OUTPUTS}.diff:tsv",
        "md": f"{_OUTPUTS}.diff:md",
        "html": f"{_OUTPUTS}.diff:html",
    },
    "gate": {
        "text": f"{_OUTPUTS}.gate:text",
        "json": _JSON,
        "junit": f"{_OUTPUTS}.gate:junit",
        "md": f"{_OUTPUTS}.gate:md",
        "html": f"{_OUTPUTS}.gate:html",
    },
    "meta": {
        "text": f"{_OUTPUTS}.meta:text",
        "json": _JSON,
        "tsv": f"{_OUTPUTS}.meta:tsv",
        "md": f"{_OUTPUTS}.meta:md",
        "latex": f"{_OUTPUTS}.meta:latex",
        "html": f"{_OUTPUTS}.meta:html",
    },
    "explain": {
        "text": f"{_OUTPUTS}.explain:text",
        "json": _JSON,
        "svg": f"{_OUTPUTS}.explain:svg",
        "html": f"{_OUTPUTS}.explain:html",
    },
    "order": {
        "text": f"{_OUTPUTS}.order:text",
        "json": _JSON,
        "svg": f"{_OUTPUTS}.order:svg",
        "html": f"{_OUTPUTS}.order:html",
        "md": f"{_OUTPUTS}.order:md",
        "latex": f"{_OUTPUTS}.order:latex",
    },
    "worst": {  # explain --worst
        "text": f"{_OUTPUTS}.worst:text",
        "json": _JSON,
        "html": f"{_OUTPUTS}.worst:html",
    },
    "differ": {  # explain --differ
        "text": f"{_OUTPUTS}.differ:text",
        "json": _JSON,
        "html": f"{_OUTPUTS}.differ:html",
    },
    "mbr": {
        "text": f"{_OUTPUTS}.mbr:text",
        "jsonl": f"{_OUTPUTS}.mbr:jsonl",
        "html": f"{_OUTPUTS}.mbr:html",
    },
    "unl": {
        "text": f"{_OUTPUTS}.unl:text",
        "unl": f"{_OUTPUTS}.unl:document",
        "svg": f"{_OUTPUTS}.unl:svg",
        "json": f"{_OUTPUTS}.unl:json",
    },
    "metrics": {  # the list of all
        "text": f"{_OUTPUTS}.metrics:text",
        "json": _JSON,
    },
    "metric": {  # pages of single ones
        "text": f"{_OUTPUTS}.metrics:page_text",
        "json": f"{_OUTPUTS}.metrics:page_json",
    },
    "doctor": {
        "text": f"{_OUTPUTS}.doctor:text",
        "json": _JSON,
        "html": f"{_OUTPUTS}.doctor:html",
    },
    "tune": {
        "text": f"{_OUTPUTS}.tune:text",
        "json": f"{_OUTPUTS}.tune:json",
        "html": f"{_OUTPUTS}.tune:html",
    },
}


PARQUET = "parquet"
SEGMENT_FORMATS = ("tsv", "jsonl", PARQUET)  # of segment scores, written block by block (outputs.score_segments)


def formats_of(kind: str) -> tuple[str, ...]:
    """What ``-f`` takes for this kind of record; the first is the default."""
    return tuple(RENDERERS[kind])


class FormatChoices:
    """The formats of a kind as argparse's ``choices``: lists ours, and takes those of other packages, too.

    ``more`` are those that are no text, and so have another way to a file.
    """

    def __init__(self, kind: str, more: tuple[str, ...] = ()) -> None:
        self._kind, self._more = kind, more

    def __iter__(self) -> Iterator[str]:
        return iter((*RENDERERS[self._kind], *self._more))

    def __contains__(self, form: object) -> bool:
        return (
            form in self._more
            or form in RENDERERS[self._kind]
            or _of_another_package(self._kind, str(form)) is not None
        )


def renderer(kind: str, form: str) -> Renderer:
    """The function of one entry; an error that names the known formats where there is none."""
    if form not in RENDERERS[kind]:
        point = _of_another_package(kind, form)
        if point is not None:
            from tertium.other_packages import load

            return cast(Renderer, load(point, "output", "take another format"))
        known = formats_of(kind)
        hint = did_you_mean(form, known) or ";"
        raise SpecError(f"unknown format '{printable(form)}'{hint} known for {kind} are {', '.join(known)}.")
    module, _, function = RENDERERS[kind][form].partition(":")
    made: Renderer = getattr(import_module(module), function)
    return made


def show(kind: str, record: Any, form: str, style: Style) -> str:
    """A record as text."""
    return renderer(kind, form)(record, style)


def _of_another_package(kind: str, form: str) -> EntryPoint | None:
    from tertium.other_packages import added  # its look-up takes 20 ms: for those whose format is not ours

    return added(GROUP).get(f"{kind}.{form}")
