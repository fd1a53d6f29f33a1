"""Words as METEOR 1.5 cuts them with its option ``-norm``: ``meteor-`` and one of cs, de, en, es, fr, ru.

In turn: quotation marks and dashes become simple ones; every character that is neither a letter, a digit, white space
nor one of . ' , - stands alone, as do two and more dots; commas part but between digits; apostrophes part by the
language's habit (it 's, l' eau, otherwise alone); hyphens between letters go (well known). A word's last dot stands
alone at last, unless it is an abbreviation's, a word in small letters follows, or other dots are inside, which then all
go (US for U.S.). Letters are Latin and Cyrillic ones: each character of other scripts is a word.

Matches of a pattern do not overlap, so that every other apostrophe or comma in a row is left where it was. This is as
in the program, found out by asking it about every character (tests/oracles/test_meteor_norm.py); which words its lists
of abbreviations have is in ``data/abbreviations.tsv``. Case decides about dots, so ``case=lower`` comes after.

>>> " ".join(segmenter("meteor-en")("Mr. Smith's well-known U.S. fans (1,000 or so) didn't stay."))
"Mr. Smith 's well known US fans ( 1,000 or so ) didn 't stay ."
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from tertium.corpus.files.packaged import packaged
from tertium.views.tokens.tokenizers import BUILTIN, Tokenizer

NAMES = tuple(name for name in BUILTIN if name.startswith("meteor-"))

_L = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u0527\u1d00-\u1d7f\ua640-\ua66e\ua67e-\ua697"
_SIMPLE = str.maketrans({**dict.fromkeys("‘’`", "'"), **dict.fromkeys("“”", '"'), "\t": " "})
# Other spaces are words while dots are looked at ("No.\u00a05" has no number behind its dot), and go at last.
_SPACES = frozenset("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_CONTROLS = "".join(map(chr, range(33)))
_ALONE = re.compile(f"([^{_L}0-9 .',-])")
_DOTS = re.compile(r"(\.\.+)")
_COMMAS = tuple(re.compile(pattern) for pattern in ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])"))
_HYPHEN = re.compile(f"([{_L}0-9.])-([{_L}0-9])")
_LETTER = re.compile(f"[{_L}]")
# Apostrophes by language: patterns with what stands between the two characters then.
_APART = (f"([^{_L}])'([^{_L}])", r"\1 ' \2")
_AFTER = (f"([{_L}])'([^{_L}])", r"\1 ' \2")
_APOSTROPHES = {
    "en": (
        _APART,
        (f"([^{_L}0-9])'([{_L}])", r"\1 ' \2"),
        _AFTER,
        (f"([{_L}])'([{_L}])", r"\1 '\2"),
        ("([0-9])'(s)", r"\1 '\2"),
    ),
    "fr": (_APART, (f"([^{_L}])'([{_L}])", r"\1 ' \2"), _AFTER, (f"([{_L}])'([{_L}])", r"\1' \2")),
}


@lru_cache(maxsize=len(NAMES))
def segmenter(name: str) -> Callable[[str], list[str]]:
    """The words of a sentence, by one of ``NAMES``."""
    language = name.partition("-")[2]
    always, before_numbers = _abbreviations(language)
    apostrophes = tuple((re.compile(here), then) for here, then in _APOSTROPHES.get(language, (("'", " ' "),)))

    def segment(sentence: str) -> list[str]:
        text = f" {sentence.strip(_CONTROLS).translate(_SIMPLE)} ".replace("''", '"')
        text = _ALONE.sub(r" \1 ", text).replace("–", "-")
        if ".." in text:
            text = _DOTS.sub(r" \1 ", text)
        if "," in text:
            for comma in _COMMAS:
                text = comma.sub(r"\1 , \2", text)
        text = text.replace("--", "-")
        if "'" in text:
            for here, then in apostrophes:
                text = here.sub(then, text)
        if "-" in text:
            text = _HYPHEN.sub(r"\1 \2", text)
        words = [word for word in text.split(" ") if word]
        made = []
        for place, word in enumerate(words):
            body = word[:-1]
            if word in _SPACES:
                continue
            if not word.endswith(".") or not body.strip("."):
                made.append(word)
            elif "." in body and _LETTER.search(body):
                made.append(body.replace(".", ""))
            else:
                following = words[place + 1][0] if place + 1 < len(words) else ""
                kept = body in always or "a" <= following <= "z"
                kept = kept or (body in before_numbers and "0" <= following <= "9")
                made += [word] if kept else [body, "."]
        return made

    return segment


def _abbreviations(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words that keep their dot, and those that keep it before numbers only."""
    rows = [line.split("\t") for line in packaged("abbreviations.tsv").decode("utf-8").splitlines()]
    [listed] = [row[1:] for row in rows if row[0] == language]
    always, before_numbers = (frozenset(words.split(" ")) for words in listed)
    return always, before_numbers


TOKENIZER = Tokenizer(segmenter, cased=True)  # case tells it which dots end a sentence
