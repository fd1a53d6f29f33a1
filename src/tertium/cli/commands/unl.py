"""``tertium unl``: sentences as UNL graphs."""

from __future__ import annotations

import argparse
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.options.output import output_from
from tertium.cli.parser import UsageError
from tertium.corpus.annotations.unl import document_of, write
from tertium.errors import printable
from tertium.render.pictures import unl_svg
from tertium.render.reports import unl_outline
from tertium.render.tables import as_json
from tertium.tasks import unl
from tertium.tasks.unl import ConlluFile, EnglishFile, EnglishTexts, UnlFile, UnlGraphs, UnlRequest


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    output.refuse_unwritable()
    request = _request(arguments)
    with listening(output.quiet) as listener:
        graphs = interruptible(partial(unl.run, request, listener))
    output.write(_rendered(graphs, output.format, arguments.form or "table"))
    listener.say()
    return 0


def _request(arguments: argparse.Namespace) -> UnlRequest:
    given = [name for name in ("texts", "file", "conllu", "document") if getattr(arguments, name)]
    if len(given) != 1:
        what = "one thing to show, not several" if given else "what to show"
        raise UsageError(f"say {what}: sentences, or one of --file, --conllu, --document.")
    if arguments.form is not None and arguments.format != "unl":
        raise UsageError("--form says how -f unl writes graphs; add -f unl or leave it out.")
    if arguments.parser is not None and given[0] not in ("texts", "file"):
        raise UsageError(f"--parser is for text; --{given[0]} needs none.")
    if given[0] == "texts":
        return UnlRequest(EnglishTexts(tuple(arguments.texts), arguments.parser), arguments.line)
    if given[0] == "file":
        return UnlRequest(EnglishFile(arguments.file, arguments.parser), arguments.line)
    if given[0] == "conllu":
        return UnlRequest(ConlluFile(arguments.conllu), arguments.line)
    return UnlRequest(UnlFile(arguments.document), arguments.line)


def _rendered(graphs: UnlGraphs, form: str, document_form: str) -> str:
    if form == "unl":
        return write(document_of(graphs.sentences), form=document_form)
    if form == "json":
        return as_json.dumps(graphs.to_list(), indent=2) + "\n"
    if form == "svg":
        if len(graphs) != 1:
            raise UsageError(f"an SVG shows one sentence, got {len(graphs)}; choose one with --line N.")
        return unl_svg.svg(graphs[0])
    return "\n".join(
        (f"{printable(sentence.text)}\n" if sentence.text else "") + unl_outline.text(sentence) for sentence in graphs
    )
