"""Where two systems differ most: lists to read, sheets for other formats, tab-separated values.

Marks are made of characters, so that they are there without colours, in any program, and in a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tertium.errors import counted, printable
from tertium.render.reports.comparison_numbers import Numbers, signed
from tertium.render.tables import tsv
from tertium.render.tables.folding import wrapped
from tertium.render.tables.grid import Column
from tertium.render.tables.sheets import Section, Sheet
from tertium.render.tables.widths import cell_width, padded, text_lines
from tertium.results.contrasts import Contrast, DiffReport, MarkedText, TwoScores
from tertium.results.record import finite_or_none

SHAPES = {
    "only": ("{+", "+}"),
    "only-wrong": ("[-", "-]"),
    "wrong": ("(~", "~)"),
    "missed": ("<_", "_>"),
}
_LEGEND = (
    "{+only here, and in a reference+}  [-only here, and in no reference-]",
    "(~in both, and in no reference~)  <_in the reference alone_>",
)
_EMPTY = "(empty)"
_NARROWEST = 30  # columns that a text gets, however long the names beside it are


def marked(text: MarkedText) -> str:
    """The text as written, with marks around what is remarkable; a blank line says that it is one."""
    made = _pieces(text)
    return made if made.strip() else _EMPTY


def _pieces(text: MarkedText) -> str:
    made = []
    for piece in text.pieces:
        before, after = SHAPES.get(piece.mark or "", ("", ""))
        made.append(before + printable(piece.text) + after)
    return "".join(made)


def text(
    report: DiffReport,
    decimals: int | None,
    short: bool,
    page: int | None,
    below: Callable[[Contrast], Iterable[str]] = lambda contrast: (),
) -> str:
    """What is ``below`` a segment comes after its texts."""
    lines = [_title(report), *_wrapped([counts(report, decimals)], page), ""]
    for system, other in ((report.first, report.second), (report.second, report.first)):
        found = report.better_in(system)
        if not found:
            lines += [f"{printable(system)} is nowhere better than {printable(other)}", ""]
            continue
        order = f"scores: {printable(report.first)} / {printable(report.second)}"
        lines += [f"{printable(system)} is better ({order})", ""]
        for contrast in found:
            lines += [*_entry(report, contrast, decimals, page), *below(contrast), ""]
    lines += [*_LEGEND, *signatures(report, short)]
    return "".join(f"{line}\n" for line in lines)


def sections(report: DiffReport, decimals: int | None, short: bool) -> list[Section]:
    """The same as tables, for formats that lay out their own lines."""
    made = [Section(lines=(counts(report, decimals),))]
    for contrast in report.contrasts:
        rows = tuple((name, words) for name, words in _texts(report, contrast))
        title = f"{contrast.better} is better: {scores(contrast, decimals)}"
        made.append(Section(sheet=Sheet(title, (Column("text of"), Column("words")), rows)))
    return [*made, Section(notes=(*_LEGEND, *signatures(report, short)))]


def long(report: DiffReport) -> str:
    """TSV: one line for each segment, the texts with their marks."""
    header = "segment better gain metric first second first_score second_score source references first_text second_text"
    lines = [tsv.line([*header.split(), "signature"])]
    for contrast in report.contrasts:
        ranking = contrast.scores[0]
        numbers = (ranking.first, ranking.second)
        lines.append(
            tsv.line(
                [
                    str(contrast.segment),
                    contrast.better,
                    _full(contrast.gain),
                    ranking.metric,
                    report.first,
                    report.second,
                    *map(_full, numbers),
                    contrast.source or "",
                    " ||| ".join(map(_pieces, contrast.references)),
                    _pieces(contrast.first),
                    _pieces(contrast.second),
                    ranking.signature,
                ]
            )
        )
    return "".join(lines)


def title(report: DiffReport) -> str:
    return f"{report.first} and {report.second}, segment by segment"


def _title(report: DiffReport) -> str:
    return printable(title(report))


def counts(report: DiffReport, decimals: int | None) -> str:
    ranking = report.scores[0]
    unscored = f", {report.unscored} without a score" if report.unscored else ""
    whole = ", ".join(_both(one, Numbers.of(one.scale, decimals)) for one in report.scores)
    return printable(
        f"by {ranking.metric}, {report.first} is better in {report.first_better} of "
        f"{counted(report.segments, 'segment')}, {report.second} in {report.second_better}; {report.equal} equal"
        f"{unscored}. Whole set: {whole}"
    )


def _entry(report: DiffReport, contrast: Contrast, decimals: int | None, page: int | None) -> Iterator[str]:
    yield from _wrapped([scores(contrast, decimals)], page)
    texts = list(_texts(report, contrast))
    names = max(cell_width(printable(name)) for name, _ in texts)
    for name, words in texts:
        lead = f"  {padded(printable(name), names)}  "
        lines = [words] if page is None else text_lines(words, max(_NARROWEST, page - cell_width(lead)))
        for number, line in enumerate(lines or [""]):
            yield (lead if number == 0 else " " * cell_width(lead)) + line


def _texts(report: DiffReport, contrast: Contrast) -> Iterator[tuple[str, str]]:
    if contrast.source is not None:
        yield "source", printable(contrast.source)
    for number, reference in enumerate(contrast.references, 1):
        yield "reference" + (f" {number}" if len(contrast.references) > 1 else ""), marked(reference)
    yield report.first, marked(contrast.first)
    yield report.second, marked(contrast.second)


def scores(contrast: Contrast, decimals: int | None) -> str:
    """Every metric's two scores; the gain of the one that ranks, which is positive also where lower is better."""
    made = []
    for place, one in enumerate(contrast.scores):
        numbers = Numbers.of(one.scale, decimals)
        gain = f" ({signed(contrast.gain, numbers.places)})" if place == 0 else ""
        made.append(_both(one, numbers) + gain)
    return printable(f"segment {contrast.segment}: {', '.join(made)}")


def _both(one: TwoScores, numbers: Numbers) -> str:
    return f"{one.metric} {_arrow(one)} {numbers.score(one.first)} / {numbers.score(one.second)}"


def signatures(report: DiffReport, short: bool) -> Iterator[str]:
    for one in report.scores:
        yield printable(f"{one.metric}: {one.short_signature if short else one.signature}")


def _arrow(score: TwoScores) -> str:
    return "↑" if score.higher_is_better else "↓"


def _wrapped(sentences: list[str], page: int | None) -> Iterator[str]:
    for sentence in sentences:
        yield from [sentence] if page is None else wrapped(sentence, page)


def _full(number: float) -> str:
    known = finite_or_none(number)
    return "" if known is None else repr(known)
