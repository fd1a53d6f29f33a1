r"""Tab-separated values in long format: a header, then one number a line, in full precision.

Lossless: in names a backslash is written ``\\``, TAB ``\t``, newline ``\n``, carriage return ``\r``, any other
character that is not printable ``\xHH``, ``\uHHHH`` or ``\UHHHHHHHH``. No quotes. A score
that does not exist is an empty field.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tertium.errors import printable
from tertium.render.tables.grid import segment_scores
from tertium.results.record import finite_or_none
from tertium.results.scores import Interval, PairedP, Report

_INTERVAL = ("low", "high", "level", "resamples", "seed")  # columns of a report that has intervals
_TEST = ("p", "significant", "test", "sides", "draws", "test_seed")  # of one that has paired tests


def long(report: Report, *, segments: bool = False) -> str:
    if not segments:
        scores = [(system.name, score) for system in report.systems for score in system.scores]
        with_intervals = any(score.interval is not None for _, score in scores)
        tests = any(score.test is not None for _, score in scores)
        header = ["system", "metric", "score", "value", "signature", *(_INTERVAL if with_intervals else ())]
        header += _TEST if tests else ()
        rows = [
            [name, score.metric, _number(score.score), _number(score.value), score.signature]
            + (_interval(score.interval) if with_intervals else [])
            + (_test(score.test) if tests else [])
            for name, score in scores
        ]
        return "".join(map(line, [header, *rows]))
    scores = [(system.name, score) for system in report.systems for score in system.scores]
    headings = [(name, score.metric) for name, score in scores]
    return SEGMENT_HEADER + segment_lines(headings, 1, [segment_scores(score) for _, score in scores])


def segment_lines(headings: Sequence[tuple[str, str]], first: int, columns: Sequence[Sequence[float | None]]) -> str:
    """Segments ``first`` and following: ``headings`` are (system, metric) of the columns of numbers."""
    named = [f"\t{escape(system)}\t{escape(metric)}\t" for system, metric in headings]
    texts = [[f"{names}{_number(number)}\n" for number in column] for names, column in zip(named, columns, strict=True)]
    rows = enumerate(zip(*texts, strict=True), first)
    return "".join(f"{segment}{text}" for segment, row in rows for text in row)


def _interval(interval: Interval | None) -> list[str]:
    if interval is None:
        return [""] * len(_INTERVAL)
    return [repr(interval.to_dict()[name]) for name in _INTERVAL]


def _test(test: PairedP | None) -> list[str]:
    if test is None:
        return [""] * len(_TEST)
    significant = "yes" if test.significant else "no"
    return [_number(test.p), significant, test.test, test.sides, str(test.draws), str(test.seed)]


def line(fields: Iterable[str]) -> str:
    return "\t".join(map(escape, fields)) + "\n"


def escape(text: str) -> str:
    """A field that holds no TAB, no line end and nothing a terminal would obey."""
    return printable(text.replace("\\", "\\\\"))


def _number(number: float | None) -> str:
    number = None if number is None else finite_or_none(number)
    return "" if number is None else repr(number)


SEGMENT_HEADER = line(["segment", "system", "metric", "score"])
