"""``tertium order``: the word order of whole systems."""

from __future__ import annotations

import argparse
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.options.output import output_from
from tertium.cli.options.texts import texts_from
from tertium.render.renderers import show
from tertium.results.order import OrderReport
from tertium.tasks import order
from tertium.tasks.order import OrderRequest
from tertium.tasks.picture_words import picture_words


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    texts = texts_from(arguments)
    words = picture_words(arguments.language_pair, arguments.tokenize, arguments.lang)
    request = OrderRequest(texts, words, arguments.moves)
    with listening(output.quiet, texts.countable) as listener:
        found: OrderReport = interruptible(partial(order.run, request, listener))
    output.write(show("order", found, output.format, output.style))
    listener.say()
    return 0
