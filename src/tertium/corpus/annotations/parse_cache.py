"""Parses kept on disk by the text they belong to, so that a second run parses nothing (`corpus.files.kept_values`).

One file a parser, under ``$XDG_CACHE_HOME/tertium/parses`` (``~/.cache`` without the variable);
``TERTIUM_PARSE_CACHE`` names another folder, or ``off``: then parses live as long as the process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from tertium.corpus.files.kept_values import KeptValues, Shelf
from tertium.errors import FileError, printable

VARIABLE = "TERTIUM_PARSE_CACHE"
_SHELF = Shelf(VARIABLE, "parses", "parse cache", "parse")


def text_key(text: str) -> bytes:
    """What a text is known by: 128 bits of its content; parses are compared with the text when they are read."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def cache_folder() -> Path | None:
    """Where parses are kept; None where they are not."""
    return _SHELF.place()


class ParseCache(KeptValues):
    """Parses of one parser, from the key of a text to CoNLL-U; safe to share between threads."""

    def __init__(self, parser: str) -> None:
        super().__init__(_SHELF, parser)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        """The parses that are known of these texts."""
        return {key: parse.decode("utf-8") for key, parse in self.get_bytes(keys).items()}

    def put(self, parses: Mapping[bytes, str | bytes]) -> None:
        """Keep all of them or, if the process ends on the way, none."""
        self.put_bytes(
            {key: parse.encode("utf-8") if isinstance(parse, str) else parse for key, parse in parses.items()}
        )

    def unreadable(self) -> FileError:
        """What to say of a row that is no parse: the file is sound to SQLite, so that nothing else notices."""
        return FileError(
            f"the parse cache {printable(str(self.path))} holds a parse that cannot be read; remove the file, "
            "and its texts are parsed again."
        )
