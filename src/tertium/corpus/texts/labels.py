"""Labels of segments (document, domain): one a line, or a column of a table."""

from __future__ import annotations

from tertium.corpus.files.access import is_there
from tertium.corpus.files.encoding import decode_lines
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.columns import PoolBlock, RawBlock
from tertium.corpus.formats.opening import Opener, Place, column
from tertium.errors import InputError

_SEGMENTS = 1 << 16


def label_place(given: str) -> Place:
    """``FILE``, or ``FILE:COLUMN`` where no file has the whole name."""
    path, colon, name = given.rpartition(":")
    if colon and path and name and not is_there(given):
        return Place(path, column(name))
    return Place(given)


def read_labels(given: str, segments: int | None = None, limits: Limits | None = None) -> list[str]:
    """The labels in order; an error if there are more or fewer than ``segments``."""
    stream = Opener(limits=limits).stream(label_place(given))
    labels: list[str] = []
    for block in stream.blocks(_SEGMENTS):
        if isinstance(block, RawBlock):
            lines = decode_lines(bytes(block.data), stream.table.name, block.first)
            labels += [line.removesuffix("\r") for line in lines]
        else:
            texts = block.as_strings().texts if isinstance(block, PoolBlock) else block.texts
            labels += [text or "" for text in texts]
    if segments is not None and len(labels) != segments:
        raise InputError(
            f"{stream.name} has {len(labels)} {stream.table.unit}s but there are {segments} segments; give one label "
            "for each."
        )
    return labels
