"""``tertium.paraphrases``: the same task, the same table as the command line."""

from __future__ import annotations

import os
from typing import Literal

from tertium.api.door import check_types
from tertium.api.given import AlignModel, Lines, text_given
from tertium.api.shapes import FilePath
from tertium.api.warned import Warned
from tertium.corpus.annotations.alignments import Form
from tertium.errors import InputError
from tertium.tasks.paraphrases import ParallelTexts, ParaphrasesRequest, PhraseTable, run
from tertium.views.order.word_aligner import AlignerSettings
from tertium.views.words.pivoting import PivotedTable, PivotSettings


def paraphrases(
    source: Lines | None = None,
    target: Lines | None = None,
    *,
    links: Lines | None = None,
    align_format: Form | None = None,
    align_base: Literal[0, 1] | None = None,
    align_model: AlignModel | None = None,
    phrase_table: FilePath | None = None,
    columns: tuple[int, int] | None = None,
    of: Literal["target", "source"] = "target",
    max_length: int = PivotSettings.max_length,
    min_probability: float = PivotSettings.min_probability,
    min_translation: float = PivotSettings.min_translation,
    min_count: int = PivotSettings.min_count,
    most: int | None = None,
    function_words: str | None = None,
    language: str | None = None,
    tokenizer: str | None = None,
    case: Literal["lower", "keep"] = "lower",
) -> PivotedTable:
    """A table of paraphrases for METEOR by pivoting: phrases that share translations mean the same.

    ``source`` and ``target`` are lists of sentences, or files of them as ``pathlib.Path``; or ``phrase_table`` is a
    file of lines ``phrase ||| phrase ||| numbers``, of which ``columns`` (default 1 and 3) hold p(source | target) and
    p(target | source). ``links`` are the word alignments of the texts, such as ``"0-0 1-2"``; without them they are
    made (extra ``align``). The result has ``of(phrase)``; ``Path("en.gz").write_bytes(table.to_bytes(compress=True))``
    saves it for ``meteor:paraphrases=en.gz``, as ``tertium paraphrases`` does.

    >>> german = ["das große haus", "ein großes haus", "das große auto"]
    >>> english = ["the big house", "a large house", "the large car"]
    >>> table = paraphrases(german, english, links=["0-0 1-1 2-2"] * 3, function_words="none", min_probability=0.5)
    >>> table.of("big")
    [('large', 0.5)]
    """
    check_types(paraphrases, locals())
    given: ParallelTexts | PhraseTable
    about_texts = {"links": links, "align_format": align_format, "align_base": align_base, "align_model": align_model}
    about_texts |= {"tokenizer": tokenizer}
    if phrase_table is not None:
        for name, value in {"source": source, "target": target, **about_texts}.items():
            if value is not None:
                raise InputError(f"{name} and phrase_table exclude each other; leave one out.")
        given = PhraseTable(os.fspath(phrase_table), columns or PhraseTable.columns)
    else:
        if source is None or target is None:
            raise InputError("give a source and its target, or a phrase_table.")
        if columns is not None:
            raise InputError("columns are those of a phrase_table; leave them out.")
        if links is None and (align_format is not None or align_base is not None):
            raise InputError("align_format and align_base are about links; give them, or leave these out.")
        if links is not None and align_model is not None:
            raise InputError("align_model makes links, and links has them; leave one out.")
        given = ParallelTexts(
            text_given(source, "source"),
            text_given(target, "target"),
            None if links is None else text_given(links, "links"),
            align_format or ParallelTexts.form,
            align_base or ParallelTexts.base,
            AlignerSettings(model=align_model or AlignerSettings.model),
            tokenizer,
        )
    settings = PivotSettings(max_length, min_probability, min_translation, min_count, most)
    return run(ParaphrasesRequest(given, settings, of, language, case, function_words), Warned())
