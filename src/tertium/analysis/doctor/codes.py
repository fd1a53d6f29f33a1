"""Every warning's code: what it is called, why it matters and what to do. Codes are stable; none is used again.

T0xx are remarks of reading (`corpus.notices`), T1xx findings of the doctor.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tertium.corpus.notices import CODES as NOTICE_CODES
from tertium.errors import InputError, did_you_mean, either, option, printable


@dataclass(frozen=True)
class Code:
    """One kind of finding."""

    code: str
    title: str
    why: str
    fix: str


CODES = {
    made.code: made
    for made in (
        Code(
            "T101",
            "hypothesis and reference swapped",
            "precision and recall change places, so that every score measures something else",
            either("references come first, systems follow -i", "hypotheses come first, then references"),
        ),
        Code(
            "T102",
            "lines shifted",
            "every line is compared with the translation of another sentence",
            "find the line that was dropped, doubled or split, and pair the files again",
        ),
        Code(
            "T103",
            "tokenised on one side",
            "tokenizers split such text differently, and scores change by more than systems differ",
            "detokenise it, and let the metric tokenise both sides alike",
        ),
        Code(
            "T104",
            "lower-cased on one side",
            "every word with a capital counts as wrong",
            f"restore the case, or compare both sides without it ({either('-lc', 'bleu:case=lower')})",
        ),
        Code(
            "T105",
            "decomposed characters (NFD)",
            "letters that look the same are different characters and do not match",
            f"score with {either('--nfc', 'bleu:norm=nfc')}, or normalise the {either('files', 'texts')}",
        ),
        Code(
            "T106",
            "typographic against plain quotes",
            "every quotation mark or apostrophe counts as an error, for its style and not for the translation",
            "write both sides alike (say so where you publish the score)",
        ),
        Code(
            "T107",
            "another script than the reference",
            "the lines are not in the target language, or this is the wrong file",
            "check the file and the language pair",
        ),
        Code(
            "T108",
            "source copied",
            "untranslated text is scored as a translation, and its names and numbers still match",
            "translate these lines, or report how many there are",
        ),
        Code(
            "T109",
            "hypotheses equal to references",
            "so many equal long lines come from the references themselves, or from a system trained on them",
            "check that the file is a system's output, and that the test set is not in its training data",
        ),
        Code(
            "T110",
            "many empty hypotheses",
            "empty lines score nothing; decoding may have failed on them",
            "translate these lines again",
        ),
        Code(
            "T111",
            "repeated lines",
            "different sentences cannot have the same long translation; a decoder may have hung, or lines were doubled",
            "translate these lines again, or find where the file was doubled",
        ),
        Code(
            "T112",
            "a language model's preface",
            "words about the translation are scored as part of it",
            "ask the model for nothing but the translation, or strip what surrounds it",
        ),
        Code(
            "T113",
            "quotes or Markdown around whole lines",
            "marks that the reference lacks are scored as errors",
            "strip what surrounds the translation",
        ),
        Code(
            "T114",
            "wrong tokenizer for the script",
            "without spaces between words a whole clause is one token, which hardly ever matches",
            f"name the language ({option('-l en-zh')}) or the tokenizer "
            f"({either('-tok zh', 'bleu:tok=zh')}, ja-mecab, th, char)",
        ),
        Code(
            "T115",
            "different numbers of lines",
            "segments cannot pair up",
            "find the missing or extra line",
        ),
        Code(
            "T116",
            "suspicious lengths",
            "there is too little text or too much; BLEU's brevity penalty and every error rate react strongly",
            "look for truncated output, runaway repetition or joined lines",
        ),
        Code(
            "T117",
            "control characters",
            "they are not text, glue words together and match nothing; U+FFFD stands for bytes that could not be "
            "decoded",
            "find what wrote them (a wrong encoding, a terminal, a broken export) and write the file again",
        ),
        Code(
            "T118",
            "invisible characters",
            "words that look the same do not match",
            "remove zero-width and direction marks and soft hyphens from both sides",
        ),
        Code(
            "T119",
            "HTML entities on one side",
            "&quot; is scored as letters, where the other side has a quotation mark",
            "unescape the text (Moses: deescape-special-chars.perl)",
        ),
        Code(
            "T120",
            "texts in different languages",
            "words of two languages hardly ever match, so that the scores say nothing about the translation",
            "check which file holds translations into the target language",
        ),
        Code(
            "T121",
            "identical systems",
            "one output was given twice, or a step that should change it did nothing",
            "check the files, or leave one out",
        ),
        Code(
            "T122",
            "a language model's refusal",
            "the model answered that it does not translate; its answer is scored as a translation",
            "translate these lines again, with another prompt or model, or report how many there are",
        ),
        Code(
            "T123",
            "an English parser for another language",
            "the parser and the rules know English only; trees and graphs of other languages mean little",
            f"give parses with {option('--parse-hyp')} and {option('--parse-ref')}, or a spaCy pipeline with "
            f"{either('--parser', 'parse=NAME of the metric')}",
        ),
        Code(
            "T124",
            "not cut into words for word alignments",
            "links of files count words between spaces: a sentence that is one word has no order, and any order "
            "of it is perfect",
            f"cut the text into words and align it again, or leave {option('--align-hyp')} and "
            f"{option('--align-ref')} out: with {option('-s')} and {option('-l ja-en')} words are cut and aligned here",
        ),
    )
}

# Of what reading remarks, whose words say what was seen: why it matters, and what to do.
REMARKS = {
    made.code: made
    for made in (
        Code("T001", "byte order mark", "other tools score it as part of the first word", "save the file without it"),
        Code("T002", "CR LF line ends", "other tools score the CR as part of the last word", "save with LF alone"),
        Code("T003", "blank hypothesis", "it scores nothing", "translate the line again"),
        Code("T004", "blank reference", "nothing can match it", "complete the references, or leave the line out"),
        Code("T005", "reference left out", "the segment has fewer references than others", "complete the references"),
        Code("T006", "segments skipped", "the score covers fewer segments", "complete the files"),
        Code("T007", "TAB in plain text", "columns are scored as text", "name the columns, or rename the file"),
        Code("T008", "maybe a header", "column names are scored as a segment", "name the columns"),
        Code("T009", "no alignment links", "word order scores 0 there", "align these sentences again"),
        Code("T010", "nesting cannot be checked", "transposed references give wrong scores", "use tertium.streams"),
    )
}

KNOWN = (*NOTICE_CODES.values(), *CODES)


def checked_codes(given: Iterable[str]) -> frozenset[str]:
    """Codes to leave out, as a person wrote them."""
    wanted = frozenset(code.strip().upper() for entry in given for code in entry.split(",") if code.strip())
    for code in sorted(wanted):
        if code not in KNOWN:
            hint = did_you_mean(code, KNOWN)
            raise InputError(
                f"there is no warning '{printable(code)}'{hint or ';'} the codes are {KNOWN[0]} to "
                f"{tuple(NOTICE_CODES.values())[-1]} and T101 to {tuple(CODES)[-1]}."
            )
    return wanted
