"""``tertium paraphrases``: build the request, write the table, say what is in it."""

from __future__ import annotations

import argparse
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import note
from tertium.cli.output import write_pieces
from tertium.cli.parser import UsageError
from tertium.corpus.files.access import STDIN
from tertium.corpus.formats.opening import Place
from tertium.tasks import paraphrases
from tertium.tasks.paraphrases import ParallelTexts, ParaphrasesRequest, PhraseTable
from tertium.views.order.word_aligner import AlignerSettings
from tertium.views.words.pivoting import PivotedTable, PivotSettings


def run(arguments: argparse.Namespace) -> int:
    given = _table(arguments) if arguments.phrase_table is not None else _texts(arguments)
    request = ParaphrasesRequest(
        given,
        PivotSettings(
            arguments.max_length,
            arguments.min_probability,
            arguments.min_translation,
            arguments.min_count,
            arguments.most,
        ),
        arguments.of,
        arguments.language,
        arguments.case,
        arguments.function_words,
    )
    counts = arguments.phrase_table or arguments.texts[0]
    with listening(arguments.quiet, counts if counts != STDIN else None) as listener:
        made: PivotedTable = interruptible(partial(paraphrases.run, request, listener))
    write_pieces(partial(made.write, compress=arguments.output.endswith(".gz")), arguments.output)
    listener.say()
    if not arguments.quiet:
        note(_summary(made))
    return 0


def _table(arguments: argparse.Namespace) -> PhraseTable:
    for flag in ("texts", "links", "align_format", "align_base", "align_model", "tokenize"):
        if getattr(arguments, flag) not in (None, []):
            shown = "SRC TGT" if flag == "texts" else f"--{flag.replace('_', '-')}"
            raise UsageError(f"{shown} and --phrase-table exclude each other; leave one out.")
    return PhraseTable(arguments.phrase_table, tuple(arguments.columns or PhraseTable.columns))


def _texts(arguments: argparse.Namespace) -> ParallelTexts:
    if len(arguments.texts) != 2:
        raise UsageError("give a source and its translation, as in 'tertium paraphrases SRC TGT -o FILE'.")
    if arguments.columns is not None:
        raise UsageError("--columns are those of --phrase-table; leave them out.")
    if arguments.links is None and (arguments.align_format is not None or arguments.align_base is not None):
        raise UsageError("--align-format and --align-base are about --links; give the file, or leave them out.")
    if arguments.links is not None and arguments.align_model is not None:
        raise UsageError("--align-model makes links, and --links has them; leave one out.")
    source, target = arguments.texts
    if [source, target, arguments.links].count(STDIN) > 1:
        raise UsageError("standard input is given twice; save one of the two to a file.")
    return ParallelTexts(
        Place(source),
        Place(target),
        None if arguments.links is None else Place(arguments.links),
        arguments.align_format or ParallelTexts.form,
        arguments.align_base or ParallelTexts.base,
        AlignerSettings(model=arguments.align_model or AlignerSettings.model),
        arguments.tokenize,
    )


def _summary(made: PivotedTable) -> str:
    texts = f" of {made.sentences:,} pairs of sentences" if made.sentences else ""
    return (
        f"{len(made):,} paraphrases of {made.paraphrased:,} phrases, from {made.pairs:,} pairs of phrases{texts}; "
        f"{made.about}."
    )
