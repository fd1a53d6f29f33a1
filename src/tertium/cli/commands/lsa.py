"""``tertium lsa train``: a space of semantic neighbours from a corpus."""

from __future__ import annotations

import argparse

from tertium.cli.commands.counting import lines_of, settings_of, watched
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import note
from tertium.cli.output import refuse_unwritable
from tertium.corpus.files.access import write_atomically
from tertium.corpus.texts.monolingual import sentences
from tertium.views.words.file_digests import digest_of
from tertium.views.words.lsa_training import train


def run(arguments: argparse.Namespace) -> int:
    refuse_unwritable(arguments.output)
    settings = settings_of(arguments)
    size = (arguments.dimensions, arguments.words, arguments.min_count, arguments.seed)
    with listening(arguments.quiet, lines_of(arguments.corpus)) as listener:
        space = interruptible(
            lambda: train(watched(sentences(arguments.corpus), "training", listener), settings, *size)
        )
    data = space.to_bytes()
    write_atomically(arguments.output, lambda file: file.write(data))
    if not arguments.quiet:
        note(
            f"{len(space.place):,} words in {space.dimensions} dimensions, {settings}, seed={arguments.seed}; "
            f"SHA-256 {digest_of(data)}..."
        )
    return 0
