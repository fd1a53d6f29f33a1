"""May a single segment be scored without being surveyed? If nothing about it could become a warning.

Most checks count lines, and warn of several. One line alone can be warned of for its characters (T105, T117, T118),
for being blank (T003 and the like), and, where it has several references, for being written without spaces (T114).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_SPACELESS = "\u0e00"  # Thai; scripts without spaces between words come from here on
_MANY = 10  # references, of which lines are counted as if they were segments


def unremarkable(hypothesis: str, references: Sequence[str]) -> bool:
    """True only if the doctor's default checks have nothing to say of this one segment; False may be too careful."""
    if len(references) >= _MANY:
        return False
    for text in (hypothesis, *references):
        if not text.isprintable() or not text or text.isspace():
            return False
        if not text.isascii() and (
            "\ufffd" in text
            or not unicodedata.is_normalized("NFC", text)
            or (len(references) > 1 and max(text) >= _SPACELESS)
        ):
            return False
    return True
