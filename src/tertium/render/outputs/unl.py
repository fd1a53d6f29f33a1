"""Outputs of ``tertium unl``."""

from __future__ import annotations

from typing import Any, Protocol

from tertium.corpus.annotations.unl import Sentence, document_of, write
from tertium.errors import InputError, either, printable
from tertium.render.pictures import unl_svg
from tertium.render.reports import unl_outline
from tertium.render.style import Style
from tertium.render.tables import as_json


class Graphs(Protocol):
    """The part that is shown of ``UnlGraphs``, which belongs to the task."""

    @property
    def sentences(self) -> tuple[Sentence, ...]: ...

    def to_list(self) -> list[dict[str, Any]]: ...


def text(graphs: Graphs, style: Style) -> str:
    return "\n".join(
        (f"{printable(sentence.text)}\n" if sentence.text else "") + unl_outline.text(sentence)
        for sentence in graphs.sentences
    )


def document(graphs: Graphs, style: Style) -> str:
    return write(document_of(graphs.sentences), form=style.document_form)


def svg(graphs: Graphs, style: Style) -> str:
    if len(graphs.sentences) != 1:
        raise InputError(
            f"an SVG shows one sentence, got {len(graphs.sentences)}; choose one{either(' with --line N', '')}."
        )
    return unl_svg.svg(graphs.sentences[0])


def json(graphs: Graphs, style: Style) -> str:
    return as_json.dumps(graphs.to_list(), indent=2) + "\n"
