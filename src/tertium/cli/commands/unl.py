"""``tertium unl``: sentences as UNL graphs."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.options.output import output_from
from tertium.cli.parser import UsageError
from tertium.render.renderers import show
from tertium.tasks import unl
from tertium.tasks.unl import ConlluFile, EnglishFile, EnglishTexts, UnlFile, UnlRequest


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    request = _request(arguments)
    with listening(output.quiet) as listener:
        graphs = interruptible(partial(unl.run, request, listener))
    style = replace(output.style, document_form=arguments.form or "table")
    output.write_data(show("unl", graphs, output.format, style))
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
    if arguments.lang is not None and given[0] != "conllu":
        raise UsageError("--lang is the language of parses; it goes with --conllu.")
    if given[0] == "texts":
        return UnlRequest(EnglishTexts(tuple(arguments.texts), arguments.parser), arguments.line)
    if given[0] == "file":
        return UnlRequest(EnglishFile(arguments.file, arguments.parser), arguments.line)
    if given[0] == "conllu":
        return UnlRequest(ConlluFile(arguments.conllu, arguments.lang), arguments.line)
    return UnlRequest(UnlFile(arguments.document), arguments.line)
